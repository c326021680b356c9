//! `docs/`: the index a runtime searches, and a book of Markdown pages.

mod entries;
pub(super) mod filters;
pub mod index;
mod pages;

use super::{Context, EmitError};
use crate::{output::FileSet, surface::Surface};

/// The path of the index.
pub const INDEX: &str = "docs/index.json";

/// The files below `docs/`.
pub(super) fn emit(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let index = entries::index(surface, context);
    let mut files = pages::emit(surface, &index, context)?;
    files.insert(INDEX, json(&index, INDEX)?);
    Ok(files)
}

/// A value as JSON, indented, ended by a line break.
pub(super) fn json(value: &impl serde::Serialize, output: &str) -> Result<String, EmitError> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| text + "\n").map_err(|e| EmitError { output: output.to_owned(), message: e.to_string() })
}
