//! One operations table in; the WIT membrane, the Rust host trait, an SDK per language, the documentation and the prompt
//! fragments out.
//!
//! The road is short: [`table::read`] turns a [`source::Source`] into a [`surface::Surface`], [`emit::emit`] turns that
//! into an [`output::FileSet`]; [`generate`] is both. Everything between is pure; files are read and written at the
//! edges: [`output::Folder`], and [`Build`] for a `build.rs`.

mod build;
mod pipeline;

pub mod arms;
pub mod diagnostic;
pub mod diff;
pub mod emit;
pub mod expected;
pub mod layout;
pub mod markdown;
pub mod names;
pub mod output;
pub mod scaffold;
pub mod source;
pub mod surface;
pub mod table;

pub use build::{Build, BuildError};
pub use pipeline::{Failure, Generated, Options, generate};
