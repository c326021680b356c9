//! A profile: one agent's configuration, read from TOML (spec: runtime, 1.2 to 1.4 and 24; decisions, 97).
//!
//! A wrong profile is refused with every mistake named at its place.

mod board;
mod capabilities;
mod hooks;
mod limits;
mod machine;
mod model;
mod roster;

use std::{
    fmt, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use gg_engine::{
    Agent, Answers as _, ArmId, Binding, Grants, Holding,
    docs::{DocViewTypes, Index},
};
use gg_settings::{Placed, Section, meant};

use crate::{
    hooks::Hook,
    host::{Host, Settings},
    operations::{OperationId, PACKAGE, TABLE},
    process,
    skills::{Library, SkillMistakes},
    workspace::Workspace,
};

pub use board::board_of;
pub(crate) use capabilities::SKILLS;
pub use capabilities::{
    Board, Capabilities, Compaction, CompactionStrategy, Context, Memories, Programs, Scope, Skills, Strategy,
    Subagents,
};
pub use gg_settings::{Mistake, Mistakes};
pub use limits::{MAX_DEPTH, MAX_PARALLEL, ProgramLimits, RunLimits};
pub use machine::{Edge, Machine, Position, State, StateKind, is_machine};
pub use model::ModelSettings;
pub use roster::{RosterEntry, RosterScope};

/// The profile of an agent that was given none.
pub const DEFAULT: &str = include_str!("default.toml");

/// The id of the agent that is started by itself.
pub const MAIN: &str = "main";

/// One agent's configuration.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The arm its programs are written in.
    pub arm: ArmId,
    /// What it grants.
    pub capabilities: Capabilities,
    /// The operations it keeps of those its capabilities buy; none for all.
    pub allowlist: Option<Vec<OperationId>>,
    /// Limits of the run and the agent.
    pub run: RunLimits,
    /// Limits of a program.
    pub program: ProgramLimits,
    /// Which types a documentation view brings along.
    pub doc_view_types: DocViewTypes,
    /// What gg shows before the first turn.
    pub opening_turn: OpeningTurn,
    /// Files opened as views at the start.
    pub autoload: Vec<Autoload>,
    /// Which model it is, and how it is asked.
    pub model: ModelSettings,
    /// What the operator says to it first.
    pub instructions: Option<String>,
    /// A template of the system prompt in place of the default one.
    pub prompt_template: Option<String>,
    /// The operator's hooks, in order.
    pub hooks: Vec<Hook>,
    /// The agents it may name, in order.
    pub roster: Vec<RosterEntry>,
    /// Whether one of its agents works at a time, which opens on the files the one before it left open (spec: decisions, 99).
    pub persistent: bool,
    extra_roots: Vec<Placed>,
    name: String,
    text: String,
}

/// What gg shows before the first turn (spec: runtime, 8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningTurn {
    /// Ids of the modules that are listed.
    pub modules: Vec<String>,
    /// The operations whose documentation is opened; none for those a new profile lists.
    pub functions: Option<Vec<OperationId>>,
    /// Levels of the workspace tree that is shown, if one is.
    pub tree: Option<u32>,
}

/// A file opened as a view at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Autoload {
    /// Its path.
    pub path: String,
    /// Whether it stays open whatever the agent does.
    pub lock: bool,
}

/// Why an agent cannot be set up.
#[derive(Debug)]
pub enum LaunchError {
    /// The workspace cannot be opened.
    Workspace(PathBuf, io::Error),
    /// The profile asks for what is not there.
    Profile(Mistakes),
    /// The skill library is not in order.
    Skills(SkillMistakes),
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Workspace(path, error) => write!(f, "{}: the workspace cannot be opened: {error}", path.display()),
            Self::Profile(mistakes) => mistakes.fmt(f),
            Self::Skills(mistakes) => write!(f, "the skill library is refused\n{mistakes}"),
        }
    }
}

impl std::error::Error for LaunchError {}

impl Profile {
    /// Reads a profile; `name` is what its mistakes are reported under, the path it was read from, below whose folder the
    /// scripts of its hooks are.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn read(name: &str, text: &str) -> Result<Self, Mistakes> {
        gg_settings::read(name, "profile", text, |section| profile(name, text, section))
    }

    /// What an agent of this profile may do that stands in no machine, with the calls of its ending role. `holds` answers the
    /// conditions of rows.
    pub fn grants(&self, ending: &str, holds: impl Fn(OperationId) -> bool) -> Grants {
        self.grants_at(false, ending, holds)
    }

    fn grants_at(&self, machine: bool, ending: &str, holds: impl Fn(OperationId) -> bool) -> Grants {
        let capabilities: Vec<u32> = self.capabilities.ids().filter_map(|id| TABLE.capability(id)).collect();
        let holding = Holding {
            capabilities: &capabilities,
            allowlist: self.allowlist.as_deref(),
            ending: Some(ending),
            machine,
        };
        Grants::resolve(&holding, |operation| !self.withholds(operation) && holds(operation))
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The agent of this profile that its host serves, with the calls of its ending role.
    pub fn agent(&self, ending: &str, host: &Host) -> Arc<Agent> {
        let grants = self.grants_at(host.position().is_some(), ending, |operation| host.holds(operation));
        Arc::new(Agent { table: &TABLE, arm: self.arm, grants })
    }

    /// Whether its allowlist, if it has one, leaves an operation in.
    fn keeps(&self, operation: OperationId) -> bool {
        self.allowlist.as_ref().is_none_or(|allowlist| allowlist.contains(&operation))
    }

    /// Whether a switch withholds an operation (spec: runtime, 1.3).
    fn withholds(&self, operation: OperationId) -> bool {
        use OperationId as Id;
        let Capabilities { board, memories, context, subagents, .. } = &self.capabilities;
        match operation {
            Id::BoardCreateEpic | Id::BoardCreateIssue => board.as_ref().is_some_and(|board| !board.issue_creation),
            Id::BoardUpdateIssue | Id::BoardRemoveEpic | Id::BoardRemoveIssue => {
                board.as_ref().is_some_and(|board| !board.revise_board)
            }
            Id::MemoriesUpdateMemory | Id::MemoriesEditMemory | Id::MemoriesDeleteMemory => {
                memories.as_ref().is_some_and(|memories| !memories.revise)
            }
            Id::ContextEvictFileView => context.as_ref().is_some_and(|context| !context.evict_file_views),
            Id::ContextArchiveThread | Id::ContextSearchArchive => {
                context.as_ref().is_some_and(|context| !context.archive_and_search)
            }
            Id::DelegationSendMessage => subagents.is_some_and(|subagents| !subagents.messaging),
            _ => false,
        }
    }

    /// Judges it as that of the first agent of a run, which nobody has started (spec: runtime, 10).
    ///
    /// # Errors
    ///
    /// It has its agent inherit memories.
    pub fn may_be_first(&self) -> Result<(), LaunchError> {
        let memories = self.capabilities.memories.as_ref();
        let Some(word) = memories.and_then(|memories| match memories.scope {
            Scope::Inherited => Some("inherited"),
            Scope::ReadOnly => Some("read-only"),
            Scope::Isolated | Scope::Shared => None,
        }) else {
            return Ok(());
        };
        let message = format!(
            "memories of the scope \"{word}\" are those of whoever starts the agent, and nobody starts the first"
        );
        let help = Some("there is \"isolated\" and \"shared\"".to_owned());
        Err(self.refuses_at(&["capability", "memories", "scope"], message, help))
    }

    /// A mistake of one of its keys, which was found when it was used.
    pub fn refuses(&self, key: &str, message: &str) -> LaunchError {
        self.refuses_at(&[key], message.to_owned(), None)
    }

    fn refuses_at(&self, path: &[&str], message: String, help: Option<String>) -> LaunchError {
        let span = gg_settings::place(&self.text, path).unwrap_or_default();
        let (name, text) = (self.name.clone(), self.text.clone());
        LaunchError::Profile(Mistakes { name, text, mistakes: vec![Mistake { span, message, help }] })
    }

    /// The workspace at a folder, with what the profile adds to it.
    ///
    /// # Errors
    ///
    /// The folder, or an extra root, is not there or cannot be opened.
    pub fn workspace(&self, root: &Path) -> Result<Arc<Workspace>, LaunchError> {
        let skills = self.capabilities.skills.as_ref().map_or(SKILLS, |skills| &skills.dir);
        let folder = process::folder();
        let open = |extra: &[PathBuf]| Workspace::open(root, extra, &folder, Path::new(skills));
        let extra: Vec<PathBuf> = self.extra_roots.iter().map(|(path, _)| PathBuf::from(path)).collect();
        let error = match open(&extra) {
            Ok(workspace) => return Ok(Arc::new(workspace)),
            Err(error) => error,
        };
        let mistakes: Vec<Mistake> = self.extra_roots.iter().filter_map(|placed| missing(root, placed)).collect();
        if mistakes.is_empty() {
            return Err(LaunchError::Workspace(root.to_owned(), error));
        }
        let (name, text) = (self.name.clone(), self.text.clone());
        Err(LaunchError::Profile(Mistakes { name, text, mistakes }))
    }

    /// The skills of a workspace, for an agent of this profile; none at all when it holds no skills.
    ///
    /// # Errors
    ///
    /// The library is not in order.
    pub fn skills(&self, workspace: &Workspace) -> Result<Arc<Library>, LaunchError> {
        let Some(skills) = &self.capabilities.skills else { return Ok(Arc::default()) };
        let library = Library::read(workspace, skills, TABLE.arm_id(self.arm)).map_err(LaunchError::Skills)?;
        Ok(Arc::new(library))
    }

    /// The skills of a record, for an agent of this profile that is replayed.
    pub fn recorded_skills(&self, recorded: Option<&str>) -> Arc<Library> {
        let skills = self.capabilities.skills.as_ref();
        skills.map_or_else(Arc::default, |skills| Arc::new(Library::of_record(skills, recorded)))
    }

    /// The host of an agent of this profile that works in a folder, on which nothing has happened.
    ///
    /// # Errors
    ///
    /// The workspace cannot be opened, or its skill library is not in order.
    pub fn host(&self, folder: &Path, settings: Settings) -> Result<Host, LaunchError> {
        let host = self.host_of_replay(folder, settings)?;
        let skills = self.skills(host.workspace())?;
        Ok(host.with_skills(skills))
    }

    /// The same for an agent that is replayed, whose skills are in its record.
    ///
    /// # Errors
    ///
    /// The workspace cannot be opened.
    pub fn host_of_replay(&self, folder: &Path, settings: Settings) -> Result<Host, LaunchError> {
        Ok(Host::new(self.workspace(folder)?, Arc::new(Index::new(PACKAGE.index)), settings))
    }

    /// How a host serves an agent of this profile in a run whose time is spent at the deadline.
    pub fn settings(&self, deadline: Option<Instant>) -> Settings {
        Settings {
            agent: MAIN.to_owned(),
            tasks: self.capabilities.tasks,
            roster: self.roster.clone(),
            spawns: self.keeps(OperationId::DelegationSpawnSubagent)
                && RosterScope::Subagent.of(&self.roster).next().is_some(),
            forks: self.capabilities.fork && self.keeps(OperationId::DelegationFork),
            position: None,
            reviewers_required: self.capabilities.board.as_ref().is_some_and(|board| board.reviewers_required),
            issue: None,
            compaction: self.capabilities.compaction.as_ref().map(|compaction| compaction.strategy),
            memories: self.capabilities.memories.clone(),
            spawner_memories: None,
            programs: self.capabilities.programs,
            read: self.capabilities.read_file,
            offload: self.capabilities.shell.flatten(),
            offload_folder: process::folder(),
            hooks: self.hooks.clone(),
            pictures: self.model.pictures,
            deadline,
            doc_view_types: self.doc_view_types,
        }
    }
}

/// The mistake of an extra root that cannot be opened.
fn missing(root: &Path, (path, span): &Placed) -> Option<Mistake> {
    let error = root.join(path).read_dir().err()?;
    let message = format!("the extra root cannot be opened: {}", crate::failure::Cause(&error));
    Some(Mistake { span: span.clone(), message, help: None })
}

/// Reads the whole profile; none when something it cannot do without is missing or wrong.
fn profile(name: &str, text: &str, section: &Section<'_>) -> Option<Profile> {
    let arms: Vec<(&str, Option<ArmId>)> = TABLE.arms.iter().map(|id| (*id, TABLE.arm(id))).collect();
    section.needs(&["language"], "");
    let arm = section.word("language", &arms).flatten();
    let allowlist = section.texts("allowlist").map(|ids| {
        let ids = (1..).zip(&ids);
        ids.filter_map(|(at, id)| operation(section, &format!("entry {at} of the allowlist"), id)).collect()
    });
    let capabilities = section.section("capability").map(|section| Capabilities::read(&section)).unwrap_or_default();
    let autoload = section.sections("autoload");
    let hook_sections = section.sections("hook");
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let roster = roster::read(section);
    if capabilities.exec && RosterScope::Subagent.of(&roster).next().is_none() {
        let place = gg_settings::place(text, &["capability", "exec"]).unwrap_or_default();
        let message = "[capability.exec] needs somebody to become: the roster has no entry of scope \"subagent\"";
        section.wrong(place, message.to_owned(), None);
    }
    let saves =
        capabilities.compaction.as_ref().is_some_and(|how| how.strategy == CompactionStrategy::MemoryCompaction);
    if saves && capabilities.memories.as_ref().is_none_or(|memories| memories.scope == Scope::ReadOnly) {
        let place = gg_settings::place(text, &["capability", "compaction", "strategy"]).unwrap_or_default();
        let message = "\"memory-compaction\" needs [capability.memories] that the agent may change";
        section.wrong(place, message.to_owned(), None);
    }
    let profile = Profile {
        arm: arm.or_else(|| TABLE.arms.first().and_then(|id| TABLE.arm(id)))?,
        capabilities,
        allowlist,
        run: RunLimits::read(section),
        program: ProgramLimits::read(section),
        doc_view_types: doc_view_types(section),
        opening_turn: opening_turn(section),
        autoload: autoload.iter().filter_map(autoload_entry).collect(),
        model: ModelSettings::read(section),
        instructions: section.text("instructions").map(|(text, _)| text),
        prompt_template: section.string("promptTemplate").map(|(text, _)| text),
        hooks: hook_sections.iter().filter_map(|section| hooks::read(section, folder)).collect(),
        roster,
        persistent: section.boolean("persistent").unwrap_or(false),
        extra_roots: section.texts("extraRoots").unwrap_or_default(),
        name: name.to_owned(),
        text: text.to_owned(),
    };
    arm.map(|_| profile)
}

/// The operation with an id; `what` is the entry that names it.
fn operation(section: &Section<'_>, what: &str, (id, span): &Placed) -> Option<OperationId> {
    let operation = OperationId::from_id(id);
    if operation.is_none() {
        let ids: Vec<&str> = OperationId::ALL.iter().map(|operation| operation.id()).collect();
        section.wrong(span.clone(), format!("{what} is no operation: `{id}`"), meant(id, &ids));
    }
    operation
}

/// `docViewTypes`: true, false, or a table with all three keys.
fn doc_view_types(section: &Section<'_>) -> DocViewTypes {
    if !section.is_table("docViewTypes") {
        return DocViewTypes::all(section.on("docViewTypes"));
    }
    let Some(section) = section.section("docViewTypes") else { return DocViewTypes::all(true) };
    section.needs(&["return", "parameters", "errors"], "");
    DocViewTypes { returns: section.on("return"), parameters: section.on("parameters"), errors: section.on("errors") }
}

fn opening_turn(section: &Section<'_>) -> OpeningTurn {
    let mut opening =
        OpeningTurn { modules: vec!["files".to_owned(), "shell".to_owned()], functions: None, tree: None };
    let Some(section) = section.section("openingTurn") else { return opening };
    if let Some(modules) = section.texts("modules") {
        let known: Vec<&str> = TABLE.modules.iter().map(|module| module.id).collect();
        for (id, span) in modules.iter().filter(|(id, _)| !known.contains(&id.as_str())) {
            section.wrong(span.clone(), format!("there is no module `{id}`"), meant(id, &known));
        }
        opening.modules = modules.into_iter().map(|(id, _)| id).collect();
    }
    opening.functions =
        section.texts("functions").map(|ids| ids.iter().filter_map(|placed| promised(&section, placed)).collect());
    opening.tree = section.section("tree").and_then(|section| section.integer("depth", 1..=10));
    opening
}

/// An operation a profile can promise: an ending or a machine row it cannot.
fn promised(section: &Section<'_>, placed: &Placed) -> Option<OperationId> {
    let operation = operation(section, "an entry of `functions`", placed)?;
    match operation.row().binding {
        Binding::Ending(_) | Binding::Machine => {
            let (id, span) = placed;
            section.wrong(span.clone(), format!("a profile cannot promise `{id}`, which it does not grant"), None);
            None
        }
        Binding::Capability(_) | Binding::Always => Some(operation),
    }
}

fn autoload_entry(section: &Section<'_>) -> Option<Autoload> {
    section.needs(&["path"], "");
    let lock = section.boolean("lock").unwrap_or(false);
    Some(Autoload { path: section.text("path")?.0, lock })
}
