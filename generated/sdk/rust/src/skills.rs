// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Read a skill, and load the code it brings.

use crate::core::ApiError;

/// Reads a skill and puts it to use.
///
/// The first read also pins the text in the window for the whole session, from the next turn on.
///
/// If the skill has code in the language of this program, the code is loaded for every later
/// program, the documentation of what it declares is opened as views, and its script, if it has
/// one, runs after this program has ended. The script runs on every read.
///
/// Code that does not compile does not fail the read: the diagnostic follows the text, and the code
/// is not loaded.
///
/// # Parameters
///
/// - `name`: The skill: one of those the system prompt lists.
///
/// # Returns
///
/// Its text; what was wrong with its code, if anything, follows.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The name is blank.
/// - `ErrorCode::NotFound`: There is no such skill; the message lists those there are.
///
/// # Examples
///
/// ```no_run
/// use gg::skills;
///
/// skills::read_skill("gg-filesystem")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn read_skill(name: &str) -> Result<String, ApiError> {
    crate::membrane::calls::skills::read_skill(name)
}
