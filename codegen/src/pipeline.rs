//! The whole road, from the text of a table to its files, as the command, [`crate::Build`] and the tests take it.

use std::fmt;

use crate::{
    diagnostic::{self, Diagnostic, Format},
    emit::{self, Context, EmitError, Output, templates::Templates},
    output::{self, FileSet},
    source::Source,
    surface::Surface,
    table,
};

/// What may be chosen about a generation.
#[derive(Debug)]
pub struct Options {
    /// The command that headers name as the one that makes the output again.
    pub command: String,
    /// What to make.
    pub outputs: Vec<Output>,
    /// The templates.
    pub templates: Templates,
}

impl Default for Options {
    /// Everything, by the embedded templates; headers name `cargo gen`.
    fn default() -> Self {
        Self { command: "cargo gen".to_owned(), outputs: Output::all(), templates: Templates::embedded() }
    }
}

/// What comes of a table that is accepted.
#[derive(Debug)]
pub struct Generated {
    /// What the table says.
    pub surface: Surface,
    /// The files, with the manifest that lists them.
    pub files: FileSet,
    /// What there is to say about the table all the same.
    pub warnings: Vec<Diagnostic>,
}

/// Why there are no files.
#[derive(Debug)]
pub enum Failure {
    /// The table is refused: its findings, warnings among them, in its order.
    Table(Vec<Diagnostic>),
    /// A template does not render.
    Emit(EmitError),
}

impl Failure {
    /// The failure as text that ends in a line break.
    pub fn render(&self, source: &Source, format: Format) -> String {
        match (self, format) {
            (Self::Table(findings), _) => diagnostic::render(source, findings, format),
            (Self::Emit(error), Format::Json) => {
                let severity = diagnostic::Severity::Error.word();
                format!("{}\n", serde_json::json!({ "severity": severity, "message": error.to_string() }))
            }
            (Self::Emit(error), _) => format!("error: {error}\n"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(findings) => {
                let errors = findings.iter().filter(|finding| finding.code.severity == diagnostic::Severity::Error);
                write!(f, "the table has {} errors", errors.count())
            }
            Self::Emit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

/// Makes the files of a table. The same text and options give the same bytes, whenever and wherever.
///
/// # Errors
///
/// The table is refused, or a template does not render.
pub fn generate(source: &Source, options: &Options) -> Result<Generated, Failure> {
    let table::Outcome { surface, findings } = table::read(source);
    let Some(surface) = surface else { return Err(Failure::Table(findings)) };
    // The name alone: where the table lies must not show in what comes from it.
    let name = source.name().rsplit(['/', '\\']).next().unwrap_or_default();
    let context = Context { table: name, command: &options.command, templates: &options.templates };
    let mut files = emit::emit_outputs(&surface, &context, &options.outputs).map_err(Failure::Emit)?;
    output::add_manifest(&mut files, &context.header().join(" "));
    Ok(Generated { surface, files, warnings: findings })
}
