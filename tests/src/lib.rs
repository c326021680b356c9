//! Ground the suites share: the tools they run, and where things are in the checkout.

pub mod tools;

use std::path::{Path, PathBuf};

/// The root of the checkout.
pub fn root() -> &'static Path {
    // This crate is a folder of the root.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Cargo's target folder: what a suite keeps between runs goes below it.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
