//! The TOML of a table: a tree with spans, every syntax error, and what the errors may have swallowed.

use toml::de::DeTable;

use crate::{
    diagnostic::{Diagnostic, Findings, code},
    source::{Source, Span},
};

/// Where the text of the table is not what its author meant. What is missing there may only be unreadable, so it is
/// not reported a second time.
#[derive(Debug, Default)]
pub(super) struct Damage {
    /// Places of syntax errors, ascending.
    errors: Vec<u32>,
    /// Where entries start, ascending.
    entries: Vec<u32>,
    /// The entries with an error in them, as text.
    text: String,
}

impl Damage {
    /// Whether a syntax error touches a place.
    pub(super) fn touches(&self, span: Span) -> bool {
        let at = self.errors.partition_point(|&error| error < span.start);
        self.errors.get(at).is_some_and(|&error| error <= span.end)
    }

    /// Whether the entry around a place has a syntax error somewhere.
    pub(super) fn touches_entry(&self, span: Span) -> bool {
        !self.errors.is_empty() && self.touches(self.entry(span.start))
    }

    /// Whether a name stands in an entry that could not be read as a whole, and so may be declared there.
    pub(super) fn may_declare(&self, name: &str) -> bool {
        !self.text.is_empty() && self.text.contains(name)
    }

    /// Adds a place where text within a string could not be read.
    pub(super) fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// From the header above a place to the next.
    fn entry(&self, at: u32) -> Span {
        let next = self.entries.partition_point(|&start| start <= at);
        let start = next.checked_sub(1).and_then(|last| self.entries.get(last)).copied().unwrap_or(0);
        Span { start, end: self.entries.get(next).map_or(u32::MAX, |&end| end - 1) }
    }
}

/// Parses the text; reports what is no TOML.
pub(super) fn parse<'s>(source: &'s Source, findings: &mut Findings) -> (DeTable<'s>, Damage) {
    let (root, errors) = DeTable::parse_recoverable(source.text());
    let root = root.into_inner();
    let mut damage = Damage::default();
    for error in &errors {
        let span = Span::new(error.span().unwrap_or(0..0));
        if damage.errors.last() != Some(&span.start) {
            findings.push(Diagnostic::new(code::SYNTAX, span, error.message()).label("here"));
        }
        damage.errors.push(span.start);
    }
    damage.errors.sort_unstable();
    if !damage.errors.is_empty() {
        for (_, value) in &root {
            damage.entries.push(Span::new(value.span()).start);
            let items = value.get_ref().as_array().into_iter().flatten();
            damage.entries.extend(items.map(|item| Span::new(item.span()).start));
        }
        damage.entries.sort_unstable();
        damage.entries.dedup();
        let mut torn: Vec<Span> = damage.errors.iter().map(|&at| damage.entry(at)).collect();
        torn.dedup();
        for entry in torn {
            let end = (entry.end as usize).min(source.text().len());
            damage.text.push_str(source.text().get(entry.start as usize..end).unwrap_or(source.text()));
        }
    }
    (root, damage)
}
