//! Replacing the one place where a text occurs in a file.

use std::io::{self, Read};

use super::{Place, read::open, write};

/// What came of an edit.
#[derive(Debug)]
pub(crate) enum Edit {
    /// The text was replaced.
    Done,
    /// The text does not occur.
    Absent,
    /// It occurs this many times, at least 2.
    Ambiguous(usize),
    /// The file is not UTF-8.
    NotText,
}

/// Replaces the one place where `old` occurs, which is not empty.
pub(crate) fn edit(place: &Place, old: &str, new: &str) -> io::Result<Edit> {
    let (mut file, size) = open(place)?;
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    let Ok(text) = String::from_utf8(bytes) else { return Ok(Edit::NotText) };
    let Some(at) = text.find(old) else { return Ok(Edit::Absent) };
    // A second place may overlap the first, as in `aaa` for `aa`.
    let next = old.chars().next().map_or(1, char::len_utf8);
    if text[at + next..].contains(old) {
        return Ok(Edit::Ambiguous(text.matches(old).count().max(2)));
    }
    write(place, &[&text[..at], new, &text[at + old.len()..]].concat())?;
    Ok(Edit::Done)
}
