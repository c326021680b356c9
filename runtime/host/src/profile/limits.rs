//! Limits of a run, an agent and a program (spec: runtime, 24.1 and 24.2).

use std::time::Duration;

use gg_engine::sandbox::Limits;
use gg_settings::Section;

/// Agents that work at a time, where nothing is said.
pub const MAX_PARALLEL: u32 = 16;

/// Depth below which no agent is started, where nothing is said; the first stands at 0.
pub const MAX_DEPTH: u32 = 3;

/// Limits of the run and of the agent. What has no value is not armed.
#[derive(Debug, Clone, PartialEq)]
pub struct RunLimits {
    /// Agents that work at a time.
    pub max_parallel: u32,
    /// Depth below which no agent is started.
    pub max_depth: u32,
    /// Turns of an agent.
    pub max_turns: Option<u32>,
    /// Wall-clock time of the run.
    pub max_runtime: Option<Duration>,
    /// Errors in a row.
    pub max_consecutive_errors: u32,
    /// Share of turns that may fail.
    pub max_error_rate: f64,
    /// Turns that share is taken of.
    pub error_rate_window: u32,
    /// Cost of the run.
    pub max_cost: Option<f64>,
    /// How long a call of the model may take.
    pub model_call_timeout: Duration,
    /// How long a model may be silent while it answers.
    pub model_stream_idle: Duration,
    /// How often a call of the model is tried again.
    pub max_model_retries: u32,
    /// Longest pause between tries.
    pub model_retry_max_delay: Duration,
    /// Bytes of the session record.
    pub replay_max_bytes: u64,
}

/// Limits of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgramLimits {
    /// Guest time.
    pub timeout: Duration,
    /// Memory, in bytes.
    pub max_memory_bytes: u64,
}

impl ProgramLimits {
    /// The same, for the sandbox.
    pub fn of_sandbox(self) -> Limits {
        Limits { time: self.timeout, memory: usize::try_from(self.max_memory_bytes).unwrap_or(usize::MAX) }
    }
}

impl RunLimits {
    /// The same, but what holds for the whole run is that of its first profile.
    #[must_use]
    pub fn in_run(self, first: &Self) -> Self {
        Self {
            max_parallel: first.max_parallel,
            max_depth: first.max_depth,
            max_runtime: first.max_runtime,
            max_cost: first.max_cost,
            replay_max_bytes: first.replay_max_bytes,
            ..self
        }
    }

    pub(super) fn read(section: &Section<'_>) -> Self {
        let count = |key, default| section.integer(key, 1..=u32::MAX).unwrap_or(default);
        let seconds =
            |key, default| Duration::from_secs(section.integer(key, 1..=u64::from(u32::MAX)).unwrap_or(default));
        Self {
            max_parallel: count("maxParallel", MAX_PARALLEL),
            max_depth: section.integer("maxDepth", 0..=u32::MAX).unwrap_or(MAX_DEPTH),
            max_turns: section.integer("maxTurns", 1..=u32::MAX),
            max_runtime: section.number("maxRuntimeSecs", SECONDS).map(Duration::from_secs_f64),
            max_consecutive_errors: count("maxConsecutiveErrors", 5),
            max_error_rate: section.number("maxErrorRate", 0.0..=1.0).unwrap_or(0.2),
            error_rate_window: count("errorRateWindow", 50),
            max_cost: section.number("maxCost", 0.0..=f64::MAX),
            model_call_timeout: seconds("modelCallTimeoutSecs", 900),
            model_stream_idle: seconds("modelStreamIdleSecs", 60),
            max_model_retries: section.integer("maxModelRetries", 0..=u32::MAX).unwrap_or(10),
            model_retry_max_delay: seconds("modelRetryMaxDelaySecs", 60),
            replay_max_bytes: section.integer("replayMaxBytes", 1..=u64::MAX).unwrap_or(268_435_456),
        }
    }
}

impl ProgramLimits {
    pub(super) fn read(section: &Section<'_>) -> Self {
        Self {
            timeout: Duration::from_secs_f64(section.number("timeoutSecs", SECONDS).unwrap_or(30.0)),
            max_memory_bytes: section.integer("maxMemoryBytes", MEMORY..=4 << 30).unwrap_or(268_435_456),
        }
    }
}

/// Seconds that make sense: above zero, and no more than a century.
pub(super) const SECONDS: std::ops::RangeInclusive<f64> = 0.001..=3.2e9;
/// The least memory an engine starts in, in bytes.
const MEMORY: u64 = 8 << 20;
