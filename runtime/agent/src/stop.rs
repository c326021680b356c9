//! Where an agent is when its run stops, and how it ends then. That the run is over is an entry of its record, so a replay
//! stops at the same place. spec: runtime, 21 and 25

use std::fmt;

use crate::{
    agent::{Agent, Ended},
    journal::{Entry, Kind},
    status::Status,
};

/// Where an agent looks at whether the run is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    /// It waits for a slot.
    Slot,
    /// Between two turns.
    Boundary,
    /// Its model is asked.
    Model,
    /// Its programs run.
    Program,
    /// At the ceilings, at the close of a turn.
    Ceiling,
    /// It waits for issues.
    Wait,
}

impl Where {
    /// Whether an entry is of a look there that found the run to be over.
    pub(crate) fn is_of(self, entry: &Entry) -> bool {
        entry.kind == Kind::CancelProbe && entry.key.split_once(' ').is_some_and(|(_, place)| place == self.word())
    }

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Slot => "slot",
            Self::Boundary => "boundary",
            Self::Model => "model",
            Self::Program => "program",
            Self::Ceiling => "ceiling",
            Self::Wait => "wait",
        }
    }
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A run that stops while an agent takes a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) turn: u32,
    pub(crate) status: Status,
    pub(crate) at: Where,
}

impl Agent {
    /// The end of an agent whose run stops.
    pub(crate) fn stopped(self, Stop { turn, status, at }: Stop) -> Ended {
        let text = match status {
            Status::InternalError => self.run_of().fault().unwrap_or_default().to_owned(),
            Status::HookError => self.run_of().broken_hook().unwrap_or_default().to_owned(),
            _ if self.run_of().is_lost() => "The session cannot go on from its record.".to_owned(),
            _ => self.run_of().canceled_words(),
        };
        let text = self.probe(turn, status, at, &text);
        self.ended(turn, status, text)
    }

    /// Notes that the run was found to be over; the words for it, which are those of the record in a replay.
    pub(crate) fn probe(&self, turn: u32, status: Status, at: Where, text: &str) -> String {
        let run = self.run_of();
        let text = run.probed(&self.id, at).map_or_else(|| text.to_owned(), |(_, text)| text);
        run.note(|| Entry::new(Kind::CancelProbe, &self.id, turn, format!("{status} {at}"), &text));
        text
    }
}
