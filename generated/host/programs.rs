// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! List, read and run again the agent's earlier programs.
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

/// The shape of an earlier program, without its source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ProgramSummary {
    /// Its id, by which its source is read.
    pub id: String,
    /// The turn it ran in.
    pub turn: u32,
    /// Its number of lines.
    pub lines: u32,
    /// Its number of characters.
    pub chars: u32,
    /// Whether it ended without failing.
    pub ok: bool,
    /// What it failed with; absent when it did not.
    pub error: Option<String>,
}

/// The operations of the module `programs`.
pub trait Operations: Send {
    /// Lists the agent's earlier programs, oldest first.
    ///
    /// Only the most recent ones are held, failed ones and ones that did not compile among them.
    /// The list has their shape; [`programs.get`](super::programs::Operations::get) returns a
    /// source.
    ///
    /// # Returns
    ///
    /// The programs still held.
    ///
    /// # Errors
    ///
    /// What the host could not do.
    fn history(
        &mut self,
        call: &Call,
    ) -> impl Future<Output = Result<Vec<ProgramSummary>, CallError>> + Send;

    /// Returns the source of an earlier program.
    ///
    /// Where a program handed over, it is the source that ran last. It goes to the program and is
    /// not shown in the window.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the program, from gg's answer to it or from
    ///   [`programs.history`](super::programs::Operations::history).
    ///
    /// # Returns
    ///
    /// Its whole source.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank.
    /// - `not-found`: No program of that id is held, or no longer; the message names those that
    ///   are.
    fn get(
        &mut self,
        call: &Call,
        id: String,
    ) -> impl Future<Output = Result<String, CallError>> + Send;

    /// Runs another program in this turn, after this one has ended.
    ///
    /// Deferred: this program runs on to its end. If it fails, or declares an ending of the
    /// session, the other program does not run. What this program did stands; the turn's outcome is
    /// that of the last program. At most 4 programs run one after the other, this one included, and
    /// each can hand over once.
    ///
    /// The usual source is that of [`programs.get`](super::programs::Operations::get), changed.
    ///
    /// # Arguments
    ///
    /// - `source`: A whole program in the language of this one.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The source is blank.
    /// - `refused`: This program has handed over already.
    fn rerun(
        &mut self,
        call: &Call,
        source: String,
    ) -> impl Future<Output = Result<(), CallError>> + Send;
}

/// The rows of the module `programs`.
pub(super) static ROWS: [Operation; 3] = [
    Operation {
        index: OperationId::ProgramsHistory.index(),
        id: "programs.history",
        key: "history",
        module: 10,
        binding: Binding::Capability(16),
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: None,
        effect: "none",
        spellings: &[
            "programs.history",
            "programs.history",
            "gg.programs.history",
            "programs::history",
        ],
        params: &[],
    },
    Operation {
        index: OperationId::ProgramsGet.index(),
        id: "programs.get",
        key: "get",
        module: 10,
        binding: Binding::Capability(16),
        mode: Mode::Immediate,
        deadline: false,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: None,
        effect: "none",
        spellings: &["programs.get", "programs.get", "gg.programs.get", "programs::get"],
        params: &[Member { name: "id", spellings: &["id", "id", "id", "id"], record: None }],
    },
    Operation {
        index: OperationId::ProgramsRerun.index(),
        id: "programs.rerun",
        key: "rerun",
        module: 10,
        binding: Binding::Capability(16),
        mode: Mode::Deferred,
        deadline: false,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: None,
        effect: "declaration",
        spellings: &["programs.rerun", "programs.rerun", "gg.programs.rerun", "programs::rerun"],
        params: &[
            Member {
                name: "source",
                spellings: &["source", "source", "source", "source"],
                record: None,
            },
        ],
    },
];

/// Adds the calls of the module `programs`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/programs")?;
    instance.func_wrap_async("history", |mut store, (): ()| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ProgramsHistory,
                (),
                |(), request| request,
                async |host, call, ()| Operations::history(host, call).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("get", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ProgramsGet,
                params,
                |params, request| request.member("id", &params.0),
                async |host, call, params| Operations::get(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("rerun", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ProgramsRerun,
                params,
                |params, request| request.member("source", &params.0),
                async |host, call, params| Operations::rerun(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
