// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `delegation`.

use crate::delegation::{AgentStatus, SpawnRequest, SubagentBrief, SubagentHandle, SubagentResult};
use crate::membrane::form::{operation, record, variant, words};

variant! {
    SubagentBrief {
        0 => Prompt(payload: String) = "prompt",
        1 => Issue(payload: String) = "issue",
    }
}

record! {
    SpawnRequest {
        agent ("agent"): String,
        task ("task"): SubagentBrief,
    }
}

record! {
    SubagentHandle {
        id ("id"): String,
        slot ("slot"): String,
        model_id ("model_id"): String,
    }
}

words! {
    AgentStatus {
        0 => Completed = "completed",
        1 => Exhausted = "exhausted",
        2 => TimedOut = "timed_out",
        3 => ModelError = "model_error",
        4 => AuthError = "auth_error",
        5 => LimitExceeded = "limit_exceeded",
    }
}

record! {
    SubagentResult {
        id ("id"): String,
        status ("status"): Option<AgentStatus>,
        summary ("summary"): String,
    }
}

operation! {
    "delegation.spawn_subagent", "gg:sandbox/delegation", "spawn-subagent",
    fn spawn_subagent(request ("request"): SpawnRequest) -> SubagentHandle,
    (u32, u32, u32, u32, u32),
}

operation! {
    "delegation.wait_for_subagents", "gg:sandbox/delegation", "wait-for-subagents",
    fn wait_for_subagents(ids ("ids"): Option<&[&str]>) -> Vec<SubagentResult>,
    (u32, u32, u32),
}

operation! {
    "delegation.send_message", "gg:sandbox/delegation", "send-message",
    fn send_message(agent_id ("agent_id"): &str, message ("message"): &str) -> (),
    (u32, u32, u32, u32),
}

operation! {
    "delegation.transition_state", "gg:sandbox/delegation", "transition-state",
    fn transition_state(state ("state"): &str, note ("note"): Option<&str>) -> (),
    (u32, u32, u32, u32, u32),
}

operation! {
    "delegation.exec", "gg:sandbox/delegation", "exec",
    fn exec(agent ("agent"): &str, prompt ("prompt"): Option<&str>) -> (),
    (u32, u32, u32, u32, u32),
}

operation! {
    "delegation.fork", "gg:sandbox/delegation", "fork",
    fn fork(prompt ("prompt"): &str) -> SubagentHandle,
    (u32, u32),
}
