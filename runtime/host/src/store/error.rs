//! Why a store cannot be used: which file, what was found, what to do.

use std::{fmt, io, path::PathBuf};

use crate::workspace::OWN;

/// Why a store cannot be used. A file that is refused was left as it is.
#[derive(Debug)]
pub struct StoreError {
    path: PathBuf,
    found: Found,
}

/// What was found where a store was looked for.
#[derive(Debug)]
pub(crate) enum Found {
    /// The folder leads out of the workspace.
    Outside,
    /// A file where the folder should be.
    NoFolder,
    /// A link in place of the folder that leads to nothing.
    Nowhere,
    /// Something that is no file.
    NoFile,
    /// What is no database, or a broken one.
    Damaged(String),
    /// The database of another application, by its id.
    Foreign(i64),
    /// A layout that is not known yet, and the newest that is.
    Newer(i64, u32),
    /// The log of a database that is gone.
    StrayLog,
    /// Other processes write to it without a pause.
    Busy,
    /// This user may not write, or not even read, what has to be written.
    Denied(String),
    /// The system refused.
    Io(io::Error),
    /// The database failed.
    Database(rusqlite::Error),
}

impl StoreError {
    pub(crate) fn new(path: impl Into<PathBuf>, found: impl Into<Found>) -> Self {
        Self { path: path.into(), found: found.into() }
    }

    /// What was found and what to do, for a program, which knows no files of gg's.
    pub(crate) fn cause(&self) -> String {
        self.found.to_string()
    }

    /// Whether this user may not do what has to be done.
    pub(crate) fn is_denied(&self) -> bool {
        matches!(self.found, Found::Denied(_))
    }

    /// Whether the system refuses what a store needs. Then nothing can be kept, and all else goes on; whatever else was found
    /// is to be put in order before anything is done.
    pub fn is_of_the_system(&self) -> bool {
        matches!(self.found, Found::Denied(_) | Found::Io(_) | Found::Database(_))
    }
}

impl From<io::Error> for Found {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::Denied(crate::failure::Cause(&error).to_string())
            }
            _ => Self::Io(error),
        }
    }
}

impl From<rusqlite::Error> for Found {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(error.to_string()),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::Denied(error.to_string())
            }
            _ => Self::Database(error),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const KEPT: &str = "It was left as it is";
        match self {
            Self::Outside => f.write_str("it leads out of the workspace; gg keeps its store inside"),
            Self::NoFolder => write!(
                f,
                "the store cannot be used: `{OWN}` is a file, and gg keeps its store in a folder of that name; move it away"
            ),
            Self::Nowhere => write!(
                f,
                "the store cannot be used: `{OWN}` is a link that leads to nothing, and gg keeps its store in a folder of that \
                 name; remove the link"
            ),
            Self::NoFile => f.write_str(
                "it is no file but a folder, a link or the like, so it cannot hold gg's store; move it away",
            ),
            Self::Damaged(why) => write!(
                f,
                "the store is damaged: {why}. {KEPT}; put a copy in its place, or move it away to begin with an empty one"
            ),
            Self::Foreign(id) => write!(
                f,
                "this is no store of gg but the database of another application (its id is {id:#010x}). {KEPT}; move it away"
            ),
            Self::Newer(version, known) => write!(
                f,
                "the store has layout {version}, and this gg knows layouts up to {known}. {KEPT}; use the gg that wrote it, \
                 or a newer one"
            ),
            Self::StrayLog => {
                f.write_str("its log (`-wal`) lies there without it; move the log away to begin with an empty store")
            }
            Self::Busy => f.write_str("other processes keep the store busy; try again"),
            Self::Denied(why) => {
                write!(f, "the store cannot be used: {why}; its folder and its files have to be readable and writable")
            }
            Self::Io(error) => write!(f, "the store cannot be used: {}", crate::failure::Cause(error)),
            Self::Database(error) => write!(f, "the store cannot be used: {error}"),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.found)
    }
}

impl std::error::Error for StoreError {}
