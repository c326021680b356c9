//! What the loop is told of every call of a turn, beyond the bounds of rosters.

use std::sync::{
    Arc,
    atomic::{AtomicU32, AtomicU64, Ordering},
};

use gg_engine::{
    Call,
    record::{Closed, Journal},
};
use gg_host::operations::OperationId;

use crate::{
    compaction::CHANGES,
    event::Event,
    journal::{Entry, Kind, payload},
    run::Run,
};

/// The calls that change the world.
const CHANGES_THE_WORLD: [OperationId; 3] =
    [OperationId::FilesWriteFile, OperationId::FilesEditFile, OperationId::ShellShell];

/// The calls that declare what is done at the close of their turn (spec: runtime, 4.4), but for copies, which are children; and
/// the one that leaves something for another agent to read, which may not have.
pub(crate) const DECLARATIONS: [OperationId; 5] = [
    OperationId::DelegationSendMessage,
    OperationId::BoardWaitForIssue,
    OperationId::ContextCompact,
    OperationId::DelegationTransitionState,
    OperationId::DelegationExec,
];

/// The calls of a turn, counted.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    landed: AtomicU32,
    failed: AtomicU32,
    failures: AtomicU64,
}

impl Tally {
    /// Whether it satisfies a memory compaction: a change landed and none failed (spec: runtime, 9.2).
    pub(crate) fn saved(&self) -> bool {
        self.landed.load(Ordering::SeqCst) > 0 && self.failed.load(Ordering::SeqCst) == 0
    }

    /// Calls that failed, refused ones among them.
    pub(crate) fn failures(&self) -> u64 {
        self.failures.load(Ordering::SeqCst)
    }
}

/// The journal of a turn.
pub(crate) struct Watched {
    pub(crate) run: Arc<Run>,
    pub(crate) agent: String,
    pub(crate) turn: u32,
    pub(crate) tally: Arc<Tally>,
}

impl Journal for Watched {
    fn opened(&mut self, call: &Call) {
        self.run.tell(&self.agent, self.turn, Event::ApiCall { operation: call.operation().id });
        // Whether it was done is not known of one that is begun and not answered; and what is declared is done after a crash.
        let mut begun = CHANGES_THE_WORLD.iter().chain(&DECLARATIONS);
        if begun.any(|begun| begun.id() == call.operation().id) {
            self.run.note(|| {
                Entry::new(Kind::CallBegun, &self.agent, self.turn, payload::key(call), &payload::request(call))
            });
        }
    }

    fn closed(&mut self, call: &Call, closed: &Closed<'_>) {
        let operation = call.operation().id;
        self.run.note(|| {
            let kind = if operation == OperationId::ShellShell.id() { Kind::Shell } else { Kind::CallResult };
            Entry::new(kind, &self.agent, self.turn, payload::key(call), &payload::result(closed))
        });
        let failure = closed.result.as_ref().err().map(|error| error.code.word());
        let Tally { landed, failed, failures } = &*self.tally;
        if CHANGES.iter().any(|change| change.id() == operation) {
            let counter = if failure.is_none() { landed } else { failed };
            counter.fetch_add(1, Ordering::SeqCst);
        }
        if failure.is_some() {
            failures.fetch_add(1, Ordering::SeqCst);
        }
        let event = Event::ApiResult { operation, ok: failure.is_none(), failure, performed: closed.performed };
        self.run.tell(&self.agent, self.turn, event);
    }
}
