//! The board of a workspace: epics and issues, as they are kept and as they are shown (spec: runtime, 13.1).

mod outcome;
pub(crate) mod rows;

use std::collections::HashMap;

use serde::Serialize;

use crate::{
    operations::board::IssueStatus,
    text::{counted, visible},
};

pub use outcome::{Hindrance, Outcome};

/// The prefix of issues outside any epic, which no epic can have.
pub(crate) const UNGROUPED: &str = "ISSUE";

/// Everything on the board, in the order in which it was opened.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Its epics.
    pub epics: Vec<Epic>,
    /// Its issues.
    pub issues: Vec<Issue>,
}

/// An epic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Epic {
    /// Its id: the prefix of issues that are opened in it.
    pub id: String,
    /// What it is.
    pub title: String,
    /// More about it.
    pub description: String,
}

/// An issue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Issue {
    /// Its id, which no other issue gets, not even when this one is removed.
    pub id: String,
    /// The id of the epic it is in now, which its own id need not begin with.
    pub epic: Option<String>,
    /// What is to be done.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// What belongs to it.
    pub in_scope: String,
    /// What does not.
    pub out_of_scope: String,
    /// When it counts as finished.
    pub completion_criteria: String,
    /// The implementer.
    pub agent: String,
    /// The reviewers, in order.
    pub reviewers: Vec<String>,
    /// Where it stands.
    pub status: IssueStatus,
    /// Ids of what has to be done first. One of them may have been removed.
    pub blocked_by: Vec<String>,
}

impl Issue {
    /// One of which nothing is said.
    #[cfg(test)]
    pub(crate) fn bare(id: &str, status: IssueStatus) -> Self {
        Self {
            id: id.to_owned(),
            epic: None,
            title: String::new(),
            description: None,
            in_scope: String::new(),
            out_of_scope: String::new(),
            completion_criteria: String::new(),
            agent: String::new(),
            reviewers: Vec::new(),
            status,
            blocked_by: Vec::new(),
        }
    }

    /// What opens an implementer's window, and is the prompt of a child that is started on the issue.
    pub fn brief(&self) -> String {
        let description = self.description.as_deref().map(|text| format!("\n{}\n", text.trim())).unwrap_or_default();
        let mut text = format!("# {}\n{description}", self.title.trim());
        for (heading, part) in [
            ("In scope", &self.in_scope),
            ("Out of scope", &self.out_of_scope),
            ("Completion criteria", &self.completion_criteria),
        ] {
            text.push_str(&format!("\n## {heading}\n\n{}\n", part.trim()));
        }
        text
    }

    /// Whether it is neither done nor failed.
    pub fn is_unfinished(&self) -> bool {
        !matches!(self.status, IssueStatus::Done | IssueStatus::Failed)
    }
}

/// What a status is called on the board.
pub fn status(status: IssueStatus) -> &'static str {
    match status {
        IssueStatus::Open => "open",
        IssueStatus::InProgress => "in progress",
        IssueStatus::InReview => "in review",
        IssueStatus::Done => "done",
        IssueStatus::Failed => "failed",
    }
}

impl Board {
    /// The issue with an id.
    pub fn issue(&self, id: &str) -> Option<&Issue> {
        self.issues.iter().find(|issue| issue.id == id)
    }

    /// The issues that are to be dispatched: open, and every blocker is done.
    pub fn ready(&self) -> impl Iterator<Item = &Issue> {
        let by_id = self.by_id();
        let is_done = move |id: &String| by_id.get(id.as_str()).is_some_and(|issue| issue.status == IssueStatus::Done);
        self.issues
            .iter()
            .filter(move |issue| issue.status == IssueStatus::Open && issue.blocked_by.iter().all(&is_done))
    }

    /// The text of the board for the window: a line for each unfinished issue, then how many are done and how many failed.
    /// None when there are no issues.
    pub fn block(&self) -> Option<String> {
        let by_id = self.by_id();
        let unfinished = self.issues.iter().filter(|issue| issue.is_unfinished());
        let lines: String = unfinished.map(|issue| line(&by_id, issue)).collect();
        (!self.issues.is_empty()).then(|| lines + &self.counts())
    }

    /// Everything on the board for a person: each epic with its issues, then the issues outside any epic, and the counts.
    /// None when there is nothing.
    pub fn whole(&self) -> Option<String> {
        let by_id = self.by_id();
        let mut parts: Vec<String> = Vec::new();
        for epic in &self.epics {
            parts.push(format!("{}: {}\n{}", epic.id, visible(&epic.title), self.lines(&by_id, Some(&epic.id))));
        }
        let ungrouped = self.lines(&by_id, None);
        if !ungrouped.is_empty() {
            let heading = if parts.is_empty() { "" } else { "Outside any epic\n" };
            parts.push(format!("{heading}{ungrouped}"));
        }
        (!parts.is_empty()).then(|| parts.join("\n") + "\n" + &self.counts())
    }

    fn lines(&self, by_id: &ById<'_>, epic: Option<&String>) -> String {
        let of_epic = self.issues.iter().filter(|issue| issue.epic.as_ref() == epic);
        of_epic.map(|issue| line(by_id, issue)).collect()
    }

    fn counts(&self) -> String {
        let count = |status| self.issues.iter().filter(|issue| issue.status == status).count();
        let (done, failed) = (count(IssueStatus::Done), count(IssueStatus::Failed));
        format!("{} done, {failed} failed\n", counted(done as u64, "issue"))
    }

    fn by_id(&self) -> ById<'_> {
        self.issues.iter().map(|issue| (issue.id.as_str(), issue)).collect()
    }
}

type ById<'a> = HashMap<&'a str, &'a Issue>;

/// A line of the board: id, status, agent, what it waits for, title. A blocker that will never be done says why.
fn line(by_id: &ById<'_>, issue: &Issue) -> String {
    let waits = |id: &String| match by_id.get(id.as_str()).map(|blocker| blocker.status) {
        Some(IssueStatus::Done) => None,
        Some(IssueStatus::Failed) => Some(format!("{id} [failed]")),
        Some(_) => Some(id.clone()),
        None => Some(format!("{id} [removed]")),
    };
    let blockers: Vec<String> = issue.blocked_by.iter().filter_map(waits).collect();
    let blockers = if blockers.is_empty() { String::new() } else { format!("; waits for {}", blockers.join(", ")) };
    let Issue { id, agent, title, .. } = issue;
    format!("- {id} ({}, {}{blockers}): {}\n", status(issue.status), visible(agent), visible(title))
}
