//! Replacing the one place where a text occurs in a file.

use std::io::{self, Read};

use super::{Place, read::open, write};
use crate::text::{Occurs, occurs};

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
    let at = match occurs(&text, old) {
        Occurs::Once(at) => at,
        Occurs::Never => return Ok(Edit::Absent),
        Occurs::Often(count) => return Ok(Edit::Ambiguous(count)),
    };
    write(place, &[&text[..at], new, &text[at + old.len()..]].concat())?;
    Ok(Edit::Done)
}
