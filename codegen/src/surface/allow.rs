//! Changes to a table that are meant.

use crate::source::Span;

/// A finding of `diff` that is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allow {
    /// The id of the rule.
    pub rule: String,
    /// The id of what the finding is about.
    pub at: String,
    /// Why it is meant.
    pub reason: String,
    /// The whole entry.
    pub span: Span,
}
