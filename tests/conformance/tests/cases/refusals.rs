//! Failures that a program does not catch, on every arm: what the turn keeps of them, and what the program ended with.
//! Refusals are compared on their roster (spec: runtime, 2.2); what they are to the turn follows from the code, which every
//! arm here carries up (spec: runtime, 5.1; arms, 10).

use std::collections::BTreeSet;

use gg_engine::{
    TurnError,
    record::Counters,
    sandbox::{Outcome, Ran, Submission},
};
use gg_host::Host;
use gg_tests_conformance::{Case, Fixture, cases, entries, landed, refused, runtime, surface, uncaught};

use super::spelled;

/// Every refusal, and of what methods fail with one of each code in each module.
fn failing() -> Vec<(String, Case)> {
    let mut seen = BTreeSet::new();
    let mut cases = cases();
    cases.retain(|(file, case)| {
        let Some([code, _]) = &case.fails else { return false };
        case.refused || seen.insert((file.clone(), code.clone()))
    });
    cases
}

/// What a failure with a code is to the turn.
fn class(code: &str) -> TurnError {
    if code == "unavailable" { TurnError::ProgramUnknownName } else { TurnError::ProgramApiError }
}

/// What is kept of a failure in every language alike.
#[derive(Debug, PartialEq)]
struct Kept {
    refusals: Vec<(String, Option<String>)>,
    counters: Counters,
    class: TurnError,
    code: Option<&'static str>,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_that_nobody_catches_is_the_same_on_every_arm() {
    let (runtime, surface) = (runtime(), surface());
    let failing = failing();
    assert!(failing.iter().filter(|(_, case)| case.refused).count() > 20, "{}", failing.len());
    let mut wrong = Vec::new();
    for (file, case) in failing {
        let mut first: Option<(&str, Kept)> = None;
        for arm in runtime.arms().iter() {
            let id = arm.id();
            let (spelling, case) = spelled(&surface, id, &case);
            let (_fixture, host, turn) = Fixture::new(&case, arm.clone()).await;
            let program = uncaught(&surface, spelling, &case);
            let Ran { report, turn, .. }: Ran<Host> = runtime.run(turn, host, Submission::new(&program)).await;
            let mut told = |what: &str| wrong.push(format!("{id}: {file}: {}: {what}", case.name));
            let Outcome::Failed(failure) = &report.outcome else {
                told(&format!("{:?}", report.outcome));
                continue;
            };
            let [code, message] = case.fails.as_ref().unwrap_or_else(|| panic!("it fails"));
            let operation = surface.find_operation(&case.call).unwrap_or_else(|| panic!("no {}", case.call));
            let says = format!("{} failed ({code}): {message}", spelling.spell(&surface, operation));
            // The place is the call's, which is the program's last.
            let place = failure.location.as_deref().and_then(|place| place.strip_prefix(arm.program_name()));
            if !failure.text.ends_with(&says) || place.is_none() || failure.kind != class(code) {
                told(&format!("it says {failure:?}\n  expected {says}"));
            }
            let rosters = &turn.rosters;
            if entries(&rosters.refusals) != refused(&case) || entries(&rosters.calls) != landed(&case) {
                told(&format!("{:#?}", turn.rosters));
            }
            let refusals = entries(&rosters.refusals);
            let kept = Kept {
                refusals: refusals.into_iter().map(|(id, error)| (id, error.map(|(code, _)| code))).collect(),
                counters: report.counters,
                class: failure.kind,
                code: failure.code.map(gg_engine::ErrorCode::word),
            };
            match &first {
                None => first = Some((id, kept)),
                Some((other, others)) if *others != kept => told(&format!("{kept:?}\n{other} {others:?}")),
                Some(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
