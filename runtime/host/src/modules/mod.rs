//! The operations, a file per module. Each method checks the rules of its call, asks what stands behind it, and returns a
//! typed value or a failure.

mod board;
mod context;
mod delegation;
mod docs;
mod files;
mod memories;
mod programs;
mod session;
mod shell;
mod skills;
mod tasks;
mod views;
