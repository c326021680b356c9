//! The failure of a call as a program catches it: an object of the SDK's class, put together here. To let the class make it
//! would run its code, and take down the place twice, for every failure.

use crate::{
    js::{self, Atom, Outcome, Thrown, Value},
    lift::{self, Unfit},
    memory,
    state::State,
    table::Operation,
};

/// What the class gives each, in its order; the last is private, the call as a program writes it.
const MEMBERS: [&str; 4] = ["message", "code", "operation", "id"];

/// What failed calls throw.
pub(crate) struct ApiErrors {
    /// One that the class made.
    model: Value,
    /// The private name of the last member.
    call: Atom,
}

impl ApiErrors {
    fn new(class: &Value) -> Outcome<Self> {
        let given = Value::object()?;
        for name in MEMBERS {
            given.define_named(name, Value::string("")?)?;
        }
        let model = class.construct(&[given])?;
        let names = model.all_names()?;
        let known = MEMBERS.iter().map(|name| Atom::new(name)).collect::<Outcome<Vec<_>>>()?;
        match names.split_last() {
            Some((call, rest)) if *rest == *known => Ok(Self { model, call: *call }),
            _ => Err(js::throw_type_error("the SDK's class of failures has other members")),
        }
    }
}

/// Takes the class of the failures from the SDK.
pub(crate) fn take_class(state: &State, class: &Value) -> Outcome<()> {
    let errors = ApiErrors::new(class)?;
    // There is one class.
    let _ = state.api_errors.set(errors);
    Ok(())
}

/// The operation and the code of a failed call; none for anything else, whatever it looks like. Every operation has a
/// string of its own for each code, which no program can have, so it tells them.
pub(crate) fn recall(state: &State, thrown: &Value) -> Option<(usize, usize)> {
    // Only what is no proxy is asked, whose handler would see the name.
    let errors = state.api_errors.get().filter(|_| thrown.is_error())?;
    let call = thrown.own(errors.call)?;
    let place = |operation: &Operation| operation.failures.iter().position(|failure| failure.is(&call));
    state.table.operations.iter().enumerate().find_map(|(at, operation)| Some((at, place(operation)?)))
}

/// Throws the failure that the host answered with; it lies at an address. What it says of the operation is the row's.
pub(crate) fn answered(state: &State, at: usize, operation: &Operation, payload: usize) -> Thrown {
    let table = &state.table;
    let lifted = || {
        let Some(failure) = &operation.failure else { return Err(Unfit::Broken) };
        let code = memory::read(payload + failure.code.0, 1) as usize;
        Ok((
            code,
            lift::value(table, failure.code.1, payload + failure.code.0)?,
            lift::value(table, failure.message.1, payload + failure.message.0)?,
        ))
    };
    match lifted() {
        Ok((code, word, message)) => throw(state, at, code, word, message),
        Err(Unfit::Thrown) => Thrown,
        Err(_) => own(state, at, "io-error", "the host failed with what is no failure; this is a defect of the host"),
    }
}

/// Throws a failure of our own making.
pub(crate) fn own(state: &State, at: usize, code: &str, message: &str) -> Thrown {
    match (Value::string(code), Value::string(message)) {
        (Ok(word), Ok(message)) => throw(state, at, state.table.code(code), word, message),
        _ => Thrown,
    }
}

fn throw(state: &State, at: usize, code: usize, word: Value, message: Value) -> Thrown {
    let operation = &state.table.operations[at];
    let (Some(errors), Some(call)) = (state.api_errors.get(), operation.failures.get(code)) else {
        return js::throw_type_error("the SDK gave no class for failures");
    };
    let members = [message, word, operation.key.clone(), operation.id.clone(), call.clone()];
    match js::new_error_like(&errors.model, members) {
        Ok(error) => js::throw(error),
        Err(Thrown) => Thrown,
    }
}
