//! What is told of a run while it goes on: for a live view, and as data (spec: runtime, 23).

use std::collections::BTreeMap;

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
        /// The id by which the successor is named.
        successor: &'a str,
        /// The state of its machine, if it stands in one.
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

/// A submitted program that has run, with its chain and its scripts.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeExecution {
    /// Whether it ran to its end.
    pub ok: bool,
    /// Calls whose implementation ran.
    pub performed_calls: u32,
    /// Calls that reached the membrane.
    pub api_calls: u32,
    /// Arguments that a guest guard refused.
    pub guard_failures: u32,
    /// The same, by operation.
    pub guard_failures_by_operation: BTreeMap<&'static str, u32>,
    /// Calls of which no documentation stood in the window when the turn began.
    pub undocumented_calls: Option<u32>,
    /// The same, by operation.
    pub undocumented_by_operation: BTreeMap<&'static str, u32>,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
    /// Why it failed.
    pub error: Option<String>,
    /// Whether the ending that stands is its own.
    pub finished: bool,
    /// Whether it handed back a value, which was dropped.
    pub returned: bool,
    /// The first call it tried after it had ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deferred: Option<String>,
    /// The last lines it printed.
    pub logs: Vec<String>,
    /// Lines that are not among them.
    pub logs_suppressed: u64,
    /// How long it waited for the guest to be built and for room to run, in milliseconds.
    pub compile_wait_ms: f64,
    /// How long it took to check and compile; none on arms that compile nothing.
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

/// A reply that repeated itself and was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LoopAbort {
    /// Bytes of what was repeated.
    pub unit_bytes: usize,
    /// How often.
    pub repeats: usize,
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
    /// What was met of a reply that repeated itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_abort: Option<LoopAbort>,
    /// Bytes of the reply.
    pub response_bytes: usize,
    /// Fences taken from around programs.
    pub fences_removed: u32,
}

#[cfg(test)]
mod tests {
    use gg_host::window::Reclaim;
    use serde_json::Value;

    use super::*;

    /// The names of an event's fields, beside whose it is and when.
    fn fields(event: Event<'_>) -> (String, Vec<String>) {
        let told = serde_json::to_value(Told { agent: "main", turn: 1, event }).expect("it is JSON");
        let Value::Object(mut fields) = told else { panic!("{told}") };
        assert_eq!((fields.remove("agent"), fields.remove("turn")), (Some("main".into()), Some(1.into())));
        let name = fields.remove("event").and_then(|name| Some(name.as_str()?.to_owned())).expect("a name");
        let mut names: Vec<String> = fields.keys().cloned().collect();
        names.sort();
        (name, names)
    }

    /// Fields are what others read, so they are said here by name (spec: runtime, 23).
    #[test]
    fn every_event_has_the_fields_of_its_kind() {
        let (text, operation) = ("", "files.search");
        let ran = CodeExecution { deferred: Some(String::new()), compile_ms: Some(0.0), ..CodeExecution::default() };
        let outcome = TurnOutcome {
            outcome: Outcome::Error,
            base: Some(Base::ModelApi),
            kind: Some(TurnError::ModelResponseLoop),
            consecutive_errors: 1,
            turns: 1,
            loop_abort: Some(LoopAbort { unit_bytes: 1, repeats: 2 }),
            response_bytes: 0,
            fences_removed: 0,
        };
        let json = serde_json::to_value(&outcome).expect("it is JSON");
        assert_eq!(
            (&json["outcome"], &json["base"], &json["type"]),
            (&"error".into(), &"model_api".into(), &"model_response_loop".into())
        );
        assert_eq!(json["loopAbort"], serde_json::json!({ "unitBytes": 1, "repeats": 2 }));
        let spent = Spent::default();
        let paths = vec!["a".to_owned()];
        let reclaimed = Reclaimed { action: Reclaim::FileViews, items: 1, tokens: 1, earliest: 0, paths };
        let events = [
            (Event::AgentSurface { modules: Vec::new() }, "agent_surface", "modules"),
            (Event::Warning { text }, "warning", "text"),
            (Event::TurnStart { tokens: 0, of: 0, items: 0 }, "turn_start", "items of tokens"),
            (Event::Reply { text }, "reply", "text"),
            (Event::ModelRetry { tries: 1, pause_ms: 0, because: text }, "model_retry", "because pauseMs tries"),
            (Event::ModelReply { usage: None, spent, duration_ms: 0 }, "model_reply", "durationMs spent usage"),
            (Event::Program { source: text }, "program", "source"),
            (Event::ApiCall { operation }, "api_call", "operation"),
            (
                Event::ApiResult { operation, ok: false, failure: Some("refused"), performed: false },
                "api_result",
                "failure ok operation performed",
            ),
            (
                Event::CodeExecution(Box::new(ran)),
                "code_execution",
                "apiCalls compileMs compileWaitMs deferred durationMs error finished guardFailures guardFailuresByOperation \
                 logs logsSuppressed ok performedCalls returned undocumentedByOperation undocumentedCalls",
            ),
            (Event::View { heading: text, tokens: 0 }, "view", "heading tokens"),
            (Event::Feedback { band: "Notice", text }, "feedback", "band text"),
            (Event::Message { from: "main.1", text }, "message", "from text"),
            (Event::Fork { id: "main.1" }, "fork", "id"),
            (
                Event::Succession { successor: "second", state: None, carried: &[], left: &[] },
                "succession",
                "carried left state successor",
            ),
            (Event::Reclaim(&reclaimed), "reclaim", "action earliest items paths tokens"),
            (Event::Compaction { before: 2, after: 1 }, "compaction", "after before"),
            (Event::Issue { issue: "A-1", text }, "issue", "issue text"),
            (
                Event::TurnOutcome(outcome),
                "turn_outcome",
                "base consecutiveErrors fencesRemoved loopAbort outcome responseBytes turns type",
            ),
            (
                Event::AgentEnd { status: Status::Completed, text, summary: &Ceilings::default() },
                "agent_end",
                "status summary text",
            ),
        ];
        for (event, name, names) in events {
            let names: Vec<String> = names.split(' ').map(str::to_owned).collect();
            assert_eq!(fields(event), (name.to_owned(), names));
        }
        // What compiles nothing says so by leaving it out.
        let (_, names) = fields(Event::CodeExecution(Box::default()));
        assert!(!names.contains(&"compileMs".to_owned()), "{names:?}");
    }
}
