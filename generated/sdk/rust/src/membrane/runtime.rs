// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What stands in for the host's clock, random source and operator outside of a component.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    time::{SystemTime, UNIX_EPOCH},
};

/// Prints a line for the operator.
pub(crate) fn log(line: &str) {
    println!("{line}");
}

/// Microseconds since the Unix epoch.
pub(crate) fn now() -> u64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(passed.as_micros()).unwrap_or(u64::MAX)
}

/// A number that differs from call to call.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
