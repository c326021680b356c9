//! The board of a run, as its hosts and its loop share it: how it is configured, and a bell that every change rings.

use tokio::sync::watch;

use crate::{
    delegation::Wait,
    profile,
    store::{Store, StoreError, board::Outcome},
};

/// The board of a run. Hosts that are given one hold its rows; its contents are in the store of the workspace.
#[derive(Debug)]
pub struct RunBoard {
    settings: profile::Board,
    changes: watch::Sender<u64>,
}

impl RunBoard {
    /// The board of a run, configured by the first profile that enables it.
    pub fn new(settings: profile::Board) -> Self {
        Self { settings, changes: watch::Sender::default() }
    }

    /// How it is configured.
    pub fn settings(&self) -> &profile::Board {
        &self.settings
    }

    /// Says that it changed: dispatch is to be pumped and waiters are to be looked at.
    pub(crate) fn note_change(&self) {
        self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }

    /// The bell, for one who listens from now on.
    pub fn bell(&self) -> Bell {
        Bell(self.changes.subscribe())
    }

    /// Waits until a wait for an issue ends, and says how: who waits in a circle waits no longer. The one who waits may resume
    /// later than that, and asks [`crate::board::Board::outcome_at_resumption`] then (spec: runtime, 13.4).
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn ended(&self, store: &mut Store, issue: &str, wait: &Wait) -> Result<Outcome, StoreError> {
        let (mut changes, mut bell) = (wait.changes(), self.bell());
        loop {
            let board = store.board().await?;
            let circle = || wait.let_go_of_circle(&board).map(|way| Outcome::Circle { way });
            if let Some(outcome) = board.outcome(issue).or_else(circle) {
                return Ok(outcome);
            }
            tokio::select! {
                () = bell.rung() => {}
                // They change as long as anybody waits, as this one does.
                _ = changes.changed() => {}
            }
        }
    }
}

/// What rings at every change of a board.
#[derive(Debug)]
pub struct Bell(watch::Receiver<u64>);

impl Bell {
    /// Waits until the board has changed since this was asked last. Changes in between are one.
    pub async fn rung(&mut self) {
        // The board rings no more once it is gone, as at the end of a run; then nothing is to be waited for.
        if self.0.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
