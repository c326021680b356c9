//! The board of a run, as its hosts and its loop share it: how it is configured, and a bell that every change rings.

use tokio::sync::Notify;

use crate::profile;

/// The board of a run. Hosts that are given one hold its rows; its contents are in the store of the workspace.
#[derive(Debug)]
pub struct RunBoard {
    settings: profile::Board,
    changed: Notify,
}

impl RunBoard {
    /// The board of a run, configured by the first profile that enables it.
    pub fn new(settings: profile::Board) -> Self {
        Self { settings, changed: Notify::new() }
    }

    /// How it is configured.
    pub fn settings(&self) -> &profile::Board {
        &self.settings
    }

    /// Says that it changed: dispatch is to be pumped and waiters are to be looked at.
    pub(crate) fn note_change(&self) {
        self.changed.notify_one();
    }

    /// Waits until it has changed since this was asked last, for the one that pumps dispatch. Changes in between are one.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }
}
