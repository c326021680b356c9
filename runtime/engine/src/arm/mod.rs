//! A program language at run time: what becomes of a program before it runs, what it runs in, and how its own words for
//! a failure are understood.
//!
//! Arms differ in how much they do. An interpreting arm hands a program over nearly as it came and has one component for
//! all; a compiling arm makes a component of every program. Both fit [`Arm`].

mod diagnostic;
mod guest;
mod install;
pub mod javascript;
mod key;
mod need;
mod origins;
mod prepared;
pub mod python;
mod registry;
pub mod rust;
pub mod typescript;
mod written;

use std::pin::Pin;

pub use diagnostic::{Diagnosed, Diagnostic, Location, Rejection, Toolchain};
pub(crate) use guest::hexadecimal;
pub use guest::{Guest, Inputs, Progress, SharedGuest, Stage};
pub use install::{Install, InstallError};
pub use key::{Case, Naming};
pub use need::{Missing, Need};
pub use origins::{Origin, Origins};
pub use prepared::{Declaration, DeclarationKind, Module, ModuleSource, Prepared, Source};
pub use registry::Arms;
pub use written::{Literal, Passed, Written};

/// What an arm does in its own time.
pub type Work<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One program language.
///
/// An arm holds no state of an agent: what it makes depends on what it is given, and on how it was set up.
pub trait Arm: Send + Sync {
    /// Its id, one of [`crate::Table::arms`].
    fn id(&self) -> &'static str;

    /// The name that locations in a program have, such as `program.ts`.
    fn program_name(&self) -> &'static str;

    /// Prepares a program. The text is the author's, and every place in what comes of it is a place in that text.
    ///
    /// # Errors
    ///
    /// The program is wrong, its compiler could not finish, or the arm itself is defective.
    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>>;

    /// Prepares a `lib` module, in the coordinates of its own text.
    ///
    /// # Errors
    ///
    /// As for a program.
    fn prepare_module<'a>(&'a self, module: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>>;

    /// How the arm names what a program reaches by a key (spec: decisions, 93).
    fn naming(&self) -> Naming;

    /// A program of these calls, for the host to run, in the style in which the arm's own programs are written.
    fn write(&self, calls: &[Written]) -> String;

    /// What its programs run in.
    fn guest(&self) -> Guest<'_>;

    /// What it needs that gg does not bring along, and whether it is there.
    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    /// What gg can install for it; none where there is nothing to install.
    fn installation(&self) -> Option<&dyn Install> {
        None
    }

    /// Whether a text ends in the middle of a program, so that whoever is typing it goes on. False where the arm cannot tell.
    fn is_unfinished(&self, _text: &str) -> bool {
        false
    }

    /// The line of an uncaught failure's text that says what failed, for a sentence about it.
    fn cause<'t>(&self, text: &'t str) -> &'t str {
        text.lines().next().unwrap_or_default()
    }

    /// Whether the text of an uncaught failure is the language's own way of saying that memory ran out.
    fn says_out_of_memory(&self, message: &str) -> bool;
}
