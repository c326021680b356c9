//! A host in the replay of a session: what depends on the world is answered from the record, and what rests on state gg
//! rebuilds is performed again. spec: runtime, 21

use std::fmt;

use gg_engine::{Answered, Call};
use serde_json::Value;

use crate::{
    delegation::Outcome,
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
        if let Ok(json) = &answered.result {
            self.apply(operation, call, json);
        }
        Some(answered)
    }

    /// Has what a call was answered with the effect it had. No child works again: one that had not returned when its session
    /// was interrupted has ended with it.
    fn apply(&mut self, operation: OperationId, call: &Call, json: &str) {
        match operation {
            OperationId::ViewsOpenFile => {
                let Ok(read) = serde_json::from_str(json) else { return };
                let request: Value = serde_json::from_str(call.request()).unwrap_or_default();
                let most = request["max_line_chars"].as_u64().and_then(|most| u32::try_from(most).ok());
                self.recorded_file_view(request["path"].as_str().unwrap_or_default(), read, most);
            }
            OperationId::DelegationSpawnSubagent | OperationId::DelegationFork => {
                let Some(hand) = &self.hand else { return };
                if let Ok(id) = hand.delegation.add(&self.settings.agent) {
                    let summary = "The session was interrupted while this agent worked.".to_owned();
                    hand.delegation.returned(&id, Outcome { status: None, summary });
                }
            }
            OperationId::DelegationWaitForSubagents => {
                let Some(hand) = &self.hand else { return };
                let results: Vec<SubagentResult> = serde_json::from_str(json).unwrap_or_default();
                hand.delegation.collect(results.into_iter().map(|result| result.id).collect());
            }
            _ => {}
        }
    }
}

/// Whether the answer of an operation depends on more than what gg keeps.
fn rests_on_the_world(operation: OperationId) -> bool {
    use OperationId as Id;
    matches!(
        operation,
        Id::ViewsOpenFile
            | Id::DelegationSpawnSubagent
            | Id::DelegationFork
            | Id::DelegationWaitForSubagents
            | Id::DelegationSendMessage
    ) || operation.id().starts_with("files.")
        || operation.id().starts_with("shell.")
}
