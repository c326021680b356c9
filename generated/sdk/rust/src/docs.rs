// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Find out what can be called, and put documentation away.
//!
//! Search first, open the documentation of what is wanted with
//! [`views::open_docs_view`](crate::views::open_docs_view), and call it on a later turn.

use crate::core::ApiError;

/// One thing a search of the documentation found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct DocHit {
    /// The fully qualified name, by which its documentation is opened and closed.
    pub key: String,
    /// `module`, `function` or `type`.
    pub kind: String,
    /// The module it belongs to.
    pub module: String,
    /// Its own name.
    pub name: String,
    /// What it is, in a line.
    pub summary: String,
}

/// One page of what a search of the documentation found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct DocSearch {
    /// Matches in all.
    pub total: u32,
    /// Matches skipped before this page.
    pub offset: u32,
    /// This page, best first.
    pub hits: Vec<DocHit>,
}

/// What `search` may be given besides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SearchOptions {
    /// Words to look for, as parts of names, signatures and descriptions; any of them may match,
    /// and upper and lower case are the same. Blank counts as left out.
    pub query: Option<String>,
    /// Modules to look in, such as `files`; every module when empty or left out.
    pub modules: Vec<String>,
    /// Name of a type: keeps it and the functions that mention it.
    pub type_: Option<String>,
    /// `module`, `function` or `type`: keeps one kind.
    pub kind: Option<String>,
    /// Results to skip; 0 when left out.
    pub offset: Option<u32>,
    /// Most results to return, at least 1; 20 when left out. More than 100 is lowered to 100.
    pub limit: Option<u32>,
}

/// Finds what this agent may call, and shows the answer in the window.
///
/// The answer is returned, and is opened as the one view called `search results`, in place of the
/// last one; it arrives with the next turn. [`views::open_docs_view`](crate::views::open_docs_view)
/// then opens what was found by its key.
///
/// A query or a filter is needed. Filters without a query list all they select; filters together
/// narrow each other.
///
/// # Returns
///
/// One page of results, and how many there are in all.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: Neither a query nor a filter was given, the kind is not one of
///   the three, or the limit is 0. No view is opened.
///
/// # Examples
///
/// ```no_run
/// use gg::docs;
///
/// docs::search(docs::SearchOptions { query: Some("read lines".into()), ..Default::default() })?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// List all a module has.
///
/// ```no_run
/// use gg::docs;
///
/// docs::search(docs::SearchOptions { modules: vec!["files".into()], ..Default::default() })?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// In two modules.
///
/// ```no_run
/// use gg::docs;
///
/// docs::search(
///     docs::SearchOptions {
///         query: Some("open".into()),
///         modules: vec!["files".into(), "views".into()],
///         kind: Some("function".into()),
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// Narrowed in every way.
///
/// ```no_run
/// use gg::docs;
///
/// docs::search(
///     docs::SearchOptions {
///         query: Some("read".into()),
///         modules: vec!["files".into(), "views".into()],
///         type_: Some("FileRead".into()),
///         kind: Some("function".into()),
///         offset: Some(0),
///         limit: Some(5),
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// What has to do with a type.
///
/// ```no_run
/// use gg::docs;
///
/// docs::search(docs::SearchOptions { type_: Some("FileRead".into()), ..Default::default() })?;
/// # Ok::<(), gg::Failure>(())
/// ```
///
/// The second page of all functions.
///
/// ```no_run
/// use gg::docs;
///
/// docs::search(
///     docs::SearchOptions {
///         kind: Some("function".into()),
///         offset: Some(20),
///         limit: Some(20),
///         ..Default::default()
///     },
/// )?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn search(options: SearchOptions) -> Result<DocSearch, ApiError> {
    crate::membrane::calls::docs::search(
        options.query,
        options.modules,
        options.type_,
        options.kind,
        options.offset,
        options.limit,
    )
}

/// Closes one documentation view.
///
/// Views of types that were opened beside it stay.
///
/// # Parameters
///
/// - `key`: Its fully qualified name, as the heading of the view has it.
///
/// # Returns
///
/// 1 if it was open, else 0.
///
/// # Errors
///
/// - `ErrorCode::InvalidArgument`: The key is blank.
///
/// # Examples
///
/// ```no_run
/// use gg::docs;
///
/// docs::close("gg::files::tree")?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn close(key: &str) -> Result<u32, ApiError> {
    crate::membrane::calls::docs::close(key)
}

/// Closes every documentation view.
///
/// # Returns
///
/// How many there were.
///
/// # Errors
///
/// Those every call can give.
///
/// # Examples
///
/// ```no_run
/// use gg::docs;
///
/// docs::close_all()?;
/// # Ok::<(), gg::Failure>(())
/// ```
#[track_caller]
pub fn close_all() -> Result<u32, ApiError> {
    crate::membrane::calls::docs::close_all()
}
