//! The clients against local servers that speak the real wire formats: what is sent, what is read, and everything that
//! goes wrong on the way. Every test has servers of its own, and none waits.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod anthropic;
mod clock;
mod openai;
mod secrets;
mod server;
mod trouble;

use std::{path::Path, sync::Arc};

use clock::Held;
use gg_models::{Answer, Call, Delta, Failure, Form, Message, Model, Options, Part, Price, Rate, Reply, Request};
use server::Server;

/// The key tests set.
const KEY: &str = "sk-test-0123456789abcdefghijklmnop";

/// A way to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speech {
    OpenAi,
    Anthropic,
}

impl Speech {
    const BOTH: [Self; 2] = [Self::OpenAi, Self::Anthropic];

    fn word(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }

    /// A whole reply of one text, in events.
    fn reply(self, text: &str) -> String {
        match self {
            Self::OpenAi => openai::reply(&[text]),
            Self::Anthropic => anthropic::reply(&[text]),
        }
    }

    /// A reply that is cut after a text.
    fn cut(self, text: &str) -> String {
        let whole = self.reply(text);
        let end = match self {
            Self::OpenAi => whole.find("\"finish_reason\":\"stop\""),
            Self::Anthropic => whole.find("event: content_block_stop"),
        };
        let end = whole[..end.expect("an end")].rfind("\n\n").map_or(0, |at| at + 2);
        whole[..end].to_owned()
    }
}

/// The model of a server.
fn model(speech: Speech, server: &Server, options: Options) -> Arc<dyn Model> {
    let address = format!("{}:{}#some/model", speech.word(), server.base).parse().expect("an address");
    let key = |variable: &str| (variable == "GG_MODEL_API_KEY").then(|| KEY.to_owned());
    gg_models::open(&address, options, Path::new(""), &key).expect("a model")
}

/// Options with the clock of a test, and prices of 1, 2, 3 and 4 dollars a million tokens.
fn options(clock: &Arc<Held>) -> Options {
    let rate = |dollars| Rate::dollars_per_million(dollars).expect("a rate");
    let price = Price { input: rate(1.0), cached_input: rate(2.0), cache_write: rate(3.0), output: rate(4.0) };
    Options { clock: clock.clone(), price: Some(price), seed: 1, ..Options::default() }
}

fn request(form: Form, messages: Vec<Message>) -> Request {
    let messages = messages.into_iter().map(Arc::new).collect();
    Request { caller: "root".to_owned(), system: "Be brief.".into(), messages, form }
}

fn plain() -> Request {
    request(Form::Plain, vec![Message::text("Do it.")])
}

fn told(parts: Vec<Part>, cache: bool) -> Message {
    Message::Told { parts, cache }
}

fn text(text: &str) -> Part {
    Part::Text(text.to_owned())
}

fn call(id: &str, arguments: &str) -> Call {
    Call { id: id.to_owned(), tool: "submit_program".to_owned(), arguments: arguments.to_owned() }
}

fn replied(text: &str, calls: Vec<Call>) -> Message {
    Message::Replied(Answer { text: text.to_owned(), calls, kept: Vec::new() })
}

/// Asks, and keeps what was told on the way.
async fn ask(model: &dyn Model, request: &Request) -> (Result<Reply, Failure>, Vec<String>) {
    let mut news = Vec::new();
    let reply = model.ask(request, &mut |delta| news.push(shown(delta))).await;
    (reply, news)
}

fn shown(delta: Delta<'_>) -> String {
    match delta {
        Delta::Text(text) => text.to_owned(),
        Delta::Thought(text) => format!("thought:{text}"),
        Delta::Submission { at, arguments } => format!("{at}:{arguments}"),
        Delta::Again { tries, .. } => format!("again:{tries}"),
    }
}
