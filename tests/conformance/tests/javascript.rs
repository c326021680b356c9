//! The cases, rendered into JavaScript and run on gg-host through the sandbox.

use std::{collections::BTreeSet, fs, sync::Arc};

use gg_codegen::{
    arms::{Arm, ArmIndex},
    source::Source,
    surface::{Example, Surface},
};
use gg_engine::{
    ErrorCode,
    arm::{Arms, javascript::JavaScript},
    sandbox::{Outcome, Runtime, Sandbox, Submission},
};
use gg_host::{
    Host,
    operations::{self, PACKAGE},
};
use gg_tests_conformance::{Case, Fixture, Told, args, cases, omitted, served, typed};
use serde_json::{Map, Value};

const ARM: &str = "javascript";

/// What a program compares values with: own members, one by one, and nothing beside them.
const SAME: &str = r"
function same(left, right) {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const members = Object.keys(left).filter((key) => left[key] !== undefined);
  const others = Object.keys(right).filter((key) => right[key] !== undefined);
  return members.length === others.length && others.every((key) => same(left[key], right[key]));
}
";

fn surface() -> Surface {
    let source = Source::new("operations.toml", include_str!("../../../operations.toml"));
    gg_codegen::table::read(&source).surface.unwrap_or_else(|| panic!("the table is refused"))
}

fn arm() -> &'static dyn Arm {
    ArmIndex::find(ARM).unwrap_or_else(|| panic!("no arm {ARM}")).arm()
}

/// A call as an expression.
fn call(surface: &Surface, id: &str, given: &Map<String, Value>) -> String {
    let operation = surface.find_operation(id).unwrap_or_else(|| panic!("no operation {id}"));
    let summary = operation.summary.clone();
    let example = Example { summary, args: args(surface, operation, given), span: operation.span };
    arm().call(surface, operation, &example)
}

/// The program of a case: it makes the calls, and ends by throwing what is not as it should be.
fn program(surface: &Surface, case: &Case) -> String {
    let operation = surface.find_operation(&case.call).unwrap_or_else(|| panic!("no operation {}", case.call));
    let calls = case.before.iter().map(|before| (before.call.as_str(), &before.args));
    let calls: Vec<(&str, &Map<String, Value>)> = calls.chain([(case.call.as_str(), &case.args)]).collect();
    let modules: BTreeSet<_> =
        calls.iter().filter_map(|(id, _)| surface.find_operation(id)).map(|row| row.module.0).collect();
    let import = |at| arm().import_line(surface, gg_codegen::surface::ModuleIndex(at));
    let mut lines: Vec<String> = modules.into_iter().map(import).collect();
    lines.push(SAME.to_owned());
    lines.extend(calls[..calls.len() - 1].iter().map(|(id, given)| format!("await {};", call(surface, id, given))));
    let made = call(surface, &case.call, &case.args);
    match &case.fails {
        None => {
            let expected = match (&case.value, &operation.returns) {
                (Some(value), Some(returns)) => {
                    arm().value(surface, &returns.ty, &typed(surface, &returns.ty, Some(value)))
                }
                (None, None) => "undefined".to_owned(),
                _ => panic!("{}: a value where there is none, or none where there is one", case.name),
            };
            lines.push(format!("const value = await {made};\nconst expected = {expected};"));
            lines.push("if (!same(value, expected)) throw new Error(`got ${JSON.stringify(value)}`);".to_owned());
        }
        Some([code, message]) => {
            lines.push(format!("let error;\ntry {{ await {made}; }} catch (thrown) {{ error = thrown; }}"));
            let (id, key) = (&operation.id, operation.names.id.as_str());
            let expected = serde_json::json!([code, key, id, message]);
            lines.push(format!("const expected = {expected};"));
            lines.push("const got = [error?.code, error?.operation, error?.id, error?.message];".to_owned());
            lines.push("if (!same(got, expected)) throw new Error(`got ${JSON.stringify(got)}`);".to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// What the journal has to be told of the call that counts.
fn told(case: &Case) -> Told {
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

/// Runs a case; what is not as it should be.
async fn run(runtime: &Runtime<Host>, surface: &Surface, case: &Case) -> Vec<String> {
    let arm = runtime.arms().find(ARM).unwrap_or_else(|| panic!("no arm {ARM}")).clone();
    let (fixture, host, turn) = Fixture::new(case, arm).await;
    let text = program(surface, case);
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
    let record = fixture.told.lock().map(|told| told.clone()).unwrap_or_default();
    let expected = told(case);
    if record.last() != Some(&expected) {
        check("the record", format!("{:?}", record.last()), format!("{expected:?}"));
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
    wrong
}

#[tokio::test(flavor = "multi_thread")]
async fn every_case_comes_out_as_the_data_says() {
    let surface = surface();
    let sandbox = Arc::new(Sandbox::new().unwrap_or_else(|error| panic!("{error}")));
    let arms = Arms::new(vec![Arc::new(JavaScript::new(&PACKAGE))]);
    let runtime = Runtime::<Host>::new(sandbox, operations::add_to_linker, arms, None, |_, _| ());
    let runtime = runtime.unwrap_or_else(|error| panic!("{error}"));
    let mut failures = Vec::new();
    let mut count = 0;
    for (file, case) in cases() {
        count += 1;
        let wrong = run(&runtime, &surface, &case).await;
        failures.extend(wrong.into_iter().map(|wrong| format!("{file}: {}: {wrong}", case.name)));
    }
    assert!(failures.is_empty(), "{} of {count} cases:\n{}", failures.len(), failures.join("\n"));
}

/// Every operation that some agent holds has a case that succeeds and one for each failure of its own.
#[test]
fn every_case_of_the_table_is_there_or_left_out_by_name() {
    let surface = surface();
    let (cases, omitted) = (cases(), omitted());
    let mut missing = Vec::new();
    for operation in surface.operations.iter().filter(|row| served(&row.id)) {
        let of: Vec<&Case> = cases.iter().map(|(_, case)| case).filter(|case| case.call == operation.id).collect();
        if of.iter().all(|case| case.fails.is_some()) {
            missing.push(format!("{}: a success", operation.id));
        }
        for error in &operation.errors {
            let code = ErrorCode::ALL[error.code].word();
            let provoked = of.iter().any(|case| case.fails.as_ref().is_some_and(|[fails, _]| fails == code));
            let left_out = omitted.iter().any(|omitted| omitted.call == operation.id && omitted.case == code);
            if !provoked && !left_out {
                missing.push(format!("{}: {code}", operation.id));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no case of tests/conformance/data has these; add a `[[case]]`, or an `[[omitted]]` with the reason:\n{}",
        missing.join("\n")
    );
    assert!(omitted.iter().all(|omitted| !omitted.reason.trim().is_empty()));
}
