//! Random calls of the board, held against a model that is simple enough to be seen to be right.

use std::collections::{BTreeMap, BTreeSet};

use gg_engine::ErrorCode;
use proptest::prelude::*;

use super::{
    bench::{Bench, call},
    board::{NOTHING, block, epic, issue, kept, on_board, open, open_epic, remove, update},
    properties::block_on,
};
use crate::{
    operations::board::{EpicAssignment, IssueInput, IssuePatch, IssueStatus},
    store::board::{Board, Outcome},
};

/// What is done to a board. Issues are named by where they stand among all ids ever given, and one beyond.
#[derive(Debug, Clone)]
enum Act {
    OpenEpic(u8),
    RemoveEpic(u8),
    Open(Option<u8>, Vec<prop::sample::Index>),
    Block(prop::sample::Index, Vec<prop::sample::Index>),
    Set(prop::sample::Index, IssueStatus),
    Move(prop::sample::Index, Option<u8>),
    Remove(prop::sample::Index),
}

const PREFIXES: [&str; 3] = ["AAA", "BBB", "CCC"];

fn act() -> impl Strategy<Value = Act> {
    let epic = || 0..3_u8;
    let issue = any::<prop::sample::Index>;
    let issues = move || prop::collection::vec(issue(), 0..3);
    let statuses =
        [IssueStatus::Open, IssueStatus::InProgress, IssueStatus::InReview, IssueStatus::Done, IssueStatus::Failed];
    prop_oneof![
        2 => epic().prop_map(Act::OpenEpic),
        1 => epic().prop_map(Act::RemoveEpic),
        4 => (prop::option::of(epic()), issues()).prop_map(|(epic, issues)| Act::Open(epic, issues)),
        4 => (issue(), issues()).prop_map(|(issue, issues)| Act::Block(issue, issues)),
        3 => (issue(), prop::sample::select(statuses.to_vec())).prop_map(|(issue, status)| Act::Set(issue, status)),
        1 => (issue(), prop::option::of(epic())).prop_map(|(issue, epic)| Act::Move(issue, epic)),
        1 => issue().prop_map(Act::Remove),
    ]
}

/// A board as it should be.
#[derive(Debug, Clone, Default)]
struct Model {
    epics: BTreeSet<&'static str>,
    issues: BTreeMap<String, Kept>,
    /// Every id that was ever given, in order.
    given: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
struct Kept {
    epic: Option<&'static str>,
    status: IssueStatus,
    blocked_by: Vec<String>,
}

impl Model {
    const MOST: (usize, usize) = (2, 5);

    fn named(&self, at: prop::sample::Index) -> String {
        self.given.get(at.index(self.given.len() + 1)).cloned().unwrap_or_else(|| self.next("ISSUE"))
    }

    fn next(&self, prefix: &str) -> String {
        let given = self.given.iter().filter(|id| id.starts_with(prefix)).count();
        format!("{prefix}-{}", given + 1)
    }

    /// Whether an issue waits for another, by whatever way.
    fn waits(&self, issue: &str, other: &str) -> bool {
        let kept = self.issues.get(issue);
        issue == other || kept.is_some_and(|kept| kept.blocked_by.iter().any(|blocker| self.waits(blocker, other)))
    }

    fn epic(&self, epic: Option<u8>) -> Result<Option<&'static str>, ErrorCode> {
        let Some(prefix) = epic.map(|at| PREFIXES[usize::from(at)]) else { return Ok(None) };
        self.epics.get(prefix).copied().map(Some).ok_or(ErrorCode::NotFound)
    }

    fn issue(&mut self, id: &str) -> Result<&mut Kept, ErrorCode> {
        self.issues.get_mut(id).ok_or(ErrorCode::NotFound)
    }

    /// Does it; the id of what was opened.
    fn done(&mut self, act: &Act) -> Result<Option<String>, ErrorCode> {
        match act {
            Act::OpenEpic(at) => {
                let prefix = PREFIXES[usize::from(*at)];
                if self.epics.contains(prefix) {
                    return Err(ErrorCode::Conflict);
                }
                if self.epics.len() == Self::MOST.0 {
                    return Err(ErrorCode::LimitExceeded);
                }
                self.epics.insert(prefix);
                return Ok(Some(prefix.to_owned()));
            }
            Act::RemoveEpic(at) => {
                let epic = self.epic(Some(*at))?;
                self.epics.retain(|prefix| Some(*prefix) != epic);
                self.issues.values_mut().filter(|kept| kept.epic == epic).for_each(|kept| kept.epic = None);
            }
            Act::Open(epic, blockers) => {
                let blocked_by = unique(blockers.iter().map(|at| self.named(*at)));
                let epic = self.epic(*epic)?;
                let id = self.next(epic.unwrap_or("ISSUE"));
                if blocked_by.iter().any(|blocker| *blocker != id && !self.issues.contains_key(blocker)) {
                    return Err(ErrorCode::NotFound);
                }
                if blocked_by.contains(&id) {
                    return Err(ErrorCode::Conflict);
                }
                if self.issues.len() == Self::MOST.1 {
                    return Err(ErrorCode::LimitExceeded);
                }
                self.given.push(id.clone());
                self.issues.insert(id.clone(), Kept { epic, status: IssueStatus::Open, blocked_by });
                return Ok(Some(id));
            }
            Act::Block(at, blockers) => {
                let (id, blocked_by) = (self.named(*at), unique(blockers.iter().map(|at| self.named(*at))));
                self.issue(&id)?;
                if blocked_by.iter().any(|blocker| !self.issues.contains_key(blocker)) {
                    return Err(ErrorCode::NotFound);
                }
                if blocked_by.iter().any(|blocker| self.waits(blocker, &id)) {
                    return Err(ErrorCode::Conflict);
                }
                self.issue(&id)?.blocked_by = blocked_by;
            }
            Act::Set(at, status) => {
                if matches!(status, IssueStatus::InReview | IssueStatus::Failed) {
                    return Err(ErrorCode::InvalidArgument);
                }
                let id = self.named(*at);
                self.issue(&id)?.status = *status;
            }
            Act::Move(at, epic) => {
                let id = self.named(*at);
                self.issue(&id)?;
                let epic = self.epic(*epic)?;
                self.issue(&id)?.epic = epic;
            }
            Act::Remove(at) => {
                let id = self.named(*at);
                self.issues.remove(&id).ok_or(ErrorCode::NotFound)?;
            }
        }
        Ok(None)
    }

    /// Whether an issue can still become done, by trying: whatever is under way finishes, and what is ready is done.
    fn can_finish(&self, id: &str) -> bool {
        let mut done: BTreeSet<&String> = BTreeSet::new();
        loop {
            let finishes = |(_, kept): &(&String, &Kept)| {
                kept.status == IssueStatus::Done
                    || matches!(kept.status, IssueStatus::InProgress | IssueStatus::InReview)
                    || kept.status == IssueStatus::Open && kept.blocked_by.iter().all(|blocker| done.contains(blocker))
            };
            let now: BTreeSet<&String> = self.issues.iter().filter(finishes).map(|(id, _)| id).collect();
            if now.len() == done.len() {
                return done.iter().any(|done| *done == id);
            }
            done = now;
        }
    }
}

fn unique(ids: impl Iterator<Item = String>) -> Vec<String> {
    ids.fold(Vec::new(), |mut ids, id| {
        if !ids.contains(&id) {
            ids.push(id);
        }
        ids
    })
}

async fn done(bench: &mut Bench, act: &Act, model: &Model) -> Result<Option<String>, ErrorCode> {
    let prefix = |at: &u8| PREFIXES[usize::from(*at)].to_owned();
    let names = |issues: &[prop::sample::Index]| issues.iter().map(|at| model.named(*at)).collect::<Vec<_>>();
    let result = match act {
        Act::OpenEpic(at) => open_epic(bench, epic(&prefix(at))).await.map(|made| Some(made.id)),
        Act::RemoveEpic(at) => call!(bench, BoardRemoveEpic, board::remove_epic(prefix(at))).map(|_| None),
        Act::Open(at, blockers) => {
            let given = IssueInput { blocked_by: names(blockers), epic_id: at.as_ref().map(prefix), ..issue("T", &[]) };
            open(bench, given).await.map(|made| Some(made.id))
        }
        Act::Block(at, blockers) => {
            let blockers = names(blockers);
            let blockers: Vec<&str> = blockers.iter().map(String::as_str).collect();
            block(bench, &model.named(*at), &blockers).await.map(|()| None)
        }
        Act::Set(at, status) => {
            update(bench, &model.named(*at), IssuePatch { status: Some(*status), ..NOTHING }).await.map(|()| None)
        }
        Act::Move(at, to) => {
            let to = to.as_ref().map_or(EpicAssignment::Ungroup, |to| EpicAssignment::Set(prefix(to)));
            update(bench, &model.named(*at), IssuePatch { epic: to, ..NOTHING }).await.map(|()| None)
        }
        Act::Remove(at) => remove(bench, &model.named(*at)).await.map(|_| None),
    };
    result.map_err(|error| error.code)
}

fn as_model(board: &Board) -> BTreeMap<String, Kept> {
    let kept = |issue: &crate::store::board::Issue| {
        let epic = issue.epic.as_deref().and_then(|epic| PREFIXES.into_iter().find(|prefix| *prefix == epic));
        (issue.id.clone(), Kept { epic, status: issue.status, blocked_by: issue.blocked_by.clone() })
    };
    board.issues.iter().map(kept).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Each call answers as the model does, no id is given twice, nothing waits in a circle, and a wait ends exactly when
    /// nothing can come of it any more.
    #[test]
    fn the_board_is_what_its_model_is(acts in prop::collection::vec(act(), 1..60)) {
        let (mut bench, mut model) = (on_board(), Model::default());
        block_on(async {
            for act in &acts {
                let did = done(&mut bench, act, &model).await;
                prop_assert_eq!(did, model.done(act), "{:?}", act);
            }
            let board = kept(&mut bench).await;
            prop_assert_eq!(as_model(&board), model.issues.clone());
            prop_assert_eq!(board.epics.iter().map(|epic| epic.id.as_str()).collect::<BTreeSet<_>>(), model.epics.clone());
            prop_assert_eq!(model.given.iter().collect::<BTreeSet<_>>().len(), model.given.len());
            for (id, kept) in &model.issues {
                prop_assert!(!kept.blocked_by.iter().any(|blocker| model.waits(blocker, id)));
            }
            for id in &model.given {
                let kept = model.issues.get(id);
                let outcome = board.outcome(id);
                match kept.map(|kept| kept.status) {
                    None => prop_assert_eq!(outcome, Some(Outcome::Removed)),
                    Some(IssueStatus::Done) => prop_assert_eq!(outcome, Some(Outcome::Done)),
                    Some(_) => prop_assert_eq!(outcome.is_none(), model.can_finish(id), "{}", id),
                }
            }
            let is_done = |id: &String| model.issues.get(id).is_some_and(|kept| kept.status == IssueStatus::Done);
            let ready: BTreeSet<&String> = model
                .issues
                .iter()
                .filter(|(_, kept)| kept.status == IssueStatus::Open && kept.blocked_by.iter().all(is_done))
                .map(|(id, _)| id)
                .collect();
            prop_assert_eq!(board.ready().map(|issue| &issue.id).collect::<BTreeSet<_>>(), ready);
            Ok(())
        })?;
    }
}
