//! Writing a file, with the folders above it.

use std::io::{self, Write};

use cap_std::fs::{OpenOptions, OpenOptionsExt};

use super::{Place, read::nonblocking};

/// Replaces a file by a text, in place: its mode, owner and links stay.
pub(crate) fn write(place: &Place, contents: &str) -> io::Result<()> {
    let (dir, inside) = place.way();
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).custom_flags(nonblocking());
    let file = match dir.open_with(inside, &options) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(folder) = inside.parent() {
                dir.create_dir_all(folder)?;
            }
            dir.open_with(inside, &options)
        }
        file => file,
    };
    file?.into_std().write_all(contents.as_bytes())
}
