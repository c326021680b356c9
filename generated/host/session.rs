// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! End the session.
//!
//! An ending is a declaration: the program runs on, and the session ends when the turn closes. The
//! last one of a turn stands. A failure that ends the program takes its ending back.
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
use super::OperationId;
use wasmtime::component::Linker;

/// The operations of the module `session`.
pub trait Operations: Send {
    /// Ends the session, with a summary of what was done.
    ///
    /// Deferred: the program runs on, and the session ends when the turn closes. The last call of a
    /// turn stands. If the program fails, the ending is taken back and the session goes on. An
    /// ending that stands drops a compaction, a successor and waits for issues declared in the same
    /// turn.
    ///
    /// # Arguments
    ///
    /// - `summary`: What was done, for whoever gave the work.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The summary is blank.
    /// - `unavailable`: This session ends by other calls; the message names them.
    fn finish(
        &mut self,
        call: &Call,
        summary: String,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Ends the review with approval.
    ///
    /// Deferred: the program runs on, and the session ends when the turn closes. The last ending of
    /// a turn stands, this one or
    /// [`session.request_changes`](super::session::Operations::request_changes). If the program
    /// fails, it is taken back and the session goes on.
    ///
    /// # Errors
    ///
    /// - `unavailable`: This session ends by another call; the message names it.
    fn approve(&mut self, call: &Call) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Ends the review with the changes it asks for.
    ///
    /// Deferred: the program runs on, and the session ends when the turn closes. The last ending of
    /// a turn stands, this one or [`session.approve`](super::session::Operations::approve). If the
    /// program fails, it is taken back and the session goes on.
    ///
    /// # Arguments
    ///
    /// - `items`: One change an item; blank ones are dropped. The agent under review works through
    ///   them.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: No item is left.
    /// - `unavailable`: This session ends by another call; the message names it.
    fn request_changes(
        &mut self,
        call: &Call,
        items: Vec<String>,
    ) -> impl Future<Output = Result<(), CallError>> + Send;
}

/// The rows of the module `session`.
pub(super) static ROWS: [Operation; 3] = [
    Operation {
        index: OperationId::SessionFinish.index(),
        id: "session.finish",
        key: "finish",
        module: 11,
        binding: Binding::Ending("standard"),
        mode: Mode::Deferred,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[OperationId::SessionApprove.index(), OperationId::SessionRequestChanges.index()],
        condition: None,
        effect: "declaration",
        spellings: &["session.finish", "session.finish", "gg.session.finish", "session::finish"],
        params: &[
            Member {
                name: "summary",
                spellings: &["summary", "summary", "summary", "summary"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::SessionApprove.index(),
        id: "session.approve",
        key: "approve",
        module: 11,
        binding: Binding::Ending("review"),
        mode: Mode::Deferred,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[OperationId::SessionFinish.index()],
        condition: None,
        effect: "declaration",
        spellings: &[
            "session.approve",
            "session.approve",
            "gg.session.approve",
            "session::approve",
        ],
        params: &[],
    },
    Operation {
        index: OperationId::SessionRequestChanges.index(),
        id: "session.request_changes",
        key: "request_changes",
        module: 11,
        binding: Binding::Ending("review"),
        mode: Mode::Deferred,
        deadline: false,
        during_compaction: DuringCompaction::Allowed,
        instead: &[OperationId::SessionFinish.index()],
        condition: None,
        effect: "declaration",
        spellings: &[
            "session.requestChanges",
            "session.requestChanges",
            "gg.session.request_changes",
            "session::request_changes",
        ],
        params: &[
            Member {
                name: "items",
                spellings: &["items", "items", "items", "items"],
                record: None,
            },
        ],
    },
];

/// Adds the calls of the module `session`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/session")?;
    instance.func_wrap_async("finish", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::SessionFinish,
                params,
                |params, request| request.member("summary", &params.0),
                async |host, call, params| Operations::finish(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("approve", |mut store, (): ()| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::SessionApprove,
                (),
                |(), request| request,
                async |host, call, ()| Operations::approve(host, call).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("request-changes", |mut store, params: (Vec<String>,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::SessionRequestChanges,
                params,
                |params, request| request.member("items", &params.0),
                async |host, call, params| Operations::request_changes(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
