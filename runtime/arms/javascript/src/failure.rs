//! What is told of the failure that nobody caught.

use crate::{
    api_error,
    glue::{self, Kind},
    js::{self, Thrown, Value},
    modules, names,
    state::State,
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

    /// Memory ran out, and there is no value to tell it.
    pub(crate) fn out_of_memory() -> Self {
        Self::other("InternalError: out of memory", None)
    }

    /// What a thrown value is.
    pub(crate) fn of(state: &State, thrown: &Value) -> Self {
        // QuickJS throws null where there is no memory for an error.
        let lost = thrown.is_null() && js::is_out_of_memory_met();
        js::release_reserve();
        if lost {
            return Self::out_of_memory();
        }
        let location = location(state, thrown);
        if thrown.is_uncatchable() {
            let location = state.stopped_at.borrow_mut().take().or(location);
            return Self::other("the program was stopped: its time is used up", location);
        }
        if let Some((at, code)) = api_error::recall(state, thrown) {
            let table = &state.table;
            let spelling = &table.descriptors.operations[at].spelling;
            let word = table.descriptors.codes.get(code).map_or("other", String::as_str);
            let message = own_text(thrown, "message");
            let message = cut(format!("{spelling} failed ({word}): {message}"));
            return Self { kind: Kind::ApiFailure, code: u32::try_from(code).ok(), message, location };
        }
        let message = describe(state, thrown);
        let is_reference_error = || {
            let class = state.prelude.get().map(|prelude| &prelude.reference_error);
            class.is_some_and(|class| thrown.is_error() && thrown.is_instance_of(class))
        };
        let unknown = message.ends_with(" is not defined") && is_reference_error();
        if let Some(message) = misnamed(state, &message, location.as_deref()) {
            return Self { kind: Kind::UnknownName, code: None, message, location };
        }
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

/// What a failure at a place of the program or a module says, if a name of the SDK is wrong there.
fn misnamed(state: &State, message: &str, location: Option<&str>) -> Option<String> {
    let location = location?;
    let modules = state.modules.borrow();
    let text = modules.text(location)?;
    names::unknown(state, text, message, location)
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

/// The innermost frame of the program or a module in a stack as QuickJS writes it, which counts columns in bytes.
pub(crate) fn innermost(state: &State, stack: &str) -> Option<String> {
    let modules = state.modules.borrow();
    stack.lines().find_map(|line| {
        let frame = line.trim_start().strip_prefix("at ")?;
        let place = match frame.rsplit_once(" (") {
            Some((_, place)) => place.strip_suffix(')')?,
            None => frame,
        };
        let source = modules.text(place)?;
        let told = || {
            let (rest, byte) = place.rsplit_once(':')?;
            let (name, line) = rest.rsplit_once(':')?;
            let at = modules::place(source, line.parse().ok()?, byte.parse().ok()?);
            let (line, column) = modules::position(source, at);
            Some(format!("{name}:{line}:{column}"))
        };
        Some(if source.is_ascii() { place.to_owned() } else { told().unwrap_or_else(|| place.to_owned()) })
    })
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
