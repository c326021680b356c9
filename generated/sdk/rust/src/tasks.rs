// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Keep the agent's own graph of tasks.
//!
//! The tasks are this agent's own. They stand in the window, ready ones apart from blocked ones; no
//! call reads them.

use crate::core::ApiError;
use crate::core::TextEdit;

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TaskStatus {
    /// Not begun.
    Pending,
    /// Being worked on.
    InProgress,
    /// Finished.
    Done,
}

impl TaskStatus {
    /// The word, as every language has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in-progress",
            Self::Done => "done",
        }
    }
}

impl ::core::fmt::Display for TaskStatus {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::str::FromStr for TaskStatus {
    type Err = crate::program::UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "pending" => Ok(Self::Pending),
            "in-progress" => Ok(Self::InProgress),
            "done" => Ok(Self::Done),
            _ => {
                Err(crate::program::UnknownWord {
                    found: word.to_owned(),
                    expected: &["pending", "in-progress", "done"],
                })
            }
        }
    }
}

/// A task to add.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TaskInput {
    /// Its id, chosen by the program and not taken yet.
    pub id: String,
    /// What is to be done, in a line.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// Ids of tasks that must be done first.
    pub blocked_by: Vec<String>,
}

/// Changes to a task. What is left out stays as it is; at least one change is needed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TaskPatch {
    /// A new title.
    pub title: Option<String>,
    /// A change to the description: keep it, clear it, or set it.
    pub description: TextEdit,
    /// A new status.
    pub status: Option<TaskStatus>,
}

/// How full the task graph is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TaskUsage {
    /// Tasks held.
    pub count: u32,
    /// Most tasks allowed.
    pub max_tasks: u32,
}

/// Adds a task, with status `pending`.
///
/// Blockers must have been added before. At most 200 tasks are held unless the run sets another
/// bound.
///
/// # Parameters
///
/// - `task`: The task; id and title must not be empty.
///
/// # Returns
///
/// How full the task graph is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id or the title is empty.
/// - `ErrorCode::NotFound`: A blocker does not exist.
/// - `ErrorCode::Conflict`: The id is taken, or the task would block itself, directly or in a
///   circle.
/// - `ErrorCode::LimitExceeded`: There are as many tasks as allowed; remove some.
///
/// # Examples
///
/// ```no_run
/// use gg::tasks;
///
/// tasks::add_task(
///     tasks::TaskInput {
///         id: "parser".into(),
///         title: "Write the parser".into(),
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Add a task that waits for another.
///
/// ```no_run
/// use gg::tasks;
///
/// tasks::add_task(
///     tasks::TaskInput {
///         id: "parser-tests".into(),
///         title: "Test the parser".into(),
///         description: Some("Empty input, unclosed quotes, very long lines.".into()),
///         blocked_by: vec!["parser".into()],
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn add_task(task: TaskInput) -> Result<TaskUsage, ApiError> {
    crate::membrane::calls::tasks::add_task(task)
}

/// Changes a task's title, description or status.
///
/// # Parameters
///
/// - `id`: Id of the task.
/// - `patch`: What to change; what is left out stays as it is.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank, the title is empty, or nothing is to be
///   changed.
/// - `ErrorCode::NotFound`: There is no such task.
///
/// # Examples
///
/// Begin a task; the description stays.
///
/// ```no_run
/// use gg::tasks;
///
/// tasks::update_task(
///     "parser",
///     tasks::TaskPatch { status: Some(tasks::TaskStatus::InProgress), ..Default::default() },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Give it another title and description, and put it off.
///
/// ```no_run
/// use gg::core;
/// use gg::tasks;
///
/// tasks::update_task(
///     "parser",
///     tasks::TaskPatch {
///         title: Some("Write the parser and its errors".into()),
///         description: core::TextEdit::Set("Every error carries a line and a column.".into()),
///         status: Some(tasks::TaskStatus::Pending),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Take its description away.
///
/// ```no_run
/// use gg::core;
/// use gg::tasks;
///
/// tasks::update_task(
///     "parser",
///     tasks::TaskPatch { description: core::TextEdit::Clear, ..Default::default() },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn update_task(id: &str, patch: TaskPatch) -> Result<(), ApiError> {
    crate::membrane::calls::tasks::update_task(id, patch)
}

/// Replaces the list of what blocks a task.
///
/// # Parameters
///
/// - `id`: Id of the task.
/// - `blocked_by`: Ids of all tasks that must be done before it; an empty list clears it.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank.
/// - `ErrorCode::NotFound`: The task or a blocker does not exist.
/// - `ErrorCode::Conflict`: The task would block itself, directly or in a circle.
///
/// # Examples
///
/// ```no_run
/// use gg::tasks;
///
/// tasks::set_blocked_by("release", &["parser-tests", "changelog"])?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Let nothing block it.
///
/// ```no_run
/// use gg::tasks;
///
/// tasks::set_blocked_by("release", &[])?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn set_blocked_by(id: &str, blocked_by: &[&str]) -> Result<(), ApiError> {
    crate::membrane::calls::tasks::set_blocked_by(id, blocked_by)
}

/// Sets a task's status to `done`.
///
/// # Parameters
///
/// - `id`: Id of the task.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank.
/// - `ErrorCode::NotFound`: There is no such task.
///
/// # Examples
///
/// ```no_run
/// use gg::tasks;
///
/// tasks::complete_task("parser")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn complete_task(id: &str) -> Result<(), ApiError> {
    crate::membrane::calls::tasks::complete_task(id)
}

/// Removes a task; it blocks nothing any more.
///
/// # Parameters
///
/// - `id`: Id of the task.
///
/// # Returns
///
/// How full the task graph is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank.
/// - `ErrorCode::NotFound`: There is no such task.
///
/// # Examples
///
/// ```no_run
/// use gg::tasks;
///
/// tasks::remove_task("parser-tests")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn remove_task(id: &str) -> Result<TaskUsage, ApiError> {
    crate::membrane::calls::tasks::remove_task(id)
}
