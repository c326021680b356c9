//! The agents of a run by their ids: the one that is given the task, and those on its roster, each with its profile.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use gg_agent::Equipment;
use gg_engine::TableOperation as _;
use gg_host::{Profile, operations::OperationId, profile::board_of};
use gg_models::Model;

use crate::{Refused, agent::open, launch, session::Session};

/// The profiles of a run by the ids of its agents. Those of the roster are files seen from a folder. Refused, where one
/// is not in order, or the board they ask for is not (spec: runtime, 1.4).
pub(crate) fn profiles(session: &Session, folder: &Path) -> Result<BTreeMap<String, Arc<Profile>>, Refused> {
    let own = session.profile();
    let mut profiles = BTreeMap::new();
    for entry in &own.roster {
        let profile = match &entry.profile {
            None => own.clone(),
            Some(path) => {
                let path = folder.join(path);
                let read = Profile::read(&path.display().to_string(), &launch::read(&path)?);
                read.map_err(|mistakes| Refused::new(format!("the profile of `{}` is refused\n{mistakes}", entry.id)))?
            }
        };
        profiles.insert(entry.id.clone(), Arc::new(profile));
    }
    profiles.insert(session.agent().to_owned(), Arc::new(own.clone()));
    let first = (session.agent(), own);
    let others = profiles.iter().filter(|(id, _)| *id != session.agent());
    let agents: Vec<(&str, &Profile)> =
        [first].into_iter().chain(others.map(|(id, profile)| (id.as_str(), &**profile))).collect();
    board_of(&agents).map_err(|error| Refused::new(error.to_string()))?;
    Ok(profiles)
}

/// What the agents of a run are made of, whose first agent works with this. `model` is that of agents whose profiles name
/// none.
pub(crate) fn agents(
    session: &Session,
    first: &Equipment,
    model: &Arc<dyn Model>,
    profiles: BTreeMap<String, Arc<Profile>>,
) -> Result<BTreeMap<String, Equipment>, Refused> {
    let mut agents = BTreeMap::new();
    for (id, profile) in profiles {
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
        agents.insert(id, Equipment { profile, arm: found, model, summarizer, checker });
    }
    Ok(agents)
}
