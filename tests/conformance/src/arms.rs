//! The arms, ready to run: what one needs is installed at first use, and what their programs run in is built once for all
//! tests and kept below the target folder.

use std::sync::Arc;

use gg_engine::{
    arm::{Arms, javascript::JavaScript, python::Python, typescript::TypeScript},
    sandbox::{Cache, Runtime, Sandbox},
};
use gg_host::{
    Host,
    operations::{self, PACKAGE},
};
use gg_tests::tools;

/// Every arm whose programs can be run.
///
/// # Panics
///
/// What one needs cannot be installed.
pub fn arms() -> Arms {
    let environment = tools::python_environment().unwrap_or_else(|error| panic!("{error}"));
    Arms::new(vec![
        Arc::new(TypeScript::new(&PACKAGE, None)),
        Arc::new(JavaScript::new(&PACKAGE)),
        Arc::new(Python::new(&PACKAGE, environment)),
    ])
}

/// A runtime of every arm.
///
/// # Panics
///
/// It cannot be set up.
pub fn runtime() -> Runtime<Host> {
    let sandbox = Arc::new(Sandbox::new().unwrap_or_else(|error| panic!("{error}")));
    let cache = Cache::at(gg_tests::target().join("gg-cache")).unwrap_or_else(|error| panic!("{error}"));
    let runtime = Runtime::new(sandbox, operations::add_to_linker, arms(), Some(cache), |_, _| ());
    runtime.unwrap_or_else(|error| panic!("{error}"))
}
