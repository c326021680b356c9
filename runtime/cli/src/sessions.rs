//! Sessions of agents: recorded as they go, listed, shown, and replayed.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{self, ExitCode},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use gg_agent::{
    Agent, Compared, Divergence, Entry, Journal, Kind, Log, Record, Recorded, Replayed, Run, Session as Read, Sessions,
    Team,
};
use gg_engine::{
    TableOperation as _,
    sandbox::{Sources as _, System},
};
use gg_host::{Host, Profile, operations::OperationId};
use gg_models::{Address, Model};
use serde_json::{Value, json};

use crate::{
    Refused,
    arguments::{self, Check, Whose},
    files::Files,
    output,
    report::{counted, indented, visible},
    session::Session,
    style,
    team::{self, Profiles},
};

/// The files of a store, which a session begins on a copy of.
const STORE: [&str; 2] = [".gg/gg.db", ".gg/gg.db-wal"];
/// The profile a session was run under.
const PROFILE: &str = "profile.toml";

/// The record of a session that goes on; nothing where none can be kept.
pub(crate) struct Recording(Option<(String, Arc<Journal>)>);

impl Recording {
    /// Begins the record of a session. Where it cannot be kept that is told, and the session goes on.
    pub(crate) fn begin(session: &Session, task: &str, model: &Arc<dyn Model>, files: &Files) -> Self {
        match record(session, task, model, files) {
            Ok(begun) => Self(Some(begun)),
            Err(error) => {
                output::tell(style::dim(&format!("gg: the session is not recorded: {error}")));
                Self(None)
            }
        }
    }

    /// The record, if there is one.
    pub(crate) fn record(&self) -> Option<Arc<dyn Record>> {
        let (_, journal) = self.0.as_ref()?;
        Some(journal.clone())
    }

    /// Takes away the record of a session of which nothing is recorded but how it was to begin, for it was refused.
    pub(crate) fn withdraw(&self, session: &Session) {
        let Some((id, _)) = &self.0 else { return };
        let folder = Sessions::of(session.root()).folder(id);
        let is_beginning = |entry: &Entry| entry.kind == Kind::Session;
        let is_empty =
            Read::read(&folder).is_ok_and(|read| read.logs.iter().flat_map(|log| &log.entries).all(is_beginning));
        if is_empty && let Err(error) = fs::remove_dir_all(&folder) {
            output::tell(style::dim(&format!("gg: the empty record {} stays: {error}", folder.display())));
        }
    }

    /// Packs the record of a session that has ended, and says under which id it is found again.
    pub(crate) fn end(&self) {
        let Some((id, journal)) = &self.0 else { return };
        pack(journal);
        let (cut, so_far) = match journal.failed() {
            None => (String::new(), ""),
            Some(why) => (format!(", but not all of it: {why}"), " as far as it goes"),
        };
        output::tell(style::dim(&format!("gg: recorded as {id}{cut}; gg replay {id} verifies it{so_far}")));
    }
}

/// Packs the record of a session that has ended. Where it cannot be that is told, and it stays as it is.
pub(crate) fn pack(journal: &Journal) {
    if let Err(error) = journal.pack() {
        output::tell(style::dim(&format!("gg: the record is not packed: {error}")));
    }
}

fn record(session: &Session, task: &str, model: &Arc<dyn Model>, files: &Files) -> io::Result<(String, Arc<Journal>)> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let id = format!("{}-{:04x}", since.as_secs(), System.random() & 0xffff);
    let folder = Sessions::of(session.root()).folder(&id);
    let journal = Journal::begin(&folder, session.profile().run.replay_max_bytes)?;
    fs::write(folder.join(PROFILE), session.text())?;
    copy_scripts(session, &folder)?;
    copy_store(session.root(), &folder)?;
    let beginning = json!({
        "task": task,
        "agent": session.agent(),
        "language": OperationId::TABLE.arm_id(session.profile().arm),
        "model": model.address().to_string(),
        "checker": session.checker(),
        "folder": session.folder(),
        "profiles": files.texts(),
    });
    journal.note(Entry::new(Kind::Session, session.agent(), 0, String::new(), &beginning.to_string()));
    Ok((id, journal))
}

/// Copies the scripts of a profile's hooks to where they are seen from it.
fn copy_scripts(session: &Session, folder: &Path) -> io::Result<()> {
    for script in session.profile().hooks.iter().filter_map(gg_host::Hook::script) {
        let to = folder.join(&script.path);
        to.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::copy(&script.file, to)?;
    }
    Ok(())
}

/// The folders of a session in which the store is as it was each time the session went on, in that order.
pub(crate) fn copies(folder: &Path) -> impl Iterator<Item = String> {
    let is_there = move |name: &String| folder.join(name).is_dir();
    (1..).map(gg_agent::resumed).take_while(is_there)
}

/// Copies a store, if there is one, from one folder to another.
pub(crate) fn copy_store(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to.join(".gg"))?;
    for file in STORE.iter().filter(|file| from.join(file).exists()) {
        fs::copy(from.join(file), to.join(file))?;
    }
    Ok(())
}

/// Lists sessions, or shows one.
pub(crate) fn run(arguments: &arguments::Sessions) -> Result<ExitCode, Refused> {
    let workspace = arguments.workspace.as_deref().unwrap_or(Path::new("."));
    let sessions = Sessions::of(workspace);
    if let Some(id) = &arguments.session {
        output::print(shown(&read(&sessions, id)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    let ids = sessions.ids();
    if ids.is_empty() {
        output::print("No session is recorded here; `gg agent` records each.\n")?;
    }
    for id in ids {
        let line = match Read::read(&sessions.folder(&id)) {
            Ok(session) => line(&session),
            Err(error) => format!("{id}  {}\n", style::bad(&error.to_string())),
        };
        output::print(line)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read(sessions: &Sessions, id: &str) -> Result<Read, Refused> {
    if !sessions.ids().iter().any(|known| known == id) {
        return Err(Refused::new(format!("no session `{}` is recorded here; `gg sessions` lists them", visible(id))));
    }
    Read::read(&sessions.folder(id)).map_err(|error| Refused::new(error.to_string()))
}

fn beginning(session: &Read) -> Value {
    session.beginning().and_then(|entry| serde_json::from_str(&entry.text).ok()).unwrap_or_default()
}

fn turns(session: &Read) -> u32 {
    session.first().iter().map(|entry| entry.turn).max().unwrap_or_default()
}

/// A session in a line: id, age, how it ended, turns, task.
fn line(session: &Read) -> String {
    let id = session.id();
    let began = id.split('-').next().and_then(|seconds| seconds.parse().ok()).unwrap_or_default();
    let age = SystemTime::now().duration_since(UNIX_EPOCH + Duration::from_secs(began)).unwrap_or_default().as_secs();
    let age = match age {
        ..60 => format!("{age} s ago"),
        60..3_600 => format!("{} min ago", age / 60),
        3_600..86_400 => format!("{} h ago", age / 3_600),
        _ => format!("{} d ago", age / 86_400),
    };
    let status = session.end().map_or("not ended", |end| end.key.as_str());
    let task = beginning(session)["task"].as_str().unwrap_or_default().lines().next().unwrap_or_default().to_owned();
    format!("{id}  {age:>10}  {status}, {}  {}\n", counted(turns(session), "turn"), visible(&task))
}

/// A session whole: of each agent its replies and calls, turn by turn, and how it ended.
fn shown(session: &Read) -> String {
    let mut text = line(session);
    for (at, log) in session.logs.iter().enumerate() {
        if at > 0 {
            text.push_str(&format!("\n{}\n", style::heading(&log.agent)));
        }
        shown_of(log, &mut text);
    }
    if let Some(full) = &session.full {
        text.push_str(&format!("\n{}\n", style::bad(&ends_early(full))));
    }
    text
}

/// Where a record ends that has not all of its session, and why.
fn ends_early(Entry { agent, turn, text, .. }: &Entry) -> String {
    let place = if *turn == 0 { "before the first turn".to_owned() } else { format!("in turn {turn}") };
    format!("The record ends {place} of {}, and nothing of what came then is in it: {}", visible(agent), visible(text))
}

fn shown_of(log: &Log, text: &mut String) {
    let mut turn = 0;
    for entry in &log.entries {
        if entry.turn > turn {
            turn = entry.turn;
            text.push_str(&format!("\n{}\n", style::heading(&format!("Turn {turn}"))));
        }
        let value: Value = serde_json::from_str(&entry.text).unwrap_or_default();
        match entry.kind {
            Kind::ModelIo => {
                let answer = &value["answer"];
                let calls = answer["calls"].as_array().into_iter().flatten();
                let programs = calls.filter_map(|call| call["arguments"].as_str());
                for said in [answer["text"].as_str().unwrap_or_default()].into_iter().chain(programs) {
                    if !said.trim().is_empty() {
                        text.push_str(&format!("{}\n", style::dim(&indented(said))));
                    }
                }
            }
            Kind::ModelError => text.push_str(&format!("  {}\n", style::bad(&visible(&entry.text)))),
            Kind::Stopped => {
                let said = value["text"].as_str().unwrap_or_default();
                text.push_str(&format!("  {}\n", style::bad(&visible(said))));
            }
            Kind::CallResult | Kind::Shell => {
                let outcome = match value["code"].as_str() {
                    None => style::good("ok"),
                    Some(code) => style::bad(code),
                };
                text.push_str(&format!("  {}  {outcome}\n", entry.call()));
            }
            Kind::Git => text.push_str(&format!("  git {}\n", visible(&entry.key))),
            Kind::IssueWaits => text.push_str(&format!("  {}\n", style::notice(&visible(&entry.text)))),
            Kind::Hook => {
                let texts = value["texts"].as_array().into_iter().flatten();
                for said in texts.chain([&value["objection"]]).filter_map(Value::as_str) {
                    text.push_str(&format!("  {}\n", style::notice(&visible(said))));
                }
            }
            Kind::Message => {
                let message = format!("message of {}: {}", entry.key, entry.text);
                text.push_str(&format!("  {}\n", style::notice(&visible(&message))));
            }
            Kind::Resumed => text.push_str(&format!("  {}\n", style::notice("interrupted, and gone on with"))),
            Kind::Session
            | Kind::AgentBegin
            | Kind::Skills
            | Kind::Seen
            | Kind::MemoryNotices
            | Kind::Memories
            | Kind::Board
            | Kind::PromptFrame
            | Kind::CallBegun
            | Kind::Clock
            | Kind::Random
            | Kind::CancelProbe
            | Kind::AgentEnd
            | Kind::Full => {}
        }
    }
    for begun in log.unanswered() {
        let what = format!("{} of turn {} may have run: {}", begun.call(), begun.turn, visible(&begun.text));
        text.push_str(&format!("\n{}\n", style::notice(&what)));
    }
    if let Some(end) = log.end() {
        text.push_str(&format!("\n{}\n\n{}\n", visible(end.text.trim_end()), end.key));
    }
}

/// A recorded session, set up as it was: its agent keeps things in a copy of the store as it was then.
pub(crate) struct Found {
    /// What was recorded.
    pub(crate) read: Read,
    /// The session.
    pub(crate) session: Session,
    /// The host of its agent.
    pub(crate) host: Host,
    /// The profiles of the agents of its run, as they were then.
    pub(crate) profiles: Profiles,
    /// The task.
    pub(crate) task: String,
    /// The address of its model.
    pub(crate) address: Address,
    /// The folder of the copy, which goes when this does.
    store: Scratch,
}

/// A folder below that of what is temporary.
struct Scratch(PathBuf);

impl Scratch {
    /// One that was not there. What a process leaves behind that is killed is nobody's.
    fn new() -> io::Result<Self> {
        let folder = env::temp_dir().join(format!("gg-session-{}-{:016x}", process::id(), System.random()));
        fs::create_dir(&folder).map(|()| Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left there is a copy.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Found {
    /// The session of an id in a workspace.
    pub(crate) fn open(workspace: Option<&Path>, id: &str, calls: bool) -> Result<Self, Refused> {
        let workspace = workspace.unwrap_or(Path::new(".")).to_owned();
        let read = read(&Sessions::of(&workspace), id)?;
        if read.beginning().is_none() {
            let why = read.full.as_ref().map_or("nothing was written", |full| &full.text);
            let what = format!("nothing of the session {id} can be replayed or gone on with");
            return Err(Refused::new(format!("{what}, for its record ends before it says how that began: {why}")));
        }
        let beginning = beginning(&read);
        let said = |key: &str| beginning[key].as_str().unwrap_or_default().to_owned();
        let address = said("model").parse().map_err(|error| Refused::new(format!("the record of {id}: {error}")))?;
        let whose = Whose { profile: Some(read.folder.join(PROFILE)), arm: Some(said("language")) };
        let check = if beginning["checker"].is_string() { Check::Auto } else { Check::Off };
        let own = arguments::Session { whose, agent: said("agent"), workspace: Some(workspace), calls, check };
        let files = Files::recorded(&beginning["profiles"]);
        let folder = PathBuf::from(said("folder"));
        let (session, host) = Session::again(&own, &folder, &files)?;
        let store =
            Scratch::new().map_err(|error| Refused::new(format!("no copy of the store can be made: {error}")))?;
        let copied = copy_store(&read.folder, &store.0);
        let copied = copied.and_then(|()| {
            copies(&read.folder).try_for_each(|name| copy_store(&read.folder.join(&name), &store.0.join(&name)))
        });
        copied.map_err(|error| Refused::new(format!("{}: {error}", store.0.display())))?;
        let of_then = session.profile().workspace(&store.0).map_err(|error| Refused::new(error.to_string()))?;
        let host = host.with_store_at(of_then.root());
        let profiles = Profiles::read(&session, &folder, &files)?;
        Ok(Self { task: said("task"), profiles, read, session, host, address, store })
    }

    /// The folder in whose store things are kept as long as it is replayed.
    pub(crate) fn store(&self) -> &Path {
        &self.store.0
    }
}

/// Where a replay went another way than the session did.
pub(crate) fn diverged(divergence: &Divergence) -> String {
    let head = style::bad(&format!("diverged at entry {} of {}", divergence.entry, divergence.agent));
    format!("{head}\n{}", visible(&divergence.to_string()))
}

/// Replays a session.
pub(crate) fn replay(arguments: &arguments::Replay) -> Result<ExitCode, Refused> {
    let found = Found::open(arguments.workspace.as_deref(), &arguments.session, false)?;
    let Found { read, session, host, task, address, profiles, store } = found;
    let record = Recorded::new(&read);
    let model: Arc<dyn Model> = Arc::new(Replayed(address));
    let equipment = session.equipment(model.clone(), model.clone());
    let recorded =
        |_: &Profile, address: &Address| -> Result<Arc<dyn Model>, Refused> { Ok(Arc::new(Replayed(address.clone()))) };
    let run = Run::new(session.runtime().clone(), session.root(), None, None, |_| {})
        // Nobody waits for anybody, for when who went on is in no record.
        .with_parallel(u32::MAX)
        .with_depth(session.profile().run.max_depth)
        .with_agents(team::agents(&session, &equipment, &model, profiles, recorded)?)
        .with_board(host.board().cloned())
        .with_record(record.clone())
        .with_replayed_store(&store.0);
    let run = Arc::new(run);
    let team = Team::of_replay(run.clone());
    let made = Agent::new(run.clone(), session.agent(), equipment, host, "standard");
    let (agent, host) = made.map_err(|error| Refused::new(format!("the system prompt: {error}")))?;
    run.begin_with(host.memories_to_inherit());
    session.block_on(team.beside(agent.run(host, &task)));
    let Compared { entries, agents, divergence } = record.compared();
    let ends = read.full.as_ref().map(|full| format!("{}\n", ends_early(full))).unwrap_or_default();
    if let Some(divergence) = divergence {
        output::print(format!("{}{ends}", diverged(&divergence)))?;
        return Ok(ExitCode::FAILURE);
    }
    let count = |number: usize, what| counted(u32::try_from(number).unwrap_or(u32::MAX), what);
    let of = if agents > 1 { format!(" of {}", count(agents, "agent")) } else { String::new() };
    let turns = counted(turns(&read), "turn");
    output::print(format!("{}: {}{of}, {turns}\n{ends}", style::good("verified"), count(entries, "entry")))?;
    Ok(ExitCode::SUCCESS)
}
