//! What one program may use, and the part of it that is asked for in memory.

use std::time::Duration;

use wasmtime::ResourceLimiter;

/// What one program may use (spec: runtime, 20.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time of its own: host calls are not counted. 30 s unless a profile says otherwise.
    pub time: Duration,
    /// Memory, in bytes. 256 MiB unless a profile says otherwise.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(30), memory: 256 << 20 }
    }
}

/// How many elements a table of a component may have.
pub(super) const TABLE_ELEMENTS: usize = 40_000;

/// Grants a program's memory, and remembers a refusal.
#[derive(Debug)]
pub(super) struct Limiter {
    limit: usize,
    used: usize,
    /// The most it had, in bytes.
    pub(super) peak: usize,
    /// How much it asked for in all when it was last refused.
    pub(super) denied: Option<usize>,
}

impl Limiter {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, used: 0, peak: 0, denied: None }
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(&mut self, current: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        let wanted = self.used.saturating_sub(current).saturating_add(desired);
        let granted = wanted <= self.limit;
        if granted {
            self.used = wanted;
            self.peak = self.peak.max(wanted);
        } else {
            self.denied = Some(wanted);
        }
        Ok(granted)
    }

    fn memory_grow_failed(&mut self, _: wasmtime::Error) -> wasmtime::Result<()> {
        // The machine has no more, whatever the limit says.
        self.denied = self.denied.or(Some(self.used));
        Ok(())
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        Ok(desired <= TABLE_ELEMENTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_are_counted_together() {
        let mut limiter = Limiter::new(100);
        assert!(matches!(limiter.memory_growing(0, 60, None), Ok(true)));
        assert!(matches!(limiter.memory_growing(0, 40, None), Ok(true)));
        assert!(matches!(limiter.memory_growing(40, 41, None), Ok(false)));
        assert_eq!((limiter.peak, limiter.denied), (100, Some(101)));
    }
}
