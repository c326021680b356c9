//! One change, and the collector of all.

use super::{Impact, Rule, Weight, pairing::Pairing};
use crate::{source::Span, surface::Surface};

/// One change between two tables.
#[derive(Debug, Clone)]
pub struct Change {
    /// What kind it is.
    pub rule: &'static Rule,
    /// What it is about, by its id: `files.read_file`, `files.read_file.limit`, `text-read.contents`.
    pub at: String,
    /// What changed, in one sentence without a full stop.
    pub message: String,
    /// Its place in the old table; none for what is new there, or has no place.
    pub old: Option<Span>,
    /// Its place in the new table; none for what is gone, or has no place.
    pub new: Option<Span>,
    /// How much it weighs, and for whom.
    pub impact: Impact,
    /// Why it is meant, where the new table allows it.
    pub allowed: Option<String>,
}

impl Change {
    /// A change that weighs nothing yet.
    pub(super) fn new(rule: &'static Rule, at: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            rule,
            at: at.into(),
            message: message.into(),
            old: None,
            new: None,
            impact: Impact::none(),
            allowed: None,
        }
    }

    #[must_use]
    pub(super) fn old(self, span: Span) -> Self {
        Self { old: placed(span), ..self }
    }

    #[must_use]
    pub(super) fn new_place(self, span: Span) -> Self {
        Self { new: placed(span), ..self }
    }

    #[must_use]
    pub(super) fn impact(self, impact: Impact) -> Self {
        Self { impact, ..self }
    }

    /// Whether it breaks something and is not allowed.
    pub fn is_breaking(&self) -> bool {
        self.allowed.is_none() && self.impact.weight() == Weight::Breaking
    }
}

/// What the toolchain adds has an empty place.
fn placed(span: Span) -> Option<Span> {
    (span.start < span.end).then_some(span)
}

/// Two tables and the changes found so far.
pub(super) struct Changes<'a> {
    pub(super) old: &'a Surface,
    pub(super) new: &'a Surface,
    pub(super) pairing: &'a Pairing<'a>,
    found: Vec<Change>,
}

impl<'a> Changes<'a> {
    pub(super) fn new(old: &'a Surface, new: &'a Surface, pairing: &'a Pairing<'a>) -> Self {
        Self { old, new, pairing, found: Vec::new() }
    }

    pub(super) fn push(&mut self, change: Change) {
        self.found.push(change);
    }

    /// All changes, those with a place in the new table in its order, then what is gone in the order of the old one.
    pub(super) fn finish(self) -> Vec<Change> {
        let mut found = self.found;
        for change in &mut found {
            let allow = self.new.allows.iter().find(|allow| allow.rule == change.rule.id && allow.at == change.at);
            change.allowed = allow.map(|allow| allow.reason.clone());
        }
        let key = |change: &Change| (change.new.is_none() && change.old.is_some(), change.new.or(change.old));
        found.sort_by(|a, b| (key(a), a.rule.id, &a.at).cmp(&(key(b), b.rule.id, &b.at)));
        found
    }
}
