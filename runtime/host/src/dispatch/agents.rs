//! What dispatch asks of the loop: to run an agent on a brief in a folder, and to tell the operator what happens.

use std::{fmt, future::Future, path::PathBuf};

use crate::declarations::Ending;

/// As what an agent works on an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It does the issue. Its ending role is standard.
    Implementer,
    /// It reads what was done. Its ending role is review.
    Reviewer,
    /// It resolves conflicts. Its ending role is standard.
    Merger,
}

impl Role {
    /// The role by which its session ends (spec: runtime, 13.3).
    pub fn ending(self) -> &'static str {
        match self {
            Self::Implementer | Self::Merger => "standard",
            Self::Reviewer => "review",
        }
    }
}

/// An agent that is to be run, as a top-level one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// Its own id: `AUTH-1.0i` (issue, attempt) does it, `AUTH-1.0i.0r` reviews that, `AUTH-1.0m` merges.
    pub id: String,
    /// The id on the roster, which says its profile.
    pub agent: String,
    /// The issue.
    pub issue: String,
    /// As what it works.
    pub role: Role,
    /// Its workspace. What it keeps is in the store of the run's.
    pub folder: PathBuf,
    /// What opens its window.
    pub brief: String,
}

/// What an agent came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// Its session ended so.
    Session(Ending),
    /// It stopped otherwise, or could not be started: why, in a line.
    Stopped(String),
}

/// What happens to an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happened {
    /// This agent begins.
    Begins(String),
    /// This agent stopped without finishing.
    Stopped {
        /// Its id.
        agent: String,
        /// Why.
        why: String,
    },
    /// This agent asks for changes.
    ChangesRequested(String),
    /// The work conflicts with the workspace in these files.
    Conflict(Vec<String>),
    /// The work is merged.
    Merged,
    /// The issue failed.
    Failed(String),
    /// Somebody else changed where the issue stands, or removed it, so nothing further becomes of the work, which stays in
    /// this worktree, if it has one.
    LetGo(Option<PathBuf>),
    /// Something stays that should not, or could not be looked at.
    Left(String),
}

impl fmt::Display for Happened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Begins(agent) => write!(f, "{agent} begins"),
            Self::Stopped { agent, why } => write!(f, "{agent} stopped: {why}"),
            Self::ChangesRequested(agent) => write!(f, "{agent} asks for changes"),
            Self::Conflict(files) => write!(f, "in conflict: {}", files.join(", ")),
            Self::Merged => f.write_str("merged"),
            Self::Failed(why) => write!(f, "failed: {why}"),
            Self::LetGo(folder) => {
                f.write_str("let go: it was changed or removed while it was worked on")?;
                folder.as_ref().map_or(Ok(()), |folder| write!(f, "; what was done stays in {}", folder.display()))
            }
            Self::Left(why) => f.write_str(why),
        }
    }
}

/// The agents of a run, as dispatch has them work. The loop is what runs them.
pub trait Agents {
    /// Runs an agent to its end, once there is a slot for it.
    fn run(&self, assignment: Assignment) -> impl Future<Output = Ended>;

    /// Is told what happens to an issue, for the operator.
    fn tell(&self, issue: &str, happened: Happened);
}
