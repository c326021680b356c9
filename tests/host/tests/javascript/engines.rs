//! The engines the suites run programs in, each made once.

use std::sync::OnceLock;

use gg_tests_host::{Double, Ran, ScriptEngine, tables};
use serde_json::Value;

pub(crate) type Gg = tables::operations::host::OperationId;
pub(crate) type Echo = tables::echo::host::OperationId;

/// The engine of gg's own table.
pub(crate) fn gg() -> &'static ScriptEngine<Gg> {
    static ENGINE: OnceLock<ScriptEngine<Gg>> = OnceLock::new();
    ENGINE
        .get_or_init(|| ScriptEngine::new(&tables::operations::host::PACKAGE, tables::operations::host::add_to_linker))
}

/// The engine of the table with an operation for each type.
pub(crate) fn echo() -> &'static ScriptEngine<Echo> {
    static ENGINE: OnceLock<ScriptEngine<Echo>> = OnceLock::new();
    ENGINE.get_or_init(|| ScriptEngine::new(&tables::echo::host::PACKAGE, tables::echo::host::add_to_linker))
}

/// Runs a program of gg's whose calls all return this.
pub(crate) fn run(program: &str, answer: Value) -> Ran<Gg> {
    let ran = gg().run(program, Double::returning(answer));
    assert_eq!(ran.trap, None, "{program}");
    ran
}

/// What a program prints, which must end well.
pub(crate) fn printed(program: &str) -> Vec<String> {
    let ran = run(program, Value::Null);
    assert_eq!(ran.told.error, None, "{program}");
    ran.told.logs
}
