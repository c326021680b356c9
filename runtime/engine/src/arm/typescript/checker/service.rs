//! The compiler written in JavaScript, kept warm: a process that answers a line for a line.

use std::{path::Path, process::Stdio};

use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::Mutex,
};

use super::{Answer, Checker, GLOBALS, LIBRARIES, Question, crashed, module_file};
use crate::arm::{Rejection, Toolchain};

/// What the process runs.
const SCRIPT: &str = include_str!("../check.js");

/// How much of what a process says at its end is kept.
const LAST_WORDS: u64 = 4096;

/// The process, started at the first question. One question at a time.
#[derive(Debug, Default)]
pub(super) struct Service(Mutex<Option<Worker>>);

#[derive(Debug)]
struct Worker {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Service {
    /// Asks the process. One that fails is ended, and the next question starts another.
    pub(super) async fn ask(
        &self,
        node: &Path,
        library: &Path,
        checker: &Checker,
        question: &Question<'_>,
    ) -> Result<Answer, Rejection> {
        let mut place = self.0.lock().await;
        // Out of its place while it is asked: who stops waiting for the answer ends the process.
        let mut worker = match place.take() {
            Some(worker) => worker,
            None => Worker::start(node, library, checker).await?,
        };
        let modules = question.modules.iter().map(|module| (module_file(&module.key), &module.listed));
        let modules: Vec<(String, &String)> = modules.collect();
        let answer = worker.ask(&json!({ "file": question.file(), "text": question.text, "libs": modules })).await?;
        let answer = serde_json::from_str(&answer).map_err(crashed)?;
        *place = Some(worker);
        Ok(answer)
    }
}

impl Worker {
    async fn start(node: &Path, library: &Path, checker: &Checker) -> Result<Self, Rejection> {
        let mut command = Command::new(node);
        command.args(["--no-warnings", "--input-type=commonjs", "-e", SCRIPT, "--"]).arg(library);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut process = command.spawn().map_err(|error| Rejection::Toolchain {
            how: Toolchain::Missing,
            detail: format!("{} cannot be started: {error}", node.display()),
        })?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(crashed("it has no input or output"));
        };
        let mut worker = Self { process, input, output: BufReader::new(output) };
        let start = json!({
            "name": checker.root,
            "declarations": checker.declarations,
            "globals": GLOBALS,
            "libs": LIBRARIES,
        });
        worker.ask(&start).await?;
        Ok(worker)
    }

    async fn ask(&mut self, question: &serde_json::Value) -> Result<String, Rejection> {
        let mut line = question.to_string();
        line.push('\n');
        let mut answer = String::new();
        let asked = async {
            self.input.write_all(line.as_bytes()).await?;
            self.input.flush().await?;
            self.output.read_line(&mut answer).await
        };
        match asked.await {
            Ok(length) if length > 0 => Ok(answer),
            Ok(_) => Err(crashed(self.last_words().await)),
            Err(error) => Err(crashed(format!("{error}\n{}", self.last_words().await))),
        }
    }

    /// What the process said on standard error.
    async fn last_words(&mut self) -> String {
        let mut text = Vec::new();
        if let Some(stderr) = self.process.stderr.take() {
            // What cannot be read is not there to be told.
            let _ = stderr.take(LAST_WORDS).read_to_end(&mut text).await;
        }
        String::from_utf8_lossy(&text).trim().to_owned()
    }
}
