//! OpenAI's chat completions, as many servers offer them: <https://platform.openai.com/docs/api-reference/chat>.

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

/// A request.
#[derive(Serialize)]
struct Body<'r> {
    model: &'r str,
    stream: bool,
    stream_options: StreamOptions,
    /// The name of OpenAI's own server, and the one that other servers know.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    messages: Vec<Sent<'r>>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
enum Sent<'r> {
    System {
        content: &'r str,
    },
    User {
        content: Content<'r>,
    },
    Assistant {
        content: Option<&'r str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<ToolCall<'r>>,
    },
    Tool {
        tool_call_id: &'r str,
        content: &'r str,
    },
}

/// Text alone is one string, which every server takes.
#[derive(Serialize)]
#[serde(untagged)]
enum Content<'r> {
    Text(String),
    Parts(Vec<Piece<'r>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Piece<'r> {
    Text { text: &'r str },
    ImageUrl { image_url: ImageUrl },
}

#[derive(Serialize)]
struct ImageUrl {
    url: String,
}

#[derive(Serialize)]
struct ToolCall<'r> {
    id: &'r str,
    r#type: &'static str,
    function: Function<'r>,
}

#[derive(Serialize)]
struct Function<'r> {
    name: &'r str,
    arguments: String,
}

/// The body of a request. What the provider caches is the messages, of which those of the call before are the beginning.
pub(super) fn body(request: &Request, name: &str, asked: &Asking, own: bool) -> serde_json::Result<Vec<u8>> {
    let wrapped = request.form == Form::Wrapped;
    let tools = || {
        let function = serde_json::json!({ "name": SUBMIT_PROGRAM, "description": TOOL, "parameters": parameters() });
        serde_json::json!([{ "type": "function", "function": function }])
    };
    let mut messages = Vec::with_capacity(request.messages.len() + 1);
    if !request.system.trim().is_empty() {
        messages.push(Sent::System { content: &request.system });
    }
    for message in &request.messages {
        match &**message {
            Message::Told { parts, .. } => told(parts, &mut messages),
            Message::Replied(answer) => messages.push(replied(answer)),
        }
    }
    serde_json::to_vec(&Body {
        model: name,
        stream: true,
        stream_options: StreamOptions { include_usage: true },
        max_completion_tokens: asked.max_output.filter(|_| own),
        max_tokens: asked.max_output.filter(|_| !own),
        tools: wrapped.then(tools),
        // There is one tool: to require any is to force it, and more servers know this word than its name.
        tool_choice: wrapped.then_some(if asked.forces(request) { "required" } else { "auto" }),
        messages,
    })
}

/// A message of gg: what it acknowledges, each as a message of its own, then the rest.
fn told<'r>(parts: &'r [Part], messages: &mut Vec<Sent<'r>>) {
    let mut pieces = Vec::new();
    for part in parts {
        match part {
            Part::Acknowledged { call, text } => messages.push(Sent::Tool { tool_call_id: call, content: text }),
            Part::Text(text) => pieces.push(Piece::Text { text }),
            Part::Picture(Picture { media_type, base64 }) => {
                let image_url = ImageUrl { url: format!("data:{media_type};base64,{base64}") };
                pieces.push(Piece::ImageUrl { image_url });
            }
        }
    }
    if pieces.is_empty() {
        return;
    }
    let texts: Option<Vec<&str>> = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text { text } => Some(*text),
            Piece::ImageUrl { .. } => None,
        })
        .collect();
    let content = match texts {
        Some(texts) => Content::Text(texts.join("\n\n")),
        None => Content::Parts(pieces),
    };
    messages.push(Sent::User { content });
}

fn replied(answer: &Answer) -> Sent<'_> {
    let tool_calls: Vec<ToolCall<'_>> = answer.calls.iter().map(tool_call).collect();
    let content = (!answer.text.is_empty() || tool_calls.is_empty()).then_some(answer.text.as_str());
    Sent::Assistant { content, tool_calls }
}

fn tool_call(Call { id, tool, arguments: text }: &Call) -> ToolCall<'_> {
    ToolCall { id, r#type: "function", function: Function { name: tool, arguments: arguments(text).to_string() } }
}

/// An event of a reply. Much of it may be missing or null.
#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Option<Told>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Option<Change>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Change {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default, alias = "reasoning")]
    reasoning_content: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<CallChange>>,
}

#[derive(Deserialize)]
struct CallChange {
    #[serde(default)]
    index: Option<usize>,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    function: Option<FunctionChange>,
}

#[derive(Deserialize)]
struct FunctionChange {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    arguments: Option<String>,
}

#[derive(Deserialize)]
struct Told {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    #[serde(default)]
    prompt_tokens_details: Option<Details>,
}

#[derive(Deserialize)]
struct Details {
    #[serde(default)]
    cached_tokens: Option<u64>,
}

/// Reads the events of a reply.
#[derive(Debug, Default)]
pub(super) struct Reader {
    answer: Answer,
    usage: Option<Usage>,
    reason: Option<String>,
    over: bool,
}

impl Reading for Reader {
    fn take(&mut self, event: &Event, tell: &mut dyn FnMut(Delta<'_>)) -> Result<(), Ill> {
        if event.data.trim() == "[DONE]" {
            self.over = true;
            return Ok(());
        }
        let chunk: Chunk = parse(event)?;
        if let Some(error) = chunk.error.filter(|error| !error.is_null()) {
            return Err(Ill::Reported(Report::of_value(&serde_json::json!({ "error": error }))));
        }
        if let Some(Told { prompt_tokens, completion_tokens, prompt_tokens_details }) = chunk.usage {
            let cached = prompt_tokens_details.and_then(|details| details.cached_tokens).unwrap_or(0);
            let input = prompt_tokens.saturating_sub(cached);
            self.usage = Some(Usage { input, cached_input: cached, cache_write: 0, output: completion_tokens });
        }
        // One reply is asked for.
        let Some(choice) = chunk.choices.unwrap_or_default().into_iter().next() else { return Ok(()) };
        if let Some(change) = choice.delta {
            self.change(change, tell)?;
        }
        self.reason = choice.finish_reason.or(self.reason.take());
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn is_whole(&self) -> bool {
        self.reason.is_some()
    }

    fn usage(&self) -> Option<Usage> {
        self.usage
    }

    fn into_answer(self: Box<Self>) -> (Answer, End) {
        let end = match self.reason.as_deref() {
            Some("length") => End::Capped("it met the bound of the tokens it may have".to_owned()),
            Some("content_filter") => End::Held("its filter held the reply back".to_owned()),
            // Some servers say "stop" for a reply that calls.
            _ if !self.answer.calls.is_empty() => End::Stop(Stop::Called),
            Some("stop") | None => End::Stop(Stop::End),
            Some(other) => End::Stop(Stop::Other(other.to_owned())),
        };
        (self.answer, end)
    }
}

impl Reader {
    fn change(&mut self, change: Change, tell: &mut dyn FnMut(Delta<'_>)) -> Result<(), Ill> {
        if let Some(thought) = change.reasoning_content.filter(|thought| !thought.is_empty()) {
            tell(Delta::Thought(&thought));
        }
        for text in [change.content, change.refusal].into_iter().flatten().filter(|text| !text.is_empty()) {
            self.answer.text.push_str(&text);
            tell(Delta::Text(&text));
        }
        for call in change.tool_calls.into_iter().flatten() {
            self.call(call, tell)?;
        }
        Ok(())
    }

    /// A piece of a call. Servers that give no index give each call whole, or an id with its first piece.
    fn call(&mut self, change: CallChange, tell: &mut dyn FnMut(Delta<'_>)) -> Result<(), Ill> {
        let calls = &mut self.answer.calls;
        let id = change.id.filter(|id| !id.is_empty());
        let at = match (change.index, &id) {
            (Some(index), _) => index,
            (None, Some(id)) => calls.iter().position(|call| call.id == *id).unwrap_or(calls.len()),
            (None, None) => calls.len().saturating_sub(1),
        };
        if at > calls.len() || at >= MOST_CALLS {
            return Err(Ill::Malformed(format!("a piece of call {at} came when there were {} calls", calls.len())));
        }
        if at == calls.len() {
            calls.push(Call { id: format!("call_{at}"), tool: String::new(), arguments: String::new() });
        }
        let Some(call) = calls.get_mut(at) else { return Ok(()) };
        if let Some(id) = id {
            call.id = id;
        }
        let Some(FunctionChange { name, arguments }) = change.function else { return Ok(()) };
        call.tool.push_str(&name.unwrap_or_default());
        if let Some(piece) = arguments.filter(|piece| !piece.is_empty()) {
            call.arguments.push_str(&piece);
            tell(Delta::Submission { at, arguments: &piece });
        }
        Ok(())
    }
}
