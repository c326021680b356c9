//! How much a change weighs, for each audience.

use super::idiom::Idiom;
use crate::{arms::ArmIndex, surface::PerArm};

/// How much a change weighs for one audience.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// The audience cannot tell.
    None,
    /// It can tell, and all that was right stays right.
    Compatible,
    /// Something that was right no longer is.
    Breaking,
}

impl Weight {
    /// The word of reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Compatible => "compatible",
            Self::Breaking => "breaking",
        }
    }

    /// Breaking where it is so, else compatible.
    pub(super) fn breaking_if(breaking: bool) -> Self {
        if breaking { Self::Breaking } else { Self::Compatible }
    }
}

/// How much a change weighs for everyone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impact {
    /// The membrane: breaking where a component of one side does not fit the other, compatible where the bare package
    /// is another text.
    pub wire: Weight,
    /// Stored programs, per arm: breaking where one stops compiling or running, or means something else.
    pub programs: PerArm<Weight>,
    /// What prompts and pages say: breaking where something they promised no longer holds.
    pub model: Weight,
}

impl Impact {
    /// The same weight for everyone.
    pub(super) fn all(weight: Weight) -> Self {
        Self { wire: weight, programs: PerArm::from_fn(|_| weight), model: weight }
    }

    /// Nobody can tell, until it is said who can.
    pub(super) fn none() -> Self {
        Self::all(Weight::None)
    }

    #[must_use]
    pub(super) fn wire(self, wire: Weight) -> Self {
        Self { wire, ..self }
    }

    #[must_use]
    pub(super) fn model(self, model: Weight) -> Self {
        Self { model, ..self }
    }

    #[must_use]
    pub(super) fn programs(self, weight: Weight) -> Self {
        self.per_arm(|_, _| weight)
    }

    /// What each arm's programs make of it, by their idiom.
    #[must_use]
    pub(super) fn per_arm(self, weigh: impl Fn(ArmIndex, Idiom) -> Weight) -> Self {
        Self { programs: PerArm::from_fn(|arm| weigh(arm, Idiom::of(arm))), ..self }
    }

    /// The model is told what programs are written by: the gravest of the arms, and never nothing.
    #[must_use]
    pub(super) fn model_as_programs(self) -> Self {
        let model = self.gravest_program().max(Weight::Compatible);
        Self { model, ..self }
    }

    fn gravest_program(&self) -> Weight {
        self.programs.iter().map(|(_, weight)| *weight).max().unwrap_or(Weight::None)
    }

    /// The gravest of all.
    pub fn weight(&self) -> Weight {
        self.wire.max(self.model).max(self.gravest_program())
    }
}
