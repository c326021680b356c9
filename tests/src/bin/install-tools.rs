//! Installs the tools of the tests, so that the tests themselves run offline: `cargo tools`.

use std::process::{Command, ExitCode};

use gg_tests::tools;

fn main() -> ExitCode {
    let tools = tools::Tools::install().map_err(|error| error.to_string());
    let python = tools.and_then(|_| tools::python_environment().map_err(|error| error.to_string()));
    let rust = python.and_then(|_| tools::rust_installation().map_err(|error| error.to_string()));
    match rust.and_then(|_| fetch()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Fetches every crate the workspace may be built with, on whatever machine: a test reads them all, and a build only those
/// of the machine it is for.
fn fetch() -> Result<(), String> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let fetched =
        Command::new(env!("CARGO")).args(["fetch", "--quiet", "--locked", "--manifest-path", manifest]).status();
    match fetched {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo fetch: {status}")),
        Err(error) => Err(format!("cargo does not start: {error}")),
    }
}
