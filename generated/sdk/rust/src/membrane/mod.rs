// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! The membrane: how a call reaches the host.

#[cfg(target_arch = "wasm32")]
mod abi;
pub(crate) mod calls;
#[cfg(not(target_arch = "wasm32"))]
mod double;
#[cfg(target_arch = "wasm32")]
mod run;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod runtime;

#[cfg(target_arch = "wasm32")]
use abi as form;
#[cfg(not(target_arch = "wasm32"))]
use double as form;

#[cfg(not(target_arch = "wasm32"))]
pub use double::{Answer, Request, answer, value};

pub(crate) use crate::core::ApiError;
pub(crate) use crate::core::ErrorCode;

#[cfg(target_arch = "wasm32")]
pub(crate) mod runtime {
    super::run::feedback! { "gg:sandbox/feedback" }
}

/// Every operation that is bound here.
#[cfg(target_arch = "wasm32")]
const OPERATIONS: &[&str] = &[
    "shell.shell",
    "files.read_file",
    "files.read_text_file",
    "files.write_file",
    "files.edit_file",
    "files.list_dir",
    "files.tree",
    "files.search",
    "skills.read_skill",
    "memories.write_memory",
    "memories.update_memory",
    "memories.create_memory",
    "memories.read_memory",
    "memories.edit_memory",
    "memories.search_memories",
    "memories.delete_memory",
    "tasks.add_task",
    "tasks.update_task",
    "tasks.set_blocked_by",
    "tasks.complete_task",
    "tasks.remove_task",
    "board.create_epic",
    "board.create_issue",
    "board.update_issue",
    "board.set_issue_blocked_by",
    "board.remove_epic",
    "board.remove_issue",
    "board.wait_for_issue",
    "context.evict_file_view",
    "context.archive_thread",
    "context.search_archive",
    "context.compact",
    "delegation.spawn_subagent",
    "delegation.wait_for_subagents",
    "delegation.send_message",
    "delegation.transition_state",
    "delegation.exec",
    "delegation.fork",
    "docs.search",
    "docs.close",
    "docs.close_all",
    "views.open_file",
    "views.open_text",
    "views.open_docs_view",
    "views.close",
    "views.current",
    "programs.history",
    "programs.get",
    "programs.rerun",
    "session.finish",
    "session.approve",
    "session.request_changes",
];
