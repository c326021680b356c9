//! The templates: embedded, strict, and replaceable as a whole set by a folder of the user's.
//!
//! A string that reaches the output must have been through a filter that says which place it is for; a plain one is
//! an error. So no text of a table can leave its place.

use std::path::Path;

use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior, Value, syntax::SyntaxConfig,
};
use serde::Serialize;

use super::EmitError;
use crate::arms::{ecmascript, python};

/// The version of what templates are given. A user's folder says for which version it is made, in the file `VERSION`.
pub const VERSION: &str = "1";

macro_rules! embed {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../templates/", $name)))
    };
}

/// The embedded templates, by their path below `templates/`.
const EMBEDDED: &[(&str, &str)] = &[
    embed!("docs/SUMMARY.md"),
    embed!("docs/arm.md"),
    embed!("docs/arms/javascript.md"),
    embed!("docs/arms/python.md"),
    embed!("docs/arms/rust.md"),
    embed!("docs/arms/typescript.md"),
    embed!("docs/book.toml"),
    embed!("docs/introduction.md"),
    embed!("docs/module.md"),
    embed!("docs/operation.md"),
    embed!("docs/type.md"),
    embed!("prompts/ending.md"),
    embed!("prompts/module.md"),
    embed!("prompts/sentences.json"),
    embed!("python/call.py.jinja"),
    embed!("python/check.py.jinja"),
    embed!("python/init.py.jinja"),
    embed!("python/module.py.jinja"),
    embed!("python/pyproject.toml.jinja"),
    embed!("python/raw.py.jinja"),
    embed!("python/short.py.jinja"),
    embed!("typescript/api-error.d.ts.jinja"),
    embed!("typescript/api-error.js.jinja"),
    embed!("typescript/index.d.ts.jinja"),
    embed!("typescript/index.js.jinja"),
    embed!("typescript/methods.d.ts.jinja"),
    embed!("typescript/methods.js.jinja"),
    embed!("typescript/module.d.ts.jinja"),
    embed!("typescript/module.js.jinja"),
    embed!("typescript/package.json.jinja"),
    embed!("typescript/specifiers.d.ts.jinja"),
];

/// What adds the filters of a language's templates.
const FILTERS: &[fn(&mut Environment<'static>)] =
    &[super::docs::filters::add, ecmascript::filters, python::filters::add];

/// Text that is code of the output's language already, and needs no filter.
pub(crate) fn code(text: impl Into<String>) -> Value {
    Value::from_safe_string(text.into())
}

/// A set of templates.
#[derive(Debug)]
pub struct Templates(Environment<'static>);

impl Templates {
    /// The embedded set.
    pub fn embedded() -> Self {
        let mut environment = environment();
        for (name, source) in EMBEDDED {
            // Embedded templates parse; a test loads every one.
            let _ = environment.add_template(name, source);
        }
        Self(environment)
    }

    /// The set of a folder, which must hold every template of the embedded set and be made for this [`VERSION`].
    ///
    /// # Errors
    ///
    /// A missing or unreadable file, another version, or a template that does not parse.
    pub fn from_folder(folder: &Path) -> Result<Self, EmitError> {
        let error = |message: String| EmitError { output: folder.display().to_string(), message };
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| error(format!("{name}: {e}")));
        let version = read("VERSION")?;
        if version.trim() != VERSION {
            let found = version.trim();
            return Err(error(format!("made for version {found} of the templates, not {VERSION}")));
        }
        let mut environment = environment();
        for (name, _) in EMBEDDED {
            let source = read(name)?;
            environment.add_template_owned((*name).to_owned(), source).map_err(|e| error(format!("{name}: {e:#}")))?;
        }
        Ok(Self(environment))
    }

    /// Renders a template.
    ///
    /// # Errors
    ///
    /// There is no such template, or it does not render.
    pub fn render(&self, name: &str, data: impl Serialize) -> Result<String, EmitError> {
        let error = |e: &Error| EmitError { output: name.to_owned(), message: format!("{e:#}") };
        let template = self.0.get_template(name).map_err(|e| error(&e))?;
        template.render(Value::from(minijinja::value::Serde(&data))).map_err(|e| error(&e))
    }
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // The delimiters are minijinja's own, so building the syntax cannot fail.
    if let Ok(syntax) =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build()
    {
        environment.set_syntax(syntax);
    }
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.set_formatter(only_safe);
    environment.add_filter("json", json);
    for add in FILTERS {
        add(&mut environment);
    }
    environment
}

/// A string of JSON.
fn json(text: &str) -> Value {
    code(serde_json::Value::from(text).to_string())
}

/// Prints numbers, booleans and what a filter made safe; refuses the rest.
fn only_safe(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    let printable = value.is_number() || value.is_safe() || matches!(value.kind(), minijinja::value::ValueKind::Bool);
    if !printable {
        let message = format!("{value} is printed in {} without the filter of its place", state.name());
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    write!(out, "{value}").map_err(Error::from)
}
