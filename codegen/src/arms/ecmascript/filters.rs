//! The filters that let a text into a TypeScript or JavaScript file, each for one place.

use minijinja::{Environment, Error, ErrorKind, Value};

use super::{
    literals::{is_identifier, key, string},
    profile::BOTH,
};
use crate::names::Kind;

/// Adds the filters to an environment.
pub(crate) fn register(environment: &mut Environment<'static>) {
    environment.add_filter("ts_string", |text: &str| Value::from_safe_string(string(text)));
    environment.add_filter("ts_key", |text: &str| Value::from_safe_string(key(text)));
    environment.add_filter("ts_name", name);
}

/// A name of a declaration or a binding.
fn name(text: &str) -> Result<Value, Error> {
    if is_identifier(text) && !BOTH.is_reserved(Kind::Param, text) {
        return Ok(Value::from_safe_string(text.to_owned()));
    }
    Err(Error::new(ErrorKind::InvalidOperation, format!("{text:?} cannot be a name in an ES module")))
}
