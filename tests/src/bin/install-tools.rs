//! Installs the tools of the tests, so that the tests themselves run offline: `cargo tools`.

use std::process::ExitCode;

use gg_tests::tools;

fn main() -> ExitCode {
    let tools = tools::Tools::install().map_err(|error| error.to_string());
    let python = tools.and_then(|_| tools::python_environment().map_err(|error| error.to_string()));
    let rust = python.and_then(|_| tools::rust_installation().map_err(|error| error.to_string()));
    match rust {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
