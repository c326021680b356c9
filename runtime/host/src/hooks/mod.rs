//! The operator's hooks: what waits for ten events in the life of a session, a call and a window (spec: runtime, 22).
//!
//! A hook that is a command or a script reads what happens as one JSON object, `{"event", "agent"}` and what there is to say
//! of the event, and answers by its status: 0 lets it pass, 2 blocks it with what it wrote, where there is something to
//! block. Where it lets pass and writes `{"text": "…"}` to standard output, its agent reads that when the turn closes.
//! Anything else is a broken hook, which ends the run.

mod ask;
mod host;
mod protect;

use std::{fmt, path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

use crate::operations::OperationId;

pub use host::SessionEnd;
pub use protect::Protected;

/// What a hook waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A file is about to be written or edited.
    BeforeWrite,
    /// It was, or could not be.
    AfterWrite,
    /// A command is about to run.
    BeforeCommand,
    /// It has, or could not.
    AfterCommand,
    /// A window is about to be compacted.
    BeforeCompaction,
    /// It was.
    AfterCompaction,
    /// An agent begins.
    AgentStart,
    /// It is about to end its session, or was ended.
    AgentStop,
    /// The first agent of a run begins, before it does so as any agent.
    SessionStart,
    /// All agents of a run have ended.
    SessionEnd,
}

impl Event {
    /// Every event.
    pub const ALL: [Self; 10] = [
        Self::BeforeWrite,
        Self::AfterWrite,
        Self::BeforeCommand,
        Self::AfterCommand,
        Self::BeforeCompaction,
        Self::AfterCompaction,
        Self::AgentStart,
        Self::AgentStop,
        Self::SessionStart,
        Self::SessionEnd,
    ];

    /// Its name, in a profile and to a hook.
    pub fn name(self) -> &'static str {
        match self {
            Self::BeforeWrite => "before-write",
            Self::AfterWrite => "after-write",
            Self::BeforeCommand => "before-command",
            Self::AfterCommand => "after-command",
            Self::BeforeCompaction => "before-compaction",
            Self::AfterCompaction => "after-compaction",
            Self::AgentStart => "agent-start",
            Self::AgentStop => "agent-stop",
            Self::SessionStart => "session-start",
            Self::SessionEnd => "session-end",
        }
    }

    /// Whether a hook may keep it from happening.
    pub fn may_be_blocked(self) -> bool {
        matches!(self, Self::BeforeWrite | Self::BeforeCommand | Self::AgentStop)
    }

    /// Whether it comes once a run, and not once an agent.
    pub fn is_of_the_run(self) -> bool {
        matches!(self, Self::SessionStart | Self::SessionEnd)
    }

    /// Whether an agent takes a turn after it, in which it reads what was said.
    pub(crate) fn is_read_of(self) -> bool {
        !matches!(self, Self::AgentStop | Self::SessionEnd)
    }

    /// What a call of an operation is before its method runs, and after it has, if hooks may wait for it.
    fn of(operation: OperationId) -> Option<(Self, Self)> {
        match operation {
            OperationId::FilesWriteFile | OperationId::FilesEditFile => Some((Self::BeforeWrite, Self::AfterWrite)),
            OperationId::ShellShell => Some((Self::BeforeCommand, Self::AfterCommand)),
            _ => None,
        }
    }
}

/// A hook.
#[derive(Debug, Clone)]
pub struct Hook {
    /// What it waits for.
    pub event: Event,
    /// What it does.
    pub action: Action,
}

impl Hook {
    /// The script it runs, if it runs one.
    pub fn script(&self) -> Option<&Script> {
        match &self.action {
            Action::Script(script, _) => Some(script),
            Action::Command(..) | Action::Protect(_) | Action::Say(_) => None,
        }
    }
}

/// What a hook does.
#[derive(Debug, Clone)]
pub enum Action {
    /// Runs a line of `sh -c` in the workspace, for so long at most.
    Command(String, Duration),
    /// Runs a file by its first line, in the workspace, for so long at most.
    Script(Script, Duration),
    /// Blocks writes of these paths: the built-in `protect`.
    Protect(Protected),
    /// Says a text: the built-in `say`.
    Say(String),
}

/// The file of a script.
#[derive(Debug, Clone)]
pub struct Script {
    /// Its path, seen from the folder of the profile.
    pub path: PathBuf,
    /// Where it is.
    pub file: PathBuf,
}

/// A hook that neither let something pass nor blocked it: the run ends with `hook_error`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenHook {
    /// Its command, or the path of its script.
    pub hook: String,
    /// What became of it.
    pub why: String,
}

impl fmt::Display for BrokenHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the hook `{}` is broken: {}", self.hook, self.why)
    }
}

/// What hooks said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Said {
    /// What their agent is to read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// The words of the one that blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objection: Option<String>,
    /// The one that is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<BrokenHook>,
}
