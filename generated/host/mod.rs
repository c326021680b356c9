// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

use ::gg_engine::{
    Answers, Capability, JavaScript, Member, Module, Operation, Package, Python, Rust,
    Sentences, StoreData, Table, TableOperation,
};
use ::wasmtime::component::Linker;

pub mod files;
pub mod shell;
pub mod board;
pub mod tasks;
pub mod memories;
pub mod docs;
pub mod views;
pub mod context;
pub mod delegation;
pub mod skills;
pub mod programs;
pub mod session;
pub mod core;

/// Everything a host implements: the operations of every module, and what the bracket asks of it.
pub trait Host
where
    Self: Answers<Operation = OperationId> + files::Operations + shell::Operations
        + board::Operations + tasks::Operations + memories::Operations + docs::Operations
        + views::Operations + context::Operations + delegation::Operations
        + skills::Operations + programs::Operations + session::Operations,
{}

impl<T> Host for T
where
    T: Answers<Operation = OperationId> + files::Operations + shell::Operations
        + board::Operations + tasks::Operations + memories::Operations + docs::Operations
        + views::Operations + context::Operations + delegation::Operations
        + skills::Operations + programs::Operations + session::Operations,
{}

/// Adds every call to a linker, each inside its bracket. What the world has besides (its private interface and
/// its exports) is the sandbox's own.
///
/// # Errors
///
/// The linker has one of the interfaces already.
pub fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
where
    Data: StoreData,
    Data::Host: Host,
{
    files::add_to_linker(linker)?;
    shell::add_to_linker(linker)?;
    board::add_to_linker(linker)?;
    tasks::add_to_linker(linker)?;
    memories::add_to_linker(linker)?;
    docs::add_to_linker(linker)?;
    views::add_to_linker(linker)?;
    context::add_to_linker(linker)?;
    delegation::add_to_linker(linker)?;
    skills::add_to_linker(linker)?;
    programs::add_to_linker(linker)?;
    session::add_to_linker(linker)?;

    Ok(())
}

/// An operation. Its number is its place in the table.
#[allow(
    clippy::doc_markdown,
    clippy::enum_variant_names,
    reason = "names and prose are the table's"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum OperationId {
    /// Runs one command line and waits for it.
    ShellShell,
    /// Reads a text file, or describes a picture.
    FilesReadFile,
    /// Reads a text file and returns only its text.
    FilesReadTextFile,
    /// Writes a file, replacing what was there.
    FilesWriteFile,
    /// Replaces the one place where a text occurs in a file.
    FilesEditFile,
    /// Lists one directory, sorted by name.
    FilesListDir,
    /// Draws a directory as an indented text.
    FilesTree,
    /// Finds the lines a regular expression matches.
    FilesSearch,
    /// Reads a skill and puts it to use.
    SkillsReadSkill,
    /// Adds a memory whose body stands in the window.
    MemoriesWriteMemory,
    /// Replaces a memory whose body stands in the window.
    MemoriesUpdateMemory,
    /// Adds a memory which is read when it is needed.
    MemoriesCreateMemory,
    /// Reads a memory and puts it to use.
    MemoriesReadMemory,
    /// Replaces the one place where a text occurs in a memory's body.
    MemoriesEditMemory,
    /// Finds the memories that contain keywords.
    MemoriesSearchMemories,
    /// Removes a memory.
    MemoriesDeleteMemory,
    /// Adds a task, with status `pending`.
    TasksAddTask,
    /// Changes a task's title, description or status.
    TasksUpdateTask,
    /// Replaces the list of what blocks a task.
    TasksSetBlockedBy,
    /// Sets a task's status to `done`.
    TasksCompleteTask,
    /// Removes a task; it blocks nothing any more.
    TasksRemoveTask,
    /// Opens an epic, a group of issues with a prefix of its own.
    BoardCreateEpic,
    /// Opens an issue, which its agent starts on as soon as nothing blocks it.
    BoardCreateIssue,
    /// Changes an issue's texts, status or epic.
    BoardUpdateIssue,
    /// Replaces the list of what blocks an issue.
    BoardSetIssueBlockedBy,
    /// Removes an epic; its issues stay, outside any epic.
    BoardRemoveEpic,
    /// Removes an issue.
    BoardRemoveIssue,
    /// Waits for an issue after the program has ended.
    BoardWaitForIssue,
    /// Takes file views out of the window: all of one file, or of every file.
    ContextEvictFileView,
    /// Moves the results of whole turns out of the window into the archive.
    ContextArchiveThread,
    /// Finds archived items that contain a text.
    ContextSearchArchive,
    /// Compacts the window to a summary when the turn closes.
    ContextCompact,
    /// Starts another agent as a child, in the same workspace.
    DelegationSpawnSubagent,
    /// Waits for children to end and returns their results.
    DelegationWaitForSubagents,
    /// Leaves a message for a child.
    DelegationSendMessage,
    /// Moves the machine on to another state when the turn closes.
    DelegationTransitionState,
    /// Hands over to another agent, which takes this one's place when the turn closes.
    DelegationExec,
    /// Makes a copy of this agent, which starts when the turn closes.
    DelegationFork,
    /// Finds what this agent may call, and shows the answer in the window.
    DocsSearch,
    /// Closes one documentation view.
    DocsClose,
    /// Closes every documentation view.
    DocsCloseAll,
    /// Reads a file and opens a view of it.
    ViewsOpenFile,
    /// Opens a view of a text the program composed.
    ViewsOpenText,
    /// Opens the documentation of a function, type or module.
    ViewsOpenDocsView,
    /// Closes views by path, by label or by the name `search results`.
    ViewsClose,
    /// Lists every open view, as things stand after the calls so far.
    ViewsCurrent,
    /// Lists the agent's earlier programs, oldest first.
    ProgramsHistory,
    /// Returns the source of an earlier program.
    ProgramsGet,
    /// Runs another program in this turn, after this one has ended.
    ProgramsRerun,
    /// Ends the session, with a summary of what was done.
    SessionFinish,
    /// Ends the review with approval.
    SessionApprove,
    /// Ends the review with the changes it asks for.
    SessionRequestChanges,
}

impl OperationId {
    /// Every operation, in table order.
    pub const ALL: [Self; 52] = [
        Self::ShellShell,
        Self::FilesReadFile,
        Self::FilesReadTextFile,
        Self::FilesWriteFile,
        Self::FilesEditFile,
        Self::FilesListDir,
        Self::FilesTree,
        Self::FilesSearch,
        Self::SkillsReadSkill,
        Self::MemoriesWriteMemory,
        Self::MemoriesUpdateMemory,
        Self::MemoriesCreateMemory,
        Self::MemoriesReadMemory,
        Self::MemoriesEditMemory,
        Self::MemoriesSearchMemories,
        Self::MemoriesDeleteMemory,
        Self::TasksAddTask,
        Self::TasksUpdateTask,
        Self::TasksSetBlockedBy,
        Self::TasksCompleteTask,
        Self::TasksRemoveTask,
        Self::BoardCreateEpic,
        Self::BoardCreateIssue,
        Self::BoardUpdateIssue,
        Self::BoardSetIssueBlockedBy,
        Self::BoardRemoveEpic,
        Self::BoardRemoveIssue,
        Self::BoardWaitForIssue,
        Self::ContextEvictFileView,
        Self::ContextArchiveThread,
        Self::ContextSearchArchive,
        Self::ContextCompact,
        Self::DelegationSpawnSubagent,
        Self::DelegationWaitForSubagents,
        Self::DelegationSendMessage,
        Self::DelegationTransitionState,
        Self::DelegationExec,
        Self::DelegationFork,
        Self::DocsSearch,
        Self::DocsClose,
        Self::DocsCloseAll,
        Self::ViewsOpenFile,
        Self::ViewsOpenText,
        Self::ViewsOpenDocsView,
        Self::ViewsClose,
        Self::ViewsCurrent,
        Self::ProgramsHistory,
        Self::ProgramsGet,
        Self::ProgramsRerun,
        Self::SessionFinish,
        Self::SessionApprove,
        Self::SessionRequestChanges,
    ];

    /// Its place in the table.
    pub const fn index(self) -> u32 {
        self as u32
    }

    /// Its row.
    pub fn row(self) -> &'static Operation {
        OPERATIONS[self as usize]
    }

    /// Its id, `module.key`.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The operation with an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.id() == id)
    }
}

impl From<OperationId> for &'static Operation {
    fn from(operation: OperationId) -> Self {
        operation.row()
    }
}

impl TableOperation for OperationId {
    const TABLE: &'static Table = &TABLE;
    const ALL: &'static [Self] = &Self::ALL;
}

/// The rows, in table order.
static OPERATIONS: [&Operation; 52] = [
    &shell::ROWS[0],
    &files::ROWS[0],
    &files::ROWS[1],
    &files::ROWS[2],
    &files::ROWS[3],
    &files::ROWS[4],
    &files::ROWS[5],
    &files::ROWS[6],
    &skills::ROWS[0],
    &memories::ROWS[0],
    &memories::ROWS[1],
    &memories::ROWS[2],
    &memories::ROWS[3],
    &memories::ROWS[4],
    &memories::ROWS[5],
    &memories::ROWS[6],
    &tasks::ROWS[0],
    &tasks::ROWS[1],
    &tasks::ROWS[2],
    &tasks::ROWS[3],
    &tasks::ROWS[4],
    &board::ROWS[0],
    &board::ROWS[1],
    &board::ROWS[2],
    &board::ROWS[3],
    &board::ROWS[4],
    &board::ROWS[5],
    &board::ROWS[6],
    &context::ROWS[0],
    &context::ROWS[1],
    &context::ROWS[2],
    &context::ROWS[3],
    &delegation::ROWS[0],
    &delegation::ROWS[1],
    &delegation::ROWS[2],
    &delegation::ROWS[3],
    &delegation::ROWS[4],
    &delegation::ROWS[5],
    &docs::ROWS[0],
    &docs::ROWS[1],
    &docs::ROWS[2],
    &views::ROWS[0],
    &views::ROWS[1],
    &views::ROWS[2],
    &views::ROWS[3],
    &views::ROWS[4],
    &programs::ROWS[0],
    &programs::ROWS[1],
    &programs::ROWS[2],
    &session::ROWS[0],
    &session::ROWS[1],
    &session::ROWS[2],
];

/// Everything else the runtime reads of the table.
pub static PACKAGE: Package = Package {
    root: "gg",
    table: &TABLE,
    wit: include_bytes!("../wit/bare/gg-sandbox.wasm"),
    index: include_str!("../docs/index.json"),
    prompts: &[
        ("javascript.json", include_str!("../prompts/javascript.json")),
        ("python.json", include_str!("../prompts/python.json")),
        ("rust.json", include_str!("../prompts/rust.json")),
        ("sentences.json", include_str!("../prompts/sentences.json")),
        ("typescript.json", include_str!("../prompts/typescript.json")),
    ],
    javascript: JavaScript {
        adapter: include_bytes!("../guest/javascript/adapter.wasm"),
        descriptors: include_bytes!("../guest/javascript/descriptors.bin"),
        sdk: &[
            ("index.js", include_str!("../sdk/typescript/index.js")),
            ("methods.js", include_str!("../sdk/typescript/methods.js")),
            ("modules/files.js", include_str!("../sdk/typescript/modules/files.js")),
            ("modules/shell.js", include_str!("../sdk/typescript/modules/shell.js")),
            ("modules/board.js", include_str!("../sdk/typescript/modules/board.js")),
            ("modules/tasks.js", include_str!("../sdk/typescript/modules/tasks.js")),
            (
                "modules/memories.js",
                include_str!("../sdk/typescript/modules/memories.js"),
            ),
            ("modules/docs.js", include_str!("../sdk/typescript/modules/docs.js")),
            ("modules/views.js", include_str!("../sdk/typescript/modules/views.js")),
            ("modules/context.js", include_str!("../sdk/typescript/modules/context.js")),
            (
                "modules/delegation.js",
                include_str!("../sdk/typescript/modules/delegation.js"),
            ),
            ("modules/skills.js", include_str!("../sdk/typescript/modules/skills.js")),
            (
                "modules/programs.js",
                include_str!("../sdk/typescript/modules/programs.js"),
            ),
            ("modules/session.js", include_str!("../sdk/typescript/modules/session.js")),
            ("modules/core.js", include_str!("../sdk/typescript/modules/core.js")),
        ],
        declarations: &[
            ("index.d.ts", include_str!("../sdk/typescript/index.d.ts")),
            ("methods.d.ts", include_str!("../sdk/typescript/methods.d.ts")),
            ("modules/files.d.ts", include_str!("../sdk/typescript/modules/files.d.ts")),
            ("modules/shell.d.ts", include_str!("../sdk/typescript/modules/shell.d.ts")),
            ("modules/board.d.ts", include_str!("../sdk/typescript/modules/board.d.ts")),
            ("modules/tasks.d.ts", include_str!("../sdk/typescript/modules/tasks.d.ts")),
            (
                "modules/memories.d.ts",
                include_str!("../sdk/typescript/modules/memories.d.ts"),
            ),
            ("modules/docs.d.ts", include_str!("../sdk/typescript/modules/docs.d.ts")),
            ("modules/views.d.ts", include_str!("../sdk/typescript/modules/views.d.ts")),
            (
                "modules/context.d.ts",
                include_str!("../sdk/typescript/modules/context.d.ts"),
            ),
            (
                "modules/delegation.d.ts",
                include_str!("../sdk/typescript/modules/delegation.d.ts"),
            ),
            (
                "modules/skills.d.ts",
                include_str!("../sdk/typescript/modules/skills.d.ts"),
            ),
            (
                "modules/programs.d.ts",
                include_str!("../sdk/typescript/modules/programs.d.ts"),
            ),
            (
                "modules/session.d.ts",
                include_str!("../sdk/typescript/modules/session.d.ts"),
            ),
            ("modules/core.d.ts", include_str!("../sdk/typescript/modules/core.d.ts")),
            ("specifiers.d.ts", include_str!("../sdk/typescript/specifiers.d.ts")),
        ],
    },
    python: Python {
        root: "gg",
        sdk: &[
            ("gg/__init__.py", include_str!("../sdk/python/gg/__init__.py")),
            ("gg/_raw.py", include_str!("../sdk/python/gg/_raw.py")),
            ("gg/_check.py", include_str!("../sdk/python/gg/_check.py")),
            ("gg/_short.py", include_str!("../sdk/python/gg/_short.py")),
            ("gg/_call.py", include_str!("../sdk/python/gg/_call.py")),
            ("gg/files.py", include_str!("../sdk/python/gg/files.py")),
            ("gg/shell.py", include_str!("../sdk/python/gg/shell.py")),
            ("gg/board.py", include_str!("../sdk/python/gg/board.py")),
            ("gg/tasks.py", include_str!("../sdk/python/gg/tasks.py")),
            ("gg/memories.py", include_str!("../sdk/python/gg/memories.py")),
            ("gg/docs.py", include_str!("../sdk/python/gg/docs.py")),
            ("gg/views.py", include_str!("../sdk/python/gg/views.py")),
            ("gg/context.py", include_str!("../sdk/python/gg/context.py")),
            ("gg/delegation.py", include_str!("../sdk/python/gg/delegation.py")),
            ("gg/skills.py", include_str!("../sdk/python/gg/skills.py")),
            ("gg/programs.py", include_str!("../sdk/python/gg/programs.py")),
            ("gg/session.py", include_str!("../sdk/python/gg/session.py")),
            ("gg/core.py", include_str!("../sdk/python/gg/core.py")),
        ],
    },
    rust: Rust {
        root: "gg",
        sdk: &[
            ("src/lib.rs", include_str!("../sdk/rust/src/lib.rs")),
            ("src/membrane/mod.rs", include_str!("../sdk/rust/src/membrane/mod.rs")),
            (
                "src/membrane/calls/mod.rs",
                include_str!("../sdk/rust/src/membrane/calls/mod.rs"),
            ),
            (
                "src/membrane/abi/arguments.rs",
                include_str!("../sdk/rust/src/membrane/abi/arguments.rs"),
            ),
            (
                "src/membrane/abi/forms.rs",
                include_str!("../sdk/rust/src/membrane/abi/forms.rs"),
            ),
            (
                "src/membrane/abi/mod.rs",
                include_str!("../sdk/rust/src/membrane/abi/mod.rs"),
            ),
            (
                "src/membrane/abi/values.rs",
                include_str!("../sdk/rust/src/membrane/abi/values.rs"),
            ),
            (
                "src/membrane/double.rs",
                include_str!("../sdk/rust/src/membrane/double.rs"),
            ),
            ("src/membrane/run.rs", include_str!("../sdk/rust/src/membrane/run.rs")),
            (
                "src/membrane/runtime.rs",
                include_str!("../sdk/rust/src/membrane/runtime.rs"),
            ),
            ("src/program.rs", include_str!("../sdk/rust/src/program.rs")),
            ("src/files.rs", include_str!("../sdk/rust/src/files.rs")),
            (
                "src/membrane/calls/files.rs",
                include_str!("../sdk/rust/src/membrane/calls/files.rs"),
            ),
            ("src/shell.rs", include_str!("../sdk/rust/src/shell.rs")),
            (
                "src/membrane/calls/shell.rs",
                include_str!("../sdk/rust/src/membrane/calls/shell.rs"),
            ),
            ("src/board.rs", include_str!("../sdk/rust/src/board.rs")),
            (
                "src/membrane/calls/board.rs",
                include_str!("../sdk/rust/src/membrane/calls/board.rs"),
            ),
            ("src/tasks.rs", include_str!("../sdk/rust/src/tasks.rs")),
            (
                "src/membrane/calls/tasks.rs",
                include_str!("../sdk/rust/src/membrane/calls/tasks.rs"),
            ),
            ("src/memories.rs", include_str!("../sdk/rust/src/memories.rs")),
            (
                "src/membrane/calls/memories.rs",
                include_str!("../sdk/rust/src/membrane/calls/memories.rs"),
            ),
            ("src/docs.rs", include_str!("../sdk/rust/src/docs.rs")),
            (
                "src/membrane/calls/docs.rs",
                include_str!("../sdk/rust/src/membrane/calls/docs.rs"),
            ),
            ("src/views.rs", include_str!("../sdk/rust/src/views.rs")),
            (
                "src/membrane/calls/views.rs",
                include_str!("../sdk/rust/src/membrane/calls/views.rs"),
            ),
            ("src/context.rs", include_str!("../sdk/rust/src/context.rs")),
            (
                "src/membrane/calls/context.rs",
                include_str!("../sdk/rust/src/membrane/calls/context.rs"),
            ),
            ("src/delegation.rs", include_str!("../sdk/rust/src/delegation.rs")),
            (
                "src/membrane/calls/delegation.rs",
                include_str!("../sdk/rust/src/membrane/calls/delegation.rs"),
            ),
            ("src/skills.rs", include_str!("../sdk/rust/src/skills.rs")),
            (
                "src/membrane/calls/skills.rs",
                include_str!("../sdk/rust/src/membrane/calls/skills.rs"),
            ),
            ("src/programs.rs", include_str!("../sdk/rust/src/programs.rs")),
            (
                "src/membrane/calls/programs.rs",
                include_str!("../sdk/rust/src/membrane/calls/programs.rs"),
            ),
            ("src/session.rs", include_str!("../sdk/rust/src/session.rs")),
            (
                "src/membrane/calls/session.rs",
                include_str!("../sdk/rust/src/membrane/calls/session.rs"),
            ),
            ("src/core.rs", include_str!("../sdk/rust/src/core.rs")),
            (
                "src/membrane/calls/core.rs",
                include_str!("../sdk/rust/src/membrane/calls/core.rs"),
            ),
        ],
    },
};

/// The table, as the engine reads it.
pub static TABLE: Table = Table {
    name: "gg",
    package: "gg:sandbox",
    arms: &["typescript", "javascript", "python", "rust"],
    capabilities: &[
        Capability {
            id: "shell",
            summary: "Running command lines in the workspace.",
            switches: &[],
        },
        Capability {
            id: "read-file",
            summary: "Reading files, and opening them as views.",
            switches: &[],
        },
        Capability { id: "write-file", summary: "Writing whole files.", switches: &[] },
        Capability { id: "edit-file", summary: "Replacing a text inside a file.", switches: &[] },
        Capability {
            id: "list-dir",
            summary: "Listing directories and drawing them as a tree.",
            switches: &[],
        },
        Capability {
            id: "search",
            summary: "Searching the workspace by regular expression.",
            switches: &[],
        },
        Capability {
            id: "skills",
            summary: "Reading skills and loading their code.",
            switches: &[],
        },
        Capability {
            id: "memories",
            summary: "Keeping memories; the strategy decides which of the calls exist.",
            switches: &["revise"],
        },
        Capability { id: "tasks", summary: "Keeping a task graph of one's own.", switches: &[] },
        Capability {
            id: "project-management",
            summary: "Working on the board of epics and issues the agents of a run share.",
            switches: &["issueCreation", "reviseBoard"],
        },
        Capability {
            id: "agent-managed-context",
            summary: "Seeing what fills the window, making room in it, and searching what was archived.",
            switches: &["evictFileViews", "archiveAndSearch"],
        },
        Capability {
            id: "compaction",
            summary: "Compacting the window to a summary.",
            switches: &[],
        },
        Capability {
            id: "subagents",
            summary: "Starting children, waiting for them and writing to them.",
            switches: &["messaging"],
        },
        Capability {
            id: "exec",
            summary: "Handing over to another agent of the roster.",
            switches: &[],
        },
        Capability { id: "fork", summary: "Making copies of oneself.", switches: &[] },
        Capability { id: "docview-close", summary: "Closing documentation views.", switches: &[] },
        Capability {
            id: "program-library",
            summary: "Listing, reading and running again the agent's earlier programs.",
            switches: &[],
        },
    ],
    modules: &[
        Module {
            id: "files",
            interface: "files",
            skill: Some("gg-filesystem"),
            keys: &["gg.files", "gg.files", "gg.files", "gg::files"],
        },
        Module {
            id: "shell",
            interface: "shell",
            skill: Some("gg-shell"),
            keys: &["gg.shell", "gg.shell", "gg.shell", "gg::shell"],
        },
        Module {
            id: "board",
            interface: "board",
            skill: Some("gg-project"),
            keys: &["gg.board", "gg.board", "gg.board", "gg::board"],
        },
        Module {
            id: "tasks",
            interface: "tasks",
            skill: Some("gg-tasks"),
            keys: &["gg.tasks", "gg.tasks", "gg.tasks", "gg::tasks"],
        },
        Module {
            id: "memories",
            interface: "memories",
            skill: Some("gg-memory"),
            keys: &["gg.memories", "gg.memories", "gg.memories", "gg::memories"],
        },
        Module {
            id: "docs",
            interface: "docs",
            skill: Some("gg-docs"),
            keys: &["gg.docs", "gg.docs", "gg.docs", "gg::docs"],
        },
        Module {
            id: "views",
            interface: "views",
            skill: Some("gg-views"),
            keys: &["gg.views", "gg.views", "gg.views", "gg::views"],
        },
        Module {
            id: "context",
            interface: "context",
            skill: Some("gg-context"),
            keys: &["gg.context", "gg.context", "gg.context", "gg::context"],
        },
        Module {
            id: "delegation",
            interface: "delegation",
            skill: Some("gg-delegation"),
            keys: &["gg.delegation", "gg.delegation", "gg.delegation", "gg::delegation"],
        },
        Module {
            id: "skills",
            interface: "skills",
            skill: Some("gg-skills"),
            keys: &["gg.skills", "gg.skills", "gg.skills", "gg::skills"],
        },
        Module {
            id: "programs",
            interface: "programs",
            skill: Some("gg-programs"),
            keys: &["gg.programs", "gg.programs", "gg.programs", "gg::programs"],
        },
        Module {
            id: "session",
            interface: "session",
            skill: Some("gg-session"),
            keys: &["gg.session", "gg.session", "gg.session", "gg::session"],
        },
        Module {
            id: "core",
            interface: "types",
            skill: None,
            keys: &["gg.core", "gg.core", "gg.core", "gg::core"],
        },
    ],
    operations: &OPERATIONS,
    records: &[
        &[
            Member {
                name: "prefix",
                spellings: &["prefix", "prefix", "prefix", "prefix"],
                record: None,
            },
            Member {
                name: "title",
                spellings: &["title", "title", "title", "title"],
                record: None,
            },
            Member {
                name: "description",
                spellings: &["description", "description", "description", "description"],
                record: None,
            },
        ],
        &[
            Member {
                name: "title",
                spellings: &["title", "title", "title", "title"],
                record: None,
            },
            Member {
                name: "description",
                spellings: &["description", "description", "description", "description"],
                record: None,
            },
            Member {
                name: "in-scope",
                spellings: &["inScope", "inScope", "in_scope", "in_scope"],
                record: None,
            },
            Member {
                name: "out-of-scope",
                spellings: &["outOfScope", "outOfScope", "out_of_scope", "out_of_scope"],
                record: None,
            },
            Member {
                name: "completion-criteria",
                spellings: &[
                    "completionCriteria",
                    "completionCriteria",
                    "completion_criteria",
                    "completion_criteria",
                ],
                record: None,
            },
            Member {
                name: "blocked-by",
                spellings: &["blockedBy", "blockedBy", "blocked_by", "blocked_by"],
                record: None,
            },
            Member {
                name: "epic-id",
                spellings: &["epicId", "epicId", "epic_id", "epic_id"],
                record: None,
            },
            Member {
                name: "agent",
                spellings: &["agent", "agent", "agent", "agent"],
                record: None,
            },
            Member {
                name: "reviewers",
                spellings: &["reviewers", "reviewers", "reviewers", "reviewers"],
                record: None,
            },
        ],
        &[
            Member {
                name: "title",
                spellings: &["title", "title", "title", "title"],
                record: None,
            },
            Member {
                name: "description",
                spellings: &["description", "description", "description", "description"],
                record: None,
            },
            Member {
                name: "in-scope",
                spellings: &["inScope", "inScope", "in_scope", "in_scope"],
                record: None,
            },
            Member {
                name: "out-of-scope",
                spellings: &["outOfScope", "outOfScope", "out_of_scope", "out_of_scope"],
                record: None,
            },
            Member {
                name: "completion-criteria",
                spellings: &[
                    "completionCriteria",
                    "completionCriteria",
                    "completion_criteria",
                    "completion_criteria",
                ],
                record: None,
            },
            Member {
                name: "status",
                spellings: &["status", "status", "status", "status"],
                record: None,
            },
            Member { name: "epic", spellings: &["epic", "epic", "epic", "epic"], record: None },
        ],
        &[
            Member { name: "id", spellings: &["id", "id", "id", "id"], record: None },
            Member {
                name: "title",
                spellings: &["title", "title", "title", "title"],
                record: None,
            },
            Member {
                name: "description",
                spellings: &["description", "description", "description", "description"],
                record: None,
            },
            Member {
                name: "blocked-by",
                spellings: &["blockedBy", "blockedBy", "blocked_by", "blocked_by"],
                record: None,
            },
        ],
        &[
            Member {
                name: "title",
                spellings: &["title", "title", "title", "title"],
                record: None,
            },
            Member {
                name: "description",
                spellings: &["description", "description", "description", "description"],
                record: None,
            },
            Member {
                name: "status",
                spellings: &["status", "status", "status", "status"],
                record: None,
            },
        ],
        &[
            Member { name: "name", spellings: &["name", "name", "name", "name"], record: None },
            Member {
                name: "description",
                spellings: &["description", "description", "description", "description"],
                record: None,
            },
            Member { name: "body", spellings: &["body", "body", "body", "body"], record: None },
            Member { name: "code", spellings: &["code", "code", "code", "code"], record: None },
            Member {
                name: "on-use",
                spellings: &["onUse", "onUse", "on_use", "on_use"],
                record: None,
            },
        ],
        &[
            Member { name: "name", spellings: &["name", "name", "name", "name"], record: None },
            Member {
                name: "search",
                spellings: &["search", "search", "search", "search"],
                record: None,
            },
            Member {
                name: "replace",
                spellings: &["replace", "replace", "replace", "replace"],
                record: None,
            },
        ],
        &[
            Member {
                name: "start",
                spellings: &["start", "start", "start", "start"],
                record: None,
            },
            Member { name: "end", spellings: &["end", "end", "end", "end"], record: None },
        ],
        &[
            Member {
                name: "agent",
                spellings: &["agent", "agent", "agent", "agent"],
                record: None,
            },
            Member { name: "task", spellings: &["task", "task", "task", "task"], record: None },
        ],
    ],
    sentences: &Sentences {
        unavailable: "`{call}` is not available.",
        unavailable_instead: "`{call}` is not available. Use {calls} instead.",
        unavailable_ending: "`{call}` is not available. End with {calls}.",
        did_not_run: "`{call}` did not run: {why}",
        time_spent: "`{call}` did not run: the time for this run is used up.",
        pending: "`{call}` did not run: a compaction is pending.",
        pending_wanted: "`{call}` did not run: a compaction is pending. Call {calls}.",
        succession: "`{call}` did not run: this turn already has a successor.",
        failed: "{call} failed ({code}): {message}",
        discover: "Find what can be called with `{search}`, open its documentation with `{open}`, and call it on a later turn, when the documentation stands in the window.",
        declared: "More calls are declared than you may make: one that is not yours compiles, and fails when it is made.",
        comma: ", ",
        or: " or ",
    },
    wit: include_str!("gg-sandbox.wit"),
    fingerprint: "4fc02237908d52bb9621c9599f832ded6cd08a230c6982ee6c99234c56983a6f",
};
