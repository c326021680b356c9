//! Submissions whole, run through the sandbox.

mod agent;
mod aliases;
mod chain;
mod on_use;
