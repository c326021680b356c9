//! What the programs of an arm rest on, as far as it decides which of them a change breaks.

use crate::arms::{ArmIndex, Optional, Programs};

/// What programs of an arm rest on; all of it is data of the arm's profile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Idiom {
    /// How a call takes what may be left out.
    pub(super) optional: Optional,
    /// A compiler looks at every branch before the program runs.
    pub(super) checked: bool,
    programs: Programs,
}

impl Idiom {
    /// The idiom of an arm.
    pub(super) fn of(arm: ArmIndex) -> Self {
        let profile = arm.arm().profile();
        Self { optional: profile.optional, checked: profile.guest.checked, programs: profile.programs }
    }
}

impl std::ops::Deref for Idiom {
    type Target = Programs;

    fn deref(&self) -> &Programs {
        &self.programs
    }
}
