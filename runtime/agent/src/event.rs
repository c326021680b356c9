//! What is told of a run while it goes on: for a live view, and as data (spec: runtime, 23).

use gg_engine::{Base, TurnError};
use gg_host::{profile::StateKind, window::Reclaimed};
use gg_models::{Spent, Usage};
use serde::Serialize;

use crate::{ceilings::Ceilings, status::Status};

/// An event, and whose it is.
#[derive(Debug, Serialize)]
pub struct Told<'a> {
    /// The agent.
    pub agent: &'a str,
    /// The turn; 0 before the first.
    pub turn: u32,
    /// What happened.
    #[serde(flatten)]
    pub event: Event<'a>,
}

/// What happened.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Event<'a> {
    /// What an agent holds, by module, in table order.
    AgentSurface {
        /// Each module with the ids of its operations.
        modules: Vec<(&'static str, Vec<&'static str>)>,
    },
    /// Something the operator should know.
    Warning {
        /// It.
        text: &'a str,
    },
    /// A turn begins.
    TurnStart {
        /// Estimated tokens of the window.
        tokens: u64,
        /// Tokens the window has room for.
        of: u64,
        /// Items in it.
        items: usize,
    },
    /// A piece of a reply.
    Reply {
        /// The piece.
        text: &'a str,
    },
    /// The model is asked again after a pause.
    ModelRetry {
        /// Tries that failed.
        tries: u32,
        /// The pause, in milliseconds.
        pause_ms: u64,
        /// Why.
        because: &'a str,
    },
    /// The model has replied, or failed.
    ModelReply {
        /// Tokens of the reply that is used.
        usage: Option<Usage>,
        /// What all tries took.
        spent: Spent,
        /// How long it took, in milliseconds.
        duration_ms: u64,
    },
    /// A program is about to run.
    Program {
        /// As it was submitted.
        source: &'a str,
    },
    /// A call arrived.
    ApiCall {
        /// The operation's id.
        operation: &'static str,
    },
    /// A call was answered.
    ApiResult {
        /// The operation's id.
        operation: &'static str,
        /// Whether it succeeded.
        ok: bool,
        /// The code it failed with.
        failure: Option<&'static str>,
        /// Whether its implementation ran.
        performed: bool,
    },
    /// A submitted program, with its chain and its scripts, has run.
    CodeExecution(Box<CodeExecution>),
    /// A view came to the window.
    View {
        /// Its heading.
        heading: &'a str,
        /// Estimated tokens.
        tokens: u64,
    },
    /// What the model reads besides views.
    Feedback {
        /// `Notice`, `Compiler error` or `Runtime error`.
        band: &'static str,
        /// The text.
        text: &'a str,
    },
    /// A message of another agent was read.
    Message {
        /// Who left it.
        from: &'a str,
        /// What it says.
        text: &'a str,
    },
    /// A copy of the agent starts.
    Fork {
        /// Its id.
        id: &'a str,
    },
    /// Another agent took its place, under the same id.
    Succession {
        /// The id by which the successor is named, and the state of its machine, if it stands in one.
        successor: &'a str,
        /// See there.
        state: Option<&'a str>,
        /// What it has of the one before it.
        carried: &'a [StateKind],
        /// What it does not have.
        left: &'a [StateKind],
    },
    /// Something was taken out of the window.
    Reclaim(&'a Reclaimed),
    /// The window was compacted.
    Compaction {
        /// Tokens before it.
        before: u64,
        /// Tokens after it.
        after: u64,
    },
    /// Something happened to an issue of the board.
    Issue {
        /// Its id.
        issue: &'a str,
        /// What happened.
        text: &'a str,
    },
    /// A turn has closed.
    TurnOutcome(TurnOutcome),
    /// An agent has ended.
    AgentEnd {
        /// How.
        status: Status,
        /// Its final text, or why it ended.
        text: &'a str,
        /// What its turns came to.
        summary: &'a Ceilings,
    },
}

/// A submitted program that has run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeExecution {
    pub ok: bool,
    pub performed_calls: u32,
    pub api_calls: u32,
    pub guard_failures: u32,
    pub undocumented_calls: Option<u32>,
    pub duration_ms: f64,
    pub error: Option<String>,
    pub finished: bool,
    pub logs: Vec<String>,
    pub logs_suppressed: u64,
    pub compile_wait_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compile_ms: Option<f64>,
}

/// How a turn came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The session goes on.
    Progressed,
    /// The session ended.
    Finished,
    /// It was an error.
    Error,
    /// gg met a defect of its own.
    Fatal,
}

/// A turn that has closed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TurnOutcome {
    /// How.
    pub outcome: Outcome,
    /// The base of its error.
    pub base: Option<Base>,
    /// The type of its error.
    #[serde(rename = "type")]
    pub kind: Option<TurnError>,
    /// Errors in a row; 0 unless this turn failed.
    pub consecutive_errors: u32,
    /// Turns so far.
    pub turns: u32,
    /// A reply that repeated itself: bytes of the unit, and how often.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_abort: Option<(usize, usize)>,
    /// Bytes of the reply.
    pub response_bytes: usize,
    /// Fences taken from around programs.
    pub fences_removed: u32,
}
