//! Children: agents that others start, beside which they work, in the same workspace. spec: runtime, 14.1 to 14.3

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use gg_host::{
    Delegation, Fork, Hand, Host,
    delegation::{Child, Letter, NotStarted, Outcome, Started, Starter},
    headed,
    operations::delegation::AgentStatus,
    profile::MAX_DEPTH,
    window::{Band, Item},
};
use tokio::sync::Notify;

use crate::{
    agent::{Agent, Equipment},
    event::Event,
    run::Run,
    stand_up::{Place, StandUpError},
    status::Status,
};

/// The children of a run's agents.
pub(crate) struct Children {
    pub(crate) delegation: Arc<Delegation>,
    /// Those that were stood up and have not begun.
    stood_up: Mutex<Vec<Stood>>,
    /// Copies that were stood up and begin when the turns close in which they were declared, by their ids.
    copies: Mutex<BTreeMap<String, (Agent, Host)>>,
    more: Notify,
}

impl fmt::Debug for Children {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Children").field("delegation", &self.delegation).finish_non_exhaustive()
    }
}

/// A child that was stood up.
struct Stood {
    agent: Agent,
    host: Host,
    /// What opens its window; none for a copy, which has one.
    prompt: Option<String>,
}

impl Default for Children {
    fn default() -> Self {
        Self::new(MAX_DEPTH)
    }
}

impl Children {
    /// Those of agents that start others down to a depth.
    pub(crate) fn new(depth: u32) -> Self {
        Self {
            delegation: Arc::new(Delegation::new(depth)),
            stood_up: Mutex::default(),
            copies: Mutex::default(),
            more: Notify::new(),
        }
    }

    fn copies(&self) -> MutexGuard<'_, BTreeMap<String, (Agent, Host)>> {
        self.copies.lock().unwrap_or_else(PoisonError::into_inner)
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
        let Self { agent, mut host, prompt } = self;
        let Some(prompt) = prompt else {
            Box::pin(agent.go_on_from_copy(host)).await;
            return;
        };
        // One of the same id worked in an earlier run, and was another.
        if let Err(error) = host.begin_anew().await {
            agent.warn(0, &error.to_string());
        }
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

/// What stands children of an agent up.
struct Starts {
    run: Arc<Run>,
    /// What the agent itself is made of, and every copy of it.
    own: Equipment,
}

impl fmt::Debug for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Starts").field("run", &self.run).field("own", &self.own.named).finish()
    }
}

impl Starts {
    /// What passed the checks of the launch and cannot be stood up is a defect of gg (spec: runtime, 5.3).
    fn defect(&self, error: &StandUpError) -> NotStarted {
        self.run.raise(error.to_string());
        NotStarted::Defect
    }
}

impl Starter for Starts {
    fn start(&self, child: Child) -> Result<Started, NotStarted> {
        self.run.start(child).map_err(|error| self.defect(&error))
    }

    fn copy(&self, id: &str, folder: &Path) -> Result<Started, NotStarted> {
        self.run.copy(self.own.clone(), id, folder).map_err(|error| self.defect(&error))
    }
}

impl Run {
    /// The hand on others that an agent has which is made of this.
    pub(crate) fn hand(self: &Arc<Self>, equipment: &Equipment) -> Hand {
        let starter = Starts { run: self.clone(), own: equipment.clone() };
        Hand { delegation: self.children.delegation.clone(), starter: Arc::new(starter) }
    }

    /// Stands a child up.
    fn start(self: &Arc<Self>, child: Child) -> Result<Started, StandUpError> {
        let Child { id, agent, prompt, folder } = child;
        let (started, agent, host) = self.stand_child_up(self.equipment(&agent)?, id, folder)?;
        self.children.push(Stood { agent, host, prompt: Some(prompt) });
        Ok(started)
    }

    /// Stands a copy up of an agent that is made of this. It stands in no machine (spec: runtime, 14.3).
    fn copy(self: &Arc<Self>, own: Equipment, id: &str, folder: &Path) -> Result<Started, StandUpError> {
        let equipment = Equipment { position: None, ..own };
        let (started, agent, host) = self.stand_child_up(equipment, id.to_owned(), folder.to_owned())?;
        self.children.copies().insert(id.to_owned(), (agent, host));
        Ok(started)
    }

    fn stand_child_up(
        self: &Arc<Self>,
        equipment: Equipment,
        id: String,
        folder: PathBuf,
    ) -> Result<(Started, Agent, Host), StandUpError> {
        let started = Started { slot: equipment.named.clone(), model_id: equipment.model.address().to_string() };
        let (agent, host) = self.stand_up(equipment, &Place { id, folder, ending: "standard", issue: None })?;
        Ok((started, agent, host))
    }
}

impl Agent {
    /// Tells whoever waits for it how it ended, while it still has its slot: so the one it was waited for by is the next.
    pub(crate) fn returns(&self, status: Status, text: &str) {
        self.run_of().children.delegation.returned(&self.id, outcome(status, text));
    }

    /// Starts the copies that were declared in the turn, which have what it has (spec: runtime, 14.3).
    pub(crate) async fn start_forks(&self, host: &mut Host) {
        let (run, turn) = (self.run_of().clone(), host.turn());
        for Fork { id, prompt } in host.declarations().forks().to_vec() {
            let Some((mut copy, mut its)) = run.children.copies().remove(&id) else { continue };
            if let Err(error) = host.copy_to(&mut its, &copy.holder).await {
                self.warn(turn, &format!("{id} has nothing of what {} keeps: {error}", self.id));
            }
            copy.pending = self.pending;
            let note = format!(
                "You are a copy of the agent `{}`, made when its turn {turn} closed, and go on by yourself, as `{id}`. \
                 Nothing of its code is loaded.\n\n{prompt}",
                self.id
            );
            if let Some(window) = its.window_mut() {
                window.push(Item::text(Band::Task, &note), turn);
            }
            self.tell(turn, Event::Fork { id: &id });
            run.children.delegation.begin(&id);
            run.children.push(Stood { agent: copy, host: its, prompt: None });
        }
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
