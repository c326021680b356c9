//! What the loop shows an agent in its window: files from the start, what it keeps, its views, and a window compacted.

use std::sync::Arc;

use gg_engine::{Agent, Call};
use serde_json::json;

use crate::{
    declarations::{Compaction, MOST_FILES},
    host::Host,
    operations::{
        OperationId,
        files::{FileRead, Operations as _},
        views::Operations as _,
    },
    profile::Autoload,
    store::{
        Stop, StoreError,
        left_open::{self, OpenFile},
    },
    views::{Body, Key, View, headed},
    window::{Band, Block, Item},
};

impl Host {
    /// Opens the files a profile opens at the start; says of each that could not be opened why.
    pub async fn autoload(&mut self, agent: &Arc<Agent>, files: &[Autoload]) -> Vec<String> {
        let mut failed = Vec::new();
        for Autoload { path, lock } in files {
            match self.show_file(agent, path, None).await {
                Ok(key) if *lock => self.views.lock(&key),
                Ok(_) => {}
                Err(error) => failed.push(format!("{path}: {error}")),
            }
        }
        failed
    }

    /// Keeps which files are open, for the next agent that is named by this id (spec: decisions, 99).
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn leave_open(&mut self, named: &str) -> Result<(), StoreError> {
        let open = self.views.current().filter_map(|view| match &view.key {
            Key::File { path, region } => Some((path.clone(), *region)),
            _ => None,
        });
        let open: Vec<OpenFile> = open.collect();
        let before = self.store.read(|store| left_open::list(store, named)).await?.unwrap_or_default();
        if open != before {
            // Nothing of it is a call that fails.
            let _ = self.store.write(|store| left_open::put(store, named, &open).map_err(Stop::from)).await?;
        }
        Ok(())
    }

    /// Opens the files that the agent before it left open which was named by this id; says of each that could not be opened
    /// why.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn reopen(&mut self, agent: &Arc<Agent>, named: &str) -> Result<Vec<String>, StoreError> {
        // Another may have left others open when it is replayed.
        let what = format!("left open by {named}");
        let open: Vec<OpenFile> = match self.recorded_seen(&what) {
            Some(recorded) => serde_json::from_str(&recorded).unwrap_or_default(),
            None => self.store.read(|store| left_open::list(store, named)).await?.unwrap_or_default(),
        };
        self.note_seen(&what, &json!(open).to_string());
        let mut failed = Vec::new();
        for (path, region) in open {
            if let Err(error) = self.show_file(agent, &path, region).await {
                failed.push(format!("{path}: {error}"));
            }
        }
        Ok(failed)
    }

    /// Opens a view of the workspace's tree.
    ///
    /// # Errors
    ///
    /// It cannot be drawn.
    pub async fn show_tree(&mut self, agent: &Arc<Agent>, depth: u32) -> Result<(), String> {
        let what = format!("tree {depth}");
        let tree: Result<String, String> = match self.recorded_seen(&what) {
            Some(recorded) => serde_json::from_str(&recorded).unwrap_or_else(|error| Err(error.to_string())),
            None => {
                let call = Call::new(agent.clone(), OperationId::FilesTree.row(), 0, "{}".to_owned());
                self.tree(&call, None, Some(depth)).await.map_err(|error| error.message.into_owned())
            }
        };
        self.note_seen(&what, &json!(tree).to_string());
        let tree = tree?;
        let (label, heading) = ("workspace".to_owned(), "View: workspace".to_owned());
        self.views.open(View::new(Key::Text(label), heading, Body::Text(tree)));
        Ok(())
    }

    /// Opens a file view on behalf of gg; its key, or why it could not be opened.
    async fn show_file(&mut self, agent: &Arc<Agent>, path: &str, region: Option<(u32, u32)>) -> Result<Key, String> {
        let what = match region {
            None => format!("file {path}"),
            Some((offset, limit)) => format!("file {path} {offset} {limit}"),
        };
        let read = match self.recorded_seen(&what) {
            Some(recorded) => {
                let read: Result<FileRead, String> =
                    serde_json::from_str(&recorded).unwrap_or_else(|error| Err(error.to_string()));
                if let Ok(read) = &read {
                    self.show_recorded(path, read.clone(), None);
                }
                read
            }
            None => {
                let call = Call::new(agent.clone(), OperationId::ViewsOpenFile.row(), 0, "{}".to_owned());
                let (offset, limit) = region.unzip();
                let read = self.open_file(&call, path.to_owned(), offset, limit, None).await;
                read.map_err(|error| error.message.into_owned())
            }
        };
        self.note_seen(&what, &json!(read).to_string());
        read?;
        let path = self.workspace.shown(path).unwrap_or_default();
        let key = self.views.current().map(|view| view.key.clone()).filter(|key| key.selector() == path).last();
        key.ok_or_else(|| "the picture cannot be shown".to_owned())
    }

    /// Brings the window up to date with what its agent keeps: its tasks, and the texts of the board and of its memories.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn show_kept(&mut self, board: Option<String>, memories: Option<String>) -> Result<(), StoreError> {
        let tasks = self.task_block().await?;
        let turn = self.turn;
        if let Some(window) = &mut self.window {
            for (block, text) in [(Block::Tasks, tasks), (Block::Memories, memories), (Block::Board, board)] {
                window.show_block(block, text.as_deref(), turn);
            }
        }
        Ok(())
    }

    /// Brings views and prose that programs opened or pinned to the window; says the headings of the views.
    pub fn show_views(&mut self) -> Vec<(String, u64)> {
        let (pins, turn) = (self.take_pins(), self.turn);
        let Some(window) = &mut self.window else { return Vec::new() };
        for pin in pins {
            let text = headed(&format!("Skill: {}", pin.name), &pin.text);
            window.push(Item::text(Band::Skill(pin.name), &text).pinned(), turn);
        }
        let changes = self.views.take();
        window.show(&changes, turn);
        changes.opened.iter().map(|view| (view.heading.clone(), view.tokens())).collect()
    }

    /// Compacts the window: the summary, the named files read again, what is pinned, and documentation derived again (spec:
    /// runtime, 9.2).
    pub async fn compact_window(&mut self, agent: &Arc<Agent>, compaction: &Compaction) {
        let Compaction { summary, files, left_out } = compaction;
        let docs = self.views.compact();
        let mut failed = Vec::new();
        for file in files {
            if let Err(error) = self.show_file(agent, file, None).await {
                failed.push(format!("{file} ({error})"));
            }
        }
        for key in docs {
            let call = Call::new(agent.clone(), OperationId::ViewsOpenDocsView.row(), 0, "{}".to_owned());
            // What does not resolve any more is lost with the code it documented.
            if let Some(page) = self.documentation(&call).page(&key) {
                self.open_page(&page);
            }
        }
        let mut text = format!("Summary of the window before\n---\n{}\n", summary.trim_end());
        let beyond = format!("left out, for only {MOST_FILES} files are read again");
        for (what, files) in [(beyond.as_str(), left_out), ("not read again", &failed)] {
            if !files.is_empty() {
                text.push_str(&format!("\nFiles {what}: {}\n", files.join(", ")));
            }
        }
        let turn = self.turn;
        if let Some(window) = &mut self.window {
            window.compact(Item::text(Band::Summary, &text), turn);
        }
        self.show_views();
    }
}
