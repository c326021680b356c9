//! The module `context`. The window and its archive are not there yet, so no agent holds these rows and the gate refuses them.
//!
//! A call that got here all the same is `unavailable` (spec: decisions, 77).

use gg_engine::{Call, CallError};

use crate::{
    host::Host,
    operations::context::{ArchiveSearch, Operations, ReclaimReport, TurnRange},
};

impl Operations for Host {
    async fn evict_file_view(&mut self, call: &Call, _: Option<String>) -> Result<ReclaimReport, CallError> {
        Err(call.missing())
    }

    async fn archive_thread(&mut self, call: &Call, _: Vec<TurnRange>) -> Result<ReclaimReport, CallError> {
        Err(call.missing())
    }

    async fn search_archive(&mut self, call: &Call, _: String) -> Result<ArchiveSearch, CallError> {
        Err(call.missing())
    }

    async fn compact(&mut self, call: &Call, _: String, _: Vec<String>) -> Result<(), CallError> {
        Err(call.missing())
    }
}
