//! How an agent ends (spec: runtime, 25.1 and 25.2).

use std::fmt;

use serde::{Serialize, Serializer};

/// The status of an agent that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It declared its ending.
    Completed,
    /// It took all the turns it may.
    Exhausted,
    /// The time of the run is spent.
    TimedOut,
    /// Its model could not be asked.
    ModelError,
    /// Its model refused the credentials.
    AuthError,
    /// A ceiling on errors or cost was breached.
    LimitExceeded,
    /// A compaction that was due was not delivered.
    CompactionFailed,
    /// A hook of the operator is broken.
    HookError,
    /// gg is defective.
    InternalError,
    /// The operator ended it.
    Canceled,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 10] = [
        Self::Completed,
        Self::Exhausted,
        Self::TimedOut,
        Self::ModelError,
        Self::AuthError,
        Self::LimitExceeded,
        Self::CompactionFailed,
        Self::HookError,
        Self::InternalError,
        Self::Canceled,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Exhausted => "exhausted",
            Self::TimedOut => "timed_out",
            Self::ModelError => "model_error",
            Self::AuthError => "auth_error",
            Self::LimitExceeded => "limit_exceeded",
            Self::CompactionFailed => "compaction_failed",
            Self::HookError => "hook_error",
            Self::InternalError => "internal_error",
            Self::Canceled => "canceled",
        }
    }

    /// The exit code of a run in which a ceiling was breached (spec: runtime, 25.2).
    pub const BREACHED: u8 = 3;

    /// Whether a ceiling was breached.
    pub fn is_breach(self) -> bool {
        self.exit_code() == Self::BREACHED
    }

    /// The exit code of a run whose root ended so, and in which nobody else breached a ceiling.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Completed | Self::Canceled => 0,
            Self::Exhausted | Self::TimedOut | Self::LimitExceeded => Self::BREACHED,
            Self::ModelError | Self::AuthError | Self::CompactionFailed | Self::HookError | Self::InternalError => 1,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
