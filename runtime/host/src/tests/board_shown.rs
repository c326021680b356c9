//! The board as it is shown, and what follows from it: its block, a brief, what is ready, how a wait ends.

use gg_engine::ErrorCode::{Conflict, Refused};

use super::board::{NOTHING, block, epic, issue, on_board, open, open_epic, update};
use crate::{
    operations::board::{IssueInput, IssuePatch, IssueStatus},
    store::board::{Board, Hindrance, Issue, Outcome},
};

/// A board of issues `A-1` and on, each with its status and the numbers of its blockers; 9 was removed.
fn board(issues: &[(IssueStatus, &[u8])]) -> Board {
    let issue = |(number, (status, blocked_by)): (usize, &(IssueStatus, &[u8]))| Issue {
        title: format!("Do {number}"),
        in_scope: "This.".to_owned(),
        out_of_scope: "That.".to_owned(),
        completion_criteria: "It works.".to_owned(),
        agent: "coder".to_owned(),
        blocked_by: blocked_by.iter().map(|number| format!("A-{number}")).collect(),
        ..Issue::bare(&format!("A-{number}"), *status)
    };
    Board { epics: vec![], issues: (1..).zip(issues).map(issue).collect() }
}

use IssueStatus::{Done, Failed, InProgress, InReview, Open};

#[tokio::test]
async fn the_block_has_a_line_for_each_unfinished_issue() {
    let mut bench = on_board();
    assert_eq!(bench.host.board_block().await.expect("no store"), None);
    assert!(!bench.path(".gg").exists());
    open_epic(&mut bench, epic("AUTH")).await.expect("an epic");
    assert_eq!(bench.host.board_block().await.expect("a store"), None, "there is no issue");
    open(&mut bench, issue("Lay\nbricks", &[])).await.expect("an issue");
    let paint =
        IssueInput { agent: "writer".to_owned(), epic_id: Some("AUTH".to_owned()), ..issue("Paint", &["ISSUE-1"]) };
    open(&mut bench, paint).await.expect("an issue");
    let shown = bench.host.board_block().await.expect("a store");
    let expected = "- ISSUE-1 (open, coder): Lay\\nbricks\n- AUTH-1 (open, writer; waits for ISSUE-1): Paint\n\
                    0 issues done, 0 failed\n";
    assert_eq!(shown.as_deref(), Some(expected));
    update(&mut bench, "ISSUE-1", IssuePatch { status: Some(Done), ..NOTHING }).await.expect("it is done");
    let shown = bench.host.board_block().await.expect("a store");
    assert_eq!(shown.as_deref(), Some("- AUTH-1 (open, writer): Paint\n1 issue done, 0 failed\n"));
    block(&mut bench, "AUTH-1", &[]).await.expect("a change");
    update(&mut bench, "AUTH-1", IssuePatch { status: Some(Done), ..NOTHING }).await.expect("it is done");
    let shown = bench.host.board_block().await.expect("a store");
    assert_eq!(shown.as_deref(), Some("2 issues done, 0 failed\n"), "the counts stay when all is finished");
}

#[test]
fn a_line_says_what_stands_in_the_way() {
    let board = board(&[(Failed, &[]), (InReview, &[]), (Done, &[]), (InProgress, &[]), (Open, &[1, 9, 2, 3])]);
    let expected = "- A-2 (in review, coder): Do 2\n- A-4 (in progress, coder): Do 4\n\
                    - A-5 (open, coder; waits for A-1 [failed], A-9 [removed], A-2): Do 5\n1 issue done, 1 failed\n";
    assert_eq!(board.block().as_deref(), Some(expected));
}

#[test]
fn a_brief_has_all_that_belongs_to_an_issue() {
    let mut issue = board(&[(Open, &[])]).issues.remove(0);
    let rest = "\n## In scope\n\nThis.\n\n## Out of scope\n\nThat.\n\n## Completion criteria\n\nIt works.\n";
    assert_eq!(issue.brief(), format!("# Do 1\n{rest}"));
    issue.description = Some("More.\n\nAnd more.\n".to_owned());
    assert_eq!(issue.brief(), format!("# Do 1\n\nMore.\n\nAnd more.\n{rest}"));
}

#[test]
fn what_is_ready_is_open_and_behind_nothing() {
    let board = board(&[
        (Open, &[]),
        (Done, &[]),
        (Open, &[2]),
        (Open, &[2, 1]),
        (Failed, &[]),
        (Open, &[5]),
        (Open, &[9]),
        (InProgress, &[]),
        (InReview, &[]),
    ]);
    let ready: Vec<&str> = board.ready().map(|issue| issue.id.as_str()).collect();
    // A-9 is in review in this one.
    assert_eq!(ready, ["A-1", "A-3"]);
}

#[test]
fn a_wait_ends_as_the_board_has_it() {
    /// Issues, each with what blocks it, and how a wait for the first ends.
    type Case = (&'static [(IssueStatus, &'static [u8])], Option<Outcome>);
    let never = |blocker: &str, hindrance| Some(Outcome::Never { blocker: blocker.to_owned(), hindrance });
    let cases: [Case; 14] = [
        (&[], Some(Outcome::Removed)),
        (&[(Done, &[9])], Some(Outcome::Done)),
        (&[(Failed, &[9])], Some(Outcome::Failed)),
        (&[(Open, &[])], None),
        // Who has begun can finish, whatever blocks it.
        (&[(InProgress, &[9])], None),
        (&[(InReview, &[9])], None),
        (&[(Open, &[2]), (Open, &[])], None),
        (&[(Open, &[9])], never("A-9", Hindrance::Missing)),
        (&[(Open, &[2]), (Failed, &[])], never("A-2", Hindrance::Failed)),
        (&[(Open, &[2]), (Open, &[3]), (Failed, &[])], never("A-3", Hindrance::Failed)),
        (&[(Open, &[2]), (InProgress, &[3]), (Failed, &[])], None),
        (&[(Open, &[2]), (Done, &[3]), (Failed, &[])], None),
        // The nearest is named, and of those the first.
        (&[(Open, &[2, 9, 3]), (Open, &[3]), (Failed, &[])], never("A-9", Hindrance::Missing)),
        // What comes along two ways is looked at once.
        (&[(Open, &[2, 3]), (Open, &[4]), (Open, &[4]), (Open, &[])], None),
    ];
    for (issues, expected) in cases {
        let board = board(issues);
        assert_eq!(board.outcome("A-1"), expected, "{issues:?}");
        assert_eq!(board.outcome_at_resumption("A-1"), expected.unwrap_or(Outcome::LiveAgain), "{issues:?}");
    }
}

#[test]
fn an_outcome_is_a_sentence_with_its_code() {
    let never = |hindrance| Outcome::Never { blocker: "A-1".to_owned(), hindrance };
    let cases = [
        (Outcome::Done, None, "B-2 is done."),
        (Outcome::Failed, None, "B-2 failed."),
        (Outcome::Removed, None, "B-2 was removed from the board."),
        (never(Hindrance::Failed), Some(Conflict), "B-2 can never finish behind A-1, which failed (conflict)."),
        (
            never(Hindrance::Missing),
            Some(Conflict),
            "B-2 can never finish behind A-1, which was removed from the board (conflict).",
        ),
        (Outcome::LiveAgain, Some(Conflict), "B-2 had ended, and is live again (conflict)."),
        (Outcome::Released, Some(Refused), "B-2 is waited for no longer, for the run has a fault (refused)."),
    ];
    for (outcome, code, sentence) in cases {
        assert_eq!((outcome.code(), outcome.sentence("B-2").as_str()), (code, sentence));
    }
}

#[test]
fn the_whole_board_is_told_by_epics() {
    assert_eq!(Board::default().whole(), None);
    let mut board = board(&[(Done, &[]), (Open, &[1])]);
    let without = "- A-1 (done, coder): Do 1\n- A-2 (open, coder): Do 2\n\n1 issue done, 0 failed\n";
    assert_eq!(board.whole().as_deref(), Some(without));
    let epic = |id: &str| crate::store::board::Epic {
        id: id.to_owned(),
        title: "An epic".to_owned(),
        description: "D.".to_owned(),
    };
    board.epics = vec![epic("A"), epic("B")];
    board.issues[0].epic = Some("A".to_owned());
    let with = "A: An epic\n- A-1 (done, coder): Do 1\n\nB: An epic\n\nOutside any epic\n- A-2 (open, coder): Do 2\n\n\
                1 issue done, 0 failed\n";
    assert_eq!(board.whole().as_deref(), Some(with));
}
