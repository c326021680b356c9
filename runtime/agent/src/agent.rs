//! An agent of a run: it takes turns until its session ends.

use std::sync::Arc;

use gg_engine::{
    Agent as Holder,
    arm::Arm,
    docs::{Documentation, Index},
};
use gg_host::{Ending, Host, Profile, operations::PACKAGE, profile::Position, submission::Budget};
use gg_models::Model;

use crate::{
    ceilings::Ceilings,
    event::Event,
    journal::{Entry, Kind, Opening},
    keys::Keys,
    persistent::Instance,
    prompt::{SystemPromptError, system},
    run::Run,
    status::Status,
    stop::{Stop, Where},
};

/// What an agent is made of, and every other that is named by the same id.
#[derive(Clone)]
pub struct Equipment {
    /// The id by which it is named.
    pub named: String,
    /// Where it stands in the machine of that id, if that is one.
    pub position: Option<Position>,
    /// Its profile.
    pub profile: Arc<Profile>,
    /// The arm it writes in.
    pub arm: Arc<dyn Arm>,
    /// Its model.
    pub model: Arc<dyn Model>,
    /// The model that summarises its window, where another does.
    pub summarizer: Arc<dyn Model>,
    /// What checks its programs, by name.
    pub checker: Option<String>,
}

/// An agent.
pub struct Agent {
    pub(crate) id: String,
    pub(crate) run: Arc<Run>,
    pub(crate) equipment: Equipment,
    pub(crate) holder: Arc<Holder>,
    /// The role by which it ends.
    pub(crate) ending: &'static str,
    pub(crate) documentation: Documentation,
    pub(crate) system: Arc<str>,
    pub(crate) budget: Budget,
    pub(crate) ceilings: Ceilings,
    /// How often a compaction that is pending was asked for.
    pub(crate) pending: Option<u32>,
    /// How often a second model failed to summarise.
    pub(crate) summaries_failed: u32,
    /// What its requests are found by in the record.
    pub(crate) keys: Keys,
    /// That it is the one of its profile that works, if that is persistent.
    pub(crate) instance: Option<Instance>,
}

/// An agent that has ended.
#[derive(Debug, Clone)]
pub struct Ended {
    /// How.
    pub status: Status,
    /// Its final text, or why it ended.
    pub text: String,
    /// What its turns came to.
    pub summary: Ceilings,
    /// The ending it declared, if that is how.
    pub ending: Option<Ending>,
}

impl Agent {
    /// An agent of a run that a host serves, and the host with its window. `ending` is the role by which it ends.
    ///
    /// # Errors
    ///
    /// Its system prompt cannot be composed.
    pub fn new(
        run: Arc<Run>,
        id: &str,
        equipment: Equipment,
        host: Host,
        ending: &'static str,
    ) -> Result<(Self, Host), SystemPromptError> {
        let host = host.with_window().of_turn(0).with_arm(equipment.arm.clone());
        let host = host.with_position(equipment.position.clone()).with_hand(run.hand(&equipment));
        let host = match run.recall_of(id) {
            Some(recall) => run.with_skills_of(id, &equipment.profile, host.with_replay(recall)),
            None => host,
        };
        let holder = equipment.profile.agent(ending, &host);
        let documentation = Documentation::new(Arc::new(Index::new(PACKAGE.index)), holder.clone());
        let system = system(&equipment.profile, &host, &holder, &documentation, equipment.checker.as_deref())?;
        let limits = equipment.profile.program.of_sandbox();
        let agent = Self {
            id: id.to_owned(),
            budget: Budget { limits, sources: run.sources(id) },
            holder,
            ending,
            documentation,
            system: system.into(),
            ceilings: Ceilings::default(),
            pending: None,
            summaries_failed: 0,
            keys: Keys::default(),
            instance: None,
            run,
            equipment,
        };
        Ok((agent, host))
    }

    /// The operations its programs may call.
    pub fn holder(&self) -> &Arc<Holder> {
        &self.holder
    }

    /// Its system prompt.
    pub fn system(&self) -> &str {
        &self.system
    }

    /// Takes turns on a task until the session ends.
    pub async fn run(mut self, mut host: Host, task: &str) -> Ended {
        // It takes no slot from others while it waits for the one before it.
        if let Some(status) = self.wait_to_be_alone(Where::Slot).await {
            return self.stopped(Stop { turn: 0, status, at: Where::Slot });
        }
        host = match self.begin_work(host).await {
            Ok(host) => host,
            Err(stop) => return self.stopped(stop),
        };
        self.load_code(&mut host).await;
        match self.open(host, task).await {
            Ok(mut host) => {
                self.hear_of_start(&mut host, task).await;
                self.take_turns(host).await
            }
            Err((status, text)) => self.ended(0, status, text),
        }
    }

    /// Goes on from the window it has, which is a copy of another's, until the session ends.
    pub(crate) async fn go_on_from_copy(mut self, mut host: Host) -> Ended {
        host = match self.begin_work(host).await {
            Ok(host) => host,
            Err(stop) => return self.stopped(stop),
        };
        let task = host.window().and_then(|window| window.items().last()).map(gg_host::window::Item::words);
        self.hear_of_start(&mut host, &task.unwrap_or_default()).await;
        self.take_turns(host).await
    }

    /// Begins to work, in a slot of its own, as soon as there is one.
    ///
    /// # Errors
    ///
    /// The run stops before that.
    async fn begin_work(&mut self, mut host: Host) -> Result<Host, Stop> {
        let turn = host.turn();
        if let Some(status) = self.wait_for_slot(&mut host).await {
            return Err(Stop { turn, status, at: Where::Slot });
        }
        self.note_skills(&host);
        // Before its first turn nothing was declared.
        let (host, _) = self.go_on_where_interrupted(host, Opening::Before).await?;
        self.tell_surface(turn);
        Ok(host)
    }

    async fn take_turns(mut self, mut host: Host) -> Ended {
        loop {
            let mut ended;
            (host, ended) = match self.go_on_where_interrupted(host, Opening::After).await {
                Ok(done) => done,
                Err(stop) => return self.stopped(stop),
            };
            if ended.is_none() {
                if let Some(status) = self.run_of().stopped(&self.id, Where::Boundary) {
                    return self.stopped(Stop { turn: host.turn(), status, at: Where::Boundary });
                }
                (host, ended) = match Box::pin(self.turn(host)).await {
                    Ok(done) => done,
                    Err(stop) => return self.stopped(stop),
                };
            }
            let turn = host.turn();
            if let Some((status, text)) = ended {
                self.leave_open(&mut host).await;
                let ending = host.declarations().ending().filter(|_| status == Status::Completed).cloned();
                return Ended { ending, ..self.ended(turn, status, text) };
            }
        }
    }

    pub(crate) fn run_of(&self) -> &Arc<Run> {
        &self.run
    }

    pub(crate) fn tell(&self, turn: u32, event: Event<'_>) {
        self.run.tell(&self.id, turn, event);
    }

    pub(crate) fn warn(&self, turn: u32, text: &str) {
        self.tell(turn, Event::Warning { text });
    }

    /// Tells what it holds.
    pub(crate) fn tell_surface(&self, turn: u32) {
        self.tell(turn, Event::AgentSurface { modules: self.surface() });
    }

    fn surface(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        let table = self.holder.table;
        let held = |module: usize| {
            let rows = table.operations.iter().filter(move |row| row.module as usize == module);
            rows.filter(|row| self.holder.grants.permits(row)).map(|row| row.id).collect::<Vec<_>>()
        };
        let modules = table.modules.iter().enumerate().map(|(at, module)| (module.id, held(at)));
        modules.filter(|(_, held)| !held.is_empty()).collect()
    }

    pub(crate) fn ended(self, turn: u32, status: Status, text: String) -> Ended {
        // Failures that happened while gg was defective are gg's.
        let status = match (self.run_of().fault(), status) {
            (Some(_), Status::Completed | Status::InternalError) | (None, _) => status,
            (Some(_), _) => Status::InternalError,
        };
        self.run_of().note_end(status);
        self.returns(status, &text);
        let end = || Entry::new(Kind::AgentEnd, &self.id, turn, status.word().to_owned(), &text);
        self.run_of().note(end);
        self.run_of().sync();
        self.tell(turn, Event::AgentEnd { status, text: &text, summary: &self.ceilings });
        Ended { status, text, summary: self.ceilings, ending: None }
    }
}
