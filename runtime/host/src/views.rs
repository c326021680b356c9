//! The views of an agent: what is open, what was opened since the window last took them, and what became of each.
//!
//! A view reaches the window when the loop takes it ([`Views::take`]); one that was closed before never does.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use gg_engine::{ErrorCode, Operation, record::Roster};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    operations::views::{OpenView, ViewKind, ViewRegion},
    picture, tokens,
};

/// The selector of the one search view (spec: runtime, 7).
pub const SEARCH: &str = "search results";
/// Records kept of views opened, closed and refused, each (spec: runtime, 24.2).
const MOST_RECORDS: usize = 100;

/// What names a view.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// A file: its path, and the lines shown, first and count; none for a whole file.
    File {
        /// The path, relative to the workspace.
        path: String,
        /// First line and number of lines.
        region: Option<(u32, u32)>,
    },
    /// A text, by its label.
    Text(String),
    /// Documentation, by its qualified name.
    Docs(String),
    /// The last search of the documentation.
    Search,
}

impl Key {
    /// What closes the view.
    pub fn selector(&self) -> &str {
        match self {
            Self::File { path, .. } => path,
            Self::Text(label) => label,
            Self::Docs(name) => name,
            Self::Search => SEARCH,
        }
    }

    fn region(&self) -> Option<ViewRegion> {
        match self {
            Self::File { region, .. } => region.map(|(offset, limit)| ViewRegion { offset, limit }),
            _ => None,
        }
    }

    fn kind(&self) -> ViewKind {
        match self {
            Self::File { .. } => ViewKind::File,
            Self::Text(_) => ViewKind::Text,
            Self::Docs(_) => ViewKind::Docs,
            Self::Search => ViewKind::Search,
        }
    }
}

/// What an operator reads of a view: its kind, what closes it, and the region of a file.
impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut key = serializer.serialize_struct("Key", 3)?;
        key.serialize_field("kind", &self.kind())?;
        key.serialize_field("selector", self.selector())?;
        key.serialize_field("region", &self.region())?;
        key.end()
    }
}

/// What a view shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// A text.
    Text(String),
    /// A picture.
    Picture {
        /// Its media type.
        media_type: &'static str,
        /// The file.
        bytes: Vec<u8>,
    },
}

/// A view.
#[derive(Debug)]
pub struct View {
    /// What names it.
    pub key: Key,
    /// The line above it, which says what it is.
    pub heading: String,
    /// What it shows.
    pub body: Body,
    /// Whether the profile keeps it open.
    pub locked: bool,
    /// The operation it documents, if it documents one.
    pub operation: Option<&'static Operation>,
    tokens: OnceLock<u64>,
}

/// A message of the window: a heading, a rule line, the body (spec: runtime, 7).
pub fn headed(heading: &str, body: &str) -> String {
    format!("{heading}\n---\n{body}")
}

impl View {
    /// A view that can be closed.
    pub fn new(key: Key, heading: String, body: Body) -> Self {
        Self { key, heading, body, locked: false, operation: None, tokens: OnceLock::new() }
    }

    /// The message it makes: heading, rule, body.
    pub fn message(&self) -> String {
        match &self.body {
            Body::Text(text) => headed(&self.heading, text),
            Body::Picture { .. } => headed(&self.heading, ""),
        }
    }

    /// Estimated tokens it takes.
    pub fn tokens(&self) -> u64 {
        *self.tokens.get_or_init(|| {
            let picture = match &self.body {
                Body::Text(_) => 0,
                Body::Picture { bytes, .. } => picture::tokens(bytes),
            };
            tokens::estimate(&self.message()) + picture as u64
        })
    }

    /// What a program is told of it.
    pub(crate) fn describe(&self) -> OpenView {
        OpenView {
            kind: self.key.kind(),
            selector: self.key.selector().to_owned(),
            tokens: self.tokens(),
            region: self.key.region(),
        }
    }
}

/// A view that was not opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// What would have named it.
    pub selector: String,
    /// Why it was not.
    #[serde(serialize_with = "in_words")]
    pub code: ErrorCode,
}

/// Writes a value as it is shown.
fn in_words<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// What happened to views in a turn, for the operator.
#[derive(Debug, Serialize)]
pub struct Rosters {
    /// Views opened.
    pub opened: Roster<Key>,
    /// Views closed.
    pub closed: Roster<Key>,
    /// Views refused.
    pub refused: Roster<Refused>,
}

impl Default for Rosters {
    fn default() -> Self {
        Self { opened: Roster::of(MOST_RECORDS), closed: Roster::of(MOST_RECORDS), refused: Roster::of(MOST_RECORDS) }
    }
}

/// What the window has to do to catch up.
#[derive(Debug, Default)]
pub struct Changes {
    /// Views to add, in order.
    pub opened: Vec<Arc<View>>,
    /// Views of earlier turns to take out.
    pub closed: Vec<Key>,
    /// Views of earlier turns that were opened anew: their copies stay as history, without their pictures.
    pub replaced: Vec<Key>,
}

/// An agent's views.
#[derive(Debug, Default)]
pub struct Views {
    entries: Vec<Entry>,
    closed: Vec<Key>,
    replaced: Vec<Key>,
    rosters: Rosters,
    composed: usize,
}

#[derive(Debug, Clone)]
struct Entry {
    view: Arc<View>,
    /// Whether the window has it.
    taken: bool,
}

impl Views {
    /// Opens a view. One of this turn with the same key is replaced in place; one of an earlier turn is left to history.
    pub fn open(&mut self, view: View) {
        self.rosters.opened.add(|| view.key.clone());
        let view = Arc::new(view);
        match self.entries.iter().position(|entry| entry.view.key == view.key) {
            Some(at) if self.entries[at].taken => {
                self.replaced.push(self.entries.remove(at).view.key.clone());
                self.entries.push(Entry { view, taken: false });
            }
            Some(at) => self.entries[at].view = view,
            None => self.entries.push(Entry { view, taken: false }),
        }
    }

    /// Whether documentation is open with a text.
    pub fn document(&self, name: &str, text: &str) -> bool {
        self.entries.iter().any(|entry| {
            let View { key: Key::Docs(open), body: Body::Text(body), .. } = &*entry.view else { return false };
            open == name && body == text
        })
    }

    /// Notes a view that was not opened.
    pub fn refuse(&mut self, selector: String, code: ErrorCode) {
        self.rosters.refused.add(|| Refused { selector, code });
    }

    /// Closes the views that are wanted closed and may be; says how many.
    pub fn close(&mut self, wanted: impl Fn(&Key) -> bool) -> u32 {
        let mut count = 0;
        let Self { entries, closed, rosters, .. } = self;
        entries.retain(|entry| {
            let key = &entry.view.key;
            let keep = entry.view.locked || !wanted(key);
            if !keep {
                count += 1;
                rosters.closed.add(|| key.clone());
                if entry.taken {
                    closed.push(key.clone());
                }
            }
            keep
        });
        count
    }

    /// Forgets views the window has had and has no more; what may have been closed since is as it was.
    pub(crate) fn forget(&mut self, is_gone: impl Fn(&Key) -> bool) {
        self.entries.retain(|entry| entry.view.locked || !entry.taken || !is_gone(&entry.view.key));
    }

    /// Forgets every view but the locked ones, which come to the window anew. The keys of documentation are handed back, to
    /// be derived again (spec: runtime, 9.2).
    pub(crate) fn compact(&mut self) -> Vec<String> {
        let (locked, others) = std::mem::take(&mut self.entries).into_iter().partition(|entry| entry.view.locked);
        self.entries = locked;
        self.entries.iter_mut().for_each(|entry: &mut Entry| entry.taken = false);
        (self.closed, self.replaced) = (Vec::new(), Vec::new());
        let others: Vec<Entry> = others;
        let docs = others.into_iter().filter_map(|entry| match &entry.view.key {
            Key::Docs(name) => Some(name.clone()),
            _ => None,
        });
        docs.collect()
    }

    /// Keeps the open view of a key whatever the agent does, or takes it for one that may be closed.
    pub(crate) fn lock(&mut self, key: &Key) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.view.key == *key)
            && let Some(view) = Arc::get_mut(&mut entry.view)
        {
            view.locked = true;
        }
    }

    /// Every open view, in the order of the window.
    pub fn current(&self) -> impl Iterator<Item = &Arc<View>> {
        self.entries.iter().map(|entry| &entry.view)
    }

    /// The views opened since they were last taken, in order.
    pub fn opened(&self) -> impl Iterator<Item = &Arc<View>> {
        self.entries.iter().filter(|entry| !entry.taken).map(|entry| &entry.view)
    }

    /// Hands the window what changed.
    pub fn take(&mut self) -> Changes {
        let fresh = self.entries.iter_mut().filter_map(|entry| {
            let taken = std::mem::replace(&mut entry.taken, true);
            (!taken).then(|| entry.view.clone())
        });
        Changes {
            opened: fresh.collect(),
            closed: std::mem::take(&mut self.closed),
            replaced: std::mem::take(&mut self.replaced),
        }
    }

    /// Bytes of text composed in this turn so far, replaced ones counted too.
    pub fn composed(&self) -> usize {
        self.composed
    }

    /// Counts text that was composed.
    pub fn compose(&mut self, bytes: usize) {
        self.composed += bytes;
    }

    /// Begins a turn: its rosters and what it may compose are its own. What was not taken stays open.
    pub fn begin_turn(&mut self) -> Rosters {
        self.composed = 0;
        std::mem::take(&mut self.rosters)
    }

    /// The same views for another agent that has the same window: in its turns nothing has happened yet.
    pub(crate) fn copied(&self) -> Self {
        let Self { entries, closed, replaced, .. } = self;
        Self { entries: entries.clone(), closed: closed.clone(), replaced: replaced.clone(), ..Self::default() }
    }

    /// What happened in this turn so far.
    pub fn rosters(&self) -> &Rosters {
        &self.rosters
    }
}
