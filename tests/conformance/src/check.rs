//! A case, run: what is not as the data says.

use std::{collections::BTreeMap, fs};

use gg_codegen::{arms::ArmIndex, surface::Surface};
use gg_engine::{
    ErrorCode,
    record::{CallEntry, Roster, cut},
    sandbox::{Outcome, Runtime, Submission},
};
use gg_host::{Host, delegation::Child, operations};
use serde_json::Value;

use crate::{Case, Fixture, Spelling, Started, Told, agents::Running, data::Texts, program};

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
    for (what, got, expected) in [
        ("the roster of calls", &ran.turn.rosters.calls, landed(&case)),
        ("the roster of refusals", &ran.turn.rosters.refusals, refused(&case)),
    ] {
        check(what, format!("{:#?}", entries(got)), format!("{expected:#?}"));
    }
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
    let declarations = ran.host.declarations();
    check("the succession", format!("{:?}", declarations.succession()), format!("{:?}", case.succession.as_ref()));
    let forks: BTreeMap<&String, &String> = declarations.forks().iter().map(|fork| (&fork.id, &fork.prompt)).collect();
    check("the copies", format!("{forks:?}"), format!("{:?}", case.forks));
    let started = fixture.running.as_ref().map(Running::started).unwrap_or_default();
    // A child works where its spawner does.
    let beside = started.iter().all(|child| child.folder == ran.host.workspace().root());
    check("the folders of children", beside.to_string(), true.to_string());
    let started = started.into_iter().map(|Child { id, agent, prompt, .. }| Started { id, agent, prompt });
    check("the children", format!("{:#?}", started.collect::<Vec<_>>()), format!("{:#?}", case.started));
    let letters = fixture.running.as_ref().map(Running::letters).unwrap_or_default();
    check("the letters", format!("{letters:?}"), format!("{:?}", case.letters));
    Checked { wrong, told }
}

/// An entry of a roster: the operation, and the code and the message of its failure.
pub type Entry = (String, Option<(String, String)>);

/// The entries of a roster.
pub fn entries(roster: &Roster<CallEntry>) -> Vec<Entry> {
    let error = |entry: &CallEntry| entry.error.as_ref().map(|(code, text)| (code.word().to_owned(), text.to_string()));
    roster.kept.iter().map(|entry| (entry.operation.id.to_owned(), error(entry))).collect()
}

/// What stands on the roster of calls after a case, which is spelled: the calls whose methods ran.
pub fn landed(case: &Case) -> Vec<Entry> {
    let before = case.before.iter().map(|before| (before.call.clone(), None));
    before.chain((!case.refused).then(|| entry(case))).collect()
}

/// What stands on the roster of refusals.
pub fn refused(case: &Case) -> Vec<Entry> {
    case.refused.then(|| entry(case)).into_iter().collect()
}

fn entry(case: &Case) -> Entry {
    // spec: runtime, 2.2
    const ERROR_TEXT: usize = 512;
    let failure = case.fails.as_ref().map(|[code, text]| (code.clone(), cut(text, ERROR_TEXT).into_owned()));
    (case.call.clone(), failure)
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
