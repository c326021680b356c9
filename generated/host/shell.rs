// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Run a command line in the workspace.
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

/// What a command left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ShellOutput {
    /// The exit status; absent when a signal ended the process.
    #[component(name = "exit-code")]
    pub exit_code: Option<i32>,
    /// Standard output, then standard error, joined by a newline when both exist; the tail when too
    /// long.
    pub output: String,
    /// Whether `output` is only the tail.
    pub truncated: bool,
}

/// The operations of the module `shell`.
pub trait Operations: Send {
    /// Runs one command line and waits for it.
    ///
    /// It runs in the workspace. A process that ran is a success whatever its exit status, so check
    /// [`shell-output.exit-code`](super::shell::ShellOutput::exit_code). At the timeout the command
    /// is ended with everything it started.
    ///
    /// Only the tail of a long output is kept, at most 16384 bytes, and
    /// [`shell-output.truncated`](super::shell::ShellOutput::truncated) is set. The text may then
    /// name two files that hold all of standard output and of standard error; they can be read like
    /// files of the workspace.
    ///
    /// The output is not shown in the window;
    /// [`views.open_text`](super::views::Operations::open_text) shows what matters of it.
    ///
    /// # Arguments
    ///
    /// - `command`: A line for `sh -c`.
    /// - `timeout_secs`: How many seconds it may run, above 0; 120 when left out. More than 86400,
    ///   or more than the run has left, is lowered to that.
    ///
    /// # Returns
    ///
    /// The exit status and the output.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The command is blank, or the timeout is not a positive, finite number.
    /// - `refused`: The command was blocked; the message says why.
    /// - `limit-exceeded`: The command was ended at its timeout: allow it more, or have it do less.
    /// - `io-error`: The command could not be started or waited for.
    fn shell(
        &mut self,
        call: &Call,
        command: String,
        timeout_secs: Option<f64>,
    ) -> impl Future<Output = Result<ShellOutput, CallError>> + Send;
}

/// The rows of the module `shell`.
pub(super) static ROWS: [Operation; 1] = [
    Operation {
        index: OperationId::ShellShell.index(),
        id: "shell.shell",
        key: "shell",
        module: 1,
        binding: Binding::Capability(0),
        mode: Mode::Blocking,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: None,
        effect: "process",
        spellings: &["shell.shell", "shell.shell", "gg.shell.shell", "shell::shell"],
        params: &[
            Member {
                name: "command",
                spellings: &["command", "command", "command", "command"],
                record: None,
            },
            Member {
                name: "timeout-secs",
                spellings: &["timeoutSecs", "timeoutSecs", "timeout_secs", "timeout_secs"],
                record: None,
            },
        ],
    },
];

/// Adds the calls of the module `shell`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/shell")?;
    instance.func_wrap_async("shell", |mut store, params: (String, Option<f64>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::ShellShell,
                params,
                |params, request| {
                    request.member("command", &params.0).member("timeout_secs", &params.1)
                },
                async |host, call, params| Operations::shell(host, call, params.0, params.1).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
