//! Children: agents that others start, beside which they work, in the same workspace. spec: runtime, 14.1 to 14.3

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use gg_host::{
    Delegation, Hand, Host,
    delegation::{Child, Letter, NotStarted, Outcome, Starter},
    headed,
    operations::delegation::AgentStatus,
    profile::MAX_DEPTH,
    window::{Band, Item},
};
use tokio::sync::Notify;

use crate::{
    agent::Agent,
    event::Event,
    run::Run,
    stand_up::{Place, StandUpError},
    status::Status,
};

/// The children of a run's agents.
#[derive(Debug)]
pub(crate) struct Children {
    pub(crate) delegation: Arc<Delegation>,
    /// Those that were stood up and have not begun.
    stood_up: Mutex<Vec<Stood>>,
    more: Notify,
}

/// A child that was stood up.
struct Stood {
    agent: Agent,
    host: Host,
    prompt: String,
}

impl fmt::Debug for Stood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stood").field("agent", &self.agent.id).finish_non_exhaustive()
    }
}

impl Default for Children {
    fn default() -> Self {
        Self::new(MAX_DEPTH)
    }
}

impl Children {
    /// Those of agents that start others down to a depth.
    pub(crate) fn new(depth: u32) -> Self {
        Self { delegation: Arc::new(Delegation::new(depth)), stood_up: Mutex::default(), more: Notify::new() }
    }

    fn push(&self, child: Stood) {
        self.stood_up.lock().unwrap_or_else(PoisonError::into_inner).push(child);
        self.more.notify_one();
    }

    /// Waits until there is one to begin.
    pub(crate) async fn more(&self) {
        self.more.notified().await;
    }

    /// Those that begin now, each as its work, which lasts until it has ended.
    pub(crate) fn begin(&self) -> Vec<impl Future<Output = ()> + use<>> {
        let stood_up = std::mem::take(&mut *self.stood_up.lock().unwrap_or_else(PoisonError::into_inner));
        stood_up.into_iter().map(Stood::work).collect()
    }
}

impl Stood {
    async fn work(self) {
        let Self { agent, host, prompt } = self;
        Box::pin(agent.run(host, &prompt)).await;
    }
}

/// What an agent that has ended is to the one that started it (spec: runtime, 14.2).
fn outcome(status: Status, text: &str) -> Outcome {
    let summary = match status {
        Status::Completed => text.to_owned(),
        other => format!("{other}: {}", text.lines().next().unwrap_or_default()),
    };
    let status = match status {
        Status::Completed => Some(AgentStatus::Completed),
        Status::Exhausted => Some(AgentStatus::Exhausted),
        Status::TimedOut => Some(AgentStatus::TimedOut),
        Status::ModelError => Some(AgentStatus::ModelError),
        Status::AuthError => Some(AgentStatus::AuthError),
        Status::LimitExceeded => Some(AgentStatus::LimitExceeded),
        Status::CompactionFailed | Status::HookError | Status::InternalError | Status::Canceled => None,
    };
    Outcome { status, summary }
}

/// What stands children of a run up.
struct Starts(Arc<Run>);

impl fmt::Debug for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Starts").field(&self.0).finish()
    }
}

impl Starter for Starts {
    fn start(&self, child: Child) -> Result<String, NotStarted> {
        self.0.start(child).map_err(|error| {
            // What passed the checks of the launch and cannot be stood up is a defect of gg (spec: runtime, 5.3).
            self.0.raise(error.to_string());
            NotStarted::Defect
        })
    }
}

impl Run {
    /// The hand that agents have on one another.
    pub(crate) fn hand(self: &Arc<Self>) -> Hand {
        Hand { delegation: self.children.delegation.clone(), starter: Arc::new(Starts(self.clone())) }
    }

    /// Stands a child up; the id of its model.
    fn start(self: &Arc<Self>, child: Child) -> Result<String, StandUpError> {
        let Child { id, agent, prompt, folder } = child;
        let equipment = self.equipment(&agent)?.clone();
        let model = equipment.model.address().to_string();
        let (agent, host) = self.stand_up(equipment, &Place { id, folder, ending: "standard", issue: None })?;
        self.children.push(Stood { agent, host, prompt });
        Ok(model)
    }
}

impl Agent {
    /// Tells whoever waits for it how it ended, while it still has its slot: so the one it was waited for by is the next.
    pub(crate) fn returns(&self, status: Status, text: &str) {
        self.run_of().children.delegation.returned(&self.id, outcome(status, text));
    }

    /// Reads what others left for it, at the boundary of a turn.
    pub(crate) fn read_inbox(&self, host: &mut Host) {
        let turn = host.turn();
        for Letter { from, text } in self.run_of().children.delegation.take_inbox(&self.id) {
            self.tell(turn, Event::Message { from: &from, text: &text });
            if let Some(window) = host.window_mut() {
                window.push(Item::text(Band::Message, &headed(&format!("Message: {from}"), &text)), turn);
            }
        }
    }

    /// Waits for a slot to begin in; how the run stops, if it does so before there is one.
    pub(crate) async fn wait_for_slot(&self, host: &mut Host) -> Option<Status> {
        let run = self.run_of();
        tokio::select! {
            biased;
            status = run.until_stopped() => Some(status),
            slot = run.slots.start() => {
                host.set_slot(slot);
                None
            }
        }
    }
}
