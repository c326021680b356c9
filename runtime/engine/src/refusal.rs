//! The host's own refusals, in the sentences of the table. None says what would unlock a call.

use crate::{
    bracket::Pending,
    call::Call,
    failure::{CallError, ErrorCode},
    sentences::fill,
    table::{Binding, Operation, Table},
};

/// The agent does not hold the call. Names the calls of the row's `instead` that it holds.
pub(crate) fn unavailable(call: &Call) -> CallError {
    let operation = call.operation();
    let Table { operations, sentences, .. } = call.agent().table;
    let instead = operation.instead.iter().filter_map(|at| operations.get(*at as usize).copied());
    let with_others = match operation.binding {
        Binding::Ending(_) => sentences.unavailable_ending,
        _ => sentences.unavailable_instead,
    };
    CallError::new(ErrorCode::Unavailable, naming(call, sentences.unavailable, with_others, instead))
}

/// The run's wall-clock budget is spent.
pub(crate) fn time_spent(call: &Call) -> CallError {
    let sentences = call.agent().table.sentences;
    let call = call.spell(call.operation());
    CallError::new(ErrorCode::LimitExceeded, fill(sentences.time_spent, &[("call", call)]))
}

/// A compaction is pending and does not admit the row. Names the calls that are wanted.
pub(crate) fn compaction(call: &Call, pending: &Pending) -> CallError {
    let sentences = call.agent().table.sentences;
    let wanted = pending.wanted.iter().copied();
    CallError::new(ErrorCode::Refused, naming(call, sentences.pending, sentences.pending_wanted, wanted))
}

/// What a program reads when the host itself failed: no path, no stack, no name of the host's own.
pub(crate) fn defect(table: &Table) -> String {
    format!("the call did not complete; this is a defect of {}, not of the program.", table.name)
}

/// A sentence about the call: one that names others if the agent holds any of these, else one that names none.
fn naming(call: &Call, alone: &str, with_others: &str, others: impl Iterator<Item = &'static Operation>) -> String {
    let name = call.spell(call.operation());
    match any_of(call, others) {
        Some(calls) => fill(with_others, &[("call", name), ("calls", &calls)]),
        None => fill(alone, &[("call", name)]),
    }
}

/// The calls among these that the agent holds, as the program writes them: `a`, `b` or `c`.
fn any_of(call: &Call, operations: impl Iterator<Item = &'static Operation>) -> Option<String> {
    let sentences = call.agent().table.sentences;
    let held: Vec<String> =
        operations.filter_map(|operation| call.held(operation)).map(|name| format!("`{name}`")).collect();
    let (last, rest) = held.split_last()?;
    Some(if rest.is_empty() { last.clone() } else { [&rest.join(sentences.comma), sentences.or, last].concat() })
}
