//! The `gg-codegen` command.

mod command;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    command::run(command::Command::parse())
}
