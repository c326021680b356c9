//! The agents of a run beside the one whose case it is: those it started before, and what comes of those it starts.

use std::{
    collections::{BTreeMap, VecDeque},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use gg_host::{
    Delegation, Hand, Host, Slots,
    delegation::{Child, NotStarted, Outcome, Started as StoodUp, Starter},
    operations::delegation::AgentStatus,
    profile::{Edge, MAX_DEPTH, Machine, Position, State},
};
use serde::Deserialize;

/// The agents of a run, as a case has them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Agents {
    /// How deep they may be.
    #[serde(default = "max_depth")]
    pub depth: u32,
    /// Those the agent started before, in order.
    #[serde(default)]
    pub children: Vec<Before>,
    /// What those it starts come to, in order, once they have a slot to work in.
    #[serde(default)]
    pub returns: VecDeque<Came>,
    /// Why none can be started.
    pub start_fails: Option<StartFails>,
    /// The states to which that of the agent leads; without it, it stands in no machine.
    pub leads_to: Option<Vec<String>>,
}

/// How a child stands that was started before.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Before {
    /// It has not ended.
    Is(Is),
    /// It has.
    Came(Came),
}

/// A child that has not ended.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Is {
    /// It works.
    Working,
    /// It is a copy that starts when the turn closes.
    Copy,
}

/// What a child came to.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Came {
    /// The word for how it ended, where there is one.
    pub status: Option<String>,
    /// Its ending text.
    pub summary: String,
}

/// Why a child cannot be started.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartFails {
    /// Its credential is refused, for this reason.
    Credential(String),
    /// gg is defective.
    Defect,
}

/// A child that was to be stood up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Started {
    /// Its id.
    pub id: String,
    /// The id on the roster.
    pub agent: String,
    /// What opens its window.
    pub prompt: String,
}

fn max_depth() -> u32 {
    MAX_DEPTH
}

impl From<Came> for Outcome {
    fn from(Came { status, summary }: Came) -> Self {
        let status = status.map(|status| match status.as_str() {
            "completed" => AgentStatus::Completed,
            "exhausted" => AgentStatus::Exhausted,
            "timed-out" => AgentStatus::TimedOut,
            "model-error" => AgentStatus::ModelError,
            "auth-error" => AgentStatus::AuthError,
            "limit-exceeded" => AgentStatus::LimitExceeded,
            other => panic!("no status {other}"),
        });
        Self { status, summary }
    }
}

/// A run of one slot, in which the agent of the case works: who else is to work has it while that one waits.
#[derive(Debug)]
pub(crate) struct Running {
    agent: String,
    delegation: Arc<Delegation>,
    standing: Arc<Standing>,
}

/// Stands children up as the case says.
#[derive(Debug)]
struct Standing {
    delegation: Arc<Delegation>,
    slots: Slots,
    fails: Option<StartFails>,
    returns: Mutex<VecDeque<Came>>,
    children: Mutex<Vec<Child>>,
}

impl Running {
    /// The agents beside an agent, and its host with a hand on them.
    ///
    /// # Panics
    ///
    /// The case is not as it should be.
    pub(crate) async fn beside(agent: &str, agents: &Agents, host: Host) -> (Self, Host) {
        let delegation = Arc::new(Delegation::new(agents.depth));
        for child in &agents.children {
            let added = match child {
                Before::Is(Is::Copy) => delegation.declare(agent),
                Before::Is(Is::Working) | Before::Came(_) => delegation.add(agent),
            };
            let id = added.unwrap_or_else(|deep| panic!("no child: {deep:?}"));
            if let Before::Came(came) = child {
                delegation.returned(&id, came.clone().into());
            }
        }
        let standing = Arc::new(Standing {
            delegation: delegation.clone(),
            slots: Slots::new(1),
            fails: agents.start_fails.clone(),
            returns: Mutex::new(agents.returns.clone()),
            children: Mutex::default(),
        });
        let mut host = host.with_hand(Hand { delegation: delegation.clone(), starter: standing.clone() });
        host = host.with_position(agents.leads_to.as_deref().map(position));
        host.set_slot(standing.slots.start().await);
        (Self { agent: agent.to_owned(), delegation, standing }, host)
    }

    /// The children that were to be stood up, in order.
    pub(crate) fn started(&self) -> Vec<Child> {
        locked(&self.standing.children).clone()
    }

    /// What was left for the agent's children to read, by child.
    pub(crate) fn letters(&self) -> BTreeMap<String, Vec<String>> {
        let ids = (1..=9).map(|number| format!("{}.{number}", self.agent));
        let texts = |id: &str| self.delegation.take_inbox(id).into_iter().map(|letter| letter.text).collect::<Vec<_>>();
        ids.map(|id| (texts(&id), id)).filter(|(texts, _)| !texts.is_empty()).map(|(texts, id)| (id, texts)).collect()
    }
}

/// A position in a state of a machine, which leads to these.
fn position(targets: &[String]) -> Position {
    let state = |name: &str, targets: &[String]| State {
        name: name.to_owned(),
        profile: "state.toml".into(),
        edges: targets.iter().map(|to| Edge { to: to.clone(), transfer: Vec::new() }).collect(),
    };
    let text = "[machine]\nentry = \"here\"\n[[machine.state]]\nname = \"here\"\nprofile = \"here.toml\"\n";
    let machine = Machine::read("machine.toml", text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut machine = machine.unwrap_or_else(|| panic!("no machine"));
    machine.states = vec![state("here", targets)];
    machine.states.extend(targets.iter().map(|name| state(name, &[])));
    Position { machine: Arc::new(machine), state: "here".to_owned() }
}

impl Standing {
    fn stood_up(&self, slot: &str) -> Result<StoodUp, NotStarted> {
        match &self.fails {
            Some(StartFails::Credential(why)) => Err(NotStarted::Credential(why.clone())),
            Some(StartFails::Defect) => Err(NotStarted::Defect),
            None => {
                let (slot, model_id) = (slot.to_owned(), "scripted:replies".to_owned());
                Ok(StoodUp { slot, model_id })
            }
        }
    }
}

impl Starter for Standing {
    fn start(&self, child: Child) -> Result<StoodUp, NotStarted> {
        let started = self.stood_up(&child.agent)?;
        if let Some(came) = locked(&self.returns).pop_front() {
            let (delegation, slots, id) = (self.delegation.clone(), self.slots.clone(), child.id.clone());
            tokio::spawn(async move {
                let _slot = slots.start().await;
                delegation.returned(&id, came.into());
            });
        }
        locked(&self.children).push(child);
        Ok(started)
    }

    fn copy(&self, _: &str, _: &Path, _: &str) -> Result<StoodUp, NotStarted> {
        self.stood_up("main")
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
