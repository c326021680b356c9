//! The record as an agent's host has it: what calls and looks at the workspace came to is noted, and told again in a replay.

use std::{fmt, sync::Arc};

use gg_engine::{Answered, Call, CallError, ErrorCode};
use gg_host::Replay;

use crate::{
    journal::{Entry, Kind, Record, payload},
    stop::Where,
};

/// The record of an agent.
pub(crate) struct Recall {
    record: Arc<dyn Record>,
    agent: String,
}

impl Recall {
    pub(crate) fn new(record: Arc<dyn Record>, agent: &str) -> Self {
        Self { record, agent: agent.to_owned() }
    }

    /// What is recorded of the answer of a call of a turn.
    fn recorded(&self, turn: u32, call: &Call) -> Option<Entry> {
        let key = payload::key(call);
        let wanted = |entry: &Entry| entry.kind.is_answer() && entry.turn == turn && entry.key == key;
        self.record.recall(&self.agent, &wanted)
    }
}

impl fmt::Debug for Recall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recall").field("agent", &self.agent).finish_non_exhaustive()
    }
}

impl Replay for Recall {
    fn is_on(&self) -> bool {
        self.record.replays(&self.agent)
    }

    fn answer(&self, turn: u32, call: &Call) -> Answered {
        let not_there = |message: &'static str| Answered {
            result: Err(CallError::new(ErrorCode::Other, message)),
            performed: true,
        };
        let Some(entry) = self.recorded(turn, call) else {
            return not_there("the recorded session made no such call");
        };
        payload::answered(&entry.text).unwrap_or_else(|bytes| {
            let why = format!("its answer of {bytes} bytes was cut when it was recorded, so nothing can go on from it");
            self.record.cannot_go_on(&entry, &why);
            not_there("the recorded answer was cut")
        })
    }

    fn refusal(&self, turn: u32, call: &Call) -> Option<Answered> {
        payload::answered(&self.recorded(turn, call)?.text).ok().filter(|answered| !answered.performed)
    }

    fn seen(&self, turn: u32, what: &str) -> Option<String> {
        let wanted = |entry: &Entry| entry.kind == Kind::Seen && entry.turn == turn && entry.key == what;
        Some(self.record.recall(&self.agent, &wanted)?.text)
    }

    fn is_at_stop(&self, program: u32) -> bool {
        let next = self.record.recall(&self.agent, &|_| true);
        next.is_some_and(|next| is_stop_of(&next, program) || Where::Program.is_of(&next))
    }

    fn stopped(&self, program: u32) -> Option<String> {
        let next = self.record.recall(&self.agent, &|_| true);
        Some(next.filter(|next| is_stop_of(next, program))?.text)
    }

    fn note_stopped(&self, turn: u32, program: u32, text: &str) {
        self.record.note(Entry::new(Kind::Stopped, &self.agent, turn, program.to_string(), text));
    }

    fn note_seen(&self, turn: u32, what: &str, text: &str) {
        self.record.note(Entry::new(Kind::Seen, &self.agent, turn, what.to_owned(), text));
    }
}

/// Whether an entry is of the program of a number in its turn, which was stopped for its time.
fn is_stop_of(entry: &Entry, program: u32) -> bool {
    entry.kind == Kind::Stopped && entry.key == program.to_string()
}
