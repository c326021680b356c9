//! The module `board`: what each call does and refuses, and in which order.

use std::{sync::Arc, time::Duration};

use gg_engine::{
    CallError,
    ErrorCode::{Conflict, InvalidArgument, LimitExceeded, NotFound, Unavailable},
};

use super::bench::{Bench, call, fails};
use crate::{
    Bell, Profile, RunBoard,
    operations::{
        board::{
            BoardUsage, EpicAssignment, EpicCreated, EpicInput, IssueCreated, IssueInput, IssuePatch, IssueStatus,
        },
        core::TextEdit,
    },
    store::board::{Board, Issue},
};

/// Two epics and five issues at most; two implementers and two reviewers.
const PROFILE: &str = r#"
[[roster]]
id = "coder"
name = "Coder"
description = "Writes code."
scopes = ["implementer", "subagent"]
[[roster]]
id = "writer"
name = "Writer"
description = "Writes texts."
scopes = ["implementer"]
[[roster]]
id = "reader"
name = "Reader"
description = "Reads all."
scopes = ["reviewer"]
[[roster]]
id = "guard"
name = "Guard"
description = "Looks for holes."
scopes = ["reviewer", "subagent"]
[capability.project-management]
maxEpics = 2
maxIssues = 5
maxRetries = 0
mergeAgentId = "merger"
"#;

/// A bench whose run has a board, with more in that table of the profile.
pub(super) fn on_board_with(more: &str) -> Bench {
    let text = format!("{PROFILE}{more}");
    let board = Profile::read("profile.toml", &format!("language = \"rust\"\n{text}"))
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
        .capabilities
        .board
        .expect("a board");
    let mut bench = Bench::with(text.trim_start(), |_| {});
    bench.host = bench.host.with_board(Arc::new(RunBoard::new(board)));
    bench
}

pub(super) fn on_board() -> Bench {
    on_board_with("")
}

pub(super) fn issue(title: &str, blocked_by: &[&str]) -> IssueInput {
    IssueInput {
        title: title.to_owned(),
        description: None,
        in_scope: "This.".to_owned(),
        out_of_scope: "That.".to_owned(),
        completion_criteria: "It works.".to_owned(),
        blocked_by: ids(blocked_by),
        epic_id: None,
        agent: "coder".to_owned(),
        reviewers: vec![],
    }
}

pub(super) fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

pub(super) const NOTHING: IssuePatch = IssuePatch {
    title: None,
    description: TextEdit::Keep,
    in_scope: None,
    out_of_scope: None,
    completion_criteria: None,
    status: None,
    epic: EpicAssignment::Keep,
};

pub(super) fn epic(prefix: &str) -> EpicInput {
    EpicInput { prefix: prefix.to_owned(), title: "An epic".to_owned(), description: "Of issues.".to_owned() }
}

pub(super) async fn open_epic(bench: &mut Bench, epic: EpicInput) -> Result<EpicCreated, CallError> {
    call!(bench, BoardCreateEpic, board::create_epic(epic))
}

pub(super) async fn open(bench: &mut Bench, issue: IssueInput) -> Result<IssueCreated, CallError> {
    call!(bench, BoardCreateIssue, board::create_issue(issue))
}

pub(super) async fn update(bench: &mut Bench, id: &str, patch: IssuePatch) -> Result<(), CallError> {
    call!(bench, BoardUpdateIssue, board::update_issue(id.to_owned(), patch))
}

pub(super) async fn block(bench: &mut Bench, id: &str, blocked_by: &[&str]) -> Result<(), CallError> {
    call!(bench, BoardSetIssueBlockedBy, board::set_issue_blocked_by(id.to_owned(), ids(blocked_by)))
}

pub(super) async fn remove(bench: &mut Bench, id: &str) -> Result<BoardUsage, CallError> {
    call!(bench, BoardRemoveIssue, board::remove_issue(id.to_owned()))
}

async fn wait(bench: &mut Bench, id: &str) -> Result<String, CallError> {
    call!(bench, BoardWaitForIssue, board::wait_for_issue(id.to_owned()))
}

pub(super) async fn kept(bench: &mut Bench) -> Board {
    bench.host.store.board().await.expect("a store")
}

async fn one(bench: &mut Bench, id: &str) -> Issue {
    kept(bench).await.issue(id).cloned().expect("it is there")
}

fn full(epics: u32, issues: u32) -> BoardUsage {
    BoardUsage { epics, max_epics: 2, issues, max_issues: 5 }
}

/// Whether the bell of the board rang since this was asked last.
async fn rang(bell: &mut Bell) -> bool {
    tokio::time::timeout(Duration::ZERO, bell.rung()).await.is_ok()
}

fn bell(bench: &Bench) -> Bell {
    bench.host.board.as_ref().expect("a board").bell()
}

/// Issues by their titles, `ISSUE-1` and on, each with what blocks it.
async fn with(issues: &[&[&str]]) -> Bench {
    let mut bench = on_board();
    for blocked_by in issues {
        open(&mut bench, issue("Do it", blocked_by)).await.expect("it is opened");
    }
    bench
}

#[tokio::test]
async fn an_epic_has_its_prefix_in_upper_case() {
    let mut bench = on_board();
    let created = open_epic(&mut bench, epic("auth")).await;
    assert_eq!(created, Ok(EpicCreated { id: "AUTH".to_owned(), board: full(1, 0) }));
    fails(open_epic(&mut bench, epic("Auth")).await, Conflict, "the prefix AUTH is taken");
    let created = open_epic(&mut bench, epic("AbcDef")).await;
    assert_eq!(created, Ok(EpicCreated { id: "ABCDEF".to_owned(), board: full(2, 0) }));
    assert_eq!(
        kept(&mut bench).await.epics.iter().map(|epic| epic.id.as_str()).collect::<Vec<_>>(),
        ["AUTH", "ABCDEF"]
    );
}

#[tokio::test]
async fn a_wrong_epic_is_refused_for_its_first_fault() {
    let mut bench = on_board();
    let bad = |prefix: &str| format!("`epic.prefix` is `{prefix}`; it has to be 3 to 6 letters from A to Z");
    for prefix in ["AU", "AUTHORS", "AU1", "AU-H", " AUTH", "ÄÖÜ", "ß"] {
        let nothing = EpicInput { title: String::new(), ..epic(prefix) };
        fails(open_epic(&mut bench, nothing).await, InvalidArgument, &bad(prefix));
    }
    let cases = [
        (EpicInput { title: String::new(), ..epic(" ") }, "`epic.prefix` is blank"),
        (EpicInput { title: "\n".to_owned(), description: String::new(), ..epic("AUTH") }, "`epic.title` is blank"),
        (EpicInput { description: "\t".to_owned(), ..epic("AUTH") }, "`epic.description` is blank"),
    ];
    for (epic, message) in cases {
        fails(open_epic(&mut bench, epic).await, InvalidArgument, message);
    }
    fails(
        open_epic(&mut bench, epic("issue")).await,
        Conflict,
        "the prefix ISSUE is taken by the issues outside any epic",
    );
    assert!(!bench.path(".gg").exists(), "what fails makes no store");
    for prefix in ["AAA", "BBB"] {
        open_epic(&mut bench, epic(prefix)).await.expect("it is opened");
    }
    fails(open_epic(&mut bench, epic("AAA")).await, Conflict, "the prefix AAA is taken");
    fails(open_epic(&mut bench, epic("CCC")).await, LimitExceeded, "there are 2 epics; the most is 2");
    assert_eq!(kept(&mut bench).await.epics.len(), 2);
}

#[tokio::test]
async fn an_issue_is_kept_as_it_was_given() {
    let mut bench = on_board();
    open_epic(&mut bench, epic("AUTH")).await.expect("an epic");
    let first = open(&mut bench, issue("First", &[])).await;
    assert_eq!(first, Ok(IssueCreated { id: "ISSUE-1".to_owned(), board: full(1, 1) }));
    let given = IssueInput {
        description: Some("More.".to_owned()),
        epic_id: Some("AUTH".to_owned()),
        agent: "writer".to_owned(),
        // The order counts, and neither is sorted nor made unique.
        reviewers: ids(&["reader", "guard", "reader"]),
        ..issue("Second", &["ISSUE-1", "ISSUE-1"])
    };
    let second = open(&mut bench, given).await;
    assert_eq!(second, Ok(IssueCreated { id: "AUTH-1".to_owned(), board: full(1, 2) }));
    let expected = Issue {
        id: "AUTH-1".to_owned(),
        epic: Some("AUTH".to_owned()),
        title: "Second".to_owned(),
        description: Some("More.".to_owned()),
        in_scope: "This.".to_owned(),
        out_of_scope: "That.".to_owned(),
        completion_criteria: "It works.".to_owned(),
        agent: "writer".to_owned(),
        reviewers: ids(&["reader", "guard", "reader"]),
        status: IssueStatus::Open,
        blocked_by: ids(&["ISSUE-1"]),
    };
    assert_eq!(one(&mut bench, "AUTH-1").await, expected);
    let blank = IssueInput { description: Some(" \n".to_owned()), ..issue("Third", &["AUTH-1", "ISSUE-1"]) };
    assert_eq!(open(&mut bench, blank).await.map(|made| made.id), Ok("ISSUE-2".to_owned()));
    let third = one(&mut bench, "ISSUE-2").await;
    assert_eq!((third.description, third.epic), (None, None));
    assert_eq!(third.blocked_by, ["AUTH-1", "ISSUE-1"], "in the order they were given");
}

#[tokio::test]
async fn no_id_is_given_twice() {
    let mut bench = on_board();
    open_epic(&mut bench, epic("AUTH")).await.expect("an epic");
    let in_epic = || IssueInput { epic_id: Some("AUTH".to_owned()), ..issue("In it", &[]) };
    for id in ["AUTH-1", "AUTH-2"] {
        assert_eq!(open(&mut bench, in_epic()).await.map(|made| made.id).as_deref(), Ok(id));
    }
    assert_eq!(open(&mut bench, issue("Outside", &[])).await.map(|made| made.id).as_deref(), Ok("ISSUE-1"));
    assert_eq!(remove(&mut bench, "AUTH-2").await, Ok(full(1, 2)));
    assert_eq!(open(&mut bench, in_epic()).await.map(|made| made.id).as_deref(), Ok("AUTH-3"));
    // Nor when the epic was removed and opened again.
    let removed = call!(bench, BoardRemoveEpic, board::remove_epic("AUTH".to_owned()));
    assert_eq!(removed, Ok(full(0, 3)));
    for id in ["AUTH-1", "AUTH-3"] {
        assert_eq!(one(&mut bench, id).await.epic, None, "its issues stay, outside any epic");
    }
    open_epic(&mut bench, epic("AUTH")).await.expect("an epic");
    assert_eq!(open(&mut bench, in_epic()).await.map(|made| made.id).as_deref(), Ok("AUTH-4"));
    assert_eq!(one(&mut bench, "AUTH-1").await.epic, None);
    // What failed took no number.
    fails(open(&mut bench, issue("Outside", &["none"])).await, NotFound, "`issue.blockedBy` names no issue: none");
    assert_eq!(open(&mut bench, issue("Outside", &[])).await.map(|made| made.id).as_deref(), Ok("ISSUE-2"));
}

/// Each case is wrong in all that comes after what it is refused for.
#[tokio::test]
async fn a_wrong_issue_is_refused_for_its_first_fault() {
    let mut bench = on_board();
    let wrong = |change: fn(&mut IssueInput)| {
        let mut given = IssueInput {
            title: "T".to_owned(),
            epic_id: Some("NONE".to_owned()),
            agent: "reader".to_owned(),
            reviewers: ids(&["coder"]),
            ..issue("T", &["none"])
        };
        change(&mut given);
        given
    };
    let cases: [(fn(&mut IssueInput), _, _); 12] = [
        (
            |given| (given.title, given.in_scope) = (" ".to_owned(), String::new()),
            InvalidArgument,
            "`issue.title` is blank",
        ),
        (
            |given| (given.in_scope, given.out_of_scope) = (" ".to_owned(), String::new()),
            InvalidArgument,
            "`issue.inScope` is blank",
        ),
        (
            |given| (given.out_of_scope, given.completion_criteria) = (" ".to_owned(), String::new()),
            InvalidArgument,
            "`issue.outOfScope` is blank",
        ),
        (
            |given| (given.completion_criteria, given.blocked_by) = ("\n".to_owned(), ids(&[""])),
            InvalidArgument,
            "`issue.completionCriteria` is blank",
        ),
        (
            |given| (given.blocked_by, given.epic_id) = (ids(&["x", " "]), Some(String::new())),
            InvalidArgument,
            "`issue.blockedBy` has a blank id",
        ),
        (
            |given| (given.epic_id, given.agent) = (Some(" ".to_owned()), String::new()),
            InvalidArgument,
            "`issue.epicId` is blank",
        ),
        (|given| given.agent = " ".to_owned(), InvalidArgument, "`issue.agent` is blank"),
        (|_| (), InvalidArgument, "`issue.agent` names no implementer on the roster: reader; there is coder, writer"),
        (
            |given| (given.agent, given.reviewers) = ("coder".to_owned(), ids(&["coder", ""])),
            InvalidArgument,
            "`issue.reviewers` has a blank id",
        ),
        (
            |given| (given.agent, given.reviewers) = ("coder".to_owned(), ids(&["guard", "coder"])),
            InvalidArgument,
            "`issue.reviewers` names no reviewer on the roster: coder; there is reader, guard",
        ),
        (
            |given| (given.agent, given.reviewers) = ("coder".to_owned(), vec![]),
            NotFound,
            "`issue.epicId` names no epic: NONE",
        ),
        (
            |given| {
                (given.agent, given.reviewers, given.epic_id) = ("coder".to_owned(), vec![], None);
                given.blocked_by = ids(&["ISSUE-1", "none"]);
            },
            NotFound,
            "`issue.blockedBy` names no issue: none",
        ),
    ];
    for (change, code, message) in cases {
        fails(open(&mut bench, wrong(change)).await, code, message);
    }
    // Its id can be told before it has it.
    let itself = issue("T", &["ISSUE-1"]);
    fails(open(&mut bench, itself.clone()).await, Conflict, "the issue would wait for itself: ISSUE-1");
    assert!(!bench.path(".gg").exists(), "what fails makes no store");
    for _ in 0..5 {
        open(&mut bench, issue("T", &[])).await.expect("it is opened");
    }
    let next = issue("T", &["ISSUE-6"]);
    fails(open(&mut bench, next).await, Conflict, "the issue would wait for itself: ISSUE-6");
    fails(open(&mut bench, itself).await, LimitExceeded, "there are 5 issues; the most is 5");
}

#[tokio::test]
async fn reviewers_are_required_where_the_profile_says_so() {
    let mut bench = on_board_with("reviewersRequired = true\n");
    let message = "`issue.reviewers` is empty, and every issue needs a reviewer";
    fails(open(&mut bench, issue("T", &["none"])).await, InvalidArgument, message);
    let reviewed = IssueInput { reviewers: ids(&["reader"]), ..issue("T", &[]) };
    assert!(open(&mut bench, reviewed).await.is_ok());
    bench.host.settings.roster.clear();
    let message = "`issue.agent` names no implementer on the roster: coder; there is none";
    fails(open(&mut bench, issue("T", &[])).await, InvalidArgument, message);
}

#[tokio::test]
async fn a_patch_changes_what_it_names() {
    let mut bench = with(&[&[], &[]]).await;
    open_epic(&mut bench, epic("AUTH")).await.expect("an epic");
    let text = |text: &str| Some(text.to_owned());
    let before = one(&mut bench, "ISSUE-1").await;
    let all = IssuePatch {
        title: text("New"),
        description: TextEdit::Set("More.".to_owned()),
        in_scope: text("In."),
        out_of_scope: text("Out."),
        completion_criteria: text("Green."),
        status: Some(IssueStatus::InProgress),
        epic: EpicAssignment::Set("AUTH".to_owned()),
    };
    assert_eq!(update(&mut bench, "ISSUE-1", all).await, Ok(()));
    let mut expected = Issue {
        title: "New".to_owned(),
        description: text("More."),
        in_scope: "In.".to_owned(),
        out_of_scope: "Out.".to_owned(),
        completion_criteria: "Green.".to_owned(),
        status: IssueStatus::InProgress,
        epic: text("AUTH"),
        ..before.clone()
    };
    assert_eq!(one(&mut bench, "ISSUE-1").await, expected);
    let done = IssuePatch { status: Some(IssueStatus::Done), ..NOTHING };
    assert_eq!(update(&mut bench, "ISSUE-1", done).await, Ok(()));
    expected.status = IssueStatus::Done;
    assert_eq!(one(&mut bench, "ISSUE-1").await, expected, "the rest stays");
    let back = IssuePatch { status: Some(IssueStatus::Open), epic: EpicAssignment::Ungroup, ..NOTHING };
    assert_eq!(update(&mut bench, "ISSUE-1", back).await, Ok(()));
    (expected.status, expected.epic) = (IssueStatus::Open, None);
    assert_eq!(one(&mut bench, "ISSUE-1").await, expected);
    for edit in [TextEdit::Set("  ".to_owned()), TextEdit::Clear] {
        let again = IssuePatch { description: TextEdit::Set("More.".to_owned()), ..NOTHING };
        assert_eq!(update(&mut bench, "ISSUE-1", again).await, Ok(()));
        assert_eq!(update(&mut bench, "ISSUE-1", IssuePatch { description: edit, ..NOTHING }).await, Ok(()));
        assert_eq!(one(&mut bench, "ISSUE-1").await.description, None);
    }
    assert_eq!(one(&mut bench, "ISSUE-2").await, Issue { id: "ISSUE-2".to_owned(), ..before }, "the other stays");
}

#[tokio::test]
async fn a_wrong_patch_is_refused_for_its_first_fault() {
    let mut bench = with(&[&[]]).await;
    let blank = || Some(" ".to_owned());
    let failed = Some(IssueStatus::Failed);
    let nowhere = EpicAssignment::Set(String::new());
    let cannot = |status: &str| {
        format!("`patch.status` is {status}, which only the board sets; it can be set to open, in-progress or done")
    };
    let cases = [
        ("", IssuePatch { title: blank(), ..NOTHING }, InvalidArgument, "`id` is blank".to_owned()),
        (
            "x",
            IssuePatch { title: blank(), in_scope: blank(), ..NOTHING },
            InvalidArgument,
            "`patch.title` is blank".to_owned(),
        ),
        (
            "x",
            IssuePatch { in_scope: blank(), out_of_scope: blank(), ..NOTHING },
            InvalidArgument,
            "`patch.inScope` is blank".to_owned(),
        ),
        (
            "x",
            IssuePatch { out_of_scope: blank(), completion_criteria: blank(), ..NOTHING },
            InvalidArgument,
            "`patch.outOfScope` is blank".to_owned(),
        ),
        (
            "x",
            IssuePatch { completion_criteria: blank(), status: failed, ..NOTHING },
            InvalidArgument,
            "`patch.completionCriteria` is blank".to_owned(),
        ),
        ("x", IssuePatch { status: failed, epic: nowhere.clone(), ..NOTHING }, InvalidArgument, cannot("failed")),
        ("x", IssuePatch { status: Some(IssueStatus::InReview), ..NOTHING }, InvalidArgument, cannot("in review")),
        ("x", IssuePatch { epic: nowhere, ..NOTHING }, InvalidArgument, "`patch.epic` is blank".to_owned()),
        ("x", NOTHING, InvalidArgument, "`patch` changes nothing".to_owned()),
        (
            "x",
            IssuePatch { epic: EpicAssignment::Set("NONE".to_owned()), ..NOTHING },
            NotFound,
            "no such issue: x".to_owned(),
        ),
        (
            "ISSUE-1",
            IssuePatch { title: Some("New".to_owned()), epic: EpicAssignment::Set("NONE".to_owned()), ..NOTHING },
            NotFound,
            "`patch.epic` names no epic: NONE".to_owned(),
        ),
    ];
    for (id, patch, code, message) in cases {
        fails(update(&mut bench, id, patch).await, code, &message);
    }
    assert_eq!(one(&mut bench, "ISSUE-1").await.title, "Do it", "nothing of it changed anything");
}

#[tokio::test]
async fn blockers_are_replaced_and_close_no_circle() {
    let mut bench = with(&[&[], &["ISSUE-1"], &["ISSUE-2"], &[]]).await;
    let cases: [(&str, &[&str], _, _); 7] = [
        ("", &[""], InvalidArgument, "`id` is blank"),
        ("x", &["y", " "], InvalidArgument, "`blockedBy` has a blank id"),
        ("x", &["y"], NotFound, "no such issue: x"),
        ("ISSUE-1", &["ISSUE-1", "ISSUE-3", "y"], NotFound, "`blockedBy` names no issue: y"),
        ("ISSUE-1", &["ISSUE-3", "ISSUE-1"], Conflict, "the issue would wait for itself: ISSUE-1"),
        (
            "ISSUE-1",
            &["ISSUE-4", "ISSUE-3"],
            Conflict,
            "the issues would wait in a circle: ISSUE-1 waits for ISSUE-3, which waits for ISSUE-2, which waits for ISSUE-1",
        ),
        // To be done makes no difference: what is done can be taken up again.
        (
            "ISSUE-2",
            &["ISSUE-3"],
            Conflict,
            "the issues would wait in a circle: ISSUE-2 waits for ISSUE-3, which waits for ISSUE-2",
        ),
    ];
    update(&mut bench, "ISSUE-3", IssuePatch { status: Some(IssueStatus::Done), ..NOTHING }).await.expect("it is done");
    for (id, blocked_by, code, message) in cases {
        fails(block(&mut bench, id, blocked_by).await, code, message);
    }
    assert_eq!(one(&mut bench, "ISSUE-1").await.blocked_by, [""; 0]);
    assert_eq!(block(&mut bench, "ISSUE-3", &["ISSUE-4", "ISSUE-1", "ISSUE-4"]).await, Ok(()));
    assert_eq!(one(&mut bench, "ISSUE-3").await.blocked_by, ["ISSUE-4", "ISSUE-1"]);
    assert_eq!(block(&mut bench, "ISSUE-1", &["ISSUE-2"]).await.map_err(|error| error.code), Err(Conflict));
    assert_eq!(block(&mut bench, "ISSUE-2", &[]).await, Ok(()));
    assert_eq!(block(&mut bench, "ISSUE-1", &["ISSUE-2"]).await, Ok(()));
}

#[tokio::test]
async fn removing_an_issue_leaves_the_edges_to_it() {
    let mut bench = with(&[&[], &["ISSUE-1"], &["ISSUE-2"]]).await;
    update(&mut bench, "ISSUE-1", IssuePatch { status: Some(IssueStatus::Done), ..NOTHING }).await.expect("it is done");
    assert_eq!(remove(&mut bench, "ISSUE-1").await, Ok(full(0, 2)));
    assert_eq!(one(&mut bench, "ISSUE-2").await.blocked_by, ["ISSUE-1"]);
    // What is gone cannot be named, and does not have to be.
    fails(block(&mut bench, "ISSUE-3", &["ISSUE-1"]).await, NotFound, "`blockedBy` names no issue: ISSUE-1");
    assert_eq!(block(&mut bench, "ISSUE-2", &[]).await, Ok(()));
    assert_eq!(remove(&mut bench, "ISSUE-2").await, Ok(full(0, 1)));
    for (id, code, message) in [(" ", InvalidArgument, "`id` is blank"), ("x", NotFound, "no such issue: x")] {
        fails(remove(&mut bench, id).await, code, message);
    }
    for (id, code, message) in [("", InvalidArgument, "`id` is blank"), ("auth", NotFound, "no such epic: auth")] {
        fails(call!(bench, BoardRemoveEpic, board::remove_epic(id.to_owned())), code, message);
    }
}

#[tokio::test]
async fn waits_are_declared_in_order_each_once() {
    let mut bench = with(&[&[], &[], &[]]).await;
    let mut bell = bell(&bench);
    bench.host.settings.issue = Some("ISSUE-3".to_owned());
    for id in ["ISSUE-2", "ISSUE-1", "ISSUE-2"] {
        let said = format!("{id} is waited for when the program has ended; how it ended is told then.");
        assert_eq!(wait(&mut bench, id).await, Ok(said));
    }
    fails(wait(&mut bench, " ").await, InvalidArgument, "`id` is blank");
    fails(wait(&mut bench, "ISSUE-3").await, InvalidArgument, "`id` is the issue this agent works on itself: ISSUE-3");
    fails(wait(&mut bench, "ISSUE-4").await, NotFound, "no such issue: ISSUE-4");
    assert_eq!(bench.host.declarations().issue_waits(), ["ISSUE-2", "ISSUE-1"]);
    assert!(!rang(&mut bell).await, "a wait changes nothing");
    let (declarations, _) = bench.host.begin_turn();
    assert_eq!(declarations.issue_waits(), ["ISSUE-2", "ISSUE-1"]);
    assert_eq!(bench.host.declarations().issue_waits(), [""; 0], "a turn has its own");
}

#[tokio::test]
async fn every_change_that_succeeds_rings_the_bell() {
    let mut bench = on_board();
    let mut bell = bell(&bench);
    assert!(!rang(&mut bell).await);
    open_epic(&mut bench, epic("AUTH")).await.expect("an epic");
    assert!(rang(&mut bell).await && !rang(&mut bell).await, "once");
    open(&mut bench, issue("T", &[])).await.expect("an issue");
    assert!(rang(&mut bell).await);
    update(&mut bench, "ISSUE-1", IssuePatch { title: Some("N".to_owned()), ..NOTHING }).await.expect("a change");
    assert!(rang(&mut bell).await);
    block(&mut bench, "ISSUE-1", &[]).await.expect("a change");
    assert!(rang(&mut bell).await);
    remove(&mut bench, "ISSUE-1").await.expect("it goes");
    assert!(rang(&mut bell).await);
    call!(bench, BoardRemoveEpic, board::remove_epic("AUTH".to_owned())).expect("it goes");
    assert!(rang(&mut bell).await);
    assert!(remove(&mut bench, "ISSUE-1").await.is_err());
    assert!(!rang(&mut bell).await, "what fails changes nothing");
}

/// Arguments are looked at before it is asked whether there is a board.
#[tokio::test]
async fn without_a_board_legal_calls_are_unavailable() {
    let mut bench = on_board();
    bench.host.board = None;
    let no = |call: &str| format!("`board.{call}` is not available.");
    fails(
        open_epic(&mut bench, epic("A")).await,
        InvalidArgument,
        "`epic.prefix` is `A`; it has to be 3 to 6 letters from A to Z",
    );
    fails(open_epic(&mut bench, epic("AUTH")).await, Unavailable, &no("createEpic"));
    fails(open(&mut bench, issue("T", &[])).await, Unavailable, &no("createIssue"));
    let patch = IssuePatch { status: Some(IssueStatus::Done), ..NOTHING };
    fails(update(&mut bench, "x", patch).await, Unavailable, &no("updateIssue"));
    fails(block(&mut bench, "x", &[]).await, Unavailable, &no("setIssueBlockedBy"));
    fails(remove(&mut bench, "x").await, Unavailable, &no("removeIssue"));
    fails(wait(&mut bench, "").await, InvalidArgument, "`id` is blank");
    fails(wait(&mut bench, "x").await, Unavailable, &no("waitForIssue"));
    assert_eq!(bench.host.board_block().await.expect("no store"), None);
}

/// The agents of a run share its board, also those that work elsewhere.
#[tokio::test]
async fn an_agent_in_a_worktree_is_on_the_runs_board() {
    let mut run = with(&[&[]]).await;
    let mut elsewhere = on_board();
    elsewhere.host = elsewhere.host.with_store_at(run.host.workspace().root());
    assert_eq!(open(&mut elsewhere, issue("T", &["ISSUE-1"])).await.map(|made| made.id).as_deref(), Ok("ISSUE-2"));
    assert_eq!(one(&mut run, "ISSUE-2").await.blocked_by, ["ISSUE-1"]);
    assert!(!elsewhere.path(".gg").exists());
}
