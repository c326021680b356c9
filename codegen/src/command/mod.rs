//! The command line: what may be said, and what each subcommand does with it.

mod check;
mod diff;
mod explain;
mod generate;
mod init;
mod list;
mod new;
mod project;

use std::{path::PathBuf, process::ExitCode};

use anstream::{ColorChoice, eprint};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Turns an operations table into everything that is made from it.
///
/// One file, `operations.toml`, names every operation a program may call. From it come the WIT package, the Rust host
/// trait, an SDK per language, the documentation and the prompt fragments.
#[derive(Debug, Parser)]
#[command(name = "gg-codegen", version, arg_required_else_help = true, max_term_width = 100, after_help = STATUS)]
pub(crate) struct Command {
    #[command(subcommand)]
    action: Action,

    /// When to colour what is printed. `auto` colours a terminal, unless `NO_COLOR` is set.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

const STATUS: &str = "Exit status: 0 = done; 1 = the table is refused, the output is stale, or a difference breaks \
                      something; 2 = the command could not do its work.";

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Write the output: what is missing or changed, and remove what is no longer made
    ///
    /// A file is written only where its contents change. One that is no longer made is removed if it is ours: listed in the
    /// output's manifest.json, or opening with our header. Other files stay, and are named.
    Generate(Project),
    /// Compare the output with the table, and show what differs
    Check {
        #[command(flatten)]
        project: Project,
        /// Print one JSON object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Print the operations of the table, a row each
    List {
        #[command(flatten)]
        table: Table,
        /// Print a JSON array instead of text
        #[arg(long)]
        json: bool,
    },
    /// Say what changed between two tables: for the wire, for programs per arm, and for the model
    ///
    /// Status 1 says that something breaks that the new table does not allow with a reason.
    Diff {
        /// The table as it was
        old: PathBuf,
        /// The table as it is
        new: PathBuf,
        /// Print one JSON object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Put a new operation into the table; everything else in it stays as it is
    #[command(subcommand)]
    New(new::New),
    /// Write a small project: a table of five operations, a host that implements them, and a program
    Init {
        /// The folder, which is made; it may be there if it is empty
        dir: PathBuf,
        /// What the project is called [default: the folder's name]
        #[arg(long)]
        name: Option<String>,
        /// The checkout of gg it depends on [default: the one this command was built from]
        #[arg(long, value_name = "DIR")]
        gg: Option<PathBuf>,
    },
    /// Say what a code means: why the rule is there, what breaks it, what keeps it
    Explain {
        /// A code, such as GG0012, or a rule of `diff`, such as GGD001; all there are, when left out
        code: Option<String>,
    },
}

/// Which table to read.
#[derive(Debug, Args)]
struct Table {
    /// The table [default: the nearest operations.toml, here or in a folder above]
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// What to make from which table, and where.
#[derive(Debug, Args)]
struct Project {
    #[command(flatten)]
    table: Table,

    /// The output folder [default: `generated`, beside the table]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// A folder of templates, used in place of the built-in ones
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,

    /// The command that headers name as the one that makes the output again
    #[arg(long, value_name = "COMMAND", default_value = "cargo gen")]
    regenerate: String,
}

/// How a subcommand ends when it does not simply end well.
#[derive(Debug)]
enum End {
    /// The answer is no, and has been printed.
    No,
    /// The table is refused, or something is: what to print on standard error, and then status 1.
    Refused(String),
    /// The work could not be done: what to print after `error: `, and then status 2.
    Trouble(String),
}

/// What a subcommand gives back.
type Done = Result<(), End>;

/// Runs the command and gives its exit status.
pub(crate) fn run(command: Command) -> ExitCode {
    match command.color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
    let done = match command.action {
        Action::Generate(project) => generate::run(&project),
        Action::Check { project, json } => check::run(&project, json),
        Action::List { table, json } => list::run(&table, json),
        Action::Diff { old, new, json } => diff::run(&old, &new, json),
        Action::New(new) => new::run(&new),
        Action::Init { dir, name, gg } => init::run(&dir, name.as_deref(), gg.as_deref()),
        Action::Explain { code } => explain::run(code.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(End::No) => ExitCode::from(1),
        Err(End::Refused(text)) => {
            eprint!("{text}");
            ExitCode::from(1)
        }
        Err(End::Trouble(text)) => {
            eprint!("{ERROR}error{ERROR:#}: {text}\n");
            ExitCode::from(2)
        }
    }
}

/// The colours of plain messages; findings bring their own.
const ERROR: clap::builder::styling::Style =
    clap::builder::styling::AnsiColor::BrightRed.on_default().effects(clap::builder::styling::Effects::BOLD);
/// What is added, or in order.
const GOOD: clap::builder::styling::Style = clap::builder::styling::AnsiColor::Green.on_default();
/// What is removed, or out of order.
const BAD: clap::builder::styling::Style = clap::builder::styling::AnsiColor::Red.on_default();
/// What a table's columns are called.
const HEADING: clap::builder::styling::Style =
    clap::builder::styling::Style::new().effects(clap::builder::styling::Effects::BOLD);
