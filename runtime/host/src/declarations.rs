//! What a turn's programs declare for its end (spec: runtime, 4.4 and 15).

use serde::{Deserialize, Serialize};

/// How a session ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The work is done, with a summary.
    Finished(String),
    /// The work under review is approved.
    Approved,
    /// The work under review needs these changes.
    ChangesRequested(Vec<String>),
}

impl Ending {
    /// The final text: the summary, a word of approval, or the items, numbered.
    pub fn text(&self) -> String {
        match self {
            Self::Finished(summary) => summary.clone(),
            Self::Approved => "Approved.".to_owned(),
            Self::ChangesRequested(items) => {
                let lines = (1..).zip(items).map(|(number, item)| format!("{number}. {item}"));
                lines.collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// Files that a compacted window keeps, at most (spec: operations, 8, card 32).
pub const MOST_FILES: usize = 12;

/// A compaction that was declared (spec: operations, 8, card 32).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Compaction {
    /// What becomes of the window.
    pub summary: String,
    /// The files that are read again.
    pub files: Vec<String>,
    /// Those beyond the bound.
    pub left_out: Vec<String>,
}

impl Compaction {
    /// One that names files, of which each counts once.
    pub fn new(summary: String, named: impl IntoIterator<Item = String>) -> Self {
        let mut files: Vec<String> = Vec::new();
        for file in named {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        let left_out = files.split_off(files.len().min(MOST_FILES));
        Self { summary, files, left_out }
    }
}

/// Who takes the place of an agent (spec: runtime, 14.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Succession {
    /// Another agent of its roster.
    Exec {
        /// The id on the roster.
        agent: String,
        /// What it is told.
        prompt: Option<String>,
    },
    /// The agent of another state of its machine.
    Transition {
        /// The state.
        state: String,
        /// What it is told.
        note: Option<String>,
    },
}

impl Succession {
    /// What takes over, in a sentence.
    pub fn what(&self) -> String {
        match self {
            Self::Exec { agent, .. } => format!("the agent `{agent}`"),
            Self::Transition { state, .. } => format!("the state `{state}`"),
        }
    }

    /// What the successor is told by the one whose place it takes.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Exec { prompt: message, .. } | Self::Transition { note: message, .. } => message.as_deref(),
        }
    }
}

/// A copy of the agent that starts when the turn closes (spec: runtime, 14.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fork {
    /// Its id, which was made when it was declared.
    pub id: String,
    /// What it goes on with.
    pub prompt: String,
}

/// The turn has a successor, and has only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Succeeded;

/// A turn's declarations.
#[derive(Debug, Default)]
pub struct Declarations {
    ending: Option<Ending>,
    overridden: u32,
    hand_over: HandOver,
    issue_waits: Vec<String>,
    compaction: Option<Compaction>,
    succession: Option<Succession>,
    forks: Vec<Fork>,
}

/// Whether a program hands over to another.
#[derive(Debug, Default)]
enum HandOver {
    /// It has not yet.
    #[default]
    Open,
    /// To this one.
    Declared(String),
    /// It is an on-use script, which hands over to nothing.
    Closed,
}

/// Why a program cannot hand over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoHandOver {
    /// It already has.
    Again,
    /// It is an on-use script.
    Script,
}

impl Declarations {
    /// Declares an ending. The last stands; earlier ones are counted.
    pub(crate) fn end(&mut self, ending: Ending) {
        self.overridden += u32::from(self.ending.replace(ending).is_some());
    }

    /// The ending that stands.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// How many endings a later one of the turn took the place of.
    pub fn overridden(&self) -> u32 {
        self.overridden
    }

    /// Waits for an issue after the program has ended.
    pub(crate) fn wait_for_issue(&mut self, id: String) {
        if !self.issue_waits.contains(&id) {
            self.issue_waits.push(id);
        }
    }

    /// The issues to wait for, in the order in which they were declared, each once. A failure takes none of them back.
    pub fn issue_waits(&self) -> &[String] {
        &self.issue_waits
    }

    /// Declares a compaction. The last stands, even if its program fails later.
    pub(crate) fn compact(&mut self, compaction: Compaction) {
        self.compaction = Some(compaction);
    }

    /// Declares a successor. The first stands, even if its program fails later.
    pub(crate) fn succeed(&mut self, succession: Succession) -> Result<(), Succeeded> {
        if self.succession.is_some() {
            return Err(Succeeded);
        }
        self.succession = Some(succession);
        Ok(())
    }

    /// The succession that stands.
    pub fn succession(&self) -> Option<&Succession> {
        self.succession.as_ref()
    }

    /// Declares a copy. Copies add up, and a failure takes none of them back.
    pub(crate) fn fork(&mut self, fork: Fork) {
        self.forks.push(fork);
    }

    /// The copies, in the order in which they were declared.
    pub fn forks(&self) -> &[Fork] {
        &self.forks
    }

    /// The compaction that stands.
    pub fn compaction(&self) -> Option<&Compaction> {
        self.compaction.as_ref()
    }

    /// Hands over to another program, which a program does once and an on-use script never.
    pub(crate) fn hand_over(&mut self, source: String) -> Result<(), NoHandOver> {
        match self.hand_over {
            HandOver::Open => {
                self.hand_over = HandOver::Declared(source);
                Ok(())
            }
            HandOver::Declared(_) => Err(NoHandOver::Again),
            HandOver::Closed => Err(NoHandOver::Script),
        }
    }

    /// The program that the one that has ended handed over to.
    pub(crate) fn take_hand_over(&mut self) -> Option<String> {
        match std::mem::take(&mut self.hand_over) {
            HandOver::Declared(source) => Some(source),
            HandOver::Open | HandOver::Closed => None,
        }
    }

    /// On-use scripts run from now on, after the last program of the submission.
    pub(crate) fn scripts_begin(&mut self) {
        self.hand_over = HandOver::Closed;
    }

    /// They have run.
    pub(crate) fn scripts_end(&mut self) {
        self.hand_over = HandOver::Open;
    }

    /// Takes back the ending, which a program loses that failed or met a ceiling of the sandbox.
    pub fn take_back_ending(&mut self) -> Option<Ending> {
        self.ending.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ending_stands_and_a_failure_takes_it_back() {
        let mut declarations = Declarations::default();
        declarations.end(Ending::Approved);
        declarations.end(Ending::ChangesRequested(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(declarations.overridden(), 1);
        assert_eq!(declarations.ending().map(Ending::text).as_deref(), Some("1. a\n2. b"));
        assert!(declarations.take_back_ending().is_some());
        assert_eq!(declarations.ending(), None);
    }

    #[test]
    fn issues_are_waited_for_in_order_each_once_whatever_fails() {
        let mut declarations = Declarations::default();
        for id in ["B-2", "A-1", "B-2"] {
            declarations.wait_for_issue(id.to_owned());
        }
        declarations.end(Ending::Approved);
        declarations.take_back_ending();
        assert_eq!(declarations.issue_waits(), ["B-2", "A-1"]);
    }

    #[test]
    fn a_program_hands_over_once() {
        let mut declarations = Declarations::default();
        assert_eq!(declarations.hand_over("one".to_owned()), Ok(()));
        assert_eq!(declarations.hand_over("two".to_owned()), Err(NoHandOver::Again));
        assert_eq!(declarations.take_hand_over().as_deref(), Some("one"));
        assert_eq!(declarations.hand_over("three".to_owned()), Ok(()), "the next program hands over for itself");
    }

    #[test]
    fn an_ending_has_a_text() {
        assert_eq!(Ending::Finished("done".to_owned()).text(), "done");
        assert_eq!(Ending::Approved.text(), "Approved.");
    }
}
