//! Submissions whole, run through the sandbox.

mod agent;
mod aliases;
mod arm;
mod chain;
mod defects;
mod documented;
mod loaded;
mod on_use;
