//! What becomes of a wait for an issue, as far as the board alone says it (spec: runtime, 13.4).

use std::collections::{HashSet, VecDeque};

use gg_engine::ErrorCode;

use super::Board;
use crate::operations::board::IssueStatus;

/// How a wait ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The issue is done.
    Done,
    /// It failed.
    Failed,
    /// It is no longer on the board.
    Removed,
    /// It can never be begun, behind this issue.
    Never {
        /// The id of what it is behind, be it a blocker of its own or of one of those.
        blocker: String,
        /// What is wrong with that one.
        hindrance: Hindrance,
    },
    /// It waits, through others, for the one that waits for it.
    Circle {
        /// What it waits for, what that waits for, and so on to the waiter.
        way: Vec<String>,
    },
    /// By the time the waiter resumed, it had been taken up anew.
    LiveAgain,
    /// A fault of the run released the waiter, who takes no further turn.
    Released,
}

/// Why a blocker will never be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    /// It failed.
    Failed,
    /// It was removed.
    Missing,
}

impl Outcome {
    /// The code it is reported as, if it is reported as a failure.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Done | Self::Failed | Self::Removed => None,
            Self::Never { .. } | Self::Circle { .. } | Self::LiveAgain => Some(ErrorCode::Conflict),
            Self::Released => Some(ErrorCode::Refused),
        }
    }

    /// The outcome in a sentence about the issue with this id.
    pub fn sentence(&self, id: &str) -> String {
        let said = match self {
            Self::Done => format!("{id} is done"),
            Self::Failed => format!("{id} failed"),
            Self::Removed => format!("{id} was removed from the board"),
            Self::Never { blocker, hindrance } => {
                let why = match hindrance {
                    Hindrance::Failed => "failed",
                    Hindrance::Missing => "was removed from the board",
                };
                format!("{id} can never finish behind {blocker}, which {why}")
            }
            Self::Circle { way } => format!(
                "{id} can never finish while this agent waits for it: it waits for {}; go on without it, for it can finish \
                 once this agent has ended",
                way.join(", which waits for ")
            ),
            Self::LiveAgain => format!("{id} had ended, and is live again"),
            Self::Released => format!("{id} is waited for no longer, for the run has a fault"),
        };
        let code = self.code().map(|code| format!(" ({})", code.word())).unwrap_or_default();
        format!("{said}{code}.")
    }
}

impl Board {
    /// How a wait for an issue that was once on the board ends, if it ends as things stand. An issue that somebody has begun
    /// can still finish, whatever blocks it.
    pub fn outcome(&self, id: &str) -> Option<Outcome> {
        let by_id = self.by_id();
        let Some(issue) = by_id.get(id) else { return Some(Outcome::Removed) };
        match issue.status {
            IssueStatus::Done => return Some(Outcome::Done),
            IssueStatus::Failed => return Some(Outcome::Failed),
            IssueStatus::InProgress | IssueStatus::InReview => return None,
            IssueStatus::Open => {}
        }
        // The nearest hindrance is the one that is named.
        let mut open: VecDeque<&str> = issue.blocked_by.iter().map(String::as_str).collect();
        let mut seen: HashSet<&str> = open.iter().copied().collect();
        while let Some(id) = open.pop_front() {
            let never = |hindrance| Some(Outcome::Never { blocker: id.to_owned(), hindrance });
            match by_id.get(id).map(|blocker| (blocker.status, &blocker.blocked_by)) {
                None => return never(Hindrance::Missing),
                Some((IssueStatus::Failed, _)) => return never(Hindrance::Failed),
                Some((IssueStatus::Open, blocked_by)) => {
                    open.extend(blocked_by.iter().map(String::as_str).filter(|id| seen.insert(id)));
                }
                Some((IssueStatus::Done | IssueStatus::InProgress | IssueStatus::InReview, _)) => {}
            }
        }
        None
    }

    /// How a wait ended whose waiter resumes now: what ended it may have been taken back since.
    pub fn outcome_at_resumption(&self, id: &str) -> Outcome {
        self.outcome(id).unwrap_or(Outcome::LiveAgain)
    }
}
