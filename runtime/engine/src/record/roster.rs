//! Rosters: the first entries of a kind in a turn, and how many came after them.

use std::time::Duration;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::cut::cut;
use crate::{
    call::call_id,
    failure::{CallError, ErrorCode},
    table::Operation,
};

/// How many calls of a turn are kept.
const CALLS: usize = 500;
/// How many refusals and guard failures of a turn are kept, each.
const REFUSALS: usize = 100;
/// How long the text of an error on a roster may be, in bytes.
const ERROR_TEXT: usize = 512;

/// The first entries, and the number of those that were dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Roster<T> {
    /// The first entries, in order.
    pub kept: Vec<T>,
    /// How many entries are kept at most.
    pub bound: usize,
    /// How many came after them.
    pub dropped: u64,
}

impl<T> Roster<T> {
    /// An empty roster that keeps so many entries.
    pub fn of(bound: usize) -> Self {
        Self { kept: Vec::new(), bound, dropped: 0 }
    }

    /// Adds an entry, which is not made when there is no room for it.
    pub fn add(&mut self, entry: impl FnOnce() -> T) {
        if self.kept.len() < self.bound {
            self.kept.push(entry());
        } else {
            self.dropped += 1;
        }
    }
}

/// The rosters of a turn that the engine keeps. Those of views are the host's, who knows what a view is.
#[derive(Debug, Clone, Serialize)]
pub struct Rosters {
    /// Calls whose implementation ran.
    pub calls: Roster<CallEntry>,
    /// Calls the host refused before that.
    pub refusals: Roster<CallEntry>,
    /// Arguments that guest guards refused.
    pub guards: Roster<GuardEntry>,
}

impl Default for Rosters {
    fn default() -> Self {
        Self { calls: Roster::of(CALLS), refusals: Roster::of(REFUSALS), guards: Roster::of(REFUSALS) }
    }
}

/// A call on a roster.
#[derive(Debug, Clone)]
pub struct CallEntry {
    /// How many calls of the turn came before it.
    pub number: u32,
    /// The row.
    pub operation: &'static Operation,
    /// Why it failed.
    pub error: Option<(ErrorCode, Box<str>)>,
    /// How long it took, from its arrival to its answer.
    pub took: Duration,
}

impl CallEntry {
    /// The entry of a call; a long error text is cut.
    pub(super) fn new(number: u32, operation: &'static Operation, error: Option<&CallError>, took: Duration) -> Self {
        let error = error.map(|error| (error.code, cut(&error.message, ERROR_TEXT).into()));
        Self { number, operation, error, took }
    }

    /// The call's id within its turn.
    pub fn id(&self) -> String {
        call_id(self.number, self.operation)
    }
}

impl Serialize for CallEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_struct("CallEntry", 6)?;
        entry.serialize_field("call", &self.id())?;
        entry.serialize_field("operation", self.operation.id)?;
        entry.serialize_field("ok", &self.error.is_none())?;
        entry.serialize_field("code", &self.error.as_ref().map(|(code, _)| code.word()))?;
        entry.serialize_field("error", &self.error.as_ref().map(|(_, text)| text))?;
        entry.serialize_field("micros", &micros(self.took))?;
        entry.end()
    }
}

/// A time in microseconds, to three places.
#[expect(clippy::cast_precision_loss, reason = "below 2^53 nanoseconds, which is a hundred days")]
pub(crate) fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1_000.0
}

/// A refusal of a guest guard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GuardEntry {
    /// The operation's id.
    pub operation: &'static str,
    /// What was wrong, as the program read it.
    pub message: Box<str>,
}

impl GuardEntry {
    /// An entry; a long message is cut.
    pub(crate) fn new(operation: &'static str, message: &str) -> Self {
        Self { operation, message: cut(message, ERROR_TEXT).into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roster_keeps_the_first_and_counts_the_rest() {
        let mut roster = Roster::of(2);
        (0..5).for_each(|entry| roster.add(|| entry));
        assert_eq!(roster, Roster { kept: vec![0, 1], bound: 2, dropped: 3 });
    }

    #[test]
    fn the_bounds_are_those_of_the_specification() {
        let rosters = Rosters::default();
        assert_eq!((rosters.calls.bound, rosters.refusals.bound, rosters.guards.bound), (500, 100, 100));
    }
}
