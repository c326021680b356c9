//! What an operator sees of a store: everything, whoever it belongs to. Nothing is made or changed by it.

use std::{io, path::Path};

use rusqlite::Transaction;

use super::{
    Opened, Store, StoreError,
    board::{self, Board},
    carried_out,
    memories::{self, Memory, SHARED},
    migrations,
    tasks::{self, Task},
};

/// What is kept for somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept<T> {
    /// The id of the agent; none for what all agents of the workspace share.
    pub agent: Option<String>,
    /// What is kept, in its own order.
    pub items: Vec<T>,
}

impl Store {
    /// The store of the workspace at a folder, be it there or not.
    ///
    /// # Errors
    ///
    /// There is no such folder.
    pub fn of(workspace: &Path) -> io::Result<Self> {
        let root = workspace.canonicalize()?;
        if root.is_dir() { Ok(Self::new(&root)) } else { Err(rustix::io::Errno::NOTDIR.into()) }
    }

    /// Reads in one transaction, also where nothing may be written; none when there is no store.
    async fn look<T>(
        &mut self,
        mut work: impl FnMut(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        match self.read(&mut work).await {
            Err(error) if error.is_denied() => {
                // Where that is refused as well, the first refusal says why.
                let found = Opened::open_to_read(self.file(), migrations::STEPS);
                self.opened = Some(found.map_err(|_| error)?);
                self.read(work).await
            }
            read => read,
        }
    }

    /// The board of the workspace.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn board(&mut self) -> Result<Board, StoreError> {
        Ok(self.look(|store| board::rows::board(store)).await?.unwrap_or_default())
    }

    /// The ids of the calls of a turn of an agent that changed the store. Those of its last turn are kept.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn carried_out(&mut self, agent: &str, turn: u32) -> Result<Vec<String>, StoreError> {
        Ok(self.look(|store| carried_out::of_turn(store, agent, turn)).await?.unwrap_or_default())
    }

    /// The tasks of every agent that has some, by agent.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn tasks(&mut self) -> Result<Vec<Kept<Task>>, StoreError> {
        let read = self.look(|store| {
            let agents = tasks::agents(store)?.into_iter();
            agents.map(|agent| Ok(Kept { items: tasks::list(store, &agent)?, agent: Some(agent) })).collect()
        });
        Ok(read.await?.unwrap_or_default())
    }

    /// The memories of every agent that has some, by agent; first those that are shared.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn memories(&mut self) -> Result<Vec<Kept<Memory>>, StoreError> {
        let read = self.look(|store| {
            let owners = memories::owners(store)?.into_iter();
            let kept = |owner: String| {
                let items = memories::list(store, &owner)?;
                Ok(Kept { agent: Some(owner).filter(|owner| owner != SHARED), items })
            };
            owners.map(kept).collect()
        });
        Ok(read.await?.unwrap_or_default())
    }
}
