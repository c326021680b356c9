//! Where the arguments of an operation stand in a call, by an arm's rule for what may be left out.

use crate::surface::{Operation, Surface};

/// How a language's calls take what may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optional {
    /// Each by its name.
    Keywords,
    /// Together in one last argument; but a single one stands for itself as the last argument.
    BagOfSeveral,
    /// Together in one last argument; but the single parameter of an operation stands for itself.
    BagUnlessAlone,
}

/// Where a parameter's argument stands in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Among the arguments in order, at this position, counted from 0.
    Positional(usize),
    /// By its name.
    Keyword,
    /// As a member of the bag of options, which is the last argument.
    Option,
}

/// Where the arguments of one operation stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallLayout {
    /// A place for each parameter, in the order of the table. Required ones are positional, in order.
    pub places: Vec<Place>,
    /// How many are positional.
    pub positional: usize,
    /// Whether a bag of options follows the positional ones.
    pub bag: bool,
}

impl CallLayout {
    /// The layout of an operation's calls.
    pub fn new(optional: Optional, surface: &Surface, operation: &Operation) -> Self {
        let may_be_left_out: Vec<bool> = operation.params.iter().map(|param| param.is_optional(surface)).collect();
        Self::of(optional, &may_be_left_out)
    }

    /// The layout of calls with these parameters, of which each may be left out or not.
    pub fn of(optional: Optional, may_be_left_out: &[bool]) -> Self {
        let left_out = may_be_left_out.iter().filter(|left_out| **left_out).count();
        let required = may_be_left_out.len() - left_out;
        let place = match optional {
            Optional::Keywords => Place::Keyword,
            Optional::BagOfSeveral if left_out == 1 => Place::Positional(required),
            Optional::BagUnlessAlone if may_be_left_out.len() == 1 => Place::Positional(required),
            Optional::BagOfSeveral | Optional::BagUnlessAlone => Place::Option,
        };
        let mut next = 0..;
        let places: Vec<Place> = may_be_left_out
            .iter()
            .map(|left_out| if *left_out { place } else { Place::Positional(next.next().unwrap_or(0)) })
            .collect();
        Self {
            positional: places.iter().filter(|place| matches!(place, Place::Positional(_))).count(),
            bag: places.contains(&Place::Option),
            places,
        }
    }
}
