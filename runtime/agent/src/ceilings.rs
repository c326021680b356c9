//! What an agent's turns came to, and the ceilings on it (spec: runtime, 23 and 24.1).

use std::collections::{BTreeMap, VecDeque};

use gg_engine::TurnError;
use gg_host::profile::RunLimits;
use serde::Serialize;

use crate::status::Status;

/// The turns of an agent, counted.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ceilings {
    /// Turns taken.
    pub turns: u32,
    /// Those that were errors.
    pub errors: u32,
    /// Errors since the last turn that was none. It is an agent's own.
    #[serde(skip)]
    pub consecutive: u32,
    /// The most errors in a row.
    pub max_consecutive: u32,
    /// Errors by base.
    pub by_base: BTreeMap<&'static str, u32>,
    /// Errors by type.
    pub by_type: BTreeMap<&'static str, u32>,
    /// Calls that failed.
    pub call_failures: u64,
    /// Fences taken from around replies.
    pub fences_removed: u32,
    /// The last turns: whether each was an error.
    #[serde(skip)]
    recent: VecDeque<bool>,
}

impl Ceilings {
    /// Counts a turn, which may have been an error. `window` is how many turns an error rate is taken of.
    pub fn count(&mut self, error: Option<TurnError>, window: u32) {
        self.consecutive = if error.is_some() { self.consecutive + 1 } else { 0 };
        self.add(error, self.consecutive);
        self.recent.push_back(error.is_some());
        while self.recent.len() > window as usize {
            self.recent.pop_front();
        }
    }

    /// Those of a successor: what all its turns came to is counted on, errors in a row and the last turns begin anew (spec:
    /// runtime, 14.4).
    #[must_use]
    pub fn of_successor(self) -> Self {
        Self { consecutive: 0, recent: VecDeque::new(), ..self }
    }

    /// Adds a turn to those of all agents of a run: it may have been an error, the last of so many in a row.
    pub(crate) fn add(&mut self, error: Option<TurnError>, consecutive: u32) {
        self.turns += 1;
        if let Some(error) = error {
            self.errors += 1;
            self.max_consecutive = self.max_consecutive.max(consecutive);
            *self.by_base.entry(error.base().word()).or_default() += 1;
            *self.by_type.entry(error.word()).or_default() += 1;
        }
    }

    /// The ceiling of these that is breached. `turn` is the number of the turn, which successors count on.
    pub fn breached(&self, limits: &RunLimits, turn: u32) -> Option<Status> {
        if self.consecutive >= limits.max_consecutive_errors {
            return Some(Status::LimitExceeded);
        }
        let window = limits.error_rate_window;
        let failed = self.recent.iter().filter(|failed| **failed).count();
        let failed = u32::try_from(failed).unwrap_or(u32::MAX);
        // Strictly above, and only once the window is full.
        if self.recent.len() >= window as usize && f64::from(failed) > limits.max_error_rate * f64::from(window) {
            return Some(Status::LimitExceeded);
        }
        limits.max_turns.is_some_and(|most| turn >= most).then_some(Status::Exhausted)
    }
}

#[cfg(test)]
mod tests {
    use gg_host::Profile;

    use super::*;

    fn limits(keys: &str) -> RunLimits {
        let profile = Profile::read("test", &format!("language = \"javascript\"\n{keys}"));
        profile.unwrap_or_else(|mistakes| panic!("{mistakes}")).run
    }

    #[test]
    fn errors_in_a_row_breach_it_and_a_good_turn_begins_anew() {
        let limits = limits("maxConsecutiveErrors = 2");
        let mut ceilings = Ceilings::default();
        for (error, breached) in [(true, false), (false, false), (true, false), (true, true)] {
            ceilings.count(error.then_some(TurnError::ProgramThrow), 50);
            assert_eq!(ceilings.breached(&limits, 1).is_some(), breached);
        }
        assert_eq!((ceilings.errors, ceilings.max_consecutive), (3, 2));
    }

    #[test]
    fn a_successor_begins_its_errors_anew() {
        let limits = limits("maxConsecutiveErrors = 2\nmaxErrorRate = 0.5\nerrorRateWindow = 2");
        let mut ceilings = Ceilings::default();
        ceilings.count(Some(TurnError::ProgramThrow), 2);
        let mut ceilings = ceilings.of_successor();
        ceilings.count(Some(TurnError::ProgramThrow), 2);
        assert_eq!(ceilings.breached(&limits, 2), None);
        assert_eq!((ceilings.turns, ceilings.errors), (2, 2));
    }

    #[test]
    fn the_rate_counts_strictly_above_and_once_the_window_is_full() {
        let limits = limits("maxConsecutiveErrors = 99\nmaxErrorRate = 0.5\nerrorRateWindow = 4");
        let mut ceilings = Ceilings::default();
        for (error, breached) in [(true, false), (true, false), (true, false), (false, true), (false, false)] {
            ceilings.count(error.then_some(TurnError::ProgramThrow), 4);
            assert_eq!(ceilings.breached(&limits, 1).is_some(), breached, "{ceilings:?}");
        }
    }
}
