// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! List, read and run again the agent's earlier programs.

use crate::core::ApiError;

/// The shape of an earlier program, without its source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ProgramSummary {
    /// Its id, by which its source is read.
    pub id: String,
    /// The turn it ran in.
    pub turn: u32,
    /// Its number of lines.
    pub lines: u32,
    /// Its number of characters.
    pub chars: u32,
    /// Whether it ended without failing.
    pub ok: bool,
    /// What it failed with; absent when it did not.
    pub error: Option<String>,
}

/// Lists the agent's earlier programs, oldest first.
///
/// Only the most recent ones are held, failed ones and ones that did not compile among them. The
/// list has their shape; [`programs::get`](crate::programs::get) returns a source.
///
/// # Returns
///
/// The programs still held.
///
/// # Errors
///
/// Those every call can give.
///
/// # Examples
///
/// ```no_run
/// use gg::programs;
///
/// programs::history()?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn history() -> Result<Vec<ProgramSummary>, ApiError> {
    crate::membrane::calls::programs::history()
}

/// Returns the source of an earlier program.
///
/// Where a program handed over, it is the source that ran last. It goes to the program and is not
/// shown in the window.
///
/// # Parameters
///
/// - `id`: Id of the program, from gg's answer to it or from
///   [`programs::history`](crate::programs::history).
///
/// # Returns
///
/// Its whole source.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The id is blank.
/// - `ErrorCode::NotFound`: No program of that id is held, or no longer; the message names those
///   that are.
///
/// # Examples
///
/// ```no_run
/// use gg::programs;
///
/// programs::get("k3x9m2qa")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn get(id: &str) -> Result<String, ApiError> {
    crate::membrane::calls::programs::get(id)
}

/// Runs another program in this turn, after this one has ended.
///
/// Deferred: this program runs on to its end. If it fails, or declares an ending of the session,
/// the other program does not run. What this program did stands; the turn's outcome is that of the
/// last program. At most 4 programs run one after the other, this one included, and each can hand
/// over once.
///
/// The usual source is that of [`programs::get`](crate::programs::get), changed.
///
/// # Parameters
///
/// - `source`: A whole program in the language of this one.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The source is blank.
/// - `ErrorCode::Refused`: This program has handed over already.
///
/// # Examples
///
/// The source is shortened here.
///
/// ```no_run
/// use gg::programs;
///
/// programs::rerun("...a whole program...")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn rerun(source: &str) -> Result<(), ApiError> {
    crate::membrane::calls::programs::rerun(source)
}

impl ProgramSummary {
    /// Returns the source of an earlier program.
    ///
    /// This is [`programs::get`](crate::programs::get) with this value's `id`.
    ///
    /// # Errors
    ///
    /// Those of that function.
    #[track_caller]
    pub fn get(&self) -> Result<String, ApiError> {
        crate::programs::get(&self.id)
    }
}
