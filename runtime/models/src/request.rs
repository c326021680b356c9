//! What a model is asked: the system prompt and the window, in the order it grew (spec: runtime, 4.1).

use std::sync::Arc;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};

use crate::reply::Answer;

/// The one tool of the wrapped form.
pub const SUBMIT_PROGRAM: &str = "submit_program";

/// One call of a model. The messages are those of the call before and more behind them, as long as the window only grows;
/// then what is sent begins with the same bytes, and a provider has it cached.
#[derive(Debug, Clone)]
pub struct Request {
    /// Who asks: an agent's id. It is not sent; a script gives each its own replies.
    pub caller: String,
    /// The system prompt; blank for none.
    pub system: Arc<str>,
    /// The window, oldest first. It begins with a message of gg.
    pub messages: Vec<Arc<Message>>,
    /// How the reply carries its program.
    pub form: Form,
}

/// How a reply carries its program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// It is the program.
    Plain,
    /// It calls `submit_program`.
    Wrapped,
}

/// A message of the window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Message {
    /// What gg says. The message after a reply acknowledges every call of it.
    Told {
        /// What it is made of, in order.
        parts: Vec<Part>,
        /// Whether the window is stable up to here, so that it is worth caching. Of the marks of a request the last
        /// three are used; a mark at the end of each turn keeps the whole prefix cached.
        cache: bool,
    },
    /// What the model replied.
    Replied(Answer),
}

/// A part of what gg says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Text.
    Text(String),
    /// A picture.
    Picture(Picture),
    /// The answer to a call of the reply before.
    Acknowledged {
        /// The id of the call.
        call: String,
        /// The answer.
        text: String,
    },
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Its media type: `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
    pub media_type: String,
    /// Its bytes, in base64, as every provider takes them.
    pub base64: String,
}

impl Picture {
    /// A picture from its bytes.
    pub fn new(media_type: &str, bytes: &[u8]) -> Self {
        Self { media_type: media_type.to_owned(), base64: BASE64_STANDARD.encode(bytes) }
    }
}

impl Message {
    /// A message of gg that is one text, with no mark.
    pub fn text(text: &str) -> Self {
        Self::Told { parts: vec![Part::Text(text.to_owned())], cache: false }
    }
}

impl Request {
    /// Whether there is a picture in it.
    pub(crate) fn has_pictures(&self) -> bool {
        self.messages.iter().any(|message| match &**message {
            Message::Told { parts, .. } => parts.iter().any(|part| matches!(part, Part::Picture(_))),
            Message::Replied(_) => false,
        })
    }
}
