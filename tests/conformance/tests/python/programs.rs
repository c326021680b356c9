//! Programs that hold their own expectations: the idioms of the language, and what may cross the membrane.

use gg_engine::{
    record::Turn,
    sandbox::{Outcome, Ran, Submission},
};
use gg_host::Host;
use gg_tests_conformance::{Case, Fixture, Told, cases};

use super::python;

/// Runs a program to its end, in a workspace of two files.
async fn run(program: &str) -> (Ran<Host>, Vec<Told>) {
    let (runtime, arm) = python();
    let files = [("a.txt", "one\ntwo\nthree\n"), ("photo", "GIF89a")];
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    let case = Case { files, prepare: None, profile: None, ..cases().swap_remove(0).1 };
    let (fixture, host, turn): (_, _, Turn) = Fixture::new(&case, arm).await;
    let ran = runtime.run(turn, host, Submission::new(program)).await;
    if let Outcome::Failed(failure) = &ran.report.outcome {
        panic!("{}\n{:?}", failure.text, ran.report.logs.lines);
    }
    assert_eq!(ran.report.outcome, Outcome::Completed);
    let told = fixture.told.lock().map(|told| told.clone()).unwrap_or_default();
    (ran, told)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_idioms_of_the_language() {
    let (ran, told) = run(include_str!("idioms.py")).await;
    assert_eq!(ran.report.logs.lines, ["every idiom was used"]);
    assert!(ran.report.counters.guard_failures == 0 && told.len() > 20, "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_value_crosses_or_is_refused() {
    let (ran, told) = run(include_str!("boundary.py")).await;
    let lines = &ran.report.logs.lines;
    let refused: usize = lines.back().and_then(|line| line.parse().ok()).unwrap_or_else(|| panic!("{lines:?}"));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    // What is refused in the program is counted by the host, and is no call.
    assert_eq!(usize::try_from(ran.report.counters.guard_failures).ok(), Some(refused));
    assert!(told.iter().all(|told| told.code.is_none()), "{told:?}");
}
