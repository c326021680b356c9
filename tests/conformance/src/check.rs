//! A case, run: what is not as the data says.

use std::fs;

use gg_codegen::{arms::ArmIndex, surface::Surface};
use gg_engine::{
    ErrorCode,
    sandbox::{Outcome, Runtime, Submission},
};
use gg_host::{Host, operations};
use serde_json::Value;

use crate::{Case, Fixture, Spelling, Told, data::Texts, program};

/// What came of a case on an arm.
#[derive(Debug)]
pub struct Checked {
    /// What is not as the data says.
    pub wrong: Vec<String>,
    /// What the host was told of each call, message and times left out.
    pub told: Vec<Told>,
}

/// Runs a case as an arm spells it.
///
/// # Panics
///
/// The case is not as it should be, or there is no such arm.
pub async fn check(runtime: &Runtime<Host>, surface: &Surface, texts: &Texts, arm: &str, case: &Case) -> Checked {
    let spelled = ArmIndex::find(arm).unwrap_or_else(|| panic!("no arm {arm}")).arm();
    let case = Spelling { surface, arm: spelled, texts }.case(case);
    let arm = runtime.arms().find(arm).unwrap_or_else(|| panic!("no arm {arm}")).clone();
    let (fixture, host, turn) = Fixture::new(&case, arm).await;
    let text = program(surface, spelled, &case);
    let ran = runtime.run(turn, host, Submission::new(&text)).await;
    let mut wrong = Vec::new();
    let mut check = |what: &str, got: String, expected: String| {
        if got != expected {
            wrong.push(format!("{what}: got {got}\n  expected {expected}"));
        }
    };
    if ran.report.outcome != Outcome::Completed {
        check("the program", format!("{:?}", ran.report.outcome), format!("to complete\n{text}"));
    }
    let told = fixture.told.lock().map(|told| told.clone()).unwrap_or_default();
    let expected = expected(&case);
    if told.last() != Some(&expected) {
        check("the record", format!("{:?}", told.last()), format!("{expected:?}"));
    }
    let (calls, refusals) = (&ran.turn.rosters.calls.kept, &ran.turn.rosters.refusals.kept);
    let expected = case.before.len() + usize::from(!case.refused);
    check("the roster of calls", calls.len().to_string(), expected.to_string());
    check("the roster of refusals", refusals.len().to_string(), usize::from(case.refused).to_string());
    for (name, contents) in &case.after {
        let found = fs::read_to_string(fixture.path(name)).unwrap_or_else(|error| error.to_string());
        check(name, format!("{found:?}"), format!("{contents:?}"));
    }
    if let Some(views) = &case.views {
        let open: Vec<String> = ran.host.views().current().map(|view| view.message()).collect();
        check("the views", format!("{open:#?}"), format!("{views:#?}"));
    }
    let ends = ran.host.declarations().ending().map(gg_host::Ending::text);
    check("the ending", format!("{ends:?}"), format!("{:?}", case.ends));
    Checked { wrong, told }
}

/// What the journal has to be told of the call that counts.
fn expected(case: &Case) -> Told {
    let operation = operations::TABLE.operation(&case.call).unwrap_or_else(|| panic!("no operation {}", case.call));
    let code = case.fails.as_ref().map(|[code, _]| code.as_str());
    let codes = ErrorCode::ALL.map(ErrorCode::word);
    let code = code.map(|code| *codes.iter().find(|known| **known == code).unwrap_or_else(|| panic!("no code {code}")));
    let request = match &case.request {
        Value::String(json) => serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}")),
        request => request.clone(),
    };
    Told { operation: operation.id, request, code, performed: !case.refused }
}
