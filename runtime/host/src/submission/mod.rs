//! A submission whole: its program, the programs it hands over to, one after the other, the on-use scripts that were
//! queued, and what the model reads of them.
//! spec: runtime, 4.2, 4.4 and 16

mod notice;
mod scripts;

use std::sync::Arc;

use gg_engine::{
    record::{Fault, Turn},
    sandbox::{Band, Failure, Limits, Outcome, Ran, Report, Runtime, Sources, Submission},
};
use serde::Serialize;

use crate::{
    host::Host,
    store::{Program, RecordError},
};
pub use notice::NotHandedOver;
pub use scripts::ScriptReport;

/// Programs of a chain at most, the first counted (spec: runtime, 24.2).
pub const MOST_PROGRAMS: usize = 4;

/// What every program of a submission may use: each has a budget of its own.
#[derive(Clone)]
pub struct Budget {
    /// What one may use.
    pub limits: Limits,
    /// Its clock and its randomness.
    pub sources: Arc<dyn Sources>,
}

/// A submission that has ended, with what was lent to it.
pub struct Submitted {
    /// What came of it.
    pub report: SubmissionReport,
    /// The turn, with its rosters.
    pub turn: Turn,
    /// The host.
    pub host: Host,
}

/// What came of a submission.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionReport {
    /// All its programs, added up; the outcome is that of the last.
    pub total: Report,
    /// How many programs ran, one handing over to the next.
    pub programs: usize,
    /// The source that ran last.
    #[serde(skip)]
    pub source: String,
    /// The id it is kept under in the program library, if the agent has one.
    pub id: Option<String>,
    /// Why it is not kept there, for the operator.
    pub not_kept: Option<String>,
    /// Why the last program was not followed by the one it handed over to.
    pub not_handed_over: Option<NotHandedOver>,
    /// The on-use scripts that ran after its programs.
    pub scripts: Vec<ScriptReport>,
}

impl SubmissionReport {
    /// What the model reads, in order: notices first, the error last.
    pub fn bands(&self) -> Vec<Band> {
        let handed = self.not_handed_over.iter().map(NotHandedOver::to_string).map(Band::Notice);
        let scripts = self.scripts.iter().filter_map(notice::script).map(Band::Notice);
        notices_first(handed.chain(self.total.bands()).chain(scripts))
    }
}

/// Bands as the model reads them: notices before errors, each in their order (spec: runtime, 6).
fn notices_first(bands: impl Iterator<Item = Band>) -> Vec<Band> {
    let mut bands: Vec<Band> = bands.collect();
    bands.sort_by_key(|band| !matches!(band, Band::Notice(_)));
    bands
}

/// Runs a submission: the program, and while one that has ended without failing has handed over, the next.
pub async fn submit(runtime: &Runtime<Host>, turn: Turn, host: Host, text: &str, budget: &Budget) -> Submitted {
    let mut source = text.to_owned();
    let Ran { report: mut total, mut turn, mut host, .. } = run(runtime, turn, host, &source, budget).await;
    let mut programs = 1;
    let not_handed_over = loop {
        let next = match ended(&mut host, &total, programs) {
            Next::Nothing => break None,
            Next::Not(why) => break Some(why),
            Next::Program(next) => next,
        };
        let ran = run(runtime, turn, host, &next, budget).await;
        (turn, host, source) = (ran.turn, ran.host, next);
        total.outcome = ran.report.outcome.clone();
        total.add(ran.report);
        programs += 1;
    };
    let scripts;
    (turn, host, scripts) = if total.is_fatal() {
        (turn, host, Vec::new())
    } else {
        scripts::run(runtime, turn, host, &mut total, budget).await
    };
    let (id, not_kept) = keep(&mut host, &mut total, &source, budget).await;
    let report = SubmissionReport { total, programs, source, id, not_kept, not_handed_over, scripts };
    Submitted { report, turn, host }
}

/// The submissions of one reply that have run, with what was lent to them.
pub struct Replied {
    /// What came of each, in the order they ran.
    pub reports: Vec<SubmissionReport>,
    /// The turn, with its rosters.
    pub turn: Turn,
    /// The host.
    pub host: Host,
}

impl Replied {
    /// What the model reads, in order: notices first, errors last.
    pub fn bands(&self) -> Vec<Band> {
        let order = notice::order(self.reports.len()).map(Band::Notice);
        notices_first(order.into_iter().chain(self.reports.iter().flat_map(SubmissionReport::bands)))
    }

    /// The error that is counted of the turn: the first.
    pub fn failure(&self) -> Option<&Failure> {
        self.reports.iter().find_map(|report| match &report.total.outcome {
            Outcome::Failed(failure) => Some(failure),
            Outcome::Completed | Outcome::Fatal(_) => None,
        })
    }
}

/// Runs the submissions of a reply one after the other, all of them, even after one failed. An ending that stands or a
/// defect stops them (spec: runtime, 4.3).
pub async fn submit_all(
    runtime: &Runtime<Host>,
    mut turn: Turn,
    mut host: Host,
    texts: &[&str],
    budget: &Budget,
) -> Replied {
    let mut reports = Vec::new();
    for text in texts {
        let ran = submit(runtime, turn, host, text, budget).await;
        (turn, host) = (ran.turn, ran.host);
        let is_fatal = ran.report.total.is_fatal();
        reports.push(ran.report);
        if is_fatal || host.declarations.ending().is_some() {
            break;
        }
    }
    Replied { reports, turn, host }
}

async fn run(runtime: &Runtime<Host>, turn: Turn, mut host: Host, text: &str, budget: &Budget) -> Ran<Host> {
    let Budget { limits, sources } = budget.clone();
    let modules = host.modules().clone();
    let limits = host.begin_program(limits);
    let submission = Submission { limits, sources, modules: &modules, ..Submission::new(text) };
    let mut ran = Box::pin(runtime.run(turn, host, submission)).await;
    ran.host.note_stop(&mut ran.report);
    ran
}

/// Keeps the source that ran last; its id, or why it is not kept. That no id can be made is a defect of the run.
async fn keep(host: &mut Host, total: &mut Report, source: &str, budget: &Budget) -> (Option<String>, Option<String>) {
    let error = match &total.outcome {
        Outcome::Completed => None,
        Outcome::Failed(failure) => Some(failure.text.clone()),
        // The run ends: nobody asks for it any more.
        Outcome::Fatal(_) => return (None, None),
    };
    let program = Program { turn: host.turn, source, error: error.as_deref() };
    match host.record_program(program, &*budget.sources).await {
        Ok(id) => (id, None),
        Err(RecordError::Store(error)) => (None, Some(error.to_string())),
        Err(error @ RecordError::NoId) => {
            total.faults.push(Fault { call: None, text: error.to_string() });
            (None, None)
        }
    }
}

/// What follows a program.
enum Next {
    Nothing,
    /// It handed over, and nothing follows all the same.
    Not(NotHandedOver),
    Program(String),
}

/// Takes back what a program loses that failed, and finds what follows one that has ended; so many have run.
fn ended(host: &mut Host, total: &Report, programs: usize) -> Next {
    let next = host.declarations.take_hand_over();
    if !matches!(total.outcome, Outcome::Completed) {
        host.declarations.take_back_ending();
    }
    // A defect ends the run, and the model is told nothing.
    if total.is_fatal() {
        return Next::Nothing;
    }
    match (next, &total.outcome) {
        (None, _) | (_, Outcome::Fatal(_)) => Next::Nothing,
        (Some(_), Outcome::Failed(_)) => Next::Not(NotHandedOver::Failed),
        (Some(_), Outcome::Completed) if host.declarations.ending().is_some() => Next::Not(NotHandedOver::Ended),
        (Some(_), Outcome::Completed) if programs >= MOST_PROGRAMS => Next::Not(NotHandedOver::TooMany),
        (Some(next), Outcome::Completed) => Next::Program(next),
    }
}
