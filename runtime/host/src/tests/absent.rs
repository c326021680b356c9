//! Modules without a store or a runtime: their rows are held by nobody, and their methods say so.

use gg_engine::{Answers, ErrorCode::Unavailable};

use super::bench::{Bench, call, fails};
use crate::{Profile, operations::OperationId};

const EVERYTHING: &str = r#"
language = "typescript"
[capability]
shell = {}
read-file = {}
write-file = {}
edit-file = {}
list-dir = {}
search = {}
skills = {}
memories = { strategy = "scratchpad" }
tasks = {}
project-management = { maxRetries = 0, mergeAgentId = "merger" }
agent-managed-context = {}
compaction = { strategy = "self-compaction", summaryHeadroom = 0.1 }
subagents = {}
exec = {}
fork = {}
docview-close = {}
program-library = {}
[[roster]]
id = "helper"
name = "Helper"
description = "Helps."
scopes = ["subagent"]
"#;

#[tokio::test]
async fn no_profile_holds_a_row_without_a_store() {
    let bench = Bench::of(EVERYTHING, |_| {});
    let profile = Profile::read("everything", EVERYTHING).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(profile.capabilities.ids().count(), 17);
    let grants = profile.grants("standard", |operation| bench.host.holds(operation));
    let left: Vec<&str> = OperationId::ALL.iter().filter(|id| !grants.permits(id.row())).map(|id| id.id()).collect();
    // Calls of another strategy for memories, what has nothing behind it, and the endings of other roles.
    let expected = [
        "memories.create_memory",
        "memories.read_memory",
        "memories.edit_memory",
        "memories.search_memories",
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
        "session.approve",
        "session.request_changes",
    ];
    assert_eq!(left, expected);
}

#[tokio::test]
async fn their_methods_answer_unavailable() {
    let mut bench = Bench::new();
    let no = |call: &str| format!("`{call}` is not available.");
    let id = || "x".to_owned();
    fails(call!(bench, TasksRemoveTask, tasks::remove_task(id())), Unavailable, &no("tasks.removeTask"));
    fails(call!(bench, MemoriesReadMemory, memories::read_memory(id())), Unavailable, &no("memories.readMemory"));
    fails(call!(bench, ProgramsHistory, programs::history()), Unavailable, &no("programs.history"));
    fails(call!(bench, ProgramsGet, programs::get(id())), Unavailable, &no("programs.get"));
    fails(call!(bench, ContextSearchArchive, context::search_archive(id())), Unavailable, &no("context.searchArchive"));
    fails(call!(bench, BoardRemoveIssue, board::remove_issue(id())), Unavailable, &no("board.removeIssue"));
    fails(call!(bench, DelegationFork, delegation::fork(id())), Unavailable, &no("delegation.fork"));
}
