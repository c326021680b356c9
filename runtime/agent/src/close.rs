//! The close of a turn, in the order of the specification (spec: runtime, 4.5).

use gg_engine::{TurnError, sandbox::Band as Feedback};
use gg_host::{
    Declarations, Host,
    operations::OperationId,
    window::{Band, Item},
};
use gg_models::{Form, Message, Part};

use crate::{
    agent::Agent,
    event::{Event, LoopAbort, Outcome, TurnOutcome},
    status::Status,
    stop::{Stop, Where},
    turn::End,
};

/// What of a turn is brought to a close.
#[derive(Debug, Default)]
pub(crate) struct Closing {
    /// The error that is counted.
    pub(crate) error: Option<TurnError>,
    /// What the model reads, notices first.
    pub(crate) bands: Vec<Feedback>,
    /// What each call of the reply is answered with, unless it is the id of its program.
    pub(crate) answers: Vec<(String, Option<String>)>,
    /// The ids of the programs that ran, in order.
    pub(crate) ids: Vec<Option<String>>,
    /// Whether memories were saved as a compaction by memory wants it.
    pub(crate) saved: bool,
    /// What was met of a reply that repeated itself.
    pub(crate) loop_abort: Option<LoopAbort>,
    /// Bytes of the reply.
    pub(crate) response_bytes: usize,
    /// Fences taken from around programs.
    pub(crate) fences_removed: u32,
    /// Calls that failed.
    pub(crate) call_failures: u64,
}

impl Closing {
    /// Records how the turn came out.
    pub(crate) fn record(&self, agent: &mut Agent, host: &Host, ended: bool) {
        let fault = agent.run_of().fault().is_some();
        let outcome = match self.error {
            Some(_) if fault => Outcome::Fatal,
            Some(_) => Outcome::Error,
            None if fault => Outcome::Fatal,
            None if ended => Outcome::Finished,
            None => Outcome::Progressed,
        };
        let error = self.error.filter(|_| outcome == Outcome::Error);
        agent.ceilings.count(error, agent.equipment.profile.run.error_rate_window);
        agent.ceilings.fences_removed += self.fences_removed;
        agent.ceilings.call_failures += self.call_failures;
        agent.run_of().count(error, agent.ceilings.consecutive, self.fences_removed, self.call_failures);
        let outcome = TurnOutcome {
            outcome,
            base: error.map(TurnError::base),
            kind: error,
            consecutive_errors: agent.ceilings.consecutive,
            turns: agent.ceilings.turns,
            loop_abort: self.loop_abort,
            response_bytes: self.response_bytes,
            fences_removed: self.fences_removed,
        };
        agent.tell(host.turn(), Event::TurnOutcome(outcome));
    }
}

impl Agent {
    /// Closes a turn whose submissions have run.
    ///
    /// # Errors
    ///
    /// A successor cannot be stood up.
    pub(crate) async fn close(&mut self, mut host: Host, mut closing: Closing) -> Result<(Host, End), Stop> {
        let turn = host.turn();
        self.hear_of_calls(&mut host).await;
        if let Some(text) = host.declarations().ending().map(gg_host::Ending::text)
            && let Some(words) = self.objection_to_stop(&mut host, &text).await
        {
            closing.bands.insert(0, Feedback::Notice(format!("The session goes on: {words}")));
        }
        let ending = host.declarations().ending().map(gg_host::Ending::text);
        let delivered = host.declarations().compaction().is_some() || (closing.saved && self.is_by_memory());
        if self.pending.is_some() && !delivered && ending.is_none() && closing.error.is_none() {
            closing.error = Some(TurnError::MissingCompletionCompaction);
        }
        closing.record(self, &host, ending.is_some());
        if let Some(fault) = self.run_of().fault() {
            let fault = fault.to_owned();
            return Ok((host, Some((Status::InternalError, fault))));
        }
        if let Some(broken) = host.broken_hook() {
            let text = broken.to_string();
            return Ok((host, Some((Status::HookError, text))));
        }
        if let Some(text) = ending {
            for what in dropped(host.declarations()) {
                let text = format!("{what} was dropped, for the session has ended.");
                self.tell(turn, Event::Feedback { band: "Notice", text: &text });
            }
            if !host.declarations().forks().is_empty() {
                // Copies go on from the turn as it closed.
                self.show_turn(&mut host, &closing).await;
                self.start_forks(&mut host).await;
            }
            return Ok((host, Some((Status::Completed, text))));
        }
        self.show_turn(&mut host, &closing).await;
        self.start_forks(&mut host).await;
        let ended = |status: Status| format!("The session was ended by a ceiling: {status}.");
        if let Some(status) = self.run_of().ceiling(&self.id) {
            let text = self.probe(turn, status, Where::Ceiling, &ended(status));
            return Ok((host, Some((status, text))));
        }
        if let Some(status) = self.ceilings.breached(&self.equipment.profile.run, turn) {
            return Ok((host, Some((status, ended(status)))));
        }
        self.settle(host, delivered).await
    }

    /// Does what was declared for the close of the turn: waits, then the compaction, then the succession.
    ///
    /// # Errors
    ///
    /// A successor cannot be stood up.
    pub(crate) async fn settle(&mut self, mut host: Host, delivered: bool) -> Result<(Host, End), Stop> {
        let turn = host.turn();
        let declared = host.declarations().compaction().cloned();
        if let Some(end) = self.wait_for_issues(&mut host).await {
            return Ok((host, Some(end)));
        }
        if let Some(end) = self.compaction(&mut host, declared, delivered).await {
            return Ok((host, Some(end)));
        }
        self.push_hook_texts(&mut host);
        if let Some(succession) = host.declarations().succession().cloned() {
            host = match Box::pin(self.succeed(host, &succession)).await {
                Ok(host) => host,
                Err(status) => return Err(Stop { turn, status, at: Where::Boundary }),
            };
        }
        if host.window().is_some_and(gg_host::window::Window::ends_on_reply) {
            let text = "Nothing was shown. What a program returns or prints does not arrive here; what it opens as a view does.";
            self.push_feedback(&mut host, &Feedback::Notice(text.to_owned()));
        }
        Ok((host, None))
    }

    /// Brings to the window what the turn came to: acknowledgements, views, what the agent keeps, feedback.
    async fn show_turn(&self, host: &mut Host, closing: &Closing) {
        let turn = host.turn();
        self.push_acknowledgement(host, closing);
        for (heading, tokens) in host.show_views() {
            self.tell(turn, Event::View { heading: &heading, tokens });
        }
        self.show_kept(host).await;
        for band in &closing.bands {
            self.push_feedback(host, band);
        }
        self.push_hook_texts(host);
        self.tell_reclaimed(host);
    }

    /// Tells the operator what was taken out of the window.
    pub(crate) fn tell_reclaimed(&self, host: &mut Host) {
        let turn = host.turn();
        for reclaimed in host.window_mut().map(gg_host::window::Window::take_reclaimed).unwrap_or_default() {
            self.tell(turn, Event::Reclaim(&reclaimed));
        }
    }

    /// Answers the calls of a reply, and heads what follows with the ids of programs and the number of the turn (spec:
    /// runtime, 4.1 and 9.1).
    fn push_acknowledgement(&self, host: &mut Host, closing: &Closing) {
        let turn = host.turn();
        let mut ids = closing.ids.iter();
        let mut parts = Vec::new();
        for (call, said) in &closing.answers {
            let text = match said {
                Some(said) => said.clone(),
                None => match ids.next() {
                    Some(Some(id)) => id.clone(),
                    Some(None) => "ok".to_owned(),
                    None => "It did not run: the programs before it ended the turn.".to_owned(),
                },
            };
            parts.push(Part::Acknowledged { call: call.clone(), text });
        }
        let mut head = Vec::new();
        if self.equipment.profile.model.form == Form::Plain {
            head.extend(closing.ids.iter().flatten().map(|id| format!("Program {id}")));
        }
        if self.holder.grants.permits(OperationId::ContextArchiveThread.row()) && closing.response_bytes > 0 {
            head.push(format!("Turn {turn}"));
        }
        if !head.is_empty() {
            parts.push(Part::Text(head.join(", ")));
        }
        if parts.is_empty() {
            return;
        }
        if let Some(window) = host.window_mut() {
            window.push(Item::of(Band::Acknowledgement, Message::Told { parts, cache: false }), turn);
        }
    }
}

/// What an ending drops of what was declared in its turn (spec: runtime, 4.4).
fn dropped(declarations: &Declarations) -> Vec<String> {
    let waits = declarations.issue_waits();
    let compaction = declarations.compaction().map(|_| "The compaction".to_owned());
    let waits = (!waits.is_empty()).then(|| format!("The wait for {}", waits.join(", ")));
    let succession = declarations.succession().map(|succession| format!("That {} takes over", succession.what()));
    [compaction, waits, succession].into_iter().flatten().collect()
}
