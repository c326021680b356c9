//! Submissions whole, run through the sandbox.

mod agent;
mod chain;
mod on_use;
