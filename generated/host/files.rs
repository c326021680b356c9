// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Read, write, walk and search the workspace.
//!
//! A path is relative to the workspace root; an absolute one must lie inside the workspace. `.` and
//! `..` are resolved first. A path that ends up outside, by `..` or through a symbolic link, is
//! `invalid-argument`, and so is one into `.gg`, which is gg's own.
//!
//! What these calls return goes to the program and is not shown in the window.
//! [`views.open_file`](super::views::Operations::open_file) reads a file and shows it as well.
#![allow(
    clippy::doc_markdown,
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::wrong_self_convention,
    missing_docs,
    unreachable_pub,
    reason = "names, shapes and prose are the table's"
)]

use gg_engine::{
    Answers, Binding, Call, CallError, DuringCompaction, Member, Mode, Operation,
    StoreData, serve,
};
use serde::{Deserialize, Serialize};
use super::OperationId;
use wasmtime::component::{ComponentType, Lift, Linker, Lower};

/// A text file, or the lines of it that were asked for.
///
/// There is more to read when the last line is below the total, or when the text was cut.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct TextRead {
    /// The text of these lines.
    pub contents: String,
    /// The first of them, 1-based; 1 for an empty file.
    #[component(name = "first-line")]
    pub first_line: u32,
    /// The last of them, included; 0 for an empty file.
    #[component(name = "last-line")]
    pub last_line: u32,
    /// Number of lines in the whole file.
    #[component(name = "total-lines")]
    pub total_lines: u32,
    /// Whether the text was longer than 262144 bytes and was cut there.
    #[component(name = "byte-truncated")]
    pub byte_truncated: bool,
}

/// A picture, described.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ImageRead {
    /// Its media type, such as `image/png`.
    #[component(name = "media-type")]
    pub media_type: String,
    /// Its format by name, such as `PNG`.
    pub label: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether the model gets to see it, with its next turn.
    pub shown: bool,
    /// Why it is not shown; absent when it is.
    #[component(name = "not-shown-reason")]
    pub not_shown_reason: Option<String>,
}

/// What a read found: a text or a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(variant)]
pub enum FileRead {
    /// The file is text.
    #[component(name = "text")]
    Text(TextRead),
    /// The file is a PNG, JPEG, GIF or WebP picture, by its content.
    #[component(name = "image")]
    Image(ImageRead),
}

/// What a directory entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(enum)]
#[repr(u8)]
pub enum EntryKind {
    /// A regular file.
    #[component(name = "file")]
    File,
    /// A directory.
    #[component(name = "directory")]
    Directory,
    /// Anything else, symbolic links included.
    #[component(name = "other")]
    Other,
}

/// One entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct DirEntry {
    /// Its name, without the path.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
}

/// One line a search matched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct SearchMatch {
    /// The file, relative to the workspace root.
    pub path: String,
    /// The line's number, 1-based.
    pub line: u32,
    /// The whole line; one above 200 characters is clipped there and says how many were dropped.
    pub text: String,
}

/// The operations of the module `files`.
pub trait Operations: Send {
    /// Reads a text file, or describes a picture.
    ///
    /// The file goes to the program and is not shown in the window;
    /// [`views.open_file`](super::views::Operations::open_file) reads it and shows it as well.
    ///
    /// - There is more to read when [`text-read.last-line`](super::files::TextRead::last_line) is
    ///   below [`text-read.total-lines`](super::files::TextRead::total_lines). A text above 262144
    ///   bytes is cut there, and
    ///   [`text-read.byte-truncated`](super::files::TextRead::byte_truncated) is set.
    /// - Bytes that are not UTF-8 are decoded with replacement characters.
    /// - A picture is recognised by its content. It is described whatever the lines asked for, and
    ///   never shown by this call.
    ///
    /// # Arguments
    ///
    /// - `path`: The file: relative to the workspace root, or absolute inside it.
    /// - `offset`: First line, 1-based; 1 when left out, and 0 means 1.
    /// - `limit`: Number of lines. Left out, the file is read to its end, or as far as this run
    ///   reads by default.
    ///
    /// # Returns
    ///
    /// The text and its place in the file, or what the picture is.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The path is blank or not inside the workspace, or the offset is past
    ///   the end; the message gives the number of lines.
    /// - `not-found`: There is no such file.
    /// - `unavailable`: No files can be read in this run.
    /// - `io-error`: The file could not be read; it is a directory, for one.
    fn read_file(
        &mut self,
        call: &Call,
        path: String,
        offset: Option<u32>,
        limit: Option<u32>,
    ) -> impl Future<Output = Result<FileRead, CallError>> + Send;

    /// Reads a text file and returns only its text.
    ///
    /// The text goes to the program and is not shown in the window. It is never cut: what would
    /// have to be cut fails instead. [`files.read_file`](super::files::Operations::read_file)
    /// returns a part and says which.
    ///
    /// Bytes that are not UTF-8 are decoded with replacement characters.
    ///
    /// # Arguments
    ///
    /// - `path`: The file: relative to the workspace root, or absolute inside it.
    /// - `offset`: First line, 1-based; 1 when left out, and 0 means 1.
    /// - `limit`: Number of lines; to the end of the file when left out.
    ///
    /// # Returns
    ///
    /// The text of the lines asked for; empty for an empty file.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The path is blank or not inside the workspace, the offset is past the
    ///   end (the message gives the number of lines), or the file is a picture.
    /// - `not-found`: There is no such file.
    /// - `unavailable`: No files can be read in this run.
    /// - `limit-exceeded`: The text is above 262144 bytes, or the file has more lines than this run
    ///   reads by default and no limit was given. The message gives size and bound: ask for fewer
    ///   lines at a time.
    /// - `io-error`: The file could not be read; it is a directory, for one.
    fn read_text_file(
        &mut self,
        call: &Call,
        path: String,
        offset: Option<u32>,
        limit: Option<u32>,
    ) -> impl Future<Output = Result<String, CallError>> + Send;

    /// Writes a file, replacing what was there.
    ///
    /// Missing folders above the file are created. To change a part of a file,
    /// [`files.edit_file`](super::files::Operations::edit_file) is safer.
    ///
    /// # Arguments
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
    /// - `invalid-argument`: The path is blank or not inside the workspace.
    /// - `not-found`: The system reports that the path does not exist.
    /// - `refused`: The write was blocked; the message says why.
    /// - `io-error`: The file could not be written; it is a directory, for one.
    fn write_file(
        &mut self,
        call: &Call,
        path: String,
        contents: String,
    ) -> impl Future<Output = Result<u64, CallError>> + Send;

    /// Replaces the one place where a text occurs in a file.
    ///
    /// The text is compared exactly, white space and line ends included. Take enough of the lines
    /// around the place for the text to occur only there.
    ///
    /// # Arguments
    ///
    /// - `path`: The file: relative to the workspace root, or absolute inside it.
    /// - `old_string`: The text to find, exactly once; not empty.
    /// - `new_string`: What takes its place; may be empty, and must differ.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The path is blank or not inside the workspace, the old text is empty,
    ///   or the two texts are the same.
    /// - `not-found`: There is no such file, or the old text does not occur in it.
    /// - `conflict`: The old text occurs more than once; the message gives the count. Take more of
    ///   what stands around the place.
    /// - `refused`: The write was blocked; the message says why.
    /// - `io-error`: The file could not be read or written, or is not UTF-8.
    fn edit_file(
        &mut self,
        call: &Call,
        path: String,
        old_string: String,
        new_string: String,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Lists one directory, sorted by name.
    ///
    /// Ignore rules play no part here, unlike in [`files.tree`](super::files::Operations::tree) and
    /// [`files.search`](super::files::Operations::search). An empty directory is an empty list.
    ///
    /// # Arguments
    ///
    /// - `path`: The directory: relative to the workspace root, or absolute inside it. The root
    ///   itself when left out.
    ///
    /// # Returns
    ///
    /// The entries, by name without path.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The path is blank or not inside the workspace.
    /// - `not-found`: There is no such directory.
    /// - `io-error`: The directory could not be read; it is a file, for one.
    fn list_dir(
        &mut self,
        call: &Call,
        path: Option<String>,
    ) -> impl Future<Output = Result<Vec<DirEntry>, CallError>> + Send;

    /// Draws a directory as an indented text.
    ///
    /// One entry a line, two spaces a level, directories ending in `/`, sorted by path; the root
    /// itself is not drawn. A directory at the last level says how many entries it hides, as in
    /// `src/ (12 entries)`. An empty root is `(empty)`.
    ///
    /// Hidden entries are drawn. What ignore files such as `.gitignore` exclude is not, nor are
    /// `.git` and `.gg`; symbolic links are not followed. At most 1000 lines and 16384 bytes are
    /// drawn, and a last line says when only the first entries are shown.
    ///
    /// # Arguments
    ///
    /// - `path`: The directory: relative to the workspace root, or absolute inside it. The root
    ///   itself when left out.
    /// - `depth`: Number of levels, at least 1; 2 when left out. More than 10 is lowered to 10.
    ///
    /// # Returns
    ///
    /// The drawing.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The path is blank, not inside the workspace or not a directory, or the
    ///   depth is 0.
    /// - `not-found`: There is no such directory.
    /// - `io-error`: The directory could not be read.
    fn tree(
        &mut self,
        call: &Call,
        path: Option<String>,
        depth: Option<u32>,
    ) -> impl Future<Output = Result<String, CallError>> + Send;

    /// Finds the lines a regular expression matches.
    ///
    /// Matches come in the order of paths, then of lines. When as many as the limit come back there
    /// may be more: narrow the query or the path, or raise the limit.
    ///
    /// A directory is walked with its hidden files. Skipped are `.git`, `.gg`, what ignore files
    /// such as `.gitignore` exclude, binary files, what cannot be read, and whatever lies behind a
    /// symbolic link.
    ///
    /// # Arguments
    ///
    /// - `query`: A regular expression in the syntax of Rust's `regex` (no look-around, no
    ///   back-references), matched line by line. Case counts unless it starts with `(?i)`.
    /// - `path`: A directory to walk, or one file: relative to the workspace root, or absolute
    ///   inside it. The root itself when left out.
    /// - `limit`: Most matches to return, at least 1; 50 when left out. More than 200 is lowered to
    ///   200\.
    ///
    /// # Returns
    ///
    /// The matching lines; empty when there are none.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The query is blank or not a regular expression, the limit is 0, or the
    ///   path is blank or not inside the workspace.
    /// - `not-found`: There is no such path.
    /// - `io-error`: The search could not be carried out.
    fn search(
        &mut self,
        call: &Call,
        query: String,
        path: Option<String>,
        limit: Option<u32>,
    ) -> impl Future<Output = Result<Vec<SearchMatch>, CallError>> + Send;
}

/// The rows of the module `files`.
pub(super) static ROWS: [Operation; 7] = [
    Operation {
        index: OperationId::FilesReadFile.index(),
        id: "files.read_file",
        key: "read_file",
        module: 0,
        binding: Binding::Capability(1),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::ViewsOpenFile.index(), OperationId::FilesReadTextFile.index()],
        condition: None,
        effect: "none",
        spellings: &["files.readFile", "files.readFile", "gg.files.read_file", "files::read_file"],
        params: &[
            Member { name: "path", spellings: &["path", "path", "path", "path"], record: None },
            Member {
                name: "offset",
                spellings: &["offset", "offset", "offset", "offset"],
                record: None,
            },
            Member {
                name: "limit",
                spellings: &["limit", "limit", "limit", "limit"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::FilesReadTextFile.index(),
        id: "files.read_text_file",
        key: "read_text_file",
        module: 0,
        binding: Binding::Capability(1),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::FilesReadFile.index(), OperationId::ViewsOpenFile.index()],
        condition: None,
        effect: "none",
        spellings: &[
            "files.readTextFile",
            "files.readTextFile",
            "gg.files.read_text_file",
            "files::read_text_file",
        ],
        params: &[
            Member { name: "path", spellings: &["path", "path", "path", "path"], record: None },
            Member {
                name: "offset",
                spellings: &["offset", "offset", "offset", "offset"],
                record: None,
            },
            Member {
                name: "limit",
                spellings: &["limit", "limit", "limit", "limit"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::FilesWriteFile.index(),
        id: "files.write_file",
        key: "write_file",
        module: 0,
        binding: Binding::Capability(2),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::FilesEditFile.index()],
        condition: None,
        effect: "workspace",
        spellings: &[
            "files.writeFile",
            "files.writeFile",
            "gg.files.write_file",
            "files::write_file",
        ],
        params: &[
            Member { name: "path", spellings: &["path", "path", "path", "path"], record: None },
            Member {
                name: "contents",
                spellings: &["contents", "contents", "contents", "contents"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::FilesEditFile.index(),
        id: "files.edit_file",
        key: "edit_file",
        module: 0,
        binding: Binding::Capability(3),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::FilesWriteFile.index()],
        condition: None,
        effect: "workspace",
        spellings: &["files.editFile", "files.editFile", "gg.files.edit_file", "files::edit_file"],
        params: &[
            Member { name: "path", spellings: &["path", "path", "path", "path"], record: None },
            Member {
                name: "old-string",
                spellings: &["oldString", "oldString", "old_string", "old_string"],
                record: None,
            },
            Member {
                name: "new-string",
                spellings: &["newString", "newString", "new_string", "new_string"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::FilesListDir.index(),
        id: "files.list_dir",
        key: "list_dir",
        module: 0,
        binding: Binding::Capability(4),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::FilesTree.index()],
        condition: None,
        effect: "none",
        spellings: &["files.listDir", "files.listDir", "gg.files.list_dir", "files::list_dir"],
        params: &[
            Member { name: "path", spellings: &["path", "path", "path", "path"], record: None },
        ],
    },
    Operation {
        index: OperationId::FilesTree.index(),
        id: "files.tree",
        key: "tree",
        module: 0,
        binding: Binding::Capability(4),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::FilesListDir.index()],
        condition: None,
        effect: "none",
        spellings: &["files.tree", "files.tree", "gg.files.tree", "files::tree"],
        params: &[
            Member { name: "path", spellings: &["path", "path", "path", "path"], record: None },
            Member {
                name: "depth",
                spellings: &["depth", "depth", "depth", "depth"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::FilesSearch.index(),
        id: "files.search",
        key: "search",
        module: 0,
        binding: Binding::Capability(5),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: None,
        effect: "none",
        spellings: &["files.search", "files.search", "gg.files.search", "files::search"],
        params: &[
            Member {
                name: "query",
                spellings: &["query", "query", "query", "query"],
                record: None,
            },
            Member { name: "path", spellings: &["path", "path", "path", "path"], record: None },
            Member {
                name: "limit",
                spellings: &["limit", "limit", "limit", "limit"],
                record: None,
            },
        ],
    },
];

/// Adds the calls of the module `files`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/files")?;
    instance.func_wrap_async("read-file", |mut store, params: (String, Option<u32>, Option<u32>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::FilesReadFile,
                params,
                |params, request| {
                    request
                        .member("path", &params.0)
                        .member("offset", &params.1)
                        .member("limit", &params.2)
                },
                async |host, call, params| {
                    Operations::read_file(host, call, params.0, params.1, params.2).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("read-text-file", |mut store, params: (
        String,
        Option<u32>,
        Option<u32>,
    )| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::FilesReadTextFile,
                params,
                |params, request| {
                    request
                        .member("path", &params.0)
                        .member("offset", &params.1)
                        .member("limit", &params.2)
                },
                async |host, call, params| {
                    Operations::read_text_file(host, call, params.0, params.1, params.2).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("write-file", |mut store, params: (String, String)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::FilesWriteFile,
                params,
                |params, request| request.member("path", &params.0).member("contents", &params.1),
                async |host, call, params| {
                    Operations::write_file(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("edit-file", |mut store, params: (String, String, String)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::FilesEditFile,
                params,
                |params, request| {
                    request
                        .member("path", &params.0)
                        .member("old_string", &params.1)
                        .member("new_string", &params.2)
                },
                async |host, call, params| {
                    Operations::edit_file(host, call, params.0, params.1, params.2).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("list-dir", |mut store, params: (Option<String>,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::FilesListDir,
                params,
                |params, request| request.member("path", &params.0),
                async |host, call, params| Operations::list_dir(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("tree", |mut store, params: (Option<String>, Option<u32>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::FilesTree,
                params,
                |params, request| request.member("path", &params.0).member("depth", &params.1),
                async |host, call, params| Operations::tree(host, call, params.0, params.1).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("search", |mut store, params: (String, Option<String>, Option<u32>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::FilesSearch,
                params,
                |params, request| {
                    request
                        .member("query", &params.0)
                        .member("path", &params.1)
                        .member("limit", &params.2)
                },
                async |host, call, params| {
                    Operations::search(host, call, params.0, params.1, params.2).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
