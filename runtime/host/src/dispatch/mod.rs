//! Dispatch of the board: an issue that is ready goes to its agent in a git worktree, then to its reviewers, then into the
//! workspace (spec: runtime, 13.2 and 13.3).
//!
//! The loop claims what is ready whenever the board changed, and drives each claim to its end beside the others.

mod agents;
mod brief;
mod git;
mod worktree;

use std::{collections::HashSet, sync::Arc};

use rusqlite::Connection;
use tokio::sync::Mutex;

use crate::{
    Workspace,
    declarations::Ending,
    operations::board::IssueStatus,
    run_board::RunBoard,
    store::{
        Store, StoreError,
        board::{
            Board, Issue,
            rows::{self, Change},
        },
    },
    text::counted,
};

pub use agents::{Agents, Assignment, Ended, Happened, Role};
pub use git::{Git, GitError, GitRan};
use worktree::{Merge, Worktree, Worktrees};

/// How often merging is tried before it is given up: another try follows a conflict that was resolved, or a commit of
/// somebody else.
const TRIES: u32 = 4;

/// The dispatch of a run's board.
#[derive(Debug)]
pub struct Dispatch {
    board: Arc<RunBoard>,
    worktrees: Worktrees,
    store: Mutex<Store>,
    /// Issues that are worked on here.
    claimed: std::sync::Mutex<HashSet<String>>,
    /// One work is merged at a time.
    merging: Mutex<()>,
}

/// An issue that is to be worked on, to be driven to its end by [`Dispatch::work`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The issue as it was claimed.
    pub issue: Issue,
}

/// Why nothing further is done on an issue.
enum Stop {
    /// It failed, for this reason. What was done is thrown away or kept.
    Failed { why: String, keep: bool },
    /// It is no longer ours.
    LetGo,
    /// The store cannot be used.
    Store(StoreError),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<GitError> for Stop {
    fn from(error: GitError) -> Self {
        Self::Failed { why: error.to_string(), keep: true }
    }
}

impl Dispatch {
    /// The dispatch of the board of a run in this workspace.
    pub fn new(board: Arc<RunBoard>, workspace: &Workspace, git: Git) -> Self {
        let root = workspace.root();
        Self {
            board,
            worktrees: Worktrees::new(git, root.to_owned()),
            store: Mutex::new(Store::new(root)),
            claimed: std::sync::Mutex::default(),
            merging: Mutex::default(),
        }
    }

    /// The board it serves.
    pub fn board(&self) -> &Arc<RunBoard> {
        &self.board
    }

    /// Claims every issue that is ready, each of which is in progress from then on.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn claim(&self) -> Result<Vec<Claim>, StoreError> {
        let claimed = self.claimed().clone();
        let mut store = self.store.lock().await;
        let ready = |board: &Board| -> Vec<Claim> {
            let ready = board.ready().filter(|issue| !claimed.contains(&issue.id)).cloned();
            ready.map(|issue| Claim { issue: Issue { status: IssueStatus::InProgress, ..issue } }).collect()
        };
        // Nothing is written, and no store is made, where nothing is ready.
        if ready(&store.board().await?).is_empty() {
            return Ok(Vec::new());
        }
        let claims = store.write(|store| {
            let claims = ready(&rows::board(store)?);
            for claim in &claims {
                self.worktrees.reserve(&claim.issue.id);
                move_to(store, &claim.issue.id, IssueStatus::Open, IssueStatus::InProgress)?;
                rows::forget_stops(store, &claim.issue.id)?;
            }
            Ok(claims)
        });
        Ok(self.taken(claims.await?.unwrap_or_default()))
    }

    /// Claims what an earlier run left: issues in progress or in review that have a worktree, or the folder for one. To be asked
    /// once, before anything is claimed.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn resume(&self) -> Result<Vec<Claim>, StoreError> {
        let board = self.store.lock().await.board().await?;
        let begun = |issue: &Issue| matches!(issue.status, IssueStatus::InProgress | IssueStatus::InReview);
        let left = |issue: &Issue| begun(issue) && self.worktrees.place(&issue.id).is_dir();
        Ok(self.taken(board.issues.into_iter().filter(left).map(|issue| Claim { issue }).collect()))
    }

    /// Drives a claim to its end. Given up in the middle, it is found by [`Dispatch::resume`] of a later run.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn work(&self, claim: Claim, agents: &impl Agents) -> Result<(), StoreError> {
        let id = claim.issue.id.clone();
        let worked = self.to_its_end(claim.issue, agents).await;
        self.claimed().remove(&id);
        // What is ready now may wait for nothing but this.
        self.board.note_change();
        worked
    }

    async fn to_its_end(&self, issue: Issue, agents: &impl Agents) -> Result<(), StoreError> {
        let id = &issue.id;
        let worktree = match self.worktrees.of(id).await {
            Ok(worktree) => worktree,
            Err(error) => {
                self.worktrees.release(id);
                let why = format!("it has no worktree: {error}");
                if self.transition(id, issue.status, IssueStatus::Failed).await? {
                    agents.tell(id, Happened::Failed(why));
                } else {
                    agents.tell(id, Happened::LetGo(None));
                }
                return Ok(());
            }
        };
        let (why, keep) = match self.through_review(&issue, &worktree, agents).await {
            Ok(()) => {
                agents.tell(id, Happened::Merged);
                self.throw_away(id, &worktree, agents).await;
                return Ok(());
            }
            Err(Stop::Store(error)) => return Err(error),
            Err(Stop::LetGo) => {
                agents.tell(id, Happened::LetGo(Some(worktree.top().to_owned())));
                return Ok(());
            }
            Err(Stop::Failed { why, keep }) => (why, keep),
        };
        let fails = [IssueStatus::InProgress, IssueStatus::InReview];
        let mut failed = false;
        for from in fails {
            failed = failed || self.transition(id, from, IssueStatus::Failed).await?;
        }
        if !failed {
            agents.tell(id, Happened::LetGo(Some(worktree.top().to_owned())));
            return Ok(());
        }
        if keep {
            let (top, branch) = (worktree.top().display(), worktree.branch());
            agents.tell(id, Happened::Failed(format!("{why}; the work is kept on the branch {branch}, in {top}")));
        } else {
            agents.tell(id, Happened::Failed(why));
            self.throw_away(id, &worktree, agents).await;
        }
        Ok(())
    }

    /// From an implementer to a merge, in as many rounds as reviewers ask for.
    async fn through_review(&self, issue: &Issue, worktree: &Worktree, agents: &impl Agents) -> Result<(), Stop> {
        let id = &issue.id;
        let mut changes: Option<String> = None;
        // What an earlier run left in review is reviewed anew.
        let mut is_done = issue.status == IssueStatus::InReview;
        loop {
            let attempt = if is_done { rows::reviewed_attempt } else { rows::begin_attempt };
            let own = format!("{id}.{}i", self.of_ours(id, attempt).await?);
            if !std::mem::take(&mut is_done) {
                if let Err(why) = self.implement(issue, worktree, &own, changes.as_deref(), agents).await {
                    agents.tell(id, Happened::Stopped { agent: own, why: why.clone() });
                    let (stops, retries) =
                        (self.of_ours(id, rows::count_stop).await?, self.board.settings().max_retries);
                    if stops > retries {
                        let why = format!("no agent finished it in {}: {why}", counted(stops.into(), "attempt"));
                        return Err(Stop::Failed { why, keep: false });
                    }
                    continue;
                }
                self.goes_on(id, IssueStatus::InProgress, IssueStatus::InReview).await?;
            }
            let commit = self.worktrees.commit(worktree, &format!("{id}: {}", issue.title.trim())).await?;
            changes = self.review(issue, worktree, &own, &commit, agents).await?;
            if changes.is_none() {
                return self.merge(issue, worktree, agents).await;
            }
            self.goes_on(id, IssueStatus::InReview, IssueStatus::InProgress).await?;
        }
    }

    /// Has the issue done; why not, if its agent stops without finishing.
    async fn implement(
        &self,
        issue: &Issue,
        worktree: &Worktree,
        own: &str,
        changes: Option<&str>,
        agents: &impl Agents,
    ) -> Result<(), String> {
        let assignment = Assignment {
            id: own.to_owned(),
            agent: issue.agent.clone(),
            issue: issue.id.clone(),
            role: Role::Implementer,
            folder: worktree.folder.clone(),
            brief: brief::implement(issue, changes),
        };
        agents.tell(&issue.id, Happened::Begins(own.to_owned()));
        match agents.run(assignment).await {
            Ended::Session(Ending::Finished(_)) => Ok(()),
            Ended::Session(ending) => Err(ending.text()),
            Ended::Stopped(why) => Err(why),
        }
    }

    /// A round of reviews of a commit; the changes that the first asks for who does not approve.
    async fn review(
        &self,
        issue: &Issue,
        worktree: &Worktree,
        implementer: &str,
        commit: &str,
        agents: &impl Agents,
    ) -> Result<Option<String>, Stop> {
        if issue.reviewers.is_empty() {
            return Ok(None);
        }
        let brief = brief::review(issue, &self.worktrees.diff(worktree).await?);
        for (number, reviewer) in issue.reviewers.iter().enumerate() {
            let id = format!("{implementer}.{number}r");
            let assignment = Assignment {
                id: id.clone(),
                agent: reviewer.clone(),
                issue: issue.id.clone(),
                role: Role::Reviewer,
                folder: worktree.folder.clone(),
                brief: brief.clone(),
            };
            agents.tell(&issue.id, Happened::Begins(id.clone()));
            let ended = agents.run(assignment).await;
            // What is merged is what was read: nothing that a reviewer leaves behind is.
            self.worktrees.restore(worktree, commit).await?;
            match ended {
                Ended::Session(Ending::Approved) => self.is_ours(&issue.id, IssueStatus::InReview).await?,
                Ended::Session(ending @ Ending::ChangesRequested(_)) => {
                    agents.tell(&issue.id, Happened::ChangesRequested(id));
                    return Ok(Some(ending.text()));
                }
                Ended::Session(Ending::Finished(why)) | Ended::Stopped(why) => {
                    let why = format!("the review {id} could not be held: {why}");
                    return Err(Stop::Failed { why, keep: true });
                }
            }
        }
        Ok(None)
    }

    /// Merges work, with the help of the agent that merges where there is a conflict. The issue is done then.
    async fn merge(&self, issue: &Issue, worktree: &Worktree, agents: &impl Agents) -> Result<(), Stop> {
        let id = &issue.id;
        let _alone = self.merging.lock().await;
        for attempt in 0..TRIES {
            self.is_ours(id, IssueStatus::InReview).await?;
            match self.worktrees.merge(worktree, &format!("{id}: {}", issue.title.trim())).await? {
                Merge::Merged => return self.goes_on(id, IssueStatus::InReview, IssueStatus::Done).await,
                Merge::Moved => {}
                Merge::Conflict { base, files } => {
                    agents.tell(id, Happened::Conflict(files.clone()));
                    let own = format!("{id}.{attempt}m");
                    self.resolve(issue, worktree, &own, &base, &files, agents).await?;
                }
            }
        }
        Err(Stop::Failed { why: format!("it was not merged in {TRIES} attempts"), keep: true })
    }

    async fn resolve(
        &self,
        issue: &Issue,
        worktree: &Worktree,
        own: &str,
        base: &str,
        files: &[String],
        agents: &impl Agents,
    ) -> Result<(), Stop> {
        self.worktrees.begin_merge(worktree, base).await?;
        let assignment = Assignment {
            id: own.to_owned(),
            agent: self.board.settings().merge_agent_id.clone(),
            issue: issue.id.clone(),
            role: Role::Merger,
            folder: worktree.folder.clone(),
            brief: brief::resolve(issue, files),
        };
        agents.tell(&issue.id, Happened::Begins(own.to_owned()));
        let failed = |why: String| Stop::Failed { why: format!("its conflict was not resolved: {why}"), keep: true };
        match agents.run(assignment).await {
            Ended::Session(Ending::Finished(_)) => {}
            Ended::Session(ending) => return Err(failed(format!("{own} said: {}", ending.text()))),
            Ended::Stopped(why) => return Err(failed(format!("{own} stopped: {why}"))),
        }
        let still = self.worktrees.end_merge(worktree, base, files).await?;
        if still.is_empty() { Ok(()) } else { Err(failed(format!("{own} left it in {}", still.join(", ")))) }
    }

    async fn throw_away(&self, id: &str, worktree: &Worktree, agents: &impl Agents) {
        if let Err(error) = self.worktrees.remove(worktree).await {
            agents.tell(id, Happened::Left(format!("its worktree stays: {error}")));
        }
    }

    /// Moves an issue on, unless somebody else has moved it since.
    async fn goes_on(&self, id: &str, from: IssueStatus, to: IssueStatus) -> Result<(), Stop> {
        if self.transition(id, from, to).await? { Ok(()) } else { Err(Stop::LetGo) }
    }

    /// Does something to the row of an issue, which finds none that somebody else has moved or removed.
    async fn of_ours<T>(
        &self,
        id: &str,
        work: fn(&Connection, &str) -> rusqlite::Result<Option<T>>,
    ) -> Result<T, Stop> {
        let mut store = self.store.lock().await;
        store.write(|store| Ok(work(store, id)?)).await?.ok().flatten().ok_or(Stop::LetGo)
    }

    /// Sees that an issue still stands where it was brought.
    async fn is_ours(&self, id: &str, status: IssueStatus) -> Result<(), Stop> {
        let board = self.store.lock().await.board().await?;
        if board.issue(id).is_some_and(|issue| issue.status == status) { Ok(()) } else { Err(Stop::LetGo) }
    }

    /// Whether an issue stood there, and stands elsewhere now.
    async fn transition(&self, id: &str, from: IssueStatus, to: IssueStatus) -> Result<bool, StoreError> {
        let mut store = self.store.lock().await;
        let moved = store.write(|store| Ok(move_to(store, id, from, to)?)).await?.unwrap_or(false);
        self.board.note_change();
        Ok(moved)
    }

    fn claimed(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.claimed.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn taken(&self, claims: Vec<Claim>) -> Vec<Claim> {
        self.claimed().extend(claims.iter().map(|claim| claim.issue.id.clone()));
        claims
    }
}

fn move_to(store: &Connection, id: &str, from: IssueStatus, to: IssueStatus) -> rusqlite::Result<bool> {
    let Some((number, status)) = rows::issue_status(store, id)? else { return Ok(false) };
    if status != from {
        return Ok(false);
    }
    rows::change_issue(store, number, &Change { status: Some(to), ..Change::default() })?;
    Ok(true)
}
