//! The TOML of a table: a tree with spans, every syntax error, and what the errors may have swallowed.

use toml::de::{DeTable, DeValue};

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

    /// Whether a name stands in what could not be read, and so may be declared there.
    pub(super) fn may_declare(&self, name: &str) -> bool {
        let part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        !name.is_empty()
            && self.text.match_indices(name).any(|(at, _)| {
                let inside = part(name.chars().next()) && part(self.text[..at].chars().next_back());
                let goes_on = part(name.chars().next_back()) && part(self.text[at + name.len()..].chars().next());
                !inside && !goes_on
            })
    }

    /// Adds text that could not be read, or a name that was read as another.
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
            findings.push(finding(source, &root, span, error.message()));
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

/// The finding about a syntax error. The parser's words stand where they say what is wrong.
fn finding(source: &Source, root: &DeTable<'_>, span: Span, message: &str) -> Diagnostic {
    let text = source.slice(span);
    let bare = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let unquoted = message.starts_with("string values must be quoted");
    match message {
        _ if unquoted && text.is_empty() => {
            Diagnostic::new(code::SYNTAX, span, "a key has no value").label("a value is missing")
        }
        _ if bare && (unquoted || message.starts_with("invalid float") || message.starts_with("invalid boolean")) => {
            Diagnostic::new(code::SYNTAX, span, format!("`{text}` is no value"))
                .label("neither a number nor a truth")
                .help(format!("a string stands in quotes: `\"{text}\"`"))
        }
        "duplicate key" => Diagnostic::new(code::SYNTAX, span, format!("`{text}` is set a second time"))
            .label("set before, in the same table"),
        _ => {
            let finding = Diagnostic::new(code::SYNTAX, span, message).label("here");
            let Some(open) = opened(root, span.start).filter(|_| message.contains("multi-line")) else {
                return finding;
            };
            finding.related(Span { start: open, end: open.saturating_add(3) }, "the string opens here")
        }
    }
}

/// Where the value opens that ends at a place.
fn opened(table: &DeTable<'_>, end: u32) -> Option<u32> {
    table.values().find_map(|value| opened_in(value, end))
}

fn opened_in(value: &toml::Spanned<DeValue<'_>>, end: u32) -> Option<u32> {
    let span = Span::new(value.span());
    match value.get_ref() {
        DeValue::Table(table) => opened(table, end),
        DeValue::Array(items) => items.iter().find_map(|item| opened_in(item, end)),
        _ => (span.start < end && span.end >= end).then_some(span.start),
    }
}
