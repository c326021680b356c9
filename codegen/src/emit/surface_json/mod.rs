//! `surface.json`: the whole surface for generators outside this crate and for the runtime, with its JSON Schema.
//!
//! Here and on the host side alone stand capability ids.

mod document;
mod make;
mod request;

use super::{Context, EmitError};
use crate::{output::FileSet, surface::Surface};

pub use request::request;

/// The version of the document; it grows when a reader of the old form would misread the new one.
pub const VERSION: u32 = 1;

/// The JSON Schema (2020-12) of the document.
pub const SCHEMA: &str = include_str!("surface.schema.json");

/// The files `surface.json` and `surface.schema.json`.
pub(super) fn emit(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let document = document::Document::new(surface, context);
    let json = serde_json::to_string_pretty(&document);
    let json = json.map_err(|e| EmitError { output: "surface.json".to_owned(), message: e.to_string() })?;
    let mut files = FileSet::new();
    files.insert("surface.json", json + "\n");
    files.insert("surface.schema.json", SCHEMA);
    Ok(files)
}
