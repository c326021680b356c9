// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Put things into the window, see what is open, and close it.
//!
//! A view is the only way into the window. It arrives with the next turn, as a message of its own.
//! Opened again in the same turn it is replaced; opened again in a later turn, the old copy stays
//! as history and the new one comes at the end. Opened and closed in one program, it never arrives.
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
use super::files::FileRead;
use wasmtime::component::{ComponentType, Lift, Linker, Lower};

/// What a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(enum)]
#[repr(u8)]
pub enum ViewKind {
    /// A file or a region of it.
    #[component(name = "file")]
    File,
    /// A text a program composed.
    #[component(name = "text")]
    Text,
    /// Documentation.
    #[component(name = "docs")]
    Docs,
    /// The last search of the documentation.
    #[component(name = "search")]
    Search,
}

/// The part of a file that a view shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ViewRegion {
    /// Its first line, 1-based.
    pub offset: u32,
    /// Its number of lines.
    pub limit: u32,
}

/// A view that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct OpenView {
    /// What it shows.
    pub kind: ViewKind,
    /// What names it: the path of a file, the label of a text, `search results`, or the key of
    /// documentation, which [`docs.close`](super::docs::Operations::close) closes.
    pub selector: String,
    /// Estimated tokens it takes.
    pub tokens: u64,
    /// The part of the file; absent for a whole file and for other kinds.
    pub region: Option<ViewRegion>,
}

/// The operations of the module `views`.
pub trait Operations: Send {
    /// Reads a file and opens a view of it.
    ///
    /// The view arrives with the next turn; the program gets the same text now. Views of different
    /// regions of a file stand side by side.
    ///
    /// - The view holds at most 65536 bytes: ask for fewer lines of a bigger file, or cut long
    ///   ones.
    /// - There is more to read when [`text-read.last-line`](super::files::TextRead::last_line) is
    ///   below [`text-read.total-lines`](super::files::TextRead::total_lines). A text above 262144
    ///   bytes is cut there, and
    ///   [`text-read.byte-truncated`](super::files::TextRead::byte_truncated) is set.
    /// - Bytes that are not UTF-8 are decoded with replacement characters.
    /// - A picture is shown, whatever the lines asked for, if it has at most 8 MiB and the model
    ///   takes pictures; otherwise
    ///   [`image-read.not-shown-reason`](super::files::ImageRead::not_shown_reason) says which of
    ///   the two it was.
    ///
    /// # Arguments
    ///
    /// - `path`: The file: relative to the workspace root, or absolute inside it.
    /// - `offset`: First line, 1-based; 1 when left out, and 0 means 1.
    /// - `limit`: Number of lines. Left out, the file is read to its end, or as far as this run
    ///   reads by default.
    /// - `max_line_chars`: Characters after which a line is cut in the view, which then says how
    ///   many were dropped; 1 to 65536. The returned text is whole. Left out, no line is cut.
    ///
    /// # Returns
    ///
    /// The text and its place in the file, or what the picture is.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The path is blank or not inside the workspace, the offset is past the
    ///   end (the message gives the number of lines), or the line length is not 1 to 65536.
    /// - `not-found`: There is no such file.
    /// - `unavailable`: No files can be read in this run.
    /// - `limit-exceeded`: The text for the view is above 65536 bytes; nothing is opened, and the
    ///   message gives size and bound. Ask for fewer lines, or cut long ones.
    /// - `io-error`: The file could not be read; it is a directory, for one.
    fn open_file(
        &mut self,
        call: &Call,
        path: String,
        offset: Option<u32>,
        limit: Option<u32>,
        max_line_chars: Option<u32>,
    ) -> impl Future<Output = Result<FileRead, CallError>> + Send;

    /// Opens a view of a text the program composed.
    ///
    /// The view arrives with the next turn. It replaces an open one with the same label.
    ///
    /// # Arguments
    ///
    /// - `label`: Its name in the window; at most 200 bytes.
    /// - `body`: The text, at most 65536 bytes; may be empty.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The label is blank.
    /// - `limit-exceeded`: The label is above 200 bytes, the body above 65536, or all bodies of the
    ///   turn together above 8 MiB, replaced ones counted too. Nothing is opened.
    fn open_text(
        &mut self,
        call: &Call,
        label: String,
        body: String,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Opens the documentation of a function, type or module.
    ///
    /// The view arrives with the next turn, and views of types the function takes, returns or fails
    /// with may come with it. Opening one that is open already does nothing.
    ///
    /// # Arguments
    ///
    /// - `name`: Its name, alone or fully qualified, as
    ///   [`docs.search`](super::docs::Operations::search) gives it.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: It is not a name.
    /// - `not-found`: Nothing this agent may call has that name; the message gives up to 3 names
    ///   that are near.
    fn open_docs_view(
        &mut self,
        call: &Call,
        name: String,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Closes views by path, by label or by the name `search results`.
    ///
    /// A path closes all views of the file, a label the text view, `search results` the last
    /// search. Documentation is never closed by this call, and file views the run has locked stay.
    /// Nothing to close is a success.
    ///
    /// # Arguments
    ///
    /// - `selector`: The path of a file, the label of a text, or `search results`.
    ///
    /// # Returns
    ///
    /// How many views were closed.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The selector is blank.
    fn close(
        &mut self,
        call: &Call,
        selector: String,
    ) -> impl Future<Output = Result<u32, CallError>> + Send;

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
    /// What the host could not do.
    fn current(
        &mut self,
        call: &Call,
    ) -> impl Future<Output = Result<Vec<OpenView>, CallError>> + Send;
}

/// The rows of the module `views`.
pub(super) static ROWS: [Operation; 5] = [
    Operation {
        index: OperationId::ViewsOpenFile.index(),
        id: "views.open_file",
        key: "open_file",
        module: 6,
        binding: Binding::Capability(1),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::FilesReadFile.index(), OperationId::FilesReadTextFile.index()],
        condition: None,
        effect: "views",
        spellings: &["views.openFile", "views.openFile", "gg.views.open_file", "views::open_file"],
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
            Member {
                name: "max-line-chars",
                spellings: &["maxLineChars", "maxLineChars", "max_line_chars", "max_line_chars"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::ViewsOpenText.index(),
        id: "views.open_text",
        key: "open_text",
        module: 6,
        binding: Binding::Always,
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[],
        condition: None,
        effect: "views",
        spellings: &["views.openText", "views.openText", "gg.views.open_text", "views::open_text"],
        params: &[
            Member {
                name: "label",
                spellings: &["label", "label", "label", "label"],
                record: None,
            },
            Member { name: "body", spellings: &["body", "body", "body", "body"], record: None },
        ],
    },
    Operation {
        index: OperationId::ViewsOpenDocsView.index(),
        id: "views.open_docs_view",
        key: "open_docs_view",
        module: 6,
        binding: Binding::Always,
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[],
        condition: None,
        effect: "views",
        spellings: &[
            "views.openDocsView",
            "views.openDocsView",
            "gg.views.open_docs_view",
            "views::open_docs_view",
        ],
        params: &[
            Member { name: "name", spellings: &["name", "name", "name", "name"], record: None },
        ],
    },
    Operation {
        index: OperationId::ViewsClose.index(),
        id: "views.close",
        key: "close",
        module: 6,
        binding: Binding::Capability(10),
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[OperationId::ContextEvictFileView.index()],
        condition: None,
        effect: "views",
        spellings: &["views.close", "views.close", "gg.views.close", "views::close"],
        params: &[
            Member {
                name: "selector",
                spellings: &["selector", "selector", "selector", "selector"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::ViewsCurrent.index(),
        id: "views.current",
        key: "current",
        module: 6,
        binding: Binding::Capability(10),
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[],
        condition: None,
        effect: "none",
        spellings: &["views.current", "views.current", "gg.views.current", "views::current"],
        params: &[],
    },
];

/// Adds the calls of the module `views`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/views")?;
    instance.func_wrap_async("open-file", |mut store, params: (
        String,
        Option<u32>,
        Option<u32>,
        Option<u32>,
    )| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ViewsOpenFile,
                params,
                |params, request| {
                    request
                        .member("path", &params.0)
                        .member("offset", &params.1)
                        .member("limit", &params.2)
                        .member("max_line_chars", &params.3)
                },
                async |host, call, params| {
                    Operations::open_file(host, call, params.0, params.1, params.2, params.3).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("open-text", |mut store, params: (String, String)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ViewsOpenText,
                params,
                |params, request| request.member("label", &params.0).member("body", &params.1),
                async |host, call, params| {
                    Operations::open_text(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("open-docs-view", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ViewsOpenDocsView,
                params,
                |params, request| request.member("name", &params.0),
                async |host, call, params| Operations::open_docs_view(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("close", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ViewsClose,
                params,
                |params, request| request.member("selector", &params.0),
                async |host, call, params| Operations::close(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("current", |mut store, (): ()| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ViewsCurrent,
                (),
                |(), request| request,
                async |host, call, ()| Operations::current(host, call).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
