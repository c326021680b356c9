//! The operator's hooks at the boundaries of an agent's turns: they are asked, what they say is recorded, and in a replay
//! the record says it. spec: runtime, 22

use gg_engine::sandbox::Band as Feedback;
use gg_host::{Host, Said};

use crate::{
    agent::{Agent, Ended},
    board::Team,
    event::Event,
    journal::{Entry, Kind},
    status::Status,
};

impl Agent {
    /// Hears what hooks say of something: its host keeps it, and the run ends where one is broken. The words of one that
    /// blocks.
    async fn hear(&self, host: &mut Host, of: &str, ask: impl AsyncFnOnce(&mut Host) -> Said) -> Option<String> {
        if self.equipment.profile.hooks.is_empty() {
            return None;
        }
        let run = self.run_of();
        let said = match run.next(&self.id, |kind| kind == Kind::Hook) {
            Some(said) => serde_json::from_str(&said.text).unwrap_or_default(),
            None if run.replays(&self.id) => Said::default(),
            None => ask(host).await,
        };
        let text = || serde_json::to_string(&said).unwrap_or_default();
        run.note(|| Entry::new(Kind::Hook, &self.id, host.turn(), of.to_owned(), &text()));
        let objection = said.objection.clone();
        host.hear(said);
        if let Some(broken) = host.broken_hook() {
            run.break_off(broken.to_string());
        }
        objection
    }

    /// Hears what those say that wait for the beginning, and shows it.
    pub(crate) async fn hear_of_start(&self, host: &mut Host, task: &str) {
        self.hear(host, "start", async |host| host.ask_at_start(task).await).await;
        self.push_hook_texts(host);
    }

    /// Hears what was said of the calls of a turn.
    pub(crate) async fn hear_of_calls(&self, host: &mut Host) {
        self.hear(host, "calls", async |host| host.take_heard()).await;
    }

    /// Hears whether the agent may stop with a text; the words of one that objects, which take the ending back.
    pub(crate) async fn objection_to_stop(&self, host: &mut Host, text: &str) -> Option<String> {
        let status = Status::Completed.word();
        let objection = self.hear(host, "stop", async |host| host.ask_at_stop(status, text).await).await;
        if objection.is_some() {
            host.go_on();
        }
        objection
    }

    /// Hears what is said of an agent that has stopped, unless it was asked before; what it has yet to read, its operator
    /// reads.
    pub(crate) async fn hear_of_stop(&self, host: &mut Host, (status, text): &(Status, String)) {
        if !matches!(status, Status::Completed | Status::HookError | Status::InternalError) {
            self.hear(host, "stop", async |host| host.ask_at_stop(status.word(), text).await).await;
        }
        let turn = host.turn();
        for text in host.take_hook_texts() {
            self.tell(turn, Event::Feedback { band: "Notice", text: &text });
        }
    }

    /// Hears what is said of a window that is compacted, and once it was.
    pub(crate) async fn hear_of_compaction(&self, host: &mut Host, before: u64, after: Option<u64>) {
        self.hear(host, "compaction", async |host| host.ask_of_compaction(before, after).await).await;
    }

    /// Shows what hooks said, as it stands.
    pub(crate) fn push_hook_texts(&self, host: &mut Host) {
        for text in host.take_hook_texts() {
            self.push_feedback(host, &Feedback::Notice(text));
        }
    }
}

impl Team {
    /// Runs the agent whose session it is, with those beside it, and when all have ended asks the hooks that wait for that.
    pub async fn session(&self, agent: Agent, host: Host, task: &str) -> Ended {
        self.run.begin_with(host.memories_to_inherit());
        let end = host.session_end();
        let id = agent.id.clone();
        let mut ended = Box::pin(self.beside(agent.run(host, task))).await;
        if self.run.is_lost() {
            // The session has not ended: it did not go on.
            return ended;
        }
        let said = end.ask(ended.status.word(), &ended.text).await;
        for text in &said.texts {
            self.run.tell(&id, 0, Event::Feedback { band: "Notice", text });
        }
        if let Some(broken) = said.broken {
            (ended.status, ended.text) = (Status::HookError, broken.to_string());
        }
        ended
    }
}
