//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Runs model-written programs in a closed sandbox, against gg's operations.
#[derive(Debug, Parser)]
#[command(name = "gg", version, about, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run one program, and print what came of it.
    ///
    /// Exits with 0 when it ran, 1 when it failed or met a ceiling, 2 when it could not be started.
    Run(Run),
    /// Search the documentation of the operations, or show it.
    Docs {
        #[command(subcommand)]
        command: Docs,
    },
    /// Print the system prompt of an agent.
    Prompt(Prompt),
    /// List every operation, whether an agent holds it, and what buys it.
    Surface(Surface),
    /// Look after the cache of compiled engines.
    Cache {
        #[command(subcommand)]
        command: Cache,
    },
}

/// Whose agent it is.
#[derive(Debug, Args)]
pub(crate) struct Whose {
    /// The profile, a TOML file; a coding agent's when not given.
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
    /// The program language, such as `typescript`; what the program's file name or the profile says when not given.
    #[arg(long, value_name = "ID")]
    pub(crate) arm: Option<String>,
}

/// Whether TypeScript is type-checked before it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Check {
    /// If a compiler is installed.
    Auto,
    /// Always; without a compiler nothing runs.
    On,
    /// Never.
    Off,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The program's file; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) program: PathBuf,
    #[command(flatten)]
    pub(crate) whose: Whose,
    /// The folder the program works in; the current one when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// Print the report as JSON, with its rosters.
    #[arg(long)]
    pub(crate) json: bool,
    /// List every call with its outcome and its time.
    #[arg(long)]
    pub(crate) calls: bool,
    /// Type-check TypeScript with `tsc` or `tsgo`, of PATH or named by `GG_TSC`.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(crate) check: Check,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Docs {
    /// Find what an agent may call.
    Search(Search),
    /// Show the documentation of a function, a type or a module, and of the types beside it.
    Show {
        /// Its name, bare or qualified.
        name: String,
        #[command(flatten)]
        whose: Whose,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Words to look for.
    pub(crate) words: Vec<String>,
    /// A module to look in, by id or path; may be given again.
    #[arg(long = "module", value_name = "MODULE")]
    pub(crate) modules: Vec<String>,
    /// A type: it and the functions that mention it.
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) ty: Option<String>,
    /// `module`, `function` or `type`.
    #[arg(long)]
    pub(crate) kind: Option<String>,
    /// Results to skip.
    #[arg(long, default_value_t = 0)]
    pub(crate) offset: u32,
    /// Most results to print.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) whose: Whose,
}

#[derive(Debug, Args)]
pub(crate) struct Prompt {
    #[command(flatten)]
    pub(crate) whose: Whose,
    /// A template in place of the default one.
    #[arg(long, value_name = "FILE")]
    pub(crate) template: Option<PathBuf>,
    /// The role by which the session ends.
    #[arg(long, default_value = "standard")]
    pub(crate) ending: String,
}

#[derive(Debug, Args)]
pub(crate) struct Surface {
    #[command(flatten)]
    pub(crate) whose: Whose,
    /// The role by which the session ends.
    #[arg(long, default_value = "standard")]
    pub(crate) ending: String,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Cache {
    /// List what it holds.
    List,
    /// Empty it.
    Clear,
    /// Print where it is.
    Path,
}
