//! The two things that stand behind the host's hand: a clock and a random source.

use std::time::{SystemTime, UNIX_EPOCH};

/// Where a program's time and randomness come from. A host that keeps a record writes down what it hands out, and a replay
/// hands out the same.
pub trait Sources: Send + Sync {
    /// Microseconds since the epoch.
    fn now(&self) -> u64;

    /// Any number.
    fn random(&self) -> u64;
}

/// The machine's own.
#[derive(Debug, Clone, Copy, Default)]
pub struct System;

impl Sources for System {
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
    }

    fn random(&self) -> u64 {
        rand::random()
    }
}
