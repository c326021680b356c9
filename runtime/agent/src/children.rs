//! Children: agents that others start, beside which they work, in the same workspace. spec: runtime, 14.1 to 14.3

use std::{
    collections::BTreeMap,
    fmt,
    path::Path,
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
    journal::{Beginning, Begun, Entry, Kind},
    run::Run,
    stand_up::{Place, StandUpError},
    status::Status,
    stop::Where,
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

/// What a child is to the one that started it, of which nothing is in the record.
fn not_recorded() -> Outcome {
    Outcome { status: None, summary: "Nothing is recorded of this agent.".to_owned() }
}

/// What a child is to the one that started it, which the session was interrupted in the turn of and which cannot go on.
fn interrupted() -> Outcome {
    Outcome { status: None, summary: "The session was interrupted while this agent worked.".to_owned() }
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

    fn copy(&self, id: &str, folder: &Path, memories: &str) -> Result<Started, NotStarted> {
        let place = Place::of_child(id.to_owned(), folder.to_owned(), memories.to_owned());
        self.run.copy(self.own.clone(), &place).map_err(|error| self.defect(&error))
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
        let Child { id, agent, prompt, folder, turn, memories } = child;
        let equipment = self.equipment(&agent)?;
        let model = equipment.model.address().to_string();
        let beginning = Beginning { agent, prompt, model, turn, is_copy: false };
        let Some(beginning) = self.beginning_of(&id, beginning) else {
            self.children.delegation.returned(&id, not_recorded());
            return Ok(Started { slot: equipment.named, model_id: String::new() });
        };
        let (started, agent, host) = self.stand_child_up(equipment, &Place::of_child(id.clone(), folder, memories))?;
        self.note_beginning(&id, &beginning);
        self.children.push(Stood { agent, host, prompt: Some(beginning.prompt) });
        Ok(started)
    }

    /// How a child begins: in a replay as it is recorded, for what it is told may rest on what others did, as the text of an
    /// issue does. None in a replay of which nothing is recorded of it.
    fn beginning_of(&self, id: &str, own: Beginning) -> Option<Beginning> {
        if !self.replays(id) {
            return Some(own);
        }
        let recorded = self.next(id, |kind| kind == Kind::AgentBegin)?;
        Some(serde_json::from_str(&recorded.text).unwrap_or(own))
    }

    fn note_beginning(&self, id: &str, beginning: &Beginning) {
        let text = serde_json::to_string(beginning).unwrap_or_default();
        self.note(|| Entry::new(Kind::AgentBegin, id, 0, String::new(), &text));
    }

    /// Stands a copy up of an agent that is made of this. It stands in no machine (spec: runtime, 14.3).
    fn copy(self: &Arc<Self>, own: Equipment, place: &Place) -> Result<Started, StandUpError> {
        let (started, agent, host) = self.stand_child_up(Equipment { position: None, ..own }, place)?;
        self.children.copies().insert(place.id.clone(), (agent, host));
        Ok(started)
    }

    fn stand_child_up(
        self: &Arc<Self>,
        equipment: Equipment,
        place: &Place,
    ) -> Result<(Started, Agent, Host), StandUpError> {
        let started = Started { slot: equipment.named.clone(), model_id: equipment.model.address().to_string() };
        let (agent, host) = self.stand_up(equipment, place)?;
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
            let model = copy.equipment.model.address().to_string();
            let own = Beginning { agent: copy.equipment.named.clone(), prompt, model, turn, is_copy: true };
            let Some(beginning) = run.beginning_of(&id, own) else {
                run.children.delegation.returned(&id, not_recorded());
                continue;
            };
            if let Err(error) = host.copy_to(&mut its, &copy.holder).await {
                self.warn(turn, &format!("{id} has nothing of what {} keeps: {error}", self.id));
            }
            copy.pending = self.pending;
            let note = format!(
                "You are a copy of the agent `{}`, made when its turn {turn} closed, and go on by yourself, as `{id}`. \
                 Nothing of its code is loaded.\n\n{}",
                self.id, beginning.prompt
            );
            if let Some(window) = its.window_mut() {
                window.push(Item::text(Band::Task, &note), turn);
            }
            self.tell(turn, Event::Fork { id: &id });
            run.note_beginning(&id, &beginning);
            run.children.delegation.begin(&id);
            run.children.push(Stood { agent: copy, host: its, prompt: None });
        }
    }

    /// Reads what others left for it, at the boundary of a turn; in a replay what it read then, whenever that is left for it.
    pub(crate) fn read_inbox(&self, host: &mut Host) {
        let (turn, run) = (host.turn(), self.run_of());
        let delegation = &run.children.delegation;
        if !run.replays(&self.id) {
            for letter in delegation.take_inbox(&self.id) {
                self.read(host, letter);
            }
            return;
        }
        while let Some(entry) = run.next(&self.id, |kind| kind == Kind::Message).filter(|entry| entry.turn == turn) {
            delegation.was_read(&self.id);
            self.read(host, Letter { from: entry.key, text: entry.text });
        }
    }

    fn read(&self, host: &mut Host, Letter { from, text }: Letter) {
        let turn = host.turn();
        self.run_of().note(|| Entry::new(Kind::Message, &self.id, turn, from.clone(), &text));
        self.tell(turn, Event::Message { from: &from, text: &text });
        if let Some(window) = host.window_mut() {
            window.push(Item::text(Band::Message, &headed(&format!("Message: {from}"), &text)), turn);
        }
    }

    /// Has a child go on that was started in a turn the session was interrupted in. A copy cannot, for what it was a copy of is
    /// not there again; nor can one that was declared and had not begun.
    pub(crate) fn start_again(&self, host: &Host, child: Begun) {
        let (run, turn) = (self.run_of(), host.turn());
        let delegation = &run.children.delegation;
        loop {
            match delegation.add(&self.id) {
                Ok(added) if added != child.id && added.len() <= child.id.len() => {
                    delegation.returned(&added, interrupted());
                }
                Ok(added) if added == child.id && child.is_copy => return delegation.returned(&added, interrupted()),
                Ok(added) if added == child.id => {
                    let folder = host.workspace().root().to_owned();
                    let (prompt, memories) = (String::new(), host.memories_to_inherit().to_owned());
                    let child = Child { id: added, agent: child.agent, prompt, folder, turn, memories };
                    if let Err(error) = run.start(child) {
                        run.raise(error.to_string());
                    }
                    return;
                }
                added => return run.raise(format!("the child {} cannot go on: {added:?} is in its place", child.id)),
            }
        }
    }

    /// Waits for a slot to begin in; how the run stops, if it does so before there is one.
    pub(crate) async fn wait_for_slot(&self, host: &mut Host) -> Option<Status> {
        let run = self.run_of();
        tokio::select! {
            biased;
            status = run.until_stopped(&self.id, Where::Slot) => Some(status),
            slot = run.slots.start() => {
                host.set_slot(slot);
                None
            }
        }
    }
}
