//! The module `board`. The board is not there yet, so no agent holds these rows and the gate refuses them.
//!
//! A call that got here all the same is `unavailable` (spec: decisions, 77).

use gg_engine::{Call, CallError};

use crate::{
    host::Host,
    operations::board::{BoardUsage, EpicCreated, EpicInput, IssueCreated, IssueInput, IssuePatch, Operations},
};

impl Operations for Host {
    async fn create_epic(&mut self, call: &Call, _: EpicInput) -> Result<EpicCreated, CallError> {
        Err(call.missing())
    }

    async fn create_issue(&mut self, call: &Call, _: IssueInput) -> Result<IssueCreated, CallError> {
        Err(call.missing())
    }

    async fn update_issue(&mut self, call: &Call, _: String, _: IssuePatch) -> Result<(), CallError> {
        Err(call.missing())
    }

    async fn set_issue_blocked_by(&mut self, call: &Call, _: String, _: Vec<String>) -> Result<(), CallError> {
        Err(call.missing())
    }

    async fn remove_epic(&mut self, call: &Call, _: String) -> Result<BoardUsage, CallError> {
        Err(call.missing())
    }

    async fn remove_issue(&mut self, call: &Call, _: String) -> Result<BoardUsage, CallError> {
        Err(call.missing())
    }

    async fn wait_for_issue(&mut self, call: &Call, _: String) -> Result<String, CallError> {
        Err(call.missing())
    }
}
