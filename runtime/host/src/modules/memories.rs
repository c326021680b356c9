//! The module `memories`. The memory store is not there yet, so no agent holds these rows and the gate refuses them.
//!
//! A call that got here all the same is `unavailable` (spec: decisions, 77).

use gg_engine::{Call, CallError};

use crate::{
    host::Host,
    operations::memories::{MemoryEdit, MemoryHit, MemoryInput, MemoryUsage, Operations},
};

impl Operations for Host {
    async fn write_memory(&mut self, call: &Call, _: MemoryInput) -> Result<MemoryUsage, CallError> {
        Err(call.missing())
    }

    async fn update_memory(&mut self, call: &Call, _: MemoryInput) -> Result<MemoryUsage, CallError> {
        Err(call.missing())
    }

    async fn create_memory(&mut self, call: &Call, _: MemoryInput) -> Result<MemoryUsage, CallError> {
        Err(call.missing())
    }

    async fn read_memory(&mut self, call: &Call, _: String) -> Result<String, CallError> {
        Err(call.missing())
    }

    async fn edit_memory(&mut self, call: &Call, _: MemoryEdit) -> Result<MemoryUsage, CallError> {
        Err(call.missing())
    }

    async fn search_memories(&mut self, call: &Call, _: Vec<String>) -> Result<Vec<MemoryHit>, CallError> {
        Err(call.missing())
    }

    async fn delete_memory(&mut self, call: &Call, _: String) -> Result<MemoryUsage, CallError> {
        Err(call.missing())
    }
}
