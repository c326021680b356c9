//! Who waits for whom in a run, so that nobody waits in a circle: agents for issues and for one another, issues for the
//! agents that work on them and for what blocks them. spec: runtime, 13.4

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::{
    operations::board::IssueStatus,
    store::{board::Board, way::way},
};

/// Who waits, or is waited for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Waiter {
    /// The agent with an id.
    Agent(String),
    /// The issue with an id.
    Issue(String),
    /// The place of the one agent that works of a persistent profile, by the id it is named by.
    Place(String),
    /// The one merge that is under way.
    Merge,
}

/// The waits of a run.
#[derive(Debug, Clone, Default)]
pub struct Waits(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    waits: Mutex<Known>,
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Known {
    /// Each with what it waits for, by a number of its own.
    waits: BTreeMap<u64, (Waiter, Vec<Waiter>)>,
    last: u64,
}

/// A wait, which is over once this is dropped.
#[derive(Debug)]
#[must_use = "the wait is over once this is dropped"]
pub struct Wait {
    waits: Waits,
    number: u64,
}

impl Waits {
    /// One waits for all of the others from now on.
    pub fn begin(&self, who: Waiter, on: Vec<Waiter>) -> Wait {
        let number = {
            let mut known = self.known();
            known.last += 1;
            let number = known.last;
            known.waits.insert(number, (who, on));
            number
        };
        self.note_change();
        Wait { waits: self.clone(), number }
    }

    fn note_change(&self) {
        self.0.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wait {
    /// What is told of every change of the waits of the run, for one who listens from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.waits.0.changes.subscribe()
    }

    /// Ends the wait if it is part of a circle, and says what the one who is waited for waits for, up to who waits. Of those
    /// that close a circle together the first that asks is let go, and by that all the others are.
    pub(crate) fn let_go_of_circle(&self, board: &Board) -> Option<Vec<String>> {
        let found = {
            let mut known = self.waits.known();
            let (who, on) = known.waits.get(&self.number).cloned()?;
            let found = on.iter().find_map(|on| known.way(on, &who, board))?;
            known.waits.remove(&self.number);
            found
        };
        self.waits.note_change();
        let (_, rest) = found.split_first()?;
        let (_, between) = rest.split_last()?;
        Some(between.iter().map(Waiter::words).chain(["this agent".to_owned()]).collect())
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        if self.waits.known().waits.remove(&self.number).is_some() {
            self.waits.note_change();
        }
    }
}

impl Known {
    /// The way along which one waits for another, both included.
    fn way(&self, from: &Waiter, to: &Waiter, board: &Board) -> Option<Vec<Waiter>> {
        let Ok(found) = way(from, to, |waiter| Ok::<_, Infallible>(self.on(waiter, board)));
        found
    }

    /// What one waits for.
    fn on(&self, waiter: &Waiter, board: &Board) -> Vec<Waiter> {
        let own = self.waits.values().filter(|(who, _)| who == waiter);
        let on: Vec<Waiter> = own.flat_map(|(_, on)| on).cloned().collect();
        let Waiter::Issue(id) = waiter else { return on };
        match board.issue(id) {
            // Nobody works on it yet, or not for long.
            Some(issue) if on.is_empty() && issue.status == IssueStatus::InReview => vec![Waiter::Merge],
            Some(issue) if issue.status == IssueStatus::Open => {
                let is_done = |id: &&String| board.issue(id).is_some_and(|issue| issue.status == IssueStatus::Done);
                let blockers = issue.blocked_by.iter().filter(|id| !is_done(id));
                on.into_iter().chain(blockers.cloned().map(Waiter::Issue)).collect()
            }
            _ => on,
        }
    }
}

impl Waiter {
    fn words(&self) -> String {
        match self {
            Self::Agent(id) => format!("the agent {id}"),
            Self::Issue(id) => id.clone(),
            Self::Place(named) => format!("its turn, for one `{named}` works at a time"),
            Self::Merge => "its merge, for one is made at a time".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Issue;

    fn agent(id: &str) -> Waiter {
        Waiter::Agent(id.to_owned())
    }

    fn issue(id: &str) -> Waiter {
        Waiter::Issue(id.to_owned())
    }

    fn board(issues: &[(&str, IssueStatus, &[&str])]) -> Board {
        let issue = |(id, status, blocked_by): &(&str, IssueStatus, &[&str])| Issue {
            blocked_by: blocked_by.iter().map(|id| (*id).to_owned()).collect(),
            ..Issue::bare(id, *status)
        };
        Board { epics: Vec::new(), issues: issues.iter().map(issue).collect() }
    }

    #[test]
    fn of_a_circle_the_first_that_asks_is_let_go_and_nobody_else() {
        let waits = Waits::default();
        let board = board(&[("A-1", IssueStatus::InProgress, &[]), ("A-2", IssueStatus::InProgress, &[])]);
        let _work = [("A-1", "one"), ("A-2", "two")].map(|(id, who)| waits.begin(issue(id), vec![agent(who)]));
        let first = waits.begin(agent("one"), vec![issue("A-2")]);
        assert_eq!(first.let_go_of_circle(&board), None);
        let second = waits.begin(agent("two"), vec![issue("A-1")]);
        let way = first.let_go_of_circle(&board).expect("a circle");
        assert_eq!(way, ["the agent two", "A-1", "this agent"]);
        assert_eq!((second.let_go_of_circle(&board), first.let_go_of_circle(&board)), (None, None));
    }

    #[test]
    fn a_wait_is_part_of_a_circle_through_children_blockers_places_and_merges() {
        let waits = Waits::default();
        let board = board(&[
            ("A-1", IssueStatus::InReview, &[]),
            ("A-2", IssueStatus::Open, &["A-3", "A-4"]),
            ("A-3", IssueStatus::Done, &[]),
            ("A-4", IssueStatus::InProgress, &[]),
        ]);
        let _waits = [
            waits.begin(Waiter::Merge, vec![agent("merger")]),
            waits.begin(agent("merger"), vec![agent("merger.1"), agent("merger.2")]),
            waits.begin(issue("A-4"), vec![agent("late")]),
            waits.begin(agent("late"), vec![Waiter::Place("coder".to_owned())]),
            waits.begin(Waiter::Place("coder".to_owned()), vec![agent("coder")]),
            waits.begin(agent("coder"), vec![issue("A-1")]),
        ];
        let wait = waits.begin(agent("merger.2"), vec![issue("A-2")]);
        let way = wait.let_go_of_circle(&board).expect("a circle").join(", ");
        let expected = "A-4, the agent late, its turn, for one `coder` works at a time, the agent coder, A-1, its merge, for \
                        one is made at a time, the agent merger, this agent";
        assert_eq!(way, expected);
        drop(wait);
        let wait = waits.begin(agent("merger.1"), vec![issue("A-3")]);
        assert_eq!(wait.let_go_of_circle(&board), None, "what is done waits for nobody");
    }

    #[test]
    fn a_wait_that_is_over_is_part_of_nothing() {
        let waits = Waits::default();
        let board = board(&[("A-1", IssueStatus::InProgress, &[])]);
        let work = waits.begin(issue("A-1"), vec![agent("one")]);
        let wait = waits.begin(agent("one"), vec![issue("A-1")]);
        drop(work);
        assert_eq!(wait.let_go_of_circle(&board), None);
    }
}
