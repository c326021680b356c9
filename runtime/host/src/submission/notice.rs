//! What the model is told of a submission besides its error (spec: runtime, 6).

use std::fmt;

use serde::Serialize;

use super::{MOST_PROGRAMS, ScriptReport};

/// Why a program that was handed over to did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotHandedOver {
    /// The program that handed over failed, or met a ceiling.
    Failed,
    /// It also ended the session.
    Ended,
    /// It was the last that may run.
    TooMany,
}

impl fmt::Display for NotHandedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The program that was handed over to did not run: ")?;
        match self {
            Self::Failed => f.write_str("the one that handed over failed."),
            Self::Ended => f.write_str("the one that handed over also ended the session."),
            Self::TooMany => write!(f, "{MOST_PROGRAMS} programs have run, which is the most there can be."),
        }
    }
}

/// That several submissions ran, and in which order; nothing of a single one.
pub(super) fn order(ran: usize) -> Option<String> {
    (ran > 1).then(|| {
        format!(
            "The reply held several programs. {ran} of them ran, one after the other, in the order they were submitted."
        )
    })
}

/// That an on-use script failed, in a sentence; nothing of one that ran.
pub(super) fn script(script: &ScriptReport) -> Option<String> {
    let ScriptReport { origin, name, cause, failure } = script;
    let failure = failure.as_ref()?;
    let text = cause.trim_end_matches('.');
    let place = failure.location.as_ref().map(|place| format!(", at {place}")).unwrap_or_default();
    Some(format!("The on-use script of the {origin} `{name}` failed: {text}{place}."))
}
