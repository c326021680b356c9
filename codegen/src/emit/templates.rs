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

/// The version of what templates are given. A user's folder says for which version it is made, in the file `VERSION`.
pub const VERSION: &str = "1";

/// The embedded templates, by their path below `templates/`.
const EMBEDDED: &[(&str, &str)] = &[
    ("docs/SUMMARY.md", include_str!("../../../templates/docs/SUMMARY.md")),
    ("docs/arm.md", include_str!("../../../templates/docs/arm.md")),
    ("docs/book.toml", include_str!("../../../templates/docs/book.toml")),
    ("docs/introduction.md", include_str!("../../../templates/docs/introduction.md")),
    ("docs/module.md", include_str!("../../../templates/docs/module.md")),
    ("docs/operation.md", include_str!("../../../templates/docs/operation.md")),
    ("docs/type.md", include_str!("../../../templates/docs/type.md")),
    ("docs/arms/javascript.md", include_str!("../../../templates/docs/arms/javascript.md")),
    ("docs/arms/python.md", include_str!("../../../templates/docs/arms/python.md")),
    ("docs/arms/rust.md", include_str!("../../../templates/docs/arms/rust.md")),
    ("docs/arms/typescript.md", include_str!("../../../templates/docs/arms/typescript.md")),
    ("prompts/ending.md", include_str!("../../../templates/prompts/ending.md")),
    ("prompts/module.md", include_str!("../../../templates/prompts/module.md")),
    ("prompts/sentences.json", include_str!("../../../templates/prompts/sentences.json")),
];

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
    super::docs::filters::add(&mut environment);
    environment
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
