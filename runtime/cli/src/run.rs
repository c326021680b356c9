//! `gg run`: one program, from its file to a report.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use gg_engine::{
    TableOperation as _,
    record::Turn,
    sandbox::{Limits, Outcome, Ran, Submission},
};
use gg_host::{Host, operations::OperationId};

use crate::{
    Refused,
    arguments::{Check, Run},
    interrupt, launch, report, style,
};

/// Runs the program and prints what came of it.
pub(crate) fn run(arguments: &Run) -> Result<ExitCode, Refused> {
    let text = program(&arguments.program)?;
    let profile = launch::profile(&arguments.whose, Some(&arguments.program))?;
    let arm = OperationId::TABLE.arm_id(profile.arm);
    let checker = if arm == "typescript" { launch::checker(arguments.check)? } else { None };
    if arm == "typescript" && checker.is_none() && arguments.check == Check::Auto {
        let line = "no TypeScript compiler is installed; the program runs unchecked (--check=off says nothing)";
        anstream::eprintln!("{}", style::dim(&format!("gg: {line}")));
    }
    let runtime = launch::runtime(checker)?;
    if runtime.arms().find(arm).is_none() {
        let arms: Vec<&str> = runtime.arms().iter().map(|arm| arm.id()).collect();
        return Err(Refused::new(format!("programs in `{arm}` cannot be run yet; there are {}", arms.join(", "))));
    }
    let root = arguments.workspace.clone().unwrap_or_else(|| PathBuf::from("."));
    let deadline = profile.run.max_runtime.map(|time| Instant::now() + time);
    let host = launch::host(&profile, &root, deadline)?;
    let mut turn = Turn::new(profile.agent("standard", &host));
    turn.deadline = deadline;
    let limits = Limits {
        time: profile.program.timeout,
        memory: usize::try_from(profile.program.max_memory_bytes).unwrap_or(usize::MAX),
    };
    let submission = Submission { limits, ..Submission::new(&text) };
    let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let failed = |error: std::io::Error| Refused::new(format!("the sandbox cannot be set up: {error}"));
    let (tokio, interrupted) = (tokio.map_err(failed)?, interrupt::watch().map_err(failed)?);
    let ran = tokio.block_on(async {
        tokio::select! {
            ran = runtime.run(turn, host, submission) => Ok(ran),
            Ok(status) = interrupted => Err(status),
        }
    });
    let mut ran = match ran {
        Ok(ran) => ran,
        // The command of a call that is given up has been ended.
        Err(status) => return Ok(ExitCode::from(status)),
    };
    if !ran.report.declarations_stand() {
        ran.host.program_failed();
    }
    let done = code(&ran);
    if arguments.json {
        report::json(&mut ran);
    } else {
        report::print(&mut ran, arguments.calls);
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

/// 0 when it ran, 1 when it failed or met a ceiling. spec: decisions, 98
fn code(ran: &Ran<Host>) -> ExitCode {
    match ran.report.outcome {
        Outcome::Completed => ExitCode::SUCCESS,
        Outcome::Failed(_) | Outcome::Fatal(_) => ExitCode::FAILURE,
    }
}
