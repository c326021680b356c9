//! The arms, ready to run: what one needs is installed at first use, and what their programs run in is built once for all
//! tests and kept below the target folder.

use std::{path::PathBuf, sync::Arc};

use gg_engine::{
    Answers, Package,
    arm::{Arms, javascript::JavaScript, python::Python, rust::Rust, typescript::TypeScript},
    sandbox::{Cache, Program, Runtime, Sandbox},
};
use gg_host::{
    Host,
    operations::{self, PACKAGE},
};
use gg_tests::tools;
use wasmtime::component::Linker;

/// The Rust arm, for a table. What it compiles is kept with what the programs of other arms run in.
///
/// # Panics
///
/// It cannot be installed.
pub fn rust(package: &'static Package) -> Rust {
    let installation = tools::rust_installation().unwrap_or_else(|error| panic!("{error}"));
    Rust::new(package, installation, Some(cache().join("rust")))
}

/// Every arm whose programs can be run, for a table.
///
/// # Panics
///
/// What one needs cannot be installed.
pub fn arms(package: &'static Package) -> Arms {
    let environment = tools::python_environment().unwrap_or_else(|error| panic!("{error}"));
    Arms::new(vec![
        Arc::new(TypeScript::new(package, None)),
        Arc::new(JavaScript::new(package)),
        Arc::new(Python::new(package, environment)),
        Arc::new(rust(package)),
    ])
}

/// A runtime of every arm on gg-host.
///
/// # Panics
///
/// It cannot be set up.
pub fn runtime() -> Runtime<Host> {
    runtime_of(&PACKAGE, operations::add_to_linker)
}

/// A runtime of every arm on other hosts of a table.
///
/// # Panics
///
/// It cannot be set up.
pub fn runtime_of<H: Answers + 'static>(
    package: &'static Package,
    add_to_linker: impl Fn(&mut Linker<Program<H>>) -> wasmtime::Result<()>,
) -> Runtime<H> {
    let sandbox = Arc::new(Sandbox::new().unwrap_or_else(|error| panic!("{error}")));
    let cache = Cache::at(cache()).unwrap_or_else(|error| panic!("{error}"));
    let runtime = Runtime::new(sandbox, add_to_linker, arms(package), Some(cache), |_, _| ());
    runtime.unwrap_or_else(|error| panic!("{error}"))
}

fn cache() -> PathBuf {
    gg_tests::target().join("gg-cache")
}
