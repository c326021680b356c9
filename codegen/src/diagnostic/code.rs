//! The catalogue of diagnostic codes: an id, a severity, a title and what `explain` says.

use super::Severity;

/// A rule of the table.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// `GG` and four digits.
    pub id: &'static str,
    /// Whether breaking it refuses the table.
    pub severity: Severity,
    /// The rule in a few words.
    pub title: &'static str,
    /// Markdown: a paragraph that says why, and an example that breaks it next to one that keeps it.
    pub explain: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// Every code, in the order of their ids.
pub const CODES: &[Code] = &[];
