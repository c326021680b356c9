//! The module `memories` (spec: operations, 8, cards 10 to 16; runtime, 10).

use std::sync::Arc;

use gg_engine::{Agent, Call, CallError};
use rusqlite::Connection;
use serde_json::json;

use crate::{
    failure::{conflict, invalid, limit, not_found, refused, required},
    host::{Host, Settings},
    operations::{
        OperationId,
        memories::{MemoryEdit, MemoryHit, MemoryInput, MemoryUsage, Operations},
    },
    profile::{Memories, Scope, Strategy},
    store::{
        Stop, StoreError,
        changes::{self, Change, MemoryNotice},
        memories::{self, Memory, SHARED, Usage, characters},
        search,
    },
    text::{Occurs, is_blank, occurs, visible},
    uses::{Code, Origin},
};

/// Characters of a name at most.
const NAME: usize = 64;
/// Characters of a module or a script at most.
const CODE: u32 = 32_768;
/// What all memories of an agent are noted as.
const ALL: &str = "memories";

impl Operations for Host {
    async fn write_memory(&mut self, call: &Call, memory: MemoryInput) -> Result<MemoryUsage, CallError> {
        self.write(call, memory, Change::Added).await
    }

    async fn update_memory(&mut self, call: &Call, memory: MemoryInput) -> Result<MemoryUsage, CallError> {
        self.write(call, memory, Change::Revised).await
    }

    async fn create_memory(&mut self, call: &Call, memory: MemoryInput) -> Result<MemoryUsage, CallError> {
        let memory = checked(call, self.memories(call)?, memory)?;
        self.put_memory(call, &memory, Change::Added).await
    }

    async fn read_memory(&mut self, call: &Call, name: String) -> Result<String, CallError> {
        self.memories(call)?;
        required(call, "name", &name)?;
        let memory = self.memory(&name).await?.ok_or_else(|| unknown(&name))?;
        let said = self.put_to_use(call, code(&memory)).await;
        Ok(memory.body + &said.unwrap_or_default())
    }

    async fn edit_memory(&mut self, call: &Call, edit: MemoryEdit) -> Result<MemoryUsage, CallError> {
        let limits = self.memories(call)?.clone();
        let MemoryEdit { name, search, replace } = &edit;
        required(call, "edit.name", name)?;
        if search.is_empty() {
            return Err(invalid(format!("`{}` is empty", call.param("edit.search"))));
        }
        let kept = self.kept(limits);
        let edited = self.store.write(|store| {
            let memory = memories::get(store, &kept.owner, name)?.ok_or_else(|| unknown(name))?;
            let search_param = call.param("edit.search");
            let body = match occurs(&memory.body, search) {
                Occurs::Once(at) => [&memory.body[..at], replace, &memory.body[at + search.len()..]].concat(),
                Occurs::Never => {
                    return Err(not_found(format!("`{search_param}` does not occur in the memory: {name}")).into());
                }
                Occurs::Often(times) => {
                    let message = format!("`{search_param}` occurs {times} times in the memory {name}");
                    return Err(conflict(format!("{message}: take in more of what stands around the place")).into());
                }
            };
            if is_blank(&body) {
                return Err(invalid(format!("the body would become empty: {name}")).into());
            }
            if characters(&body) > characters(&memory.body) {
                within("the characters of the body would be", characters(&body), kept.limits.max_len_per_memory)?;
            }
            kept.put(store, &Memory { body, ..memory }, Change::Revised)
        });
        edited.await?
    }

    async fn search_memories(&mut self, call: &Call, keywords: Vec<String>) -> Result<Vec<MemoryHit>, CallError> {
        let most = Some(self.memories(call)?.max_results).filter(|most| *most > 0);
        let keywords = search::keywords(&keywords);
        if keywords.is_empty() {
            return Err(invalid(format!("`{}` has no keyword that is not blank", call.param("keywords"))));
        }
        let owner = owner(&self.settings);
        let found = self.store.read(|store| search::search(store, owner, &keywords, most)).await?;
        Ok(found.unwrap_or_default())
    }

    async fn delete_memory(&mut self, call: &Call, name: String) -> Result<MemoryUsage, CallError> {
        let limits = self.memories(call)?.clone();
        required(call, "name", &name)?;
        let kept = self.kept(limits);
        let deleted = self.store.write(|store| {
            let number = memories::number(store, &kept.owner, &name)?.ok_or_else(|| unknown(&name))?;
            memories::remove(store, number)?;
            kept.note(store, &name, Change::Removed)?;
            Ok(told(memories::usage(store, &kept.owner)?, &kept.limits))
        });
        deleted.await?
    }
}

impl Host {
    /// The agent's memories as they stand pinned in its window: every body, an index, or nothing, by their strategy.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn memory_block(&mut self) -> Result<Option<String>, StoreError> {
        let Some(Memories { strategy, .. }) = self.settings.memories else { return Ok(None) };
        let owner = owner(&self.settings);
        let text = match strategy {
            Strategy::KeywordSearch => None,
            Strategy::Markdown => self.store.read(|store| memories::index(store, owner)).await?,
            Strategy::Scratchpad => {
                let all = self.store.read(|store| memories::list(store, owner)).await?;
                all.map(|all| all.iter().map(memories::whole).collect())
            }
        };
        Ok(text.filter(|text| !text.is_empty()))
    }

    /// Loads the code of the memories a scratchpad has, which no call reads: without this it could not be imported in a later
    /// session. What could not be loaded, by the names of the memories, with the reason.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn load_memories(&mut self, agent: &Arc<Agent>) -> Result<Vec<(String, String)>, StoreError> {
        if !matches!(self.settings.memories, Some(Memories { strategy: Strategy::Scratchpad, .. })) {
            return Ok(Vec::new());
        }
        let recorded = self.shares_memories().then(|| self.recorded_seen(ALL)).flatten();
        let owner = owner(&self.settings);
        let memories: Vec<Memory> = match recorded {
            Some(recorded) => serde_json::from_str(&recorded).unwrap_or_default(),
            None => self.store.read(|store| memories::list(store, owner)).await?.unwrap_or_default(),
        };
        if self.shares_memories() && memories.iter().any(brings_code) {
            self.note_seen(ALL, &json!(memories).to_string());
        }
        let mut failed = Vec::new();
        for memory in memories {
            if let Some(why) = self.load_stored(agent, code(&memory)).await {
                failed.push((memory.name, why));
            }
        }
        Ok(failed)
    }

    /// What other holders did to its memories, since it was asked last; nothing when it is asked first.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn memory_notices(&mut self) -> Result<Vec<MemoryNotice>, StoreError> {
        if self.settings.memories.is_none() {
            return Ok(Vec::new());
        }
        let (owner, writer, since) = (owner(&self.settings), self.writer, self.changes_seen);
        let read = self.store.read(|store| {
            let notices = since.map_or(Ok(Vec::new()), |since| changes::since(store, owner, since, writer))?;
            Ok((changes::last(store)?, notices))
        });
        let (last, notices) = read.await?.unwrap_or_default();
        self.changes_seen = Some(last);
        Ok(notices)
    }

    /// Whether others have the same memories, or may come to have them.
    pub fn shares_memories(&self) -> bool {
        let Settings { agent, memories, spawns, .. } = &self.settings;
        memories.is_some() && (*spawns || owner(&self.settings) != agent)
    }

    /// Who owns the memories of those it starts, where their profiles have them inherit them.
    pub fn memories_to_inherit(&self) -> &str {
        owner(&self.settings)
    }

    /// Who owns the memories of its spawner, if it has one.
    pub fn spawner_memories(&self) -> Option<&str> {
        self.settings.spawner_memories.as_deref()
    }

    /// Whether anything stands behind an operation of the module, for an agent with these memories (spec: operations, 4).
    pub(crate) fn holds_memories(&self, operation: OperationId) -> bool {
        use OperationId as Id;
        let Some(Memories { strategy, scope, .. }) = &self.settings.memories else { return false };
        let (scratchpad, writes) = (*strategy == Strategy::Scratchpad, *scope != Scope::ReadOnly);
        match operation {
            Id::MemoriesWriteMemory | Id::MemoriesUpdateMemory => scratchpad && writes,
            Id::MemoriesCreateMemory | Id::MemoriesEditMemory => !scratchpad && writes,
            Id::MemoriesReadMemory => !scratchpad,
            Id::MemoriesSearchMemories => *strategy == Strategy::KeywordSearch,
            Id::MemoriesDeleteMemory => writes,
            _ => false,
        }
    }

    /// Whether the agent may do this to its memories at the moment (spec: runtime, 2.1, step 6).
    pub(crate) fn may_change_memories(&self, operation: OperationId, call: &Call) -> Result<(), CallError> {
        use OperationId as Id;
        let changes = matches!(
            operation,
            Id::MemoriesWriteMemory
                | Id::MemoriesUpdateMemory
                | Id::MemoriesCreateMemory
                | Id::MemoriesEditMemory
                | Id::MemoriesDeleteMemory
        );
        match &self.settings.memories {
            Some(Memories { scope: Scope::ReadOnly, .. }) if changes => {
                Err(refused(call.did_not_run("this agent may only read these memories.")))
            }
            _ => Ok(()),
        }
    }

    /// A memory. Where others have it too and it brings code, that is in the record, for in a replay they may not have written
    /// it yet.
    async fn memory(&mut self, name: &str) -> Result<Option<Memory>, StoreError> {
        let is_shared = self.shares_memories();
        let what = format!("memory {name}");
        let recorded = is_shared.then(|| self.recorded_seen(&what)).flatten();
        let owner = owner(&self.settings);
        let memory = match recorded {
            Some(recorded) => serde_json::from_str(&recorded).ok(),
            None => self.store.read(|store| memories::get(store, owner, name)).await?.flatten(),
        };
        if let Some(memory) = memory.as_ref().filter(|memory| is_shared && brings_code(memory)) {
            self.note_seen(&what, &json!(memory).to_string());
        }
        Ok(memory)
    }

    fn memories(&self, call: &Call) -> Result<&Memories, CallError> {
        self.settings.memories.as_ref().ok_or_else(|| call.missing())
    }

    fn kept(&self, limits: Memories) -> Kept {
        let Settings { agent, .. } = &self.settings;
        Kept { owner: owner(&self.settings).to_owned(), agent: agent.clone(), writer: self.writer, limits }
    }

    /// Writes a memory whose code is loaded with it: what does not compile is not stored.
    async fn write(&mut self, call: &Call, memory: MemoryInput, change: Change) -> Result<MemoryUsage, CallError> {
        let memory = checked(call, self.memories(call)?, memory)?;
        let prepared = self.prepare_code(call, code(&memory)).await?;
        let usage = self.put_memory(call, &memory, change).await;
        if usage.is_ok() || self.replays_shared_memories() {
            self.bind(call, prepared);
        }
        usage
    }

    async fn put_memory(&mut self, call: &Call, memory: &Memory, change: Change) -> Result<MemoryUsage, CallError> {
        let kept = self.kept(self.memories(call)?.clone());
        self.store.write(|store| kept.put(store, memory, change)).await?
    }
}

/// Who owns the memories of an agent (spec: runtime, 10).
fn owner(settings: &Settings) -> &str {
    match settings.memories {
        Some(Memories { scope: Scope::Shared, .. }) => SHARED,
        Some(Memories { scope: Scope::Isolated, .. }) => &settings.agent,
        // Who holds none passes on what it would inherit.
        Some(Memories { scope: Scope::Inherited | Scope::ReadOnly, .. }) | None => {
            settings.spawner_memories.as_ref().unwrap_or(&settings.agent)
        }
    }
}

/// A store of memories, as one holder has it.
struct Kept {
    owner: String,
    agent: String,
    writer: i64,
    limits: Memories,
}

impl Kept {
    /// Keeps a memory, if it fits.
    fn put(&self, store: &Connection, memory: &Memory, change: Change) -> Result<MemoryUsage, Stop> {
        let Memory { name, description, body, .. } = memory;
        let number = memories::number(store, &self.owner, name)?;
        let before = memories::usage(store, &self.owner)?;
        let old = match (change, number) {
            (Change::Added, Some(_)) => {
                return Err(conflict(format!("there is a memory of this name already: {name}")).into());
            }
            (Change::Added, None) => Usage::default(),
            (_, None) => return Err(unknown(name).into()),
            (_, Some(number)) => memories::usage_of(store, number)?,
        };
        let after = before.minus(old).plus(Usage::of(name, description, body));
        self.fits(before, after)?;
        memories::put(store, &self.owner, number, memory)?;
        self.note(store, name, change)?;
        Ok(told(after, &self.limits))
    }

    /// Whether what there will be is within the bounds. What is beyond one already may still become less.
    fn fits(&self, before: Usage, after: Usage) -> Result<(), CallError> {
        let Memories { max_count, max_total_len, .. } = self.limits;
        let bounds = [
            ("the memories would be", before.count, after.count, max_count),
            ("the characters of all bodies would be", before.total_chars, after.total_chars, max_total_len),
            ("the characters of the index would be", before.index_chars, after.index_chars, max_index(&self.limits)),
        ];
        for (what, before, after, most) in bounds {
            if after > before {
                within(what, after, most)?;
            }
        }
        Ok(())
    }

    /// Lets the others know who hold the memories, of whom there may be some at any time.
    fn note(&self, store: &Connection, name: &str, change: Change) -> rusqlite::Result<()> {
        let Self { owner, agent, writer, .. } = self;
        changes::note(store, owner, (*writer, agent), name, change)
    }
}

/// The bound on the index; 0 for none.
fn max_index(limits: &Memories) -> u32 {
    if limits.strategy == Strategy::Markdown { limits.max_len_index } else { 0 }
}

/// Whether a memory brings something to be loaded.
fn brings_code(memory: &Memory) -> bool {
    memory.code.is_some() || memory.on_use.is_some()
}

/// What a memory brings to be loaded.
fn code(memory: &Memory) -> Code<'_> {
    let Memory { name, code, on_use, .. } = memory;
    Code { origin: Origin::Memory, name, module: code.as_deref(), on_use: on_use.as_deref() }
}

/// How full a store is, as its holder is told.
fn told(usage: Usage, limits: &Memories) -> MemoryUsage {
    let bound = |most: u32| Some(most).filter(|most| *most > 0);
    MemoryUsage {
        count: usage.count,
        max_count: bound(limits.max_count),
        total_chars: usage.total_chars,
        max_total_chars: bound(limits.max_total_len),
        index_chars: usage.index_chars,
        max_index_chars: bound(max_index(limits)),
    }
}

/// A memory whose texts are as they have to be by themselves.
fn checked(call: &Call, limits: &Memories, memory: MemoryInput) -> Result<Memory, CallError> {
    let MemoryInput { name, description, body, code, on_use } = memory;
    required(call, "memory.name", &name)?;
    if limits.strategy != Strategy::KeywordSearch {
        required(call, "memory.description", &description)?;
    }
    required(call, "memory.body", &body)?;
    let is_good = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '.');
    if !name.chars().all(is_good) {
        let param = call.param("memory.name");
        return Err(invalid(format!("`{param}` may have letters, digits, `-`, `_` and `.` only: {}", visible(&name))));
    }
    let length = name.chars().count();
    if length > NAME {
        return Err(invalid(format!("`{}` has {length} characters; the most is {NAME}", call.param("memory.name"))));
    }
    let code = code.filter(|code| !is_blank(code));
    let on_use = on_use.filter(|on_use| !is_blank(on_use));
    let bounds = [
        ("memory.description", Some(&description), limits.max_len_description),
        ("memory.body", Some(&body), limits.max_len_per_memory),
        ("memory.code", code.as_ref(), CODE),
        ("memory.on-use", on_use.as_ref(), CODE),
    ];
    for (param, text, most) in bounds {
        let chars = text.map_or(0, |text| characters(text));
        if most > 0 && chars > most {
            return Err(limit(format!("`{}` has {chars} characters; the most is {most}", call.param(param))));
        }
    }
    Ok(Memory { name, description, body, code, on_use })
}

/// Holds a size against a bound, of which 0 is none.
fn within(what: &str, size: u32, most: u32) -> Result<(), CallError> {
    if most > 0 && size > most { Err(limit(format!("{what} {size}; the most is {most}"))) } else { Ok(()) }
}

fn unknown(name: &str) -> CallError {
    not_found(format!("no such memory: {}", visible(name)))
}
