// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Make room in the window, and find again what was moved out.

use crate::core::ApiError;

/// What was taken out of the window.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ReclaimReport {
    /// Number of items taken out.
    pub items: u32,
    /// Estimated tokens made free.
    pub reclaimed_tokens: u32,
    /// Paths of the file views among them.
    pub paths: Vec<String>,
    /// The same in a sentence.
    pub detail: String,
}

/// Who an archived item came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageRole {
    /// The system prompt.
    System,
    /// gg or a person.
    User,
    /// The model.
    Assistant,
    /// The answer to a submitted program.
    Tool,
}

impl MessageRole {
    /// The word, as every language has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

impl ::core::fmt::Display for MessageRole {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::str::FromStr for MessageRole {
    type Err = crate::program::UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "system" => Ok(Self::System),
            "user" => Ok(Self::User),
            "assistant" => Ok(Self::Assistant),
            "tool" => Ok(Self::Tool),
            _ => {
                Err(crate::program::UnknownWord {
                    found: word.to_owned(),
                    expected: &["system", "user", "assistant", "tool"],
                })
            }
        }
    }
}

/// An archived item a search found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArchiveHit {
    /// Its position in the archive; a later item has a greater one.
    pub seq: u32,
    /// Who it came from.
    pub role: MessageRole,
    /// Its text.
    pub text: String,
}

/// A run of turns, both ends included.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TurnRange {
    /// The first turn.
    pub start: u32,
    /// The last turn; not before the first.
    pub end: u32,
}

impl ::core::convert::From<::core::ops::RangeInclusive<u32>> for TurnRange {
    fn from(range: ::core::ops::RangeInclusive<u32>) -> Self {
        let (start, end) = range.into_inner();
        Self { start, end }
    }
}

/// What a search of the archive found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ArchiveSearch {
    /// Whether nothing has been archived yet, which is not the same as no match.
    pub archive_empty: bool,
    /// What matched, most recent first; at most 8.
    pub hits: Vec<ArchiveHit>,
}

/// Takes file views out of the window: all of one file, or of every file.
///
/// File views the run has locked stay. Text views, searches and documentation are not touched.
///
/// # Parameters
///
/// - `path`: The file, all of whose views are taken out; every file when left out.
///
/// # Returns
///
/// What was taken out; nothing to take out is a success.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The path is blank.
///
/// # Examples
///
/// ```no_run
/// use gg::context;
///
/// context::evict_file_view(Some("logs/build.log"))?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Take out every file view.
///
/// ```no_run
/// use gg::context;
///
/// context::evict_file_view(None)?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn evict_file_view(path: Option<&str>) -> Result<ReclaimReport, ApiError> {
    crate::membrane::calls::context::evict_file_view(path)
}

/// Moves the results of whole turns out of the window into the archive.
///
/// The numbers of the turns head the results in the window. What is pinned and documentation stay.
/// [`context::search_archive`](crate::context::search_archive) finds what was moved out.
///
/// # Parameters
///
/// - `ranges`: 1 to 32 runs of turns; they may overlap.
///
/// # Returns
///
/// What was taken out; nothing to take out is a success.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: There is no range or more than 32, or a range ends before it
///   starts.
///
/// # Examples
///
/// ```no_run
/// use gg::context;
///
/// context::archive_thread(&[3..=5])?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Two runs.
///
/// ```no_run
/// use gg::context;
///
/// context::archive_thread(&[1..=1, 8..=12])?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn archive_thread(
    ranges: &[impl ::core::convert::Into<TurnRange> + ::core::clone::Clone],
) -> Result<ReclaimReport, ApiError> {
    crate::membrane::calls::context::archive_thread(
        &ranges.iter().cloned().map(::core::convert::Into::into).collect::<Vec<TurnRange>>(),
    )
}

/// Finds archived items that contain a text.
///
/// Upper and lower case are the same. At most 8 items are returned, the most recent; when 8 come
/// back there may be more. They go to the program and are not shown in the window.
///
/// # Parameters
///
/// - `query`: The text to look for, taken as it stands.
///
/// # Returns
///
/// What matched, and whether anything was archived at all.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The query is blank.
///
/// # Examples
///
/// ```no_run
/// use gg::context;
///
/// context::search_archive("connection refused")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn search_archive(query: &str) -> Result<ArchiveSearch, ApiError> {
    crate::membrane::calls::context::search_archive(query)
}

/// Compacts the window to a summary when the turn closes.
///
/// Deferred: the program runs on. Afterwards the window holds the system prompt, the summary, the
/// named files read again, what is pinned, and documentation. Everything else is gone, so the
/// summary must carry what the work still needs.
///
/// The last call of a turn stands, even if the program fails later. An ending of the session in the
/// same turn drops it.
///
/// # Parameters
///
/// - `summary`: What the model is to know afterwards.
/// - `files`: Paths of files to open again as views; none when left out. Blanks and repeats are
///   dropped. The first 12 are kept, and the compacted window names the others.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The summary is blank.
///
/// # Examples
///
/// ```no_run
/// use gg::context;
///
/// context::compact(
///     "The parser is done and tested. Next: error messages in src/errors.rs, see task `errors`.",
///     &["src/errors.rs", "src/parser.rs"],
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Keep no file.
///
/// ```no_run
/// use gg::context;
///
/// context::compact("All tests pass. What is left is the changelog.", &[])?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn compact(summary: &str, files: &[&str]) -> Result<(), ApiError> {
    crate::membrane::calls::context::compact(summary, files)
}
