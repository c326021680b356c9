// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Keep what should outlive the window: notes and code, by name.
//!
//! A memory has a name, a description, a body and, if wanted, code. Names are 1 to 64 letters,
//! digits, `-`, `_` or `.`.
//!
//! There are two ways to keep them, and an agent has one of them. Either every body stands in the
//! window ([`memories.write_memory`](super::memories::Operations::write_memory),
//! [`memories.update_memory`](super::memories::Operations::update_memory)), or bodies are kept
//! outside and read when needed
//! ([`memories.create_memory`](super::memories::Operations::create_memory),
//! [`memories.read_memory`](super::memories::Operations::read_memory),
//! [`memories.edit_memory`](super::memories::Operations::edit_memory)). What stands in the window
//! is refreshed from time to time, not after each change.
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

/// A memory to add, or to put in the place of one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct MemoryInput {
    /// Its name: 1 to 64 letters, digits, `-`, `_` or `.`.
    pub name: String,
    /// What it is about, in a line; at most 256 characters unless the run sets another bound.
    pub description: String,
    /// The memory itself; not empty.
    pub body: String,
    /// A module in the language of the programs, for later programs to use; at most 32768
    /// characters. Blank counts as left out.
    pub code: Option<String>,
    /// A script in the language of the programs that runs after each use, when the program has
    /// ended; at most 32768 characters. Blank counts as left out.
    #[component(name = "on-use")]
    pub on_use: Option<String>,
}

impl Recorded for MemoryInput {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("name", &self.name)
            .member("description", &self.description)
            .member("body", &self.body)
            .member("code", &self.code)
            .member("on_use", &self.on_use)
            .close();
    }
}

/// How full the store is. A maximum that is absent is no limit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct MemoryUsage {
    /// Memories held.
    pub count: u32,
    /// Most memories allowed.
    #[component(name = "max-count")]
    pub max_count: Option<u32>,
    /// Characters of all bodies together.
    #[component(name = "total-chars")]
    pub total_chars: u32,
    /// Most characters of all bodies together.
    #[component(name = "max-total-chars")]
    pub max_total_chars: Option<u32>,
    /// Characters of the index, the lines of names and descriptions.
    #[component(name = "index-chars")]
    pub index_chars: u32,
    /// Most characters of the index.
    #[component(name = "max-index-chars")]
    pub max_index_chars: Option<u32>,
}

/// One exact replacement in a memory's body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct MemoryEdit {
    /// Name of the memory.
    pub name: String,
    /// The text to find, exactly once in the body; white space counts.
    pub search: String,
    /// What takes its place; may be empty, as long as the body does not become so.
    pub replace: String,
}

impl Recorded for MemoryEdit {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("name", &self.name)
            .member("search", &self.search)
            .member("replace", &self.replace)
            .close();
    }
}

/// A memory a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct MemoryHit {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// How many of the keywords it contains.
    pub matched: u32,
    /// How often it contains any of them.
    pub occurrences: u32,
    /// A piece of the body around a match.
    pub excerpt: String,
}

/// The operations of the module `memories`.
pub trait Operations: Send {
    /// Adds a memory whose body stands in the window.
    ///
    /// The body is shown, pinned, when the memories in the window are next refreshed; that is not
    /// after each write. A body has at most 4096 characters unless the run sets another bound.
    ///
    /// Code is compiled at once and loaded for later programs, and documentation of what it
    /// declares is opened as views. If it does not compile, nothing is stored.
    ///
    /// # Arguments
    ///
    /// - `memory`: The memory; name, description and body must not be empty.
    ///
    /// # Returns
    ///
    /// How full the store is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: A required text is empty, the name has other characters or more than
    ///   64, or the code does not compile; the message then has the diagnostic. Nothing is stored.
    /// - `conflict`: The name is taken;
    ///   [`memories.update_memory`](super::memories::Operations::update_memory) replaces a memory.
    /// - `refused`: This agent may only read these memories.
    /// - `limit-exceeded`: A bound on length or count is met; the message gives size and bound.
    /// - `io-error`: The compiler could not finish; nothing is stored, and the call may be tried
    ///   again.
    fn write_memory(
        &mut self,
        call: &Call,
        memory: MemoryInput,
    ) -> impl Future<Output = Result<MemoryUsage, CallError>> + Send;

    /// Replaces a memory whose body stands in the window.
    ///
    /// The whole memory is replaced. Code or a script that is left out is cleared, so pass again
    /// what shall stay. Code is compiled at once and loaded for later programs, and documentation
    /// of what it declares is opened as views. If it does not compile, the memory stays as it was.
    ///
    /// The window shows the change when its memories are next refreshed.
    ///
    /// # Arguments
    ///
    /// - `memory`: The memory as it shall be; its name says which is replaced.
    ///
    /// # Returns
    ///
    /// How full the store is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: A required text is empty, the name has other characters or more than
    ///   64, or the code does not compile; the message then has the diagnostic. Nothing is changed.
    /// - `not-found`: There is no memory of that name;
    ///   [`memories.write_memory`](super::memories::Operations::write_memory) adds one.
    /// - `refused`: This agent may only read these memories.
    /// - `limit-exceeded`: A bound on length is met; the message gives size and bound.
    /// - `io-error`: The compiler could not finish; nothing is changed, and the call may be tried
    ///   again.
    fn update_memory(
        &mut self,
        call: &Call,
        memory: MemoryInput,
    ) -> impl Future<Output = Result<MemoryUsage, CallError>> + Send;

    /// Adds a memory which is read when it is needed.
    ///
    /// The body stays outside the window;
    /// [`memories.read_memory`](super::memories::Operations::read_memory) returns it. A body has at
    /// most 8192 characters unless the run sets another bound.
    ///
    /// Where the window lists the names and descriptions of memories, the description is required.
    /// Where memories are found by
    /// [`memories.search_memories`](super::memories::Operations::search_memories), it may be empty.
    ///
    /// Code is stored as it is, and compiled and loaded when the memory is read.
    ///
    /// # Arguments
    ///
    /// - `memory`: The memory; name and body must not be empty.
    ///
    /// # Returns
    ///
    /// How full the store is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: A required text is empty, or the name has other characters or more
    ///   than 64.
    /// - `conflict`: The name is taken;
    ///   [`memories.edit_memory`](super::memories::Operations::edit_memory) changes a memory.
    /// - `refused`: This agent may only read these memories.
    /// - `limit-exceeded`: A bound on length or count is met; the message gives size and bound.
    fn create_memory(
        &mut self,
        call: &Call,
        memory: MemoryInput,
    ) -> impl Future<Output = Result<MemoryUsage, CallError>> + Send;

    /// Reads a memory and puts it to use.
    ///
    /// The body goes to the program and is not shown in the window;
    /// [`views.open_text`](super::views::Operations::open_text) shows it.
    ///
    /// If the memory has code, the code is loaded for every later program, the documentation of
    /// what it declares is opened as views, and its script, if it has one, runs after this program
    /// has ended. The script runs on every read.
    ///
    /// Code that does not compile does not fail the read: the diagnostic follows the text, and the
    /// code is not loaded.
    ///
    /// # Arguments
    ///
    /// - `name`: Name of the memory.
    ///
    /// # Returns
    ///
    /// Its body; what was wrong with its code, if anything, follows.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The name is blank.
    /// - `not-found`: There is no memory of that name.
    fn read_memory(
        &mut self,
        call: &Call,
        name: String,
    ) -> impl Future<Output = Result<String, CallError>> + Send;

    /// Replaces the one place where a text occurs in a memory's body.
    ///
    /// The text is compared exactly, white space included. Name, description and code stay as they
    /// are.
    ///
    /// # Arguments
    ///
    /// - `edit`: The memory, the text to find and what takes its place.
    ///
    /// # Returns
    ///
    /// How full the store is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The name or the text to find is empty, or the body would become empty.
    /// - `not-found`: There is no memory of that name, or the text does not occur in its body.
    /// - `conflict`: The text occurs more than once; take more of what stands around the place.
    /// - `refused`: This agent may only read these memories.
    /// - `limit-exceeded`: A bound on length is met; the message gives size and bound.
    fn edit_memory(
        &mut self,
        call: &Call,
        edit: MemoryEdit,
    ) -> impl Future<Output = Result<MemoryUsage, CallError>> + Send;

    /// Finds the memories that contain keywords.
    ///
    /// Upper and lower case are the same. Memories with most of the keywords come first, then those
    /// in which they occur most often, then by name. At most 25 are returned unless the run sets
    /// another bound; when as many come back there may be more.
    ///
    /// # Arguments
    ///
    /// - `keywords`: Words or phrases to look for; blank ones are dropped.
    ///
    /// # Returns
    ///
    /// What was found, best first; empty when nothing was.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: No keyword is left.
    fn search_memories(
        &mut self,
        call: &Call,
        keywords: Vec<String>,
    ) -> impl Future<Output = Result<Vec<MemoryHit>, CallError>> + Send;

    /// Removes a memory.
    ///
    /// # Arguments
    ///
    /// - `name`: Name of the memory.
    ///
    /// # Returns
    ///
    /// How full the store is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The name is blank.
    /// - `not-found`: There is no memory of that name.
    /// - `refused`: This agent may only read these memories.
    fn delete_memory(
        &mut self,
        call: &Call,
        name: String,
    ) -> impl Future<Output = Result<MemoryUsage, CallError>> + Send;
}

/// The rows of the module `memories`.
pub(super) static ROWS: [Operation; 7] = [
    Operation {
        index: OperationId::MemoriesWriteMemory.index(),
        id: "memories.write_memory",
        key: "write_memory",
        module: 4,
        binding: Binding::Capability(7),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Memory,
        instead: &[OperationId::MemoriesCreateMemory.index()],
        condition: Some("a store is bound; strategy scratchpad; the holder may write"),
        effect: "memories",
        spellings: &[
            "memories.writeMemory",
            "memories.writeMemory",
            "gg.memories.write_memory",
            "memories::write_memory",
        ],
        params: &[
            Member {
                name: "memory",
                spellings: &["memory", "memory", "memory", "memory"],
                record: Some(5),
            },
        ],
    },
    Operation {
        index: OperationId::MemoriesUpdateMemory.index(),
        id: "memories.update_memory",
        key: "update_memory",
        module: 4,
        binding: Binding::Capability(7),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Memory,
        instead: &[OperationId::MemoriesEditMemory.index()],
        condition: Some("a store is bound; strategy scratchpad; the holder may write; switch `revise` on"),
        effect: "memories",
        spellings: &[
            "memories.updateMemory",
            "memories.updateMemory",
            "gg.memories.update_memory",
            "memories::update_memory",
        ],
        params: &[
            Member {
                name: "memory",
                spellings: &["memory", "memory", "memory", "memory"],
                record: Some(5),
            },
        ],
    },
    Operation {
        index: OperationId::MemoriesCreateMemory.index(),
        id: "memories.create_memory",
        key: "create_memory",
        module: 4,
        binding: Binding::Capability(7),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Memory,
        instead: &[OperationId::MemoriesWriteMemory.index()],
        condition: Some("a store is bound; a file-shaped strategy; the holder may write"),
        effect: "memories",
        spellings: &[
            "memories.createMemory",
            "memories.createMemory",
            "gg.memories.create_memory",
            "memories::create_memory",
        ],
        params: &[
            Member {
                name: "memory",
                spellings: &["memory", "memory", "memory", "memory"],
                record: Some(5),
            },
        ],
    },
    Operation {
        index: OperationId::MemoriesReadMemory.index(),
        id: "memories.read_memory",
        key: "read_memory",
        module: 4,
        binding: Binding::Capability(7),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Memory,
        instead: &[OperationId::MemoriesSearchMemories.index()],
        condition: Some("a store is bound; a file-shaped strategy"),
        effect: "use",
        spellings: &[
            "memories.readMemory",
            "memories.readMemory",
            "gg.memories.read_memory",
            "memories::read_memory",
        ],
        params: &[
            Member { name: "name", spellings: &["name", "name", "name", "name"], record: None },
        ],
    },
    Operation {
        index: OperationId::MemoriesEditMemory.index(),
        id: "memories.edit_memory",
        key: "edit_memory",
        module: 4,
        binding: Binding::Capability(7),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Memory,
        instead: &[OperationId::MemoriesUpdateMemory.index()],
        condition: Some("a store is bound; a file-shaped strategy; the holder may write; switch `revise` on"),
        effect: "memories",
        spellings: &[
            "memories.editMemory",
            "memories.editMemory",
            "gg.memories.edit_memory",
            "memories::edit_memory",
        ],
        params: &[
            Member { name: "edit", spellings: &["edit", "edit", "edit", "edit"], record: Some(6) },
        ],
    },
    Operation {
        index: OperationId::MemoriesSearchMemories.index(),
        id: "memories.search_memories",
        key: "search_memories",
        module: 4,
        binding: Binding::Capability(7),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Memory,
        instead: &[OperationId::MemoriesReadMemory.index()],
        condition: Some("a store is bound; strategy keyword-search"),
        effect: "none",
        spellings: &[
            "memories.searchMemories",
            "memories.searchMemories",
            "gg.memories.search_memories",
            "memories::search_memories",
        ],
        params: &[
            Member {
                name: "keywords",
                spellings: &["keywords", "keywords", "keywords", "keywords"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::MemoriesDeleteMemory.index(),
        id: "memories.delete_memory",
        key: "delete_memory",
        module: 4,
        binding: Binding::Capability(7),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Memory,
        instead: &[],
        condition: Some("a store is bound; the holder may write; switch `revise` on"),
        effect: "memories",
        spellings: &[
            "memories.deleteMemory",
            "memories.deleteMemory",
            "gg.memories.delete_memory",
            "memories::delete_memory",
        ],
        params: &[
            Member { name: "name", spellings: &["name", "name", "name", "name"], record: None },
        ],
    },
];

/// Adds the calls of the module `memories`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/memories")?;
    instance.func_wrap_async("write-memory", |mut store, params: (MemoryInput,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::MemoriesWriteMemory,
                params,
                |params, request| request.member("memory", &params.0),
                async |host, call, params| Operations::write_memory(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("update-memory", |mut store, params: (MemoryInput,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::MemoriesUpdateMemory,
                params,
                |params, request| request.member("memory", &params.0),
                async |host, call, params| Operations::update_memory(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("create-memory", |mut store, params: (MemoryInput,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::MemoriesCreateMemory,
                params,
                |params, request| request.member("memory", &params.0),
                async |host, call, params| Operations::create_memory(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("read-memory", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::MemoriesReadMemory,
                params,
                |params, request| request.member("name", &params.0),
                async |host, call, params| Operations::read_memory(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("edit-memory", |mut store, params: (MemoryEdit,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::MemoriesEditMemory,
                params,
                |params, request| request.member("edit", &params.0),
                async |host, call, params| Operations::edit_memory(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("search-memories", |mut store, params: (Vec<String>,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::MemoriesSearchMemories,
                params,
                |params, request| request.member("keywords", &params.0),
                async |host, call, params| Operations::search_memories(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("delete-memory", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::MemoriesDeleteMemory,
                params,
                |params, request| request.member("name", &params.0),
                async |host, call, params| Operations::delete_memory(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
