//! What a database says of itself before it is opened. Opening one leaves files beside it and may write to it, so what is to
//! be refused is recognised while it is read as a file that nobody changes.

use std::{
    ffi::OsString,
    os::unix::ffi::{OsStrExt as _, OsStringExt as _},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{error::Found, log::Log, migrations};

/// Looks at the file at a path, which exists.
///
/// # Errors
///
/// It is to be left alone.
pub(crate) fn inspect(path: &Path, steps: &[&str]) -> Result<(), Found> {
    let file = path.symlink_metadata()?;
    if !file.is_file() {
        return Err(Found::NoFile);
    }
    if file.len() == 0 {
        return Err(Found::Damaged("it is empty".to_owned()));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    // Through SQLite and not as a mere file: a process that closes one loses the locks its other handles have on it.
    let connection = Connection::open_with_flags(unchanging(path), flags)?;
    let read = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    match read {
        // What a log holds the file may lack. It is looked for after the file was read: a file that has none is whole.
        Err(error)
            if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) && Log::of(path).holds_something() =>
        {
            Ok(())
        }
        Err(error) => Err(error.into()),
        Ok(()) => migrations::check(&connection, steps).map(|_| ()),
    }
}

/// The address of a file that is read without locks, log or other files beside it.
pub(crate) fn unchanging(path: &Path) -> PathBuf {
    let mut address = b"file:".to_vec();
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'%' | b'?' | b'#' => address.extend(format!("%{byte:02x}").bytes()),
            _ => address.push(*byte),
        }
    }
    address.extend(b"?immutable=1");
    OsString::from_vec(address).into()
}
