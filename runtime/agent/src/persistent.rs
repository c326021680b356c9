//! Persistent agents: one of a profile works at a time, and opens on the files that the one before it left open. spec:
//! runtime, 14.1; decisions, 99

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use gg_host::{
    Host,
    delegation::{Wait, Waiter},
};
use tokio::sync::OwnedMutexGuard;

use crate::{agent::Agent, status::Status, stop::Where};

/// What an agent has while it is the one of its persistent profile that works.
pub(crate) struct Instance {
    _alone: OwnedMutexGuard<()>,
    /// Who waits for its place waits for it.
    _wait: Wait,
}

/// The persistent agents of a run: of each, whether one works. Those that wait come first in, first out.
#[derive(Debug, Default)]
pub(crate) struct Persistent(Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>);

impl Persistent {
    /// Waits until no agent works that is named by an id.
    async fn alone(&self, named: &str) -> OwnedMutexGuard<()> {
        let lock = {
            let mut agents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            agents.entry(named.to_owned()).or_default().clone()
        };
        lock.lock_owned().await
    }
}

impl Agent {
    /// Waits until it is the one of its profile that works, if that is persistent; how the run stops, if it does before that.
    pub(crate) async fn wait_to_be_alone(&mut self, at: Where) -> Option<Status> {
        if !self.equipment.profile.persistent {
            return None;
        }
        let run = self.run_of().clone();
        let named = self.equipment.named.clone();
        let waits = run.children.delegation.waits();
        let (own, place) = (Waiter::Agent(self.id.clone()), Waiter::Place(named.clone()));
        let _wait = waits.begin(own.clone(), vec![place.clone()]);
        tokio::select! {
            biased;
            status = run.until_stopped(&self.id, at) => Some(status),
            alone = run.persistent.alone(&named) => {
                self.instance = Some(Instance { _alone: alone, _wait: waits.begin(place, vec![own]) });
                None
            }
        }
    }

    /// Opens the files that the one before it left open, if it is persistent.
    pub(crate) async fn reopen(&self, host: &mut Host) {
        if self.instance.is_none() {
            return;
        }
        let turn = host.turn();
        match host.reopen(&self.holder, &self.equipment.named).await {
            Ok(failed) => {
                for failed in failed {
                    self.warn(turn, &format!("a file that was left open was not opened: {failed}"));
                }
            }
            Err(error) => self.warn(turn, &error.to_string()),
        }
    }

    /// Leaves its files open for the next, if it is persistent, and lets that one work.
    pub(crate) async fn leave_open(&mut self, host: &mut Host) {
        let Some(instance) = self.instance.take() else { return };
        if let Err(error) = host.leave_open(&self.equipment.named).await {
            self.warn(host.turn(), &error.to_string());
        }
        drop(instance);
    }
}
