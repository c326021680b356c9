//! Failures: those a call throws, and what is told of the one nobody caught.

use crate::{
    glue::{self, Kind},
    js::{self, Thrown, Value},
    lift, memory,
    state::State,
    table::Operation,
};

/// The longest text that is handed up, in bytes.
const LONGEST: usize = 16_384;

/// A failure as it is told.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    pub(crate) code: Option<u32>,
    pub(crate) message: String,
    pub(crate) location: Option<String>,
}

impl Failure {
    /// One that no value stands for.
    pub(crate) fn other(message: impl Into<String>, location: Option<String>) -> Self {
        Self { kind: Kind::Other, code: None, message: message.into(), location }
    }

    /// What a thrown value is.
    pub(crate) fn of(state: &State, thrown: &Value) -> Self {
        // QuickJS throws null where there is no memory for an error.
        let lost = thrown.is_null() && js::is_out_of_memory();
        js::release_reserve();
        if lost {
            return Self::other("InternalError: out of memory", None);
        }
        let location = location(state, thrown);
        if thrown.is_uncatchable() {
            let location = state.stopped_at.borrow_mut().take().or(location);
            return Self::other("the program was stopped: its time is used up", location);
        }
        if let Some((at, code)) = recall(state, thrown) {
            let table = &state.table;
            let spelling = &table.descriptors.operations[at].spelling;
            let word = table.descriptors.codes.get(code as usize).map_or("other", String::as_str);
            let message = own_text(thrown, "message");
            let message = cut(format!("{spelling} failed ({word}): {message}"));
            return Self { kind: Kind::ApiFailure, code: Some(code), message, location };
        }
        let message = describe(state, thrown);
        let is_reference_error = || {
            let class = state.prelude.get().map(|prelude| &prelude.reference_error);
            class.is_some_and(|class| thrown.is_error() && thrown.is_instance_of(class))
        };
        let unknown = message.ends_with(" is not defined") && is_reference_error();
        let kind = if unknown { Kind::UnknownName } else { Kind::Other };
        Self { kind, code: None, message, location }
    }

    /// Tells the host.
    pub(crate) fn report(&self) {
        glue::report_error(self.kind, self.code, &self.message, self.location.as_deref());
    }

    /// The text with the place, as a failed module is told.
    pub(crate) fn with_location(&self) -> String {
        match &self.location {
            Some(location) => format!("{}\n  at {location}", self.message),
            None => self.message.clone(),
        }
    }
}

/// A thrown value in words. Nothing that it does while it is looked at gets out of here.
pub(crate) fn describe(state: &State, thrown: &Value) -> String {
    let Some(prelude) = state.prelude.get() else { return own_text(thrown, "message") };
    let described = prelude.describe.call(&Value::UNDEFINED, std::slice::from_ref(thrown));
    match described.and_then(|text| text.to_text()) {
        Ok(text) => cut(text),
        Err(Thrown) => {
            js::take_exception();
            "a value that cannot be shown was thrown".to_owned()
        }
    }
}

/// Text of at most [`LONGEST`] bytes; what was cut is counted.
fn cut(mut text: String) -> String {
    if text.len() > LONGEST {
        let whole = text.len();
        text.truncate(text.floor_char_boundary(LONGEST));
        text.push_str(&format!("… (the first {} of {whole} bytes)", text.len()));
    }
    text
}

/// A member that is a string; empty where it is none or cannot be had.
fn own_text(value: &Value, name: &str) -> String {
    let text = value.get_named(name).and_then(|text| if text.is_string() { text.to_text() } else { Ok(String::new()) });
    text.unwrap_or_else(|Thrown| {
        js::take_exception();
        String::new()
    })
}

/// Where the program is, if its innermost function has a position: that of its last call.
pub(crate) fn here(state: &State) -> Option<String> {
    let error = js::new_error().unwrap_or_else(|Thrown| js::take_exception());
    let stack = stack_of(state, &error)?;
    let placed = stack.lines().next().is_some_and(|frame| !frame.ends_with("(missing)"));
    if placed { innermost(state, &stack) } else { None }
}

/// The innermost frame of the program or a module: `program.ts:3:4`.
fn location(state: &State, thrown: &Value) -> Option<String> {
    if !thrown.is_object() || thrown.is_proxy() {
        return None;
    }
    innermost(state, &stack_of(state, thrown)?)
}

/// The stack of an error as the engine has it: what a program writes to `stack` has no say.
fn stack_of(state: &State, error: &Value) -> Option<String> {
    let stack = state.prelude.get()?.stack.call(&Value::UNDEFINED, std::slice::from_ref(error));
    let stack = stack.and_then(|stack| if stack.is_string() { stack.to_text().map(Some) } else { Ok(None) });
    stack.unwrap_or_else(|Thrown| {
        js::take_exception();
        None
    })
}

/// The innermost frame of the program or a module in a stack as QuickJS writes it.
pub(crate) fn innermost(state: &State, stack: &str) -> Option<String> {
    let modules = state.modules.borrow();
    let program = format!("{}:", modules.program);
    stack.lines().find_map(|line| {
        let frame = line.trim_start().strip_prefix("at ")?;
        let place = match frame.rsplit_once(" (") {
            Some((_, place)) => place.strip_suffix(')')?,
            None => frame,
        };
        (place.starts_with(&program) || place.starts_with("lib:")).then(|| place.to_owned())
    })
}

/// The operation and the code of a failed call; none for anything else, whatever it looks like.
fn recall(state: &State, thrown: &Value) -> Option<(usize, u32)> {
    let prelude = state.prelude.get().filter(|_| thrown.is_object())?;
    let number = prelude.recall.call(&Value::UNDEFINED, std::slice::from_ref(thrown));
    let number = number.unwrap_or_else(|Thrown| js::take_exception()).as_number()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number `remember` was given")]
    let number = number as u32;
    Some(((number >> 8) as usize, number & 0xff))
}

/// Throws the failure that the host answered with; it lies at an address.
pub(crate) fn failed(state: &State, at: usize, operation: &Operation, payload: usize) -> Thrown {
    let table = &state.table;
    let crate::table::Parts::Result([_, Some(error)]) = &table.types[operation.answer].parts else {
        return api_error(state, at, "io-error", "");
    };
    // The code is the first field of the record.
    let code = u32::from(memory::bytes(payload, 1)[0]);
    match lift::value(table, *error, payload) {
        Ok(fields) => throw_api_error(state, at, code, fields),
        Err(lift::Unfit::Thrown) => Thrown,
        Err(_) => {
            api_error(state, at, "io-error", "the host failed with what is no failure; this is a defect of the host")
        }
    }
}

/// Throws a failure of our own making.
pub(crate) fn api_error(state: &State, at: usize, code: &str, message: &str) -> Thrown {
    let operation = &state.table.descriptors.operations[at];
    let fields = || {
        let fields = Value::object()?;
        fields.define_named("code", Value::string(code)?)?;
        fields.define_named("operation", Value::string(&operation.key)?)?;
        fields.define_named("id", Value::string(&operation.id)?)?;
        fields.define_named("message", Value::string(message)?)?;
        Ok(fields)
    };
    match fields() {
        Ok(fields) => throw_api_error(state, at, state.table.code(code), fields),
        Err(Thrown) => Thrown,
    }
}

fn throw_api_error(state: &State, at: usize, code: u32, fields: Value) -> Thrown {
    let make = || {
        let spelling = &state.table.descriptors.operations[at].spelling;
        fields.define_named("call", Value::string(spelling)?)?;
        let class = state.api_error.borrow().clone();
        let Some(class) = class else { return Err(js::throw_type_error("the SDK gave no class for failures")) };
        let error = class.construct(std::slice::from_ref(&fields))?;
        if let Some(prelude) = state.prelude.get() {
            let number = i32::try_from(at << 8).unwrap_or(0) | i32::try_from(code & 0xff).unwrap_or(0);
            prelude.remember.call(&Value::UNDEFINED, &[error.clone(), Value::integer(number)])?;
        }
        Ok(error)
    };
    match make() {
        Ok(error) => js::throw(error),
        Err(Thrown) => Thrown,
    }
}

/// A call after the program ended: the host is told, and the code that made it goes no further.
pub(crate) fn deferred(state: &State, at: usize) -> Thrown {
    let spelling = &state.table.descriptors.operations[at].spelling;
    glue::report_deferred(&format!("`{spelling}` was called after the program had ended"));
    let error = state.prelude.get().map(|prelude| prelude.error.construct(&[]));
    match error {
        Some(Ok(error)) => js::throw_uncatchable(error),
        _ => Thrown,
    }
}
