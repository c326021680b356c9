//! What the programs of one turn share: whose they are, what holds at the moment, the numbers of their calls, the rosters.

use std::{sync::Arc, time::Instant};

use super::{journal::Journal, roster::Rosters};
use crate::{bracket::Pending, call::Agent, grants::Operations};

/// A turn of an agent. Its submissions, the programs they hand over to and its on-use scripts go through one after the
/// other.
pub struct Turn {
    /// Whose turn it is.
    pub agent: Arc<Agent>,
    /// When the run's wall-clock budget is spent.
    pub deadline: Option<Instant>,
    /// The compaction that is pending.
    pub pending: Option<Pending>,
    /// The operations whose calls count as documented: those with a view in the window when the turn began, and those that
    /// are exempt. None when it is not measured.
    pub documented: Option<Operations>,
    /// Where every call is told.
    pub journal: Option<Box<dyn Journal>>,
    /// What is kept of the calls.
    pub rosters: Rosters,
    /// How many calls have reached the membrane.
    pub(super) calls: u32,
}

impl Turn {
    /// A turn in which nothing has happened, without a deadline and without a pending compaction.
    pub fn new(agent: Arc<Agent>) -> Self {
        Self {
            agent,
            deadline: None,
            pending: None,
            documented: None,
            journal: None,
            rosters: Rosters::default(),
            calls: 0,
        }
    }

    /// How many calls have reached the membrane: the number of the next one.
    pub fn calls(&self) -> u32 {
        self.calls
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turn").field("agent", &self.agent).field("calls", &self.calls).finish_non_exhaustive()
    }
}
