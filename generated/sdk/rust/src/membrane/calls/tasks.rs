// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `tasks`.

use crate::tasks::{TaskInput, TaskPatch, TaskStatus, TaskUsage};
use crate::core::TextEdit;
use crate::membrane::form::{operation, record, words};

words! {
    TaskStatus {
        0 => Pending = "pending",
        1 => InProgress = "in_progress",
        2 => Done = "done",
    }
}

record! {
    TaskInput {
        id ("id"): String,
        title ("title"): String,
        description ("description"): Option<String>,
        blocked_by ("blocked_by"): Vec<String>,
    }
}

record! {
    TaskPatch {
        title ("title"): Option<String>,
        description ("description"): TextEdit,
        status ("status"): Option<TaskStatus>,
    }
}

record! {
    TaskUsage {
        count ("count"): u32,
        max_tasks ("max_tasks"): u32,
    }
}

operation! {
    "tasks.add_task", "gg:sandbox/tasks", "add-task",
    fn add_task(task ("task"): TaskInput) -> TaskUsage,
    (u32, u32, u32, u32, u32, u32, u32, u32, u32),
}

operation! {
    "tasks.update_task", "gg:sandbox/tasks", "update-task",
    fn update_task(id ("id"): &str, patch ("patch"): TaskPatch) -> (),
    (u32, u32, u32, u32, u32, u32, u32, u32, u32, u32),
}

operation! {
    "tasks.set_blocked_by", "gg:sandbox/tasks", "set-blocked-by",
    fn set_blocked_by(id ("id"): &str, blocked_by ("blocked_by"): &[&str]) -> (),
    (u32, u32, u32, u32),
}

operation! {
    "tasks.complete_task", "gg:sandbox/tasks", "complete-task",
    fn complete_task(id ("id"): &str) -> (),
    (u32, u32),
}

operation! {
    "tasks.remove_task", "gg:sandbox/tasks", "remove-task",
    fn remove_task(id ("id"): &str) -> TaskUsage,
    (u32, u32),
}
