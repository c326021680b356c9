//! The JavaScript engine, on its own: every table's component, and what programs of every kind come to in it.

use std::sync::OnceLock;

use gg_engine::TableOperation;
use gg_tests_host::{Double, Ran, ScriptEngine, tables};
use serde_json::Value;

type Gg = tables::operations::host::OperationId;

fn gg() -> &'static ScriptEngine<Gg> {
    static ENGINE: OnceLock<ScriptEngine<Gg>> = OnceLock::new();
    ENGINE
        .get_or_init(|| ScriptEngine::new(&tables::operations::host::PACKAGE, tables::operations::host::add_to_linker))
}

/// Runs a program whose calls all return this.
fn run(program: &str, answer: Value) -> Ran<Gg> {
    gg().run(program, Double::returning(answer))
}

#[test]
fn a_program_makes_a_call() {
    let ran = run(
        "import { files } from \"gg\";\nconsole.log(files.readTextFile('a.md', { limit: 3 }));\n",
        Value::from("text"),
    );
    assert_eq!(ran.trap, None);
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs, ["text"]);
    assert_eq!(ran.calls.len(), 2, "{:?}", ran.calls);
}

#[test]
fn it_is_bound_to_every_operation() {
    let ids: Vec<&str> = Gg::TABLE.operations.iter().map(|operation| operation.id).collect();
    assert_eq!(gg().bound_operations(Double::returning(Value::Null)), ids);
}
