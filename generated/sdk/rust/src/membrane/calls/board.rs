// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `board`.

use crate::board::{
    BoardUsage, EpicAssignment, EpicCreated, EpicInput, IssueCreated, IssueInput, IssuePatch,
    IssueStatus,
};
use crate::core::TextEdit;
use crate::membrane::form::{operation, patch, record, words};

words! {
    IssueStatus {
        0 => Open = "open",
        1 => InProgress = "in_progress",
        2 => InReview = "in_review",
        3 => Done = "done",
        4 => Failed = "failed",
    }
}

record! {
    EpicInput {
        prefix ("prefix"): String,
        title ("title"): String,
        description ("description"): String,
    }
}

record! {
    IssueInput {
        title ("title"): String,
        description ("description"): Option<String>,
        in_scope ("in_scope"): String,
        out_of_scope ("out_of_scope"): String,
        completion_criteria ("completion_criteria"): String,
        blocked_by ("blocked_by"): Vec<String>,
        epic_id ("epic_id"): Option<String>,
        agent ("agent"): String,
        reviewers ("reviewers"): Vec<String>,
    }
}

patch! {
    EpicAssignment {
        0 => Keep = "keep",
        1 => Ungroup = "ungroup",
        2 => Set(payload: String) = "set",
    }
}

record! {
    IssuePatch {
        title ("title"): Option<String>,
        description ("description"): TextEdit,
        in_scope ("in_scope"): Option<String>,
        out_of_scope ("out_of_scope"): Option<String>,
        completion_criteria ("completion_criteria"): Option<String>,
        status ("status"): Option<IssueStatus>,
        epic ("epic"): EpicAssignment,
    }
}

record! {
    BoardUsage {
        epics ("epics"): u32,
        max_epics ("max_epics"): u32,
        issues ("issues"): u32,
        max_issues ("max_issues"): u32,
    }
}

record! {
    EpicCreated {
        id ("id"): String,
        board ("board"): BoardUsage,
    }
}

record! {
    IssueCreated {
        id ("id"): String,
        board ("board"): BoardUsage,
    }
}

operation! {
    "board.create_epic", "gg:sandbox/board", "create-epic",
    fn create_epic(epic ("epic"): EpicInput) -> EpicCreated,
    (u32, u32, u32, u32, u32, u32),
}

operation! {
    "board.create_issue", "gg:sandbox/board", "create-issue",
    fn create_issue(issue ("issue"): IssueInput) -> IssueCreated,
    in memory,
}

operation! {
    "board.update_issue", "gg:sandbox/board", "update-issue",
    fn update_issue(id ("id"): &str, patch ("patch"): IssuePatch) -> (),
    in memory,
}

operation! {
    "board.set_issue_blocked_by", "gg:sandbox/board", "set-issue-blocked-by",
    fn set_issue_blocked_by(id ("id"): &str, blocked_by ("blocked_by"): &[&str]) -> (),
    (u32, u32, u32, u32),
}

operation! {
    "board.remove_epic", "gg:sandbox/board", "remove-epic",
    fn remove_epic(id ("id"): &str) -> BoardUsage,
    (u32, u32),
}

operation! {
    "board.remove_issue", "gg:sandbox/board", "remove-issue",
    fn remove_issue(id ("id"): &str) -> BoardUsage,
    (u32, u32),
}

operation! {
    "board.wait_for_issue", "gg:sandbox/board", "wait-for-issue",
    fn wait_for_issue(id ("id"): &str) -> String,
    (u32, u32),
}
