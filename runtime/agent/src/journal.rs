//! The record of a session: an append-only journal, a line an entry, in which a text that is long or comes again stands
//! once, under the hash of what it says. A process that is killed loses at most the line it was writing. spec: runtime, 21

use std::{
    collections::{HashMap, HashSet},
    fmt, fs,
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use gg_engine::{Call, record::Closed, sandbox};
use gg_models::{Answer, Reply};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest as _, Sha256};

/// The folder of sessions, below a workspace.
const SESSIONS: &str = ".gg/sessions";
/// The file of a session.
const JOURNAL: &str = "journal.jsonl";
/// Bytes of a text that stands in its entry.
const INLINE: usize = 256;

/// What an entry is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// How the session began.
    Session,
    /// What a model was about to be sent, as a hash.
    PromptFrame,
    /// What it replied.
    ModelIo,
    /// Why it did not.
    ModelError,
    /// A call that may change the world has begun.
    CallBegun,
    /// What a call was answered with.
    CallResult,
    /// What a command was answered with.
    Shell,
    /// A time a program was given.
    Clock,
    /// A number a program was given.
    Random,
    /// The session was interrupted in this turn and went on.
    Resumed,
    /// How what it waited for ended; its key is the issues.
    IssueWaits,
    /// The board as it stood.
    Board,
    /// What hooks said; its key is of what.
    Hook,
    /// How an agent ended; its key is the status.
    AgentEnd,
    /// The record has no room for more.
    Full,
}

impl Kind {
    /// Whether it is what a call was answered with.
    pub fn is_answer(self) -> bool {
        matches!(self, Self::CallResult | Self::Shell)
    }
}

/// The word it is recorded by.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is of.
    pub kind: Kind,
    /// The agent.
    pub agent: String,
    /// The turn.
    pub turn: u32,
    /// What it answers: a call and its request, or what a model was sent.
    pub key: String,
    /// What it says.
    pub text: String,
}

impl Entry {
    /// An entry.
    pub fn new(kind: Kind, agent: &str, turn: u32, key: String, text: &str) -> Self {
        Self { kind, agent: agent.to_owned(), turn, key, text: text.to_owned() }
    }

    /// The id of the call it is of, with which the key of a call begins.
    pub fn call(&self) -> &str {
        self.key.split(' ').next().unwrap_or_default()
    }
}

/// A turn in which a session was interrupted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Interruption {
    /// Its number.
    pub turn: u32,
    /// What the model had replied.
    pub reply: Option<Answer>,
    /// What the model is told of it.
    pub notice: String,
    /// Whether the world is acted on from here on.
    #[serde(skip)]
    pub live: bool,
}

/// A record: one that is written, or one that a session is compared with.
pub trait Record: Send + Sync {
    /// Notes an entry.
    fn note(&self, entry: Entry);

    /// Has what was noted outlast a machine that stops.
    fn sync(&self) {}

    /// Whether the session is not to go on.
    fn is_over(&self) -> bool {
        false
    }

    /// Whether it is replayed, so that nothing but what is recorded happens.
    fn is_replay(&self) -> bool {
        false
    }

    /// What became of a turn the session was interrupted in, when the session goes on from there.
    fn interruption(&self) -> Option<Interruption> {
        None
    }

    /// The next time or number for a program, where it comes from the record.
    fn number(&self, _kind: Kind) -> Option<u64> {
        None
    }

    /// What is said next of something that happened beside the agent, where it comes from the record.
    fn text(&self, _kind: Kind) -> Option<String> {
        None
    }
}

/// A record as an agent writes to it that works beside the one whose session it is: nothing of its own comes from there.
pub(crate) struct Beside(pub(crate) Arc<dyn Record>);

impl Record for Beside {
    fn note(&self, entry: Entry) {
        self.0.note(entry);
    }

    fn sync(&self) {
        self.0.sync();
    }
}

/// The first 128 bits of a text's SHA-256.
pub(crate) fn hash(text: &str) -> String {
    format!("{:032x}", first_bits(Sha256::digest(text.as_bytes())))
}

/// The first 128 bits of a digest.
pub(crate) fn first_bits(digest: impl IntoIterator<Item = u8>) -> u128 {
    digest.into_iter().take(16).fold(0, |number, byte| number << 8 | u128::from(byte))
}

/// What a call is found by: its id within the turn, and its request.
pub(crate) fn call_key(call: &Call) -> String {
    format!("{} {}", call.id(), hash(call.request()))
}

/// What a call was answered with, as it is recorded.
pub(crate) fn call_result(closed: &Closed<'_>) -> String {
    let result = match &closed.result {
        Ok(value) => json!({ "value": value, "performed": closed.performed }),
        Err(error) => json!({ "code": error.code, "message": error.message, "performed": closed.performed }),
    };
    result.to_string()
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Text {
        hash: String,
        text: String,
    },
    Entry {
        kind: Kind,
        agent: String,
        turn: u32,
        key: String,
        says: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    writing: Mutex<Writing>,
}

#[derive(Debug)]
struct Writing {
    file: File,
    pooled: HashSet<String>,
    room: u64,
    failed: Option<String>,
}

impl Journal {
    /// Begins the journal of a session in its folder, of so many bytes at most.
    ///
    /// # Errors
    ///
    /// The file cannot be made, or is there already.
    pub fn begin(folder: &Path, room: u64) -> io::Result<Arc<Self>> {
        fs::create_dir_all(folder)?;
        let file = File::options().append(true).create_new(true).open(folder.join(JOURNAL))?;
        let writing = Writing { file, pooled: HashSet::new(), room, failed: None };
        Ok(Arc::new(Self { writing: Mutex::new(writing) }))
    }

    /// Goes on with the journal of a session that was interrupted, after its last whole line.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written.
    pub fn resume(folder: &Path, room: u64) -> io::Result<Arc<Self>> {
        let path = folder.join(JOURNAL);
        let text = fs::read(&path)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1) as u64;
        let file = File::options().append(true).open(path)?;
        file.set_len(whole)?;
        let room = room.saturating_sub(whole);
        Ok(Arc::new(Self { writing: Mutex::new(Writing { file, pooled: HashSet::new(), room, failed: None }) }))
    }

    /// Why not all was recorded, if it was not.
    pub fn failed(&self) -> Option<String> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner).failed.clone()
    }
}

impl Writing {
    fn write(&mut self, entry: Entry) -> io::Result<()> {
        let Entry { kind, agent, turn, key, text } = entry;
        let says = hash(&text);
        let inline = (text.len() <= INLINE).then(|| text.clone());
        let mut lines = Vec::new();
        if inline.is_none() && !self.pooled.contains(&says) {
            serde_json::to_writer(&mut lines, &Line::Text { hash: says.clone(), text })?;
            lines.push(b'\n');
        }
        serde_json::to_writer(&mut lines, &Line::Entry { kind, agent, turn, key, says: says.clone(), text: inline })?;
        lines.push(b'\n');
        let size = lines.len() as u64;
        if size > self.room {
            return Err(io::Error::other("the record has all the bytes it may have (`replayMaxBytes`)"));
        }
        self.room -= size;
        self.file.write_all(&lines)?;
        self.pooled.insert(says);
        Ok(())
    }
}

impl Record for Journal {
    fn note(&self, entry: Entry) {
        let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if writing.failed.is_some() {
            return;
        }
        let (agent, turn) = (entry.agent.clone(), entry.turn);
        if let Err(error) = writing.write(entry) {
            writing.room = u64::MAX;
            let closing = Entry::new(Kind::Full, &agent, turn, String::new(), &error.to_string());
            // Where not even that can be written, the operator is told all the same.
            let _ = writing.write(closing);
            writing.failed = Some(error.to_string());
        }
    }

    fn sync(&self) {
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        // What cannot be synced was written, and a later write tells.
        let _ = writing.file.sync_data();
    }
}

/// Clock and randomness of programs, recorded or from a record.
pub struct Sources {
    record: Arc<dyn Record>,
    agent: String,
}

impl Sources {
    /// Those of an agent.
    pub fn new(record: Arc<dyn Record>, agent: &str) -> Self {
        Self { record, agent: agent.to_owned() }
    }

    fn number(&self, kind: Kind, own: impl FnOnce() -> u64) -> u64 {
        let number = self.record.number(kind).unwrap_or_else(own);
        self.record.note(Entry::new(kind, &self.agent, 0, String::new(), &number.to_string()));
        number
    }
}

impl sandbox::Sources for Sources {
    fn now(&self) -> u64 {
        self.number(Kind::Clock, || sandbox::System.now())
    }

    fn random(&self) -> u64 {
        self.number(Kind::Random, || sandbox::System.random())
    }
}

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
    /// What was recorded of its agent, in order.
    pub entries: Vec<Entry>,
    /// What was recorded of agents that worked beside it.
    pub others: Vec<Entry>,
}

impl Session {
    /// Reads the session of a folder. A last line that is cut, as a kill leaves it, is left out.
    ///
    /// # Errors
    ///
    /// The journal cannot be read, or was changed.
    pub fn read(folder: &Path) -> Result<Self, JournalError> {
        let file = folder.join(JOURNAL);
        let text = fs::read_to_string(&file).map_err(|error| JournalError::File(file.clone(), error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut texts: HashMap<String, String> = HashMap::new();
        let (mut entries, mut others): (Vec<Entry>, Vec<Entry>) = Default::default();
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
                    if kind == Kind::Resumed {
                        // What came of the turn that was interrupted stands in what was said of it.
                        entries.truncate(unfinished(&entries).unwrap_or(entries.len()));
                    }
                    let of_another = entries.first().is_some_and(|first| first.agent != agent);
                    let to = if of_another { &mut others } else { &mut entries };
                    to.push(Entry { kind, agent, turn, key, text });
                }
            }
        }
        Ok(Self { folder: folder.to_owned(), entries, others })
    }

    /// Its id: the name of its folder.
    pub fn id(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// What was said of it when it began.
    pub fn beginning(&self) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.kind == Kind::Session)
    }

    /// How it ended, if it did.
    pub fn end(&self) -> Option<&Entry> {
        self.entries.iter().rfind(|entry| entry.kind == Kind::AgentEnd)
    }

    /// The calls that began and were not answered: they may have run.
    pub fn unanswered(&self) -> Vec<&Entry> {
        let answered = |begun: &Entry| {
            self.entries.iter().any(|entry| {
                entry.kind.is_answer()
                    && (entry.turn, &entry.agent, &entry.key) == (begun.turn, &begun.agent, &begun.key)
            })
        };
        self.entries.iter().filter(|entry| entry.kind == Kind::CallBegun && !answered(entry)).collect()
    }
}

/// Where a turn begins that was not closed; none where the session was interrupted between two.
fn unfinished(entries: &[Entry]) -> Option<usize> {
    let begins = |entry: &Entry| matches!(entry.kind, Kind::PromptFrame | Kind::Resumed);
    let at = entries.iter().rposition(begins);
    match at.and_then(|at| Some((at, entries.get(at)?))) {
        Some((at, frame)) if frame.kind == Kind::PromptFrame => {
            // The first turn shows the board before it asks.
            let is_of_it = |entry: &&Entry| entry.kind == Kind::Board && entry.turn == frame.turn;
            Some(at - entries.iter().take(at).rev().take_while(is_of_it).count())
        }
        _ => {
            let after = at.map_or(0, |at| at + 1);
            let board = entries.iter().skip(after).position(|entry| entry.kind == Kind::Board)?;
            Some(after + board)
        }
    }
}

impl Session {
    /// What a session that was interrupted goes on from: the turns that were closed, and the one that was not. None for one
    /// that ended.
    pub fn interrupted(&self) -> Option<(Self, Interruption)> {
        if self.end().is_some() {
            return None;
        }
        let Some(at) = unfinished(&self.entries) else {
            let interruption = Interruption { turn: 0, reply: None, notice: String::new(), live: true };
            return Some((self.clone(), interruption));
        };
        let (closed, open) = self.entries.split_at(at);
        let session = Self { folder: self.folder.clone(), entries: closed.to_vec(), others: Vec::new() };
        let reply = open.iter().find(|entry| entry.kind == Kind::ModelIo);
        let reply = reply.and_then(|entry| serde_json::from_str::<Reply>(&entry.text).ok()).map(|reply| reply.answer);
        let turn = open.first().map_or(0, |entry| entry.turn);
        let answered = open.iter().filter(|entry| entry.kind.is_answer());
        let answered: Vec<String> = answered.map(|entry| entry.call().to_owned()).collect();
        let begun: Vec<String> =
            self.unanswered().into_iter().map(|entry| format!("{} {}", entry.call(), entry.text)).collect();
        let list = |calls: Vec<String>| if calls.is_empty() { "none".to_owned() } else { calls.join(", ") };
        let notice = format!(
            "The session was interrupted while the program of this turn ran, and nothing of it is run again. Calls that were \
             answered: {}. Calls that may have run: {}.",
            list(answered),
            list(begun)
        );
        Some((session, Interruption { turn, reply, notice, live: true }))
    }

    /// How many replies an agent was given.
    pub fn replies(&self, agent: &str) -> usize {
        let own = self.entries.iter().filter(|entry| entry.agent == agent);
        // That of a turn the session was interrupted in stands in what was said of it.
        let replied = |entry: &&Entry| match entry.kind {
            Kind::ModelIo | Kind::ModelError => true,
            Kind::Resumed => serde_json::from_str::<Interruption>(&entry.text).is_ok_and(|turn| turn.reply.is_some()),
            _ => false,
        };
        own.filter(replied).count()
    }
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
