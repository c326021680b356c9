// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Keep what should outlive the window: notes and code, by name.
//!
//! A memory has a name, a description, a body and, if wanted, code. Names are 1 to 64 letters,
//! digits, `-`, `_` or `.`.
//!
//! There are two ways to keep them, and an agent has one of them. Either every body stands in the
//! window ([`memories::write_memory`](crate::memories::write_memory),
//! [`memories::update_memory`](crate::memories::update_memory)), or bodies are kept outside and
//! read when needed ([`memories::create_memory`](crate::memories::create_memory),
//! [`memories::read_memory`](crate::memories::read_memory),
//! [`memories::edit_memory`](crate::memories::edit_memory)). What stands in the window is refreshed
//! from time to time, not after each change.

use crate::core::ApiError;

/// A memory to add, or to put in the place of one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct MemoryInput {
    /// Its name: 1 to 64 letters, digits, `-`, `_` or `.`.
    pub name: String,
    /// What it is about, in a line; at most 256 characters unless the run sets another bound.
    pub description: String,
    /// The memory itself; not empty.
    pub body: String,
    /// A module in the language of the programs, for later programs to use; at most 32768
    /// characters. Blank counts as left out.
    pub code: Option<String>,
    /// A script in the language of the programs that runs after each use, when the program has
    /// ended; at most 32768 characters. Blank counts as left out.
    pub on_use: Option<String>,
}

/// How full the store is. A maximum that is absent is no limit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct MemoryUsage {
    /// Memories held.
    pub count: u32,
    /// Most memories allowed.
    pub max_count: Option<u32>,
    /// Characters of all bodies together.
    pub total_chars: u32,
    /// Most characters of all bodies together.
    pub max_total_chars: Option<u32>,
    /// Characters of the index, the lines of names and descriptions.
    pub index_chars: u32,
    /// Most characters of the index.
    pub max_index_chars: Option<u32>,
}

/// One exact replacement in a memory's body.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct MemoryEdit {
    /// Name of the memory.
    pub name: String,
    /// The text to find, exactly once in the body; white space counts.
    pub search: String,
    /// What takes its place; may be empty, as long as the body does not become so.
    pub replace: String,
}

/// A memory a search found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct MemoryHit {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// How many of the keywords it contains.
    pub matched: u32,
    /// How often it contains any of them.
    pub occurrences: u32,
    /// A piece of the body around a match.
    pub excerpt: String,
}

/// Adds a memory whose body stands in the window.
///
/// The body is shown, pinned, when the memories in the window are next refreshed; that is not after
/// each write. A body has at most 4096 characters unless the run sets another bound.
///
/// Code is compiled at once and loaded for later programs, and documentation of what it declares is
/// opened as views. If it does not compile, nothing is stored.
///
/// # Parameters
///
/// - `memory`: The memory; name, description and body must not be empty.
///
/// # Returns
///
/// How full the store is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: A required text is empty, the name has other characters or more
///   than 64, or the code does not compile; the message then has the diagnostic. Nothing is stored.
/// - `ErrorCode::Conflict`: The name is taken;
///   [`memories::update_memory`](crate::memories::update_memory) replaces a memory.
/// - `ErrorCode::Refused`: This agent may only read these memories.
/// - `ErrorCode::LimitExceeded`: A bound on length or count is met; the message gives size and
///   bound.
/// - `ErrorCode::IoError`: The compiler could not finish; nothing is stored, and the call may be
///   tried again.
///
/// # Examples
///
/// ```no_run
/// use gg::memories;
///
/// memories::write_memory(
///     memories::MemoryInput {
///         name: "build-command".into(),
///         description: "How this repository is built and tested.".into(),
///         body: "Run `make test`. The integration tests need `make services` first.".into(),
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Keep a module of code with it, and a script to run after each use (sources shortened here).
///
/// ```no_run
/// use gg::memories;
///
/// memories::write_memory(
///     memories::MemoryInput {
///         name: "csv".into(),
///         description: "Reading the order files.".into(),
///         body: "The order files are separated by semicolons. The module parses a line.".into(),
///         code: Some("...the source of the module...".into()),
///         on_use: Some("...the source of the script...".into()),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn write_memory(memory: MemoryInput) -> Result<MemoryUsage, ApiError> {
    crate::membrane::calls::memories::write_memory(memory)
}

/// Replaces a memory whose body stands in the window.
///
/// The whole memory is replaced. Code or a script that is left out is cleared, so pass again what
/// shall stay. Code is compiled at once and loaded for later programs, and documentation of what it
/// declares is opened as views. If it does not compile, the memory stays as it was.
///
/// The window shows the change when its memories are next refreshed.
///
/// # Parameters
///
/// - `memory`: The memory as it shall be; its name says which is replaced.
///
/// # Returns
///
/// How full the store is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: A required text is empty, the name has other characters or more
///   than 64, or the code does not compile; the message then has the diagnostic. Nothing is
///   changed.
/// - `ErrorCode::NotFound`: There is no memory of that name;
///   [`memories::write_memory`](crate::memories::write_memory) adds one.
/// - `ErrorCode::Refused`: This agent may only read these memories.
/// - `ErrorCode::LimitExceeded`: A bound on length is met; the message gives size and bound.
/// - `ErrorCode::IoError`: The compiler could not finish; nothing is changed, and the call may be
///   tried again.
///
/// # Examples
///
/// ```no_run
/// use gg::memories;
///
/// memories::update_memory(
///     memories::MemoryInput {
///         name: "build-command".into(),
///         description: "How this repository is built and tested.".into(),
///         body: "Run `just test`; make is gone. The integration tests need `just services` first.".into(),
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Replace its module and its script, too (sources shortened here).
///
/// ```no_run
/// use gg::memories;
///
/// memories::update_memory(
///     memories::MemoryInput {
///         name: "csv".into(),
///         description: "Reading the order files.".into(),
///         body: "The order files are separated by commas now. The module parses a line.".into(),
///         code: Some("...the source of the module...".into()),
///         on_use: Some("...the source of the script...".into()),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn update_memory(memory: MemoryInput) -> Result<MemoryUsage, ApiError> {
    crate::membrane::calls::memories::update_memory(memory)
}

/// Adds a memory which is read when it is needed.
///
/// The body stays outside the window; [`memories::read_memory`](crate::memories::read_memory)
/// returns it. A body has at most 8192 characters unless the run sets another bound.
///
/// Where the window lists the names and descriptions of memories, the description is required.
/// Where memories are found by [`memories::search_memories`](crate::memories::search_memories), it
/// may be empty.
///
/// Code is stored as it is, and compiled and loaded when the memory is read.
///
/// # Parameters
///
/// - `memory`: The memory; name and body must not be empty.
///
/// # Returns
///
/// How full the store is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: A required text is empty, or the name has other characters or
///   more than 64.
/// - `ErrorCode::Conflict`: The name is taken;
///   [`memories::edit_memory`](crate::memories::edit_memory) changes a memory.
/// - `ErrorCode::Refused`: This agent may only read these memories.
/// - `ErrorCode::LimitExceeded`: A bound on length or count is met; the message gives size and
///   bound.
///
/// # Examples
///
/// ```no_run
/// use gg::memories;
///
/// memories::create_memory(
///     memories::MemoryInput {
///         name: "auth-design".into(),
///         description: "Why sessions are kept on the server.".into(),
///         body: "Tokens could not be revoked, so sessions moved into the database. See docs/auth.md.".into(),
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Keep a module of code with it, and a script to run after each use (sources shortened here).
///
/// ```no_run
/// use gg::memories;
///
/// memories::create_memory(
///     memories::MemoryInput {
///         name: "csv".into(),
///         description: "Reading the order files.".into(),
///         body: "The order files are separated by semicolons. The module parses a line.".into(),
///         code: Some("...the source of the module...".into()),
///         on_use: Some("...the source of the script...".into()),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn create_memory(memory: MemoryInput) -> Result<MemoryUsage, ApiError> {
    crate::membrane::calls::memories::create_memory(memory)
}

/// Reads a memory and puts it to use.
///
/// The body goes to the program and is not shown in the window;
/// [`views::open_text`](crate::views::open_text) shows it.
///
/// If the memory has code, the code is loaded for every later program, the documentation of what it
/// declares is opened as views, and its script, if it has one, runs after this program has ended.
/// The script runs on every read.
///
/// Code that does not compile does not fail the read: the diagnostic follows the text, and the code
/// is not loaded.
///
/// # Parameters
///
/// - `name`: Name of the memory.
///
/// # Returns
///
/// Its body; what was wrong with its code, if anything, follows.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The name is blank.
/// - `ErrorCode::NotFound`: There is no memory of that name.
///
/// # Examples
///
/// ```no_run
/// use gg::memories;
///
/// memories::read_memory("auth-design")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn read_memory(name: &str) -> Result<String, ApiError> {
    crate::membrane::calls::memories::read_memory(name)
}

/// Replaces the one place where a text occurs in a memory's body.
///
/// The text is compared exactly, white space included. Name, description and code stay as they are.
///
/// # Parameters
///
/// - `edit`: The memory, the text to find and what takes its place.
///
/// # Returns
///
/// How full the store is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The name or the text to find is empty, or the body would become
///   empty.
/// - `ErrorCode::NotFound`: There is no memory of that name, or the text does not occur in its
///   body.
/// - `ErrorCode::Conflict`: The text occurs more than once; take more of what stands around the
///   place.
/// - `ErrorCode::Refused`: This agent may only read these memories.
/// - `ErrorCode::LimitExceeded`: A bound on length is met; the message gives size and bound.
///
/// # Examples
///
/// ```no_run
/// use gg::memories;
///
/// memories::edit_memory(
///     memories::MemoryEdit {
///         name: "auth-design".into(),
///         search: "See docs/auth.md.".into(),
///         replace: "See docs/auth.md, and the migration in db/0042.sql.".into(),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn edit_memory(edit: MemoryEdit) -> Result<MemoryUsage, ApiError> {
    crate::membrane::calls::memories::edit_memory(edit)
}

/// Finds the memories that contain keywords.
///
/// Upper and lower case are the same. Memories with most of the keywords come first, then those in
/// which they occur most often, then by name. At most 25 are returned unless the run sets another
/// bound; when as many come back there may be more.
///
/// # Parameters
///
/// - `keywords`: Words or phrases to look for; blank ones are dropped.
///
/// # Returns
///
/// What was found, best first; empty when nothing was.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: No keyword is left.
///
/// # Examples
///
/// ```no_run
/// use gg::memories;
///
/// memories::search_memories(&["session", "token"])?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn search_memories(keywords: &[&str]) -> Result<Vec<MemoryHit>, ApiError> {
    crate::membrane::calls::memories::search_memories(keywords)
}

/// Removes a memory.
///
/// # Parameters
///
/// - `name`: Name of the memory.
///
/// # Returns
///
/// How full the store is now.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The name is blank.
/// - `ErrorCode::NotFound`: There is no memory of that name.
/// - `ErrorCode::Refused`: This agent may only read these memories.
///
/// # Examples
///
/// ```no_run
/// use gg::memories;
///
/// memories::delete_memory("build-command")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn delete_memory(name: &str) -> Result<MemoryUsage, ApiError> {
    crate::membrane::calls::memories::delete_memory(name)
}

impl MemoryHit {
    /// Reads a memory and puts it to use.
    ///
    /// This is [`memories::read_memory`](crate::memories::read_memory) with this value's `name`.
    ///
    /// # Errors
    ///
    /// Those of that function.
    #[track_caller]
    pub fn read_memory(&self) -> Result<String, ApiError> {
        crate::memories::read_memory(&self.name)
    }
}
