//! Anthropic's messages: <https://platform.claude.com/docs/en/api/messages>.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Asking, End, Ill, MOST_CALLS, Reading, TOOL, arguments, parameters, parse};
use crate::{
    delta::Delta,
    reply::{Answer, Call, Stop},
    report::Report,
    request::{Form, Message, Part, Picture, Request, SUBMIT_PROGRAM},
    spending::Usage,
    sse::Event,
};

/// Tokens a reply may have when nobody says: the API demands a figure, and every current model takes this one.
const MAX_OUTPUT: u32 = 32_000;

/// Marks of the messages that are used. The API takes 4, and one stands at the system prompt.
const MARKS: usize = 3;

/// A request.
#[derive(Serialize)]
struct Body<'r> {
    model: &'r str,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<Block<'r>>,
    messages: Vec<Sent<'r>>,
}

#[derive(Serialize)]
struct Sent<'r> {
    role: &'static str,
    content: Vec<Block<'r>>,
}

#[derive(Serialize)]
struct Block<'r> {
    #[serde(flatten)]
    kind: Kind<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<Ephemeral>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Kind<'r> {
    Known(Known<'r>),
    /// What it gave before.
    Kept(&'r Value),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Known<'r> {
    Text { text: &'r str },
    Image { source: Source<'r> },
    ToolUse { id: &'r str, name: &'r str, input: Value },
    ToolResult { tool_use_id: &'r str, content: &'r str },
}

#[derive(Serialize)]
struct Source<'r> {
    r#type: &'static str,
    media_type: &'r str,
    data: &'r str,
}

/// The mark that everything up to here is to be cached.
#[derive(Serialize)]
#[serde(tag = "type", rename = "ephemeral")]
struct Ephemeral {}

impl<'r> From<Known<'r>> for Block<'r> {
    fn from(kind: Known<'r>) -> Self {
        Self { kind: Kind::Known(kind), cache_control: None }
    }
}

/// The body of a request. The system prompt is marked, with the tool before it, and so are the last messages that carry a
/// mark: that of the turn before is read, that of this turn is written.
pub(super) fn body(request: &Request, name: &str, asked: &Asking) -> serde_json::Result<Vec<u8>> {
    let wrapped = request.form == Form::Wrapped;
    let tools = || serde_json::json!([{ "name": SUBMIT_PROGRAM, "description": TOOL, "input_schema": parameters() }]);
    let mut system = Vec::new();
    if !request.system.trim().is_empty() {
        let kind = Kind::Known(Known::Text { text: &request.system });
        system.push(Block { kind, cache_control: Some(Ephemeral {}) });
    }
    let mut messages: Vec<Sent<'_>> = Vec::with_capacity(request.messages.len());
    let mut marks = 0;
    for message in request.messages.iter().rev() {
        let (role, mut content, cache) = match &**message {
            Message::Told { parts, cache } => ("user", told(parts), *cache),
            Message::Replied(answer) => ("assistant", replied(answer), false),
        };
        let Some(last) = content.last_mut() else { continue };
        if cache && marks < MARKS {
            marks += 1;
            last.cache_control = Some(Ephemeral {});
        }
        messages.push(Sent { role, content });
    }
    messages.reverse();
    // There is one tool: to demand any is to force it, be it several times.
    let choice = if asked.forces(request) { "any" } else { "auto" };
    serde_json::to_vec(&Body {
        model: name,
        max_tokens: asked.max_output.unwrap_or(MAX_OUTPUT),
        stream: true,
        tools: wrapped.then(tools),
        tool_choice: wrapped.then(|| serde_json::json!({ "type": choice })),
        system,
        messages,
    })
}

/// The blocks of a message of gg: what it acknowledges stands first. Blank text is left out, which the API refuses.
fn told(parts: &[Part]) -> Vec<Block<'_>> {
    let (mut acknowledged, mut others) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Acknowledged { call, text } => {
                acknowledged.push(Known::ToolResult { tool_use_id: call, content: text }.into());
            }
            Part::Text(text) if text.trim().is_empty() => {}
            Part::Text(text) => others.push(Known::Text { text }.into()),
            Part::Picture(Picture { media_type, base64 }) => {
                let source = Source { r#type: "base64", media_type, data: base64 };
                others.push(Known::Image { source }.into());
            }
        }
    }
    acknowledged.append(&mut others);
    acknowledged
}

/// The blocks of a reply; none of one that was blank.
fn replied(answer: &Answer) -> Vec<Block<'_>> {
    let kept = answer.kept.iter().map(|value| Block { kind: Kind::Kept(value), cache_control: None });
    let text = (!answer.text.trim().is_empty()).then(|| Known::Text { text: &answer.text }.into());
    let calls = answer
        .calls
        .iter()
        .map(|Call { id, tool, arguments: text }| Known::ToolUse { id, name: tool, input: arguments(text) }.into());
    let said: Vec<Block<'_>> = text.into_iter().chain(calls).collect();
    // Thoughts alone are no message.
    if said.is_empty() { said } else { kept.chain(said).collect() }
}

/// An event of a reply.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Happened {
    MessageStart {
        message: Started,
    },
    ContentBlockStart {
        index: usize,
        content_block: Value,
    },
    ContentBlockDelta {
        index: usize,
        delta: Change,
    },
    ContentBlockStop {},
    MessageDelta {
        delta: Ended,
        #[serde(default)]
        usage: Told,
    },
    MessageStop {},
    Error {
        error: Value,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Started {
    #[serde(default)]
    usage: Told,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Change {
    TextDelta {
        text: String,
    },
    InputJsonDelta {
        partial_json: String,
    },
    ThinkingDelta {
        thinking: String,
    },
    SignatureDelta {
        signature: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Ended {
    #[serde(default)]
    stop_reason: Option<String>,
}

/// Tokens, each told or not; a figure that is told later is the sum so far.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct Told {
    #[serde(default)]
    input_tokens: Option<u64>,
    #[serde(default)]
    cache_read_input_tokens: Option<u64>,
    #[serde(default)]
    cache_creation_input_tokens: Option<u64>,
    #[serde(default)]
    output_tokens: Option<u64>,
}

/// Reads the events of a reply.
#[derive(Debug, Default)]
pub(super) struct Reader {
    blocks: BTreeMap<usize, Content>,
    told: Told,
    reason: Option<String>,
    over: bool,
}

/// A block of a reply.
#[derive(Debug)]
enum Content {
    Text(String),
    /// A call, the arguments it began with, and its place among the calls.
    Call {
        call: Call,
        given: Value,
        at: usize,
    },
    /// What goes back as it came.
    Kept(Value),
    /// What gg has no use for.
    Other,
}

impl Reading for Reader {
    fn take(&mut self, event: &Event, tell: &mut dyn FnMut(Delta<'_>)) -> Result<(), Ill> {
        match parse(event)? {
            Happened::MessageStart { message } => self.tokens(message.usage),
            Happened::ContentBlockStart { index, content_block } => self.begin(index, content_block, tell)?,
            Happened::ContentBlockDelta { index, delta } => self.change(index, delta, tell)?,
            Happened::MessageDelta { delta, usage } => {
                self.reason = delta.stop_reason.or(self.reason.take());
                self.tokens(usage);
            }
            Happened::MessageStop {} => self.over = true,
            Happened::Error { error } => {
                return Err(Ill::Reported(Report::of_value(&serde_json::json!({ "error": error }))));
            }
            Happened::ContentBlockStop {} | Happened::Other => {}
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn is_whole(&self) -> bool {
        self.reason.is_some()
    }

    fn usage(&self) -> Option<Usage> {
        let Told { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = self.told;
        Some(Usage {
            input: input_tokens?,
            cached_input: cache_read_input_tokens.unwrap_or(0),
            cache_write: cache_creation_input_tokens.unwrap_or(0),
            output: output_tokens?,
        })
    }

    fn into_answer(self: Box<Self>) -> (Answer, End) {
        let mut answer = Answer::default();
        for content in self.blocks.into_values() {
            match content {
                Content::Text(text) => answer.text.push_str(&text),
                Content::Call { mut call, given, .. } => {
                    if call.arguments.is_empty() {
                        call.arguments = given.to_string();
                    }
                    answer.calls.push(call);
                }
                Content::Kept(value) => answer.kept.push(value),
                Content::Other => {}
            }
        }
        let end = match self.reason.as_deref() {
            Some("max_tokens") => End::Capped("it met the bound of the tokens it may have".to_owned()),
            Some("model_context_window_exceeded") => End::Capped("the model's window is full".to_owned()),
            Some("refusal") => End::Held("it stopped the reply as one it does not give".to_owned()),
            Some("tool_use") => End::Stop(Stop::Called),
            Some("end_turn" | "stop_sequence") | None => End::Stop(Stop::End),
            Some(other) => End::Stop(Stop::Other(other.to_owned())),
        };
        (answer, end)
    }
}

impl Reader {
    fn tokens(&mut self, told: Told) {
        let sums = [
            (&mut self.told.input_tokens, told.input_tokens),
            (&mut self.told.cache_read_input_tokens, told.cache_read_input_tokens),
            (&mut self.told.cache_creation_input_tokens, told.cache_creation_input_tokens),
            (&mut self.told.output_tokens, told.output_tokens),
        ];
        for (sum, told) in sums {
            *sum = told.or(*sum);
        }
    }

    fn begin(&mut self, index: usize, block: Value, tell: &mut dyn FnMut(Delta<'_>)) -> Result<(), Ill> {
        if self.blocks.len() >= MOST_CALLS {
            return Err(Ill::Malformed(format!("the reply has more than {MOST_CALLS} blocks")));
        }
        let text = |key: &str| block.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let content = match text("type").as_str() {
            "text" => {
                let text = text("text");
                if !text.is_empty() {
                    tell(Delta::Text(&text));
                }
                Content::Text(text)
            }
            "tool_use" => {
                let at = self.blocks.values().filter(|content| matches!(content, Content::Call { .. })).count();
                let call = Call { id: text("id"), tool: text("name"), arguments: String::new() };
                let given = block.get("input").cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
                Content::Call { call, given, at }
            }
            "thinking" | "redacted_thinking" => Content::Kept(block),
            _ => Content::Other,
        };
        self.blocks.insert(index, content);
        Ok(())
    }

    fn change(&mut self, index: usize, change: Change, tell: &mut dyn FnMut(Delta<'_>)) -> Result<(), Ill> {
        let Some(content) = self.blocks.get_mut(&index) else {
            return Err(Ill::Malformed(format!("a piece of block {index} came before its beginning")));
        };
        match (content, change) {
            (Content::Text(whole), Change::TextDelta { text }) => {
                whole.push_str(&text);
                tell(Delta::Text(&text));
            }
            (Content::Call { call, at, .. }, Change::InputJsonDelta { partial_json }) => {
                call.arguments.push_str(&partial_json);
                if !partial_json.is_empty() {
                    tell(Delta::Submission { at: *at, arguments: &partial_json });
                }
            }
            (Content::Kept(block), Change::ThinkingDelta { thinking }) => {
                append(block, "thinking", &thinking);
                tell(Delta::Thought(&thinking));
            }
            (Content::Kept(block), Change::SignatureDelta { signature }) => append(block, "signature", &signature),
            // Pieces of what gg has no use for, and pieces it does not know.
            _ => {}
        }
        Ok(())
    }
}

/// Adds to a text of a block.
fn append(block: &mut Value, key: &str, more: &str) {
    match block.get_mut(key) {
        Some(Value::String(text)) => text.push_str(more),
        _ => {
            if let Some(block) = block.as_object_mut() {
                block.insert(key.to_owned(), Value::String(more.to_owned()));
            }
        }
    }
}
