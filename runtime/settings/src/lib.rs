//! TOML files that people write, read so that every mistake in them is told at its place, in one go.

mod mistakes;
mod section;

use std::ops::Range;

use toml::{Spanned, de::DeTable};

pub use mistakes::{Mistake, Mistakes, meant};
pub use section::{Placed, Section};

use section::Notes;

/// Reads a file; `name` is what its mistakes are reported under, `what` the kind of file ("profile"). `value` reads its
/// tables, notes what is wrong with them, and gives nothing when it cannot do without something.
///
/// # Errors
///
/// Everything that is wrong with it: either what is no TOML, or what is noted.
pub fn read<T>(
    name: &str,
    what: &'static str,
    text: &str,
    value: impl FnOnce(&Section<'_>) -> Option<T>,
) -> Result<T, Mistakes> {
    let notes = Notes::default();
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        notes.add(error.span().unwrap_or(0..0), error.message().to_owned(), None);
    }
    // What a text that is no TOML leaves out is not to be reported as missing.
    let value = if errors.is_empty() { value(&Section::whole(&notes, what, root.get_ref())) } else { None };
    let mistakes = notes.into_sorted();
    match value {
        Some(value) if mistakes.is_empty() => Ok(value),
        _ => Err(Mistakes { name: name.to_owned(), text: text.to_owned(), mistakes }),
    }
}

/// Where the value of a key stands, by the names of the tables that lead to it; none when it is not there.
pub fn place(text: &str, path: &[&str]) -> Option<Range<usize>> {
    let (root, _) = DeTable::parse_recoverable(text);
    let (key, tables) = path.split_last()?;
    let mut table = root.get_ref();
    for name in tables {
        table = table.get(*name)?.get_ref().as_table()?;
    }
    table.get(*key).map(Spanned::span)
}
