//! The replay of a session: the same agents take the same turns on what was recorded of models, world, clock and randomness,
//! and what each does is compared with its own record, entry by entry. spec: runtime, 21
//!
//! The agent that was given the task is replayed, and every agent that was started from there on. What agents did on issues
//! of the board is in the record to be read, and is not replayed: the worktrees it was done in are gone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use gg_models::{Address, Asking, Failure, Model, Problem, Request, Spent, Watch};

use crate::journal::{Entry, Interruption, Journal, Kind, Opening, Record, Session};

/// Where a replay went another way than the session did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The agent.
    pub agent: String,
    /// The position in its record, from 1.
    pub entry: usize,
    /// What was recorded there; none at its end.
    pub recorded: Option<Entry>,
    /// What came of it.
    pub instead: Instead,
}

/// What came of an entry in a replay that is not what was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instead {
    /// Something else.
    Other(Entry),
    /// The replay ended.
    Nothing,
    /// The replay cannot go on from it, for this reason.
    Unusable(String),
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut side = |what: &str, entry: Option<&Entry>| match entry {
            None => writeln!(f, "  {what}: nothing more"),
            Some(Entry { kind, agent, turn, key, text }) => {
                let text: String = text.chars().take(400).collect();
                writeln!(f, "  {what}: {kind} of {agent}, turn {turn} {key}\n    {text}")
            }
        };
        side("recorded", self.recorded.as_ref())?;
        match &self.instead {
            Instead::Other(entry) => side("replayed", Some(entry)),
            Instead::Nothing => side("replayed", None),
            Instead::Unusable(why) => writeln!(f, "  {why}"),
        }
    }
}

/// A record that a session is compared with.
#[derive(Debug)]
pub struct Recorded {
    agents: BTreeMap<String, Vec<Entry>>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    places: BTreeMap<String, Place>,
    divergence: Option<Divergence>,
}

/// How far the comparison with an agent's record has come.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// How many entries have been compared.
    at: usize,
    /// Whether the agent did more than is recorded of a program that was stopped.
    overran: bool,
}

/// What a comparison came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// How many entries are the same.
    pub entries: usize,
    /// Of how many agents.
    pub agents: usize,
    /// Where the replay went another way.
    pub divergence: Option<Divergence>,
}

impl Recorded {
    /// The record of a session, to be compared with from its beginning.
    pub fn new(session: &Session) -> Arc<Self> {
        let entries = |log: &crate::journal::Log| {
            log.entries.iter().filter(|entry| entry.kind != Kind::Session).cloned().collect()
        };
        let agents = session.replayable().map(|log| (log.agent.clone(), entries(log))).collect();
        Arc::new(Self { agents, state: Mutex::default() })
    }

    /// What the comparison came to. Asked when the replay has ended; an agent that was killed ends where its record does.
    pub fn compared(&self) -> Compared {
        let state = self.state();
        let place = |agent: &str| state.places.get(agent).copied().unwrap_or_default().at;
        let left = self.agents.iter().find_map(|(agent, entries)| {
            let left = entries.get(place(agent)).filter(|_| !was_killed(entries))?;
            let (agent, entry) = (agent.clone(), place(agent) + 1);
            Some(Divergence { agent, entry, recorded: Some(left.clone()), instead: Instead::Nothing })
        });
        Compared {
            entries: state.places.values().map(|place| place.at).sum(),
            agents: self.agents.len(),
            divergence: state.divergence.clone().or(left),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is left of the record of an agent; none, if there is none of it.
    fn left(&self, agent: &str) -> Option<&[Entry]> {
        let at = self.state().places.get(agent).copied().unwrap_or_default().at;
        self.agents.get(agent)?.get(at..)
    }

    fn divergence(&self) -> Option<Divergence> {
        self.state().divergence.clone()
    }
}

/// Whether an agent was, so that its record stops before an end.
fn was_killed(entries: &[Entry]) -> bool {
    entries.last().is_none_or(|last| last.kind != Kind::AgentEnd)
}

impl Record for Recorded {
    fn note(&self, entry: Entry) {
        let agent = entry.agent.clone();
        let entries = self.agents.get(&agent).map(Vec::as_slice).unwrap_or_default();
        let mut state = self.state();
        if state.divergence.is_some() {
            return;
        }
        let place = state.places.entry(agent.clone()).or_default();
        let (at, recorded) = (place.at, entries.get(place.at));
        match recorded {
            Some(recorded) if *recorded == entry => place.at += 1,
            // Where the session was stopped in the middle of a program, what else that does is not in the record.
            Some(recorded) if recorded.kind == Kind::CancelProbe && entry.kind != Kind::CancelProbe => {
                place.overran = true;
            }
            // A program that is about to be stopped may still look at the clock, which it did not before.
            Some(recorded) if recorded.kind == Kind::Stopped && matches!(entry.kind, Kind::Clock | Kind::Random) => {}
            // Where a killed session stops, nothing is left to compare with.
            None if was_killed(entries) => {}
            _ => {
                let (recorded, instead) = (recorded.cloned(), Instead::Other(entry));
                state.divergence = Some(Divergence { agent, entry: at + 1, recorded, instead });
            }
        }
    }

    fn replays(&self, _: &str) -> bool {
        true
    }

    fn recall(&self, agent: &str, wanted: &dyn Fn(&Entry) -> bool) -> Option<Entry> {
        // Of a session that went another way nothing more is known.
        if self.divergence().is_some() {
            return None;
        }
        self.left(agent)?.iter().find(|entry| wanted(entry)).cloned()
    }

    fn cannot_go_on(&self, entry: &Entry, why: &str) {
        let at = self.left(&entry.agent).and_then(|left| left.iter().position(|other| other == entry));
        let mut state = self.state();
        let place = state.places.get(&entry.agent).copied().unwrap_or_default().at;
        state.divergence.get_or_insert_with(|| Divergence {
            agent: entry.agent.clone(),
            entry: place + at.unwrap_or_default() + 1,
            recorded: Some(entry.clone()),
            instead: Instead::Unusable(why.to_owned()),
        });
    }

    fn is_lost(&self) -> bool {
        self.divergence().is_some()
    }

    fn is_over(&self, agent: &str) -> bool {
        let entries = self.agents.get(agent).map(Vec::as_slice).unwrap_or_default();
        self.divergence().is_some() || (was_killed(entries) && self.left(agent).is_none_or(<[Entry]>::is_empty))
    }

    fn overran(&self, agent: &str) -> bool {
        self.state().places.get(agent).is_some_and(|place| place.overran)
    }

    fn interruption(&self, agent: &str, at: Opening) -> Option<Interruption> {
        let entry = self.left(agent)?.first().filter(|entry| entry.kind == Kind::Resumed).cloned()?;
        let interruption: Interruption = serde_json::from_str(&entry.text).ok()?;
        if !interruption.is_at(at) {
            return None;
        }
        self.state().places.entry(agent.to_owned()).or_default().at += 1;
        Some(interruption)
    }
}

/// A session that was interrupted and goes on: first the closed turns of each agent are replayed, then it acts on the world
/// again, each as soon as its own are.
#[derive(Debug)]
pub struct Resuming {
    recorded: Arc<Recorded>,
    journal: Arc<Journal>,
    state: Mutex<Going>,
}

#[derive(Debug, Default)]
struct Going {
    /// What is left to be told of those that were interrupted.
    interruptions: BTreeMap<String, Interruption>,
    /// Those that go on.
    live: BTreeSet<String>,
}

impl Resuming {
    /// A session that was [interrupted](Session::interrupted), and goes on, recorded in its journal.
    pub fn new((closed, interruptions): (Session, BTreeMap<String, Interruption>), journal: Arc<Journal>) -> Arc<Self> {
        let state = Mutex::new(Going { interruptions, live: BTreeSet::new() });
        Arc::new(Self { recorded: Recorded::new(&closed), journal, state })
    }

    /// Whether an agent acts on the world.
    pub fn is_live(&self, agent: &str) -> bool {
        !self.recorded.agents.contains_key(agent) || self.state().live.contains(agent)
    }

    /// Whether any agent has come to act on the world.
    pub fn has_live(&self) -> bool {
        !self.state().live.is_empty()
    }

    /// Where the closed turns of an agent went another way than they did.
    pub fn divergence(&self) -> Option<Divergence> {
        self.recorded.divergence()
    }

    fn state(&self) -> MutexGuard<'_, Going> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Record for Resuming {
    fn note(&self, entry: Entry) {
        if self.replays(&entry.agent) {
            self.recorded.note(entry);
        } else if !(self.is_lost() && matches!(entry.kind, Kind::CancelProbe | Kind::AgentEnd)) {
            // How those end who act on the world while others cannot go on is no end of the session.
            self.journal.note(entry);
        }
    }

    fn sync(&self) {
        self.journal.sync();
    }

    /// Until it acts on the world. Of one that was killed before it had done anything, nothing is left at once.
    fn replays(&self, agent: &str) -> bool {
        if self.is_live(agent) {
            return false;
        }
        let is_interrupted = self.state().interruptions.contains_key(agent);
        !is_interrupted || self.recorded.left(agent).is_some_and(|left| !left.is_empty())
    }

    fn recall(&self, agent: &str, wanted: &dyn Fn(&Entry) -> bool) -> Option<Entry> {
        if self.replays(agent) { self.recorded.recall(agent, wanted) } else { None }
    }

    fn cannot_go_on(&self, entry: &Entry, why: &str) {
        self.recorded.cannot_go_on(entry, why);
    }

    fn is_lost(&self) -> bool {
        self.divergence().is_some()
    }

    fn is_over(&self, _: &str) -> bool {
        self.is_lost()
    }

    fn overran(&self, agent: &str) -> bool {
        self.replays(agent) && self.recorded.overran(agent)
    }

    fn interruption(&self, agent: &str, at: Opening) -> Option<Interruption> {
        if self.is_live(agent) || self.divergence().is_some() {
            return None;
        }
        if let Some(earlier) = self.recorded.interruption(agent, at) {
            return Some(earlier);
        }
        if self.replays(agent) || !self.state().interruptions.get(agent)?.is_at(at) {
            return None;
        }
        let interruption = self.state().interruptions.remove(agent)?;
        self.state().live.insert(agent.to_owned());
        let text = serde_json::to_string(&interruption).unwrap_or_default();
        self.journal.note(Entry::new(Kind::Resumed, agent, interruption.turn, String::new(), &text));
        Some(interruption)
    }
}

/// The model of a session that is replayed: what it replied is in the record, so it is not asked.
#[derive(Debug)]
pub struct Replayed(pub Address);

impl Model for Replayed {
    fn address(&self) -> &Address {
        &self.0
    }

    fn ask<'a>(&'a self, _: &'a Request, _: Watch<'a>) -> Asking<'a> {
        let found = "the recorded session asked no more".to_owned();
        let problem = Problem::Rejected { status: None, found };
        let failure = Failure { model: self.0.to_string(), problem, tries: 1, spent: Spent::default() };
        Box::pin(async move { Err(failure) })
    }
}
