//! The agents of a run by their ids: the one that is given the task, those on its roster, and those on the rosters of these,
//! each with its profile or the machine it enters.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::{Path, PathBuf},
    sync::Arc,
};

use gg_agent::{Equipment, Named};
use gg_engine::TableOperation as _;
use gg_host::{
    Profile,
    operations::OperationId,
    profile::{Machine, RosterScope, board_of},
};
use gg_models::{Address, Model};

use crate::{Refused, files::Files, launch, session::Session};

/// The profiles of a run by the ids of its agents.
pub(crate) struct Profiles {
    named: BTreeMap<String, Configured>,
}

/// What an id is configured by.
#[derive(Clone)]
enum Configured {
    Agent(Arc<Profile>),
    Machine {
        machine: Arc<Machine>,
        /// The profiles of its states, by their names.
        states: BTreeMap<String, Arc<Profile>>,
    },
}

/// A profile, or a machine, and where it was read.
#[derive(Clone)]
struct Source {
    configured: Configured,
    /// Its file; none for the one a session began with.
    file: Option<PathBuf>,
    /// The folder from which it sees others.
    folder: PathBuf,
}

impl Source {
    /// Reads a file.
    fn read(file: &Path, files: &Files) -> Result<Self, Refused> {
        let text = files.read(file)?;
        let machine = Machine::read(&file.display().to_string(), &text);
        let machine = machine.map_err(|mistakes| Refused::new(format!("the profile is refused\n{mistakes}")))?;
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let configured = match machine {
            None => Configured::Agent(Arc::new(files.profile(file)?)),
            Some(machine) => Configured::machine(Arc::new(machine), &folder, files)?,
        };
        Ok(Self { configured, file: Some(file.to_owned()), folder })
    }

    /// Whether it is the same: one text, which sees the same others.
    fn is(&self, other: &Self) -> bool {
        let folder = |source: &Self| {
            let folder = Path::new(".").join(&source.folder);
            folder.canonicalize().unwrap_or(folder)
        };
        self.configured.text() == other.configured.text() && folder(self) == folder(other)
    }
}

impl Configured {
    /// A machine whose states have profiles that are files seen from a folder.
    fn machine(machine: Arc<Machine>, folder: &Path, files: &Files) -> Result<Self, Refused> {
        let mut states = BTreeMap::new();
        for state in &machine.states {
            let profile = launch::state(&machine, state, folder, files)?;
            states.insert(state.name.clone(), Arc::new(profile));
        }
        Ok(Self::Machine { machine, states })
    }

    /// The text it was read from.
    fn text(&self) -> &str {
        match self {
            Self::Agent(profile) => profile.text(),
            Self::Machine { machine, .. } => machine.text(),
        }
    }

    /// The profile of the agent, or those of all states.
    fn profiles(&self) -> impl Iterator<Item = &Arc<Profile>> {
        let (own, states) = match self {
            Self::Agent(profile) => (Some(profile), None),
            Self::Machine { states, .. } => (None, Some(states.values())),
        };
        own.into_iter().chain(states.into_iter().flatten())
    }
}

impl Profiles {
    /// Those of a session. Those of its rosters are files seen from a folder. Refused, where one is not in order, an id means
    /// two, or the board they ask for is not (spec: runtime, 1.4).
    pub(crate) fn read(session: &Session, folder: &Path, files: &Files) -> Result<Self, Refused> {
        let configured = match session.machine() {
            None => Configured::Agent(Arc::new(session.profile().clone())),
            Some(machine) => Configured::machine(machine.clone(), folder, files)?,
        };
        let first = Source { configured, file: None, folder: folder.to_owned() };
        let mut sources = BTreeMap::from([(session.agent().to_owned(), first.clone())]);
        let mut left = VecDeque::from([first]);
        while let Some(source) = left.pop_front() {
            for entry in source.configured.profiles().flat_map(|profile| &profile.roster) {
                let named = match &entry.profile {
                    None => source.clone(),
                    Some(path) => {
                        let path = source.folder.join(path);
                        Source::read(&path, files)
                            .map_err(|Refused(why)| Refused(format!("the agent `{}`: {why}", entry.id)))?
                    }
                };
                match sources.get(&entry.id) {
                    None => {
                        sources.insert(entry.id.clone(), named.clone());
                        left.push_back(named);
                    }
                    Some(known) if known.is(&named) => {}
                    Some(known) => return Err(two(&entry.id, known, &named)),
                }
            }
        }
        let named: BTreeMap<String, Configured> =
            sources.into_iter().map(|(id, source)| (id, source.configured)).collect();
        let profiles = Self { named };
        profiles.refuse_waits_for_itself()?;
        board_of(&profiles.first_to_last(session.agent())).map_err(|error| Refused::new(error.to_string()))?;
        Ok(profiles)
    }

    /// Refuses a persistent agent that may be started by itself or by those it starts: each would wait for the other.
    fn refuse_waits_for_itself(&self) -> Result<(), Refused> {
        let starts = |id: &str| {
            let profiles = self.named.get(id).into_iter().flat_map(Configured::profiles);
            let starting = profiles.filter(|profile| profile.capabilities.subagents.is_some());
            starting.flat_map(|profile| RosterScope::Subagent.of(&profile.roster)).map(|entry| entry.id.as_str())
        };
        let is_persistent = |id: &&String| {
            let mut profiles = self.named.get(*id).into_iter().flat_map(Configured::profiles);
            profiles.any(|profile| profile.persistent)
        };
        for id in self.named.keys().filter(is_persistent) {
            let mut ways: Vec<Vec<&str>> = starts(id).map(|next| vec![id.as_str(), next]).collect();
            let mut seen: BTreeSet<&str> = BTreeSet::new();
            while let Some(way) = ways.pop() {
                let Some(last) = way.last().copied() else { continue };
                if last == id {
                    return Err(Refused::new(format!(
                        "the agent `{id}` is persistent, of which one works at a time, and may be started while it works: {}; \
                         leave it off one of these rosters",
                        way.join(" starts ")
                    )));
                }
                if seen.insert(last) {
                    ways.extend(starts(last).map(|next| [&way[..], &[next]].concat()));
                }
            }
        }
        Ok(())
    }

    /// Everybody's, that of the first agent first.
    fn first_to_last(&self, first: &str) -> Vec<(&str, &Profile)> {
        let (own, others): (Vec<_>, Vec<_>) = self.named.iter().partition(|(id, _)| *id == first);
        let all = own.into_iter().chain(others);
        all.flat_map(|(id, configured)| configured.profiles().map(move |profile| (id.as_str(), &**profile))).collect()
    }
}

/// That an id means two.
fn two(id: &str, known: &Source, other: &Source) -> Refused {
    let file = |source: &Source| {
        source.file.as_ref().map_or_else(|| "the profile of the session".to_owned(), |file| file.display().to_string())
    };
    Refused::new(format!(
        "the agent `{id}` is on two rosters of the run and means two: {}, and {}; call one by another id",
        file(known),
        file(other)
    ))
}

/// What the agents of a run are made of, whose first agent works with this. `model` is that of agents whose profiles name
/// none, and `open` opens one that is named.
pub(crate) fn agents(
    session: &Session,
    first: &Equipment,
    model: &Arc<dyn Model>,
    profiles: Profiles,
    open: impl Fn(&Profile, &Address) -> Result<Arc<dyn Model>, Refused>,
) -> Result<BTreeMap<String, Named>, Refused> {
    let made = |id: &str, profile: Arc<Profile>| {
        let arm = OperationId::TABLE.arm_id(profile.arm);
        let found = session.runtime().arms().find(arm).cloned();
        let found = found.ok_or_else(|| Refused::new(format!("programs of `{id}`, in `{arm}`, cannot be run yet")))?;
        let is_own = profile.text() == session.profile().text();
        let opened = |address| open(&profile, address);
        let model = match &profile.model.address {
            Some(address) if !is_own => opened(address)?,
            _ => model.clone(),
        };
        let summarizer = profile.model.summarizer.as_ref().map_or_else(|| Ok(model.clone()), opened)?;
        // The runtime checks the types of everybody's programs, or of nobody's.
        let types = first.checker.as_deref() == launch::checked_by("typescript", true);
        let checker = launch::checked_by(arm, types).map(str::to_owned);
        Ok(Equipment { named: id.to_owned(), position: None, profile, arm: found, model, summarizer, checker })
    };
    let mut agents = BTreeMap::new();
    for (id, configured) in profiles.named {
        let named = match configured {
            Configured::Agent(profile) => made(&id, profile)?.into(),
            Configured::Machine { machine, states } => {
                let states = states.into_iter().map(|(state, profile)| Ok((state, made(&id, profile)?)));
                Named::Machine { machine, states: states.collect::<Result<_, Refused>>()? }
            }
        };
        agents.insert(id, named);
    }
    Ok(agents)
}
