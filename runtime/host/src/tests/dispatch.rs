//! Dispatch of the board, on real repositories, with agents that do what a test says.

use std::{
    fs,
    future::Future,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex},
};

use gg_tests::repository::{begin, git};
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::sync::{Barrier, Notify};

use super::board::issue;
use crate::{
    Profile, RunBoard, Store,
    declarations::Ending,
    delegation::{Waiter, Waits},
    dispatch::{Agents, Assignment, Claim, Dispatch, Ended, Git, Happened, Role},
    operations::board::{IssueInput, IssueStatus},
    store::board::{Outcome, rows},
};

/// A repository with a workspace in it.
struct Repository {
    folder: TempDir,
    /// The workspace, below the top of the repository.
    workspace: &'static str,
}

impl Repository {
    /// One whose workspace is its top, with a file `poem` of three lines.
    fn new() -> Self {
        Self::with("")
    }

    fn with(workspace: &'static str) -> Self {
        let repository = Self { folder: TempDir::new().expect("a folder"), workspace };
        let top = repository.top();
        fs::create_dir_all(repository.root()).expect("a folder");
        begin(&top);
        repository.commits("poem", "one\ntwo\nthree\n");
        repository
    }

    fn top(&self) -> PathBuf {
        self.folder.path().canonicalize().expect("a path").join("work")
    }

    fn root(&self) -> PathBuf {
        let root = self.top().join(self.workspace);
        if root.ends_with("") { root.components().collect() } else { root }
    }

    /// Commits a file of the workspace, as a person does.
    fn commits(&self, name: &str, text: &str) {
        commit(&self.root(), name, text);
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.root().join(name)).unwrap_or_else(|error| error.kind().to_string())
    }

    /// Whether nothing is left of worktrees and their branches.
    fn is_clean(&self) -> bool {
        let listed = git(&self.top(), &["worktree", "list"]);
        let branches = git(&self.top(), &["branch", "--list", "gg/*"]);
        listed.lines().count() == 1 && branches.is_empty() && !self.worktree("").exists()
    }

    fn worktree(&self, issue: &str) -> PathBuf {
        let name = self.root().file_name().expect("a name").to_string_lossy().into_owned() + ".gg-worktrees";
        self.root().with_file_name(name).join(issue).components().collect()
    }

    /// Opens issues, `ISSUE-1` and on.
    async fn open(&self, issues: &[IssueInput]) {
        let mut store = self.store();
        let opened = store.write(|store| {
            for issue in issues {
                let number = rows::add_issue(store, "ISSUE", None, issue, None)?;
                rows::set_blockers(store, number, &issue.blocked_by)?;
            }
            Ok(())
        });
        opened.await.expect("a store").expect("they are opened");
    }

    fn store(&self) -> Store {
        Store::new(&self.root())
    }

    /// What a program of somebody else does to the board.
    fn execute(&self, sql: &str) {
        let database = Connection::open(self.root().join(".gg/gg.db")).expect("a database");
        database.execute_batch(&format!("PRAGMA foreign_keys = ON; {sql}")).expect("it is done");
    }

    async fn status(&self, issue: &str) -> Option<IssueStatus> {
        self.store().board().await.expect("a store").issue(issue).map(|issue| issue.status)
    }

    fn dispatch(&self, retries: u32, git: Git) -> Dispatch {
        let text = format!(
            "language = \"rust\"\n[capability.project-management]\nmaxRetries = {retries}\nmergeAgentId = \"merger\"\n"
        );
        let profile = Profile::read("profile.toml", &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let board = profile.capabilities.board.clone().expect("a board");
        let workspace = profile.workspace(&self.root()).unwrap_or_else(|error| panic!("{error}"));
        Dispatch::new(Arc::new(RunBoard::new(board)), &workspace, git)
    }

    /// Works on a claim in a run that is killed while an agent works.
    async fn kill_at(&self, id: &'static str, claim: Claim, ended: fn() -> Ended) {
        let (dispatch, agents) = (self.dispatch(1, Git::default()), Stalling { id, ended, stalled: Notify::new() });
        tokio::select! {
            worked = dispatch.work(claim, &agents) => panic!("{worked:?}"),
            () = agents.stalled.notified() => {}
        }
    }

    /// Works on everything that is ready, one after the other, and on what that makes ready.
    async fn work(&self, dispatch: &Dispatch, act: impl Fn(&Assignment) -> Ended) -> Log {
        let agents = Scripted::new(act);
        loop {
            let claims = dispatch.claim().await.expect("a store");
            if claims.is_empty() {
                return agents.log();
            }
            for claim in claims {
                dispatch.work(claim, &agents).await.expect("a store");
            }
        }
    }
}

fn commit(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("a file");
    git(folder, &["add", name]);
    git(folder, &["commit", "--quiet", "--message", "By hand"]);
}

/// Agents that do what a function does.
struct Scripted<F> {
    act: F,
    log: Mutex<Log>,
    /// Where implementers wait for each other before they begin.
    barrier: Option<Barrier>,
}

/// Who worked, and what was told.
#[derive(Debug, Default, Clone)]
struct Log {
    assignments: Vec<Assignment>,
    told: Vec<(String, Happened)>,
}

impl Log {
    fn ids(&self) -> Vec<&str> {
        self.assignments.iter().map(|assignment| assignment.id.as_str()).collect()
    }

    fn brief(&self, id: &str) -> &str {
        let found = self.assignments.iter().find(|assignment| assignment.id == id);
        &found.unwrap_or_else(|| panic!("{id}: {:?}", self.ids())).brief
    }

    /// Why an issue failed.
    fn failure(&self, issue: &str) -> &str {
        let why = self.told.iter().find_map(|(id, happened)| match happened {
            Happened::Failed(why) if id == issue => Some(why.as_str()),
            _ => None,
        });
        why.unwrap_or_else(|| panic!("{:?}", self.told))
    }

    fn was_told(&self, issue: &str, happened: &Happened) -> bool {
        self.told.iter().any(|(id, told)| id == issue && told == happened)
    }
}

impl<F> Scripted<F> {
    fn new(act: F) -> Self {
        Self { act, log: Mutex::default(), barrier: None }
    }

    fn log(&self) -> Log {
        self.log.lock().expect("a log").clone()
    }
}

impl<F: Fn(&Assignment) -> Ended> Agents for Scripted<F> {
    fn run(&self, assignment: Assignment) -> impl Future<Output = Ended> {
        self.log.lock().expect("a log").assignments.push(assignment.clone());
        async move {
            if let (Some(barrier), Role::Implementer) = (&self.barrier, assignment.role) {
                barrier.wait().await;
            }
            (self.act)(&assignment)
        }
    }

    fn tell(&self, issue: &str, happened: Happened) {
        self.log.lock().expect("a log").told.push((issue.to_owned(), happened));
    }
}

fn finished() -> Ended {
    Ended::Session(Ending::Finished("It is done.".to_owned()))
}

fn stopped() -> Ended {
    Ended::Stopped("limit_exceeded".to_owned())
}

fn approved() -> Ended {
    Ended::Session(Ending::Approved)
}

fn asks(item: &str) -> Ended {
    Ended::Session(Ending::ChangesRequested(vec![item.to_owned()]))
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("a file");
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| error.kind().to_string())
}

fn reviewed(blocked_by: &[&str], reviewers: &[&str]) -> IssueInput {
    IssueInput { reviewers: super::board::ids(reviewers), ..issue("Do it", blocked_by) }
}

#[tokio::test]
async fn an_issue_is_done_reviewed_changed_reviewed_and_merged_and_then_what_waits_for_it_begins() {
    let repository = Repository::new();
    repository.open(&[reviewed(&[], &["reader", "guard"]), issue("Go on", &["ISSUE-1"])]).await;
    let seen = Mutex::new(Vec::new());
    let log = repository
        .work(&repository.dispatch(0, Git::default()), |assignment| {
            seen.lock().expect("seen").push(read(&assignment.folder, "work"));
            match assignment.id.as_str() {
                "ISSUE-1.0i" => {
                    write(&assignment.folder, "work", "half");
                    finished()
                }
                "ISSUE-1.0i.0r" => asks("The other half."),
                "ISSUE-1.1i" => {
                    write(&assignment.folder, "work", "whole");
                    finished()
                }
                "ISSUE-2.0i" => {
                    write(&assignment.folder, "more", "more");
                    finished()
                }
                _ => approved(),
            }
        })
        .await;
    let ids = ["ISSUE-1.0i", "ISSUE-1.0i.0r", "ISSUE-1.1i", "ISSUE-1.1i.0r", "ISSUE-1.1i.1r", "ISSUE-2.0i"];
    assert_eq!(log.ids(), ids);
    let none = "entity not found";
    assert_eq!(*seen.lock().expect("seen"), [none, "half", "half", "whole", "whole", "whole"]);
    let agents: Vec<&str> = log.assignments.iter().map(|assignment| assignment.agent.as_str()).collect();
    assert_eq!(agents, ["coder", "reader", "coder", "reader", "guard", "coder"]);
    let endings: Vec<&str> = log.assignments.iter().map(|assignment| assignment.role.ending()).collect();
    assert_eq!(endings, ["standard", "review", "standard", "review", "review", "standard"]);
    assert_eq!(log.assignments[0].folder, repository.worktree("ISSUE-1"));

    let board = repository.store().board().await.expect("a store");
    assert_eq!(log.brief("ISSUE-1.0i"), board.issue("ISSUE-1").expect("an issue").brief());
    assert!(log.brief("ISSUE-1.1i").ends_with("The reviewer asks for:\n\n1. The other half.\n"));
    assert!(log.brief("ISSUE-1.0i.0r").contains("\n+half\n"), "{}", log.brief("ISSUE-1.0i.0r"));
    assert!(log.brief("ISSUE-1.1i.1r").contains("\n+whole\n"));

    assert_eq!((repository.text("work"), repository.text("more")), ("whole".to_owned(), "more".to_owned()));
    assert_eq!(board.block().as_deref(), Some("2 issues done, 0 failed\n"));
    assert!(repository.is_clean());
    let merges = git(&repository.top(), &["log", "--first-parent", "--format=%s"]);
    assert_eq!(merges, "ISSUE-2: Go on\nISSUE-1: Do it\nBy hand");
}

#[tokio::test]
async fn where_an_issue_stands_is_on_the_board_while_it_is_worked_on() {
    let repository = Repository::new();
    repository.open(&[reviewed(&[], &["reader"])]).await;
    let database = repository.root().join(".gg/gg.db");
    let statuses = Mutex::new(Vec::new());
    let act = |assignment: &Assignment| {
        let database = Connection::open(&database).expect("a database");
        let status = database.query_row("SELECT status FROM issue", [], |row| row.get::<_, String>(0));
        statuses.lock().expect("statuses").push(status.expect("a status"));
        if assignment.role == Role::Reviewer { approved() } else { finished() }
    };
    let dispatch = repository.dispatch(0, Git::default());
    let claims = dispatch.claim().await.expect("a store");
    assert_eq!(claims[0].issue.status, IssueStatus::InProgress);
    assert_eq!(dispatch.claim().await.expect("a store"), [], "it is claimed once");
    dispatch.work(claims[0].clone(), &Scripted::new(act)).await.expect("a store");
    assert_eq!(*statuses.lock().expect("statuses"), ["in_progress", "in_review"]);
    assert_eq!(repository.status("ISSUE-1").await, Some(IssueStatus::Done));
}

#[tokio::test]
async fn an_agent_that_stops_is_tried_again_where_it_was_and_then_the_issue_fails() {
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[]), issue("Go on", &["ISSUE-1"])]).await;
    let act = |assignment: &Assignment| {
        let before = read(&assignment.folder, "work");
        write(&assignment.folder, "work", &format!("{}.", before.trim_start_matches("entity not found")));
        stopped()
    };
    let seen = |log: &Log| log.ids().join(" ");
    let log = repository.work(&repository.dispatch(2, Git::default()), act).await;
    assert_eq!(seen(&log), "ISSUE-1.0i ISSUE-1.1i ISSUE-1.2i");
    assert_eq!(log.failure("ISSUE-1"), "no agent finished it in 3 attempts: limit_exceeded");
    assert_eq!(repository.status("ISSUE-1").await, Some(IssueStatus::Failed));
    assert_eq!(repository.status("ISSUE-2").await, Some(IssueStatus::Open), "what it blocks stays blocked");
    assert!(repository.is_clean(), "the worktree is thrown away");

    // One that finishes at the last attempt has all that was there.
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[])]).await;
    let log = repository
        .work(&repository.dispatch(2, Git::default()), |assignment| {
            act(assignment);
            if assignment.id == "ISSUE-1.2i" { finished() } else { stopped() }
        })
        .await;
    assert_eq!((seen(&log).len(), repository.text("work")), (32, "...".to_owned()));
    // None is tried again where no retries are allowed.
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[])]).await;
    assert_eq!(repository.work(&repository.dispatch(0, Git::default()), act).await.ids(), ["ISSUE-1.0i"]);
}

#[tokio::test]
async fn works_on_the_same_lines_meet_in_a_conflict_that_the_merger_resolves() {
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[]), issue("Do it too", &[])]).await;
    let dispatch = repository.dispatch(0, Git::default());
    let claims = dispatch.claim().await.expect("a store");
    let conflict = Mutex::new(String::new());
    let agents = Scripted {
        barrier: Some(Barrier::new(2)),
        ..Scripted::new(|assignment: &Assignment| {
            if assignment.role == Role::Merger {
                *conflict.lock().expect("a conflict") = read(&assignment.folder, "poem");
                write(&assignment.folder, "poem", "one\nboth\nthree\n");
            } else {
                write(&assignment.folder, "poem", &format!("one\n{}\nthree\n", assignment.issue));
                write(&assignment.folder, &assignment.issue, "mine");
            }
            finished()
        })
    };
    let works = claims.into_iter().map(|claim| dispatch.work(claim, &agents));
    let [first, second] = works.collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("two issues"));
    let (first, second) = tokio::join!(first, second);
    assert!(first.is_ok() && second.is_ok());

    let log = agents.log();
    let merger = log.assignments.iter().find(|assignment| assignment.role == Role::Merger).expect("a merger");
    assert_eq!((merger.agent.as_str(), merger.id.clone()), ("merger", format!("{}.0m", merger.issue)));
    assert_eq!(merger.folder, repository.worktree(&merger.issue));
    assert!(
        merger.brief.contains("\n- poem\n") && log.was_told(&merger.issue, &Happened::Conflict(vec!["poem".into()]))
    );
    let conflict = conflict.into_inner().expect("a conflict");
    assert!(
        ["<<<<<<< ", "ISSUE-1\n", "ISSUE-2\n", ">>>>>>> "].iter().all(|part| conflict.contains(part)),
        "{conflict}"
    );
    assert_eq!(repository.text("poem"), "one\nboth\nthree\n");
    assert_eq!((repository.text("ISSUE-1"), repository.text("ISSUE-2")), ("mine".to_owned(), "mine".to_owned()));
    for issue in ["ISSUE-1", "ISSUE-2"] {
        assert_eq!(repository.status(issue).await, Some(IssueStatus::Done));
    }
    assert!(repository.is_clean());
}

/// An implementer of a poem, in whose workspace somebody commits another line meanwhile.
fn clashes(repository: &Repository, assignment: &Assignment) -> Ended {
    write(&assignment.folder, "poem", "one\nmine\nthree\n");
    repository.commits("poem", "one\nyours\nthree\n");
    finished()
}

#[tokio::test]
async fn a_conflict_that_is_not_resolved_fails_the_issue_and_keeps_the_work() {
    type Merges = fn(&Assignment) -> Ended;
    let ways: [(Merges, &str); 3] = [
        (|_| stopped(), "its conflict was not resolved: ISSUE-1.0m stopped: limit_exceeded"),
        (|_| finished(), "its conflict was not resolved: ISSUE-1.0m left it in poem"),
        (
            |assignment| {
                git(&assignment.folder, &["merge", "--abort"]);
                finished()
            },
            "its conflict was not resolved: ISSUE-1.0m left it in poem",
        ),
    ];
    for (merges, why) in ways {
        let repository = Repository::new();
        repository.open(&[issue("Do it", &[])]).await;
        let log = repository
            .work(&repository.dispatch(0, Git::default()), |assignment| match assignment.role {
                Role::Merger => merges(assignment),
                _ => clashes(&repository, assignment),
            })
            .await;
        let kept = repository.worktree("ISSUE-1");
        let kept = format!("{why}; the work is kept on the branch gg/ISSUE-1, in {}", kept.display());
        assert_eq!(log.failure("ISSUE-1"), kept);
        assert_eq!(repository.status("ISSUE-1").await, Some(IssueStatus::Failed));
        assert_eq!(repository.text("poem"), "one\nyours\nthree\n");
        assert_eq!(git(&repository.top(), &["status", "--porcelain", "--untracked-files=no"]), "");
        assert_eq!(git(&repository.top(), &["show", "gg/ISSUE-1:poem"]), "one\nmine\nthree");

        // Opened again, it begins from what is kept, without the marks of the merge, and under an id of its own.
        repository.execute("UPDATE issue SET status = 'open'");
        let log = repository
            .work(&repository.dispatch(0, Git::default()), |assignment| {
                match assignment.role {
                    Role::Merger => write(&assignment.folder, "poem", "one\nboth\nthree\n"),
                    _ => assert_eq!(read(&assignment.folder, "poem"), "one\nmine\nthree\n"),
                }
                finished()
            })
            .await;
        assert_eq!(log.ids(), ["ISSUE-1.1i", "ISSUE-1.0m"]);
        assert_eq!(repository.text("poem"), "one\nboth\nthree\n");
        assert!(repository.is_clean());
    }
}

#[tokio::test]
async fn a_conflict_is_found_in_a_file_of_any_name() {
    const NAME: &str = "ein \"Gedicht\"\tä";
    let repository = Repository::new();
    repository.commits(NAME, "one\n");
    repository.open(&[issue("Do it", &[])]).await;
    let log = repository
        .work(&repository.dispatch(0, Git::default()), |assignment| {
            if assignment.role == Role::Implementer {
                write(&assignment.folder, NAME, "mine\n");
                repository.commits(NAME, "yours\n");
            }
            finished()
        })
        .await;
    assert!(log.was_told("ISSUE-1", &Happened::Conflict(vec![NAME.to_owned()])), "{:?}", log.told);
    assert!(log.failure("ISSUE-1").contains(NAME), "{}", log.failure("ISSUE-1"));
    assert_eq!(repository.text(NAME), "yours\n");
}

#[tokio::test]
async fn the_first_reviewer_who_does_not_approve_ends_the_round() {
    for ended in [stopped(), finished()] {
        let repository = Repository::new();
        repository.open(&[reviewed(&[], &["reader", "guard"])]).await;
        let log = repository
            .work(&repository.dispatch(3, Git::default()), |assignment| match assignment.role {
                Role::Reviewer => ended.clone(),
                _ => finished(),
            })
            .await;
        assert_eq!(log.ids(), ["ISSUE-1.0i", "ISSUE-1.0i.0r"], "a review that cannot be held is not held again");
        let why = if ended == stopped() { "limit_exceeded" } else { "It is done." };
        let said = format!("the review ISSUE-1.0i.0r could not be held: {why}; ");
        assert!(log.failure("ISSUE-1").starts_with(&said), "{}", log.failure("ISSUE-1"));
        assert_eq!(repository.status("ISSUE-1").await, Some(IssueStatus::Failed));
    }
}

#[tokio::test]
async fn what_is_merged_is_what_was_read() {
    let repository = Repository::new();
    repository.commits(".gitignore", "built\n.gg\n");
    repository.open(&[reviewed(&[], &["reader", "guard"])]).await;
    let seen = Mutex::new(Vec::new());
    let log = repository
        .work(&repository.dispatch(0, Git::default()), |assignment| {
            let folder = &assignment.folder;
            seen.lock().expect("seen").push(format!("{} {}", read(folder, "poem").trim(), read(folder, "note")));
            if assignment.role == Role::Implementer {
                // On a branch of its own, which is nobody's business.
                git(folder, &["checkout", "--quiet", "-b", "mine"]);
                write(folder, "poem", "four\n");
                return finished();
            }
            write(folder, "note", "looked at");
            write(folder, "built", "kept");
            commit(folder, "poem", "five\n");
            approved()
        })
        .await;
    assert!(log.was_told("ISSUE-1", &Happened::Merged));
    let none = "entity not found";
    let expected = [format!("one\ntwo\nthree {none}"), format!("four {none}"), format!("four {none}")];
    assert_eq!(*seen.lock().expect("seen"), expected);
    assert_eq!((repository.text("poem").as_str(), repository.text("note").as_str()), ("four\n", none));
}

/// A git that fails at one command, and is itself at all others.
fn failing_at(folder: &Path, command: &str) -> Git {
    let path = folder.join("git");
    let failing = format!("if [ \"$1\" = {command} ]; then echo 'fatal: the disk is full' >&2; exit 128; fi");
    script(&path, &failing)
}

/// A git that does something before it is itself.
fn script(path: &Path, before: &str) -> Git {
    let script = format!("#!/bin/sh\n{before}\nexec git \"$@\"\n");
    fs::write(path, script).expect("a script");
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it is ours");
    Git::at(path)
}

#[tokio::test]
async fn what_git_says_when_it_fails_is_why_the_issue_failed() {
    for command in ["worktree", "add", "commit", "diff", "merge-tree", "merge"] {
        let repository = Repository::new();
        repository.open(&[reviewed(&[], &["reader"])]).await;
        let before = git(&repository.top(), &["rev-parse", "HEAD"]);
        let git_that_fails = failing_at(repository.folder.path(), command);
        let log = repository
            .work(&repository.dispatch(1, git_that_fails), |assignment| {
                if assignment.role == Role::Reviewer {
                    return approved();
                }
                write(&assignment.folder, "work", "done");
                finished()
            })
            .await;
        let why = log.failure("ISSUE-1");
        let said =
            why.contains(&format!("`git {command}")) && why.contains(": fatal: the disk is full (exit status 128)");
        let had_no_worktree = command == "worktree";
        assert!(said && why.starts_with("it has no worktree: ") == had_no_worktree, "{command}: {why}");
        assert_eq!(repository.status("ISSUE-1").await, Some(IssueStatus::Failed), "{command}");
        assert_eq!(git(&repository.top(), &["rev-parse", "HEAD"]), before, "{command}");
        if !had_no_worktree {
            assert_eq!(read(&repository.worktree("ISSUE-1"), "work"), "done", "{command}: the work is kept");
        }
    }
}

#[tokio::test]
async fn where_nobody_is_configured_gg_commits() {
    let repository = Repository::new();
    for key in ["user.name", "user.email"] {
        git(&repository.top(), &["config", "--unset", key]);
    }
    git(&repository.top(), &["config", "user.useConfigOnly", "true"]);
    repository.open(&[issue("Do it", &[])]).await;
    let nobody = "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null\nunset EMAIL GIT_AUTHOR_NAME GIT_COMMITTER_NAME";
    let nobody = script(&repository.folder.path().join("git"), nobody);
    let log = repository
        .work(&repository.dispatch(0, nobody), |assignment| {
            write(&assignment.folder, "work", "done");
            finished()
        })
        .await;
    assert!(log.was_told("ISSUE-1", &Happened::Merged), "{:?}", log.told);
    let authors = git(&repository.top(), &["log", "--topo-order", "--format=%an"]);
    assert_eq!(authors, "gg\ngg\nAda");
}

/// A loop may drive each claim on a thread of its own.
#[test]
fn a_claim_can_be_driven_by_any_thread() {
    fn is_send<T: Send>(_: &T) {}
    let repository = Repository::new();
    let dispatch = repository.dispatch(0, Git::default());
    let issue = crate::store::board::Issue::bare("ISSUE-1", IssueStatus::InProgress);
    let agents = Scripted::new(|_: &Assignment| finished());
    is_send(&dispatch.work(Claim { issue }, &agents));
}

#[tokio::test]
async fn without_git_or_a_repository_the_issue_fails_and_says_so() {
    let failure = async |repository: &Repository, git: Git| {
        repository.open(&[issue("Do it", &[])]).await;
        let log = repository.work(&repository.dispatch(1, git), |_| finished()).await;
        assert!(log.ids().is_empty());
        log.failure("ISSUE-1").to_owned()
    };
    let repository = Repository::new();
    let why = failure(&repository, Git::at("no-such-git")).await;
    assert!(why.ends_with(": there is no no-such-git on PATH"), "{why}");

    let repository = Repository::new();
    fs::remove_dir_all(repository.top().join(".git")).expect("it goes");
    let why = failure(&repository, Git::default()).await;
    assert!(why.contains("fatal: not a git repository"), "{why}");

    let repository = Repository::new();
    fs::remove_dir_all(repository.top().join(".git")).expect("it goes");
    git(&repository.top(), &["init", "--quiet"]);
    let why = failure(&repository, Git::default()).await;
    assert!(why.contains("`git worktree add"), "nothing is committed: {why}");
}

#[tokio::test]
async fn what_a_person_has_not_committed_is_not_touched() {
    // A change in the way.
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[])]).await;
    write(&repository.root(), "poem", "not yet committed\n");
    let act = |assignment: &Assignment| {
        assert_eq!(read(&assignment.folder, "poem"), "one\ntwo\nthree\n", "what is committed is what it begins from");
        write(&assignment.folder, "poem", "one\nmine\nthree\n");
        finished()
    };
    let log = repository.work(&repository.dispatch(0, Git::default()), act).await;
    assert!(log.failure("ISSUE-1").contains("would be overwritten by merge"), "{}", log.failure("ISSUE-1"));
    assert_eq!(repository.text("poem"), "not yet committed\n");

    // A merge that somebody has begun.
    let repository = Repository::new();
    git(&repository.top(), &["checkout", "--quiet", "-b", "other"]);
    repository.commits("poem", "one\nother\nthree\n");
    git(&repository.top(), &["checkout", "--quiet", "main"]);
    repository.commits("poem", "one\nmain\nthree\n");
    let merge = Command::new("git").args(["merge", "other"]).current_dir(repository.top()).output();
    assert!(merge.is_ok_and(|merge| !merge.status.success()));
    let before = repository.text("poem");
    repository.open(&[issue("Do it", &[])]).await;
    let log = repository
        .work(&repository.dispatch(0, Git::default()), |assignment| {
            write(&assignment.folder, "work", "done");
            finished()
        })
        .await;
    assert!(log.failure("ISSUE-1").contains("`git merge "), "{}", log.failure("ISSUE-1"));
    assert!(repository.text("poem") == before && repository.top().join(".git/MERGE_HEAD").is_file());
}

#[tokio::test]
async fn an_issue_that_somebody_changes_meanwhile_is_let_go() {
    let changes = [("DELETE FROM issue", None), ("UPDATE issue SET status = 'done'", Some(IssueStatus::Done))];
    for (sql, status) in changes {
        for role in [Role::Implementer, Role::Reviewer] {
            for ended in [finished(), stopped()] {
                let repository = Repository::new();
                repository.open(&[reviewed(&[], &["reader", "guard"])]).await;
                let approves = role == Role::Reviewer && ended == finished();
                let log = repository
                    .work(&repository.dispatch(5, Git::default()), |assignment| {
                        write(&assignment.folder, "work", "done");
                        if assignment.role != role {
                            return finished();
                        }
                        repository.execute(sql);
                        if approves { approved() } else { ended.clone() }
                    })
                    .await;
                let let_go = Happened::LetGo(Some(repository.worktree("ISSUE-1")));
                assert!(log.was_told("ISSUE-1", &let_go), "{sql} {role:?} {:?}", log.told);
                assert_eq!(log.ids().len(), if role == Role::Implementer { 1 } else { 2 });
                assert_eq!(
                    (repository.status("ISSUE-1").await, repository.text("work").as_str()),
                    (status, "entity not found")
                );
            }
        }
    }
}

#[tokio::test]
async fn a_later_run_goes_on_where_one_was_killed() {
    let repository = Repository::new();
    repository.open(&[reviewed(&[], &["reader"]), issue("By hand", &[])]).await;
    // Somebody works on this one by hand: it has no worktree.
    repository.execute("UPDATE issue SET status = 'in_progress' WHERE id = 'ISSUE-2'");
    let claim = repository.dispatch(0, Git::default()).claim().await.expect("a store").remove(0);
    repository.kill_at("ISSUE-1.0i", claim, finished).await;
    let left = repository.dispatch(0, Git::default()).resume().await.expect("a store");
    assert_eq!(left.iter().map(|claim| claim.issue.id.as_str()).collect::<Vec<_>>(), ["ISSUE-1"]);
    repository.kill_at("ISSUE-1.1i.0r", left[0].clone(), finished).await;
    assert_eq!(repository.status("ISSUE-1").await, Some(IssueStatus::InReview));

    let dispatch = repository.dispatch(0, Git::default());
    let left = dispatch.resume().await.expect("a store");
    assert_eq!(dispatch.claim().await.expect("a store"), []);
    let agents = Scripted::new(|_: &Assignment| approved());
    dispatch.work(left[0].clone(), &agents).await.expect("a store");
    assert_eq!(agents.log().ids(), ["ISSUE-1.1i.0r"], "what was done is not done again");
    assert_eq!(
        (repository.status("ISSUE-1").await, repository.text("work").as_str()),
        (Some(IssueStatus::Done), "done")
    );
}

#[tokio::test]
async fn a_later_run_goes_on_with_what_was_claimed_and_not_begun() {
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[])]).await;
    assert_eq!(repository.dispatch(0, Git::default()).claim().await.expect("a store").len(), 1);
    let dispatch = repository.dispatch(0, Git::default());
    let left = dispatch.resume().await.expect("a store").remove(0);
    let agents = Scripted::new(|_: &Assignment| finished());
    dispatch.work(left, &agents).await.expect("a store");
    assert_eq!((repository.status("ISSUE-1").await, repository.is_clean()), (Some(IssueStatus::Done), true));
}

#[tokio::test]
async fn an_issue_that_is_opened_again_while_it_is_worked_on_is_begun_again_once_that_has_ended() {
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[])]).await;
    let dispatch = repository.dispatch(0, Git::default());
    let log = repository
        .work(&dispatch, |assignment| {
            if assignment.id == "ISSUE-1.0i" {
                write(&assignment.folder, "work", "half");
                repository.execute("UPDATE issue SET status = 'open'");
                return stopped();
            }
            assert_eq!(read(&assignment.folder, "work"), "half");
            finished()
        })
        .await;
    assert_eq!(log.ids(), ["ISSUE-1.0i", "ISSUE-1.1i"], "what was let go is no retry");
    assert_eq!(repository.status("ISSUE-1").await, Some(IssueStatus::Done));
}

#[tokio::test]
async fn attempts_and_retries_are_counted_over_all_runs() {
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[])]).await;
    let claim = repository.dispatch(1, Git::default()).claim().await.expect("a store").remove(0);
    // The first attempt stops, and the run is killed in the second.
    repository.kill_at("ISSUE-1.1i", claim, stopped).await;
    let dispatch = repository.dispatch(1, Git::default());
    let left = dispatch.resume().await.expect("a store").remove(0);
    let agents = Scripted::new(|_: &Assignment| stopped());
    dispatch.work(left, &agents).await.expect("a store");
    assert_eq!(agents.log().ids(), ["ISSUE-1.2i"]);
    assert_eq!(agents.log().failure("ISSUE-1"), "no agent finished it in 2 attempts: limit_exceeded");

    // Opened again, it has its retries again.
    repository.execute("UPDATE issue SET status = 'open'");
    let log = repository.work(&dispatch, |_| stopped()).await;
    assert_eq!(log.ids(), ["ISSUE-1.3i", "ISSUE-1.4i"]);
}

/// Agents that write, and end all alike; but the one with an id says that it is there, and never ends.
struct Stalling {
    id: &'static str,
    ended: fn() -> Ended,
    stalled: Notify,
}

impl Agents for Stalling {
    async fn run(&self, assignment: Assignment) -> Ended {
        if assignment.id == self.id {
            self.stalled.notify_one();
            return std::future::pending().await;
        }
        write(&assignment.folder, "work", "done");
        (self.ended)()
    }

    fn tell(&self, _: &str, _: Happened) {}
}

#[tokio::test]
async fn a_workspace_below_the_top_of_its_repository_is_where_the_agent_works() {
    let repository = Repository::with("parts/one");
    repository.open(&[issue("Do it", &[])]).await;
    let log = repository
        .work(&repository.dispatch(0, Git::default()), |assignment| {
            // On a branch of its own, which is nobody's business.
            git(&assignment.folder, &["checkout", "--quiet", "-b", "mine"]);
            write(&assignment.folder, "work", "done");
            finished()
        })
        .await;
    assert_eq!(log.assignments[0].folder, repository.worktree("ISSUE-1").join("parts/one"));
    assert_eq!(repository.text("work"), "done");
    assert!(repository.is_clean());
}

#[tokio::test]
async fn who_waits_for_an_issue_is_woken_by_its_end() {
    let repository = Repository::new();
    repository.open(&[issue("Do it", &[]), issue("Go on", &["ISSUE-1"])]).await;
    let dispatch = repository.dispatch(0, Git::default());
    let (mut first, mut second) = (repository.store(), repository.store());
    let waits = Waits::default();
    let wait = |id: &str| waits.begin(Waiter::Agent("main".to_owned()), vec![Waiter::Issue(id.to_owned())]);
    let [one, two] = ["ISSUE-1", "ISSUE-2"].map(wait);
    let board = dispatch.board();
    let waits =
        async { tokio::join!(board.ended(&mut first, "ISSUE-1", &one), board.ended(&mut second, "ISSUE-2", &two)) };
    let ((first, second), _) = tokio::join!(waits, repository.work(&dispatch, |_| stopped()));
    assert_eq!(first.expect("a store"), Outcome::Failed);
    assert!(matches!(second.expect("a store"), Outcome::Never { blocker, .. } if blocker == "ISSUE-1"));
}
