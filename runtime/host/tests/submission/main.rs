//! Submissions whole, run through the sandbox.

mod agent;
mod aliases;
mod arm;
mod chain;
mod defects;
mod on_use;
