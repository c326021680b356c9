//! Capabilities and their parameters, `[capability.<id>]` (spec: runtime, 1.3, 10 and 24.3). A table that is there grants
//! the capability, be it empty.

use crate::{host::ReadPolicy, operations::TABLE, process::Offload};
use gg_settings::{Section, meant};

/// What a profile grants. A field that is none is a capability the agent does not hold.
#[expect(clippy::struct_excessive_bools, reason = "a capability without parameters is held or not")]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Capabilities {
    /// `shell`: what becomes of long output, if it is kept whole.
    pub shell: Option<Option<Offload>>,
    /// `read-file`: how far a read goes.
    pub read_file: Option<ReadPolicy>,
    /// `write-file`.
    pub write_file: bool,
    /// `edit-file`.
    pub edit_file: bool,
    /// `list-dir`.
    pub list_dir: bool,
    /// `search`.
    pub search: bool,
    /// `skills`.
    pub skills: Option<Skills>,
    /// `memories`.
    pub memories: Option<Memories>,
    /// `tasks`: how many there may be.
    pub tasks: Option<u32>,
    /// `project-management`.
    pub board: Option<Board>,
    /// `agent-managed-context`.
    pub context: Option<Context>,
    /// `compaction`.
    pub compaction: Option<Compaction>,
    /// `subagents`.
    pub subagents: Option<Subagents>,
    /// `exec`.
    pub exec: bool,
    /// `fork`.
    pub fork: bool,
    /// `docview-close`.
    pub docview_close: bool,
    /// `program-library`.
    pub programs: Option<Programs>,
}

/// Skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skills {
    /// The folder, relative to the workspace.
    pub dir: String,
    /// The built-in skills there are; none for all.
    pub built_ins: Option<Vec<String>>,
}

/// How memories are kept (spec: runtime, 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Every body stands in the window.
    Scratchpad,
    /// An index stands in the window.
    Markdown,
    /// Nothing stands in the window.
    KeywordSearch,
}

/// Whose memories they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The agent's own.
    Isolated,
    /// The run's.
    Shared,
    /// The spawner's.
    Inherited,
    /// The spawner's, not to be changed.
    ReadOnly,
}

/// Memories. A limit of 0 is off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memories {
    /// How they are kept.
    pub strategy: Strategy,
    /// Whose they are.
    pub scope: Scope,
    /// Whether they can be changed and deleted.
    pub revise: bool,
    /// How many there may be.
    pub max_count: u32,
    /// Characters of one.
    pub max_len_per_memory: u32,
    /// Characters of all.
    pub max_total_len: u32,
    /// Characters of the index.
    pub max_len_index: u32,
    /// Characters of a description.
    pub max_len_description: u32,
    /// Hits of a search.
    pub max_results: u32,
}

/// The board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Whether epics and issues can be opened.
    pub issue_creation: bool,
    /// Whether they can be changed and removed.
    pub revise_board: bool,
    /// Whether every issue needs a reviewer.
    pub reviewers_required: bool,
    /// Epics at most.
    pub max_epics: u32,
    /// Issues at most.
    pub max_issues: u32,
    /// How often an issue is dispatched again.
    pub max_retries: u32,
    /// The agent that resolves conflicts of a merge.
    pub merge_agent_id: String,
}

/// The agent's hand on its window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// Whether file views can be evicted.
    pub evict_file_views: bool,
    /// Whether turns can be archived, and the archive searched.
    pub archive_and_search: bool,
    /// How full the window is when the usage signal begins, in percent.
    pub signal_threshold_percent: u32,
    /// Largest file views the signal names.
    pub top_file_views: u32,
}

/// Who writes the summary of a compacted window (spec: runtime, 9.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompactionStrategy {
    /// The agent, when asked.
    SelfSummarization,
    /// The agent, when it judges right.
    SelfCompaction,
    /// Nobody: the agent saves to memory.
    MemoryCompaction,
    /// A second model.
    HandoffSummarization,
    /// A second model, which names the files to keep.
    HandoffCompaction,
}

/// Compaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Compaction {
    /// Who writes the summary.
    pub strategy: CompactionStrategy,
    /// Share of the window kept free for it.
    pub summary_headroom: f64,
    /// How often it is asked for again; without bound when none.
    pub max_retries: Option<u32>,
}

/// Children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subagents {
    /// Whether they can be written to.
    pub messaging: bool,
}

/// The program library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Programs {
    /// Programs kept; 0 for all.
    pub keep: u32,
    /// Characters of an id.
    pub id_length: u32,
}

impl Capabilities {
    /// Reads `[capability]`.
    pub(super) fn read(section: &Section<'_>) -> Self {
        let held = |id| section.section(id).is_some();
        Self {
            shell: section.section("shell").map(|section| shell(&section)),
            read_file: section.section("read-file").map(|section| read_file(&section)),
            write_file: held("write-file"),
            edit_file: held("edit-file"),
            list_dir: held("list-dir"),
            search: held("search"),
            skills: section.section("skills").map(|section| skills(&section)),
            memories: section.section("memories").and_then(|section| memories(&section)),
            tasks: section.section("tasks").map(|section| section.integer("maxTasks", 1..=u32::MAX).unwrap_or(200)),
            board: section.section("project-management").and_then(|section| board(&section)),
            context: section.section("agent-managed-context").map(|section| Context {
                evict_file_views: section.on("evictFileViews"),
                archive_and_search: section.on("archiveAndSearch"),
                signal_threshold_percent: section.integer("signalThresholdPercent", 0..=100).unwrap_or(75),
                top_file_views: section.integer("topFileViews", 0..=u32::MAX).unwrap_or(10),
            }),
            compaction: section.section("compaction").and_then(|section| compaction(&section)),
            subagents: section.section("subagents").map(|section| Subagents { messaging: section.on("messaging") }),
            exec: held("exec"),
            fork: held("fork"),
            docview_close: held("docview-close"),
            programs: section.section("program-library").map(|section| Programs {
                keep: section.integer("keep", 0..=u32::MAX).unwrap_or(20),
                id_length: section.integer("idLength", 2..=32).unwrap_or(8),
            }),
        }
    }

    /// The ids of those that are held.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        let held = [
            ("shell", self.shell.is_some()),
            ("read-file", self.read_file.is_some()),
            ("write-file", self.write_file),
            ("edit-file", self.edit_file),
            ("list-dir", self.list_dir),
            ("search", self.search),
            ("skills", self.skills.is_some()),
            ("memories", self.memories.is_some()),
            ("tasks", self.tasks.is_some()),
            ("project-management", self.board.is_some()),
            ("agent-managed-context", self.context.is_some()),
            ("compaction", self.compaction.is_some()),
            ("subagents", self.subagents.is_some()),
            ("exec", self.exec),
            ("fork", self.fork),
            ("docview-close", self.docview_close),
            ("program-library", self.programs.is_some()),
        ];
        held.into_iter().filter(|(_, held)| *held).map(|(id, _)| id)
    }
}

fn shell(section: &Section<'_>) -> Option<Offload> {
    let offload = section.word("policy", &[("inline", false), ("offload", true)]).unwrap_or(false);
    let max_lines = section.integer("maxLines", 1..=u32::MAX);
    let max_chars = section.integer("maxChars", 1..=u32::MAX);
    if !offload {
        return None;
    }
    section.needs(&["maxLines", "maxChars"], ", which the policy \"offload\" needs");
    Some(Offload { max_lines: max_lines?, max_chars: max_chars? })
}

fn read_file(section: &Section<'_>) -> ReadPolicy {
    let capped = section.word("mode", &[("unlimited", false), ("default-cap", true)]).unwrap_or(false);
    let cap = section.integer("lineCap", 1..=u32::MAX);
    if !capped {
        return ReadPolicy::Unlimited;
    }
    section.needs(&["lineCap"], ", which the mode \"default-cap\" needs");
    cap.map_or(ReadPolicy::Unlimited, ReadPolicy::DefaultCap)
}

fn skills(section: &Section<'_>) -> Skills {
    let built_ins = section.texts("builtIns").map(|names| {
        let known: Vec<&str> = TABLE.modules.iter().filter_map(|module| module.skill).collect();
        for (name, span) in names.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
            section.wrong(span.clone(), format!("there is no built-in skill `{name}`"), meant(name, &known));
        }
        names.into_iter().map(|(name, _)| name).collect()
    });
    Skills { dir: section.text("dir").map_or_else(|| SKILLS.to_owned(), |(dir, _)| dir), built_ins }
}

/// The skill folder of an agent whose profile names no other.
pub(crate) const SKILLS: &str = ".gg/skills";

fn memories(section: &Section<'_>) -> Option<Memories> {
    let strategies = [
        ("scratchpad", Strategy::Scratchpad),
        ("markdown", Strategy::Markdown),
        ("keyword-search", Strategy::KeywordSearch),
    ];
    let scopes = [
        ("isolated", Scope::Isolated),
        ("shared", Scope::Shared),
        ("inherited", Scope::Inherited),
        ("read-only", Scope::ReadOnly),
    ];
    section.needs(&["strategy"], "");
    let strategy = section.word("strategy", &strategies);
    let scope = section.word("scope", &scopes).unwrap_or(Scope::Isolated);
    let scratchpad = strategy == Some(Strategy::Scratchpad);
    let limit = |key, default| section.integer(key, 0..=u32::MAX).unwrap_or(default);
    let memories = Memories {
        strategy: strategy.unwrap_or(Strategy::Markdown),
        scope,
        revise: section.on("revise"),
        max_count: limit("maxCount", if scratchpad { 64 } else { 0 }),
        max_len_per_memory: limit("maxLenPerMemory", if scratchpad { 4096 } else { 8192 }),
        max_total_len: limit("maxTotalLen", 0),
        max_len_index: limit("maxLenIndex", 16_384),
        max_len_description: limit("maxLenDescription", 256),
        max_results: limit("maxResults", 25),
    };
    strategy.map(|_| memories)
}

fn board(section: &Section<'_>) -> Option<Board> {
    section.needs(&["maxRetries", "mergeAgentId"], "");
    let (max_retries, merge_agent_id) = (section.integer("maxRetries", 0..=u32::MAX), section.text("mergeAgentId"));
    let board = Board {
        issue_creation: section.on("issueCreation"),
        revise_board: section.on("reviseBoard"),
        reviewers_required: section.boolean("reviewersRequired").unwrap_or(false),
        max_epics: section.integer("maxEpics", 1..=u32::MAX).unwrap_or(50),
        max_issues: section.integer("maxIssues", 1..=u32::MAX).unwrap_or(2000),
        max_retries: max_retries.unwrap_or(0),
        merge_agent_id: merge_agent_id.clone().unwrap_or_default().0,
    };
    (max_retries.is_some() && merge_agent_id.is_some()).then_some(board)
}

fn compaction(section: &Section<'_>) -> Option<Compaction> {
    let strategies = [
        ("self-summarization", CompactionStrategy::SelfSummarization),
        ("self-compaction", CompactionStrategy::SelfCompaction),
        ("memory-compaction", CompactionStrategy::MemoryCompaction),
        ("handoff-summarization", CompactionStrategy::HandoffSummarization),
        ("handoff-compaction", CompactionStrategy::HandoffCompaction),
    ];
    section.needs(&["strategy", "summaryHeadroom"], "");
    let strategy = section.word("strategy", &strategies);
    let summary_headroom = section.number("summaryHeadroom", 0.0..=0.9);
    let max_retries = section.integer("maxRetries", 0..=u32::MAX);
    Some(Compaction { strategy: strategy?, summary_headroom: summary_headroom?, max_retries })
}
