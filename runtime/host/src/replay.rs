//! A host in the replay of a session: what depends on the world is answered from the record, and what rests on state gg
//! rebuilds is performed again. spec: runtime, 21

use std::fmt;

use gg_engine::{Answered, Call};
use serde_json::Value;

use crate::{
    delegation::{Delegation, Outcome},
    host::Host,
    operations::{OperationId, delegation::SubagentResult},
};

/// A record that calls are answered from.
pub trait Replay: Send + Sync + fmt::Debug {
    /// What the record has a call of a turn answered with.
    fn answer(&self, turn: u32, call: &Call) -> Answered;
}

impl Host {
    /// What a call is answered with in a replay; none for one that is performed.
    pub(crate) fn replayed(&mut self, operation: OperationId, call: &Call) -> Option<Answered> {
        let replay = self.replay.clone()?;
        // The program that opens the first turn is gg's own: it asks for documentation alone.
        if !rests_on_the_world(operation) || self.turn == 0 {
            return None;
        }
        let answered = replay.answer(self.turn, call);
        if let (OperationId::ViewsOpenFile, Ok(json)) = (operation, &answered.result)
            && let Ok(read) = serde_json::from_str(json)
        {
            let request: Value = serde_json::from_str(call.request()).unwrap_or_default();
            let most = request["max_line_chars"].as_u64().and_then(|most| u32::try_from(most).ok());
            self.recorded_file_view(request["path"].as_str().unwrap_or_default(), read, most);
        }
        if let (Some(hand), Ok(json)) = (&self.hand, &answered.result) {
            recall(&hand.delegation, &self.settings.agent, operation, json);
        }
        Some(answered)
    }
}

/// What an answer says of the children of an agent. None of them works again: one that had not returned when its session was
/// interrupted has ended with it.
fn recall(delegation: &Delegation, agent: &str, operation: OperationId, json: &str) {
    match operation {
        OperationId::DelegationSpawnSubagent => {
            if let Ok(id) = delegation.add(agent) {
                let summary = "The session was interrupted while this agent worked.".to_owned();
                delegation.returned(&id, Outcome { status: None, summary });
            }
        }
        OperationId::DelegationWaitForSubagents => {
            let results: Vec<SubagentResult> = serde_json::from_str(json).unwrap_or_default();
            delegation.collect(results.into_iter().map(|result| result.id).collect());
        }
        _ => {}
    }
}

/// Whether the answer of an operation depends on more than what gg keeps.
fn rests_on_the_world(operation: OperationId) -> bool {
    use OperationId as Id;
    matches!(
        operation,
        Id::ViewsOpenFile | Id::DelegationSpawnSubagent | Id::DelegationWaitForSubagents | Id::DelegationSendMessage
    ) || operation.id().starts_with("files.")
        || operation.id().starts_with("shell.")
}
