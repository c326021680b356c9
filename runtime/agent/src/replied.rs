//! What models reply, in the record: noted as it comes, and in a replay given again in place of asking.

use gg_models::{Failure, Problem, Reply, Spent};

use crate::{
    agent::Agent,
    journal::{Entry, Kind},
    status::Status,
    stop::Where,
};

/// What a key begins with that is not of the agent's own model, but of one that summarises its window.
pub(crate) const SUMMARY: &str = "summary ";

impl Agent {
    /// What comes of asking a model, in a replay: what it replied, or that the run stops meanwhile. None where it is to be
    /// asked.
    pub(crate) fn replied(&self, caller: &str) -> Option<Result<Result<Reply, Failure>, Status>> {
        let run = self.run_of();
        if !run.replays(&self.id) {
            return None;
        }
        if let Some((status, _)) = run.probed(&self.id, Where::Model) {
            return Some(Err(status));
        }
        let failed = |found: String| Failure {
            model: caller.to_owned(),
            problem: Problem::Rejected { status: None, found },
            tries: 1,
            spent: Spent::default(),
        };
        let unreadable = |error: serde_json::Error| failed(format!("the recorded reply cannot be read: {error}"));
        Some(Ok(match run.next(&self.id, Kind::is_of_model) {
            None => Err(failed("the recorded session did not ask here".to_owned())),
            Some(Entry { kind: Kind::ModelError, text, .. }) => {
                Err(serde_json::from_str(&text).unwrap_or_else(unreadable))
            }
            Some(entry) => serde_json::from_str(&entry.text).map_err(unreadable),
        }))
    }

    /// Notes what a model replied, or why it did not.
    pub(crate) fn note_reply(&self, turn: u32, key: String, reply: &Result<Reply, Failure>) {
        self.run_of().note(|| {
            let (kind, text) = match reply {
                Ok(reply) => (Kind::ModelIo, serde_json::to_string(reply)),
                Err(failure) => (Kind::ModelError, serde_json::to_string(failure)),
            };
            Entry::new(kind, &self.id, turn, key, &text.unwrap_or_default())
        });
    }
}
