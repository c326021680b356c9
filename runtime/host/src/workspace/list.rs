//! The entries of one directory.

use std::io;

use super::Place;
use crate::operations::files::{DirEntry, EntryKind};

/// The entries of a directory, by name.
pub(crate) fn list(place: &Place) -> io::Result<Vec<DirEntry>> {
    let (dir, inside) = place.way();
    let mut entries = Vec::new();
    for entry in dir.read_dir(inside)? {
        let entry = entry?;
        let kind = match entry.file_type()? {
            kind if kind.is_file() => EntryKind::File,
            kind if kind.is_dir() => EntryKind::Directory,
            _ => EntryKind::Other,
        };
        entries.push(DirEntry { name: entry.file_name().to_string_lossy().into_owned(), kind });
    }
    entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}
