//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use gg_host::profile::MAIN;

/// Runs model-written programs in a closed sandbox, against gg's operations.
#[derive(Debug, Parser)]
#[command(name = "gg", version, about, disable_help_subcommand = true, after_help = HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run one program, and print what came of it.
    ///
    /// Exits with 0 when it ran, 1 when it failed or met a ceiling, 2 when it could not be started.
    #[command(after_help = RUN_HELP)]
    Run(Run),
    /// Give an agent a task: a model writes programs, which run, turn by turn, until the task is done.
    ///
    /// Exits with 0 when the agent ended its session or was ended by its operator, 3 when a ceiling was met, 1 when model,
    /// hook, compaction or gg itself failed, or it could not be started, 2 when the command line is wrong.
    #[command(after_help = AGENT_HELP)]
    Agent(Agent),
    /// List the sessions of agents that were recorded in a workspace, or show one.
    Sessions(Sessions),
    /// Replay a recorded session, and verify that the same programs come to the same.
    ///
    /// Model, files, commands, clock and randomness are answered from the record; nothing in the workspace is changed. Exits
    /// with 0 when all of it came out as recorded, and with 1 at the first difference, which is named.
    Replay(Replay),
    /// Type programs one after the other, with what they keep.
    #[command(after_help = REPL_HELP)]
    Repl(Session),
    /// Search the documentation of the operations, or show it.
    #[command(after_help = DOCS_HELP)]
    Docs {
        #[command(subcommand)]
        command: Docs,
    },
    /// Print the system prompt of an agent.
    Prompt(Prompt),
    /// List every operation, whether an agent holds it, and what buys it.
    Surface(Surface),
    /// Show the tasks that are kept in a workspace.
    #[command(after_help = TASKS_HELP)]
    Tasks(Kept),
    /// Show the memories that are kept in a workspace.
    #[command(after_help = MEMORIES_HELP)]
    Memories(Kept),
    /// Show the board of a workspace: its epics and issues.
    #[command(after_help = BOARD_HELP)]
    Board(Board),
    /// List the skills of a workspace, or show one.
    ///
    /// Exits with 2 when the skill folder is not in order, with every mistake at its place.
    #[command(after_help = SKILLS_HELP)]
    Skills {
        #[command(subcommand)]
        command: Skills,
    },
    /// Look after the cache of compiled engines.
    Cache {
        #[command(subcommand)]
        command: Cache,
    },
    /// List the program languages, and install what one needs.
    Arms {
        #[command(subcommand)]
        command: Arms,
    },
    /// Say what each program language needs, and whether it is there.
    ///
    /// Exits with 1 when something is missing that programs cannot run without.
    Doctor(Doctor),
    /// Print the completions of a shell.
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

/// What the whole command says at the end of its help.
const HELP: &str = "\
Begin with:
  gg run program.ts             run a program in this folder, and read what came of it
  gg repl                       type programs, with completion of the calls there are
  gg docs search read file      find a call
  gg docs show files.readFile   read what it takes and gives
  gg agent \"a task\" --model M   have a model do a task, program by program
  gg doctor                     see what is there and what is missing

A program is an ES module that imports what it calls:
  import { files, views } from \"gg\";
  views.openText(\"first line\", files.readTextFile(\"README.md\", { limit: 1 }));

What a program may call is said by a profile (--profile FILE); `gg surface` lists it.";

const RUN_HELP: &str = "\
Examples:
  gg run tour.ts --calls                      the report, with every call and its time
  gg run - --arm javascript < program.js      a program from standard input
  gg run fix.ts --workspace ../site --json    in another folder, the report as data";

const AGENT_HELP: &str = "\
Models are named by provider and name:
  anthropic:NAME, openai:NAME          with the key in ANTHROPIC_API_KEY or OPENAI_API_KEY
  http://localhost:11434/v1#NAME       an OpenAI-compatible server; a key, if any, in GG_MODEL_API_KEY
  scripted:FILE                        replies that stand in a file

Examples:
  gg agent \"Fix the failing test\" --model anthropic:NAME
  gg agent --resume SESSION            go on after a kill; `gg sessions` lists them
  gg agent \"Sum up the notes\" --profile reader.toml --workspace ../site --json

A file `.gg/cancel` in the workspace ends the run at the next turn; so does Ctrl-C, at once.";

const REPL_HELP: &str = "\
An entry is a whole program. It begins with what it imports, goes on over lines until it can end, and runs then.
Views, notices and errors are printed as the model would read them. TAB completes calls. `.help` lists what else there is.";

const DOCS_HELP: &str = "\
Examples:
  gg docs search read file --kind function    functions about reading files
  gg docs search --module views               everything of a module
  gg docs show files.readFile                 a function, and the types beside it";

const TASKS_HELP: &str = "\
Examples:
  gg tasks                      every agent's: ready ones, blocked ones, and how many are done
  gg tasks parser               one of them whole
  gg tasks --agent main --json  those of an agent, as data";

const MEMORIES_HELP: &str = "\
Examples:
  gg memories                   every agent's, a line each, and those that all share
  gg memories build-command     one of them whole, with its code
  gg memories --json            all of them, as data";

const BOARD_HELP: &str = "\
Examples:
  gg board              every epic with its issues, where each stands, and what it waits for
  gg board AUTH-2       an issue whole: its scopes, its reviewers, when it counts as finished
  gg board --json       the whole board, as data

Programs fill it whose profile has [capability.project-management]. `gg run` and `gg repl` start nobody to work on it.";

const SKILLS_HELP: &str = "\
A skill is a file .gg/skills/NAME.md, or a folder .gg/skills/NAME with skill.md, and code in skill.ts and on-use.ts. It begins:
  ---
  name: NAME
  description: What it is about, in a line.
  ---

Examples:
  gg skills list                    every skill, and the languages its code is in
  gg skills show gg-filesystem      what a program that reads it gets";

const COMPLETIONS_HELP: &str = "\
Examples:
  gg completions bash > ~/.local/share/bash-completion/completions/gg
  gg completions zsh > ~/.zfunc/_gg
  gg completions fish > ~/.config/fish/completions/gg.fish";

/// The id of an agent.
fn agent_id(text: &str) -> Result<String, &'static str> {
    if text.trim().is_empty() || text.contains(char::is_control) {
        return Err("an id is not blank and has no control characters");
    }
    Ok(text.to_owned())
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
    pub(crate) session: Session,
    /// Print the report as JSON, with its rosters.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Whose programs run, and how.
#[derive(Debug, Args)]
pub(crate) struct Session {
    #[command(flatten)]
    pub(crate) whose: Whose,
    /// The agent it is: what it keeps in the workspace is found again under its id.
    #[arg(long, value_name = "ID", default_value = MAIN, value_parser = agent_id)]
    pub(crate) agent: String,
    /// The folder programs work in; the current one when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// List every call with its outcome and its time.
    #[arg(long)]
    pub(crate) calls: bool,
    /// Type-check TypeScript with `tsc` or `tsgo`, of PATH or named by `GG_TSC`.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(crate) check: Check,
}

#[derive(Debug, Args)]
pub(crate) struct Sessions {
    /// One of them, by its id.
    #[arg(value_name = "SESSION")]
    pub(crate) session: Option<String>,
    /// The workspace; the current folder when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The session, by its id.
    #[arg(value_name = "SESSION")]
    pub(crate) session: String,
    /// The workspace; the current folder when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Agent {
    /// What it is to do.
    #[arg(value_name = "TASK", required_unless_present = "resume")]
    pub(crate) task: Option<String>,
    /// Goes on with a recorded session that was interrupted. A command or a write that was not answered is not done again.
    #[arg(long, value_name = "SESSION", conflicts_with_all = ["task", "profile", "arm"])]
    pub(crate) resume: Option<String>,
    /// The model; what the profile says when not given.
    #[arg(long, value_name = "PROVIDER:NAME")]
    pub(crate) model: Option<String>,
    /// Print every event as a line of JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) session: Session,
}

#[derive(Debug, Args)]
pub(crate) struct Kept {
    /// One of them, by its id or its name, to be shown whole.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Only those of this agent.
    #[arg(long, value_name = "ID", value_parser = agent_id)]
    pub(crate) agent: Option<String>,
    /// The workspace; the current folder when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// Print them as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Board {
    /// The issue or the epic to be shown whole.
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// The workspace; the current folder when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// The folder that is looked at; the current one when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
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

#[derive(Debug, Subcommand)]
pub(crate) enum Skills {
    /// List every skill.
    List(Library),
    /// Show a skill: what it is about, its prose and its code.
    Show {
        /// Its name.
        name: String,
        #[command(flatten)]
        library: Library,
    },
}

/// Which library it is.
#[derive(Debug, Args)]
pub(crate) struct Library {
    #[command(flatten)]
    pub(crate) whose: Whose,
    /// The folder the skills are of; the current one when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
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
    /// The folder the agent works in, which has its skills; the current one when not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
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
pub(crate) enum Arms {
    /// List them: what can be run, and what would have to be installed.
    List,
    /// Install what a language needs, once; programs then run without the network.
    Install {
        /// The language, such as `python`.
        #[arg(value_name = "ID")]
        arm: String,
    },
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
