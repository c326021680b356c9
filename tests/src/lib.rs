//! Ground the suites share: the tools they run, and where things are in the checkout.

pub mod member;
pub mod repository;
pub mod rust;
pub mod tools;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The root of the checkout.
pub fn root() -> &'static Path {
    // This crate is a folder of the root.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Cargo's target folder: what a suite keeps between runs goes below it.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A table of the checkout.
#[derive(Debug, Clone)]
pub struct Table {
    /// What suites call it: `gg`, or the name of its file.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// Every complete table of the checkout: gg's own and those of `tests/tables`, by name.
///
/// # Errors
///
/// The folder cannot be read.
pub fn tables() -> io::Result<Vec<Table>> {
    let mut tables = vec![Table { name: "gg".to_owned(), path: root().join("operations.toml") }];
    for entry in fs::read_dir(root().join("tests/tables"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            tables.push(Table { name, path });
        }
    }
    tables.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tables)
}
