//! The operator's hooks that stand before a call, and before an agent stops (spec: runtime, 22).
//!
//! A hook is a command. It reads what is about to happen as one JSON object, `{"event", "operation", "request"}` of a call
//! and `{"event", "text"}` of an ending, and answers by its status: 0 lets it pass, 2 blocks it with what it wrote. Anything
//! else is a broken hook, which ends the run.

use std::{path::Path, time::Duration};

use gg_engine::{Call, CallError, ErrorCode};

use crate::{
    operations::OperationId,
    process::{Command, End, run},
};

/// The status by which a hook blocks a call.
const BLOCKED: i32 = 2;

/// What a hook waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A file is about to be written or edited.
    BeforeWrite,
    /// A command is about to run.
    BeforeCommand,
    /// An agent is about to end its session.
    AgentStop,
}

impl Event {
    /// Every event.
    pub const ALL: [Self; 3] = [Self::BeforeWrite, Self::BeforeCommand, Self::AgentStop];

    /// Its name, in a profile and to a hook.
    pub fn name(self) -> &'static str {
        match self {
            Self::BeforeWrite => "before-write",
            Self::BeforeCommand => "before-command",
            Self::AgentStop => "agent-stop",
        }
    }

    /// What a call of an operation is, if hooks may wait for it.
    fn of(operation: OperationId) -> Option<Self> {
        match operation {
            OperationId::FilesWriteFile | OperationId::FilesEditFile => Some(Self::BeforeWrite),
            OperationId::ShellShell => Some(Self::BeforeCommand),
            _ => None,
        }
    }
}

/// A hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// What it waits for.
    pub event: Event,
    /// A line for `sh -c`, run in the workspace.
    pub command: String,
    /// How long it may take.
    pub timeout: Duration,
}

/// A hook that neither let a call pass nor blocked it: the run ends with `hook_error`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenHook {
    /// Its command.
    pub command: String,
    /// What became of it.
    pub why: String,
}

/// What the hooks say of a call.
pub(crate) enum Verdict {
    /// It may run.
    Pass,
    /// It may not: the failure of the call.
    Blocked(CallError),
    /// A hook is broken.
    Broken(BrokenHook),
}

/// Asks every hook that waits for a call, in order, until one objects.
pub(crate) async fn ask(hooks: &[Hook], operation: OperationId, call: &Call, folder: &Path) -> Verdict {
    let Some(event) = Event::of(operation) else { return Verdict::Pass };
    if !hooks.iter().any(|hook| hook.event == event) {
        return Verdict::Pass;
    }
    let input = || {
        let (event, operation, request) = (event.name(), operation.id(), call.request());
        format!("{{\"event\":\"{event}\",\"operation\":\"{operation}\",\"request\":{request}}}\n")
    };
    // What runs a command is large, and would else be part of every call, whose room is asked for and moved each time.
    match Box::pin(put(hooks, event, input, folder)).await {
        Answer::Pass => Verdict::Pass,
        Answer::Blocked(words) => Verdict::Blocked(CallError::new(ErrorCode::Refused, call.did_not_run(&words))),
        Answer::Broken(broken) => Verdict::Broken(broken),
    }
}

/// Asks every hook that waits for an agent to stop with a text.
pub(crate) async fn ask_to_stop(hooks: &[Hook], text: &str, folder: &Path) -> Answer {
    let input = || format!("{}\n", serde_json::json!({ "event": Event::AgentStop.name(), "text": text }));
    put(hooks, Event::AgentStop, input, folder).await
}

/// What the hooks of an event say.
pub(crate) enum Answer {
    /// It may happen.
    Pass,
    /// It may not, in these words.
    Blocked(String),
    /// A hook is broken.
    Broken(BrokenHook),
}

async fn put(hooks: &[Hook], event: Event, input: impl Fn() -> String, folder: &Path) -> Answer {
    for hook in hooks.iter().filter(|hook| hook.event == event) {
        let input = input();
        let command =
            Command { line: &hook.command, folder, input: input.as_bytes(), timeout: hook.timeout, offload: None };
        let why = match run(command).await {
            Ok(ended) => match ended.end {
                End::Exited(Some(0)) => continue,
                End::Exited(Some(BLOCKED)) => {
                    let words = ended.output.words();
                    return Answer::Blocked(if words.is_empty() { "it was blocked.".to_owned() } else { words });
                }
                End::Exited(Some(status)) => format!("it ended with status {status}: {}", ended.output.words()),
                End::Exited(None) => "it was ended by a signal".to_owned(),
                End::TimedOut => format!("it ran longer than {} s", hook.timeout.as_secs_f64()),
            },
            Err(error) => format!("it could not be run: {error}"),
        };
        return Answer::Broken(BrokenHook { command: hook.command.clone(), why });
    }
    Answer::Pass
}
