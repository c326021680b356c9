//! The life of a call between its arrival at the membrane and its answer.
//!
//! Every call takes the same steps, in the order of [`serve`]; what differs is columns of its row. The engine's side
//! answers through [`Bracket`], the host's through [`Answers`].

use std::pin::pin;

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    call::Call,
    failure::{ApiError, CallError},
    guard::guard,
    refusal,
    request::Object,
    table::{DuringCompaction, Operation, TableOperation},
};

/// What a store holds beside a running program.
pub trait StoreData: Send + 'static {
    /// The engine's side.
    type Bracket: Bracket;
    /// The host: the methods, and [`Answers`].
    type Host: Answers;

    /// Both, apart.
    fn parts(&mut self) -> (&mut Self::Bracket, &mut Self::Host);
}

/// The engine's side of the bracket: the record, and what the engine knows of the moment.
pub trait Bracket: Send {
    /// Opens the record of a call: counts it and takes its request, which `request` writes.
    fn open(
        &mut self,
        operation: &'static Operation,
        request: impl for<'a> FnOnce(Object<'a>) -> Object<'a> + Send,
    ) -> Call;

    /// Whether the run's wall-clock budget is spent.
    fn time_is_spent(&self) -> bool;

    /// The compaction that is pending.
    fn pending(&self) -> Option<&Pending>;

    /// Has the time of the program be up.
    fn use_up_time(&mut self) {}

    /// Notes a panic of the host's own code while the call ran, by its text: a defect, and never the program's fault.
    fn fault(&mut self, call: &Call, text: &str);

    /// Closes the record, whatever became of the call.
    fn close<T: Serialize>(&mut self, call: Call, outcome: &Outcome<'_, T>);
}

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome<'a, T> {
    /// Its method ran and returned this.
    Returned(&'a T),
    /// Its method ran and failed.
    Failed(&'a CallError),
    /// It was refused before its method ran.
    Refused(&'a CallError),
}

/// A compaction that was asked for and has not been delivered.
#[derive(Debug, Clone)]
pub struct Pending {
    /// Whether changes to memories deliver it, so that rows marked `memory` are served.
    pub by_memory: bool,
    /// The calls that deliver it, best first.
    pub wanted: Vec<&'static Operation>,
}

/// What a record says of a call.
#[derive(Debug, Clone)]
pub struct Answered {
    /// The value as JSON, or the failure.
    pub result: Result<String, CallError>,
    /// Whether its method ran.
    pub performed: bool,
}

/// The host's side of the bracket. Its errors reach the program as they stand.
pub trait Answers: Send {
    /// The generated `OperationId`.
    type Operation: TableOperation;

    /// Whether the condition of a row holds for the agent. Asked when grants are resolved, before the first turn.
    fn holds(&self, operation: Self::Operation) -> bool;

    /// What a record has the call answered with, in place of its method: for the replay of a session. Nothing in every
    /// other run.
    fn recorded(&mut self, _operation: Self::Operation, _call: &Call) -> Option<Answered> {
        None
    }

    /// Whether a call that a record answers is performed all the same, for what it changes: what comes of that is dropped.
    fn is_performed_beside(&self, _operation: Self::Operation) -> bool {
        false
    }

    /// Whether a record has the program stopped where it is: it makes no further call.
    fn is_over(&self) -> bool {
        false
    }

    /// Whether the holder may do this to what it holds.
    ///
    /// # Errors
    ///
    /// It may not: `refused`, with a message for the program.
    fn holder(&mut self, operation: Self::Operation, call: &Call) -> Result<(), CallError>;

    /// Runs the operator's hooks that stand before the call.
    ///
    /// # Errors
    ///
    /// A hook blocks it: `refused`, with the hook's words.
    fn hook(&mut self, operation: Self::Operation, call: &Call) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Runs the operator's hooks that stand after a call whose method has run, with what came of it. There are none, unless
    /// a host has some.
    fn performed<T: Serialize + Sync>(
        &mut self,
        _operation: Self::Operation,
        _call: &Call,
        _result: Result<&T, &CallError>,
    ) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }

    /// Does what the row's effect word asks for after a success.
    ///
    /// # Errors
    ///
    /// The effect could not be had; the call fails with it.
    fn effect(&mut self, operation: Self::Operation, call: &Call)
    -> impl Future<Output = Result<(), CallError>> + Send;
}

/// Takes a call through all its steps.
///
/// `request` writes the arguments; `method` calls the method. A panic of the host's is a failure of this call alone.
///
/// # Errors
///
/// A refusal of one of the steps, or the failure of the method, filled in from the row.
pub async fn serve<S, P, T, M>(
    data: &mut S,
    operation: <S::Host as Answers>::Operation,
    params: P,
    request: impl for<'a> FnOnce(&P, Object<'a>) -> Object<'a> + Send,
    method: M,
) -> Result<T, ApiError>
where
    S: StoreData,
    P: Send + Sync,
    T: Serialize + DeserializeOwned + Send + Sync,
    M: AsyncFnOnce(&mut S::Host, &Call, P) -> Result<T, CallError> + Send,
{
    let (bracket, host) = data.parts();
    let row: &'static Operation = operation.into();
    if host.is_over() {
        bracket.use_up_time();
        // It is stopped while it waits here.
        std::future::pending::<()>().await;
    }
    let call = bracket.open(row, |object| request(&params, object));
    let mut performed = false;
    let result = match admit(bracket, &call).map(|()| host.recorded(operation, &call)) {
        Err(refusal) => Err(refusal),
        Ok(Some(recorded)) => {
            performed = recorded.performed;
            if recorded.result.is_ok()
                && host.is_performed_beside(operation)
                && let Err(panic) = guard(pin!(method(host, &call, params))).await
            {
                bracket.fault(&call, &panic);
            }
            recorded.result.and_then(|json| {
                serde_json::from_str(&json).map_err(|error| {
                    bracket.fault(&call, &format!("what is recorded of it cannot be read: {error}"));
                    call.defect()
                })
            })
        }
        Ok(None) => {
            let ran = pin!(async {
                host.holder(operation, &call)?;
                host.hook(operation, &call).await?;
                performed = true;
                let result = match method(host, &call, params).await {
                    Ok(value) => host.effect(operation, &call).await.map(|()| value),
                    Err(error) => Err(error),
                };
                host.performed(operation, &call, result.as_ref()).await;
                result
            });
            guard(ran).await.unwrap_or_else(|panic| {
                bracket.fault(&call, &panic);
                Err(call.defect())
            })
        }
    };
    let outcome = match &result {
        Ok(value) => Outcome::Returned(value),
        Err(error) if performed => Outcome::Failed(error),
        Err(error) => Outcome::Refused(error),
    };
    bracket.close(call, &outcome);
    result.map_err(|error| ApiError::new(row, error))
}

/// What the engine alone decides: grant, deadline, compaction.
fn admit(bracket: &impl Bracket, call: &Call) -> Result<(), CallError> {
    let operation = call.operation();
    if !call.agent().grants.permits(operation) {
        return Err(refusal::unavailable(call));
    }
    if operation.deadline && bracket.time_is_spent() {
        return Err(refusal::time_spent(call));
    }
    match bracket.pending() {
        Some(pending) if !admits(pending, operation) => Err(refusal::compaction(call, pending)),
        _ => Ok(()),
    }
}

/// Whether a row is served while a compaction is pending.
fn admits(pending: &Pending, operation: &Operation) -> bool {
    match operation.during_compaction {
        DuringCompaction::Allowed => true,
        DuringCompaction::Memory => pending.by_memory,
        DuringCompaction::Refused => false,
    }
}
