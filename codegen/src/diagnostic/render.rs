//! Findings as text in the style of rustc, or as JSON, one object a line.

use super::Diagnostic;
use crate::source::Source;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people, without colours.
    Plain,
    /// For people, with ANSI colours.
    Coloured,
    /// For tools: one JSON object a line.
    Json,
}

/// Prints findings about a source.
pub fn render(_source: &Source, _findings: &[Diagnostic], _format: Format) -> String {
    String::new()
}
