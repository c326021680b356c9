//! The `gg-codegen` command.

mod command;

use std::process::ExitCode;

use clap::Parser;

/// Making an output is making many short texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    command::run(command::Command::parse())
}
