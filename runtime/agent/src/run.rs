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
    journal::{Beside, Entry, Interruption, Kind, Record, Sources},
    persistent::Persistent,
    stand_up::Named,
    status::Status,
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
    /// The agent whose session is recorded.
    recorded: String,
    pub(crate) slots: Slots,
    pub(crate) children: Children,
    pub(crate) persistent: Persistent,
    /// Whether a ceiling was breached by any of its agents.
    is_breached: AtomicBool,
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
            summary: Mutex::default(),
            is_undocumented_told: AtomicBool::new(false),
            canceled: AtomicBool::new(false),
            stop: Notify::new(),
            fault: OnceLock::new(),
            broken_hook: OnceLock::new(),
            record: None,
            recorded: String::new(),
            slots: Slots::new(MAX_PARALLEL),
            children: Children::default(),
            persistent: Persistent::default(),
            is_breached: AtomicBool::new(false),
        }
    }

    /// The same, in which an agent's session is recorded, or compared with a record.
    #[must_use]
    pub fn with_record(self, record: Arc<dyn Record>, agent: &str) -> Self {
        Self { record: Some(record), recorded: agent.to_owned(), ..self }
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

    /// Clock and randomness of an agent's programs: recorded, and for the agent whose session it is from the record.
    pub(crate) fn sources(&self, agent: &str) -> Arc<dyn sandbox::Sources> {
        match self.record_of(agent) {
            None => Arc::new(sandbox::System),
            Some(record) => Arc::new(Sources::new(record, agent)),
        }
    }

    /// The record as an agent has it: of those that work beside the one whose session it is, nothing comes from there.
    fn record_of(&self, agent: &str) -> Option<Arc<dyn Record>> {
        let record = self.record.clone()?;
        Some(if agent == self.recorded { record } else { Arc::new(Beside(record)) })
    }

    /// What the record says next of something that happened beside an agent, if its session is replayed.
    pub(crate) fn recalled(&self, agent: &str, kind: Kind) -> Option<String> {
        self.record_of(agent)?.text(kind)
    }

    /// Whether what an agent does is replayed, so that nothing but what is recorded happens.
    pub(crate) fn is_replayed(&self, agent: &str) -> bool {
        self.record_of(agent).is_some_and(|record| record.is_replay())
    }

    /// Notes something in the record.
    pub(crate) fn note(&self, entry: impl FnOnce() -> Entry) {
        if let Some(record) = &self.record {
            record.note(entry());
        }
    }

    /// The turn the session of an agent was interrupted in, when it goes on from there.
    pub(crate) fn interruption(&self, agent: &str) -> Option<Interruption> {
        self.record_of(agent)?.interruption()
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

    /// Whether the run stops, be it by a defect, a broken hook or its operator, who may have put a file in the workspace.
    pub(crate) fn stopped(&self) -> Option<Status> {
        if self.fault().is_some() {
            return Some(Status::InternalError);
        }
        if self.broken_hook().is_some() {
            return Some(Status::HookError);
        }
        if self.record.as_ref().is_some_and(|record| record.is_over()) {
            return Some(Status::Canceled);
        }
        if self.workspace.join(SENTINEL).exists() {
            self.cancel();
        }
        self.canceled.load(Ordering::SeqCst).then_some(Status::Canceled)
    }

    /// Waits until the run stops.
    pub(crate) async fn until_stopped(&self) -> Status {
        loop {
            let notified = self.stop.notified();
            if let Some(status) = self.stopped() {
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

    /// A record that has an answer for everything.
    struct Full;

    impl Record for Full {
        fn note(&self, _: Entry) {}

        fn interruption(&self) -> Option<Interruption> {
            Some(Interruption { turn: 1, reply: None, notice: String::new(), live: true })
        }

        fn number(&self, _: Kind) -> Option<u64> {
            Some(7)
        }

        fn text(&self, _: Kind) -> Option<String> {
            Some("recorded".to_owned())
        }
    }

    fn run() -> Run {
        let sandbox = Arc::new(Sandbox::new().expect("an engine"));
        let runtime = Runtime::new(sandbox, operations::add_to_linker, Arms::new(Vec::new()), None, |_, _| {});
        Run::new(Arc::new(runtime.expect("a runtime")), Path::new("."), None, None, |_| {})
    }

    #[test]
    fn only_the_agent_whose_session_is_recorded_is_answered_from_the_record() {
        let run = run().with_record(Arc::new(Full), "main");
        assert_eq!(run.recalled("main", Kind::Board).as_deref(), Some("recorded"));
        assert!(run.interruption("main").is_some());
        assert_eq!(run.sources("main").random(), 7);
        for beside in ["main.1", "AUTH-1.0i"] {
            assert_eq!(run.recalled(beside, Kind::Board), None);
            assert!(run.interruption(beside).is_none());
            assert!(run.sources(beside).now() > 7);
        }
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
