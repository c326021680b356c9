// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `memories`.

use crate::memories::{MemoryEdit, MemoryHit, MemoryInput, MemoryUsage};
use crate::membrane::form::{operation, record};

record! {
    MemoryInput {
        name ("name"): String,
        description ("description"): String,
        body ("body"): String,
        code ("code"): Option<String>,
        on_use ("on_use"): Option<String>,
    }
}

record! {
    MemoryUsage {
        count ("count"): u32,
        max_count ("max_count"): Option<u32>,
        total_chars ("total_chars"): u32,
        max_total_chars ("max_total_chars"): Option<u32>,
        index_chars ("index_chars"): u32,
        max_index_chars ("max_index_chars"): Option<u32>,
    }
}

record! {
    MemoryEdit {
        name ("name"): String,
        search ("search"): String,
        replace ("replace"): String,
    }
}

record! {
    MemoryHit {
        name ("name"): String,
        description ("description"): String,
        matched ("matched"): u32,
        occurrences ("occurrences"): u32,
        excerpt ("excerpt"): String,
    }
}

operation! {
    "memories.write_memory", "gg:sandbox/memories", "write-memory",
    fn write_memory(memory ("memory"): MemoryInput) -> MemoryUsage,
    (u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32),
}

operation! {
    "memories.update_memory", "gg:sandbox/memories", "update-memory",
    fn update_memory(memory ("memory"): MemoryInput) -> MemoryUsage,
    (u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32),
}

operation! {
    "memories.create_memory", "gg:sandbox/memories", "create-memory",
    fn create_memory(memory ("memory"): MemoryInput) -> MemoryUsage,
    (u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32),
}

operation! {
    "memories.read_memory", "gg:sandbox/memories", "read-memory",
    fn read_memory(name ("name"): &str) -> String,
    (u32, u32),
}

operation! {
    "memories.edit_memory", "gg:sandbox/memories", "edit-memory",
    fn edit_memory(edit ("edit"): MemoryEdit) -> MemoryUsage,
    (u32, u32, u32, u32, u32, u32),
}

operation! {
    "memories.search_memories", "gg:sandbox/memories", "search-memories",
    fn search_memories(keywords ("keywords"): &[&str]) -> Vec<MemoryHit>,
    (u32, u32),
}

operation! {
    "memories.delete_memory", "gg:sandbox/memories", "delete-memory",
    fn delete_memory(name ("name"): &str) -> MemoryUsage,
    (u32, u32),
}
