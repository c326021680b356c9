//! Where the database of a workspace lies, and how one comes to be: whole, or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use gg_engine::sandbox::{Sources as _, System};
use rusqlite::{Connection, OpenFlags};

use super::{
    error::{Found, StoreError},
    log::Log,
    migrations,
};
use crate::workspace::OWN;

/// The name of the database.
pub(crate) const NAME: &str = "gg.db";
/// What is not to be kept in a repository: the database with what lies beside it.
const IGNORED: &str = "/.gitignore\ngg.db*\n";

/// The folder of the store below a workspace's folder, if it is there.
///
/// # Errors
///
/// It is a link out of the workspace, or no folder.
pub(crate) fn folder(root: &Path) -> Result<Option<PathBuf>, StoreError> {
    let folder = root.join(OWN);
    match folder.canonicalize() {
        Ok(real) if !real.starts_with(root) => Err(StoreError::new(folder, Found::Outside)),
        Ok(real) if !real.is_dir() => Err(StoreError::new(folder, Found::NoFolder)),
        Ok(real) => Ok(Some(real)),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::new(folder, error)),
        Err(_) if folder.is_symlink() => Err(StoreError::new(folder, Found::Nowhere)),
        Err(_) => Ok(None),
    }
}

/// Makes the folder of the store.
///
/// # Errors
///
/// It cannot be made.
pub(crate) fn make_folder(root: &Path) -> Result<PathBuf, StoreError> {
    if let Some(folder) = folder(root)? {
        return Ok(folder);
    }
    match fs::create_dir(root.join(OWN)) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(StoreError::new(root.join(OWN), error)),
        _ => folder(root)?.ok_or_else(|| StoreError::new(root.join(OWN), io::Error::from(io::ErrorKind::NotFound))),
    }
}

/// Makes a database in a folder, unless another process does at the same time. It is made under another name and gets its
/// own when it is whole.
///
/// # Errors
///
/// It cannot be made.
pub(crate) fn create(folder: &Path, steps: &[&str]) -> Result<(), Found> {
    let path = folder.join(NAME);
    // A log that lost its database would be taken for the new one's. It is looked for first: another process may be
    // making a store as well.
    if Log::of(&path).holds_something() && !path.exists() {
        return Err(Found::StrayLog);
    }
    let making = folder.join(format!("{NAME}.{:016x}", System.random()));
    let made = make(&making, steps).and_then(|()| match fs::hard_link(&making, &path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(File::open(folder)?.sync_all()?),
    });
    let removed = fs::remove_file(&making);
    made?;
    removed?;
    match OpenOptions::new().write(true).create_new(true).open(folder.join(".gitignore")) {
        Ok(mut file) => Ok(file.write_all(IGNORED.as_bytes())?),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn make(path: &Path, steps: &[&str]) -> Result<(), Found> {
    let mut connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NOFOLLOW,
    )?;
    // Nobody sees the file before it is whole, so its making need not be safe against a crash.
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.query_row("PRAGMA journal_mode = MEMORY", [], |_| Ok(()))?;
    migrations::create(&mut connection, steps)?;
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(File::open(path)?.sync_all()?)
}
