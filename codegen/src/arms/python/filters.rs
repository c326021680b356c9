//! The filters of the Python templates, each for a place where text may stand.

use minijinja::{Environment, Value};

use super::literal;

/// Adds the filters.
pub(crate) fn add(environment: &mut Environment<'static>) {
    // Source that the emitter made for just this place.
    environment.add_filter("python_code", |source: String| Value::from_safe_string(source));
    environment.add_filter("python_string", |text: String| Value::from_safe_string(literal::string(&text)));
    // Text in a comment or a docstring of one line.
    environment.add_filter("python_line", |text: String| {
        Value::from_safe_string(text.replace(|c: char| c.is_control() || matches!(c, '\\' | '"'), " "))
    });
}
