// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Run a command line in the workspace.

use crate::core::ApiError;

/// What a command left behind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ShellOutput {
    /// The exit status; absent when a signal ended the process.
    pub exit_code: Option<i32>,
    /// Standard output, then standard error, joined by a newline when both exist; the tail when too
    /// long.
    pub output: String,
    /// Whether `output` is only the tail.
    pub truncated: bool,
}

/// Runs one command line and waits for it.
///
/// It runs in the workspace. A process that ran is a success whatever its exit status, so check
/// [`ShellOutput.exit_code`](crate::shell::ShellOutput::exit_code). At the timeout the command is
/// ended with everything it started.
///
/// Only the tail of a long output is kept, at most 16384 bytes, and
/// [`ShellOutput.truncated`](crate::shell::ShellOutput::truncated) is set. The text may then name
/// two files that hold all of standard output and of standard error; they can be read like files of
/// the workspace.
///
/// The output is not shown in the window; [`views::open_text`](crate::views::open_text) shows what
/// matters of it.
///
/// # Parameters
///
/// - `command`: A line for `sh -c`.
/// - `timeout_secs`: How many seconds it may run, above 0; 120 when left out. More than 86400, or
///   more than the run has left, is lowered to that.
///
/// # Returns
///
/// The exit status and the output.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The command is blank, or the timeout is not a positive, finite
///   number.
/// - `ErrorCode::Refused`: The command was blocked; the message says why.
/// - `ErrorCode::LimitExceeded`: The command was ended at its timeout: allow it more, or have it do
///   less.
/// - `ErrorCode::IoError`: The command could not be started or waited for.
///
/// # Examples
///
/// ```no_run
/// use gg::shell;
///
/// shell::shell("git status --short", None)?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Allow ten minutes.
///
/// ```no_run
/// use gg::shell;
///
/// shell::shell("make test 2>&1", Some(600.0))?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn shell(command: &str, timeout_secs: Option<f64>) -> Result<ShellOutput, ApiError> {
    crate::membrane::calls::shell::shell(command, timeout_secs)
}
