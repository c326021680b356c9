//! The `git` command: how it is run, and what it said when it failed.

use std::{
    ffi::{OsStr, OsString},
    fmt, io,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
    time::Duration,
};

use tokio::{process::Command, time};

/// How long a command of git may take, hooks of the repository included.
const PATIENCE: Duration = Duration::from_mins(10);

/// Variables by which whoever started gg may point git at another repository, as a hook of git does.
const OF_ANOTHER: [&str; 6] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
];

/// Who commits where nobody is configured.
const NOBODY: [&str; 4] = ["-c", "user.name=gg", "-c", "user.email=gg@localhost"];

/// The `git` command.
#[derive(Clone)]
pub struct Git {
    program: OsString,
    watch: Option<Watch>,
}

/// Who is told of every command.
type Watch = Arc<dyn Fn(&GitRan<'_>) + Send + Sync>;

/// A command of git that was run.
#[derive(Debug, Clone, Copy)]
pub struct GitRan<'a> {
    /// The command.
    pub command: &'a str,
    /// The folder it was run in.
    pub folder: &'a Path,
    /// Its exit status; none when a signal ended it.
    pub status: Option<i32>,
    /// What it wrote.
    pub out: &'a str,
    /// What it complained of.
    pub complaint: &'a str,
}

impl fmt::Debug for Git {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Git").field("program", &self.program).finish_non_exhaustive()
    }
}

impl Default for Git {
    fn default() -> Self {
        Self::at("git")
    }
}

/// What a command of git came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    /// Its exit status; none when a signal ended it.
    pub(super) status: Option<i32>,
    /// What it wrote, without the last line's end.
    pub(super) out: String,
    /// What it complained of.
    pub(super) complaint: String,
}

/// A command of git that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitError {
    /// The command, without what is the same in all of them.
    command: String,
    folder: PathBuf,
    why: String,
}

impl fmt::Display for GitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`git {}` failed in {}: {}", self.command, self.folder.display(), self.why)
    }
}

impl std::error::Error for GitError {}

impl Git {
    /// The command by its name, which is looked for on `PATH`, or by its path.
    pub fn at(program: impl Into<OsString>) -> Self {
        Self { program: program.into(), watch: None }
    }

    /// The same, of which somebody is told every command that was run.
    #[must_use]
    pub fn watched(self, watch: impl Fn(&GitRan<'_>) + Send + Sync + 'static) -> Self {
        Self { watch: Some(Arc::new(watch)), ..self }
    }

    /// Runs a command that has to succeed; what it wrote.
    pub(super) async fn run<S: AsRef<OsStr>>(&self, folder: &Path, arguments: &[S]) -> Result<String, GitError> {
        let said = self.ask(folder, arguments).await?;
        if said.status == Some(0) {
            return Ok(said.out);
        }
        Err(failed(folder, arguments, &said))
    }

    /// Runs a command whose status 1 is an answer too.
    pub(super) async fn either<S: AsRef<OsStr>>(&self, folder: &Path, arguments: &[S]) -> Result<Said, GitError> {
        let said = self.ask(folder, arguments).await?;
        if matches!(said.status, Some(0 | 1)) { Ok(said) } else { Err(failed(folder, arguments, &said)) }
    }

    /// Runs a command that commits, by whoever is configured.
    pub(super) async fn commit(&self, folder: &Path, arguments: &[&str]) -> Result<String, GitError> {
        self.run(folder, &self.as_somebody(folder, arguments).await?).await
    }

    /// Runs a command that may commit, whose status 1 is an answer too.
    pub(super) async fn either_commits(&self, folder: &Path, arguments: &[&str]) -> Result<Said, GitError> {
        self.either(folder, &self.as_somebody(folder, arguments).await?).await
    }

    /// The same command, by gg where nobody is configured.
    async fn as_somebody<'a>(&self, folder: &Path, arguments: &[&'a str]) -> Result<Vec<&'a str>, GitError> {
        let known = self.ask(folder, &["var", "GIT_COMMITTER_IDENT"]).await?.status == Some(0);
        let who: &[&str] = if known { &[] } else { &NOBODY };
        Ok([who, arguments].concat())
    }

    /// Runs a command, whatever it answers.
    pub(super) async fn ask<S: AsRef<OsStr>>(&self, folder: &Path, arguments: &[S]) -> Result<Said, GitError> {
        let error = |why: String| GitError { command: line(arguments), folder: folder.to_owned(), why };
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(folder).stdin(Stdio::null()).kill_on_drop(true);
        command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_EDITOR", "true").env("LC_ALL", "C");
        for variable in OF_ANOTHER {
            command.env_remove(variable);
        }
        let output = match time::timeout(PATIENCE, command.output()).await {
            Err(_) => return Err(error(format!("it was ended after {} minutes", PATIENCE.as_secs() / 60))),
            Ok(Err(why)) if why.kind() == io::ErrorKind::NotFound && folder.is_dir() => {
                return Err(error(format!("there is no {} on PATH", self.program.display())));
            }
            Ok(Err(why)) => return Err(error(why.to_string())),
            Ok(Ok(output)) => output,
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
        let said = Said { status: output.status.code(), out: text(&output.stdout), complaint: text(&output.stderr) };
        if let Some(watch) = &self.watch {
            let (command, Said { status, out, complaint }) = (line(arguments), &said);
            watch(&GitRan { command: &command, folder, status: *status, out, complaint });
        }
        Ok(said)
    }
}

fn failed<S: AsRef<OsStr>>(folder: &Path, arguments: &[S], said: &Said) -> GitError {
    let spoken = [&said.complaint, &said.out].into_iter().find(|text| !text.is_empty());
    let status = match said.status {
        Some(status) => format!("exit status {status}"),
        None => "a signal ended it".to_owned(),
    };
    let why = spoken.map_or_else(|| status.clone(), |text| format!("{text} ({status})"));
    GitError { command: line(arguments), folder: folder.to_owned(), why }
}

fn line<S: AsRef<OsStr>>(arguments: &[S]) -> String {
    let words: Vec<_> = arguments.iter().map(|word| word.as_ref().to_string_lossy()).collect();
    let own = words.iter().take(NOBODY.len()).eq(NOBODY.iter());
    words[if own { NOBODY.len() } else { 0 }..].join(" ")
}
