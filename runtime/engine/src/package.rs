//! What codegen makes of a table besides the host, as static data: what arms, documentation and prompts are made from.

use crate::table::Table;

/// Everything of one table that the runtime reads. Codegen writes a static of it beside the table.
#[derive(Debug)]
pub struct Package {
    /// The root a program imports: `gg`.
    pub root: &'static str,
    /// The table.
    pub table: &'static Table,
    /// The membrane: the WIT package, in binary.
    pub wit: &'static [u8],
    /// The documentation's index (`docs/index.json`).
    pub index: &'static str,
    /// The pieces of the prompt: file name and text, in the order of the names.
    pub prompts: &'static [(&'static str, &'static str)],
    /// What the JavaScript and TypeScript arms need.
    pub javascript: JavaScript,
    /// What the Python arm needs.
    pub python: Python,
    /// What the Rust arm needs.
    pub rust: Rust,
}

/// What the JavaScript and TypeScript arms need of a table.
#[derive(Debug)]
pub struct JavaScript {
    /// The core module that joins the engine to the membrane.
    pub adapter: &'static [u8],
    /// What the engine lifts, lowers and checks by (crate gg-descriptors).
    pub descriptors: &'static [u8],
    /// The SDK: path below its folder, and text, of each file that is evaluated.
    pub sdk: &'static [(&'static str, &'static str)],
    /// The same of their declarations, for a checker.
    pub declarations: &'static [(&'static str, &'static str)],
}

/// What the Python arm needs of a table.
#[derive(Debug)]
pub struct Python {
    /// The package a program imports.
    pub root: &'static str,
    /// The SDK: path below its folder, and text, of each file that is imported.
    pub sdk: &'static [(&'static str, &'static str)],
}

/// What the Rust arm needs of a table.
#[derive(Debug)]
pub struct Rust {
    /// The crate a program reads.
    pub root: &'static str,
    /// The SDK: path below its folder, and text, of each source; the root of the crate is `src/lib.rs`.
    pub sdk: &'static [(&'static str, &'static str)],
}
