//! The examples of the documentation, each run as a program of every arm, on a host that answers whatever it is asked.

use std::sync::Arc;

use gg_codegen::{
    arms::ArmIndex,
    emit::surface_json,
    surface::{Binding, Operation},
};
use gg_engine::{
    Agent, TableOperation as _,
    record::Turn,
    sandbox::{Outcome, Submission},
};
use gg_tests_conformance::{Told, journal, runtime_of, surface};
use gg_tests_host::{
    Double, everything, sample,
    tables::operations::host::{OperationId, PACKAGE, add_to_linker},
    to_json,
};
use serde_json::Value;

/// The documentation of an operation in an arm's language.
fn documented<'a>(index: &'a Value, operation: &Operation, arm: &str) -> &'a Value {
    let functions = index["functions"].as_array().unwrap_or_else(|| panic!("no functions"));
    let function = functions.iter().find(|function| function["id"] == operation.id.as_str());
    &function.unwrap_or_else(|| panic!("no documentation of {}", operation.id))["arms"][arm]
}

/// A text without what is only layout.
fn without_layout(text: &str) -> String {
    text.split_whitespace().collect::<String>().replace(",)", ")").replace(",]", "]").replace(",}", "}")
}

/// An answer whose numbers every arm can carry: JavaScript has whole numbers up to 2^53.
fn carried(answer: Value) -> Value {
    const MOST: u64 = (1 << 53) - 1;
    match answer {
        Value::Number(number) if number.as_u64().is_some_and(|number| number > MOST) => MOST.into(),
        Value::Array(items) => items.into_iter().map(carried).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, carried(value))).collect(),
        other => other,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_of_the_documentation_runs_on_every_arm() {
    let surface = surface();
    let runtime = runtime_of::<Double<OperationId>>(&PACKAGE, add_to_linker);
    let index: Value = serde_json::from_str(PACKAGE.index).unwrap_or_else(|error| panic!("{error}"));
    let mut wrong = Vec::new();
    let mut count = 0;
    let arms: Vec<&str> = runtime.arms().iter().map(|arm| arm.id()).collect();
    assert_eq!(arms.len(), 4, "{arms:?}");
    for &arm in &arms {
        let spelled = ArmIndex::find(arm).unwrap_or_else(|| panic!("no arm {arm}"));
        for operation in &surface.operations {
            let examples = documented(&index, operation, arm)["examples"].as_array().map_or(&[][..], Vec::as_slice);
            assert_eq!(examples.len(), operation.examples.len(), "{} in {arm}", operation.id);
            for (example, shown) in operation.examples.iter().zip(examples) {
                count += 1;
                let program = spelled.arm().program(&surface, &[(operation, example)]);
                let shown = shown["code"].as_str().unwrap_or_default();
                assert!(without_layout(&program).contains(&without_layout(shown)), "{shown}\n{program}");
                let answer = operation
                    .returns
                    .as_ref()
                    .map(|returns| to_json(&surface, &returns.ty, &sample(&surface, &returns.ty, count % 6)));
                let role = match &operation.binding {
                    Binding::Ending(role) => Some(role.as_str()),
                    _ => None,
                };
                let table = OperationId::TABLE;
                let agent = Agent {
                    table,
                    arm: table.arm(arm).unwrap_or_else(|| panic!("no arm {arm}")),
                    grants: everything::<OperationId>(role),
                };
                let (told, journal) = journal();
                let mut turn = Turn::new(Arc::new(agent));
                turn.journal = Some(journal);
                let host = Double::returning(carried(answer.unwrap_or_default()));
                let ran = runtime.run(turn, host, Submission::new(&program)).await;
                let expected = Told {
                    operation: table.operation(&operation.id).map_or("", |row| row.id),
                    request: surface_json::request(&surface, operation, example, Some(spelled)),
                    code: None,
                    performed: true,
                };
                let told = told.lock().map(|told| told.clone()).unwrap_or_default();
                if ran.report.outcome != Outcome::Completed || told != [expected] {
                    wrong.push(format!("{arm}: {program}\n{:?}\n{told:?}", ran.report.outcome));
                }
            }
        }
    }
    let all: usize = surface.operations.iter().map(|operation| operation.examples.len()).sum();
    assert!(all >= surface.operations.len() && count == all * arms.len(), "{count} of {all} on {arms:?}");
    assert!(wrong.is_empty(), "{} of {count} examples:\n{}", wrong.len(), wrong.join("\n"));
}
