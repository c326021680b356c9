//! What a model replies.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    spending::{Spent, Usage},
    submission::Submission,
};

/// The reply to a request, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// What it says. It goes into the window as it is.
    pub answer: Answer,
    /// Why it ended.
    pub stop: Stop,
    /// The tokens of the try that succeeded; none when the provider does not tell.
    pub usage: Option<Usage>,
    /// What all tries took.
    pub spent: Spent,
    /// How many there were.
    pub tries: u32,
}

/// What a reply says.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Its text. In the plain form it is the program; in the wrapped form it stands beside the calls.
    pub text: String,
    /// Calls of tools, in order.
    pub calls: Vec<Call>,
    /// What the provider wants back as it was, in the order it came: signed thoughts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<Value>,
}

/// A call of a tool, as the model made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Its id, to acknowledge it by.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// The arguments: meant to be JSON, and not repaired.
    pub arguments: String,
}

/// Why a reply ended. One that was cut or held back is a failure and no reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// It was done.
    End,
    /// It called a tool.
    Called,
    /// For a reason of its provider.
    Other(String),
}

impl Answer {
    /// Each call with what it submits, in order.
    pub fn submissions(&self) -> Vec<Submission> {
        self.calls.iter().map(Submission::of).collect()
    }
}
