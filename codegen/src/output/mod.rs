//! The output: a complete, ordered manifest of files in memory, and the folder it is written to or compared with.

mod compare;
mod files;
mod folder;
mod manifest;

pub use compare::{Changed, Comparison};
pub use files::FileSet;
pub use folder::{Folder, FolderError, Written};
pub use manifest::MANIFEST;
pub(crate) use manifest::add as add_manifest;
