// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What a program can do: work in the workspace, keep notes, show itself things, direct other
//! agents.
//!
//! A program is one reply of the model. It calls operations, and each call either returns a value
//! or fails.
//!
//! - **Values stay in the program.** The model sees only views, which arrive in its window with the
//!   next turn: files by [`views::open_file`](crate::views::open_file), texts a program composed by
//!   [`views::open_text`](crate::views::open_text), documentation by
//!   [`views::open_docs_view`](crate::views::open_docs_view).
//! - **A failed call is an ordinary failure.** A program may catch it and go on. It carries a code
//!   to branch on and a message which says what was wrong.
//! - **A call that landed has landed.** Nothing is undone when the program fails later, except an
//!   ending of the session and a hand-over to another program.
//! - **A deferred call** checks and registers what it was asked for; it happens after the program
//!   has ended.
#![allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::result_large_err,
    clippy::should_implement_trait,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::wrong_self_convention,
    rustdoc::bare_urls,
    rustdoc::redundant_explicit_links,
    reason = "names, shapes and words are the table's"
)]

#[rustfmt::skip]
pub mod files;
#[rustfmt::skip]
pub mod shell;
#[rustfmt::skip]
pub mod board;
#[rustfmt::skip]
pub mod tasks;
#[rustfmt::skip]
pub mod memories;
#[rustfmt::skip]
pub mod docs;
#[rustfmt::skip]
pub mod views;
#[rustfmt::skip]
pub mod context;
#[rustfmt::skip]
pub mod delegation;
#[rustfmt::skip]
pub mod skills;
#[rustfmt::skip]
pub mod programs;
#[rustfmt::skip]
pub mod session;
#[rustfmt::skip]
pub mod core;
#[rustfmt::skip]
pub mod membrane;
#[rustfmt::skip]
pub mod program;

pub use program::{Failure, log};
