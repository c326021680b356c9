//! The component that programs of the JavaScript and TypeScript arms run in: the engine, joined to a table's membrane,
//! with the table's SDK evaluated.
//!
//! The engine is one fixed core module for every table (`runtime/arms/javascript`). [`assemble`] joins it to a table;
//! [`snapshot`] makes it ready, so that a program starts where the SDK and the globals already stand.

mod arm;
mod assemble;
mod component;
mod snapshot;
mod write;

pub use arm::JavaScript;
pub(crate) use arm::{naming, says_out_of_memory};
pub use assemble::{ENGINE, assemble, assemble_with};
pub use component::ScriptGuest;
pub use snapshot::snapshot;
pub(crate) use write::write;

use std::fmt;

/// A component that cannot be made: the package, the adapter and the engine do not fit, which is a defect of theirs and
/// never of a program.
#[derive(Debug)]
pub struct ComponentError {
    /// What was being done.
    pub step: &'static str,
    /// What went wrong, with its causes.
    pub cause: String,
}

impl ComponentError {
    fn at<E: fmt::Debug>(step: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self { step, cause: format!("{error:?}") }
    }
}

impl fmt::Display for ComponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the component of the JavaScript engine cannot be made, at {}: {}", self.step, self.cause)
    }
}

impl std::error::Error for ComponentError {}
