//! A submission whole: its program, the programs it hands over to, one after the other, and what the model reads of them.
//! spec: runtime, 4.2, 4.4 and 16

mod notice;

use std::sync::Arc;

use gg_engine::{
    record::Turn,
    sandbox::{Band, Limits, Outcome, Ran, Report, Runtime, Sources, Submission},
};
use serde::Serialize;

use crate::host::Host;
pub use notice::NotHandedOver;

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
    pub outcome: Submissions,
    /// The turn, with its rosters.
    pub turn: Turn,
    /// The host.
    pub host: Host,
}

/// What came of a submission.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Submissions {
    /// All its programs, added up; the outcome is that of the last.
    pub report: Report,
    /// How many programs ran, one handing over to the next.
    pub programs: usize,
    /// The source that ran last.
    #[serde(skip)]
    pub source: String,
    /// Why the last program was not followed by the one it handed over to.
    pub not_handed_over: Option<NotHandedOver>,
}

impl Submissions {
    /// What the model reads, in order: notices first, the error last.
    pub fn bands(&self) -> Vec<Band> {
        let mut bands: Vec<Band> = self.not_handed_over.iter().map(|why| Band::Notice(why.to_string())).collect();
        bands.extend(self.report.bands());
        bands
    }
}

/// Runs a submission: the program, and while one that has ended without failing has handed over, the next.
pub async fn submit(runtime: &Runtime<Host>, turn: Turn, host: Host, text: &str, budget: &Budget) -> Submitted {
    let mut source = text.to_owned();
    let Ran { mut report, mut turn, mut host, .. } = run(runtime, turn, host, &source, budget).await;
    let mut programs = 1;
    let not_handed_over = loop {
        let next = match ended(&mut host, &report.outcome, programs) {
            Next::Nothing => break None,
            Next::Not(why) => break Some(why),
            Next::Program(next) => next,
        };
        let ran = run(runtime, turn, host, &next, budget).await;
        (turn, host, source) = (ran.turn, ran.host, next);
        report.outcome = ran.report.outcome.clone();
        report.add(ran.report);
        programs += 1;
    };
    let outcome = Submissions { report, programs, source, not_handed_over };
    Submitted { outcome, turn, host }
}

async fn run(runtime: &Runtime<Host>, turn: Turn, host: Host, text: &str, budget: &Budget) -> Ran<Host> {
    let Budget { limits, sources } = budget.clone();
    runtime.run(turn, host, Submission { limits, sources, ..Submission::new(text) }).await
}

/// What follows a program.
enum Next {
    Nothing,
    /// It handed over, and nothing follows all the same.
    Not(NotHandedOver),
    Program(String),
}

/// Takes back what a program loses that failed, and finds what follows one that has ended; so many have run.
fn ended(host: &mut Host, outcome: &Outcome, programs: usize) -> Next {
    let next = host.declarations.take_hand_over();
    if !matches!(outcome, Outcome::Completed) {
        host.declarations.take_back_ending();
    }
    match (next, outcome) {
        // A defect ends the run, and nobody is told anything.
        (None, _) | (_, Outcome::Fatal(_)) => Next::Nothing,
        (Some(_), Outcome::Failed(_)) => Next::Not(NotHandedOver::Failed),
        (Some(_), Outcome::Completed) if host.declarations.ending().is_some() => Next::Not(NotHandedOver::Ended),
        (Some(_), Outcome::Completed) if programs >= MOST_PROGRAMS => Next::Not(NotHandedOver::TooMany),
        (Some(next), Outcome::Completed) => Next::Program(next),
    }
}
