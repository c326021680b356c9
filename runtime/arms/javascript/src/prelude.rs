//! The globals beyond the language (spec: decisions, 90): scripts that are evaluated before the snapshot, and the few
//! native functions they stand on.

mod encoding;
mod random;
mod url;

use crate::{
    glue,
    js::{self, Native, Outcome, Value},
    state::{Prelude, State},
};

/// The scripts, each a function that is given the native functions and may add to them.
const SCRIPTS: &[(&str, &str)] = &[
    ("inspect.js", include_str!("prelude/inspect.js")),
    ("console.js", include_str!("prelude/console.js")),
    ("encoding.js", include_str!("prelude/encoding.js")),
    ("clone.js", include_str!("prelude/clone.js")),
    ("url.js", include_str!("prelude/url.js")),
    ("absent.js", include_str!("prelude/absent.js")),
    ("failures.js", include_str!("prelude/failures.js")),
];

const NATIVES: &[(&str, Native)] = &[
    ("log", log),
    ("isError", |arguments, _| Ok(Value::boolean(arguments.first().is_some_and(Value::is_error)))),
    ("isProxy", |arguments, _| Ok(Value::boolean(arguments.first().is_some_and(Value::is_proxy)))),
    ("random", random::random),
    ("encode", encoding::encode),
    ("decode", encoding::decode),
    ("parseUrl", url::parse),
    ("setUrl", url::set),
    ("parseQuery", url::parse_query),
    ("writeQuery", url::write_query),
];

/// Evaluates the prelude.
pub(crate) fn evaluate(state: &State) -> Outcome<()> {
    let native = Value::object()?;
    for (name, function) in NATIVES {
        native.define_named(name, Value::function(name, 0, *function, 0)?)?;
    }
    native.define_named("root", Value::string(&state.table.descriptors.root)?)?;
    for (name, text) in SCRIPTS {
        let script = js::evaluate_script(&format!("{}:/prelude/{name}", state.table.descriptors.root), text)?;
        script.call(&Value::UNDEFINED, std::slice::from_ref(&native))?;
    }
    let global = js::global();
    let prelude = Prelude {
        describe: native.get_named("describe")?,
        stack: native.get_named("stack")?,
        error: global.get_named("Error")?,
        reference_error: global.get_named("ReferenceError")?,
        internal_error: global.get_named("InternalError")?,
    };
    // It is evaluated once.
    let _ = state.prelude.set(prelude);
    Ok(())
}

/// Prints a text, each of its lines behind an indent.
fn log(arguments: &[Value], _: i32) -> Outcome<Value> {
    if let [text, indent, ..] = arguments
        && crate::state::state().is_some_and(|state| state.running.get())
    {
        let (text, indent) = (text.to_text()?, indent.to_text()?);
        for line in text.split('\n') {
            if indent.is_empty() { glue::log(line) } else { glue::log(&format!("{indent}{line}")) }
        }
    }
    Ok(Value::UNDEFINED)
}
