//! The module `context` (spec: operations, 8, cards 29 to 32; runtime, 9).

use std::ops::RangeInclusive;

use gg_engine::{Call, CallError};

use crate::{
    declarations::Compaction,
    failure::{invalid, required},
    host::Host,
    operations::{
        OperationId,
        context::{ArchiveSearch, Operations, ReclaimReport, TurnRange},
    },
    profile::CompactionStrategy,
    text::{counted, is_blank},
    views::Key,
    window::{Reclaimed, Window},
};

/// Ranges of turns that are archived at a time, at most.
const MOST_RANGES: usize = 32;

impl Operations for Host {
    async fn evict_file_view(&mut self, call: &Call, path: Option<String>) -> Result<ReclaimReport, CallError> {
        if let Some(path) = &path {
            required(call, "path", path)?;
        }
        let path = path.map(|path| self.workspace.shown(&path).unwrap_or(path));
        let window = self.window.as_mut().ok_or_else(|| call.missing())?;
        let wanted = |key: &Key| {
            let Key::File { path: open, .. } = key else { return false };
            path.as_ref().is_none_or(|path| path == open)
        };
        // Some would have arrived with the next turn only.
        let waiting = self.views.opened().filter(|view| !view.locked && wanted(&view.key));
        let (mut items, mut tokens, mut paths) = (0, 0, Vec::new());
        for view in waiting {
            items += 1;
            tokens += view.tokens();
            paths.push(view.key.selector().to_owned());
        }
        self.views.close(wanted);
        if let Some(reclaimed) = window.evict_files(path.as_deref()) {
            items += reclaimed.items;
            tokens += reclaimed.tokens;
            paths.splice(0..0, reclaimed.paths);
        }
        let mut known = Vec::new();
        paths.retain(|path| {
            let is_new = !known.contains(path);
            known.push(path.clone());
            is_new
        });
        Ok(report(items, tokens, paths, "file view"))
    }

    async fn archive_thread(&mut self, call: &Call, ranges: Vec<TurnRange>) -> Result<ReclaimReport, CallError> {
        if ranges.is_empty() || ranges.len() > MOST_RANGES {
            let (param, count) = (call.param("ranges"), ranges.len());
            return Err(invalid(format!("`{param}` has {count} ranges; there have to be from 1 to {MOST_RANGES}")));
        }
        if let Some(TurnRange { start, end }) = ranges.iter().find(|range| range.end < range.start) {
            let param = call.param("ranges");
            return Err(invalid(format!("`{param}` has a range that ends before it starts: {start} to {end}")));
        }
        let window = self.window.as_mut().ok_or_else(|| call.missing())?;
        let turns: Vec<RangeInclusive<u32>> = ranges.iter().map(|range| range.start..=range.end).collect();
        let Some(Reclaimed { items, tokens, paths, .. }) = window.archive(&turns) else {
            return Ok(report(0, 0, Vec::new(), "item"));
        };
        // What is archived is not open any more.
        self.views.forget(|key| !window.shows(key));
        Ok(report(items, tokens, paths, "item"))
    }

    async fn search_archive(&mut self, call: &Call, query: String) -> Result<ArchiveSearch, CallError> {
        required(call, "query", &query)?;
        let window = self.window.as_ref().ok_or_else(|| call.missing())?;
        Ok(window.search_archive(query.trim()))
    }

    async fn compact(&mut self, call: &Call, summary: String, files: Vec<String>) -> Result<(), CallError> {
        required(call, "summary", &summary)?;
        if self.window.is_none() {
            return Err(call.missing());
        }
        let named = files.iter().filter(|file| !is_blank(file)).map(|file| file.trim().to_owned());
        self.declarations.compact(Compaction::new(summary, named));
        Ok(())
    }
}

impl Host {
    /// Whether anything stands behind an operation of the module besides the window.
    pub(crate) fn holds_context(&self, operation: OperationId) -> bool {
        let by_the_agent = [CompactionStrategy::SelfSummarization, CompactionStrategy::SelfCompaction];
        match operation {
            OperationId::ContextCompact => {
                self.settings.compaction.is_some_and(|strategy| by_the_agent.contains(&strategy))
            }
            _ => true,
        }
    }
}

/// What was taken out, for the program.
fn report(items: u32, tokens: u64, paths: Vec<String>, what: &str) -> ReclaimReport {
    let detail = match items {
        0 => format!("There was no {what} to take out."),
        1 => format!("1 {what} was taken out, which makes about {tokens} tokens free."),
        _ => format!("{} were taken out, which makes about {tokens} tokens free.", counted(items.into(), what)),
    };
    ReclaimReport { items, reclaimed_tokens: u32::try_from(tokens).unwrap_or(u32::MAX), paths, detail }
}

impl Window {
    /// Whether a view of a key is in it, as it is open.
    fn shows(&self, key: &Key) -> bool {
        self.items().iter().any(|item| matches!(&item.band, crate::window::Band::View(open) if open == key))
    }
}
