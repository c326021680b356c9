//! Emitters: from a [`Surface`] to files. Each is pure and owns a folder of the output.

mod docs;
mod host;
mod prompts;
pub(crate) mod references;
mod surface_json;
pub mod templates;
mod wit;

use std::fmt;

use crate::{arms, output::FileSet, surface::Surface};
use templates::Templates;

/// What every emitter is given besides the surface.
#[derive(Debug)]
pub struct Context<'a> {
    /// What the table is called in headers: `operations.toml`.
    pub table: &'a str,
    /// The command that makes the output again: `cargo gen`.
    pub command: &'a str,
    /// The templates.
    pub templates: &'a Templates,
}

impl Context<'_> {
    /// The lines every generated file opens with, without comment marks.
    pub fn header(&self) -> [String; 2] {
        [
            format!("Generated from {} by gg-codegen; edits are lost.", self.table),
            format!("To change it, edit the table and run `{}`.", self.command),
        ]
    }
}

/// A reason an emitter could not do its work: a template of the user's that does not render.
#[derive(Debug)]
pub struct EmitError {
    /// Which output.
    pub output: String,
    /// What went wrong, with the template's name and line where there is one.
    pub message: String,
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.output, self.message)
    }
}

impl std::error::Error for EmitError {}

/// Everything that comes from a table.
///
/// # Errors
///
/// A template that does not render.
pub fn emit(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let mut files = FileSet::new();
    files.extend(surface_json::emit(surface, context)?);
    files.extend(wit::emit(surface, context)?);
    files.extend(host::emit(surface, context)?);
    for arm in arms::ALL {
        files.extend(arm.sdk(surface, context)?);
    }
    files.extend(docs::emit(surface, context)?);
    files.extend(prompts::emit(surface, context)?);
    Ok(files)
}
