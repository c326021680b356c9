//! What travels from an agent to the one that takes its place, and what a copy has of the one it is of. spec: runtime, 14.3
//! and 14.4

use std::sync::Arc;

use gg_engine::{Agent, docs::Page};
use rusqlite::{Connection, Transaction};

use crate::{
    host::{Host, Settings},
    operations::OperationId,
    profile::{Memories, Scope, StateKind},
    store::{Stop, StoreError, lineage::Keeping},
    views::Key,
};

/// What a successor has of the one whose place it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// What was carried.
    pub kinds: Vec<StateKind>,
    /// What was there and was not carried.
    pub left: Vec<StateKind>,
}

impl Carried {
    /// Whether a kind was carried.
    pub fn has(&self, kind: StateKind) -> bool {
        self.kinds.contains(&kind)
    }
}

impl Host {
    /// Takes over from the host of the agent whose place its own takes, under the same id. What travels is what is asked for
    /// and both have; all they have, where nothing is said. Turns are counted on, and programs are those of both. Tasks and
    /// memories that do not travel are set aside, which an operator is told if it fails.
    pub async fn take_over(
        &mut self,
        (mut from, before): (Self, &Agent),
        own: &Arc<Agent>,
        asked: Option<&[StateKind]>,
    ) -> (Carried, Result<(), StoreError>) {
        let is_asked = |kind: StateKind| asked.is_none_or(|asked| asked.contains(&kind));
        let fits = |kind| kind != StateKind::Memories || self.keeps_as(&from);
        let had = StateKind::ALL.into_iter().filter(|kind| from.has(*kind, before));
        let (kinds, left) = had.partition(|kind| is_asked(*kind) && self.has(*kind, own) && fits(*kind));
        let carried = Carried { kinds, left };
        let aside = [(Keeping::Tasks, StateKind::Tasks), (Keeping::Memories, StateKind::Memories)];
        let aside = aside.into_iter().filter(|(_, kind)| !carried.has(*kind)).map(|(keeping, _)| keeping);
        let kept = from.set_aside(&aside.collect::<Vec<_>>()).await;
        self.turn = from.turn;
        self.slot = from.slot.take();
        self.replay = from.replay.take();
        self.store = from.store;
        if carried.has(StateKind::Memories) {
            (self.writer, self.changes_seen) = (from.writer, from.changes_seen);
        }
        if carried.has(StateKind::Skills) {
            self.uses.take_over(&from.uses);
        }
        if let Some(window) = from.window {
            self.window = Some(Box::new(window.carried(|kind| carried.has(kind))));
        }
        if carried.has(StateKind::History) {
            self.views = from.views.copied();
            self.drop_lost_documentation(own);
        }
        (carried, kept)
    }

    /// Makes another host, of an agent that is a copy of its own, have what its own has, but for code that is loaded.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn copy_to(&mut self, copy: &mut Self, agent: &Arc<Agent>) -> Result<(), StoreError> {
        copy.set_aside(&Keeping::ALL).await?;
        let to = copy.settings.agent.clone();
        let own = |keeping: &Keeping| *keeping != Keeping::Memories || has_own_memories(&self.settings);
        let own: Vec<Keeping> = Keeping::ALL.into_iter().filter(own).collect();
        self.of_kept(&own, |keeping, store, from| keeping.copy(store, from, &to)).await?;
        copy.turn = self.turn;
        copy.changes_seen = self.changes_seen;
        copy.uses.take_over(&self.uses);
        copy.window.clone_from(&self.window);
        copy.views = self.views.copied();
        copy.drop_lost_documentation(agent);
        Ok(())
    }

    /// Begins anew: what an agent of the same id had in an earlier run is set aside.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn begin_anew(&mut self) -> Result<(), StoreError> {
        self.set_aside(&Keeping::ALL).await
    }

    /// Whether an agent that it serves has a kind of state.
    fn has(&self, kind: StateKind, agent: &Agent) -> bool {
        match kind {
            StateKind::History => self.window.is_some(),
            StateKind::Memories => self.settings.memories.is_some(),
            StateKind::Tasks => self.settings.tasks.is_some(),
            StateKind::Board => self.board.is_some(),
            StateKind::Skills => agent.grants.permits(OperationId::SkillsReadSkill.row()),
            StateKind::Archive => agent.grants.permits(OperationId::ContextSearchArchive.row()),
        }
    }

    /// Whether both keep memories by the same strategy, and the same ones.
    fn keeps_as(&self, other: &Self) -> bool {
        let how = |settings: &Settings| settings.memories.as_ref().map(|kept| (kept.strategy, kept.scope));
        how(&self.settings) == how(&other.settings)
    }

    async fn set_aside(&mut self, keeping: &[Keeping]) -> Result<(), StoreError> {
        self.of_kept(keeping, Keeping::set_aside).await
    }

    /// Does something of each of these that its agent has some of, whose id is given, in one transaction. Where it has nothing,
    /// no store is made.
    async fn of_kept(
        &mut self,
        keeping: &[Keeping],
        change: impl Fn(Keeping, &Connection, &str) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let agent = self.settings.agent.as_str();
        let has_some = |store: &Transaction<'_>| -> rusqlite::Result<Vec<Keeping>> {
            let mut kept = Vec::new();
            for keeping in keeping {
                if keeping.has_some(store, agent)? {
                    kept.push(*keeping);
                }
            }
            Ok(kept)
        };
        let kept = self.store.read(has_some).await?.unwrap_or_default();
        if !kept.is_empty() {
            let changing = self
                .store
                .write(|store| kept.iter().try_for_each(|keeping| change(*keeping, store, agent)).map_err(Stop::from));
            // Nothing of it is a call that fails.
            let _ = changing.await?;
        }
        Ok(())
    }

    /// Closes documentation that its agent does not find, and opens anew what reads otherwise for it.
    fn drop_lost_documentation(&mut self, agent: &Arc<Agent>) {
        let names = self.views.current().filter_map(|view| match &view.key {
            Key::Docs(name) => Some(name.clone()),
            _ => None,
        });
        let names: Vec<String> = names.collect();
        let documentation = self.documentation_of(agent);
        let pages: Vec<Page> = names.iter().filter_map(|name| documentation.page(name)).collect();
        self.views.close(|key| matches!(key, Key::Docs(name) if pages.iter().all(|page| page.key != *name)));
        pages.iter().for_each(|page| self.open_page(page));
        let (changes, turn) = (self.views.take(), self.turn);
        if let Some(window) = &mut self.window {
            window.show(&changes, turn);
        }
    }
}

/// Whether the memories of an agent are its own.
fn has_own_memories(settings: &Settings) -> bool {
    matches!(settings.memories, Some(Memories { scope: Scope::Isolated, .. }))
}
