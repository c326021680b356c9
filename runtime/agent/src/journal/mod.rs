//! The record of a session: an append-only journal, a line an entry, in which a text that is long or comes again stands
//! once, under the hash of what it says. A process that is killed loses at most the line it was writing. spec: runtime, 21

mod pack;
pub(crate) mod payload;
mod read;
mod sources;
mod write;

use std::fmt;

use gg_models::Answer;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub use self::{
    read::{JournalError, Log, Session, Sessions},
    sources::Sources,
    write::Journal,
};

/// The folder of sessions, below a workspace.
const SESSIONS: &str = ".gg/sessions";
/// The file of a session.
const JOURNAL: &str = "journal.jsonl";
/// The same, packed.
const PACKED: &str = "journal.jsonl.z";
/// Bytes of a text that stands in its entry.
const INLINE: usize = 256;

/// What an entry is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// How the session began.
    Session,
    /// How an agent began that another started: as whom, and with what.
    AgentBegin,
    /// The skills an agent has, where its author wrote some.
    Skills,
    /// What gg looked at in the workspace by itself; its key says what.
    Seen,
    /// A message was read; its key is who left it.
    Message,
    /// What others did to memories that are shared.
    MemoryNotices,
    /// The memories as they stood, where they are shared.
    Memories,
    /// What a model was about to be sent, as a hash.
    PromptFrame,
    /// What it replied.
    ModelIo,
    /// Why it did not.
    ModelError,
    /// A call that may change the world has begun.
    CallBegun,
    /// What a call was answered with.
    CallResult,
    /// What a command was answered with.
    Shell,
    /// A program was stopped when its time was up, after the calls before this; its key is its number in the turn.
    Stopped,
    /// What a command of git came to that served the board.
    Git,
    /// A look at whether the run is over, which found that it is; its key says how it ends and where the agent was.
    CancelProbe,
    /// A time a program was given.
    Clock,
    /// A number a program was given.
    Random,
    /// The session was interrupted in this turn and went on.
    Resumed,
    /// How what it waited for ended; its key is the issues.
    IssueWaits,
    /// The board as it stood.
    Board,
    /// What hooks said; its key is of what.
    Hook,
    /// How an agent ended; its key is the status.
    AgentEnd,
    /// The record has no room for more.
    Full,
}

impl Kind {
    /// Whether it is what a call was answered with.
    pub fn is_answer(self) -> bool {
        matches!(self, Self::CallResult | Self::Shell)
    }

    /// Whether it is what a model gave.
    pub fn is_of_model(self) -> bool {
        matches!(self, Self::ModelIo | Self::ModelError)
    }

    /// Whether it says how an agent began, before it did anything.
    pub(crate) fn is_beginning(self) -> bool {
        matches!(self, Self::Session | Self::AgentBegin | Self::Skills)
    }
}

/// The word it is recorded by.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is of.
    pub kind: Kind,
    /// The agent.
    pub agent: String,
    /// The turn.
    pub turn: u32,
    /// What it answers: a call and its request, or what a model was sent.
    pub key: String,
    /// What it says.
    pub text: String,
}

impl Entry {
    /// An entry.
    pub fn new(kind: Kind, agent: &str, turn: u32, key: String, text: &str) -> Self {
        Self { kind, agent: agent.to_owned(), turn, key, text: text.to_owned() }
    }

    /// The id of the call it is of, with which the key of a call begins.
    pub fn call(&self) -> &str {
        self.key.split(' ').next().unwrap_or_default()
    }
}

/// How an agent began that another started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Beginning {
    /// The id on the roster by which it was named.
    pub(crate) agent: String,
    /// What opened its window.
    pub(crate) prompt: String,
    /// The id of its model.
    pub(crate) model: String,
    /// The turn of who started it.
    pub(crate) turn: u32,
    /// Whether it is a copy of that one.
    pub(crate) is_copy: bool,
}

/// A child that had begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// Its id.
    pub id: String,
    /// The id on the roster by which it was named.
    pub agent: String,
    /// Whether it is a copy of who started it, and so has ended with the session.
    pub is_copy: bool,
}

/// A call that had declared something for the close of its turn, and was answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// The id of the operation.
    pub operation: String,
    /// The request.
    pub request: String,
}

/// A turn in which an agent was interrupted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Interruption {
    /// Its number.
    pub turn: u32,
    /// What the model had replied.
    pub reply: Option<Answer>,
    /// What the model is told of it.
    pub notice: String,
    /// The children it had started in it, which go on.
    pub children: Vec<Begun>,
    /// What it had declared for the close of the turn, in order.
    #[serde(default)]
    pub declared: Vec<Declared>,
    /// The number of the copy of the store as it was when the session went on.
    #[serde(default)]
    pub store: Option<u32>,
    /// Whether the world is acted on from here on.
    #[serde(skip)]
    pub live: bool,
}

/// Where an agent may go on from an interruption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// Its window has not been opened.
    Before,
    /// It takes turns.
    After,
}

impl Interruption {
    /// Whether an agent goes on from it there. One that had not come to its first turn opens its window anew.
    pub(crate) fn is_at(&self, at: Opening) -> bool {
        at == Opening::After || self.turn == 0
    }
}

/// A record: one that is written, or one that a session is compared with. What is in it is each agent's own, in the order in
/// which it happened to that agent.
pub trait Record: Send + Sync {
    /// Notes an entry.
    fn note(&self, entry: Entry);

    /// Has what was noted outlast a machine that stops.
    fn sync(&self) {}

    /// Whether what an agent meets comes from the record, and the world is not acted on.
    fn replays(&self, _agent: &str) -> bool {
        false
    }

    /// What comes next of an agent that is replayed: the first entry that is wanted of those not yet compared.
    fn recall(&self, _agent: &str, _wanted: &dyn Fn(&Entry) -> bool) -> Option<Entry> {
        None
    }

    /// Has the replay end, for what it needs is not in an entry.
    fn cannot_go_on(&self, _entry: &Entry, _why: &str) {}

    /// Whether the session of an agent is not to go on.
    fn is_over(&self, _agent: &str) -> bool {
        false
    }

    /// Whether what was replayed went another way than the session did, so that nothing can go on from it.
    fn is_lost(&self) -> bool {
        false
    }

    /// Whether an agent has done more than was recorded of it, where the record has its run stop.
    fn overran(&self, _agent: &str) -> bool {
        false
    }

    /// What became of a turn an agent was interrupted in, when it goes on from there; `at` says where it is, before its first
    /// turn or after its window was opened.
    fn interruption(&self, _agent: &str, _at: Opening) -> Option<Interruption> {
        None
    }
}

/// The first 128 bits of a text's SHA-256.
pub(crate) fn hash(text: &str) -> String {
    format!("{:032x}", first_bits(Sha256::digest(text.as_bytes())))
}

/// The first 128 bits of a digest.
pub(crate) fn first_bits(digest: impl IntoIterator<Item = u8>) -> u128 {
    digest.into_iter().take(16).fold(0, |number, byte| number << 8 | u128::from(byte))
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Text {
        hash: String,
        text: String,
    },
    Entry {
        kind: Kind,
        agent: String,
        turn: u32,
        key: String,
        says: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
}
