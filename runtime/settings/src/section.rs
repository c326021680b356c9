//! Typed access to one table of a file. What is unknown, missing, of another type or out of range is noted once, at its
//! place, and reading goes on.

use std::{cell::RefCell, fmt, ops::Range, ops::RangeInclusive};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::mistakes::{Mistake, meant};

/// Where mistakes are gathered.
#[derive(Debug, Default)]
pub(crate) struct Notes(RefCell<Vec<Mistake>>);

impl Notes {
    /// Notes a mistake.
    pub(crate) fn add(&self, span: Range<usize>, message: String, help: Option<String>) {
        self.0.borrow_mut().push(Mistake { span, message, help });
    }

    /// All of them, in the order of the text.
    pub(crate) fn into_sorted(self) -> Vec<Mistake> {
        let mut mistakes = self.0.into_inner();
        mistakes.sort_by_key(|mistake| mistake.span.start);
        mistakes
    }
}

/// A table whose keys are being read. Those nobody asked for are noted when it is dropped.
#[derive(Debug)]
pub struct Section<'t> {
    notes: &'t Notes,
    /// What the whole file is: "profile".
    what: &'static str,
    /// What it is called, as in `[capability.shell]`; empty for the whole file.
    name: String,
    /// Its header, or the beginning of the text.
    span: Range<usize>,
    table: &'t DeTable<'t>,
    known: RefCell<Vec<&'static str>>,
}

/// A string and its place.
pub type Placed = (String, Range<usize>);

impl<'t> Section<'t> {
    /// The whole file.
    pub(crate) fn whole(notes: &'t Notes, what: &'static str, table: &'t DeTable<'t>) -> Self {
        Self { notes, what, name: String::new(), span: 0..0, table, known: RefCell::default() }
    }

    fn inner(&self, key: &str, span: Range<usize>, table: &'t DeTable<'t>) -> Self {
        let name = if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) };
        Self { notes: self.notes, what: self.what, name, span, table, known: RefCell::default() }
    }

    /// Notes a mistake at a place.
    pub fn wrong(&self, span: Range<usize>, message: String, help: Option<String>) {
        self.notes.add(span, message, help);
    }

    /// Notes which of these keys are missing, which have no default.
    pub fn needs(&self, keys: &[&'static str], why: &str) {
        for key in keys.iter().filter(|key| !self.table.contains_key(**key)) {
            self.wrong(self.span.clone(), format!("{} has no `{key}`{why}", self.place("the")), None);
        }
    }

    /// What the table is called; the whole file by its article and what it is.
    fn place(&self, article: &str) -> String {
        if self.name.is_empty() { format!("{article} {}", self.what) } else { format!("[{}]", self.name) }
    }

    /// Whether there is a key, whatever it holds.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Whether a key holds a table.
    pub fn is_table(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().is_table())
    }

    fn value(&self, key: &'static str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.known.borrow_mut().push(key);
        self.table.get(key)
    }

    fn expected<T>(&self, key: &str, what: impl fmt::Display, value: &Spanned<DeValue<'_>>) -> Option<T> {
        let found = match value.get_ref() {
            DeValue::String(text) => format!("\"{text}\""),
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(date) => date.to_string(),
            DeValue::Array(_) => "an array".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        self.wrong(value.span(), format!("`{key}` is {found}; it has to be {what}"), None);
        None
    }

    /// A truth.
    pub fn boolean(&self, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        value.get_ref().as_bool().or_else(|| self.expected(key, "true or false", value))
    }

    /// A truth that is true unless it is said to be false.
    pub fn on(&self, key: &'static str) -> bool {
        self.boolean(key).unwrap_or(true)
    }

    /// An integer of a range.
    pub fn integer<N: TryFrom<i64> + TryInto<i64> + Copy + fmt::Display>(
        &self,
        key: &'static str,
        range: RangeInclusive<N>,
    ) -> Option<N> {
        let value = self.value(key)?;
        let bound = |bound: &N| (*bound).try_into().unwrap_or(i64::MAX);
        let (least, most) = (bound(range.start()), bound(range.end()));
        let number = value.get_ref().as_integer();
        let number = number.and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        let number =
            number.filter(|number| (least..=most).contains(number)).and_then(|number| N::try_from(number).ok());
        number.or_else(|| {
            let what = match (least, most) {
                (least, i64::MAX) => format!("an integer, at least {least}"),
                _ => format!("an integer from {least} to {most}"),
            };
            self.expected(key, what, value)
        })
    }

    /// A number of a range.
    pub fn number(&self, key: &'static str, range: RangeInclusive<f64>) -> Option<f64> {
        let value = self.value(key)?;
        let number = match value.get_ref() {
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(number) => number.as_str().parse().ok(),
            _ => None,
        };
        number.filter(|number| range.contains(number)).or_else(|| {
            let (least, most) = range.into_inner();
            let what = match most {
                f64::MAX if least > 0.0 => "a number above 0".to_owned(),
                f64::MAX => format!("a number, at least {least}"),
                _ => format!("a number from {least} to {most}"),
            };
            self.expected(key, what, value)
        })
    }

    /// One of a few words.
    pub fn word<T: Copy>(&self, key: &'static str, words: &[(&'static str, T)]) -> Option<T> {
        let value = self.value(key)?;
        let text = value.get_ref().as_str();
        let known = text.and_then(|text| words.iter().find(|(word, _)| *word == text));
        known.map(|(_, meaning)| *meaning).or_else(|| {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            self.expected(key, words.join(" or "), value)
        })
    }

    /// Where it stands: its header, or the beginning of the file.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// A text, which may be blank.
    pub fn string(&self, key: &'static str) -> Option<Placed> {
        self.any(key, self.value(key)?)
    }

    fn any(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Placed> {
        match value.get_ref().as_str() {
            Some(text) => Some((text.to_owned(), value.span())),
            None => self.expected(key, "a string", value),
        }
    }

    /// A text that says something.
    pub fn text(&self, key: &'static str) -> Option<Placed> {
        self.placed(key, self.value(key)?)
    }

    fn placed(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Placed> {
        match value.get_ref().as_str().filter(|text| !text.trim().is_empty()) {
            Some(text) => Some((text.to_owned(), value.span())),
            None => self.expected(key, "a string that is not blank", value),
        }
    }

    /// Texts that say something.
    pub fn texts(&self, key: &'static str) -> Option<Vec<Placed>> {
        self.array(key, |item| self.placed(key, item))
    }

    /// Texts, any of which may be blank.
    pub fn strings(&self, key: &'static str) -> Option<Vec<Placed>> {
        self.array(key, |item| self.any(key, item))
    }

    fn array<T>(&self, key: &'static str, item: impl Fn(&Spanned<DeValue<'_>>) -> Option<T>) -> Option<Vec<T>> {
        let value = self.value(key)?;
        match value.get_ref().as_array() {
            Some(items) => Some(items.iter().filter_map(item).collect()),
            None => self.expected(key, "an array of strings", value),
        }
    }

    /// A table within.
    pub fn section(&self, key: &'static str) -> Option<Self> {
        let value = self.value(key)?;
        match value.get_ref().as_table() {
            Some(table) => Some(self.inner(key, value.span(), table)),
            None => self.expected(key, "a table", value),
        }
    }

    /// An array of tables.
    pub fn sections(&self, key: &'static str) -> Vec<Self> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let Some(items) = value.get_ref().as_array() else {
            return self.expected(key, "an array of tables", value).unwrap_or_default();
        };
        let section = |item: &'t Spanned<DeValue<'t>>| match item.get_ref().as_table() {
            Some(table) => Some(self.inner(key, item.span(), table)),
            None => self.expected(key, "a table", item),
        };
        items.iter().filter_map(section).collect()
    }

    /// The names and places of all keys.
    fn keys(&self) -> impl Iterator<Item = (&'t str, Range<usize>)> {
        self.table.keys().map(|key| (key.get_ref().as_ref(), key.span()))
    }
}

impl Drop for Section<'_> {
    fn drop(&mut self) {
        let known = self.known.borrow();
        for (key, span) in self.keys().filter(|(key, _)| !known.contains(key)) {
            self.wrong(span, format!("{} has no key `{key}`", self.place("a")), meant(key, &known));
        }
    }
}
