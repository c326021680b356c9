//! `guest/javascript/`: what the JavaScript engine needs of a table besides the SDK. The engine itself is one module for
//! every table; it knows the operations by descriptors, and reaches them through an adapter.

mod adapter;
mod descriptors;

pub use descriptors::describe;

use super::{EmitError, wit};
use crate::{output::FileSet, surface::Surface};

/// The module that joins the engine to the membrane.
pub const ADAPTER: &str = "guest/javascript/adapter.wasm";
/// What the engine lifts, lowers and checks by.
pub const DESCRIPTORS: &str = "guest/javascript/descriptors.bin";

/// The files below `guest/`.
pub(super) fn emit(surface: &Surface) -> Result<FileSet, EmitError> {
    let (resolve, package) = wit::parse(surface)?;
    let mut files = FileSet::new();
    files.insert(ADAPTER, adapter::module(surface, &resolve, package)?);
    files.insert(DESCRIPTORS, describe(surface).encode());
    Ok(files)
}

/// A number of things, or the place of one: no table comes near 2^32 of anything.
fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
