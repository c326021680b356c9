// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! Keep the agent's own graph of tasks.
//!
//! The tasks are this agent's own. They stand in the window, ready ones apart from blocked ones; no
//! call reads them.
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
use super::core::TextEdit;
use wasmtime::component::{ComponentType, Lift, Linker, Lower};

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "snake_case")]
#[component(enum)]
#[repr(u8)]
pub enum TaskStatus {
    /// Not begun.
    #[component(name = "pending")]
    Pending,
    /// Being worked on.
    #[component(name = "in-progress")]
    InProgress,
    /// Finished.
    #[component(name = "done")]
    Done,
}

impl Recorded for TaskStatus {
    fn record(&self, json: &mut String) {
        json.push_str(
            match self {
                Self::Pending => "\"pending\"",
                Self::InProgress => "\"in_progress\"",
                Self::Done => "\"done\"",
            },
        );
    }
}

/// A task to add.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct TaskInput {
    /// Its id, chosen by the program and not taken yet.
    pub id: String,
    /// What is to be done, in a line.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// Ids of tasks that must be done first.
    #[component(name = "blocked-by")]
    pub blocked_by: Vec<String>,
}

impl Recorded for TaskInput {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("id", &self.id)
            .member("title", &self.title)
            .member("description", &self.description)
            .member("blocked_by", &self.blocked_by)
            .close();
    }
}

/// Changes to a task. What is left out stays as it is; at least one change is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct TaskPatch {
    /// A new title.
    pub title: Option<String>,
    /// A change to the description: keep it, clear it, or set it.
    pub description: TextEdit,
    /// A new status.
    pub status: Option<TaskStatus>,
}

impl Recorded for TaskPatch {
    fn record(&self, json: &mut String) {
        Object::open(json)
            .member("title", &self.title)
            .member("description", &self.description)
            .member("status", &self.status)
            .close();
    }
}

/// How full the task graph is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[derive(Serialize, Deserialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct TaskUsage {
    /// Tasks held.
    pub count: u32,
    /// Most tasks allowed.
    #[component(name = "max-tasks")]
    pub max_tasks: u32,
}

/// The operations of the module `tasks`.
pub trait Operations: Send {
    /// Adds a task, with status `pending`.
    ///
    /// Blockers must have been added before. At most 200 tasks are held unless the run sets another
    /// bound.
    ///
    /// # Arguments
    ///
    /// - `task`: The task; id and title must not be empty.
    ///
    /// # Returns
    ///
    /// How full the task graph is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id or the title is empty.
    /// - `not-found`: A blocker does not exist.
    /// - `conflict`: The id is taken, or the task would block itself, directly or in a circle.
    /// - `limit-exceeded`: There are as many tasks as allowed; remove some.
    fn add_task(
        &mut self,
        call: &Call,
        task: TaskInput,
    ) -> impl Future<Output = Result<TaskUsage, CallError>> + Send;

    /// Changes a task's title, description or status.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the task.
    /// - `patch`: What to change; what is left out stays as it is.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank, the title is empty, or nothing is to be changed.
    /// - `not-found`: There is no such task.
    fn update_task(
        &mut self,
        call: &Call,
        id: String,
        patch: TaskPatch,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Replaces the list of what blocks a task.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the task.
    /// - `blocked_by`: Ids of all tasks that must be done before it; an empty list clears it.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank.
    /// - `not-found`: The task or a blocker does not exist.
    /// - `conflict`: The task would block itself, directly or in a circle.
    fn set_blocked_by(
        &mut self,
        call: &Call,
        id: String,
        blocked_by: Vec<String>,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Sets a task's status to `done`.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the task.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank.
    /// - `not-found`: There is no such task.
    fn complete_task(
        &mut self,
        call: &Call,
        id: String,
    ) -> impl Future<Output = Result<(), CallError>> + Send;

    /// Removes a task; it blocks nothing any more.
    ///
    /// # Arguments
    ///
    /// - `id`: Id of the task.
    ///
    /// # Returns
    ///
    /// How full the task graph is now.
    ///
    /// # Errors
    ///
    /// - `invalid-argument`: The id is blank.
    /// - `not-found`: There is no such task.
    fn remove_task(
        &mut self,
        call: &Call,
        id: String,
    ) -> impl Future<Output = Result<TaskUsage, CallError>> + Send;
}

/// The rows of the module `tasks`.
pub(super) static ROWS: [Operation; 5] = [
    Operation {
        index: OperationId::TasksAddTask.index(),
        id: "tasks.add_task",
        key: "add_task",
        module: 3,
        binding: Binding::Capability(8),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("a task store is bound"),
        effect: "tasks",
        spellings: &["tasks.addTask", "tasks.addTask", "gg.tasks.add_task", "tasks::add_task"],
        params: &[
            Member { name: "task", spellings: &["task", "task", "task", "task"], record: Some(3) },
        ],
    },
    Operation {
        index: OperationId::TasksUpdateTask.index(),
        id: "tasks.update_task",
        key: "update_task",
        module: 3,
        binding: Binding::Capability(8),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("a task store is bound"),
        effect: "tasks",
        spellings: &[
            "tasks.updateTask",
            "tasks.updateTask",
            "gg.tasks.update_task",
            "tasks::update_task",
        ],
        params: &[
            Member { name: "id", spellings: &["id", "id", "id", "id"], record: None },
            Member {
                name: "patch",
                spellings: &["patch", "patch", "patch", "patch"],
                record: Some(4),
            },
        ],
    },
    Operation {
        index: OperationId::TasksSetBlockedBy.index(),
        id: "tasks.set_blocked_by",
        key: "set_blocked_by",
        module: 3,
        binding: Binding::Capability(8),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("a task store is bound"),
        effect: "tasks",
        spellings: &[
            "tasks.setBlockedBy",
            "tasks.setBlockedBy",
            "gg.tasks.set_blocked_by",
            "tasks::set_blocked_by",
        ],
        params: &[
            Member { name: "id", spellings: &["id", "id", "id", "id"], record: None },
            Member {
                name: "blocked-by",
                spellings: &["blockedBy", "blockedBy", "blocked_by", "blocked_by"],
                record: None,
            },
        ],
    },
    Operation {
        index: OperationId::TasksCompleteTask.index(),
        id: "tasks.complete_task",
        key: "complete_task",
        module: 3,
        binding: Binding::Capability(8),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[OperationId::TasksUpdateTask.index()],
        condition: Some("a task store is bound"),
        effect: "tasks",
        spellings: &[
            "tasks.completeTask",
            "tasks.completeTask",
            "gg.tasks.complete_task",
            "tasks::complete_task",
        ],
        params: &[Member { name: "id", spellings: &["id", "id", "id", "id"], record: None }],
    },
    Operation {
        index: OperationId::TasksRemoveTask.index(),
        id: "tasks.remove_task",
        key: "remove_task",
        module: 3,
        binding: Binding::Capability(8),
        mode: Mode::Immediate,
        deadline: true,
        during_compaction: DuringCompaction::Refused,
        instead: &[],
        condition: Some("a task store is bound"),
        effect: "tasks",
        spellings: &[
            "tasks.removeTask",
            "tasks.removeTask",
            "gg.tasks.remove_task",
            "tasks::remove_task",
        ],
        params: &[Member { name: "id", spellings: &["id", "id", "id", "id"], record: None }],
    },
];

/// Adds the calls of the module `tasks`, each inside its bracket.
pub(super) fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Operations + Answers<Operation = OperationId>,
{
    let mut instance = linker.instance("gg:sandbox/tasks")?;
    instance.func_wrap_async("add-task", |mut store, params: (TaskInput,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::TasksAddTask,
                params,
                |params, request| request.member("task", &params.0),
                async |host, call, params| Operations::add_task(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("update-task", |mut store, params: (String, TaskPatch)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::TasksUpdateTask,
                params,
                |params, request| request.member("id", &params.0).member("patch", &params.1),
                async |host, call, params| {
                    Operations::update_task(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("set-blocked-by", |mut store, params: (String, Vec<String>)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::TasksSetBlockedBy,
                params,
                |params, request| request.member("id", &params.0).member("blocked_by", &params.1),
                async |host, call, params| {
                    Operations::set_blocked_by(host, call, params.0, params.1).await
                },
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("complete-task", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::TasksCompleteTask,
                params,
                |params, request| request.member("id", &params.0),
                async |host, call, params| Operations::complete_task(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    instance.func_wrap_async("remove-task", |mut store, params: (String,)| {
        Box::new(async move {
            let answer = serve(
                store.data_mut(),
                OperationId::TasksRemoveTask,
                params,
                |params, request| request.member("id", &params.0),
                async |host, call, params| Operations::remove_task(host, call, params.0).await,
            )
            .await;
            Ok((answer,))
        })
    })?;
    Ok(())
}
