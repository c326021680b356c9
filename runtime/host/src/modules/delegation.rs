//! The module `delegation`. The delegation runtime is not there yet, so no agent holds these rows and the gate refuses them.
//!
//! A call that got here all the same is `unavailable` (spec: decisions, 77).

use gg_engine::{Call, CallError};

use crate::{
    host::Host,
    operations::delegation::{Operations, SpawnRequest, SubagentHandle, SubagentResult},
};

impl Operations for Host {
    async fn spawn_subagent(&mut self, call: &Call, _: SpawnRequest) -> Result<SubagentHandle, CallError> {
        Err(call.missing())
    }

    async fn wait_for_subagents(
        &mut self,
        call: &Call,
        _: Option<Vec<String>>,
    ) -> Result<Vec<SubagentResult>, CallError> {
        Err(call.missing())
    }

    async fn send_message(&mut self, call: &Call, _: String, _: String) -> Result<(), CallError> {
        Err(call.missing())
    }

    async fn transition_state(&mut self, call: &Call, _: String, _: Option<String>) -> Result<(), CallError> {
        Err(call.missing())
    }

    async fn exec(&mut self, call: &Call, _: String, _: Option<String>) -> Result<(), CallError> {
        Err(call.missing())
    }

    async fn fork(&mut self, call: &Call, _: String) -> Result<SubagentHandle, CallError> {
        Err(call.missing())
    }
}
