//! An item of the window: a message, where it came from, how long it stays, and what it takes.

use std::sync::{Arc, OnceLock};

use gg_models::{Answer, Message, Part, Picture};

use crate::{
    picture,
    profile::StateKind,
    tokens,
    views::{Body, Key, View},
};

/// Where an item came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Band {
    /// What the agent is to do, or what its successor is told.
    Task,
    /// A message of another agent.
    Message,
    /// What the model replied, or a program gg wrote in its place.
    Reply,
    /// What a reply is answered with at once: ids, and the number of the turn.
    Acknowledgement,
    /// A view that is open.
    View(Key),
    /// The copy of a view that was opened anew since.
    History(Key),
    /// A fact about the process.
    Notice,
    /// What was wrong with a program.
    Error,
    /// How full the window is.
    Signal,
    /// The prose of a skill.
    Skill(String),
    /// What the agent keeps: tasks, memories, the board.
    Block(Block),
    /// What stands in the place of results that were archived.
    Archived,
    /// The summary of a window that was compacted.
    Summary,
}

/// What an agent keeps and has in its window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// Its tasks.
    Tasks,
    /// Its memories, or their index.
    Memories,
    /// The board.
    Board,
}

impl Block {
    /// What stands above it.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Tasks => "Tasks",
            Self::Memories => "Memories",
            Self::Board => "Board",
        }
    }

    /// The kind of state it shows.
    pub(super) fn kind(self) -> StateKind {
        match self {
            Self::Tasks => StateKind::Tasks,
            Self::Memories => StateKind::Memories,
            Self::Board => StateKind::Board,
        }
    }
}

/// Whether an item survives a compaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retention {
    /// It does.
    Pinned,
    /// It does not.
    Ephemeral,
}

/// An item.
#[derive(Debug, Clone)]
pub struct Item {
    /// Where it came from.
    pub band: Band,
    /// Whether it survives a compaction.
    pub retention: Retention,
    /// The turn it was pushed in.
    pub turn: u32,
    message: Arc<Message>,
    tokens: OnceLock<u64>,
}

impl Item {
    /// An item that is one text.
    pub fn text(band: Band, text: &str) -> Self {
        Self::of(band, Message::text(text))
    }

    /// An item of a message that does not survive a compaction.
    pub fn of(band: Band, message: Message) -> Self {
        Self { band, retention: Retention::Ephemeral, turn: 0, message: Arc::new(message), tokens: OnceLock::new() }
    }

    /// The same, but it survives a compaction.
    #[must_use]
    pub fn pinned(self) -> Self {
        Self { retention: Retention::Pinned, ..self }
    }

    /// The item of a reply.
    pub fn reply(answer: Answer) -> Self {
        Self::of(Band::Reply, Message::Replied(answer))
    }

    /// The item of a view.
    pub fn view(view: &View) -> Self {
        let mut parts = vec![Part::Text(view.message())];
        if let Body::Picture { media_type, bytes } = &view.body {
            parts.push(Part::Picture(Picture::new(media_type, bytes)));
        }
        let item = Self::of(Band::View(view.key.clone()), Message::Told { parts, cache: false });
        let tokens = OnceLock::from(view.tokens());
        let retention = if view.locked { Retention::Pinned } else { Retention::Ephemeral };
        Self { retention, tokens, ..item }
    }

    pub(super) fn of_turn(self, turn: u32) -> Self {
        Self { turn, ..self }
    }

    /// The message a model is sent.
    pub fn message(&self) -> &Arc<Message> {
        &self.message
    }

    /// Estimated tokens it takes.
    pub fn tokens(&self) -> u64 {
        *self.tokens.get_or_init(|| match &*self.message {
            Message::Told { parts, .. } => parts.iter().map(part).sum(),
            Message::Replied(answer) => {
                let calls: u64 = answer.calls.iter().map(|call| tokens::estimate(&call.arguments)).sum();
                tokens::estimate(&answer.text) + calls
            }
        })
    }

    /// Its text, without pictures.
    pub fn words(&self) -> String {
        match &*self.message {
            Message::Told { parts, .. } => {
                let texts = parts.iter().filter_map(|part| match part {
                    Part::Text(text) | Part::Acknowledged { text, .. } => Some(text.as_str()),
                    Part::Picture(_) => None,
                });
                texts.collect::<Vec<_>>().join("\n")
            }
            Message::Replied(answer) => {
                let calls = answer.calls.iter().map(|call| call.arguments.as_str());
                [answer.text.as_str()].into_iter().chain(calls).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// Marks the window as stable up to here.
    pub(super) fn mark(&mut self) {
        if let Message::Told { cache: false, .. } = &*self.message
            && let Message::Told { cache, .. } = Arc::make_mut(&mut self.message)
        {
            *cache = true;
        }
    }

    /// Takes out its pictures; says whether there was one.
    pub(super) fn drop_pictures(&mut self) -> bool {
        let is_picture = |part: &Part| matches!(part, Part::Picture(_));
        let Message::Told { parts, .. } = &*self.message else { return false };
        if !parts.iter().any(is_picture) {
            return false;
        }
        if let Message::Told { parts, .. } = Arc::make_mut(&mut self.message) {
            parts.retain(|part| !is_picture(part));
        }
        self.tokens = OnceLock::new();
        true
    }
}

fn part(part: &Part) -> u64 {
    match part {
        Part::Text(text) | Part::Acknowledged { text, .. } => tokens::estimate(text),
        Part::Picture(picture) => picture::tokens_of_base64(&picture.base64),
    }
}
