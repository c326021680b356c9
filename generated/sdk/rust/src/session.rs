// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! End the session.
//!
//! An ending is a declaration: the program runs on, and the session ends when the turn closes. The
//! last one of a turn stands. A failure that ends the program takes its ending back.

use crate::core::ApiError;

/// Ends the session, with a summary of what was done.
///
/// Deferred: the program runs on, and the session ends when the turn closes. The last call of a
/// turn stands. If the program fails, the ending is taken back and the session goes on. An ending
/// that stands drops a compaction, a successor and waits for issues declared in the same turn.
///
/// # Parameters
///
/// - `summary`: What was done, for whoever gave the work.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The summary is blank.
/// - `ErrorCode::Unavailable`: This session ends by other calls; the message names them.
///
/// # Examples
///
/// ```no_run
/// use gg::session;
///
/// session::finish("Logout revokes the session; three new tests cover it. All tests pass.")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn finish(summary: &str) -> Result<(), ApiError> {
    crate::membrane::calls::session::finish(summary)
}

/// Ends the review with approval.
///
/// Deferred: the program runs on, and the session ends when the turn closes. The last ending of a
/// turn stands, this one or [`session::request_changes`](crate::session::request_changes). If the
/// program fails, it is taken back and the session goes on.
///
/// # Errors
///
/// - `ErrorCode::Unavailable`: This session ends by another call; the message names it.
///
/// # Examples
///
/// ```no_run
/// use gg::session;
///
/// session::approve()?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn approve() -> Result<(), ApiError> {
    crate::membrane::calls::session::approve()
}

/// Ends the review with the changes it asks for.
///
/// Deferred: the program runs on, and the session ends when the turn closes. The last ending of a
/// turn stands, this one or [`session::approve`](crate::session::approve). If the program fails, it
/// is taken back and the session goes on.
///
/// # Parameters
///
/// - `items`: One change an item; blank ones are dropped. The agent under review works through
///   them.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: No item is left.
/// - `ErrorCode::Unavailable`: This session ends by another call; the message names it.
///
/// # Examples
///
/// ```no_run
/// use gg::session;
///
/// session::request_changes(
///     &[
///         "Logging out twice fails with 500 instead of doing nothing.",
///         "The new handler has no test for an expired session.",
///     ],
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn request_changes(items: &[&str]) -> Result<(), ApiError> {
    crate::membrane::calls::session::request_changes(items)
}
