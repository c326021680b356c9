//! The host of one agent: what its calls act on, and what the bracket asks of it.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use gg_engine::{
    Agent, Answered, Answers, Binding, Call, CallError, Operations, TableOperation,
    arm::Arm,
    docs::{DocViewTypes, Documentation, Index},
    sandbox::{Sources as _, System},
};
use serde::Serialize;

use crate::{
    declarations::Declarations,
    delegation::{Hand, Slot, Slots},
    hooks::{Hook, Said},
    operations::OperationId,
    process::Offload,
    profile::{CompactionStrategy, Memories, Position, Programs, RosterEntry},
    replay::Replay,
    run_board::RunBoard,
    skills::Library,
    store::{Store, StoreError, carried_out::CallKey, programs},
    uses::Uses,
    views::{Rosters, Views},
    window::Window,
    workspace::Workspace,
};

/// How far a read goes that does not say how far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadPolicy {
    /// To the end of the file.
    Unlimited,
    /// So many lines.
    DefaultCap(u32),
}

/// How a host serves its agent; a profile says it.
#[expect(clippy::struct_excessive_bools, reason = "each says by itself whether something is so")]
#[derive(Debug, Clone)]
pub struct Settings {
    /// The id of the agent, under which what it keeps is found again.
    pub agent: String,
    /// How many tasks it may have; none when it has no tasks.
    pub tasks: Option<u32>,
    /// The agents it may name, in order.
    pub roster: Vec<RosterEntry>,
    /// Whether its profile lets it start others.
    pub spawns: bool,
    /// Whether its profile lets it start copies of itself.
    pub forks: bool,
    /// Where it stands in a machine, if it stands in one.
    pub position: Option<Position>,
    /// Whether every issue it opens needs a reviewer.
    pub reviewers_required: bool,
    /// The issue it was given to work on, if it was given one.
    pub issue: Option<String>,
    /// Who writes the summary of its window, if that is compacted.
    pub compaction: Option<CompactionStrategy>,
    /// How its memories are kept, if it has some.
    pub memories: Option<Memories>,
    /// Who owns the memories of its spawner, which are its own where its profile has it inherit them; itself when none.
    pub spawner_memories: Option<String>,
    /// How its programs are kept, if they are.
    pub programs: Option<Programs>,
    /// How files are read; without it none can be.
    pub read: Option<ReadPolicy>,
    /// What becomes of a command's long output; without it the tail is all there is.
    pub offload: Option<Offload>,
    /// Where whole output is kept.
    pub offload_folder: PathBuf,
    /// The operator's hooks, in order.
    pub hooks: Vec<Hook>,
    /// Whether the model takes pictures.
    pub pictures: bool,
    /// When the run's time is spent.
    pub deadline: Option<Instant>,
    /// Which types a documentation view brings along.
    pub doc_view_types: DocViewTypes,
}

/// The host of one agent.
#[derive(Debug)]
pub struct Host {
    pub(crate) index: Arc<Index>,
    /// Made at the first question, for the agent that asks it.
    pub(crate) documentation: Option<Documentation>,
    pub(crate) workspace: Arc<Workspace>,
    pub(crate) settings: Settings,
    pub(crate) views: Views,
    pub(crate) declarations: Declarations,
    pub(crate) store: Store,
    pub(crate) library: Arc<Library>,
    pub(crate) uses: Uses,
    pub(crate) board: Option<Arc<RunBoard>>,
    pub(crate) hand: Option<Hand>,
    /// The slot its agent works in.
    pub(crate) slot: Option<Slot>,
    pub(crate) window: Option<Box<Window>>,
    pub(crate) replay: Option<Arc<dyn Replay>>,
    /// The number of the turn, from 1; 0 before the first.
    pub(crate) turn: u32,
    /// How many programs of the turn have begun.
    pub(crate) program: u32,
    /// What tells this holder of shared memories from all others.
    pub(crate) writer: i64,
    /// The last change of shared memories it was told of.
    pub(crate) changes_seen: Option<i64>,
    /// What hooks said that its agent has yet to hear.
    pub(crate) heard: Said,
}

impl Host {
    /// The host of an agent that works in this workspace; `index` is the documentation of the table.
    pub fn new(workspace: Arc<Workspace>, index: Arc<Index>, settings: Settings) -> Self {
        Self {
            index,
            documentation: None,
            store: Store::new(workspace.root()),
            writer: System.random().cast_signed(),
            changes_seen: None,
            workspace,
            settings,
            views: Views::default(),
            declarations: Declarations::default(),
            library: Arc::default(),
            uses: Uses::default(),
            board: None,
            hand: None,
            slot: None,
            window: None,
            replay: None,
            turn: 0,
            program: 0,
            heard: Said::default(),
        }
    }

    /// The same with the arm its agent writes in. Without one no code can be loaded.
    #[must_use]
    pub fn with_arm(self, arm: Arc<dyn Arm>) -> Self {
        Self { uses: Uses::of(arm), ..self }
    }

    /// The same with the skills of its run.
    #[must_use]
    pub fn with_skills(self, library: Arc<Library>) -> Self {
        Self { library, ..self }
    }

    /// The same with the board of its run. Without one its agent holds no call of a board.
    #[must_use]
    pub fn with_board(self, board: Arc<RunBoard>) -> Self {
        Self { board: Some(board), ..self }
    }

    /// The same with a hand on the agents of its run. Without one its agent holds no call of the module `delegation`.
    #[must_use]
    pub fn with_hand(self, hand: Hand) -> Self {
        Self { hand: Some(hand), ..self }
    }

    /// The same, but what is kept is in the store of the workspace at another folder, whose path is without links: that of
    /// the run, for an agent in a worktree of it.
    #[must_use]
    pub fn with_store_at(self, root: &Path) -> Self {
        Self { store: Store::new(root), ..self }
    }

    /// The same at a position in a machine, if its agent stands in one.
    #[must_use]
    pub fn with_position(mut self, position: Option<Position>) -> Self {
        self.settings.position = position;
        self
    }

    /// The same with a window. Without one its agent holds no call of the module `context`.
    #[must_use]
    pub fn with_window(self) -> Self {
        Self { window: Some(Box::default()), ..self }
    }

    /// The same with a record, from which what depends on the world is answered in a replay.
    #[must_use]
    pub fn with_replay(self, replay: Arc<dyn Replay>) -> Self {
        Self { replay: Some(replay), ..self }
    }

    /// The same, but what it keeps is in the store of its workspace: it acts on the world from here on.
    #[must_use]
    pub fn live(self) -> Self {
        let store = Store::new(self.workspace.root());
        Self { store, ..self }
    }

    /// The same, but so many turns have been taken before.
    #[must_use]
    pub fn of_turn(self, turn: u32) -> Self {
        Self { turn, ..self }
    }

    /// Its window, if it has one.
    pub fn window(&self) -> Option<&Window> {
        self.window.as_deref()
    }

    /// The same, for the loop that fills it.
    pub fn window_mut(&mut self) -> Option<&mut Window> {
        self.window.as_deref_mut()
    }

    /// The number of the turn, from 1; 0 before the first.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The board of its run, if it has one.
    pub fn board(&self) -> Option<&Arc<RunBoard>> {
        self.board.as_ref()
    }

    /// Has its agent work in a slot of the run.
    pub fn set_slot(&mut self, slot: Slot) {
        self.slot = Some(slot);
    }

    /// Gives up the slot its agent works in, so that another has it while this one waits. Hands back those it was one of.
    pub fn give_up_slot(&mut self) -> Option<Slots> {
        self.slot.take().map(Slot::give_up)
    }

    /// Waits for a slot in which its agent goes on.
    pub async fn resume_slot(&mut self, slots: Option<Slots>) {
        if let Some(slots) = slots {
            self.slot = Some(slots.resume().await);
        }
    }

    /// Where its agent stands in a machine, if it stands in one.
    pub fn position(&self) -> Option<&Position> {
        self.settings.position.as_ref()
    }

    /// The issue its agent was given to work on, if it was given one.
    pub fn issue(&self) -> Option<&str> {
        self.settings.issue.as_deref()
    }

    /// The skills of its run.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// The folder it works in.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Its views.
    pub fn views(&self) -> &Views {
        &self.views
    }

    /// Its views, for the loop that takes them.
    pub fn views_mut(&mut self) -> &mut Views {
        &mut self.views
    }

    /// The operations whose calls count as documented in a turn of the agent that begins now: those whose documentation is
    /// open, and those that are exempt, which are endings and what has no page for this agent (spec: runtime, 17.5).
    pub fn documented(&self, agent: &Agent) -> Operations {
        let rows = agent.table.operations.iter().copied();
        let exempt = rows.filter(|row| matches!(row.binding, Binding::Ending(_)) || !agent.grants.permits(row));
        self.views.current().filter_map(|view| view.operation).chain(exempt).collect()
    }

    /// What the turn's programs declared.
    pub fn declarations(&self) -> &Declarations {
        &self.declarations
    }

    /// Takes up where the agent left off: its turns are counted on. A store that is there is opened, so that one that is
    /// not in order is told before anything has been done.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn resume(&mut self) -> Result<(), StoreError> {
        let agent = &self.settings.agent;
        self.turn = self.store.read(|store| programs::last_turn(store, agent)).await?.unwrap_or_default();
        Ok(())
    }

    /// Begins a turn: declarations and rosters are its own. Hands back those of the last.
    pub fn begin_turn(&mut self) -> (Declarations, Rosters) {
        self.turn += 1;
        self.program = 0;
        (std::mem::take(&mut self.declarations), self.views.begin_turn())
    }

    /// Has the store note that a call was carried out, with what the call changes there.
    pub(crate) fn begin_call(&mut self, call: &Call) {
        // Only the turns of an agent are gone on with after a crash.
        let key = || CallKey { agent: self.settings.agent.clone(), turn: self.turn, call: call.id() };
        let key = self.window.is_some().then(key);
        self.store.begin_call(key);
    }

    /// Shows no pictures from now on, for the model takes none.
    pub fn show_no_pictures(&mut self) {
        self.settings.pictures = false;
    }
}

impl Answers for Host {
    type Operation = OperationId;

    fn recorded(&mut self, operation: OperationId, call: &Call) -> Option<Answered> {
        self.replayed(operation, call)
    }

    fn is_over(&self) -> bool {
        self.is_at_stop()
    }

    fn is_performed_beside(&self, operation: OperationId) -> bool {
        self.changes_anew(operation)
    }

    /// Rows whose store or runtime is not there are held by nobody (spec: operations, 4; decisions, 77).
    fn holds(&self, operation: OperationId) -> bool {
        let module = OperationId::TABLE.modules.get(operation.row().module as usize);
        match module.map(|module| module.id) {
            Some("tasks") => self.settings.tasks.is_some(),
            Some("memories") => self.holds_memories(operation),
            Some("board") => self.board.is_some(),
            Some("skills") => !self.library.skills().is_empty(),
            Some("context") => self.window.is_some() && self.holds_context(operation),
            Some("delegation") => self.holds_delegation(operation),
            Some("programs") => self.settings.programs.is_some(),
            Some(id) => SERVED.contains(&id),
            None => false,
        }
    }

    fn holder(&mut self, operation: OperationId, call: &Call) -> Result<(), CallError> {
        self.may_change_memories(operation, call)
    }

    async fn hook(&mut self, operation: OperationId, call: &Call) -> Result<(), CallError> {
        self.begin_call(call);
        self.ask_before(operation, call).await
    }

    async fn performed<T: Serialize + Sync>(
        &mut self,
        operation: OperationId,
        call: &Call,
        result: Result<&T, &CallError>,
    ) {
        self.ask_after(operation, call, result).await;
    }

    /// Views, files, processes and declarations are what the methods themselves act on; nothing is left to be done.
    async fn effect(&mut self, _: OperationId, _: &Call) -> Result<(), CallError> {
        Ok(())
    }
}

/// The modules that are there for every agent.
const SERVED: [&str; 5] = ["files", "shell", "docs", "views", "session"];
