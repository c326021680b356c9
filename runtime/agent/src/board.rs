//! The agents of a run beside the one that was given the task: issues of the board that are ready are dispatched, children
//! begin, and what an agent waits for is waited for at the close of its turn. spec: runtime, 13.2 to 13.4 and 14.1

use std::{pin::Pin, sync::Arc};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use gg_engine::sandbox::Band as Feedback;
use gg_host::{
    Bell, Host, StoreError, Workspace,
    board::Outcome,
    delegation::Waiter,
    dispatch::{self, Agents, Assignment, Claim, Dispatch, Git, GitRan, Happened, Role},
};
use serde_json::json;
use tokio::sync::Notify;

use crate::{
    agent::Agent,
    event::Event,
    journal::{Entry, Kind},
    run::Run,
    stand_up::{Place, StandUpError},
    status::Status,
    stop::Where,
    turn::End,
};

/// Whose entries are those of the board's dispatch. No agent is called so.
const BOARD: &str = "the board";
/// Bytes of a stream of a command of git.
const STREAM: usize = 32 << 10;

/// The agents of a run beside the one that was given the task: those on issues of its board, and the children of all.
pub struct Team {
    pub(crate) run: Arc<Run>,
    dispatch: Option<Dispatch>,
    /// Rung where the run is over for an agent on an issue.
    over: Notify,
}

impl std::fmt::Debug for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Team").finish_non_exhaustive()
    }
}

/// Work that goes on, each piece on an issue.
type Work<'a> = FuturesUnordered<Pin<Box<dyn Future<Output = Result<(), StoreError>> + 'a>>>;

impl Team {
    /// Those of a run that is replayed: nobody works on the issues of its board.
    pub fn of_replay(run: Arc<Run>) -> Self {
        Self { run, dispatch: None, over: Notify::new() }
    }

    /// That of a run. If it has a board, the store of that is the workspace's.
    pub fn of(run: Arc<Run>, workspace: &Workspace) -> Self {
        let noting = run.clone();
        let git = Git::default().watched(move |ran| noting.note(|| git_entry(ran)));
        let dispatch = run.board.clone().map(|board| Dispatch::new(board, workspace, git));
        Self { run, dispatch, over: Notify::new() }
    }

    /// Does something, as running an agent, and has the children of agents work beside it, and the issues of the board be
    /// worked on, until nothing is left that can be. Where the run stops, work on issues is given up, and is found by the
    /// next run; children end by themselves, as what is done does.
    pub async fn beside<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        let mut dispatch = self.dispatch.as_ref();
        let mut bell = dispatch.map(|dispatch| dispatch.board().bell());
        let mut issues: Work<'_> = FuturesUnordered::new();
        let mut children = FuturesUnordered::new();
        if let Some(dispatch) = dispatch {
            self.begin(&mut issues, dispatch, dispatch.resume().await);
        }
        let mut done = None;
        loop {
            if let Some(dispatch) = dispatch {
                self.begin(&mut issues, dispatch, dispatch.claim().await);
            }
            children.extend(self.run.children.begin());
            if issues.is_empty()
                && children.is_empty()
                && let Some(done) = done
            {
                return done;
            }
            tokio::select! {
                ended = &mut work, if done.is_none() => done = Some(ended),
                Some(worked) = issues.next() => self.warn(worked),
                Some(()) = children.next() => {}
                () = self.run.children.more() => {}
                () = rung(&mut bell) => {}
                () = self.is_over(), if dispatch.is_some() => {
                    (dispatch, bell) = (None, None);
                    issues.clear();
                }
            }
        }
    }

    /// Waits until the run is over for those who work on issues.
    async fn is_over(&self) {
        tokio::select! {
            _ = self.run.until_stopped("", Where::Boundary) => {}
            () = self.over.notified() => {}
        }
    }

    fn begin<'a>(&'a self, issues: &mut Work<'a>, dispatch: &'a Dispatch, claims: Result<Vec<Claim>, StoreError>) {
        match claims {
            Ok(claims) => issues.extend(claims.into_iter().map(|claim| {
                let work: Pin<Box<dyn Future<Output = _>>> = Box::pin(dispatch.work(claim, self));
                work
            })),
            Err(error) => self.warn(Err(error)),
        }
    }

    fn warn(&self, worked: Result<(), StoreError>) {
        if let Err(error) = worked {
            self.run.tell(gg_host::profile::MAIN, 0, Event::Warning { text: &format!("the board: {error}") });
        }
    }

    /// The agent of an assignment, and its host.
    fn agent(&self, assignment: &Assignment) -> Result<(Agent, Host), StandUpError> {
        let Assignment { id, agent, issue, role, folder, .. } = assignment;
        let equipment = self.run.equipment(agent)?;
        let (id, folder, issue) = (id.clone(), folder.clone(), Some(issue.clone()));
        self.run.stand_up(equipment, &Place { id, folder, ending: role.ending(), issue, memories: None })
    }
}

/// A command of git as it is recorded: read by people, for no agent made it, and a replay runs none.
fn git_entry(ran: &GitRan<'_>) -> Entry {
    let said = json!({
        "folder": ran.folder,
        "exit": ran.status,
        "out": stream(ran.out),
        "err": stream(ran.complaint),
    });
    Entry::new(Kind::Git, BOARD, 0, ran.command.to_owned(), &said.to_string())
}

/// The tail of what a command wrote, in the bytes it may have in a record (spec: runtime, 21).
fn stream(text: &str) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(STREAM))..).unwrap_or_default()
}

/// Waits until the board has changed; for ever, where there is none.
async fn rung(bell: &mut Option<Bell>) {
    match bell {
        Some(bell) => bell.rung().await,
        None => std::future::pending().await,
    }
}

impl Agents for Team {
    async fn run(&self, assignment: Assignment) -> dispatch::Ended {
        let (agent, host) = match self.agent(&assignment) {
            Ok(made) => made,
            Err(why) => return dispatch::Ended::Stopped(why.to_string()),
        };
        let waits = self.run.children.delegation.waits();
        let own = || vec![Waiter::Agent(assignment.id.clone())];
        let _issue = waits.begin(Waiter::Issue(assignment.issue.clone()), own());
        let _merge = (assignment.role == Role::Merger).then(|| waits.begin(Waiter::Merge, own()));
        let ended = Box::pin(agent.run(host, &assignment.brief)).await;
        if let (Status::Completed, Some(ending)) = (ended.status, ended.ending) {
            return dispatch::Ended::Session(ending);
        }
        if self.run.stopped(&assignment.id, Where::Boundary).is_some() || self.run.breached().is_some() {
            // The agent did not fail: the run is over, and the issue is for the next.
            self.run.wake();
            self.over.notify_one();
            std::future::pending::<()>().await;
        }
        dispatch::Ended::Stopped(format!("{}: {}", ended.status, ended.text))
    }

    fn tell(&self, issue: &str, happened: Happened) {
        self.run.tell(gg_host::profile::MAIN, 0, Event::Issue { issue, text: &happened.to_string() });
    }
}

impl Agent {
    /// Waits for the issues that were declared, one after the other, while another agent has the slot, and tells how each
    /// ended. How the agent ends, if the time of the run is spent meanwhile.
    pub(crate) async fn wait_for_issues(&mut self, host: &mut Host) -> End {
        let issues = host.declarations().issue_waits().to_vec();
        if issues.is_empty() {
            return None;
        }
        let (turn, run) = (host.turn(), self.run_of().clone());
        let told = match run.next(&self.id, |kind| kind == Kind::IssueWaits) {
            Some(told) => told.text,
            // What else it did then is compared with what is noted here.
            None if run.replays(&self.id) && run.probed(&self.id, Where::Wait).is_none() => String::new(),
            None => {
                let slots = host.give_up_slot();
                let ended = tokio::select! {
                    biased;
                    status = run.until_stopped(&self.id, Where::Wait) => Err((status, "The run was stopped while an issue was waited for.".to_owned())),
                    status = run.until_breached() => Err((status, "A ceiling was breached while an issue was waited for.".to_owned())),
                    ended = all_ended(host, &issues) => Ok(ended),
                };
                host.resume_slot(slots).await;
                let outcomes = match ended {
                    Ok(ended) => host.issue_outcomes(ended).await.map_err(|error| error.to_string()),
                    Err((Status::InternalError, _)) => Ok(issues.iter().map(|_| Outcome::Released).collect()),
                    Err((status, text)) => return Some((status, self.probe(turn, status, Where::Wait, &text))),
                };
                match outcomes {
                    Ok(outcomes) => sentences(&issues, &outcomes),
                    Err(error) => format!("How what was waited for ended cannot be said: {error}"),
                }
            }
        };
        run.note(|| Entry::new(Kind::IssueWaits, &self.id, turn, issues.join(" "), &told));
        self.push_feedback(host, &Feedback::Notice(told));
        // What stood before the wait is not how it stands now.
        self.show_kept(host).await;
        None
    }
}

/// Waits until the waits have ended, each of which may say how. A store that cannot be used says so when it is asked how.
async fn all_ended(host: &mut Host, issues: &[String]) -> Vec<(String, Option<Outcome>)> {
    let mut ended = Vec::new();
    for issue in issues {
        ended.push((issue.clone(), host.issue_ended(issue).await.unwrap_or_default()));
    }
    ended
}

fn sentences(issues: &[String], outcomes: &[Outcome]) -> String {
    let sentences = issues.iter().zip(outcomes).map(|(issue, outcome)| outcome.sentence(issue));
    sentences.collect::<Vec<_>>().join("\n")
}
