//! Typed access to the tables of the TOML tree: what is unknown, missing or of another type is reported here, once.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{document::Damage, suggest, text::Text};
use crate::{
    diagnostic::{Diagnostic, Findings, code},
    markdown::Reference,
    source::{Source, Span},
};

/// A value of the tree.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// What reading a table needs at hand: its text, what is torn in it, and where findings go.
#[derive(Debug)]
pub(super) struct Reader<'s> {
    pub(super) source: &'s Source,
    pub(super) damage: Damage,
    pub(super) findings: Findings,
    /// What example values refer to, until it is remembered with the documentation's references.
    pub(super) references: Vec<(Reference, Span)>,
}

impl<'s> Reader<'s> {
    /// A reader that has reported nothing.
    pub(super) fn new(source: &'s Source, damage: Damage, findings: Findings) -> Self {
        Self { source, damage, findings, references: Vec::new() }
    }
}

impl Reader<'_> {
    /// Reports.
    pub(super) fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// The text of a key or a string.
    pub(super) fn text(&self, value: &str, range: Range<usize>) -> Text {
        Text::new(self.source, value, range)
    }

    /// A string; anything else is reported.
    pub(super) fn string(&mut self, what: &str, value: &Value<'_>) -> Option<Text> {
        match value.get_ref() {
            _ if self.damage.touches(Span::new(value.span())) => None,
            DeValue::String(text) => Some(self.text(text, value.span())),
            _ => self.wrong_type(what, "a string", value),
        }
    }

    /// A string that says something.
    pub(super) fn said(&mut self, what: &str, value: &Value<'_>) -> Option<Text> {
        let text = self.string(what, value)?;
        if text.is_blank() {
            self.report(
                Diagnostic::new(code::BLANK, text.span, format!("{what} is blank"))
                    .label("nothing is said here")
                    .help("write it, or leave the key out where it is optional"),
            );
            return None;
        }
        Some(text)
    }

    /// An array; anything else is reported.
    pub(super) fn array<'t>(&mut self, what: &str, value: &'t Value<'_>) -> Option<&'t [Value<'t>]> {
        match value.get_ref() {
            DeValue::Array(items) => Some(items),
            _ => self.wrong_type(what, "an array", value),
        }
    }

    /// A table; anything else is reported.
    pub(super) fn table<'t>(&mut self, what: &str, value: &'t Value<'_>) -> Option<&'t DeTable<'t>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(table),
            _ => self.wrong_type(what, "a table", value),
        }
    }

    /// Reports a value of another type than wanted, unless a syntax error explains it.
    pub(super) fn wrong_type<T>(&mut self, what: &str, wanted: &str, value: &Value<'_>) -> Option<T> {
        let span = Span::new(value.span());
        if !self.damage.touches(span) {
            let found = type_name(value.get_ref());
            self.report(
                Diagnostic::new(code::WRONG_TYPE, span, format!("{what} is {found}, not {wanted}"))
                    .label(format!("expected {wanted}")),
            );
        }
        None
    }
}

/// What the outermost table is called.
pub(super) const TOP: &str = "a table";

/// What TOML calls a value.
pub(super) fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}

/// The keys of one table, in the order of the file.
#[derive(Debug)]
pub(super) struct Fields<'t> {
    /// What the table is, as a report names it: `an operation`.
    what: &'static str,
    /// Where it stands: its header, or the braces of an inline table.
    span: Span,
    table: &'t DeTable<'t>,
    /// Known keys that an unknown one probably stands for.
    misspelled: Vec<String>,
}

impl<'t> Fields<'t> {
    /// Opens a table that may have the `known` keys; others are reported.
    pub(super) fn open(
        reader: &mut Reader<'_>,
        what: &'static str,
        span: Range<usize>,
        table: &'t DeTable<'t>,
        known: &[&str],
    ) -> Self {
        let mut misspelled = Vec::new();
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let span = Span::new(key.span());
            // At the top, a row whose header is torn leaves its fields behind.
            let torn = what == TOP && reader.damage.touches_entry(span);
            if !torn && !reader.damage.touches(span) {
                let name = key.get_ref();
                misspelled.extend(suggest::nearest(name, known.iter().copied()).map(str::to_owned));
                let mut finding = Diagnostic::new(code::UNKNOWN_FIELD, span, format!("{what} has no field `{name}`"))
                    .label("unknown field");
                finding.help = suggest::help(name, known.iter().copied());
                reader.report(finding);
            }
        }
        Self { what, span: Span::new(span), table, misspelled }
    }

    /// A value by its key.
    pub(super) fn get(&self, key: &str) -> Option<&'t Value<'t>> {
        self.table.get(key)
    }

    /// Where a key is written.
    pub(super) fn key_span(&self, key: &str) -> Option<Span> {
        self.table.get_key_value(key).map(|(key, _)| Span::new(key.span()))
    }

    /// A string that says something, if the key is there.
    pub(super) fn text(&self, reader: &mut Reader<'_>, key: &str) -> Option<Text> {
        reader.said(&self.name(key), self.get(key)?)
    }

    /// A string that says something; reported when the key is missing.
    pub(super) fn required(&self, reader: &mut Reader<'_>, key: &str) -> Option<Text> {
        if self.get(key).is_none() {
            self.missing(reader, key);
        }
        self.text(reader, key)
    }

    /// Reports a key that is missing, unless it is misspelled or a syntax error may have swallowed it.
    pub(super) fn missing(&self, reader: &mut Reader<'_>, key: &str) {
        if self.is_misspelled(key) || reader.damage.touches_entry(self.span) {
            return;
        }
        let what = self.what;
        reader.report(
            Diagnostic::new(code::MISSING_FIELD, self.span, format!("{what} has no `{key}`"))
                .label(format!("`{key}` is missing")),
        );
    }

    /// Whether an unknown key probably stands for this one.
    pub(super) fn is_misspelled(&self, key: &str) -> bool {
        self.misspelled.iter().any(|known| known == key)
    }

    /// A boolean, if the key is there.
    pub(super) fn flag(&self, reader: &mut Reader<'_>, key: &str) -> Option<bool> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => reader.wrong_type(&self.name(key), "`true` or `false`", value),
        }
    }

    /// The strings of an array, if the key is there. An item that repeats an earlier one is reported and left out.
    pub(super) fn texts(&self, reader: &mut Reader<'_>, key: &str) -> Vec<Text> {
        let name = self.name(key);
        let items = self.get(key).and_then(|value| reader.array(&name, value)).unwrap_or_default();
        let mut texts: Vec<Text> = Vec::new();
        let item_name = format!("an item of {name}");
        for item in items {
            let Some(text) = reader.said(&item_name, item) else { continue };
            match texts.iter().find(|earlier| earlier.value == text.value) {
                Some(earlier) => reader.report(
                    Diagnostic::new(code::LISTED_TWICE, text.span, format!("`{}` is listed twice", text.value))
                        .label("again here")
                        .related(earlier.span, "listed here"),
                ),
                None => texts.push(text),
            }
        }
        texts
    }

    /// The entries of a table, in the order of the file, if the key is there.
    pub(super) fn entries(&self, reader: &mut Reader<'_>, key: &str) -> Vec<(Text, &'t Value<'t>)> {
        let name = self.name(key);
        let table = self.get(key).and_then(|value| reader.table(&name, value));
        table.map(|table| entries(reader, table)).unwrap_or_default()
    }

    /// The strings of a table, in the order of the file, if the key is there.
    pub(super) fn pairs(&self, reader: &mut Reader<'_>, key: &str) -> Vec<(Text, Text)> {
        let name = self.name(key);
        let entries = self.entries(reader, key);
        let pairs = entries.into_iter().filter_map(|(entry, value)| {
            let text = reader.said(&format!("`{}` of {name}", entry.value), value)?;
            Some((entry, text))
        });
        pairs.collect()
    }

    /// One of some words, if the key is there and the word is one of them.
    pub(super) fn word<T: Copy>(&self, reader: &mut Reader<'_>, key: &str, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(reader, key)?;
        let found = words.iter().find(|(word, _)| *word == text.value);
        if found.is_none() {
            let legal: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = format!("{} is not `{}`", self.name(key), text.value);
            reader.report(
                Diagnostic::new(code::UNKNOWN_WORD, text.span, message)
                    .label("no such word")
                    .help(format!("it is one of {}", suggest::list(&legal))),
            );
        }
        found.map(|(_, value)| *value)
    }

    fn name(&self, key: &str) -> String {
        format!("`{key}` of {}", self.what)
    }
}

/// The entries of a table, in the order of the file.
pub(super) fn entries<'t>(reader: &Reader<'_>, table: &'t DeTable<'t>) -> Vec<(Text, &'t Value<'t>)> {
    let mut entries: Vec<_> =
        table.iter().map(|(key, value)| (reader.text(key.get_ref(), key.span()), value)).collect();
    entries.sort_by_key(|(key, _)| key.span);
    entries
}
