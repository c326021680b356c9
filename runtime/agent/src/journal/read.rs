//! A journal that is read: the sessions of a workspace, and what was recorded of each.

use std::{
    collections::{BTreeMap, HashMap},
    fmt, fs, io,
    path::{Path, PathBuf},
};

use gg_host::operations::{OperationId, delegation::SubagentHandle};
use gg_models::Reply;

use crate::{replied::SUMMARY, tally::DECLARATIONS};

use super::{
    Beginning, Begun, Declared, Entry, Interruption, JOURNAL, Kind, Line, PACKED, SESSIONS, hash, pack, payload,
};

/// Why a journal cannot be read.
#[derive(Debug)]
pub enum JournalError {
    /// The file cannot be read.
    File(PathBuf, io::Error),
    /// A line is none of a journal, or does not say what its hash says.
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and of what.
        why: String,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file, error) => write!(f, "{}: {error}", file.display()),
            Self::Line { file, line, why } => write!(f, "{}:{line}: {why}", file.display()),
        }
    }
}

impl std::error::Error for JournalError {}

/// A session that was recorded.
#[derive(Debug, Clone)]
pub struct Session {
    /// Its folder.
    pub folder: PathBuf,
    /// What was recorded of its agents, in the order in which they began. The first is the one that was given the task.
    pub logs: Vec<Log>,
    /// What closes a record that had no room for more.
    pub full: Option<Entry>,
}

/// What was recorded of an agent, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Log {
    /// Its id.
    pub agent: String,
    /// What happened to it.
    pub entries: Vec<Entry>,
}

impl Session {
    /// Reads the session of a folder. A last line that is cut, as a kill leaves it, is left out.
    ///
    /// # Errors
    ///
    /// The journal cannot be read, or was changed.
    pub fn read(folder: &Path) -> Result<Self, JournalError> {
        let (file, text) = text_of(folder)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut texts: HashMap<String, String> = HashMap::new();
        let mut session = Self { folder: folder.to_owned(), logs: Vec::new(), full: None };
        for (line, json) in (1..).zip(text.get(..whole).unwrap_or_default().lines()) {
            let wrong = |why: String| JournalError::Line { file: file.clone(), line, why };
            match serde_json::from_str(json).map_err(|error| wrong(format!("this is no entry: {error}")))? {
                Line::Text { hash, text } => {
                    texts.insert(hash, text);
                }
                Line::Entry { kind, agent, turn, key, says, text } => {
                    let text = match text {
                        Some(text) => text,
                        None => texts.get(&says).cloned().unwrap_or_default(),
                    };
                    if hash(&text) != says {
                        let why = format!("the {kind} of turn {turn} was changed: {key}");
                        return Err(wrong(why.trim_end_matches([' ', ':']).to_owned()));
                    }
                    session.take(Entry { kind, agent, turn, key, text });
                }
            }
        }
        Ok(session)
    }

    /// The journal of the session in a folder, line by line as it was written, packed or not.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn text(folder: &Path) -> Result<String, JournalError> {
        Ok(text_of(folder)?.1)
    }

    fn take(&mut self, entry: Entry) {
        if entry.kind == Kind::Full {
            self.full = Some(entry);
            return;
        }
        let at = self.logs.iter().position(|log| log.agent == entry.agent).unwrap_or_else(|| {
            self.logs.push(Log { agent: entry.agent.clone(), entries: Vec::new() });
            self.logs.len() - 1
        });
        if let Some(log) = self.logs.get_mut(at) {
            if entry.kind == Kind::Resumed {
                // What came of the turn that was interrupted stands in what was said of it.
                log.entries.truncate(log.open());
            }
            log.entries.push(entry);
        }
    }

    /// Its id: the name of its folder.
    pub fn id(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// What was recorded of the agent that was given the task.
    pub fn first(&self) -> &[Entry] {
        self.logs.first().map(|log| log.entries.as_slice()).unwrap_or_default()
    }

    /// What was said of it when it began.
    pub fn beginning(&self) -> Option<&Entry> {
        self.first().iter().find(|entry| entry.kind == Kind::Session)
    }

    /// How it ended, if it did, and every agent that was started from it.
    pub fn end(&self) -> Option<&Entry> {
        let first = self.logs.first()?.end();
        first.filter(|_| self.replayable().all(|log| log.end().is_some()))
    }

    /// The records of its agents that can be replayed: the one that was given the task, and those that were started from
    /// there on, but for copies that ended with a session that was interrupted. What others do, on issues of the board, rests
    /// on worktrees that are not there any more.
    pub fn replayable(&self) -> impl Iterator<Item = &Log> {
        let first = self.logs.first().map_or("", |log| log.agent.as_str());
        let all = self.logs.iter().flat_map(|log| &log.entries);
        let lost: Vec<String> = all.flat_map(gone_on).filter(|child| child.is_copy).map(|child| child.id).collect();
        let is_of = |log: &Log, id: &str| {
            log.agent.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let is_ordinal = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let logs = self.logs.iter().filter(move |log| lost.iter().all(|id| !is_of(log, id)));
        logs.filter(move |log| match log.agent.strip_prefix(first) {
            Some("") => true,
            Some(rest) => rest.strip_prefix('.').is_some_and(|rest| rest.split('.').all(is_ordinal)),
            None => false,
        })
    }

    /// What every agent was interrupted in that had not ended, and the session without it. None for one that ended.
    /// `carried_out` says which calls of a turn of an agent the store has, of which there is a copy of this number as it is now.
    pub fn interrupted(
        &self,
        store: u32,
        mut carried_out: impl FnMut(&str, u32) -> Option<Vec<String>>,
    ) -> Option<(Self, BTreeMap<String, Interruption>)> {
        if self.end().is_some() {
            return None;
        }
        let (mut logs, mut interruptions) = (Vec::new(), BTreeMap::new());
        for log in self.replayable() {
            let closed = if log.end().is_some() { log.entries.len() } else { log.open() };
            if log.end().is_none() {
                let interruption = self.interruption(log, &mut carried_out);
                interruptions.insert(log.agent.clone(), Interruption { store: Some(store), ..interruption });
            }
            let entries = log.entries.get(..closed).unwrap_or_default().to_vec();
            logs.push(Log { agent: log.agent.clone(), entries });
        }
        Some((Self { folder: self.folder.clone(), logs, full: None }, interruptions))
    }

    fn interruption(&self, log: &Log, carried_out: &mut dyn FnMut(&str, u32) -> Option<Vec<String>>) -> Interruption {
        let (closed, open) = log.entries.split_at(log.open());
        let reply = open.iter().find(|entry| entry.kind == Kind::ModelIo);
        let reply = reply.and_then(|entry| serde_json::from_str::<Reply>(&entry.text).ok()).map(|reply| reply.answer);
        let turn = open.iter().map(|entry| entry.turn).max().unwrap_or_default();
        let answered = open.iter().filter(|entry| entry.kind.is_answer());
        let answered: Vec<String> = answered.map(|entry| entry.call().to_owned()).collect();
        let unanswered = log.unanswered().into_iter().filter(|entry| !declares(entry));
        let begun: Vec<String> = unanswered.map(|entry| format!("{} {}", entry.call(), entry.text)).collect();
        let mut kept = carried_out(&log.agent, turn).unwrap_or_default();
        kept.retain(|call| !answered.contains(call));
        let declared = open
            .iter()
            .filter(|entry| declares(entry) && log.succeeded(entry))
            .map(|entry| Declared { operation: operation(entry).to_owned(), request: entry.text.clone() });
        let declared: Vec<Declared> = declared.collect();
        let list = |calls: Vec<String>| if calls.is_empty() { "none".to_owned() } else { calls.join(", ") };
        let notice = format!(
            "The session was interrupted while the program of this turn ran, and nothing of it is run again. Calls that were \
             answered: {}. Calls that were carried out and not answered: {}. Calls that may have run: {}.",
            list(answered),
            list(kept),
            list(begun)
        );
        let children = self.begun_in(log, turn, closed);
        Interruption { turn, reply, notice, children, declared, store: None, live: true }
    }

    /// The children of an agent that are from the turn it was interrupted in, and not gone on with since.
    fn begun_in(&self, log: &Log, turn: u32, closed: &[Entry]) -> Vec<Begun> {
        let gone_on: Vec<Begun> = closed.iter().flat_map(gone_on).collect();
        let begun = |child: &Log| {
            let ordinal = child.agent.strip_prefix(log.agent.as_str())?.strip_prefix('.')?;
            let ordinal: u32 = ordinal.parse().ok()?;
            let beginning = child.entries.iter().find(|entry| entry.kind == Kind::AgentBegin)?;
            let Beginning { agent, turn: begun, is_copy, .. } = serde_json::from_str(&beginning.text).ok()?;
            let is_new = begun == turn && gone_on.iter().all(|known| known.id != child.agent);
            is_new.then(|| (ordinal, Begun { id: child.agent.clone(), agent, is_copy }))
        };
        let mut begun: Vec<(u32, Begun)> = self.logs.iter().filter_map(begun).collect();
        for copy in log.entries.iter().skip(closed.len()).filter_map(declared_copy) {
            let ordinal = copy.id.rsplit('.').next().and_then(|part| part.parse().ok()).unwrap_or_default();
            if begun.iter().all(|(_, known)| known.id != copy.id) {
                begun.push((ordinal, copy));
            }
        }
        begun.sort_by_key(|(ordinal, _)| *ordinal);
        begun.into_iter().map(|(_, begun)| begun).collect()
    }
}

impl Log {
    /// How the agent ended, if it did.
    pub fn end(&self) -> Option<&Entry> {
        self.entries.last().filter(|last| last.kind == Kind::AgentEnd)
    }

    /// How many replies it was given.
    pub fn replies(&self) -> usize {
        // That of a turn the session was interrupted in stands in what was said of it.
        let replied = |entry: &&Entry| match entry.kind {
            kind if kind.is_of_model() => !entry.key.starts_with(SUMMARY),
            Kind::Resumed => serde_json::from_str::<Interruption>(&entry.text).is_ok_and(|turn| turn.reply.is_some()),
            _ => false,
        };
        self.entries.iter().filter(replied).count()
    }

    /// How many summaries of its window were written by another model.
    pub fn summaries(&self) -> usize {
        let is_one = |entry: &&Entry| entry.kind.is_of_model() && entry.key.starts_with(SUMMARY);
        self.entries.iter().filter(is_one).count()
    }

    /// The calls that began and were not answered: they may have run.
    pub fn unanswered(&self) -> Vec<&Entry> {
        let begun = self.entries.iter().filter(|entry| entry.kind == Kind::CallBegun);
        begun.filter(|begun| self.answer(begun).is_none()).collect()
    }

    /// What a call that began was answered with.
    fn answer(&self, begun: &Entry) -> Option<&Entry> {
        let of_it = |entry: &&Entry| entry.kind.is_answer() && (entry.turn, &entry.key) == (begun.turn, &begun.key);
        self.entries.iter().find(of_it)
    }

    /// Whether a call that began was answered, and did not fail.
    fn succeeded(&self, begun: &Entry) -> bool {
        let answer = self.answer(begun).and_then(|entry| payload::answered(&entry.text).ok());
        answer.is_some_and(|answer| answer.result.is_ok())
    }

    /// Where the turn begins that was not closed, or what was done before the first; the end, where there is nothing of it.
    fn open(&self) -> usize {
        let beginning = self.entries.iter().take_while(|entry| entry.kind.is_beginning()).count();
        let resumed = self.entries.iter().rposition(|entry| entry.kind == Kind::Resumed);
        let after = resumed.map_or(beginning, |at| at + 1);
        let since = self.entries.get(after..).unwrap_or_default();
        let turn = since.iter().map(|entry| entry.turn).max().unwrap_or_default();
        after + since.iter().position(|entry| entry.turn == turn).unwrap_or_default()
    }
}

/// The file of a session's journal, and its text. One that is not packed is all there is until the other stands in its place.
fn text_of(folder: &Path) -> Result<(PathBuf, String), JournalError> {
    let (plain, packed) = (folder.join(JOURNAL), folder.join(PACKED));
    match fs::read_to_string(&plain) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && packed.exists() => {
            let read = fs::read(&packed).and_then(|bytes| pack::unpacked(&bytes));
            match read {
                Ok(text) => Ok((packed, text)),
                Err(error) => Err(JournalError::File(packed, error)),
            }
        }
        read => read.map_err(|error| JournalError::File(plain.clone(), error)).map(|text| (plain, text)),
    }
}

/// The operation of a call that began.
fn operation(begun: &Entry) -> &str {
    begun.call().rsplit(':').next().unwrap_or_default()
}

/// The copy that a call had declared, whose id nobody else is given though it may not have begun.
fn declared_copy(entry: &Entry) -> Option<Begun> {
    let is_of_fork = entry.kind.is_answer() && operation(entry) == OperationId::DelegationFork.id();
    let answer = payload::answered(&entry.text).ok().filter(|_| is_of_fork)?.result.ok()?;
    let SubagentHandle { id, slot, .. } = serde_json::from_str(&answer).ok()?;
    Some(Begun { id, agent: slot, is_copy: true })
}

/// Whether an entry is of a call that declares something for the close of its turn.
fn declares(entry: &Entry) -> bool {
    entry.kind == Kind::CallBegun && DECLARATIONS.iter().any(|declares| declares.id() == operation(entry))
}

/// The children that went on after an interruption, if an entry is of one.
fn gone_on(entry: &Entry) -> Vec<Begun> {
    if entry.kind != Kind::Resumed {
        return Vec::new();
    }
    serde_json::from_str::<Interruption>(&entry.text).map(|turn| turn.children).unwrap_or_default()
}

/// The sessions of a workspace.
#[derive(Debug)]
pub struct Sessions {
    folder: PathBuf,
}

impl Sessions {
    /// Those of a workspace.
    pub fn of(workspace: &Path) -> Self {
        Self { folder: workspace.join(SESSIONS) }
    }

    /// The folder of a session.
    pub fn folder(&self, id: &str) -> PathBuf {
        self.folder.join(id)
    }

    /// Their ids, oldest first; none when there is no folder.
    pub fn ids(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        let mut ids: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        ids.sort();
        ids
    }
}
