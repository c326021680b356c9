//! What the agents of a run share: the runtime, time, money, cancellation, and the latch a defect of gg raises.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use gg_engine::{
    TurnError,
    sandbox::{self, Runtime},
};
use gg_host::{Host, RunBoard, Slots, profile::MAX_PARALLEL};
use gg_models::{Cost, Spent, Usage};
use serde::Serialize;
use tokio::sync::Notify;

use crate::{
    ceilings::Ceilings,
    children::Children,
    event::{Event, Told},
    journal::{Entry, Interruption, Kind, Opening, Record, Sources},
    persistent::Persistent,
    recall::Recall,
    stand_up::Named,
    status::Status,
    stop::Where,
};

/// The file by which an operator ends a run, below the workspace.
const SENTINEL: &str = ".gg/cancel";

/// Who is told what happens.
type Watch = Box<dyn Fn(&Told<'_>) + Send + Sync>;

/// What the agents of a run share.
pub struct Run {
    pub(crate) runtime: Arc<Runtime<Host>>,
    watch: Watch,
    /// When the time is spent.
    pub(crate) deadline: Option<Instant>,
    /// Dollars the run may cost.
    max_cost: Option<f64>,
    /// Its workspace, whose store is that of all its agents.
    pub(crate) workspace: PathBuf,
    /// Its agents, by the ids they are named by.
    pub(crate) agents: BTreeMap<String, Named>,
    pub(crate) board: Option<Arc<RunBoard>>,
    spending: Mutex<Spending>,
    /// Who owns the memories of its first agent, which those without a spawner inherit.
    first_memories: OnceLock<String>,
    /// What the turns of all its agents came to.
    summary: Mutex<Ceilings>,
    /// Whether its operator was told of calls without documentation.
    is_undocumented_told: AtomicBool,
    canceled: AtomicBool,
    stop: Notify,
    fault: OnceLock<String>,
    /// The hook that is broken, in words.
    broken_hook: OnceLock<String>,
    record: Option<Arc<dyn Record>>,
    /// Where agents that are replayed keep things: on a copy of the store as it was when the session began, or went on last.
    replayed_store: Option<ReplayedStore>,
    pub(crate) slots: Slots,
    pub(crate) children: Children,
    pub(crate) persistent: Persistent,
    /// Whether a ceiling was breached by any of its agents.
    is_breached: AtomicBool,
}

/// Where agents that are replayed keep things.
struct ReplayedStore {
    /// The workspace of the store as it was when the session began.
    first: PathBuf,
    /// That which each agent uses.
    of: Mutex<BTreeMap<String, PathBuf>>,
}

impl ReplayedStore {
    /// That of an agent: it begins in that which its spawner uses then. How far others have come meanwhile is of no matter.
    fn of(&self, agent: &str) -> PathBuf {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let spawner = agent.rsplit_once('.').map_or("", |(spawner, _)| spawner);
        let store = of.get(agent).or_else(|| of.get(spawner)).unwrap_or(&self.first).clone();
        of.insert(agent.to_owned(), store.clone());
        store
    }
}

/// The folder in which the store is kept as it was when a session went on, by how often it had.
pub fn resumed(number: u32) -> String {
    format!("resumed-{number}")
}

/// What a run has spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spending {
    /// Tokens that were told.
    pub usage: Usage,
    /// What is known of the cost.
    pub known: Cost,
    /// Whether some of it is unknown.
    pub unknown: bool,
}

impl Run {
    /// A run in a workspace. `watch` is told what happens, as it happens.
    pub fn new(
        runtime: Arc<Runtime<Host>>,
        workspace: &Path,
        deadline: Option<Instant>,
        max_cost: Option<f64>,
        watch: impl Fn(&Told<'_>) + Send + Sync + 'static,
    ) -> Self {
        Self {
            runtime,
            watch: Box::new(watch),
            deadline,
            max_cost,
            // The store wants a path without links.
            workspace: workspace.canonicalize().unwrap_or_else(|_| workspace.to_owned()),
            agents: BTreeMap::new(),
            board: None,
            spending: Mutex::default(),
            first_memories: OnceLock::new(),
            summary: Mutex::default(),
            is_undocumented_told: AtomicBool::new(false),
            canceled: AtomicBool::new(false),
            stop: Notify::new(),
            fault: OnceLock::new(),
            broken_hook: OnceLock::new(),
            record: None,
            replayed_store: None,
            slots: Slots::new(MAX_PARALLEL),
            children: Children::default(),
            persistent: Persistent::default(),
            is_breached: AtomicBool::new(false),
        }
    }

    /// The same, which is recorded, or compared with a record.
    #[must_use]
    pub fn with_record(self, record: Arc<dyn Record>) -> Self {
        Self { record: Some(record), ..self }
    }

    /// The same, in which agents keep things in the store of another workspace as long as they are replayed. The stores as they
    /// were when the session went on after a kill are in folders of it ([`resumed`]).
    #[must_use]
    pub fn with_replayed_store(self, workspace: &Path) -> Self {
        let first = workspace.canonicalize().unwrap_or_else(|_| workspace.to_owned());
        Self { replayed_store: Some(ReplayedStore { of: Mutex::default(), first }), ..self }
    }

    /// The same with agents and machines, each by the id by which others name it.
    #[must_use]
    pub fn with_agents(self, agents: BTreeMap<String, Named>) -> Self {
        Self { agents, ..self }
    }

    /// The same with a board.
    #[must_use]
    pub fn with_board(self, board: Option<Arc<RunBoard>>) -> Self {
        Self { board, ..self }
    }

    /// Whether it is recorded, or compared with a record.
    pub(crate) fn is_recorded(&self) -> bool {
        self.record.is_some()
    }

    /// The same, in which at most so many agents work at a time.
    #[must_use]
    pub fn with_parallel(self, most: u32) -> Self {
        Self { slots: Slots::new(most), ..self }
    }

    /// The same, in which agents start others down to a depth.
    #[must_use]
    pub fn with_depth(self, most: u32) -> Self {
        Self { children: Children::new(most), ..self }
    }

    /// The workspace whose store an agent keeps things in.
    pub(crate) fn store_of(&self, agent: &str) -> PathBuf {
        let replayed = self.replayed_store.as_ref().filter(|_| self.replays(agent));
        replayed.map_or_else(|| self.workspace.clone(), |store| store.of(agent))
    }

    /// Has an agent that is replayed keep things from here on in the store as it was when the session went on for the time of
    /// this number; its workspace, if there is a copy of it.
    pub(crate) fn go_on_in_store(&self, agent: &str, number: u32) -> Option<PathBuf> {
        let replayed = self.replayed_store.as_ref()?;
        let store = Some(replayed.first.join(resumed(number))).filter(|store| store.is_dir())?;
        replayed.of.lock().unwrap_or_else(PoisonError::into_inner).insert(agent.to_owned(), store.clone());
        Some(store)
    }

    /// Clock and randomness of an agent's programs: recorded, and from the record of one that is replayed.
    pub(crate) fn sources(&self, agent: &str) -> Arc<dyn sandbox::Sources> {
        match self.record.clone() {
            None => Arc::new(sandbox::System),
            Some(record) => Arc::new(Sources::new(record, agent)),
        }
    }

    /// The record as the host of an agent has it.
    pub(crate) fn recall_of(&self, agent: &str) -> Option<Arc<Recall>> {
        Some(Arc::new(Recall::new(self.record.clone()?, agent)))
    }

    /// Whether what an agent meets comes from the record.
    pub(crate) fn replays(&self, agent: &str) -> bool {
        self.record.as_ref().is_some_and(|record| record.replays(agent))
    }

    /// What the record has next of an agent that is replayed, if it is of a kind.
    pub(crate) fn next(&self, agent: &str, wanted: impl Fn(Kind) -> bool) -> Option<Entry> {
        self.recall(agent, |_| true).filter(|entry| wanted(entry.kind))
    }

    /// The next that is wanted of what the record has of an agent that is replayed.
    pub(crate) fn recall(&self, agent: &str, wanted: impl Fn(&Entry) -> bool) -> Option<Entry> {
        self.record.as_ref()?.recall(agent, &wanted)
    }

    /// Whether what was replayed went another way than the session did, so that nothing can go on from it.
    pub(crate) fn is_lost(&self) -> bool {
        self.record.as_ref().is_some_and(|record| record.is_lost())
    }

    /// Notes something in the record.
    pub(crate) fn note(&self, entry: impl FnOnce() -> Entry) {
        let Some(record) = &self.record else { return };
        let entry = entry();
        // What an agent does whose replay its operator has ended is in no record.
        if self.canceled.load(Ordering::SeqCst) && record.replays(&entry.agent) {
            return;
        }
        let agent = entry.agent.clone();
        record.note(entry);
        if record.is_over(&agent) || record.overran(&agent) {
            self.wake();
        }
    }

    /// The turn an agent was interrupted in, when it goes on from there.
    pub(crate) fn interruption(&self, agent: &str, at: Opening) -> Option<Interruption> {
        self.record.as_ref()?.interruption(agent, at)
    }

    /// Has what was recorded outlast a machine that stops.
    pub(crate) fn sync(&self) {
        if let Some(record) = &self.record {
            record.sync();
        }
    }

    /// Ends the run at the next boundary of a turn, and a model that is being asked at once.
    pub fn cancel(&self) {
        self.canceled.store(true, Ordering::SeqCst);
        self.stop.notify_waiters();
    }

    /// That the run was ended by its operator, in words: a file that stays ends every later run too.
    pub(crate) fn canceled_words(&self) -> String {
        if self.workspace.join(SENTINEL).exists() {
            return format!(
                "The run was ended by its operator, by the file {SENTINEL} in the workspace. As long as it is there it ends \
                 every run: remove it before the next."
            );
        }
        "The run was ended by its operator.".to_owned()
    }

    /// Raises the fault latch: gg has met a defect of its own, and the run ends (spec: runtime, 25.3).
    pub(crate) fn raise(&self, fault: impl Into<String>) {
        // The first is the cause of the others.
        let _ = self.fault.set(fault.into());
        self.stop.notify_waiters();
    }

    /// The defect that ends the run.
    pub fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }

    /// Ends the run, for a hook of its operator is broken (spec: runtime, 22).
    pub(crate) fn break_off(&self, broken: String) {
        let _ = self.broken_hook.set(broken);
        self.stop.notify_waiters();
    }

    /// The hook that is broken, in words.
    pub(crate) fn broken_hook(&self) -> Option<&str> {
        self.broken_hook.get().map(String::as_str)
    }

    /// What has been spent.
    pub fn spending(&self) -> Spending {
        *self.spending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins with an agent whose memories have an owner.
    pub fn begin_with(&self, memories: &str) {
        // The first stays the first.
        let _ = self.first_memories.set(memories.to_owned());
    }

    /// Who owns the memories of its first agent.
    pub(crate) fn first_memories(&self) -> Option<&str> {
        self.first_memories.get().map(String::as_str)
    }

    /// What the turns of all its agents came to (spec: runtime, 23).
    pub fn summary(&self) -> Ceilings {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts a turn of one of its agents, which may have been an error, the last of so many in a row.
    pub(crate) fn count(&self, error: Option<TurnError>, consecutive: u32, fences_removed: u32, call_failures: u64) {
        let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        summary.add(error, consecutive);
        summary.fences_removed += fences_removed;
        summary.call_failures += call_failures;
    }

    /// Whether its operator has yet to be told of calls without documentation, which is asked to tell it.
    pub(crate) fn is_first_undocumented(&self) -> bool {
        !self.is_undocumented_told.swap(true, Ordering::SeqCst)
    }

    /// Whether the run stops for an agent, be it by a defect, a broken hook or its operator, who may have put a file in the
    /// workspace; for one that is replayed, where its record says so.
    pub(crate) fn stopped(&self, agent: &str, at: Where) -> Option<Status> {
        if self.fault().is_some() {
            return Some(Status::InternalError);
        }
        if let Some(record) = &self.record {
            if record.is_over(agent) {
                return Some(Status::Canceled);
            }
            if record.replays(agent) && !self.canceled.load(Ordering::SeqCst) {
                // A program goes on to where it was stopped.
                let is_there = at != Where::Program || record.overran(agent);
                return self.probed(agent, at).map(|(status, _)| status).filter(|_| is_there);
            }
        }
        if self.broken_hook().is_some() {
            return Some(Status::HookError);
        }
        if self.workspace.join(SENTINEL).exists() {
            self.cancel();
        }
        self.canceled.load(Ordering::SeqCst).then_some(Status::Canceled)
    }

    /// What is recorded of a look at whether the run is over that found that it is, if that comes next of an agent: how it
    /// ends, and why.
    pub(crate) fn probed(&self, agent: &str, at: Where) -> Option<(Status, String)> {
        let probe = self.next(agent, |kind| kind == Kind::CancelProbe)?;
        let (status, place) = probe.key.split_once(' ')?;
        let status = Status::ALL.into_iter().find(|known| known.word() == status)?;
        (place == at.word()).then_some((status, probe.text))
    }

    /// Waits until the run stops for an agent.
    pub(crate) async fn until_stopped(&self, agent: &str, at: Where) -> Status {
        loop {
            let notified = self.stop.notified();
            if let Some(status) = self.stopped(agent, at) {
                return status;
            }
            notified.await;
        }
    }

    /// Waits until a ceiling of the run is breached, which may be never.
    pub(crate) async fn until_breached(&self) -> Status {
        loop {
            let notified = self.stop.notified();
            if let Some(status) = self.breached() {
                return status;
            }
            match self.deadline {
                Some(deadline) => tokio::select! {
                    () = notified => {}
                    () = tokio::time::sleep_until(deadline.into()) => {}
                },
                None => notified.await,
            }
        }
    }

    /// Has those who wait look at whether the run is over.
    pub(crate) fn wake(&self) {
        self.stop.notify_waiters();
    }

    /// The ceiling of the run that is breached at the close of an agent's turn; for one that is replayed, what its record
    /// says, for what others spend is not counted in the same order again.
    pub(crate) fn ceiling(&self, agent: &str) -> Option<Status> {
        if self.replays(agent) {
            return self.probed(agent, Where::Ceiling).map(|(status, _)| status);
        }
        self.breached()
    }

    /// The ceiling of the run that is breached (spec: runtime, 24.1).
    pub(crate) fn breached(&self) -> Option<Status> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Status::TimedOut);
        }
        let spent = self.spending().known.dollars();
        self.max_cost.is_some_and(|most| spent > most).then_some(Status::LimitExceeded)
    }

    /// An agent of the run has ended so.
    pub(crate) fn note_end(&self, status: Status) {
        if status.is_breach() {
            self.is_breached.store(true, Ordering::SeqCst);
        }
    }

    /// The exit code of the run, whose first agent ended so (spec: runtime, 25.2).
    pub fn exit_code(&self, status: Status) -> u8 {
        match status.exit_code() {
            0 if self.is_breached.load(Ordering::SeqCst) => Status::BREACHED,
            code => code,
        }
    }

    pub(crate) fn spend(&self, spent: &Spent) {
        let mut spending = self.spending.lock().unwrap_or_else(PoisonError::into_inner);
        spending.usage = spending.usage.plus(&spent.usage);
        match spent.cost {
            Some(cost) => spending.known = spending.known + cost,
            None => spending.unknown = true,
        }
    }

    pub(crate) fn tell(&self, agent: &str, turn: u32, event: Event<'_>) {
        (self.watch)(&Told { agent, turn, event });
    }
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("spending", &self.spending()).field("fault", &self.fault()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use gg_engine::{arm::Arms, sandbox::Sandbox};
    use gg_host::operations;

    use super::*;

    fn run() -> Run {
        let sandbox = Arc::new(Sandbox::new().expect("an engine"));
        let runtime = Runtime::new(sandbox, operations::add_to_linker, Arms::new(Vec::new()), None, |_, _| {});
        Run::new(Arc::new(runtime.expect("a runtime")), Path::new("."), None, None, |_| {})
    }

    #[test]
    fn a_ceiling_that_anybody_breached_is_the_exit_code_unless_the_run_failed() {
        let run = run();
        run.note_end(Status::ModelError);
        assert_eq!(run.exit_code(Status::Completed), 0);
        run.note_end(Status::Exhausted);
        assert_eq!((run.exit_code(Status::Completed), run.exit_code(Status::AuthError)), (3, 1));
    }
}
