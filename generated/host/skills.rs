// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Read a skill, and load the code it brings.
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

/// The operations of the module `skills`.
pub trait Operations: Send {
    /// Reads a skill and puts it to use.
    ///
    /// The first read also pins the text in the window for the whole session, from the next turn
    /// on.
    ///
    /// If the skill has code in the language of this program, the code is loaded for every later
    /// program, the documentation of what it declares is opened as views, and its script, if it has
    /// one, runs after this program has ended. The script runs on every read.
    ///
    /// Code that does not compile does not fail the read: the diagnostic follows the text, and the
    /// code is not loaded.
    ///
    /// # Arguments
    ///
    /// - `name`: The skill: one of those the system prompt lists.
    ///
    /// # Returns
    ///
    /// Its text; what was wrong with its code, if anything, follows.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The name is blank.
    /// - `not-found`: There is no such skill; the message lists those there are.
    fn read_skill(
        &mut self,
        call: &Call,
        name: String,
    ) -> impl Future<Output = Result<String, CallError>> + Send;
}

/// The rows of the module `skills`.
pub(super) static ROWS: [Operation; 1] = [
    Operation {
        index: OperationId::SkillsReadSkill.index(),
        id: "skills.read_skill",
        key: "read_skill",
        module: 9,
        binding: Binding::Capability(6),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("the skill library is not empty"),
        effect: "use",
        spellings: &[
            "skills.readSkill",
            "skills.readSkill",
            "gg.skills.read_skill",
            "skills::read_skill",
        ],
        params: &[
            Member { name: "name", spellings: &["name", "name", "name", "name"], record: None },
        ],
    },
];

/// Adds the calls of the module `skills`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/skills")?;
    instance.func_wrap_async("read-skill", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::SkillsReadSkill,
                params,
                |params, request| request.member("name", &params.0),
                async |host, call, params| Operations::read_skill(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
