// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Read, write, walk and search the workspace.
//!
//! A path is relative to the workspace root; an absolute one must lie inside the workspace. `.` and
//! `..` are resolved first. A path that ends up outside, by `..` or through a symbolic link, is
//! `invalid-argument`, and so is one into `.gg`, which is gg's own.
//!
//! What these calls return goes to the program and is not shown in the window.
//! [`views::open_file`](crate::views::open_file) reads a file and shows it as well.

use crate::core::ApiError;

/// A text file, or the lines of it that were asked for.
///
/// There is more to read when the last line is below the total, or when the text was cut.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TextRead {
    /// The text of these lines.
    pub contents: String,
    /// The first of them, 1-based; 1 for an empty file.
    pub first_line: u32,
    /// The last of them, included; 0 for an empty file.
    pub last_line: u32,
    /// Number of lines in the whole file.
    pub total_lines: u32,
    /// Whether the text was longer than 262144 bytes and was cut there.
    pub byte_truncated: bool,
}

/// A picture, described.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ImageRead {
    /// Its media type, such as `image/png`.
    pub media_type: String,
    /// Its format by name, such as `PNG`.
    pub label: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether the model gets to see it, with its next turn.
    pub shown: bool,
    /// Why it is not shown; absent when it is.
    pub not_shown_reason: Option<String>,
}

/// What a read found: a text or a picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FileRead {
    /// The file is text.
    Text(TextRead),
    /// The file is a PNG, JPEG, GIF or WebP picture, by its content.
    Image(ImageRead),
}

/// What a directory entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// Anything else, symbolic links included.
    Other,
}

impl EntryKind {
    /// The word, as every language has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Directory => "directory",
            Self::Other => "other",
        }
    }
}

impl ::core::fmt::Display for EntryKind {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::str::FromStr for EntryKind {
    type Err = crate::program::UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "file" => Ok(Self::File),
            "directory" => Ok(Self::Directory),
            "other" => Ok(Self::Other),
            _ => {
                Err(crate::program::UnknownWord {
                    found: word.to_owned(),
                    expected: &["file", "directory", "other"],
                })
            }
        }
    }
}

/// One entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DirEntry {
    /// Its name, without the path.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
}

/// One line a search matched.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SearchMatch {
    /// The file, relative to the workspace root.
    pub path: String,
    /// The line's number, 1-based.
    pub line: u32,
    /// The whole line; one above 200 characters is clipped there and says how many were dropped.
    pub text: String,
}

/// What `read_file` may be given besides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ReadFileOptions {
    /// First line, 1-based; 1 when left out, and 0 means 1.
    pub offset: Option<u32>,
    /// Number of lines. Left out, the file is read to its end, or as far as this run reads by
    /// default.
    pub limit: Option<u32>,
}

/// Reads a text file, or describes a picture.
///
/// The file goes to the program and is not shown in the window;
/// [`views::open_file`](crate::views::open_file) reads it and shows it as well.
///
/// - There is more to read when [`TextRead.last_line`](crate::files::TextRead::last_line) is below
///   [`TextRead.total_lines`](crate::files::TextRead::total_lines). A text above 262144 bytes is
///   cut there, and [`TextRead.byte_truncated`](crate::files::TextRead::byte_truncated) is set.
/// - Bytes that are not UTF-8 are decoded with replacement characters.
/// - A picture is recognised by its content. It is described whatever the lines asked for, and
///   never shown by this call.
///
/// # Parameters
///
/// - `path`: The file: relative to the workspace root, or absolute inside it.
///
/// # Returns
///
/// The text and its place in the file, or what the picture is.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The path is blank or not inside the workspace, or the offset is
///   past the end; the message gives the number of lines.
/// - `ErrorCode::NotFound`: There is no such file.
/// - `ErrorCode::Unavailable`: No files can be read in this run.
/// - `ErrorCode::IoError`: The file could not be read; it is a directory, for one.
///
/// # Examples
///
/// ```no_run
/// use gg::files;
///
/// files::read_file("src/main.rs", Default::default())?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// 200 lines from line 401 on.
///
/// ```no_run
/// use gg::files;
///
/// files::read_file("logs/build.log", files::ReadFileOptions { offset: Some(401), limit: Some(200) })?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn read_file(path: &str, options: ReadFileOptions) -> Result<FileRead, ApiError> {
    crate::membrane::calls::files::read_file(path, options.offset, options.limit)
}

/// What `read_text_file` may be given besides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ReadTextFileOptions {
    /// First line, 1-based; 1 when left out, and 0 means 1.
    pub offset: Option<u32>,
    /// Number of lines; to the end of the file when left out.
    pub limit: Option<u32>,
}

/// Reads a text file and returns only its text.
///
/// The text goes to the program and is not shown in the window. It is never cut: what would have to
/// be cut fails instead. [`files::read_file`](crate::files::read_file) returns a part and says
/// which.
///
/// Bytes that are not UTF-8 are decoded with replacement characters.
///
/// # Parameters
///
/// - `path`: The file: relative to the workspace root, or absolute inside it.
///
/// # Returns
///
/// The text of the lines asked for; empty for an empty file.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The path is blank or not inside the workspace, the offset is
///   past the end (the message gives the number of lines), or the file is a picture.
/// - `ErrorCode::NotFound`: There is no such file.
/// - `ErrorCode::Unavailable`: No files can be read in this run.
/// - `ErrorCode::LimitExceeded`: The text is above 262144 bytes, or the file has more lines than
///   this run reads by default and no limit was given. The message gives size and bound: ask for
///   fewer lines at a time.
/// - `ErrorCode::IoError`: The file could not be read; it is a directory, for one.
///
/// # Examples
///
/// ```no_run
/// use gg::files;
///
/// files::read_text_file("package.json", Default::default())?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// The first 20 lines.
///
/// ```no_run
/// use gg::files;
///
/// files::read_text_file(
///     "data/orders.csv",
///     files::ReadTextFileOptions { limit: Some(20), ..Default::default() },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Ten lines from line 91 on.
///
/// ```no_run
/// use gg::files;
///
/// files::read_text_file(
///     "src/lib.rs",
///     files::ReadTextFileOptions { offset: Some(91), limit: Some(10) },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn read_text_file(path: &str, options: ReadTextFileOptions) -> Result<String, ApiError> {
    crate::membrane::calls::files::read_text_file(path, options.offset, options.limit)
}

/// Writes a file, replacing what was there.
///
/// Missing folders above the file are created. To change a part of a file,
/// [`files::edit_file`](crate::files::edit_file) is safer.
///
/// # Parameters
///
/// - `path`: The file: relative to the workspace root, or absolute inside it.
/// - `contents`: The whole new text; may be empty.
///
/// # Returns
///
/// Number of bytes written.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The path is blank or not inside the workspace.
/// - `ErrorCode::NotFound`: The system reports that the path does not exist.
/// - `ErrorCode::Refused`: The write was blocked; the message says why.
/// - `ErrorCode::IoError`: The file could not be written; it is a directory, for one.
///
/// # Examples
///
/// ```no_run
/// use gg::files;
///
/// files::write_file("docs/notes/today.md", "# Today\n\n- read the parser\n")?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Make an empty file.
///
/// ```no_run
/// use gg::files;
///
/// files::write_file("src/generated/.keep", "")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn write_file(path: &str, contents: &str) -> Result<u64, ApiError> {
    crate::membrane::calls::files::write_file(path, contents)
}

/// Replaces the one place where a text occurs in a file.
///
/// The text is compared exactly, white space and line ends included. Take enough of the lines
/// around the place for the text to occur only there.
///
/// # Parameters
///
/// - `path`: The file: relative to the workspace root, or absolute inside it.
/// - `old_string`: The text to find, exactly once; not empty.
/// - `new_string`: What takes its place; may be empty, and must differ.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The path is blank or not inside the workspace, the old text is
///   empty, or the two texts are the same.
/// - `ErrorCode::NotFound`: There is no such file, or the old text does not occur in it.
/// - `ErrorCode::Conflict`: The old text occurs more than once; the message gives the count. Take
///   more of what stands around the place.
/// - `ErrorCode::Refused`: The write was blocked; the message says why.
/// - `ErrorCode::IoError`: The file could not be read or written, or is not UTF-8.
///
/// # Examples
///
/// ```no_run
/// use gg::files;
///
/// files::edit_file("src/config.py", "TIMEOUT = 30\n", "TIMEOUT = 60\n")?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Take a line out.
///
/// ```no_run
/// use gg::files;
///
/// files::edit_file("README.md", "This section is out of date.\n", "")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn edit_file(path: &str, old_string: &str, new_string: &str) -> Result<(), ApiError> {
    crate::membrane::calls::files::edit_file(path, old_string, new_string)
}

/// Lists one directory, sorted by name.
///
/// Ignore rules play no part here, unlike in [`files::tree`](crate::files::tree) and
/// [`files::search`](crate::files::search). An empty directory is an empty list.
///
/// # Parameters
///
/// - `path`: The directory: relative to the workspace root, or absolute inside it. The root itself
///   when left out.
///
/// # Returns
///
/// The entries, by name without path.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The path is blank or not inside the workspace.
/// - `ErrorCode::NotFound`: There is no such directory.
/// - `ErrorCode::IoError`: The directory could not be read; it is a file, for one.
///
/// # Examples
///
/// List the workspace root.
///
/// ```no_run
/// use gg::files;
///
/// files::list_dir(None)?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// ```no_run
/// use gg::files;
///
/// files::list_dir(Some("src/parser"))?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn list_dir(path: Option<&str>) -> Result<Vec<DirEntry>, ApiError> {
    crate::membrane::calls::files::list_dir(path)
}

/// What `tree` may be given besides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TreeOptions {
    /// The directory: relative to the workspace root, or absolute inside it. The root itself when
    /// left out.
    pub path: Option<String>,
    /// Number of levels, at least 1; 2 when left out. More than 10 is lowered to 10.
    pub depth: Option<u32>,
}

/// Draws a directory as an indented text.
///
/// One entry a line, two spaces a level, directories ending in `/`, sorted by path; the root itself
/// is not drawn. A directory at the last level says how many entries it hides, as in
/// `src/ (12 entries)`. An empty root is `(empty)`.
///
/// Hidden entries are drawn. What ignore files such as `.gitignore` exclude is not, nor are `.git`
/// and `.gg`; symbolic links are not followed. At most 1000 lines and 16384 bytes are drawn, and a
/// last line says when only the first entries are shown.
///
/// # Returns
///
/// The drawing.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The path is blank, not inside the workspace or not a directory,
///   or the depth is 0.
/// - `ErrorCode::NotFound`: There is no such directory.
/// - `ErrorCode::IoError`: The directory could not be read.
///
/// # Examples
///
/// Draw two levels of the workspace.
///
/// ```no_run
/// use gg::files;
///
/// files::tree(Default::default())?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// ```no_run
/// use gg::files;
///
/// files::tree(files::TreeOptions { path: Some("src".into()), depth: Some(4) })?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn tree(options: TreeOptions) -> Result<String, ApiError> {
    crate::membrane::calls::files::tree(options.path, options.depth)
}

/// What `search` may be given besides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SearchOptions {
    /// A directory to walk, or one file: relative to the workspace root, or absolute inside it. The
    /// root itself when left out.
    pub path: Option<String>,
    /// Most matches to return, at least 1; 50 when left out. More than 200 is lowered to 200.
    pub limit: Option<u32>,
}

/// Finds the lines a regular expression matches.
///
/// Matches come in the order of paths, then of lines. When as many as the limit come back there may
/// be more: narrow the query or the path, or raise the limit.
///
/// A directory is walked with its hidden files. Skipped are `.git`, `.gg`, what ignore files such
/// as `.gitignore` exclude, binary files, what cannot be read, and whatever lies behind a symbolic
/// link.
///
/// # Parameters
///
/// - `query`: A regular expression in the syntax of Rust's `regex` (no look-around, no
///   back-references), matched line by line. Case counts unless it starts with `(?i)`.
///
/// # Returns
///
/// The matching lines; empty when there are none.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The query is blank or not a regular expression, the limit is 0,
///   or the path is blank or not inside the workspace.
/// - `ErrorCode::NotFound`: There is no such path.
/// - `ErrorCode::IoError`: The search could not be carried out.
///
/// # Examples
///
/// ```no_run
/// use gg::files;
///
/// files::search("fn parse_\\w+", Default::default())?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// One folder, any case.
///
/// ```no_run
/// use gg::files;
///
/// files::search(
///     "(?i)todo|fixme",
///     files::SearchOptions { path: Some("src".into()), limit: Some(200) },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn search(query: &str, options: SearchOptions) -> Result<Vec<SearchMatch>, ApiError> {
    crate::membrane::calls::files::search(query, options.path, options.limit)
}
