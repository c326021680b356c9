//! Standing agents up: whoever works in a run, for an issue of its board or for another agent, is made of what the run has
//! under an id. spec: runtime, 13.2 and 14.1

use std::{collections::BTreeMap, fmt, path::PathBuf, sync::Arc};

use gg_host::{
    Host, Settings,
    profile::{LaunchError, Machine, Position},
};

use crate::{
    agent::{Agent, Equipment},
    launch::misprompted,
    prompt::SystemPromptError,
    run::Run,
};

/// As whom an agent is stood up, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its own id.
    pub id: String,
    /// The folder it works in. What it keeps is in the store of the run.
    pub folder: PathBuf,
    /// The role by which it ends.
    pub ending: &'static str,
    /// The issue it was given, if it was given one.
    pub issue: Option<String>,
    /// Who owns the memories of its spawner; those of the first agent, where it has none.
    pub memories: Option<String>,
}

impl Place {
    /// That of a child, under an id and in a folder, which may inherit the memories of an owner.
    pub(crate) fn of_child(id: String, folder: PathBuf, memories: String) -> Self {
        Self { id, folder, ending: "standard", issue: None, memories: Some(memories) }
    }
}

/// Why an agent cannot be stood up.
#[derive(Debug)]
pub enum StandUpError {
    /// No agent of the run has this id.
    Unknown(String),
    /// The machine has no such state.
    State {
        /// The id of the machine.
        machine: String,
        /// The state.
        state: String,
    },
    /// Its profile asks for what is not there.
    Launch(LaunchError),
    /// Its system prompt cannot be composed.
    Prompt(SystemPromptError),
}

impl fmt::Display for StandUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(id) => write!(f, "no agent of the run is called `{id}`"),
            Self::State { machine, state } => write!(f, "the machine `{machine}` has no state `{state}`"),
            Self::Launch(error) => error.fmt(f),
            Self::Prompt(error) => write!(f, "the system prompt: {error}"),
        }
    }
}

impl std::error::Error for StandUpError {}

/// Who is meant by an id that agents of a run name.
#[derive(Clone)]
pub enum Named {
    /// An agent.
    Agent(Box<Equipment>),
    /// A machine: whoever enters it becomes the agent of a state.
    Machine {
        /// Its states and edges.
        machine: Arc<Machine>,
        /// The agents of its states, by their names.
        states: BTreeMap<String, Equipment>,
    },
}

impl From<Equipment> for Named {
    fn from(equipment: Equipment) -> Self {
        Self::Agent(Box::new(equipment))
    }
}

impl Named {
    /// What the agent is made of that is meant: that of a state, or of the one a machine is entered by.
    fn equipment(&self, state: Option<&str>) -> Option<Equipment> {
        match (self, state) {
            (Self::Agent(equipment), None) => Some(Equipment::clone(equipment)),
            (Self::Agent(_), Some(_)) => None,
            (Self::Machine { machine, states }, state) => {
                let state = state.unwrap_or(&machine.entry);
                let position = Position { machine: machine.clone(), state: state.to_owned() };
                states.get(state).map(|equipment| Equipment { position: Some(position), ..equipment.clone() })
            }
        }
    }
}

impl Run {
    /// What the agent that is named by an id is made of. Who names a machine means the agent it is entered by.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn equipment(&self, agent: &str) -> Result<Equipment, StandUpError> {
        let named = self.agents.get(agent).and_then(|named| named.equipment(None));
        named.ok_or_else(|| StandUpError::Unknown(agent.to_owned()))
    }

    /// What the agent of a state of a machine is made of.
    pub(crate) fn state(&self, machine: &str, state: &str) -> Result<Equipment, StandUpError> {
        let named = self.agents.get(machine).and_then(|named| named.equipment(Some(state)));
        let error = || StandUpError::State { machine: machine.to_owned(), state: state.to_owned() };
        named.ok_or_else(error)
    }

    /// Stands an agent up, and its host. Nothing has happened to either.
    ///
    /// # Errors
    ///
    /// It cannot be.
    pub fn stand_up(self: &Arc<Self>, equipment: Equipment, place: &Place) -> Result<(Agent, Host), StandUpError> {
        let host = self.host(&equipment, place).map_err(StandUpError::Launch)?;
        let profile = equipment.profile.clone();
        let made = Agent::new(self.clone(), &place.id, equipment, host, place.ending);
        made.map_err(|error| misprompted(&profile, error))
    }

    /// The host of an agent that is stood up.
    fn host(&self, equipment: &Equipment, place: &Place) -> Result<Host, LaunchError> {
        let Place { id, folder, issue, memories, .. } = place;
        let profile = &equipment.profile;
        let mut settings = Settings { agent: id.clone(), issue: issue.clone(), ..profile.settings(self.deadline) };
        settings.spawner_memories = memories.clone().or_else(|| self.first_memories().map(str::to_owned));
        settings.hooks.retain(|hook| !hook.event.is_of_the_run());
        let made =
            if self.replays(id) { profile.host_of_replay(folder, settings) } else { profile.host(folder, settings) };
        let host = made?.with_store_at(&self.store_of(id));
        Ok(match (&profile.capabilities.board, &self.board) {
            (Some(_), Some(board)) => host.with_board(board.clone()),
            _ => host,
        })
    }
}
