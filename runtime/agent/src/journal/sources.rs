//! Clock and randomness of programs, each number of which is an entry.

use std::sync::Arc;

use gg_engine::sandbox;

use super::{Entry, Kind, Record};

/// Clock and randomness of programs, recorded or from a record.
pub struct Sources {
    record: Arc<dyn Record>,
    agent: String,
}

impl Sources {
    /// Those of an agent.
    pub fn new(record: Arc<dyn Record>, agent: &str) -> Self {
        Self { record, agent: agent.to_owned() }
    }

    fn number(&self, kind: Kind, own: impl FnOnce() -> u64) -> u64 {
        let recorded = self.record.recall(&self.agent, &|entry| entry.kind == kind);
        let number = recorded.and_then(|entry| entry.text.parse().ok()).unwrap_or_else(own);
        self.record.note(Entry::new(kind, &self.agent, 0, String::new(), &number.to_string()));
        number
    }
}

impl sandbox::Sources for Sources {
    fn now(&self) -> u64 {
        self.number(Kind::Clock, || sandbox::System.now())
    }

    fn random(&self) -> u64 {
        self.number(Kind::Random, || sandbox::System.random())
    }
}
