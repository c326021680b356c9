//! The roster of a profile, `[[roster]]`: the agents its own may name, and as what (spec: runtime, 14.1).

use std::path::PathBuf;

use gg_settings::{Section, meant};

/// An agent that may be named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterEntry {
    /// The id of the agent, which is what a program passes.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is for, said for the agent whose roster it is.
    pub description: String,
    /// As what it may be named.
    pub scopes: Vec<RosterScope>,
    /// The file of its profile, seen from the folder of this one; without it, it has this one.
    pub profile: Option<PathBuf>,
}

/// As what an agent may be named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RosterScope {
    /// As a child, and as what another becomes.
    Subagent,
    /// As the implementer of an issue.
    Implementer,
    /// As a reviewer of one.
    Reviewer,
}

impl RosterScope {
    /// Every scope.
    pub const ALL: [Self; 3] = [Self::Subagent, Self::Implementer, Self::Reviewer];

    /// The entries of a roster that may be named so, in order.
    pub fn of(self, roster: &[RosterEntry]) -> impl Iterator<Item = &RosterEntry> {
        roster.iter().filter(move |entry| entry.scopes.contains(&self))
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Subagent => "subagent",
            Self::Implementer => "implementer",
            Self::Reviewer => "reviewer",
        }
    }
}

/// Reads the roster of a whole profile.
pub(super) fn read(section: &Section<'_>) -> Vec<RosterEntry> {
    let mut roster: Vec<RosterEntry> = Vec::new();
    for section in section.sections("roster") {
        section.needs(&["id", "name", "description", "scopes"], "");
        let (id, scopes) = (section.text("id"), scopes(&section));
        let (name, description) = (section.text("name"), section.text("description"));
        if let Some((id, span)) = &id
            && roster.iter().any(|entry| entry.id == *id)
        {
            section.wrong(span.clone(), format!("the roster has an entry `{id}` already"), None);
        }
        let profile = section.text("profile").map(|(path, _)| PathBuf::from(path));
        if let (Some((id, _)), Some((name, _)), Some((description, _)), Some(scopes)) = (id, name, description, scopes)
        {
            roster.push(RosterEntry { id, name, description, scopes, profile });
        }
    }
    roster
}

fn scopes(section: &Section<'_>) -> Option<Vec<RosterScope>> {
    let words = section.texts("scopes")?;
    if words.is_empty() {
        section.wrong(
            section.span(),
            "an entry of the roster without a scope can be named as nothing".to_owned(),
            None,
        );
    }
    let scope = |(word, span): &gg_settings::Placed| {
        let scope = RosterScope::ALL.into_iter().find(|scope| scope.word() == word);
        if scope.is_none() {
            let known = RosterScope::ALL.map(RosterScope::word);
            section.wrong(span.clone(), format!("there is no scope `{word}`"), meant(word, &known));
        }
        scope
    };
    Some(words.iter().filter_map(scope).collect())
}
