//! The module `tasks`. The task store is not there yet, so no agent holds these rows and the gate refuses them.
//!
//! A call that got here all the same is `unavailable` (spec: decisions, 77).

use gg_engine::{Call, CallError};

use crate::{
    host::Host,
    operations::tasks::{Operations, TaskInput, TaskPatch, TaskUsage},
};

impl Operations for Host {
    async fn add_task(&mut self, call: &Call, _: TaskInput) -> Result<TaskUsage, CallError> {
        Err(call.missing())
    }

    async fn update_task(&mut self, call: &Call, _: String, _: TaskPatch) -> Result<(), CallError> {
        Err(call.missing())
    }

    async fn set_blocked_by(&mut self, call: &Call, _: String, _: Vec<String>) -> Result<(), CallError> {
        Err(call.missing())
    }

    async fn complete_task(&mut self, call: &Call, _: String) -> Result<(), CallError> {
        Err(call.missing())
    }

    async fn remove_task(&mut self, call: &Call, _: String) -> Result<TaskUsage, CallError> {
        Err(call.missing())
    }
}
