// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Make room in the window, and find again what was moved out.
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
    Answers, Binding, Call, CallError, DuringCompaction, Member, Mode, Object, Operation,
    Recorded, StoreData, serve,
};
use serde::{Deserialize, Serialize};
use super::OperationId;
use wasmtime::component::{ComponentType, Lift, Linker, Lower};

/// What was taken out of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ReclaimReport {
    /// Number of items taken out.
    pub items: u32,
    /// Estimated tokens made free.
    #[component(name = "reclaimed-tokens")]
    pub reclaimed_tokens: u32,
    /// Paths of the file views among them.
    pub paths: Vec<String>,
    /// The same in a sentence.
    pub detail: String,
}

/// Who an archived item came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(enum)]
#[repr(u8)]
pub enum MessageRole {
    /// The system prompt.
    #[component(name = "system")]
    System,
    /// gg or a person.
    #[component(name = "user")]
    User,
    /// The model.
    #[component(name = "assistant")]
    Assistant,
    /// The answer to a submitted program.
    #[component(name = "tool")]
    Tool,
}

/// An archived item a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ArchiveHit {
    /// Its position in the archive; a later item has a greater one.
    pub seq: u32,
    /// Who it came from.
    pub role: MessageRole,
    /// Its text.
    pub text: String,
}

/// A run of turns, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct TurnRange {
    /// The first turn.
    pub start: u32,
    /// The last turn; not before the first.
    pub end: u32,
}

impl Recorded for TurnRange {
    fn record(&self, json: &mut String) {
        Object::open(json).member("start", &self.start).member("end", &self.end).close();
    }
}

/// What a search of the archive found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ArchiveSearch {
    /// Whether nothing has been archived yet, which is not the same as no match.
    #[component(name = "archive-empty")]
    pub archive_empty: bool,
    /// What matched, most recent first; at most 8.
    pub hits: Vec<ArchiveHit>,
}

/// The operations of the module `context`.
pub trait Operations: Send {
    /// Takes file views out of the window: all of one file, or of every file.
    ///
    /// File views the run has locked stay. Text views, searches and documentation are not touched.
    ///
    /// # Arguments
    ///
    /// - `path`: The file, all of whose views are taken out; every file when left out.
    ///
    /// # Returns
    ///
    /// What was taken out; nothing to take out is a success.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The path is blank.
    fn evict_file_view(
        &mut self,
        call: &Call,
        path: Option<String>,
    ) -> impl Future<Output = Result<ReclaimReport, CallError>> + Send;

    /// Moves the results of whole turns out of the window into the archive.
    ///
    /// The numbers of the turns head the results in the window. What is pinned and documentation
    /// stay. [`context.search_archive`](super::context::Operations::search_archive) finds what was
    /// moved out.
    ///
    /// # Arguments
    ///
    /// - `ranges`: 1 to 32 runs of turns; they may overlap.
    ///
    /// # Returns
    ///
    /// What was taken out; nothing to take out is a success.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: There is no range or more than 32, or a range ends before it starts.
    fn archive_thread(
        &mut self,
        call: &Call,
        ranges: Vec<TurnRange>,
    ) -> impl Future<Output = Result<ReclaimReport, CallError>> + Send;

    /// Finds archived items that contain a text.
    ///
    /// Upper and lower case are the same. At most 8 items are returned, the most recent; when 8
    /// come back there may be more. They go to the program and are not shown in the window.
    ///
    /// # Arguments
    ///
    /// - `query`: The text to look for, taken as it stands.
    ///
    /// # Returns
    ///
    /// What matched, and whether anything was archived at all.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The query is blank.
    fn search_archive(
        &mut self,
        call: &Call,
        query: String,
    ) -> impl Future<Output = Result<ArchiveSearch, CallError>> + Send;

    /// Compacts the window to a summary when the turn closes.
    ///
    /// Deferred: the program runs on. Afterwards the window holds the system prompt, the summary,
    /// the named files read again, what is pinned, and documentation. Everything else is gone, so
    /// the summary must carry what the work still needs.
    ///
    /// The last call of a turn stands, even if the program fails later. An ending of the session in
    /// the same turn drops it.
    ///
    /// # Arguments
    ///
    /// - `summary`: What the model is to know afterwards.
    /// - `files`: Paths of files to open again as views; none when left out. Blanks and repeats are
    ///   dropped. The first 12 are kept, and the compacted window names the others.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The summary is blank.
    fn compact(
        &mut self,
        call: &Call,
        summary: String,
        files: Vec<String>,
    ) -> impl Future<Output = Result<(), CallError>> + Send;
}

/// The rows of the module `context`.
pub(super) static ROWS: [Operation; 4] = [
    Operation {
        index: OperationId::ContextEvictFileView.index(),
        id: "context.evict_file_view",
        key: "evict_file_view",
        module: 7,
        binding: Binding::Capability(10),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::ViewsClose.index()],
        condition: Some("the archive is bound; switch `evictFileViews` on"),
        effect: "reclaim",
        spellings: &[
            "context.evictFileView",
            "context.evictFileView",
            "gg.context.evict_file_view",
            "context::evict_file_view",
        ],
        params: &[
            Member { name: "path", spellings: &["path", "path", "path", "path"], record: None },
        ],
    },
    Operation {
        index: OperationId::ContextArchiveThread.index(),
        id: "context.archive_thread",
        key: "archive_thread",
        module: 7,
        binding: Binding::Capability(10),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the archive is bound; switch `archiveAndSearch` on"),
        effect: "reclaim",
        spellings: &[
            "context.archiveThread",
            "context.archiveThread",
            "gg.context.archive_thread",
            "context::archive_thread",
        ],
        params: &[
            Member {
                name: "ranges",
                spellings: &["ranges", "ranges", "ranges", "ranges"],
                record: Some(7),
            },
        ],
    },
    Operation {
        index: OperationId::ContextSearchArchive.index(),
        id: "context.search_archive",
        key: "search_archive",
        module: 7,
        binding: Binding::Capability(10),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the archive is bound; switch `archiveAndSearch` on"),
        effect: "none",
        spellings: &[
            "context.searchArchive",
            "context.searchArchive",
            "gg.context.search_archive",
            "context::search_archive",
        ],
        params: &[
            Member {
                name: "query",
                spellings: &["query", "query", "query", "query"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::ContextCompact.index(),
        id: "context.compact",
        key: "compact",
        module: 7,
        binding: Binding::Capability(11),
        mode: Mode::Deferred,
        deadline: true,
        during_compaction: DuringCompaction::Allowed,
        instead: &[],
        condition: Some("the strategy takes its summary from this call"),
        effect: "declaration",
        spellings: &[
            "context.compact",
            "context.compact",
            "gg.context.compact",
            "context::compact",
        ],
        params: &[
            Member {
                name: "summary",
                spellings: &["summary", "summary", "summary", "summary"],
                record: None,
            },
            Member {
                name: "files",
                spellings: &["files", "files", "files", "files"],
                record: None,
            },
        ],
    },
];

/// Adds the calls of the module `context`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/context")?;
    instance.func_wrap_async("evict-file-view", |mut store, params: (Option<String>,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ContextEvictFileView,
                params,
                |params, request| request.member("path", &params.0),
                async |host, call, params| Operations::evict_file_view(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("archive-thread", |mut store, params: (Vec<TurnRange>,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ContextArchiveThread,
                params,
                |params, request| request.member("ranges", &params.0),
                async |host, call, params| Operations::archive_thread(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("search-archive", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ContextSearchArchive,
                params,
                |params, request| request.member("query", &params.0),
                async |host, call, params| Operations::search_archive(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("compact", |mut store, params: (String, Vec<String>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ContextCompact,
                params,
                |params, request| request.member("summary", &params.0).member("files", &params.1),
                async |host, call, params| {
                    Operations::compact(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
