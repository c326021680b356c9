//! The window of an agent: a ledger of what its model is sent, to which things are added at the end. What is taken out,
//! or loses its picture, is all that changes what was sent before. spec: runtime, 7 and 9.1

mod archive;
mod item;

use std::{ops::RangeInclusive, sync::Arc};

use gg_models::Message;
use serde::Serialize;

use crate::{
    operations::context::ArchiveSearch,
    profile::StateKind,
    views::{Changes, Key, headed},
};
use archive::Archive;
pub use item::{Band, Block, Item, Retention};

/// What stands in the place of the results of a turn that were archived.
const ARCHIVED: &str = "(The results of this turn are in the archive.)";

/// A window.
#[derive(Debug, Clone, Default)]
pub struct Window {
    items: Vec<Item>,
    archive: Archive,
    reclaimed: Vec<Reclaimed>,
}

/// How something was taken out of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reclaim {
    /// File views were evicted or closed.
    FileViews,
    /// Text views were closed.
    TextViews,
    /// The search view was closed.
    SearchView,
    /// Documentation views were closed.
    DocsViews,
    /// The results of turns were archived.
    Turns,
}

/// What was taken out of a window, for the operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reclaimed {
    /// How.
    pub action: Reclaim,
    /// How many items.
    pub items: u32,
    /// Estimated tokens they took.
    pub tokens: u64,
    /// The position of the earliest of them: what stands behind it is no longer cached.
    pub earliest: usize,
    /// The paths of the file views among them, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
}

impl Window {
    /// Adds an item of a turn.
    pub fn push(&mut self, item: Item, turn: u32) {
        self.items.push(item.of_turn(turn));
    }

    /// Its items, oldest first.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Estimated tokens of all items.
    pub fn tokens(&self) -> u64 {
        self.items.iter().map(Item::tokens).sum()
    }

    /// What a model is sent. The window is marked as stable up to here.
    pub fn messages(&mut self) -> Vec<Arc<Message>> {
        if let Some(last) = self.items.last_mut() {
            last.mark();
        }
        self.items.iter().map(|item| item.message().clone()).collect()
    }

    /// Whether it ends on the model's own submission. An acknowledgement does not count as something shown.
    pub fn ends_on_reply(&self) -> bool {
        let shown = self.items.iter().rev().find(|item| item.band != Band::Acknowledgement);
        shown.is_some_and(|item| item.band == Band::Reply)
    }

    /// Catches up with the views: takes out what was closed, makes history of what was opened anew, and adds the rest.
    pub fn show(&mut self, changes: &Changes, turn: u32) {
        for key in &changes.replaced {
            for item in self.items.iter_mut().filter(|item| matches!(&item.band, Band::View(open) if open == key)) {
                item.drop_pictures();
                item.band = Band::History(key.clone());
                item.retention = Retention::Ephemeral;
            }
        }
        for action in [Reclaim::FileViews, Reclaim::TextViews, Reclaim::SearchView, Reclaim::DocsViews] {
            let closed = |key: &Key| action == action_of(key) && changes.closed.contains(key);
            self.take_out(action, |item| matches!(&item.band, Band::View(key) if closed(key)));
        }
        for view in &changes.opened {
            self.push(Item::view(view), turn);
        }
    }

    /// Shows what an agent keeps as it stands. A text that is not there yet comes to the end, and the one before it stays
    /// as history.
    pub fn show_block(&mut self, block: Block, text: Option<&str>, turn: u32) {
        let text = text.map(|text| headed(block.heading(), text));
        let current = |item: &&mut Item| item.band == Band::Block(block) && item.retention == Retention::Pinned;
        if let Some(item) = self.items.iter_mut().find(current) {
            let gone = || headed(block.heading(), "(none)\n");
            if text.as_ref().is_some_and(|text| *text == item.words()) {
                return;
            }
            item.retention = Retention::Ephemeral;
            let text = text.unwrap_or_else(gone);
            let item = Item::text(Band::Block(block), &text);
            self.push(item.pinned(), turn);
        } else if let Some(text) = text {
            self.push(Item::text(Band::Block(block), &text).pinned(), turn);
        }
    }

    /// Takes out the file views of a path, or all, and what stayed of them as history. Locked ones are spared.
    pub fn evict_files(&mut self, path: Option<&str>) -> Option<Reclaimed> {
        self.take_out(Reclaim::FileViews, |item| {
            let (Band::View(key) | Band::History(key)) = &item.band else { return false };
            let Key::File { path: open, .. } = key else { return false };
            item.retention == Retention::Ephemeral && path.is_none_or(|path| path == open)
        })
    }

    /// Moves the results of turns to the archive. Pinned items and documentation views stay, and so do the replies.
    pub fn archive(&mut self, turns: &[RangeInclusive<u32>]) -> Option<Reclaimed> {
        let wanted = |item: &Item| {
            let stays = matches!(
                &item.band,
                Band::Reply
                    | Band::Acknowledgement
                    | Band::Archived
                    | Band::Task
                    | Band::Summary
                    | Band::View(Key::Docs(_))
            );
            !stays && item.retention == Retention::Ephemeral && turns.iter().any(|turns| turns.contains(&item.turn))
        };
        for item in self.items.iter().filter(|item| wanted(item)) {
            self.archive.add(item);
        }
        let mut emptied: Vec<u32> = self.items.iter().filter(|item| wanted(item)).map(|item| item.turn).collect();
        emptied.dedup();
        let reclaimed = self.take_out(Reclaim::Turns, wanted)?;
        for turn in emptied {
            let is_of_it = |item: &Item| item.turn == turn && matches!(item.band, Band::Reply | Band::Acknowledgement);
            let shown = |item: &Item| item.turn == turn && item.band == Band::Archived;
            if let Some(at) = self.items.iter().rposition(is_of_it)
                && !self.items.iter().any(shown)
            {
                let item = Item::text(Band::Archived, ARCHIVED);
                self.items.insert(at + 1, item.of_turn(turn));
            }
        }
        Some(reclaimed)
    }

    /// Searches the archive.
    pub fn search_archive(&self, query: &str) -> ArchiveSearch {
        self.archive.search(query)
    }

    /// Takes out the pictures of all views, which the model does not take; says how many views had one.
    pub fn drop_pictures(&mut self) -> usize {
        self.items.iter_mut().map(Item::drop_pictures).filter(|dropped| *dropped).count()
    }

    /// Compacts it: the summary, the given items, and what is pinned. Locked views are handed over with the views that are
    /// open, and so are not among what stays by itself.
    pub(crate) fn compact(&mut self, summary: Item, turn: u32) {
        let pinned = std::mem::take(&mut self.items)
            .into_iter()
            .filter(|item| item.retention == Retention::Pinned && !matches!(item.band, Band::View(_) | Band::Summary));
        let pinned: Vec<Item> = pinned.collect();
        self.push(summary, turn);
        self.items.extend(pinned);
    }

    /// What of it travels to a successor: the conversation without what it shows of what does not travel, the prose of skills,
    /// the archive.
    pub(crate) fn carried(self, travels: impl Fn(StateKind) -> bool) -> Self {
        let Self { mut items, archive, .. } = self;
        items.retain(|item| match item.band {
            Band::Skill(_) => travels(StateKind::Skills),
            Band::Block(block) => travels(StateKind::History) && travels(block.kind()),
            _ => travels(StateKind::History),
        });
        let archive = if travels(StateKind::Archive) { archive } else { Archive::default() };
        Self { items, archive, reclaimed: Vec::new() }
    }

    /// What was taken out since this was asked last.
    pub fn take_reclaimed(&mut self) -> Vec<Reclaimed> {
        std::mem::take(&mut self.reclaimed)
    }

    fn take_out(&mut self, action: Reclaim, wanted: impl Fn(&Item) -> bool) -> Option<Reclaimed> {
        let earliest = self.items.iter().position(&wanted)?;
        let mut reclaimed = Reclaimed { action, items: 0, tokens: 0, earliest, paths: Vec::new() };
        self.items.retain(|item| {
            let out = wanted(item);
            if out {
                reclaimed.items += 1;
                reclaimed.tokens += item.tokens();
                if let Band::View(Key::File { path, .. }) | Band::History(Key::File { path, .. }) = &item.band
                    && !reclaimed.paths.contains(path)
                {
                    reclaimed.paths.push(path.clone());
                }
            }
            !out
        });
        self.reclaimed.push(reclaimed.clone());
        Some(reclaimed)
    }
}

/// How a view of a key is taken out.
fn action_of(key: &Key) -> Reclaim {
    match key {
        Key::File { .. } => Reclaim::FileViews,
        Key::Text(_) => Reclaim::TextViews,
        Key::Search => Reclaim::SearchView,
        Key::Docs(_) => Reclaim::DocsViews,
    }
}
