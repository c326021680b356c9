//! Defects of gg that a program meets and may well survive: the run ends all the same. spec: runtime, 5.3 and 25.3

use std::sync::Arc;

use gg_engine::sandbox::{Outcome, Sources};
use gg_host::submission::{Budget, submit, submit_all};

use crate::{
    agent::{HEAD, RUNTIME, begun, budget, json, notices},
    arm::PANIC,
};

/// A call that meets the defect, and a program that goes on.
fn survived() -> String {
    let write = format!("memories.writeMemory({{ name: 'a', description: 'd', body: 'b', code: '{PANIC}' }});");
    format!("try {{ {write} }} catch (error) {{ console.log(error.code); }}")
}

/// A call that queues a script.
fn queue(name: &str, script: &str) -> String {
    let script = json(&format!("{HEAD}{script}"));
    format!("memories.writeMemory({{ name: '{name}', description: 'd', body: 'b', onUse: {script} }});")
}

#[tokio::test]
async fn nothing_follows_a_program_that_met_a_defect() {
    let (turn, host, _folder) = begun();
    let script = queue("queued", "console.log('script');");
    let next = "programs.rerun('console.log(\"next\");');";
    let text = format!("{HEAD}{script} {} {next} console.log('end');", survived());
    let ran = submit(&RUNTIME, turn, host, &text, &budget()).await;
    assert_eq!(ran.report.total.logs.lines, ["io-error", "end"], "neither the next program nor the script ran");
    assert_eq!((&ran.report.total.outcome, ran.report.programs), (&Outcome::Completed, 1));
    assert!(ran.report.total.is_fatal() && ran.report.total.faults[0].text.contains("the arm is broken"));
    assert_eq!((ran.report.not_handed_over, notices(&ran)), (None, Vec::new()), "the model is told nothing");
}

#[tokio::test]
async fn nor_does_a_script_or_a_submission() {
    let (turn, host, _folder) = begun();
    let scripts = format!("{} {}", queue("one", &survived()), queue("two", "console.log('two');"));
    let ran = submit_all(&RUNTIME, turn, host, &[&format!("{HEAD}{scripts}"), "console.log('next');"], &budget()).await;
    assert_eq!(ran.reports.len(), 1);
    assert_eq!(ran.reports[0].total.logs.lines, ["io-error"]);
    assert_eq!(ran.reports[0].scripts.len(), 1);
    assert!(ran.reports[0].total.is_fatal());
}

/// A failure of a program that met a defect is not the program's.
#[tokio::test]
async fn a_failure_beside_a_defect_is_the_defects() {
    let (turn, host, _folder) = begun();
    let text = format!("{HEAD}{} throw new Error('no');", survived());
    let ran = submit(&RUNTIME, turn, host, &text, &budget()).await;
    assert!(matches!(ran.report.total.outcome, Outcome::Fatal(_)), "{:?}", ran.report);
    assert_eq!(ran.report.bands(), []);
}

/// Always the same number.
struct Stuck;

impl Sources for Stuck {
    fn now(&self) -> u64 {
        0
    }

    fn random(&self) -> u64 {
        0
    }
}

#[tokio::test]
async fn a_library_that_cannot_make_an_id_is_a_defect() {
    let (turn, host, _folder) = begun();
    let stuck = Budget { sources: Arc::new(Stuck), ..budget() };
    let ran = submit_all(&RUNTIME, turn, host, &["1;", "2;", "3;"], &stuck).await;
    let ids: Vec<_> = ran.reports.iter().map(|report| report.id.as_deref()).collect();
    assert_eq!(ids, [Some("aaaaaaaa"), None], "the third does not run");
    assert!(!ran.reports[0].total.is_fatal() && ran.reports[1].total.is_fatal());
}
