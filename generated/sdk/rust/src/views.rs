// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Put things into the window, see what is open, and close it.
//!
//! A view is the only way into the window. It arrives with the next turn, as a message of its own.
//! Opened again in the same turn it is replaced; opened again in a later turn, the old copy stays
//! as history and the new one comes at the end. Opened and closed in one program, it never arrives.

use crate::core::ApiError;
use crate::files::FileRead;

/// What a view shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ViewKind {
    /// A file or a region of it.
    File,
    /// A text a program composed.
    Text,
    /// Documentation.
    Docs,
    /// The last search of the documentation.
    Search,
}

impl ViewKind {
    /// The word, as every language has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Text => "text",
            Self::Docs => "docs",
            Self::Search => "search",
        }
    }
}

impl ::core::fmt::Display for ViewKind {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::str::FromStr for ViewKind {
    type Err = crate::program::UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "file" => Ok(Self::File),
            "text" => Ok(Self::Text),
            "docs" => Ok(Self::Docs),
            "search" => Ok(Self::Search),
            _ => {
                Err(crate::program::UnknownWord {
                    found: word.to_owned(),
                    expected: &["file", "text", "docs", "search"],
                })
            }
        }
    }
}

/// The part of a file that a view shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ViewRegion {
    /// Its first line, 1-based.
    pub offset: u32,
    /// Its number of lines.
    pub limit: u32,
}

/// A view that is open.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpenView {
    /// What it shows.
    pub kind: ViewKind,
    /// What names it: the path of a file, the label of a text, `search results`, or the key of
    /// documentation, which [`docs::close`](crate::docs::close) closes.
    pub selector: String,
    /// Estimated tokens it takes.
    pub tokens: u64,
    /// The part of the file; absent for a whole file and for other kinds.
    pub region: Option<ViewRegion>,
}

/// What `open_file` may be given besides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct OpenFileOptions {
    /// First line, 1-based; 1 when left out, and 0 means 1.
    pub offset: Option<u32>,
    /// Number of lines. Left out, the file is read to its end, or as far as this run reads by
    /// default.
    pub limit: Option<u32>,
    /// Characters after which a line is cut in the view, which then says how many were dropped; 1
    /// to 65536. The returned text is whole. Left out, no line is cut.
    pub max_line_chars: Option<u32>,
}

/// Reads a file and opens a view of it.
///
/// The view arrives with the next turn; the program gets the same text now. Views of different
/// regions of a file stand side by side.
///
/// - The view holds at most 65536 bytes: ask for fewer lines of a bigger file, or cut long ones.
/// - There is more to read when [`TextRead.last_line`](crate::files::TextRead::last_line) is below
///   [`TextRead.total_lines`](crate::files::TextRead::total_lines). A text above 262144 bytes is
///   cut there, and [`TextRead.byte_truncated`](crate::files::TextRead::byte_truncated) is set.
/// - Bytes that are not UTF-8 are decoded with replacement characters.
/// - A picture is shown, whatever the lines asked for, if it has at most 8 MiB and the model takes
///   pictures; otherwise [`ImageRead.not_shown_reason`](crate::files::ImageRead::not_shown_reason)
///   says which of the two it was.
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
/// - `ErrorCode::InvalidArgument`: The path is blank or not inside the workspace, the offset is
///   past the end (the message gives the number of lines), or the line length is not 1 to 65536.
/// - `ErrorCode::NotFound`: There is no such file.
/// - `ErrorCode::Unavailable`: No files can be read in this run.
/// - `ErrorCode::LimitExceeded`: The text for the view is above 65536 bytes; nothing is opened, and
///   the message gives size and bound. Ask for fewer lines, or cut long ones.
/// - `ErrorCode::IoError`: The file could not be read; it is a directory, for one.
///
/// # Examples
///
/// ```no_run
/// use gg::views;
///
/// views::open_file("src/parser.rs", Default::default())?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// 80 lines from line 120 on.
///
/// ```no_run
/// use gg::views;
///
/// views::open_file(
///     "src/parser.rs",
///     views::OpenFileOptions { offset: Some(120), limit: Some(80), ..Default::default() },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Very long lines.
///
/// ```no_run
/// use gg::views;
///
/// views::open_file(
///     "data/events.jsonl",
///     views::OpenFileOptions { offset: Some(1000), limit: Some(50), max_line_chars: Some(300) },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Look at a picture.
///
/// ```no_run
/// use gg::views;
///
/// views::open_file("docs/layout.png", Default::default())?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn open_file(path: &str, options: OpenFileOptions) -> Result<FileRead, ApiError> {
    crate::membrane::calls::views::open_file(
        path,
        options.offset,
        options.limit,
        options.max_line_chars,
    )
}

/// Opens a view of a text the program composed.
///
/// The view arrives with the next turn. It replaces an open one with the same label.
///
/// # Parameters
///
/// - `label`: Its name in the window; at most 200 bytes.
/// - `body`: The text, at most 65536 bytes; may be empty.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The label is blank.
/// - `ErrorCode::LimitExceeded`: The label is above 200 bytes, the body above 65536, or all bodies
///   of the turn together above 8 MiB, replaced ones counted too. Nothing is opened.
///
/// # Examples
///
/// ```no_run
/// use gg::views;
///
/// views::open_text("failing tests", "parser::unclosed_quote\nparser::lone_backslash\n")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn open_text(label: &str, body: &str) -> Result<(), ApiError> {
    crate::membrane::calls::views::open_text(label, body)
}

/// Opens the documentation of a function, type or module.
///
/// The view arrives with the next turn, and views of types the function takes, returns or fails
/// with may come with it. Opening one that is open already does nothing.
///
/// # Parameters
///
/// - `name`: Its name, alone or fully qualified, as [`docs::search`](crate::docs::search) gives it.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: It is not a name.
/// - `ErrorCode::NotFound`: Nothing this agent may call has that name; the message gives up to 3
///   names that are near.
///
/// # Examples
///
/// A function.
///
/// ```no_run
/// use gg::views;
///
/// views::open_docs_view("tree")?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// A type.
///
/// ```no_run
/// use gg::views;
///
/// views::open_docs_view("FileRead")?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// A module.
///
/// ```no_run
/// use gg::views;
///
/// views::open_docs_view("views")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn open_docs_view(name: &str) -> Result<(), ApiError> {
    crate::membrane::calls::views::open_docs_view(name)
}

/// Closes views by path, by label or by the name `search results`.
///
/// A path closes all views of the file, a label the text view, `search results` the last search.
/// Documentation is never closed by this call, and file views the run has locked stay. Nothing to
/// close is a success.
///
/// # Parameters
///
/// - `selector`: The path of a file, the label of a text, or `search results`.
///
/// # Returns
///
/// How many views were closed.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The selector is blank.
///
/// # Examples
///
/// ```no_run
/// use gg::views;
///
/// views::close("src/parser.rs")?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Close a text view.
///
/// ```no_run
/// use gg::views;
///
/// views::close("failing tests")?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Close the last search.
///
/// ```no_run
/// use gg::views;
///
/// views::close("search results")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn close(selector: &str) -> Result<u32, ApiError> {
    crate::membrane::calls::views::close(selector)
}

/// Lists every open view, as things stand after the calls so far.
///
/// The list goes to the program and is not shown in the window.
///
/// # Returns
///
/// Each view with what closes it and how many tokens it takes.
///
/// # Errors
///
/// Those every call can give.
///
/// # Examples
///
/// ```no_run
/// use gg::views;
///
/// views::current()?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn current() -> Result<Vec<OpenView>, ApiError> {
    crate::membrane::calls::views::current()
}

impl OpenView {
    /// Closes views by path, by label or by the name `search results`.
    ///
    /// This is [`views::close`](crate::views::close) with this value's `selector`.
    ///
    /// # Errors
    ///
    /// Those of that function.
    #[track_caller]
    pub fn close(&self) -> Result<u32, ApiError> {
        crate::views::close(&self.selector)
    }
}
