//! The built-in hook that protects files: it blocks what would write them.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::Deserialize;

use crate::workspace::Workspace;

/// Paths of a workspace that are not to be written.
#[derive(Debug, Clone)]
pub struct Protected(Gitignore);

/// What of a call says where it writes.
#[derive(Deserialize)]
struct Writes {
    request: Target,
}

#[derive(Deserialize)]
struct Target {
    path: String,
}

impl Protected {
    /// Those that patterns match, written as in a `.gitignore` at the root of the workspace.
    ///
    /// # Errors
    ///
    /// The first pattern that is none, by its position, and why.
    pub fn of<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, (usize, String)> {
        let mut builder = GitignoreBuilder::new("");
        for (at, pattern) in patterns.into_iter().enumerate() {
            builder.add_line(None, pattern).map_err(|error| (at, error.to_string()))?;
        }
        builder.build().map(Self).map_err(|error| (0, error.to_string()))
    }

    /// What is said against a write, if it would be one of these.
    pub(super) fn objection(&self, input: &str, workspace: &Workspace) -> Option<String> {
        let Writes { request: Target { path } } = serde_json::from_str(input).ok()?;
        let is_protected = |inside: &Path| self.0.matched_path_or_any_parents(inside, false).is_ignore();
        // A link is protected by its own name and by that of what it leads to.
        let is = workspace.names(&path).iter().any(|inside| is_protected(inside));
        is.then(|| format!("{path} is protected."))
    }
}
