//! Why there is no reply: one problem for each turn error of the model (spec: runtime, 5.2).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::spending::Spent;

/// A call that gave no reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The address of the model.
    pub model: String,
    /// What went wrong.
    pub problem: Problem,
    /// Requests that were made.
    pub tries: u32,
    /// What they took.
    pub spent: Spent,
}

/// What went wrong. A provider's words are quoted at most a kilobyte long, and without keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Problem {
    /// The credentials are missing or were refused.
    #[serde(rename = "model_auth")]
    Auth {
        /// The variable of the environment they come from.
        variable: String,
        /// What was found.
        found: String,
    },
    /// The provider refused the request, or held its reply back.
    #[serde(rename = "model_rejected")]
    Rejected {
        /// The status of its answer, if it was the status that refused.
        status: Option<u16>,
        /// Its words.
        found: String,
    },
    /// Every try failed.
    #[serde(rename = "model_retry_exhausted")]
    RetryExhausted {
        /// How the last one failed.
        last: String,
    },
    /// The model repeated itself and was stopped: the last bytes of the reply are one unit over and over.
    #[serde(rename = "model_response_loop")]
    ResponseLoop {
        /// Bytes of the unit.
        unit: usize,
        /// How often it stands there, at least.
        repeats: usize,
    },
    /// The request holds a picture, and the model takes none.
    #[serde(rename = "model_vision_unsupported")]
    VisionUnsupported {
        /// The provider's words.
        found: String,
    },
    /// The answer could not be read.
    #[serde(rename = "model_parse")]
    Parse {
        /// What was expected, and what was found.
        found: String,
    },
    /// There was no whole answer in time.
    #[serde(rename = "model_timeout")]
    Timeout {
        /// The time, in seconds.
        seconds: u64,
    },
    /// The answer was cut by its bound.
    #[serde(rename = "model_length_capped")]
    LengthCapped {
        /// Which bound.
        found: String,
    },
}

impl Problem {
    /// Its type in the taxonomy of turn errors.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Auth { .. } => "model_auth",
            Self::Rejected { .. } => "model_rejected",
            Self::RetryExhausted { .. } => "model_retry_exhausted",
            Self::ResponseLoop { .. } => "model_response_loop",
            Self::VisionUnsupported { .. } => "model_vision_unsupported",
            Self::Parse { .. } => "model_parse",
            Self::Timeout { .. } => "model_timeout",
            Self::LengthCapped { .. } => "model_length_capped",
        }
    }
}

/// What was found, and what to do.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auth { variable, found } => {
                write!(f, "the credentials do not do: {found}. Set {variable} in the environment to a valid key.")
            }
            Self::Rejected { status: Some(status), found } => {
                write!(
                    f,
                    "the provider refused the request with status {status}: {found}. The same request is refused "
                )?;
                f.write_str("again; change it, or choose another model.")
            }
            Self::Rejected { status: None, found } => {
                write!(f, "the provider refused: {found}. Change the request, or choose another model.")
            }
            Self::RetryExhausted { last } => {
                write!(f, "every try failed, the last one so: {last}. Try later, or raise `maxModelRetries`.")
            }
            Self::ResponseLoop { unit, repeats } => {
                write!(
                    f,
                    "the model repeated the same {unit} bytes {repeats} times and was stopped. Ask in another way."
                )
            }
            Self::VisionUnsupported { found } => {
                write!(f, "the model takes no pictures: {found}. Show it none, or choose one that takes them.")
            }
            Self::Parse { found } => {
                write!(f, "the answer could not be read: {found}. See that the address is that of such an API.")
            }
            Self::Timeout { seconds } => {
                write!(
                    f,
                    "there was no whole answer within {seconds} s. Ask for less, or raise `modelCallTimeoutSecs`."
                )
            }
            Self::LengthCapped { found } => write!(f, "the answer was cut: {found}. Ask for less, or raise the bound."),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tries {
            0 | 1 => write!(f, "{}: {}", self.model, self.problem),
            tries => write!(f, "{} ({tries} tries): {}", self.model, self.problem),
        }
    }
}

impl std::error::Error for Failure {}
