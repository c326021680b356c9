//! The shape of the files below `prompts/`: pieces a runtime composes a system prompt and its messages from.
//!
//! It needs nothing but serde and ordered maps, so a runtime may read them with a copy of this file.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The version of these shapes. Within a version members are only added.
pub const VERSION: u32 = 1;

/// `prompts/<arm>.json`: what an arm's prompt says in its own spelling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArmPrompts {
    /// Where the file comes from.
    #[serde(rename = "$comment")]
    pub comment: String,
    /// [`VERSION`].
    pub version: u32,
    /// The arm's id.
    pub arm: String,
    /// The language's name.
    pub label: String,
    /// Whether programs are checked before they run; then the prompt says that more is declared than may be called.
    pub checked: bool,
    /// The shape of a whole program: at most two paragraphs, naming no operation.
    pub segment: String,
    /// A line a module that has operations, in presentation order; a runtime takes those with one that may be called.
    pub modules: Vec<ModuleLine>,
    /// How a session ends, by role.
    pub endings: IndexMap<String, Ending>,
}

/// What a prompt says about a module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModuleLine {
    /// Its id in the table.
    pub id: String,
    /// Its path in the arm, which is its documentation key.
    pub path: String,
    /// One sentence.
    pub brief: String,
    /// The line by which a program reaches it.
    pub import: String,
    /// All of it, as a prompt says it.
    pub line: String,
}

/// How sessions of a role end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// Ids of the role's calls.
    pub calls: Vec<String>,
    /// What the prompt says of them.
    pub text: String,
}

/// `prompts/sentences.json`: sentences that are the same in every arm, but for the calls they name.
///
/// `{call}` is a call as the arm spells it, `{calls}` several: each in a code span, joined by [`Sentences::comma`] and
/// [`Sentences::or`]. `{code}` and `{message}` are those of a failure, `{why}` a sentence of the host's.
///
/// The engine says them too: the host side of the output carries them beside the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentences {
    /// Where the file comes from.
    #[serde(rename = "$comment", default)]
    pub comment: String,
    /// [`VERSION`].
    #[serde(default)]
    pub version: u32,
    /// The agent does not have the call, and none that would do instead.
    pub unavailable: String,
    /// It does not have the call, but others.
    pub unavailable_instead: String,
    /// The call is an ending of another role.
    pub unavailable_ending: String,
    /// The call did not run, for a reason of the host's.
    pub did_not_run: String,
    /// The run's time is spent.
    pub time_spent: String,
    /// A compaction is pending.
    pub pending: String,
    /// The same, with the calls that are wanted.
    pub pending_wanted: String,
    /// The turn has its successor already.
    pub succession: String,
    /// A failed call as it reads.
    pub failed: String,
    /// How to find out what can be called; `{search}` and `{open}` are the calls that search and open documentation.
    pub discover: String,
    /// That more is declared than may be called.
    pub declared: String,
    /// Between two of several calls.
    pub comma: String,
    /// Before the last of them.
    pub or: String,
}
