//! What providers speak: how a request is written, and how the events of a reply are read.

mod anthropic;
mod openai;

use http::{HeaderName, HeaderValue, header};
use serde_json::Value;

use crate::{
    address::{Protocol, Server},
    delta::Delta,
    key::Key,
    reply::{Answer, Stop},
    report::Report,
    request::{Form, Request},
    spending::Usage,
    sse::Event,
};

/// A way to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wire {
    /// OpenAI's chat completions; whether it is OpenAI's own server.
    OpenAi {
        /// It is.
        own: bool,
    },
    /// Anthropic's messages.
    Anthropic,
}

/// Reads the events of a reply.
pub(crate) trait Reading: Send {
    /// Takes an event, and tells what of it can be shown.
    fn take(&mut self, event: &Event, tell: &mut dyn FnMut(Delta<'_>)) -> Result<(), Ill>;

    /// Whether the last event has come.
    fn is_over(&self) -> bool;

    /// Whether all of the reply is there, be it that events may follow.
    fn is_whole(&self) -> bool;

    /// The tokens told so far.
    fn usage(&self) -> Option<Usage>;

    /// The reply and why it ended.
    fn into_answer(self: Box<Self>) -> (Answer, End);
}

/// What is wrong with an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ill {
    /// It cannot be read.
    Malformed(String),
    /// It says that something is wrong.
    Reported(Report),
}

/// Why a reply ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// As it should.
    Stop(Stop),
    /// It met a bound; which.
    Capped(String),
    /// It was held back.
    Held(String),
}

/// Calls a reply may make at most: what is above is no reply of a sound model.
const MOST_CALLS: usize = 1000;

impl Wire {
    /// How a server is spoken to.
    pub(crate) fn of(server: &Server) -> Self {
        match server.protocol {
            Protocol::OpenAi => Self::OpenAi { own: server.is_author() },
            Protocol::Anthropic => Self::Anthropic,
        }
    }

    /// Where requests go, from where the API begins.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::OpenAi { .. } => "/chat/completions",
            Self::Anthropic => "/messages",
        }
    }

    /// The variable of the environment that has the key of the protocol's author. No other server gets to see it.
    pub(crate) fn author_key(self) -> &'static str {
        match self {
            Self::OpenAi { .. } => "OPENAI_API_KEY",
            Self::Anthropic => "ANTHROPIC_API_KEY",
        }
    }

    /// The header with the key.
    pub(crate) fn key(self, key: &Key) -> Option<Result<(HeaderName, HeaderValue), ()>> {
        let (name, prefix) = match self {
            Self::OpenAi { .. } => (header::AUTHORIZATION, "Bearer "),
            Self::Anthropic => (HeaderName::from_static("x-api-key"), ""),
        };
        Some(key.header(prefix)?.map(|value| (name, value)))
    }

    /// Headers beside the usual ones.
    pub(crate) fn headers(self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::OpenAi { .. } => Vec::new(),
            Self::Anthropic => {
                vec![(HeaderName::from_static("anthropic-version"), HeaderValue::from_static("2023-06-01"))]
            }
        }
    }

    /// The body of a request.
    pub(crate) fn body(self, request: &Request, name: &str, asked: &Asking) -> serde_json::Result<Vec<u8>> {
        match self {
            Self::OpenAi { own } => openai::body(request, name, asked, own),
            Self::Anthropic => anthropic::body(request, name, asked),
        }
    }

    /// What reads its reply.
    pub(crate) fn reading(self) -> Box<dyn Reading> {
        match self {
            Self::OpenAi { .. } => Box::<openai::Reader>::default(),
            Self::Anthropic => Box::<anthropic::Reader>::default(),
        }
    }
}

/// How a reply is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asking {
    /// Whether the tool is forced, in the wrapped form.
    pub(crate) force: bool,
    /// Tokens it may have.
    pub(crate) max_output: Option<u32>,
}

impl Asking {
    /// Whether a request forces its tool.
    pub(crate) fn forces(&self, request: &Request) -> bool {
        self.force && request.form == Form::Wrapped
    }
}

/// What the tool says of itself.
const TOOL: &str = "Runs a program, the whole of it. To run several, call it several times: they run in order.";
/// What its parameter says of itself.
const PROGRAM: &str = "The program.";

/// The schema of its parameters.
fn parameters() -> Value {
    serde_json::json!({
        "type": "object",
        "properties": { "program": { "type": "string", "description": PROGRAM } },
        "required": ["program"],
        "additionalProperties": false,
    })
}

/// The arguments of a call as an object, for a provider takes nothing else back: what is none stands in one.
fn arguments(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Value::Object(object),
        _ => serde_json::json!({ "invalid": text }),
    }
}

/// Reads the data of an event.
fn parse<'e, T: serde::Deserialize<'e>>(event: &'e Event) -> Result<T, Ill> {
    serde_json::from_str(&event.data).map_err(|error| {
        Ill::Malformed(format!(
            "an event of the reply is not what it should be: {error} in `{}`",
            crate::report::quoted(&event.data)
        ))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sse;

    /// Events of replies, in the words of both.
    const EVENTS: &[&str] = &[
        r#"{"type":"message_start","message":{"usage":{"input_tokens":25,"output_tokens":1}}}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"b","input":{}}}"#,
        r#"{"type":"content_block_start","index":2,"content_block":{"type":"thinking","thinking":7}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{"}}"#,
        r#"{"type":"content_block_delta","index":2,"delta":{"type":"thinking_delta","thinking":"a"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":15}}"#,
        r#"{"type":"message_stop"}"#,
        r#"{"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"a","function":{"name":"b","arguments":"{"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":18446744073709551615}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"}"}}]},"finish_reason":"stop"}]}"#,
        r#"{"choices":[],"usage":{"prompt_tokens":1,"prompt_tokens_details":{"cached_tokens":9}}}"#,
        r#"{"error":{"code":"x","message":["a"]}}"#,
        "[DONE]",
    ];

    proptest! {
        #[test]
        fn any_events_are_read_or_refused(
            events in prop::collection::vec((prop::sample::select(EVENTS), any::<prop::sample::Index>(), any::<u8>()), 0..12),
            whole in any::<bool>(),
        ) {
            for wire in [Wire::OpenAi { own: true }, Wire::Anthropic] {
                let mut reading = wire.reading();
                for (event, at, byte) in &events {
                    let mut bytes = event.as_bytes().to_vec();
                    if !whole {
                        let at = at.index(bytes.len());
                        bytes[at] = *byte;
                    }
                    let mut told = Vec::new();
                    let stream = [b"data: ", bytes.as_slice(), b"\n\n"].concat();
                    let _ = sse::Reader::default().take(&stream, |event| told.push(event));
                    for event in told {
                        let _ = reading.take(&event, &mut |_| {});
                    }
                }
                let _ = (reading.usage(), reading.is_over(), reading.is_whole());
                let (answer, _) = reading.into_answer();
                let _ = answer.submissions();
            }
        }
    }
}
