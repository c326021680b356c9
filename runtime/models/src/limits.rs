//! Limits of one call of a model (spec: runtime, 24.1).

use std::time::Duration;

/// Limits of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// `modelCallTimeoutSecs`: how long a call may take, with all its tries and pauses.
    pub call_timeout: Duration,
    /// `modelStreamIdleSecs`: how long a model may be silent once its reply has begun to come in. Before that it may think,
    /// and only the time of the call counts.
    pub stream_idle: Duration,
    /// `maxModelRetries`: how often it is tried again.
    pub max_retries: u32,
    /// `modelRetryMaxDelaySecs`: the longest pause between tries.
    pub retry_max_delay: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            call_timeout: Duration::from_mins(15),
            stream_idle: Duration::from_mins(1),
            max_retries: 10,
            retry_max_delay: Duration::from_mins(1),
        }
    }
}
