//! The command `gg`: runs programs against gg's operations, and shows what they can reach.

mod agent;
mod arguments;
mod arms;
mod board;
mod cache;
mod docs;
mod doctor;
mod files;
mod interrupt;
mod kept;
mod launch;
mod live;
mod output;
mod progress;
mod prompt;
mod repl;
mod report;
mod run;
mod session;
mod sessions;
mod skills;
mod style;
mod surface;
mod team;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::{CommandFactory as _, Parser as _};

/// Why the command could not do what it was asked for: how it was used, or the profile. Exits with 2.
#[derive(Debug)]
pub(crate) struct Refused(String);

impl Refused {
    /// A refusal that says what was asked, what was found and what to do.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    // An agent that is not launched has ended as one whose run failed (spec: runtime, 25.2).
    let refused = if matches!(command, Command::Agent(_)) { 1 } else { 2 };
    let done = match command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Agent(arguments) => agent::run(&arguments),
        Command::Sessions(arguments) => sessions::run(&arguments),
        Command::Replay(arguments) => sessions::replay(&arguments),
        Command::Repl(arguments) => repl::run(&arguments),
        Command::Docs { command } => docs::run(&command),
        Command::Prompt(arguments) => prompt::run(&arguments),
        Command::Surface(arguments) => surface::run(&arguments),
        Command::Tasks(arguments) => kept::tasks(&arguments),
        Command::Memories(arguments) => kept::memories(&arguments),
        Command::Arms { command } => arms::run(&command),
        Command::Board(arguments) => board::show(&arguments),
        Command::Cache { command } => cache::run(&command),
        Command::Skills { command } => skills::run(&command),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "gg", &mut script);
            output::data(String::from_utf8_lossy(&script).trim_end()).map(|()| ExitCode::SUCCESS)
        }
    };
    done.unwrap_or_else(|Refused(text)| {
        output::tell(format_args!("{}: {text}", style::bad("gg")));
        ExitCode::from(refused)
    })
}
