//! The sandbox: a program runs in a fresh instance of a component, within its limits, and reaches the host through the
//! membrane and nothing else.

mod cache;
mod classify;
mod clock;
mod engine;
mod feedback;
mod guests;
mod limits;
mod logs;
mod program;
mod report;
mod runtime;
mod sources;
mod streams;
#[cfg(test)]
mod testing;
mod wasi;

pub use cache::{Cache, Entry};
pub(crate) use clock::GuestClock;
pub use engine::Sandbox;
pub use feedback::{ErrorKind, ModuleError, ProgramError};
pub use limits::Limits;
pub use logs::Logs;
pub use program::Program;
pub use report::{Band, Failure, Outcome, Report, Timings};
pub use runtime::{Ran, Runtime, Submission};
pub use sources::{Sources, System};
