// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `context`.

use crate::context::{ArchiveHit, ArchiveSearch, MessageRole, ReclaimReport, TurnRange};
use crate::membrane::form::{operation, record, words};

record! {
    ReclaimReport {
        items ("items"): u32,
        reclaimed_tokens ("reclaimed_tokens"): u32,
        paths ("paths"): Vec<String>,
        detail ("detail"): String,
    }
}

words! {
    MessageRole {
        0 => System = "system",
        1 => User = "user",
        2 => Assistant = "assistant",
        3 => Tool = "tool",
    }
}

record! {
    ArchiveHit {
        seq ("seq"): u32,
        role ("role"): MessageRole,
        text ("text"): String,
    }
}

record! {
    TurnRange {
        start ("start"): u32,
        end ("end"): u32,
    }
}

record! {
    ArchiveSearch {
        archive_empty ("archive_empty"): bool,
        hits ("hits"): Vec<ArchiveHit>,
    }
}

operation! {
    "context.evict_file_view", "gg:sandbox/context", "evict-file-view",
    fn evict_file_view(path ("path"): Option<&str>) -> ReclaimReport,
    (u32, u32, u32),
}

operation! {
    "context.archive_thread", "gg:sandbox/context", "archive-thread",
    fn archive_thread(ranges ("ranges"): &[TurnRange]) -> ReclaimReport,
    (u32, u32),
}

operation! {
    "context.search_archive", "gg:sandbox/context", "search-archive",
    fn search_archive(query ("query"): &str) -> ArchiveSearch,
    (u32, u32),
}

operation! {
    "context.compact", "gg:sandbox/context", "compact",
    fn compact(summary ("summary"): &str, files ("files"): &[&str]) -> (),
    (u32, u32, u32, u32),
}
