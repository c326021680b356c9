//! The bracket of a running program: it numbers, counts, times and keeps every call.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Serialize;

use super::{
    counters::Counters,
    journal::Closed,
    roster::{CallEntry, GuardEntry},
    turn::Turn,
};
use crate::{
    bracket::{Bracket, Outcome, Pending},
    call::Call,
    request::Object,
    sandbox::GuestClock,
    table::Operation,
};

/// How large a request may have been for its memory to be used again, in bytes.
const REUSED_REQUEST: usize = 2 << 20;

/// The engine's side of the bracket for one program of a turn.
#[derive(Debug)]
pub struct Recorder {
    /// The turn the program is part of.
    pub turn: Turn,
    /// What is counted of the program.
    pub counters: Counters,
    /// Defects of the host that calls of the program met.
    pub faults: Vec<Fault>,
    /// How long the program spent in calls.
    pub in_calls: Duration,
    clock: Arc<GuestClock>,
    opened: Instant,
    request: String,
}

/// A defect of the host: fatal for the run, and never the program's fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The call that met it, by its id within the turn.
    pub call: Option<String>,
    /// What happened, for the operator.
    pub text: String,
}

impl Recorder {
    /// A recorder for the next program of a turn. While a call is open the program's clock stands still.
    pub(crate) fn new(turn: Turn, clock: Arc<GuestClock>) -> Self {
        let undocumented_calls = turn.documented.is_some().then_some(0);
        Self {
            turn,
            counters: Counters { undocumented_calls, ..Counters::default() },
            faults: Vec::new(),
            in_calls: Duration::ZERO,
            clock,
            opened: Instant::now(),
            request: String::new(),
        }
    }

    /// Notes that a guest guard refused an argument of an operation. An id the table does not have is counted alone.
    pub(crate) fn guard(&mut self, id: &str, message: &str) {
        self.counters.guard_failures += 1;
        if let Some(operation) = self.turn.agent.table.operation(id) {
            *self.counters.guard_failures_by_operation.entry(operation.id).or_default() += 1;
            self.turn.rosters.guards.add(|| GuardEntry::new(operation.id, message));
        }
    }

    fn count_undocumented(&mut self, operation: &'static Operation) {
        if self.turn.documented.as_ref().is_some_and(|documented| !documented.contain(operation)) {
            self.counters.undocumented_calls = self.counters.undocumented_calls.map(|count| count + 1);
            *self.counters.undocumented_by_operation.entry(operation.id).or_default() += 1;
        }
    }
}

impl Bracket for Recorder {
    fn open(
        &mut self,
        operation: &'static Operation,
        request: impl for<'a> FnOnce(Object<'a>) -> Object<'a> + Send,
    ) -> Call {
        self.opened = self.clock.enter_call();
        let mut json = std::mem::take(&mut self.request);
        json.clear();
        request(Object::open(&mut json)).close();
        let call = Call::new(self.turn.agent.clone(), operation, self.turn.calls, json);
        self.turn.calls += 1;
        self.counters.api_calls += 1;
        self.count_undocumented(operation);
        if let Some(journal) = &mut self.turn.journal {
            journal.opened(&call);
        }
        call
    }

    fn time_is_spent(&self) -> bool {
        self.turn.deadline.is_some_and(|deadline| self.opened >= deadline)
    }

    fn pending(&self) -> Option<&Pending> {
        self.turn.pending.as_ref()
    }

    fn use_up_time(&mut self) {
        self.clock.use_up();
    }

    fn fault(&mut self, call: &Call, text: &str) {
        self.faults.push(Fault { call: Some(call.id()), text: text.to_owned() });
    }

    fn close<T: Serialize>(&mut self, call: Call, outcome: &Outcome<'_, T>) {
        let took = self.clock.leave_call().saturating_duration_since(self.opened);
        self.in_calls += took;
        let (error, performed) = match outcome {
            Outcome::Returned(_) => (None, true),
            Outcome::Failed(error) => (Some(*error), true),
            Outcome::Refused(error) => (Some(*error), false),
        };
        let roster = if performed {
            self.counters.performed_calls += 1;
            &mut self.turn.rosters.calls
        } else {
            self.counters.refusals += 1;
            &mut self.turn.rosters.refusals
        };
        roster.add(|| CallEntry::new(call.number(), call.operation(), error, took));
        if let Some(journal) = &mut self.turn.journal {
            let result = match outcome {
                Outcome::Returned(value) => Ok(serde_json::to_string(value).unwrap_or_else(|error| {
                    // A value of a table's types is plain data: this is a defect, told where it is read.
                    self.faults.push(Fault { call: Some(call.id()), text: format!("its value is not JSON: {error}") });
                    "null".to_owned()
                })),
                Outcome::Failed(error) | Outcome::Refused(error) => Err(*error),
            };
            journal.closed(&call, &Closed { result, performed, took });
        }
        let request = call.into_request();
        if request.capacity() <= REUSED_REQUEST {
            self.request = request;
        }
    }
}
