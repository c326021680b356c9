//! `gg run`: one program, from its file to a report.

use std::{io::Read as _, path::Path, process::ExitCode};

use gg_engine::sandbox::Outcome;
use gg_host::submission::Submitted;

use crate::{Refused, arguments::Run, interrupt, launch, report, session::Session};

/// Runs the program and prints what came of it.
pub(crate) fn run(arguments: &Run) -> Result<ExitCode, Refused> {
    let text = program(&arguments.program)?;
    let (session, mut host) = Session::begin(&arguments.session, Some(&arguments.program))?;
    session.load(&mut host)?;
    let interrupted = interrupt::watch(interrupt::ALL)?;
    let ran = session.block_on(async {
        tokio::select! {
            ran = session.run(host, &text) => Ok(ran),
            Ok(status) = interrupted => Err(status),
        }
    });
    let mut ran = match ran {
        Ok(ran) => ran,
        // The command of a call that is given up has been ended.
        Err(status) => return Ok(ExitCode::from(status)),
    };
    let done = code(&ran);
    if arguments.json {
        report::json(&mut ran)?;
    } else {
        report::print(&mut ran, arguments.session.calls)?;
    }
    Ok(done)
}

fn program(path: &Path) -> Result<String, Refused> {
    if path != Path::new("-") {
        return launch::read(path);
    }
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Refused::new(format!("standard input cannot be read: {error}")))?;
    Ok(text)
}

/// 0 when it ran, 1 when it failed, met a ceiling, a broken hook or a defect of gg. spec: decisions, 98, and runtime, 5.3
fn code(ran: &Submitted) -> ExitCode {
    match ran.report.total.outcome {
        Outcome::Completed if !ran.report.total.is_fatal() && ran.host.broken_hook().is_none() => ExitCode::SUCCESS,
        Outcome::Completed | Outcome::Failed(_) | Outcome::Fatal(_) => ExitCode::FAILURE,
    }
}
