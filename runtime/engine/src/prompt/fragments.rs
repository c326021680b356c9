//! `prompts/<arm>.json` as codegen writes it: what an arm's prompt says in its own spelling.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::PromptError;

/// The version of the shape that is read here.
const VERSION: u32 = 1;

/// The pieces of an arm.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Fragments {
    version: u32,
    /// The arm's id.
    pub arm: String,
    /// The language's name.
    pub label: String,
    /// Whether the arm's programs are checked before they run.
    pub checked: bool,
    /// The shape of a whole program: at most two paragraphs, naming no operation.
    pub segment: String,
    /// A line a module that has operations, in presentation order.
    pub modules: Vec<ModuleLine>,
    /// How a session ends, by role.
    pub endings: BTreeMap<String, Ending>,
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
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Ending {
    /// Ids of the role's calls.
    pub calls: Vec<String>,
    /// What the prompt says of them.
    pub text: String,
}

impl Fragments {
    /// The pieces of an arm, out of a package's prompts (file name and text).
    ///
    /// # Errors
    ///
    /// The arm has no file, or it cannot be read.
    pub fn of(prompts: &[(&str, &str)], arm: &str) -> Result<Self, PromptError> {
        let name = format!("{arm}.json");
        let named = prompts.iter().find(|(file, _)| file.rsplit('/').next() == Some(&name));
        let (_, text) = named.ok_or_else(|| PromptError::fragments(&name, "there is no such file"))?;
        let fragments: Self = serde_json::from_str(text).map_err(|error| PromptError::fragments(&name, error))?;
        match fragments.version {
            VERSION => Ok(fragments),
            other => {
                let why = format!("it has version {other}, and this engine reads {VERSION}");
                Err(PromptError::fragments(&name, why))
            }
        }
    }
}
