//! The arms, ready to run: what one needs is installed at first use, and what their programs run in is built once for all
//! tests and kept below the target folder.

use std::{
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

use gg_engine::{
    arm::{
        Arms, Install as _,
        javascript::JavaScript,
        python::{Environment, Python},
        typescript::TypeScript,
    },
    sandbox::{Cache, Runtime, Sandbox},
};
use gg_host::{
    Host,
    operations::{self, PACKAGE},
};

/// The folder where tools of the tests stand: that which `GG_TOOLS` names, or one below the target folder.
pub fn tools() -> PathBuf {
    env::var_os("GG_TOOLS").map_or_else(|| target().join("tools"), PathBuf::from)
}

/// The environment of the Python arm, installed.
///
/// # Panics
///
/// It cannot be installed.
pub fn environment() -> Environment {
    let environment = Environment::below(&tools());
    environment.install(&|_| ()).unwrap_or_else(|error| panic!("{error}"));
    environment
}

/// Every arm whose programs can be run.
///
/// # Panics
///
/// What one needs cannot be installed.
pub fn arms() -> Arms {
    Arms::new(vec![
        Arc::new(TypeScript::new(&PACKAGE, None)),
        Arc::new(JavaScript::new(&PACKAGE)),
        Arc::new(Python::new(&PACKAGE, environment())),
    ])
}

/// A runtime of every arm.
///
/// # Panics
///
/// It cannot be set up.
pub fn runtime() -> Runtime<Host> {
    let sandbox = Arc::new(Sandbox::new().unwrap_or_else(|error| panic!("{error}")));
    let cache = Cache::at(target().join("gg-cache")).unwrap_or_else(|error| panic!("{error}"));
    let runtime = Runtime::new(sandbox, operations::add_to_linker, arms(), Some(cache), |_, _| ());
    runtime.unwrap_or_else(|error| panic!("{error}"))
}

/// The target folder, which the tests' own is in.
fn target() -> PathBuf {
    let program = env::current_exe().unwrap_or_else(|error| panic!("{error}"));
    // `target/<profile>/deps/<test>`
    program.ancestors().nth(3).unwrap_or(Path::new(".")).to_owned()
}
