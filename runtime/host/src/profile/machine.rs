//! The profile of a machine, `[machine]`: states, each with the agent that works in it and the edges that lead on from it
//! (spec: runtime, 14.5). A machine takes no turns itself.
//!
//! ```toml
//! [machine]
//! entry = "plan"
//!
//! [[machine.state]]
//! name = "plan"
//! profile = "plan.toml"
//! edges = [{ to = "build", transfer = ["history", "tasks"] }]
//! ```

use std::{path::PathBuf, sync::Arc};

use gg_settings::{Mistake, Mistakes, Placed, Section, meant, place};
use serde::{Deserialize, Serialize};

use super::{LaunchError, Profile, RunLimits};

/// A kind of state that travels from an agent to the one that takes its place (spec: runtime, 14.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateKind {
    /// The conversation: what is in the window.
    History,
    /// Its memories.
    Memories,
    /// Its tasks.
    Tasks,
    /// The board as it saw it.
    Board,
    /// The skills it has read, and their prose.
    Skills,
    /// What it archived.
    Archive,
}

impl StateKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [Self::History, Self::Memories, Self::Tasks, Self::Board, Self::Skills, Self::Archive];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::History => "history",
            Self::Memories => "memories",
            Self::Tasks => "tasks",
            Self::Board => "board",
            Self::Skills => "skills",
            Self::Archive => "archive",
        }
    }
}

/// A machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Machine {
    /// The state that is entered first.
    pub entry: String,
    /// Its states, in order.
    pub states: Vec<State>,
    /// Limits of a run whose first agent enters it.
    pub run: RunLimits,
    name: String,
    text: String,
}

/// A state of a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// What it is called.
    pub name: String,
    /// The file of the profile of the agent that works in it, seen from the folder of the machine's.
    pub profile: PathBuf,
    /// Where it leads.
    pub edges: Vec<Edge>,
}

/// An edge between two states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The state it leads to.
    pub to: String,
    /// What travels along it; nothing is a hard reset.
    pub transfer: Vec<StateKind>,
}

/// Where an agent stands in a machine.
#[derive(Debug, Clone)]
pub struct Position {
    /// The machine.
    pub machine: Arc<Machine>,
    /// The name of the state.
    pub state: String,
}

impl Position {
    /// The edges that lead on from here.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.machine.state(&self.state).into_iter().flat_map(|state| &state.edges)
    }

    /// The edge to a state.
    pub fn edge(&self, to: &str) -> Option<&Edge> {
        self.edges().find(|edge| edge.to == to)
    }
}

impl Machine {
    /// Reads the profile of a machine; none for the text of an agent's. `name` is what mistakes are reported under.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn read(name: &str, text: &str) -> Result<Option<Self>, Mistakes> {
        if !is_machine(text) {
            return Ok(None);
        }
        gg_settings::read(name, "profile", text, |section| machine(name, text, section)).map(Some)
    }

    /// A state by its name.
    pub fn state(&self, name: &str) -> Option<&State> {
        self.states.iter().find(|state| state.name == name)
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Refuses the profile of a state whose agent could become another than that of a state (spec: runtime, 1.4).
    ///
    /// # Errors
    ///
    /// It has the capability `exec`; the place is that in the profile.
    pub fn admit(&self, profile: &Profile) -> Result<(), LaunchError> {
        let Some(span) = place(&profile.text, &["capability", "exec"]) else { return Ok(()) };
        let message = format!("an agent in a state of a machine becomes no other: {} names this profile", self.name);
        let help = Some("leave out [capability.exec]; its edges say what follows".to_owned());
        let mistakes = vec![Mistake { span, message, help }];
        Err(LaunchError::Profile(Mistakes { name: profile.name.clone(), text: profile.text.clone(), mistakes }))
    }
}

/// The limits that are those of an agent, and not of the whole run (spec: runtime, 24.1).
const OF_AN_AGENT: [&str; 8] = [
    "maxTurns",
    "maxConsecutiveErrors",
    "maxErrorRate",
    "errorRateWindow",
    "modelCallTimeoutSecs",
    "modelStreamIdleSecs",
    "maxModelRetries",
    "modelRetryMaxDelaySecs",
];

/// Whether a profile is that of a machine. What is no profile at all is none.
pub fn is_machine(text: &str) -> bool {
    place(text, &["machine"]).is_some()
}

/// Reads the whole profile of a machine; none when something it cannot do without is missing or wrong.
fn machine(name: &str, text: &str, section: &Section<'_>) -> Option<Machine> {
    if section.section("capability").is_some() {
        let span = place(text, &["capability"]).unwrap_or_default();
        let message = "a machine takes no turns, and so has no capabilities of its own; those of its states are";
        section.wrong(span, message.to_owned(), Some("give them to the profile of a state".to_owned()));
    }
    let run = RunLimits::read(section);
    for key in OF_AN_AGENT.into_iter().filter(|key| section.has(key)) {
        let span = place(text, &[key]).unwrap_or_default();
        let message = format!("`{key}` is a limit of an agent, and a machine is none");
        section.wrong(span, message, Some("give it to the profile of a state".to_owned()));
    }
    let section = section.section("machine")?;
    section.needs(&["entry", "state"], "");
    let entry = section.text("entry");
    let mut states: Vec<State> = Vec::new();
    let mut targets: Vec<Placed> = Vec::new();
    for section in section.sections("state") {
        section.needs(&["name", "profile"], "");
        let (name, profile) = (section.text("name"), section.text("profile"));
        if let Some((name, span)) = &name
            && states.iter().any(|state| state.name == *name)
        {
            section.wrong(span.clone(), format!("the machine has a state `{name}` already"), None);
        }
        let edges = edges(&section, &mut targets);
        if let (Some((name, _)), Some((profile, _))) = (name, profile) {
            states.push(State { name, profile: PathBuf::from(profile), edges });
        }
    }
    let names: Vec<&str> = states.iter().map(|state| state.name.as_str()).collect();
    for (state, span) in targets.iter().chain(&entry).filter(|(state, _)| !names.contains(&state.as_str())) {
        section.wrong(span.clone(), format!("the machine has no state `{state}`"), meant(state, &names));
    }
    let (name, text) = (name.to_owned(), text.to_owned());
    Some(Machine { entry: entry?.0, states, run, name, text })
}

/// The edges of a state. Where they lead is checked once all states are known.
fn edges(section: &Section<'_>, targets: &mut Vec<Placed>) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for section in section.sections("edges") {
        section.needs(&["to", "transfer"], "");
        let Some((to, span)) = section.text("to") else { continue };
        if edges.iter().any(|edge| edge.to == to) {
            section.wrong(span.clone(), format!("the state has an edge to `{to}` already"), None);
        }
        let transfer = section.texts("transfer").unwrap_or_default();
        let transfer = transfer.iter().filter_map(|(word, span)| {
            let kind = StateKind::ALL.into_iter().find(|kind| kind.word() == word);
            if kind.is_none() {
                let known = StateKind::ALL.map(StateKind::word);
                section.wrong(
                    span.clone(),
                    format!("nothing called `{word}` travels along an edge"),
                    meant(word, &known),
                );
            }
            kind
        });
        edges.push(Edge { to: to.clone(), transfer: transfer.collect() });
        targets.push((to, span));
    }
    edges
}
