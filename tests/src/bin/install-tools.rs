//! Installs the tools of the tests, so that the tests themselves run offline: `cargo tools`.

use std::process::ExitCode;

fn main() -> ExitCode {
    match gg_tests::tools::Tools::install() {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
