//! Programs against tables that are not gg's: the engine knows none of their operations, and runs all of them.

use std::sync::Arc;

use gg_engine::{
    Answers, Package, TableOperation, TurnError,
    arm::{Arms, javascript::JavaScript},
    record::Turn,
    sandbox::{Limits, Outcome, Program, Ran, Runtime, Sandbox, Submission},
};
use gg_tests_host::{Answer, Double, agent, quiet::Quiet, runtime, tables};
use serde_json::json;
use wasmtime::component::Linker;

type Add<H> = fn(&mut Linker<Program<H>>) -> wasmtime::Result<()>;

/// Runs a program against a table's host.
async fn run<H: Answers>(package: &'static Package, add_to_linker: Add<H>, host: H, program: &str) -> Ran<H> {
    let runtime = runtime(add_to_linker, JavaScript::new(package), None);
    let turn = Turn::new(agent::<H::Operation>("javascript"));
    // The test host is slow, and its time is not the program's; debug builds of it are slower still.
    let limits = Limits { time: std::time::Duration::from_mins(2), ..Limits::default() };
    runtime.run(turn, host, Submission { limits, ..Submission::new(program) }).await
}

mod shop {
    pub(crate) use gg_tests_host::tables::shop::host::{OperationId, PACKAGE, add_to_linker};
}

async fn shop(answer: Answer, program: &str) -> Ran<Double<shop::OperationId>> {
    run(&shop::PACKAGE, shop::add_to_linker, Double::answering(answer), program).await
}

#[tokio::test]
async fn a_shop_sells_to_a_program() {
    let program = r#"
        import { stock } from "shop";
        const [grams, still] = stock.weigh(-5, 1.5, true);
        console.log(grams, still);
    "#;
    let ran = shop(Answer::Value(json!([2.5, true])), program).await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert_eq!(ran.report.logs.lines, ["2.5 true"]);
    assert_eq!(ran.host.steps.iter().filter(|step| *step == "method stock.weigh").count(), 1);
    let calls: Vec<String> = ran.turn.rosters.calls.kept.iter().map(gg_engine::record::CallEntry::id).collect();
    assert_eq!(calls, ["program:0:stock.weigh"]);
}

#[tokio::test]
async fn a_name_that_is_not_known_is_answered_with_the_shops_modules() {
    let ran = shop(Answer::Value(json!(null)), "stok.weigh();").await;
    let Outcome::Failed(failure) = &ran.report.outcome else { panic!("{:?}", ran.report.outcome) };
    assert_eq!((failure.kind, failure.location.as_deref()), (TurnError::ProgramUnknownName, Some("program.js:1:1")));
    assert_eq!(failure.modules, ["shop.stock", "shop.till"]);
}

#[tokio::test]
async fn a_host_that_panics_shows_a_program_nothing_of_itself() {
    let program = r#"
        import { stock } from "shop";
        try { stock.weigh(1, 1, true); } catch (error) { console.log(String(error), JSON.stringify(error)); }
        stock.weigh(1, 1, true);
    "#;
    let ran = shop(Answer::Panic("index out of bounds at /home/host/src/secret.rs:7"), program).await;
    assert!(matches!(ran.report.outcome, Outcome::Fatal(_)), "{:?}", ran.report.outcome);
    assert_eq!(ran.report.faults.len(), 2);
    let read = &ran.report.logs.lines[0];
    assert!(read.starts_with("stock.weigh failed (io-error): ") && read.contains("defect of shop"), "{read}");
    assert!(!read.contains("secret") && !read.contains("/home") && !read.contains("bounds"), "{read}");
}

#[tokio::test]
async fn a_million_calls_are_made_and_five_hundred_kept() {
    let program = r#"
        import { bell } from "least";
        for (let i = 0; i < 1_000_000; i++) bell.ring();
    "#;
    let least = tables::least::host::add_to_linker;
    let ran = run(&tables::least::host::PACKAGE, least, Quiet::default(), program).await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert_eq!(ran.report.counters.performed_calls, 1_000_000);
    let calls = &ran.turn.rosters.calls;
    assert_eq!((calls.kept.len(), calls.dropped), (500, 999_500));
}

#[tokio::test]
async fn the_component_imports_the_shops_membrane_and_nothing_else() {
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let arm = JavaScript::new(&shop::PACKAGE);
    let add: Add<Double<shop::OperationId>> = shop::add_to_linker;
    let runtime = Runtime::new(sandbox, add, Arms::default(), None, |_, _| {}).expect("a runtime");
    let mut imports = runtime.imports(&arm).await.expect("a guest");
    imports.sort();
    let interfaces =
        shop::OperationId::TABLE.modules.iter().map(|module| module.interface).chain(["feedback", "types"]);
    let mut membrane: Vec<String> = interfaces.map(|interface| format!("corner:store/{interface}")).collect();
    membrane.sort();
    membrane.dedup();
    assert_eq!(imports, membrane);
}
