// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Every type that crosses, and every call.

pub(crate) mod files;
pub(crate) mod shell;
pub(crate) mod board;
pub(crate) mod tasks;
pub(crate) mod memories;
pub(crate) mod docs;
pub(crate) mod views;
pub(crate) mod context;
pub(crate) mod delegation;
pub(crate) mod skills;
pub(crate) mod programs;
pub(crate) mod session;
pub(crate) mod core;
