//! The module `board` (spec: operations, 8, cards 22 to 28; runtime, 13.1).
//!
//! What is done here is what the board keeps. Every change rings the bell of the run's board, by which the loop dispatches.

use gg_engine::{Call, CallError};
use rusqlite::Connection;

use crate::{
    delegation::Waiter,
    failure::{are_named, conflict, invalid, limit, not_found, required},
    host::Host,
    operations::{
        board::{
            BoardUsage, EpicAssignment, EpicCreated, EpicInput, IssueCreated, IssueInput, IssuePatch, IssueStatus,
            Operations,
        },
        core::TextEdit,
    },
    profile::RosterScope,
    run_board::RunBoard,
    store::{
        Stop, StoreError,
        board::{
            Outcome, UNGROUPED,
            rows::{self, Change},
        },
    },
    text::is_blank,
};

impl Operations for Host {
    async fn create_epic(&mut self, call: &Call, epic: EpicInput) -> Result<EpicCreated, CallError> {
        let id = prefix(call, &epic.prefix)?;
        required(call, "epic.title", &epic.title)?;
        required(call, "epic.description", &epic.description)?;
        self.change_board(call, |store, board| {
            if id == UNGROUPED {
                return Err(conflict(format!("the prefix {id} is taken by the issues outside any epic")).into());
            }
            if rows::epic(store, &id)?.is_some() {
                return Err(conflict(format!("the prefix {id} is taken")).into());
            }
            let BoardUsage { epics, max_epics, .. } = usage(store, board)?;
            if epics >= max_epics {
                return Err(limit(format!("there are {epics} epics; the most is {max_epics}")).into());
            }
            rows::add_epic(store, &id, &epic)?;
            Ok(EpicCreated { id: id.clone(), board: usage(store, board)? })
        })
        .await
    }

    async fn create_issue(&mut self, call: &Call, issue: IssueInput) -> Result<IssueCreated, CallError> {
        self.issue_is_legal(call, &issue)?;
        let IssueInput { description, blocked_by, epic_id, .. } = &issue;
        let description = description.as_deref().filter(|description| !is_blank(description));
        self.change_board(call, |store, board| {
            let epic = epic_id.as_deref().map(|id| known_epic(call, store, "issue.epic-id", id)).transpose()?;
            let prefix = epic_id.as_deref().unwrap_or(UNGROUPED);
            // The id is known before it is given, so it can be named.
            let id = rows::next_id(store, prefix)?;
            blockers_are_known(call, store, "issue.blocked-by", blocked_by, Some(&id))?;
            // What is new blocks nothing yet, so it closes no other circle.
            if blocked_by.contains(&id) {
                return Err(blocks_itself(&id).into());
            }
            let BoardUsage { issues, max_issues, .. } = usage(store, board)?;
            if issues >= max_issues {
                return Err(limit(format!("there are {issues} issues; the most is {max_issues}")).into());
            }
            let number = rows::add_issue(store, prefix, epic, &issue, description)?;
            rows::set_blockers(store, number, blocked_by)?;
            Ok(IssueCreated { id, board: usage(store, board)? })
        })
        .await
    }

    async fn update_issue(&mut self, call: &Call, id: String, patch: IssuePatch) -> Result<(), CallError> {
        required(call, "id", &id)?;
        patch_is_legal(call, &patch)?;
        let IssuePatch { title, description, in_scope, out_of_scope, completion_criteria, status, epic } = &patch;
        let change = Change {
            title: title.as_deref(),
            description: match description {
                TextEdit::Keep => None,
                TextEdit::Clear => Some(None),
                TextEdit::Set(text) => Some(Some(text.as_str()).filter(|text| !is_blank(text))),
            },
            in_scope: in_scope.as_deref(),
            out_of_scope: out_of_scope.as_deref(),
            completion_criteria: completion_criteria.as_deref(),
            status: *status,
            epic: None,
        };
        self.change_board(call, |store, _| {
            let number = known_issue(store, &id)?;
            let epic = match epic {
                EpicAssignment::Keep => None,
                EpicAssignment::Ungroup => Some(None),
                EpicAssignment::Set(epic) => Some(Some(known_epic(call, store, "patch.epic", epic)?)),
            };
            Ok(rows::change_issue(store, number, &Change { epic, ..change })?)
        })
        .await
    }

    async fn set_issue_blocked_by(
        &mut self,
        call: &Call,
        id: String,
        blocked_by: Vec<String>,
    ) -> Result<(), CallError> {
        required(call, "id", &id)?;
        are_named(call, "blocked-by", &blocked_by)?;
        self.change_board(call, |store, _| {
            let number = known_issue(store, &id)?;
            blockers_are_known(call, store, "blocked-by", &blocked_by, None)?;
            if blocked_by.contains(&id) {
                return Err(blocks_itself(&id).into());
            }
            for blocker in &blocked_by {
                if let Some(way) = rows::way(store, blocker, &id)? {
                    let way = way.join(", which waits for ");
                    return Err(conflict(format!("the issues would wait in a circle: {id} waits for {way}")).into());
                }
            }
            Ok(rows::set_blockers(store, number, &blocked_by)?)
        })
        .await
    }

    async fn remove_epic(&mut self, call: &Call, id: String) -> Result<BoardUsage, CallError> {
        required(call, "id", &id)?;
        self.change_board(call, |store, board| {
            let number = rows::epic(store, &id)?.ok_or_else(|| not_found(format!("no such epic: {id}")))?;
            rows::remove_epic(store, number)?;
            Ok(usage(store, board)?)
        })
        .await
    }

    async fn remove_issue(&mut self, call: &Call, id: String) -> Result<BoardUsage, CallError> {
        required(call, "id", &id)?;
        self.change_board(call, |store, board| {
            let number = known_issue(store, &id)?;
            rows::remove_issue(store, number)?;
            Ok(usage(store, board)?)
        })
        .await
    }

    async fn wait_for_issue(&mut self, call: &Call, id: String) -> Result<String, CallError> {
        required(call, "id", &id)?;
        if self.settings.issue.as_ref() == Some(&id) {
            return Err(invalid(format!("`{}` is the issue this agent works on itself: {id}", call.param("id"))));
        }
        if self.board.is_none() {
            return Err(call.missing());
        }
        if self.store.read(|store| rows::issue(store, &id)).await?.flatten().is_none() {
            return Err(not_found(format!("no such issue: {id}")));
        }
        let sentence = format!("{id} is waited for when the program has ended; how it ended is told then.");
        self.declarations.wait_for_issue(id);
        Ok(sentence)
    }
}

impl Host {
    /// The board as it stands pinned in the window of an agent that holds a call of it; none when the run has no board, or
    /// the board no issues.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn board_block(&mut self) -> Result<Option<String>, StoreError> {
        if self.board.is_none() {
            return Ok(None);
        }
        let board = self.store.read(|store| rows::board(store)).await?;
        Ok(board.and_then(|board| board.block()))
    }

    /// Waits until a wait for an issue ends; at once where the run has no board. How it ended, where the board does not say it:
    /// who waits in a circle waits no longer (spec: runtime, 13.4).
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn issue_ended(&mut self, id: &str) -> Result<Option<Outcome>, StoreError> {
        let Some(board) = self.board.clone() else { return Ok(None) };
        // Where nobody else is, nobody waits in a circle.
        let waits = self.hand.as_ref().map(|hand| hand.delegation.waits().clone()).unwrap_or_default();
        let wait = waits.begin(Waiter::Agent(self.settings.agent.clone()), vec![Waiter::Issue(id.to_owned())]);
        let ended = board.ended(&mut self.store, id, &wait).await?;
        Ok(Some(ended).filter(|ended| matches!(ended, Outcome::Circle { .. })))
    }

    /// How waits for issues ended whose waiter resumes now, each with how it [ended](Self::issue_ended) where that is not on
    /// the board (spec: runtime, 13.4).
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn issue_outcomes(&mut self, ended: Vec<(String, Option<Outcome>)>) -> Result<Vec<Outcome>, StoreError> {
        let board = self.store.board().await?;
        let outcome = |(id, ended): (String, Option<Outcome>)| match ended {
            Some(ended) => board.outcome(&id).unwrap_or(ended),
            None => board.outcome_at_resumption(&id),
        };
        Ok(ended.into_iter().map(outcome).collect())
    }

    /// Changes the board, and rings its bell once the change is kept.
    async fn change_board<T>(
        &mut self,
        call: &Call,
        mut change: impl FnMut(&Connection, &RunBoard) -> Result<T, Stop>,
    ) -> Result<T, CallError> {
        let board = self.board.clone().ok_or_else(|| call.missing())?;
        let changed = self.store.write(|store| change(store, &board)).await??;
        board.note_change();
        Ok(changed)
    }

    /// Looks at an issue that is to be opened by itself, and at whom this agent may name.
    fn issue_is_legal(&self, call: &Call, issue: &IssueInput) -> Result<(), CallError> {
        required(call, "issue.title", &issue.title)?;
        required(call, "issue.in-scope", &issue.in_scope)?;
        required(call, "issue.out-of-scope", &issue.out_of_scope)?;
        required(call, "issue.completion-criteria", &issue.completion_criteria)?;
        are_named(call, "issue.blocked-by", &issue.blocked_by)?;
        if let Some(epic) = &issue.epic_id {
            required(call, "issue.epic-id", epic)?;
        }
        required(call, "issue.agent", &issue.agent)?;
        self.is_on_roster(call, "issue.agent", &issue.agent, RosterScope::Implementer)?;
        are_named(call, "issue.reviewers", &issue.reviewers)?;
        for reviewer in &issue.reviewers {
            self.is_on_roster(call, "issue.reviewers", reviewer, RosterScope::Reviewer)?;
        }
        if issue.reviewers.is_empty() && self.settings.reviewers_required {
            let reviewers = call.param("issue.reviewers");
            return Err(invalid(format!("`{reviewers}` is empty, and every issue needs a reviewer")));
        }
        Ok(())
    }

    pub(crate) fn is_on_roster(&self, call: &Call, param: &str, id: &str, scope: RosterScope) -> Result<(), CallError> {
        let ids: Vec<&str> = scope.of(&self.settings.roster).map(|entry| entry.id.as_str()).collect();
        if ids.contains(&id) {
            return Ok(());
        }
        let there = if ids.is_empty() { "there is none".to_owned() } else { format!("there is {}", ids.join(", ")) };
        Err(invalid(format!("`{}` names no {} on the roster: {id}; {there}", call.param(param), scope.word())))
    }
}

/// The id of an epic with a prefix.
fn prefix(call: &Call, prefix: &str) -> Result<String, CallError> {
    const LENGTH: std::ops::RangeInclusive<usize> = 3..=6;
    required(call, "epic.prefix", prefix)?;
    if !LENGTH.contains(&prefix.len()) || !prefix.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        let message = format!("`{}` is `{prefix}`; it has to be 3 to 6 letters from A to Z", call.param("epic.prefix"));
        return Err(invalid(message));
    }
    Ok(prefix.to_ascii_uppercase())
}

/// Looks at a patch by itself.
fn patch_is_legal(call: &Call, patch: &IssuePatch) -> Result<(), CallError> {
    let IssuePatch { title, description, in_scope, out_of_scope, completion_criteria, status, epic } = patch;
    let texts = [
        ("patch.title", title),
        ("patch.in-scope", in_scope),
        ("patch.out-of-scope", out_of_scope),
        ("patch.completion-criteria", completion_criteria),
    ];
    for (param, text) in texts.iter().filter_map(|(param, text)| Some((param, text.as_ref()?))) {
        required(call, param, text)?;
    }
    if let Some(status) = status
        && matches!(status, IssueStatus::InReview | IssueStatus::Failed)
    {
        let (param, word) = (call.param("patch.status"), crate::store::board::status(*status));
        return Err(invalid(format!(
            "`{param}` is {word}, which only the board sets; it can be set to open, in-progress or done"
        )));
    }
    if let EpicAssignment::Set(epic) = epic {
        required(call, "patch.epic", epic)?;
    }
    let keeps = texts.iter().all(|(_, text)| text.is_none()) && status.is_none();
    if keeps && *description == TextEdit::Keep && *epic == EpicAssignment::Keep {
        return Err(invalid(format!("`{}` changes nothing", call.param("patch"))));
    }
    Ok(())
}

fn usage(store: &Connection, board: &RunBoard) -> rusqlite::Result<BoardUsage> {
    let (epics, issues) = rows::counts(store)?;
    let settings = board.settings();
    Ok(BoardUsage { epics, max_epics: settings.max_epics, issues, max_issues: settings.max_issues })
}

/// The number of an issue that is there.
fn known_issue(store: &Connection, id: &str) -> Result<i64, Stop> {
    Ok(rows::issue(store, id)?.ok_or_else(|| not_found(format!("no such issue: {id}")))?)
}

/// The number of an epic that a parameter names.
fn known_epic(call: &Call, store: &Connection, param: &str, id: &str) -> Result<i64, Stop> {
    let unknown = || not_found(format!("`{}` names no epic: {id}", call.param(param)));
    Ok(rows::epic(store, id)?.ok_or_else(unknown)?)
}

/// Whether blockers are there. `own` is an id that may be named although nothing has it yet.
fn blockers_are_known(
    call: &Call,
    store: &Connection,
    param: &str,
    ids: &[String],
    own: Option<&String>,
) -> Result<(), Stop> {
    for id in ids.iter().filter(|id| Some(*id) != own) {
        if rows::issue(store, id)?.is_none() {
            return Err(not_found(format!("`{}` names no issue: {id}", call.param(param))).into());
        }
    }
    Ok(())
}

fn blocks_itself(id: &str) -> CallError {
    conflict(format!("the issue would wait for itself: {id}"))
}
