//! Runs a command line to its end or to its timeout, with everything it started.

mod group;
mod offload;
mod output;

use std::{
    io,
    path::{Path, PathBuf},
    pin::pin,
    process::Stdio,
    time::Duration,
};

use tokio::{
    io::{AsyncWrite, AsyncWriteExt},
    time,
};

use group::Group;
use output::Capture;

pub use offload::Offload;
pub(crate) use offload::folder;
pub(crate) use output::{Bounds, Output, WHOLE};

/// How long output may still come in after the shell has ended; longer only when something it left running holds on to
/// the pipe.
const LINGER: Duration = Duration::from_millis(100);

/// A command to run.
#[derive(Debug)]
pub(crate) struct Command<'a> {
    /// A line for `sh -c`.
    pub(crate) line: &'a str,
    /// Where it runs.
    pub(crate) folder: &'a Path,
    /// What it can read.
    pub(crate) input: &'a [u8],
    /// How long it may run.
    pub(crate) timeout: Duration,
    /// Where its whole output is kept, if anywhere.
    pub(crate) offload: Option<PathBuf>,
}

/// What became of a command.
#[derive(Debug)]
pub(crate) struct Ended {
    /// How it ended.
    pub(crate) end: End,
    /// What it wrote.
    pub(crate) output: Output,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself, with this status; none when a signal ended it.
    Exited(Option<i32>),
    /// It was ended at its timeout.
    TimedOut,
}

/// Runs a command.
///
/// At the timeout its process group and whatever else it started are asked to end, and ended. When the shell has ended
/// in time, what it left running in the background stays.
///
/// # Errors
///
/// It cannot be started or waited for, or its output cannot be kept.
pub(crate) async fn run(command: Command<'_>) -> io::Result<Ended> {
    let (mut stdout, mut stderr) = Capture::pair(command.offload.as_deref())?;
    let mark = group::mark();
    let mut shell = tokio::process::Command::new("sh");
    shell.arg("-c").arg(command.line).current_dir(command.folder).env(group::MARK, &mark).process_group(0);
    let stdin = if command.input.is_empty() { Stdio::null() } else { Stdio::piped() };
    let mut child = shell.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let group = Group::new(child.id(), mark);
    let (input, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let end = {
        let mut streams = pin!(async {
            let ((), out, err) = tokio::join!(feed(input, command.input), stdout.take(out), stderr.take(err));
            out.and(err)
        });
        let mut timeout = pin!(time::sleep(command.timeout));
        let mut closed = None;
        let end = loop {
            tokio::select! {
                result = &mut streams, if closed.is_none() => closed = Some(result),
                status = child.wait() => break End::Exited(status?.code()),
                () = &mut timeout => {
                    group.end(&mut child).await?;
                    break End::TimedOut;
                }
            }
        };
        group.leave();
        match closed {
            Some(result) => result?,
            None => time::timeout(LINGER, &mut streams).await.unwrap_or(Ok(()))?,
        }
        end
    };
    Ok(Ended { end, output: Output::new(stdout, stderr) })
}

/// Writes what a command can read. One that reads none of it is no failure.
async fn feed(pipe: Option<impl AsyncWrite + Unpin>, input: &[u8]) {
    if let Some(mut pipe) = pipe {
        let _ = pipe.write_all(input).await;
        let _ = pipe.shutdown().await;
    }
}
