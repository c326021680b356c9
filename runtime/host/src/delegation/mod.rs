//! The agents of a run that start one another: whose child each is, how it stands, what it came to, and what was left for
//! it to read. What stands an agent up and has it take turns is the loop's. spec: runtime, 14.1 to 14.3

mod slots;
mod waits;

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

use crate::operations::delegation::{AgentStatus, SubagentResult};
pub use slots::{Slot, Slots};
pub use waits::{Wait, Waiter, Waits};

/// The agents of a run, by their ids. One that was started by itself is there from when it is first spoken of.
#[derive(Debug)]
pub struct Delegation {
    max_depth: u32,
    agents: Mutex<BTreeMap<String, Kin>>,
    changes: watch::Sender<u64>,
    waits: Waits,
}

/// An agent among the others.
#[derive(Debug, Default)]
struct Kin {
    /// Who started it; nobody, if it was started by itself.
    spawner: Option<String>,
    depth: u32,
    /// Those it started, in order; forks count among them.
    children: Vec<String>,
    inbox: Vec<Letter>,
    /// How many letters it has read that are still to be left for it, in a replay.
    read: usize,
    state: State,
}

/// How an agent stands to whoever waits for it.
#[derive(Debug, Default)]
enum State {
    /// A copy that starts when the turn of the one it copies closes.
    Declared,
    /// It works, or waits for a slot.
    #[default]
    Working,
    /// It has ended.
    Returned(Outcome),
    /// It has ended, and its spawner was told how.
    Collected,
}

/// What a child came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended, where there is a word for it.
    pub status: Option<AgentStatus>,
    /// Its ending text, or a line about its status.
    pub summary: String,
}

/// A message that was left for an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Who left it.
    pub from: String,
    /// What it says.
    pub text: String,
}

/// An agent at the greatest depth starts no other (spec: runtime, 14.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooDeep {
    /// How deep it is.
    pub depth: u32,
    /// How deep it may be.
    pub most: u32,
}

/// Why a child cannot be spoken to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoChild {
    /// Nobody of this id is a child of the agent; those who are.
    Unknown(Vec<String>),
    /// It is a copy that has not started.
    NotStarted,
    /// It has ended.
    Returned,
}

/// A child that is to be stood up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Child {
    /// Its id: that of its spawner, and which of those it started it is. So a replay finds it again (spec: runtime, 21).
    pub id: String,
    /// The id on the roster by which it was named.
    pub agent: String,
    /// What opens its window.
    pub prompt: String,
    /// The folder its spawner works in, which is its own too.
    pub folder: PathBuf,
    /// The turn in which it is started.
    pub turn: u32,
    /// Who owns the memories of its spawner.
    pub memories: String,
}

/// Why a child was not started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotStarted {
    /// Its model cannot be asked: what the credential lacks.
    Credential(String),
    /// gg is defective, which the run was told and stops for.
    Defect,
}

/// What stands agents up. The loop does.
pub trait Starter: Send + Sync + fmt::Debug {
    /// Stands a child up, which begins as soon as there is a slot for it.
    ///
    /// # Errors
    ///
    /// It cannot be stood up.
    fn start(&self, child: Child) -> Result<Started, NotStarted>;

    /// Stands a copy of the agent up, with an id of its own, that works in a folder; `memories` is who owns those of the
    /// agent. It begins once the turn in which it was
    /// declared has closed, and what the agent has is copied.
    ///
    /// # Errors
    ///
    /// It cannot be stood up.
    fn copy(&self, id: &str, folder: &Path, memories: &str) -> Result<Started, NotStarted>;
}

/// An agent that was stood up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// The id by which such agents are named.
    pub slot: String,
    /// The id of its model.
    pub model_id: String,
}

/// The hand an agent has on the delegation runtime of its run.
#[derive(Debug, Clone)]
pub struct Hand {
    /// The agents of the run.
    pub delegation: Arc<Delegation>,
    /// What stands others up.
    pub starter: Arc<dyn Starter>,
}

impl Hand {
    /// A hand on nobody, for an agent that is looked at and does nothing.
    pub fn on_nobody() -> Self {
        Self { delegation: Arc::new(Delegation::new(0)), starter: Arc::new(Nobody) }
    }
}

/// Stands nobody up.
#[derive(Debug)]
struct Nobody;

impl Starter for Nobody {
    fn start(&self, _: Child) -> Result<Started, NotStarted> {
        Err(NotStarted::Defect)
    }

    fn copy(&self, _: &str, _: &Path, _: &str) -> Result<Started, NotStarted> {
        Err(NotStarted::Defect)
    }
}

impl Delegation {
    /// That of a run whose agents start others down to a depth, at which the first stands at 0.
    pub fn new(max_depth: u32) -> Self {
        Self { max_depth, agents: Mutex::default(), changes: watch::Sender::default(), waits: Waits::default() }
    }

    /// Who waits for whom.
    pub fn waits(&self) -> &Waits {
        &self.waits
    }

    /// A child more of an agent; its id.
    ///
    /// # Errors
    ///
    /// The agent is as deep as one may be.
    pub fn add(&self, spawner: &str) -> Result<String, TooDeep> {
        self.admit(spawner, State::Working)
    }

    /// A copy of an agent that starts when its turn closes; the id of the copy.
    ///
    /// # Errors
    ///
    /// The agent is as deep as one may be.
    pub fn declare(&self, spawner: &str) -> Result<String, TooDeep> {
        self.admit(spawner, State::Declared)
    }

    fn admit(&self, spawner: &str, state: State) -> Result<String, TooDeep> {
        let mut agents = self.agents();
        let above = agents.entry(spawner.to_owned()).or_default();
        if above.depth >= self.max_depth {
            return Err(TooDeep { depth: above.depth, most: self.max_depth });
        }
        let id = format!("{spawner}.{}", above.children.len() + 1);
        above.children.push(id.clone());
        let kin = Kin { spawner: Some(spawner.to_owned()), depth: above.depth + 1, state, ..Kin::default() };
        agents.insert(id.clone(), kin);
        Ok(id)
    }

    /// Takes back the child that was added last, which could not be started.
    pub fn withdraw(&self, id: &str) {
        let mut agents = self.agents();
        let spawner = agents.remove(id).and_then(|kin| kin.spawner);
        if let Some(above) = spawner.and_then(|spawner| agents.get_mut(&spawner)) {
            above.children.retain(|child| child != id);
        }
    }

    /// A copy that was declared starts.
    pub fn begin(&self, id: &str) {
        if let Some(kin) = self.agents().get_mut(id)
            && matches!(kin.state, State::Declared)
        {
            kin.state = State::Working;
        }
    }

    /// An agent has ended.
    pub fn returned(&self, id: &str, outcome: Outcome) {
        if let Some(kin) = self.agents().get_mut(id) {
            kin.state = State::Returned(outcome);
        }
        self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }

    /// The children of an agent that it may wait for and has not collected, in the order in which they were started.
    pub fn outstanding(&self, spawner: &str) -> Vec<String> {
        let agents = self.agents();
        let waits =
            |id: &&String| agents.get(*id).is_some_and(|kin| matches!(kin.state, State::Working | State::Returned(_)));
        agents.get(spawner).map(|kin| kin.children.iter().filter(waits).cloned().collect()).unwrap_or_default()
    }

    /// Whether an agent may wait for this child.
    ///
    /// # Errors
    ///
    /// It is none, or has not started.
    pub fn may_wait(&self, spawner: &str, id: &str) -> Result<(), NoChild> {
        match child(&self.agents(), spawner, id)?.state {
            State::Declared => Err(NoChild::NotStarted),
            State::Working | State::Returned(_) | State::Collected => Ok(()),
        }
    }

    /// Whether all of some agents have ended.
    pub fn have_returned(&self, ids: &[String]) -> bool {
        let agents = self.agents();
        let ended = |id| agents.get(id).is_none_or(|kin| matches!(kin.state, State::Returned(_) | State::Collected));
        ids.iter().all(ended)
    }

    /// Waits until all of them have ended.
    pub async fn until_returned(&self, ids: &[String]) {
        let mut changes = self.changes.subscribe();
        while !self.have_returned(ids) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// What they came to, in this order. One that was collected before has no status and no summary.
    pub fn collect(&self, ids: Vec<String>) -> Vec<SubagentResult> {
        let mut agents = self.agents();
        let result = |id: String| {
            let state = agents.get_mut(&id).map(|kin| std::mem::replace(&mut kin.state, State::Collected));
            match state {
                Some(State::Returned(Outcome { status, summary })) => SubagentResult { id, status, summary },
                _ => SubagentResult { id, status: None, summary: String::new() },
            }
        };
        ids.into_iter().map(result).collect()
    }

    /// Leaves a message for a child.
    ///
    /// # Errors
    ///
    /// It is none, or has ended.
    pub fn leave(&self, spawner: &str, id: &str, text: String) -> Result<(), NoChild> {
        let mut agents = self.agents();
        match child(&agents, spawner, id)?.state {
            State::Returned(_) | State::Collected => Err(NoChild::Returned),
            State::Declared | State::Working => {
                if let Some(kin) = agents.get_mut(id) {
                    match kin.read.checked_sub(1) {
                        Some(left) => kin.read = left,
                        None => kin.inbox.push(Letter { from: spawner.to_owned(), text }),
                    }
                }
                Ok(())
            }
        }
    }

    /// Takes what was left for an agent, oldest first.
    pub fn take_inbox(&self, id: &str) -> Vec<Letter> {
        self.agents().get_mut(id).map(|kin| std::mem::take(&mut kin.inbox)).unwrap_or_default()
    }

    /// An agent that is replayed has read a letter, which was left for it or is about to be.
    pub fn was_read(&self, id: &str) {
        if let Some(kin) = self.agents().get_mut(id) {
            if kin.inbox.is_empty() {
                kin.read += 1;
            } else {
                kin.inbox.remove(0);
            }
        }
    }

    fn agents(&self) -> MutexGuard<'_, BTreeMap<String, Kin>> {
        self.agents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A child of an agent.
fn child<'a>(agents: &'a BTreeMap<String, Kin>, spawner: &str, id: &str) -> Result<&'a Kin, NoChild> {
    let own = agents.get(id).filter(|kin| kin.spawner.as_deref() == Some(spawner));
    own.ok_or_else(|| NoChild::Unknown(agents.get(spawner).map(|kin| kin.children.clone()).unwrap_or_default()))
}
