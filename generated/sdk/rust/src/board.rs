// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Plan epics and issues on the board all agents of the run share, and wait for them.
//!
//! An issue is work for one agent. As soon as all its blockers are done it is given to its agent,
//! which works in a git worktree of its own; its reviewers then read the work one after the other,
//! and it is merged when all approve.
//!
//! No call reads the board: the unfinished issues stand in the window, with status, agent and
//! blockers, refreshed between turns.

use crate::core::ApiError;
use crate::core::TextEdit;

/// Where an issue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IssueStatus {
    /// Waiting for its blockers or its agent.
    Open,
    /// Its agent is at work.
    InProgress,
    /// Its reviewers are at work; set by the board only.
    InReview,
    /// Finished and merged, or declared so.
    Done,
    /// Given up; set by the board only. What it blocks stays blocked.
    Failed,
}

impl IssueStatus {
    /// The word, as every language has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::InProgress => "in-progress",
            Self::InReview => "in-review",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }
}

impl ::core::fmt::Display for IssueStatus {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::str::FromStr for IssueStatus {
    type Err = crate::program::UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "open" => Ok(Self::Open),
            "in-progress" => Ok(Self::InProgress),
            "in-review" => Ok(Self::InReview),
            "done" => Ok(Self::Done),
            "failed" => Ok(Self::Failed),
            _ => {
                Err(crate::program::UnknownWord {
                    found: word.to_owned(),
                    expected: &["open", "in-progress", "in-review", "done", "failed"],
                })
            }
        }
    }
}

/// An epic to open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct EpicInput {
    /// 3 to 6 letters, kept in upper case: the epic's id, and the prefix of the ids of its issues.
    pub prefix: String,
    /// What it is, in a line.
    pub title: String,
    /// More about it; required.
    pub description: String,
}

/// An issue to open. Its agent reads these texts and nothing else, so they must stand on their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct IssueInput {
    /// What is to be done, in a line.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// What belongs to the work.
    pub in_scope: String,
    /// What does not belong to it.
    pub out_of_scope: String,
    /// How to tell that it is finished.
    pub completion_criteria: String,
    /// Ids of issues that must be done first.
    pub blocked_by: Vec<String>,
    /// Id of the epic it belongs to; outside any epic when left out.
    pub epic_id: Option<String>,
    /// Id of the agent that does the work: one of the implementers the system prompt lists.
    pub agent: String,
    /// Ids of the agents that review it, in order: reviewers the system prompt lists. Some runs
    /// require one.
    pub reviewers: Vec<String>,
}

/// A change to the epic an issue belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum EpicAssignment {
    /// Leave it where it is.
    #[default]
    Keep,
    /// Take it out of its epic.
    Ungroup,
    /// Put it into the epic with this id.
    Set(String),
}

impl ::core::convert::From<String> for EpicAssignment {
    fn from(value: String) -> Self {
        Self::Set(value)
    }
}

impl ::core::convert::From<&str> for EpicAssignment {
    fn from(value: &str) -> Self {
        Self::Set(value.to_owned())
    }
}

/// Changes to an issue. What is left out stays as it is; at least one change is needed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct IssuePatch {
    /// A new title.
    pub title: Option<String>,
    /// A change to the description: keep it, clear it, or set it.
    pub description: TextEdit,
    /// What belongs to the work now.
    pub in_scope: Option<String>,
    /// What does not belong to it now.
    pub out_of_scope: Option<String>,
    /// How to tell now that it is finished.
    pub completion_criteria: Option<String>,
    /// A new status: `open`, `in-progress` or `done`. The others are set by the board only.
    pub status: Option<IssueStatus>,
    /// A change to its epic: keep it, take it out, or put it into another.
    pub epic: EpicAssignment,
}

/// How full the board is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct BoardUsage {
    /// Epics held.
    pub epics: u32,
    /// Most epics allowed.
    pub max_epics: u32,
    /// Issues held.
    pub issues: u32,
    /// Most issues allowed.
    pub max_issues: u32,
}

/// An epic that was opened.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct EpicCreated {
    /// Its id: the prefix in upper case.
    pub id: String,
    /// How full the board is now.
    pub board: BoardUsage,
}

/// An issue that was opened.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct IssueCreated {
    /// Its id, such as `AUTH-2` in the epic `AUTH` or `ISSUE-7` outside any.
    pub id: String,
    /// How full the board is now.
    pub board: BoardUsage,
}

/// Opens an epic, a group of issues with a prefix of its own.
///
/// The prefix is the epic's id, and its issues are numbered with it, as in `AUTH-1`.
///
/// # Parameters
///
/// - `epic`: The epic; all its texts are required.
///
/// # Returns
///
/// Its id, and how full the board is.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: A text is empty, or the prefix is not 3 to 6 letters.
/// - `ErrorCode::Conflict`: The prefix is taken.
/// - `ErrorCode::LimitExceeded`: There are as many epics as allowed.
///
/// # Examples
///
/// ```no_run
/// use gg::board;
///
/// board::create_epic(
///     board::EpicInput {
///         prefix: "AUTH".into(),
///         title: "Sessions on the server".into(),
///         description: "Replace tokens by sessions that can be revoked.".into(),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn create_epic(epic: EpicInput) -> Result<EpicCreated, ApiError> {
    crate::membrane::calls::board::create_epic(epic)
}

/// Opens an issue, which its agent starts on as soon as nothing blocks it.
///
/// An issue without an unfinished blocker is given to its agent at once, in a git worktree of its
/// own; the others follow when all their blockers are done. When the agent finishes, the reviewers
/// read the work in order, and it is merged once all approve, or at once if there are none.
///
/// [`board::wait_for_issue`](crate::board::wait_for_issue) tells how it ended.
///
/// # Parameters
///
/// - `issue`: The issue. Title, both scopes and completion criteria must not be empty.
///
/// # Returns
///
/// Its id, made by the board, and how full the board is.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: A required text is empty, the agent is not an implementer or a
///   reviewer not a reviewer this agent may name (the message lists the ids), or reviewers are
///   required and missing.
/// - `ErrorCode::NotFound`: The epic or a blocker does not exist.
/// - `ErrorCode::Conflict`: The issue would block itself, directly or in a circle.
/// - `ErrorCode::LimitExceeded`: There are as many issues as allowed.
///
/// # Examples
///
/// Open an issue outside any epic, without blockers or reviewers.
///
/// ```no_run
/// use gg::board;
///
/// board::create_issue(
///     board::IssueInput {
///         title: "Update the changelog".into(),
///         in_scope: "CHANGELOG.md, the section of the next release.".into(),
///         out_of_scope: "Older sections.".into(),
///         completion_criteria: "Every merged change since the last tag has a line.".into(),
///         agent: "implementer".into(),
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Open one in an epic, behind another, with two reviewers.
///
/// ```no_run
/// use gg::board;
///
/// board::create_issue(
///     board::IssueInput {
///         title: "Revoke sessions on logout".into(),
///         description: Some(
///             "Logging out deletes the session in the database and clears the cookie.".into()
///         ),
///         in_scope: "The logout handler and its tests.".into(),
///         out_of_scope: "Expiry of old sessions.".into(),
///         completion_criteria: "A request with the old cookie gets 401, and a test shows it.".into(),
///         blocked_by: vec!["AUTH-1".into()],
///         epic_id: Some("AUTH".into()),
///         agent: "implementer".into(),
///         reviewers: vec!["security-reviewer".into(), "reviewer".into()],
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn create_issue(issue: IssueInput) -> Result<IssueCreated, ApiError> {
    crate::membrane::calls::board::create_issue(issue)
}

/// Changes an issue's texts, status or epic.
///
/// What blocks it is changed by
/// [`board::set_issue_blocked_by`](crate::board::set_issue_blocked_by).
///
/// # Parameters
///
/// - `id`: Id of the issue.
/// - `patch`: What to change; what is left out stays as it is.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank, a text is empty, nothing is to be changed, or
///   the status is not one of `open`, `in-progress` and `done`.
/// - `ErrorCode::NotFound`: The issue or the epic does not exist.
///
/// # Examples
///
/// Declare an issue done.
///
/// ```no_run
/// use gg::board;
/// use gg::core;
///
/// board::update_issue(
///     "AUTH-2",
///     board::IssuePatch {
///         description: core::TextEdit::Keep,
///         status: Some(board::IssueStatus::Done),
///         epic: board::EpicAssignment::Keep,
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Describe it anew, open it and move it to another epic.
///
/// ```no_run
/// use gg::board;
/// use gg::core;
///
/// board::update_issue(
///     "ISSUE-7",
///     board::IssuePatch {
///         title: Some("Log out everywhere".into()),
///         description: core::TextEdit::Set(
///             "Delete all sessions of the user, not only the current one.".into()
///         ),
///         in_scope: Some("The logout handler, the settings page and their tests.".into()),
///         out_of_scope: Some("Sessions of other users.".into()),
///         completion_criteria: Some("No cookie issued before the logout is accepted.".into()),
///         status: Some(board::IssueStatus::Open),
///         epic: board::EpicAssignment::Set("AUTH".into()),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Take its description away, and take it out of its epic.
///
/// ```no_run
/// use gg::board;
/// use gg::core;
///
/// board::update_issue(
///     "AUTH-3",
///     board::IssuePatch {
///         description: core::TextEdit::Clear,
///         epic: board::EpicAssignment::Ungroup,
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn update_issue(id: &str, patch: IssuePatch) -> Result<(), ApiError> {
    crate::membrane::calls::board::update_issue(id, patch)
}

/// Replaces the list of what blocks an issue.
///
/// An open issue left without an unfinished blocker is given to its agent at once.
///
/// # Parameters
///
/// - `id`: Id of the issue.
/// - `blocked_by`: Ids of all issues that must be done before it; an empty list clears it.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank.
/// - `ErrorCode::NotFound`: The issue or a blocker does not exist.
/// - `ErrorCode::Conflict`: The issue would block itself, directly or in a circle.
///
/// # Examples
///
/// ```no_run
/// use gg::board;
///
/// board::set_issue_blocked_by("AUTH-3", &["AUTH-1", "ISSUE-7"])?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Let nothing block it.
///
/// ```no_run
/// use gg::board;
///
/// board::set_issue_blocked_by("AUTH-3", &[])?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn set_issue_blocked_by(id: &str, blocked_by: &[&str]) -> Result<(), ApiError> {
    crate::membrane::calls::board::set_issue_blocked_by(id, blocked_by)
}

/// Removes an epic; its issues stay, outside any epic.
///
/// # Parameters
///
/// - `id`: Id of the epic, its prefix.
///
/// # Returns
///
/// How full the board is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank.
/// - `ErrorCode::NotFound`: There is no such epic.
///
/// # Examples
///
/// ```no_run
/// use gg::board;
///
/// board::remove_epic("AUTH")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn remove_epic(id: &str) -> Result<BoardUsage, ApiError> {
    crate::membrane::calls::board::remove_epic(id)
}

/// Removes an issue.
///
/// What it blocked stays blocked by it and can no longer finish, until
/// [`board::set_issue_blocked_by`](crate::board::set_issue_blocked_by) takes it off those lists.
///
/// # Parameters
///
/// - `id`: Id of the issue.
///
/// # Returns
///
/// How full the board is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank.
/// - `ErrorCode::NotFound`: There is no such issue.
///
/// # Examples
///
/// ```no_run
/// use gg::board;
///
/// board::remove_issue("ISSUE-7")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn remove_issue(id: &str) -> Result<BoardUsage, ApiError> {
    crate::membrane::calls::board::remove_issue(id)
}

/// Waits for an issue after the program has ended.
///
/// Deferred: the call returns at once and the program runs on. Several waits of a turn add up; the
/// issues are waited for in the order of the calls, each once.
///
/// All outcomes arrive as one message before the next turn. Each is in words: done; failed;
/// removed; never to finish, behind an issue that failed or is missing; or live again. They are not
/// failures a program could catch. An ending of the session in the same turn drops the waits.
///
/// # Parameters
///
/// - `id`: Id of the issue.
///
/// # Returns
///
/// A sentence saying that the wait is noted; not the outcome.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank, or is the issue this agent itself works on.
/// - `ErrorCode::NotFound`: There is no such issue.
/// - `ErrorCode::Unavailable`: There is no board in this run.
///
/// # Examples
///
/// ```no_run
/// use gg::board;
///
/// board::wait_for_issue("AUTH-2")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn wait_for_issue(id: &str) -> Result<String, ApiError> {
    crate::membrane::calls::board::wait_for_issue(id)
}

impl IssueCreated {
    /// Waits for an issue after the program has ended.
    ///
    /// This is [`board::wait_for_issue`](crate::board::wait_for_issue) with this value's `id`.
    ///
    /// # Errors
    ///
    /// Those of that function.
    #[track_caller]
    pub fn wait_for_issue(&self) -> Result<String, ApiError> {
        crate::board::wait_for_issue(&self.id)
    }
}
