//! What was moved out of the window and can be searched (spec: operations, 8, cards 30 and 31).

use crate::{
    operations::context::{ArchiveHit, ArchiveSearch, MessageRole},
    store::fold,
};

use super::{Band, Item};

/// Hits of a search at most.
const MOST_HITS: usize = 8;

/// An archive: texts, oldest first.
#[derive(Debug, Clone, Default)]
pub(super) struct Archive {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    role: MessageRole,
    text: String,
}

impl Archive {
    /// Adds an item.
    pub(super) fn add(&mut self, item: &Item) {
        let role = match item.band {
            Band::Reply => MessageRole::Assistant,
            Band::Task | Band::Message | Band::Summary => MessageRole::User,
            _ => MessageRole::Tool,
        };
        self.entries.push(Entry { role, text: item.words() });
    }

    /// The items that contain a text, ignoring case, most recent first.
    pub(super) fn search(&self, query: &str) -> ArchiveSearch {
        let query = fold::fold(query);
        let found = (0..self.entries.len())
            .zip(&self.entries)
            .rev()
            .filter(|(_, entry)| fold::fold(&entry.text).contains(&query));
        let hits = found.take(MOST_HITS).map(|(seq, entry)| ArchiveHit {
            seq: u32::try_from(seq).unwrap_or(u32::MAX),
            role: entry.role,
            text: entry.text.clone(),
        });
        ArchiveSearch { archive_empty: self.entries.is_empty(), hits: hits.collect() }
    }
}
