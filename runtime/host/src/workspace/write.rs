//! Writing a file, with the folders above it.

use std::io::{self, Write};

use cap_std::fs::{OpenOptions, OpenOptionsExt};

use super::{Place, read::nonblocking};

/// Replaces a file by a text, in place: its mode, owner and links stay.
pub(crate) fn write(place: &Place, contents: &str) -> io::Result<()> {
    let (dir, inside) = place.way();
    if let Some(folder) = inside.parent()
        && !folder.as_os_str().is_empty()
        && !dir.is_dir(folder)
    {
        dir.create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).custom_flags(nonblocking());
    let mut file = dir.open_with(inside, &options)?.into_std();
    file.write_all(contents.as_bytes())
}
