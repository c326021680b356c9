//! The sentences of the host's own refusals. None says what would unlock a call.

use crate::{
    bracket::Pending,
    call::Call,
    failure::{CallError, ErrorCode},
    table::{Binding, Operation, Table},
};

/// The agent does not hold the call. Names the calls of the row's `instead` that it holds.
pub(crate) fn unavailable(call: &Call) -> CallError {
    let operation = call.operation();
    let operations = call.agent().table.operations;
    let instead = operation.instead.iter().filter_map(|at| operations.get(*at as usize).copied());
    let mut message = format!("`{}` is not available.", call.spell(operation));
    if let Some(calls) = any_of(call, instead) {
        let verb = if matches!(operation.binding, Binding::Ending(_)) { "End with" } else { "Use" };
        let instead = if verb == "Use" { " instead" } else { "" };
        message.push_str(&format!(" {verb} {calls}{instead}."));
    }
    CallError::new(ErrorCode::Unavailable, message)
}

/// The run's wall-clock budget is spent.
pub(crate) fn time_spent(call: &Call) -> CallError {
    CallError::new(ErrorCode::LimitExceeded, call.did_not_run("the time for this run is used up."))
}

/// A compaction is pending and does not admit the row. Names the calls that are wanted.
pub(crate) fn compaction(call: &Call, pending: &Pending) -> CallError {
    let mut message = call.did_not_run("a compaction is pending.");
    if let Some(calls) = any_of(call, pending.wanted.iter().copied()) {
        message.push_str(&format!(" Call {calls}."));
    }
    CallError::new(ErrorCode::Refused, message)
}

/// What a program reads when the host itself failed: no path, no stack, no name of the host's own.
pub(crate) fn defect(table: &Table) -> String {
    format!("the call did not complete; this is a defect of {}, not of the program.", table.name)
}

/// The calls among these that the agent holds, as the program writes them: `a`, `b` or `c`.
fn any_of(call: &Call, operations: impl Iterator<Item = &'static Operation>) -> Option<String> {
    let held: Vec<String> =
        operations.filter_map(|operation| call.held(operation)).map(|name| format!("`{name}`")).collect();
    let (last, rest) = held.split_last()?;
    Some(if rest.is_empty() { last.clone() } else { format!("{} or {last}", rest.join(", ")) })
}
