//! The replay of a session: the same agent takes the same turns on what was recorded of model, world, clock and randomness,
//! and what it does is compared with the record, entry by entry. spec: runtime, 21

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use gg_engine::{Answered, Call, CallError, ErrorCode};
use gg_host::Replay;
use gg_models::{Address, Asking, Failure, Model, Problem, Reply, Request, Spent, Watch};
use serde_json::Value;

use crate::journal::{Entry, Interruption, Journal, Kind, Record, Session, call_key};

/// Where a replay went another way than the session did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The position in the record, from 1.
    pub entry: usize,
    /// What was recorded there; none at its end.
    pub recorded: Option<Entry>,
    /// What the replay did instead; none when it ended.
    pub replayed: Option<Entry>,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut side = |what: &str, entry: &Option<Entry>| match entry {
            None => writeln!(f, "  {what}: nothing more"),
            Some(Entry { kind, agent, turn, key, text }) => {
                let text: String = text.chars().take(400).collect();
                writeln!(f, "  {what}: {kind} of {agent}, turn {turn} {key}\n    {text}")
            }
        };
        side("recorded", &self.recorded)?;
        side("replayed", &self.replayed)
    }
}

/// A record that a session is compared with.
#[derive(Debug)]
pub struct Recorded {
    entries: Vec<Entry>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How many entries have been compared.
    at: usize,
    divergence: Option<Divergence>,
}

impl Recorded {
    /// The record of a session, to be compared with from its beginning.
    pub fn new(session: &Session) -> Arc<Self> {
        let entries = session.entries.iter().filter(|entry| entry.kind != Kind::Session).cloned();
        Arc::new(Self { entries: entries.collect(), state: Mutex::default() })
    }

    /// How many entries have been compared, and where the replay went another way. Asked when it has ended; a session that
    /// was killed ends where its record does.
    pub fn compared(&self) -> (usize, Option<Divergence>) {
        let state = self.state();
        let left = self.entries.get(state.at).filter(|_| !self.was_killed());
        let divergence = state.divergence.clone().or_else(|| {
            left.map(|left| Divergence { entry: state.at + 1, recorded: Some(left.clone()), replayed: None })
        });
        (state.at, divergence)
    }

    /// Whether the session was, so that its record stops before an end.
    fn was_killed(&self) -> bool {
        self.entries.last().is_none_or(|last| last.kind != Kind::AgentEnd)
    }

    /// Whether all of a session that was killed has been compared.
    fn is_at_its_end(&self) -> bool {
        let state = self.state();
        state.divergence.is_none() && self.was_killed() && state.at >= self.entries.len()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next entry that is wanted, from where the comparison is.
    fn next(&self, wanted: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let at = self.state().at;
        self.entries.get(at..).unwrap_or_default().iter().find(|entry| wanted(entry)).cloned()
    }
}

impl Record for Recorded {
    fn note(&self, entry: Entry) {
        let mut state = self.state();
        if state.divergence.is_some() {
            return;
        }
        let recorded = self.entries.get(state.at);
        // Where a killed session stops, nothing is left to compare with.
        if recorded.is_none() && self.was_killed() {
            return;
        }
        if recorded == Some(&entry) {
            state.at += 1;
        } else {
            let recorded = recorded.cloned();
            state.divergence = Some(Divergence { entry: state.at + 1, recorded, replayed: Some(entry) });
        }
    }

    fn is_over(&self) -> bool {
        self.state().divergence.is_some() || self.is_at_its_end()
    }

    fn is_replay(&self) -> bool {
        true
    }

    fn interruption(&self) -> Option<Interruption> {
        let mut state = self.state();
        let entry = self.entries.get(state.at).filter(|entry| entry.kind == Kind::Resumed)?;
        state.at += 1;
        serde_json::from_str(&entry.text).ok()
    }

    fn number(&self, kind: Kind) -> Option<u64> {
        self.text(kind)?.parse().ok()
    }

    fn text(&self, kind: Kind) -> Option<String> {
        Some(self.next(|entry| entry.kind == kind)?.text)
    }
}

/// A session that was interrupted and goes on: first its closed turns are replayed, then the world is acted on again.
#[derive(Debug)]
pub struct Resuming {
    recorded: Arc<Recorded>,
    replayed: Replayed,
    journal: Arc<Journal>,
    model: Arc<dyn Model>,
    agent: String,
    interruption: Mutex<Option<Interruption>>,
    live: AtomicBool,
}

impl Resuming {
    /// A session that was [interrupted](Session::interrupted), and goes on with a model, recorded in its journal.
    pub fn new(
        (closed, interruption): (Session, Interruption),
        agent: &str,
        journal: Arc<Journal>,
        model: Arc<dyn Model>,
    ) -> Arc<Self> {
        let recorded = Recorded::new(&closed);
        let replayed = Replayed::new(recorded.clone(), model.address().clone());
        let (interruption, live) = (Mutex::new(Some(interruption)), AtomicBool::new(false));
        Arc::new(Self { recorded, replayed, journal, model, agent: agent.to_owned(), interruption, live })
    }

    /// What its calls are answered from, until it acts on the world.
    pub fn replayed(&self) -> Replayed {
        self.replayed.clone()
    }

    /// Whether it acts on the world.
    pub fn is_live(&self) -> bool {
        self.live.load(Ordering::SeqCst)
    }

    /// Where its closed turns went another way than they did.
    pub fn divergence(&self) -> Option<Divergence> {
        self.recorded.state().divergence.clone()
    }
}

impl Record for Resuming {
    fn note(&self, entry: Entry) {
        let is_own = entry.agent == self.agent;
        // One that was interrupted before its first turn begins with what is not recorded yet.
        if self.is_live() || !is_own || self.recorded.is_at_its_end() {
            self.journal.note(entry);
        } else {
            self.recorded.note(entry);
        }
    }

    fn sync(&self) {
        self.journal.sync();
    }

    fn is_over(&self) -> bool {
        !self.is_live() && self.divergence().is_some()
    }

    fn is_replay(&self) -> bool {
        !self.is_live() && !self.recorded.is_at_its_end()
    }

    fn interruption(&self) -> Option<Interruption> {
        if self.is_live() {
            return None;
        }
        if let Some(earlier) = self.recorded.interruption() {
            return Some(earlier);
        }
        let (at, all) = (self.recorded.state().at, self.recorded.entries.len());
        if at < all || self.divergence().is_some() {
            return None;
        }
        let interruption = self.interruption.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        self.live.store(true, Ordering::SeqCst);
        let text = serde_json::to_string(&interruption).unwrap_or_default();
        self.journal.note(Entry::new(Kind::Resumed, &self.agent, interruption.turn, String::new(), &text));
        Some(interruption)
    }

    fn number(&self, kind: Kind) -> Option<u64> {
        if self.is_live() { None } else { self.recorded.number(kind) }
    }

    fn text(&self, kind: Kind) -> Option<String> {
        if self.is_live() { None } else { self.recorded.text(kind) }
    }
}

impl Model for Resuming {
    fn address(&self) -> &Address {
        self.model.address()
    }

    fn ask<'a>(&'a self, request: &'a Request, watch: Watch<'a>) -> Asking<'a> {
        if self.is_live() { self.model.ask(request, watch) } else { self.replayed.ask(request, watch) }
    }
}

/// Calls and a model that answer from a record.
#[derive(Clone)]
pub struct Replayed {
    record: Arc<Recorded>,
    address: Address,
}

impl Replayed {
    /// Those of a record; the model had an address.
    pub fn new(record: Arc<Recorded>, address: Address) -> Self {
        Self { record, address }
    }
}

impl fmt::Debug for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replayed").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Replay for Replayed {
    fn answer(&self, turn: u32, call: &Call) -> Answered {
        let key = call_key(call);
        let found = self.record.next(|entry| entry.kind.is_answer() && entry.turn == turn && entry.key == key);
        let Some(entry) = found else {
            let error = CallError::new(ErrorCode::Other, "the recorded session made no such call");
            return Answered { result: Err(error), performed: true };
        };
        let answer: Value = serde_json::from_str(&entry.text).unwrap_or_default();
        let result = match answer["value"].as_str() {
            Some(value) => Ok(value.to_owned()),
            None => {
                let code = serde_json::from_value(answer["code"].clone()).unwrap_or(ErrorCode::Other);
                Err(CallError::new(code, answer["message"].as_str().unwrap_or_default().to_owned()))
            }
        };
        Answered { result, performed: answer["performed"].as_bool().unwrap_or(true) }
    }
}

impl Model for Replayed {
    fn address(&self) -> &Address {
        &self.address
    }

    fn ask<'a>(&'a self, _: &'a Request, _: Watch<'a>) -> Asking<'a> {
        Box::pin(async move {
            let entry = self.record.next(|entry| matches!(entry.kind, Kind::ModelIo | Kind::ModelError));
            let failed = |found: String| Failure {
                model: self.address.to_string(),
                problem: Problem::Rejected { status: None, found },
                tries: 1,
                spent: Spent::default(),
            };
            let Some(entry) = entry else { return Err(failed("the recorded session asked no more".to_owned())) };
            let unreadable = |error: serde_json::Error| failed(format!("the recorded reply cannot be read: {error}"));
            match entry.kind {
                Kind::ModelError => Err(serde_json::from_str(&entry.text).unwrap_or_else(unreadable)),
                _ => serde_json::from_str::<Reply>(&entry.text).map_err(unreadable),
            }
        })
    }
}
