//! One turn: the model is asked, its programs run, and what came of them is brought to a close.

use std::{sync::Arc, time::Instant};

use gg_engine::{
    TurnError,
    record::Turn,
    sandbox::{Band as Feedback, Outcome},
};
use gg_host::{
    Host, headed,
    submission::{Replied, SubmissionReport, submit_all},
    window::{Band, Item},
};
use gg_models::{Delta, Failure, Problem, Reply, Request};

use crate::{
    agent::Agent,
    close::Closing,
    event::{CodeExecution, Event, LoopAbort},
    journal::{Entry, Kind},
    reply::{Taken, how_to_answer},
    status::Status,
    stop::{Stop, Where},
    tally::{Tally, Watched},
};

/// How a turn left the session: with how the agent ends, if it does.
pub(crate) type End = Option<(Status, String)>;

impl Agent {
    /// Takes a turn.
    ///
    /// # Errors
    ///
    /// The run stops meanwhile.
    pub(crate) async fn turn(&mut self, mut host: Host) -> Result<(Host, End), Stop> {
        host.begin_turn();
        let number = host.turn();
        self.begin(&mut host).await;
        let reply = match self.ask(&mut host).await {
            Err(status) => return Err(Stop { turn: number, status, at: Where::Model }),
            Ok(reply) => reply,
        };
        let mut closing = Closing::default();
        let host = match reply {
            Err(failure) => {
                let ended = failed(&mut host, &failure, &mut closing);
                if let Some(ended) = ended {
                    closing.record(self, &host, false);
                    self.hear_of_stop(&mut host, &ended).await;
                    return Ok((host, Some(ended)));
                }
                host
            }
            Ok(reply) => {
                let (run, id) = (self.run_of().clone(), self.id.clone());
                let stop = |status| Stop { turn: number, status, at: Where::Program };
                let ran = self.submit(host, &reply, &mut closing);
                let host = tokio::select! {
                    host = ran => host,
                    status = run.until_stopped(&id, Where::Program) => return Err(stop(status)),
                };
                // It may have been stopped when all its calls were answered.
                match run.probed(&id, Where::Program) {
                    Some((status, _)) => return Err(stop(status)),
                    None => host,
                }
            }
        };
        let (mut host, ended) = Box::pin(self.close(host, closing)).await?;
        if let Some(ended) = &ended {
            self.hear_of_stop(&mut host, ended).await;
        }
        Ok((host, ended))
    }

    /// What a turn begins with: what other holders did to memories, and how full the window is.
    async fn begin(&mut self, host: &mut Host) {
        let turn = host.turn();
        for notice in self.memory_notices(host).await {
            self.push_feedback(host, &Feedback::Notice(notice));
        }
        self.read_inbox(host);
        if turn == 1 {
            self.show_kept(host).await;
        }
        self.signal(host);
        let Some(window) = host.window() else { return };
        let (tokens, items) = (window.tokens(), window.items().len());
        self.tell(turn, Event::TurnStart { tokens, of: self.equipment.profile.model.context_window, items });
    }

    /// Asks the model. The outer error is that the run stops.
    async fn ask(&mut self, host: &mut Host) -> Result<Result<Reply, Failure>, Status> {
        let turn = host.turn();
        let messages = host.window_mut().map(gg_host::window::Window::messages).unwrap_or_default();
        let form = self.equipment.profile.model.form;
        let request = Request { caller: self.id.clone(), system: self.system.clone(), messages, form };
        let key = if self.run_of().is_recorded() { self.keys.of(&request) } else { String::new() };
        self.run_of().note(|| Entry::new(Kind::PromptFrame, &self.id, turn, String::new(), &key));
        let (run, id) = (self.run_of().clone(), self.id.clone());
        let mut watch = |delta: Delta<'_>| match delta {
            Delta::Text(text) => run.tell(&id, turn, Event::Reply { text }),
            Delta::Again { tries, pause, because } => {
                let pause_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
                run.tell(&id, turn, Event::ModelRetry { tries, pause_ms, because });
            }
            Delta::Thought(_) | Delta::Submission { .. } => {}
        };
        let began = Instant::now();
        let reply = match self.replied(&request.caller) {
            Some(replied) => replied?,
            None => tokio::select! {
                reply = self.equipment.model.ask(&request, &mut watch) => reply,
                status = self.run_of().until_stopped(&self.id, Where::Model) => return Err(status),
            },
        };
        self.note_reply(turn, key, &reply);
        self.run_of().sync();
        let (usage, spent) = match &reply {
            Ok(reply) => (reply.usage, reply.spent),
            Err(failure) => (None, failure.spent),
        };
        self.run_of().spend(&spent);
        let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.tell(turn, Event::ModelReply { usage, spent, duration_ms });
        Ok(reply)
    }

    /// Runs what a reply submits.
    async fn submit(&mut self, mut host: Host, reply: &Reply, closing: &mut Closing) -> Host {
        let number = host.turn();
        let form = self.equipment.profile.model.form;
        let taken = Taken::of(&reply.answer, form);
        if let Some(window) = host.window_mut() {
            window.push(Item::reply(reply.answer.clone()), number);
        }
        let calls = reply.answer.calls.iter().map(|call| call.arguments.len());
        closing.response_bytes = reply.answer.text.len() + calls.sum::<usize>();
        closing.fences_removed = taken.fences_removed;
        closing.answers = taken.answers;
        if let Some(error) = taken.error {
            closing.error = Some(error);
            let language = self.holder.table.arm_id(self.holder.arm);
            closing.bands.push(Feedback::Notice(how_to_answer(form, language)));
            return host;
        }
        let tally = Arc::new(Tally::default());
        let mut turn = Turn::new(self.holder.clone());
        turn.deadline = self.run_of().deadline;
        turn.pending = self.pending();
        turn.documented = Some(host.documented(&self.holder));
        turn.journal = Some(Box::new(Watched {
            run: self.run_of().clone(),
            agent: self.id.clone(),
            turn: number,
            tally: tally.clone(),
        }));
        for source in &taken.programs {
            self.tell(number, Event::Program { source });
        }
        let texts: Vec<&str> = taken.programs.iter().map(String::as_str).collect();
        let runtime = self.run_of().runtime.clone();
        let replied = Box::pin(submit_all(&runtime, turn, host, &texts, &self.budget)).await;
        closing.call_failures = tally.failures();
        closing.saved = tally.saved();
        self.ran(replied, closing)
    }

    /// Takes what came of the programs.
    fn ran(&self, replied: Replied, closing: &mut Closing) -> Host {
        let number = replied.host.turn();
        for (left, report) in (0..replied.reports.len()).rev().zip(&replied.reports) {
            // No program runs after one whose ending stands.
            let finished = left == 0 && replied.host.declarations().ending().is_some();
            self.warn_of_undocumented(number, report);
            self.tell(number, Event::CodeExecution(Box::new(code_execution(report, finished))));
            if let Some(why) = &report.not_kept {
                self.warn(number, &format!("the program was not kept: {why}"));
            }
            if report.total.is_fatal() {
                let fault = match &report.total.outcome {
                    Outcome::Fatal(fault) => &fault.text,
                    _ => report.total.faults.first().map_or("", |fault| &fault.text),
                };
                self.run_of().raise(fault);
            }
            closing.ids.push(report.id.clone());
        }
        closing.error = replied.failure().map(|failure| failure.kind);
        closing.bands = replied.bands();
        replied.host
    }

    /// Tells the operator, once a run, which calls were made without their documentation (spec: runtime, 17.5).
    fn warn_of_undocumented(&self, turn: u32, report: &SubmissionReport) {
        let undocumented = &report.total.counters.undocumented_by_operation;
        if !undocumented.is_empty() && self.run_of().is_first_undocumented() {
            let names: Vec<&str> = undocumented.keys().copied().collect();
            let names = names.join(", ");
            self.warn(
                turn,
                &format!("called without documentation in the window when the turn began: {names} (told once a run)"),
            );
        }
    }

    /// Adds what the model reads besides views.
    pub(crate) fn push_feedback(&self, host: &mut Host, band: &Feedback) {
        let turn = host.turn();
        self.tell(turn, Event::Feedback { band: band.heading(), text: band.text() });
        let of = if matches!(band, Feedback::Notice(_)) { Band::Notice } else { Band::Error };
        if let Some(window) = host.window_mut() {
            window.push(Item::text(of, &headed(band.heading(), band.text())), turn);
        }
    }

    /// Says how full the window is, once it is filled far enough (spec: runtime, 9.1).
    fn signal(&self, host: &mut Host) {
        let Some(context) = &self.equipment.profile.capabilities.context else { return };
        let turn = host.turn();
        let Some(window) = host.window_mut() else { return };
        let (tokens, of) = (window.tokens(), self.equipment.profile.model.context_window);
        let percent = tokens.saturating_mul(100) / of.max(1);
        if percent < u64::from(context.signal_threshold_percent) {
            return;
        }
        let mut text = format!("Window\n---\nThe window is filled to {percent} %: about {tokens} of {of} tokens.");
        let mut files: Vec<(&str, u64)> = window
            .items()
            .iter()
            .filter_map(|item| match &item.band {
                Band::View(key @ gg_host::Key::File { .. }) => Some((key.selector(), item.tokens())),
                _ => None,
            })
            .collect();
        files.sort_by_key(|(_, tokens)| std::cmp::Reverse(*tokens));
        files.truncate(context.top_file_views as usize);
        if !files.is_empty() {
            text.push_str("\nThe largest file views:");
            files.iter().for_each(|(path, tokens)| text.push_str(&format!("\n- {path}: about {tokens} tokens")));
        }
        let calls = self.held_calls(&[
            gg_host::operations::OperationId::ContextEvictFileView,
            gg_host::operations::OperationId::ContextArchiveThread,
            gg_host::operations::OperationId::ContextCompact,
            gg_host::operations::OperationId::ViewsClose,
        ]);
        if !calls.is_empty() {
            text.push_str(&format!("\nRoom is made by {}.", calls.join(", ")));
        }
        window.push(Item::text(Band::Signal, &text), turn);
    }

    /// Those of some calls that the agent holds, as its programs write them.
    pub(crate) fn held_calls(&self, calls: &[gg_host::operations::OperationId]) -> Vec<String> {
        let held = calls.iter().map(|id| id.row()).filter(|row| self.holder.grants.permits(row));
        held.map(|row| format!("`{}`", row.spelling(self.holder.arm))).collect()
    }
}

/// What follows from a model that gave no reply: the agent ends, or the model is told and asked again.
fn failed(host: &mut Host, failure: &Failure, closing: &mut Closing) -> End {
    closing.error = Some(turn_error(&failure.problem));
    let notice = match &failure.problem {
        Problem::Auth { .. } => return Some((Status::AuthError, failure.to_string())),
        Problem::Rejected { .. } | Problem::RetryExhausted { .. } | Problem::Parse { .. } | Problem::Timeout { .. } => {
            return Some((Status::ModelError, failure.to_string()));
        }
        Problem::ResponseLoop { unit, repeats } => {
            closing.loop_abort = Some(LoopAbort { unit_bytes: *unit, repeats: *repeats });
            "The reply repeated itself and was stopped. It did not run."
        }
        Problem::LengthCapped { .. } => "The reply was longer than it may be, and was cut. It did not run.",
        Problem::VisionUnsupported { .. } => {
            host.show_no_pictures();
            if let Some(window) = host.window_mut() {
                window.drop_pictures();
            }
            "Pictures cannot be shown. Those that were open have been taken out."
        }
    };
    closing.bands.push(Feedback::Notice(notice.to_owned()));
    None
}

/// The turn error of a model's problem.
pub(crate) fn turn_error(problem: &Problem) -> TurnError {
    match problem {
        Problem::Auth { .. } => TurnError::ModelAuth,
        Problem::Rejected { .. } => TurnError::ModelRejected,
        Problem::RetryExhausted { .. } => TurnError::ModelRetryExhausted,
        Problem::ResponseLoop { .. } => TurnError::ModelResponseLoop,
        Problem::VisionUnsupported { .. } => TurnError::ModelVisionUnsupported,
        Problem::Parse { .. } => TurnError::ModelParse,
        Problem::Timeout { .. } => TurnError::ModelTimeout,
        Problem::LengthCapped { .. } => TurnError::ModelLengthCapped,
    }
}

fn code_execution(report: &SubmissionReport, finished: bool) -> CodeExecution {
    let total = &report.total;
    let error = match &total.outcome {
        Outcome::Completed => None,
        Outcome::Failed(failure) => Some(failure.text.clone()),
        Outcome::Fatal(fault) => Some(fault.text.clone()),
    };
    let millis = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    CodeExecution {
        ok: error.is_none(),
        performed_calls: total.counters.performed_calls,
        api_calls: total.counters.api_calls,
        guard_failures: total.counters.guard_failures,
        guard_failures_by_operation: total.counters.guard_failures_by_operation.clone(),
        undocumented_calls: total.counters.undocumented_calls,
        undocumented_by_operation: total.counters.undocumented_by_operation.clone(),
        duration_ms: millis(total.timings.total),
        error,
        finished,
        returned: total.returned,
        deferred: total.deferred.clone(),
        logs: total.logs.lines.iter().map(ToString::to_string).collect(),
        logs_suppressed: total.logs.suppressed,
        compile_wait_ms: millis(total.timings.wait),
        compile_ms: total.timings.compile.map(millis),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_of_a_model_is_the_turn_error_of_its_name() {
        let found = String::new;
        for problem in [
            Problem::Auth { variable: found(), found: found() },
            Problem::Rejected { status: None, found: found() },
            Problem::RetryExhausted { last: found() },
            Problem::ResponseLoop { unit: 1, repeats: 1 },
            Problem::VisionUnsupported { found: found() },
            Problem::Parse { found: found() },
            Problem::Timeout { seconds: 1 },
            Problem::LengthCapped { found: found() },
        ] {
            assert_eq!(turn_error(&problem).word(), problem.word());
        }
    }
}
