//! What a host asks its hooks, and what its agent has yet to hear of what they said.

use std::sync::Arc;

use gg_engine::{Call, CallError};
use serde::Serialize;
use serde_json::{Value, json};

use super::{BrokenHook, Event, Hook, Said, ask::ask};
use crate::{
    failure::{io, refused},
    host::Host,
    operations::OperationId,
    workspace::Workspace,
};

impl Host {
    fn is_awaited(&self, event: Event) -> bool {
        self.settings.hooks.iter().any(|hook| hook.event == event)
    }

    async fn ask(&self, event: Event, input: &str) -> Said {
        ask(&self.settings.hooks, event, input, &self.workspace).await
    }

    /// What a hook reads of a call; `more` is what is said beside it.
    fn of_call(&self, event: Event, call: &Call, more: &str) -> String {
        let (event, operation, request) = (event.name(), call.operation().id, call.request());
        let agent = Value::from(self.settings.agent.as_str());
        format!(
            "{{\"event\":\"{event}\",\"agent\":{agent},\"operation\":\"{operation}\",\"request\":{request}{more}}}\n"
        )
    }

    /// Asks the hooks that stand before a call.
    ///
    /// # Errors
    ///
    /// One blocks it, or is broken.
    pub(crate) async fn ask_before(&mut self, operation: OperationId, call: &Call) -> Result<(), CallError> {
        let Some((event, _)) = Event::of(operation).filter(|(before, _)| self.is_awaited(*before)) else {
            return Ok(());
        };
        // What runs a command is large, and would else be part of every call, whose room is asked for and moved each time.
        let mut said = Box::pin(self.ask(event, &self.of_call(event, call, ""))).await;
        let (objection, is_broken) = (said.objection.take(), said.broken.is_some());
        self.hear(said);
        match objection {
            Some(words) => Err(refused(call.did_not_run(&words))),
            None if is_broken => Err(io(call.did_not_run("what has to be asked first could not be asked."))),
            None => Ok(()),
        }
    }

    /// Asks those that stand after it, with what came of it.
    pub(crate) async fn ask_after<T: Serialize + Sync>(
        &mut self,
        operation: OperationId,
        call: &Call,
        result: Result<&T, &CallError>,
    ) {
        let Some((_, event)) = Event::of(operation).filter(|(_, after)| self.is_awaited(*after)) else { return };
        let outcome = match result {
            Ok(value) => format!(",\"result\":{}", serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())),
            Err(error) => {
                format!(",\"error\":{}", json!({ "code": error.code.word(), "message": error.message }))
            }
        };
        let said = Box::pin(self.ask(event, &self.of_call(event, call, &outcome))).await;
        self.hear(said);
    }

    /// What a hook reads of something that is no call.
    fn of(&self, event: Event, mut more: Value) -> String {
        more["event"] = event.name().into();
        more["agent"] = self.settings.agent.as_str().into();
        format!("{more}\n")
    }

    /// What hooks say as an agent begins its task, and if it is the first of its run, as that begins.
    pub async fn ask_at_start(&self, task: &str) -> Said {
        let mut all = Said::default();
        for event in [Event::SessionStart, Event::AgentStart] {
            let said = self.ask(event, &self.of(event, json!({ "task": task }))).await;
            all.texts.extend(said.texts);
            all.broken = all.broken.or(said.broken);
        }
        all
    }

    /// What hooks say as an agent stops in some way, with a text.
    pub async fn ask_at_stop(&self, status: &str, text: &str) -> Said {
        let event = Event::AgentStop;
        self.ask(event, &self.of(event, json!({ "status": status, "text": text }))).await
    }

    /// What hooks say of a window of so many tokens that is compacted, and once it was, to so many.
    pub async fn ask_of_compaction(&self, before: u64, after: Option<u64>) -> Said {
        let (event, more) = match after {
            None => (Event::BeforeCompaction, json!({ "tokens": before })),
            Some(after) => (Event::AfterCompaction, json!({ "tokens": after, "tokensBefore": before })),
        };
        self.ask(event, &self.of(event, more)).await
    }

    /// What is asked when all agents of the run have ended.
    pub fn session_end(&self) -> SessionEnd {
        let hooks = self.settings.hooks.iter().filter(|hook| hook.event == Event::SessionEnd).cloned().collect();
        SessionEnd { hooks, workspace: self.workspace.clone(), agent: self.settings.agent.clone() }
    }

    /// Takes what hooks said to what its agent has yet to hear.
    pub fn hear(&mut self, said: Said) {
        self.heard.texts.extend(said.texts);
        if self.heard.broken.is_none() {
            self.heard.broken = said.broken;
        }
    }

    /// Takes all that the agent has yet to hear.
    pub fn take_heard(&mut self) -> Said {
        std::mem::take(&mut self.heard)
    }

    /// Takes what it has yet to read.
    pub fn take_hook_texts(&mut self) -> Vec<String> {
        std::mem::take(&mut self.heard.texts)
    }

    /// A hook that broke: the run ends with `hook_error`.
    pub fn broken_hook(&self) -> Option<&BrokenHook> {
        self.heard.broken.as_ref()
    }

    /// Has the session go on: an ending that was declared is taken back.
    pub fn go_on(&mut self) {
        self.declarations.take_back_ending();
    }
}

/// What is asked at the end of a run.
#[derive(Debug)]
pub struct SessionEnd {
    hooks: Vec<Hook>,
    workspace: Arc<Workspace>,
    agent: String,
}

impl SessionEnd {
    /// What hooks say of the end, with how the first agent ended.
    pub async fn ask(&self, status: &str, text: &str) -> Said {
        let (event, agent) = (Event::SessionEnd, &self.agent);
        let input = format!("{}\n", json!({ "event": event.name(), "agent": agent, "status": status, "text": text }));
        ask(&self.hooks, event, &input, &self.workspace).await
    }
}
