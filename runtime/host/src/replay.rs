//! A host in the replay of a session: what depends on the world is answered from the record, and what rests on state gg
//! rebuilds is performed again. spec: runtime, 21

use std::{fmt, sync::Arc};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use gg_engine::{
    Answered, Call, CallError, ErrorCode, TurnError,
    sandbox::{Failure, Limits, Outcome, Report},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    declarations::{Compaction, Fork, Succession},
    delegation::{Child, Hand},
    host::Host,
    operations::{
        OperationId,
        delegation::SubagentHandle,
        files::{FileRead, ImageRead},
    },
};

/// The record of an agent, as its host has it.
pub trait Replay: Send + Sync + fmt::Debug {
    /// Whether what the agent meets comes from there.
    fn is_on(&self) -> bool;

    /// What the record has a call of a turn answered with.
    fn answer(&self, turn: u32, call: &Call) -> Answered;

    /// What the record has a call of a turn refused with before its method ran, if it has.
    fn refusal(&self, turn: u32, call: &Call) -> Option<Answered>;

    /// What the record has of something that was looked at in a turn.
    fn seen(&self, turn: u32, what: &str) -> Option<String>;

    /// Notes what something looked like.
    fn note_seen(&self, turn: u32, what: &str, text: &str);

    /// Whether the record has the program of a number stopped where the agent is now, be it for its time or with the run.
    fn is_at_stop(&self, program: u32) -> bool;

    /// What the record has of the program of a number, if it was stopped for its time where the agent is now.
    fn stopped(&self, program: u32) -> Option<String>;

    /// Notes what there is to say of a program that was stopped for its time.
    fn note_stopped(&self, turn: u32, program: u32, text: &str);
}

/// A program that was stopped when its time was up, as it is recorded: in a replay it is stopped after as many calls, at once.
#[derive(Debug, Serialize, Deserialize)]
struct Stopped {
    /// How many calls it had made, all of which had been answered.
    calls: u32,
    /// What it failed with.
    text: String,
    /// Where it was.
    location: Option<String>,
}

/// How much longer a program may take when it is replayed, by a machine that may be slower, unless the record has it stopped.
const PATIENCE: u32 = 10;

impl Host {
    /// Declares anew what a call had declared in a turn that was interrupted. A request that cannot be read was cut, and
    /// declares nothing.
    pub fn declare_again(&mut self, operation: &str, request: &str) {
        let request: Value = serde_json::from_str(request).unwrap_or_default();
        let text = |key: &str| request[key].as_str().map(str::to_owned);
        let list = |key: &str| {
            let entries = request[key].as_array().into_iter().flatten();
            entries.filter_map(|entry| entry.as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        match OperationId::from_id(operation) {
            Some(OperationId::BoardWaitForIssue) => {
                text("id").into_iter().for_each(|id| self.declarations.wait_for_issue(id));
            }
            Some(OperationId::ContextCompact) => {
                let compaction = text("summary").map(|summary| Compaction::new(summary, list("files")));
                compaction.into_iter().for_each(|compaction| self.declarations.compact(compaction));
            }
            Some(OperationId::DelegationSendMessage) => self.leave_again(&request),
            // The first stood, and is the only one that was answered so.
            Some(OperationId::DelegationExec) => {
                let succession = text("agent").map(|agent| Succession::Exec { agent, prompt: text("prompt") });
                let _ = succession.map(|succession| self.declarations.succeed(succession));
            }
            Some(OperationId::DelegationTransitionState) => {
                let succession = text("state").map(|state| Succession::Transition { state, note: text("note") });
                let _ = succession.map(|succession| self.declarations.succeed(succession));
            }
            _ => {}
        }
    }

    /// What a call is answered with in a replay; none for one that is performed.
    pub(crate) fn replayed(&mut self, operation: OperationId, call: &Call) -> Option<Answered> {
        let replay = self.replayed_from()?.clone();
        // The program that opens the first turn is gg's own: it asks for documentation alone.
        if self.turn == 0 {
            return None;
        }
        let rests_on = self.rests_on(operation);
        if rests_on == RestsOn::Gg {
            // Whatever it rests on, that the time of the run was spent is of then.
            let is_for_time =
                |refused: &CallError| operation.row().deadline && refused.code == ErrorCode::LimitExceeded;
            let refused = replay.refusal(self.turn, call)?;
            return Some(refused).filter(|refused| refused.result.as_ref().is_err_and(is_for_time));
        }
        let answered = replay.answer(self.turn, call);
        if let Ok(json) = &answered.result {
            self.begin_call(call);
            self.apply(operation, call, json);
        }
        Some(answered)
    }

    /// Has what a call was answered with the effect it had.
    fn apply(&mut self, operation: OperationId, call: &Call, json: &str) {
        let request = || serde_json::from_str::<Value>(call.request()).unwrap_or_default();
        match operation {
            OperationId::ViewsOpenFile => {
                let Ok(read) = serde_json::from_str(json) else { return };
                let request = request();
                let most = request["max_line_chars"].as_u64().and_then(|most| u32::try_from(most).ok());
                self.show_recorded(request["path"].as_str().unwrap_or_default(), read, most);
            }
            OperationId::BoardWaitForIssue => {
                self.declarations.wait_for_issue(request()["id"].as_str().unwrap_or_default().to_owned());
            }
            OperationId::DelegationSpawnSubagent => {
                let Ok(SubagentHandle { slot, .. }) = serde_json::from_str(json) else { return };
                let Some(Hand { delegation, starter }) = self.hand.clone() else { return };
                let Ok(id) = delegation.add(&self.settings.agent) else { return };
                let (folder, turn) = (self.workspace.root().to_owned(), self.turn);
                let memories = self.memories_to_inherit().to_owned();
                // It is replayed too. What it is told is in its own record, and a defect is told by who starts it.
                let _ = starter.start(Child { id, agent: slot, prompt: String::new(), folder, turn, memories });
            }
            OperationId::DelegationFork => {
                let Some(Hand { delegation, starter }) = self.hand.clone() else { return };
                let Ok(id) = delegation.declare(&self.settings.agent) else { return };
                if starter.copy(&id, self.workspace.root(), self.memories_to_inherit()).is_ok() {
                    let prompt = request()["prompt"].as_str().unwrap_or_default().to_owned();
                    self.declarations.fork(Fork { id, prompt });
                }
            }
            OperationId::DelegationSendMessage => {
                self.leave_again(&request());
            }
            _ => {}
        }
    }

    /// Leaves a message for a child that was left for it.
    fn leave_again(&self, request: &Value) {
        let Some(Hand { delegation, .. }) = &self.hand else { return };
        let said = |name: &str| request[name].as_str().unwrap_or_default().to_owned();
        // A child that has ended reads it no more; whatever it read is in its record.
        let _ = delegation.leave(&self.settings.agent, &said("agent_id"), said("message"));
    }

    /// Opens the view of a file as a record has it.
    pub(crate) fn show_recorded(&mut self, path: &str, read: FileRead, max_line_chars: Option<u32>) {
        match read {
            FileRead::Text(read) => self.recorded_file_view(path, &read, max_line_chars),
            FileRead::Image(ImageRead { shown: true, .. }) => {
                let Some(bytes) = self.recorded_seen(&picture(path)) else { return };
                let bytes = BASE64_STANDARD.decode(&bytes).unwrap_or_default();
                self.show_picture(path, bytes);
            }
            FileRead::Image(_) => {}
        }
    }

    /// What was recorded of something that gg looked at by itself; none where it is to be looked at.
    pub(crate) fn recorded_seen(&self, what: &str) -> Option<String> {
        let replay = self.replayed_from()?;
        Some(replay.seen(self.turn, what).unwrap_or_default())
    }

    /// Notes what gg looked at by itself.
    pub(crate) fn note_seen(&self, what: &str, text: &str) {
        if let Some(replay) = &self.replay {
            replay.note_seen(self.turn, what, text);
        }
    }

    /// The record it is replayed from; none where it acts on the world.
    fn replayed_from(&self) -> Option<&Arc<dyn Replay>> {
        self.replay.as_ref().filter(|replay| replay.is_on())
    }

    /// Whether a record has the program stopped here.
    pub(crate) fn is_at_stop(&self) -> bool {
        self.replayed_from().is_some_and(|replay| replay.is_at_stop(self.program))
    }

    /// Begins the next program of the turn; what it may use. Its own time says nothing in a replay, where the record says when
    /// it was up.
    pub(crate) fn begin_program(&mut self, limits: Limits) -> Limits {
        self.program += 1;
        let times = if self.replayed_from().is_some() { PATIENCE } else { 1 };
        Limits { time: limits.time.saturating_mul(times), ..limits }
    }

    /// Notes that a program was stopped for its time, if it was; in a replay it fails with what is recorded of that.
    pub(crate) fn note_stop(&self, report: &mut Report) {
        let Some(replay) = &self.replay else { return };
        let recorded = self.replayed_from().and_then(|replay| replay.stopped(self.program));
        let recorded = recorded.and_then(|text| serde_json::from_str::<Stopped>(&text).ok());
        if let (Some(Stopped { text, location, .. }), false) = (recorded, report.is_fatal()) {
            report.outcome = Outcome::Failed(Failure { location, ..Failure::new(TurnError::SandboxTimeout, text) });
        }
        let Outcome::Failed(failure) = &report.outcome else { return };
        if failure.kind == TurnError::SandboxTimeout {
            let (text, location) = (failure.text.clone(), failure.location.clone());
            let stopped = Stopped { calls: report.counters.api_calls, text, location };
            replay.note_stopped(self.turn, self.program, &serde_json::to_string(&stopped).unwrap_or_default());
        }
    }

    /// Notes a picture that is shown: its file may not be there any more when the session is replayed.
    pub(crate) fn note_picture(&self, path: &str, bytes: &[u8]) {
        if self.replay.is_some() {
            self.note_seen(&picture(path), &BASE64_STANDARD.encode(bytes));
        }
    }

    /// Whether a call that is answered from the record changes anew what it changed, as well as it can be where others changed
    /// it in another order.
    pub(crate) fn changes_anew(&self, operation: OperationId) -> bool {
        self.rests_on(operation) == RestsOn::Others && operation != OperationId::BoardWaitForIssue
    }

    /// Whether it is replayed, and has memories that others change too: what it does to them came out as is recorded,
    /// whatever comes of it now.
    pub(crate) fn replays_shared_memories(&self) -> bool {
        self.shares_memories() && self.replayed_from().is_some()
    }

    fn rests_on(&self, operation: OperationId) -> RestsOn {
        use OperationId as Id;
        let id = operation.id();
        let of = |modules: &[&str]| modules.iter().any(|module| id.starts_with(module));
        match operation {
            Id::ViewsOpenFile | Id::DelegationSpawnSubagent | Id::DelegationFork | Id::DelegationSendMessage => {
                RestsOn::World
            }
            _ if of(&["files.", "shell."]) => RestsOn::World,
            _ if of(&["board."]) || (of(&["memories."]) && self.shares_memories()) => RestsOn::Others,
            _ => RestsOn::Gg,
        }
    }
}

/// What a picture is noted as.
fn picture(path: &str) -> String {
    format!("picture {path}")
}

/// What the answer of an operation rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RestsOn {
    /// What gg keeps and rebuilds, the outcomes of children among it: it is performed again.
    Gg,
    /// What gg keeps and others change too, in an order that is in no record: it is answered from the record, and what had
    /// not failed is performed besides.
    Others,
    /// More than that: it is answered from the record.
    World,
}
