// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Find out what can be called, and put documentation away.
//!
//! Search first, open the documentation of what is wanted with
//! [`views.open_docs_view`](super::views::Operations::open_docs_view), and call it on a later turn.
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

/// One thing a search of the documentation found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct DocSearch {
    /// Matches in all.
    pub total: u32,
    /// Matches skipped before this page.
    pub offset: u32,
    /// This page, best first.
    pub hits: Vec<DocHit>,
}

/// The operations of the module `docs`.
pub trait Operations: Send {
    /// Finds what this agent may call, and shows the answer in the window.
    ///
    /// The answer is returned, and is opened as the one view called `search results`, in place of
    /// the last one; it arrives with the next turn.
    /// [`views.open_docs_view`](super::views::Operations::open_docs_view) then opens what was found
    /// by its key.
    ///
    /// A query or a filter is needed. Filters without a query list all they select; filters
    /// together narrow each other.
    ///
    /// # Arguments
    ///
    /// - `query`: Words to look for, as parts of names, signatures and descriptions; any of them
    ///   may match, and upper and lower case are the same. Blank counts as left out.
    /// - `modules`: Modules to look in, such as `files`; every module when empty or left out.
    /// - `type_`: Name of a type: keeps it and the functions that mention it.
    /// - `kind`: `module`, `function` or `type`: keeps one kind.
    /// - `offset`: Results to skip; 0 when left out.
    /// - `limit`: Most results to return, at least 1; 20 when left out. More than 100 is lowered to
    ///   100\.
    ///
    /// # Returns
    ///
    /// One page of results, and how many there are in all.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: Neither a query nor a filter was given, the kind is not one of the
    ///   three, or the limit is 0. No view is opened.
    fn search(
        &mut self,
        call: &Call,
        query: Option<String>,
        modules: Vec<String>,
        type_: Option<String>,
        kind: Option<String>,
        offset: Option<u32>,
        limit: Option<u32>,
    ) -> impl Future<Output = Result<DocSearch, CallError>> + Send;

    /// Closes one documentation view.
    ///
    /// Views of types that were opened beside it stay.
    ///
    /// # Arguments
    ///
    /// - `key`: Its fully qualified name, as the heading of the view has it.
    ///
    /// # Returns
    ///
    /// 1 if it was open, else 0.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The key is blank.
    fn close(
        &mut self,
        call: &Call,
        key: String,
    ) -> impl Future<Output = Result<u32, CallError>> + Send;

    /// Closes every documentation view.
    ///
    /// # Returns
    ///
    /// How many there were.
    ///
    /// # Errors
    ///
    /// What the host could not do.
    fn close_all(&mut self, call: &Call) -> impl Future<Output = Result<u32, CallError>> + Send;
}

/// The rows of the module `docs`.
pub(super) static ROWS: [Operation; 3] = [
    Operation {
        index: OperationId::DocsSearch.index(),
        id: "docs.search",
        key: "search",
        module: 5,
        binding: Binding::Always,
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[],
        condition: None,
        effect: "views",
        spellings: &["docs.search", "docs.search", "gg.docs.search", "docs::search"],
        params: &[
            Member {
                name: "query",
                spellings: &["query", "query", "query", "query"],
                record: None,
            },
            Member {
                name: "modules",
                spellings: &["modules", "modules", "modules", "modules"],
                record: None,
            },
            Member { name: "type", spellings: &["type", "type", "type", "type_"], record: None },
            Member { name: "kind", spellings: &["kind", "kind", "kind", "kind"], record: None },
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
        index: OperationId::DocsClose.index(),
        id: "docs.close",
        key: "close",
        module: 5,
        binding: Binding::Capability(15),
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[OperationId::DocsCloseAll.index()],
        condition: None,
        effect: "views",
        spellings: &["docs.close", "docs.close", "gg.docs.close", "docs::close"],
        params: &[Member { name: "key", spellings: &["key", "key", "key", "key"], record: None }],
    },
    Operation {
        index: OperationId::DocsCloseAll.index(),
        id: "docs.close_all",
        key: "close_all",
        module: 5,
        binding: Binding::Capability(15),
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[OperationId::DocsClose.index()],
        condition: None,
        effect: "views",
        spellings: &["docs.closeAll", "docs.closeAll", "gg.docs.close_all", "docs::close_all"],
        params: &[],
    },
];

/// Adds the calls of the module `docs`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/docs")?;
    instance.func_wrap_async("search", |mut store, params: (
        Option<String>,
        Vec<String>,
        Option<String>,
        Option<String>,
        Option<u32>,
        Option<u32>,
    )| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DocsSearch,
                params,
                |params, request| {
                    request
                        .member("query", &params.0)
                        .member("modules", &params.1)
                        .member("type", &params.2)
                        .member("kind", &params.3)
                        .member("offset", &params.4)
                        .member("limit", &params.5)
                },
                async |host, call, params| {
                    Operations::search(
                        host,
                        call,
                        params.0,
                        params.1,
                        params.2,
                        params.3,
                        params.4,
                        params.5,
                    ).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("close", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DocsClose,
                params,
                |params, request| request.member("key", &params.0),
                async |host, call, params| Operations::close(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("close-all", |mut store, (): ()| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::DocsCloseAll,
                (),
                |(), request| request,
                async |host, call, ()| Operations::close_all(host, call).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
