//! The on-use scripts that were queued, run after the program and the chain it began. spec: runtime, 11

use std::sync::Arc;

use gg_engine::{
    Agent,
    record::Turn,
    sandbox::{Failure, Outcome, Ran, Report, Runtime, Submission},
};
use serde::Serialize;

use super::Budget;
use crate::{
    host::Host,
    uses::{Origin, Script},
};

/// An on-use script that has run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScriptReport {
    /// What brought it.
    pub origin: Origin,
    /// The name of the skill or memory.
    pub name: String,
    /// Why it failed, which is never the turn's error.
    pub failure: Option<Failure>,
    /// The line of the failure that says what failed; empty without one.
    #[serde(skip)]
    pub cause: String,
}

/// Runs the scripts queued so far; what they queue themselves waits for the next turn. What they use is charged to the
/// turn: it is added to `total`, whose outcome becomes another only by a defect.
pub(super) async fn run(
    runtime: &Runtime<Host>,
    mut turn: Turn,
    mut host: Host,
    total: &mut Report,
    budget: &Budget,
) -> (Turn, Host, Vec<ScriptReport>) {
    let scripts = host.take_scripts();
    if scripts.is_empty() {
        return (turn, host, Vec::new());
    }
    let mut reports = Vec::new();
    let agent = turn.agent.clone();
    let arm = runtime.arms().find(agent.table.arm_id(agent.arm));
    let program = arm.map_or("", |arm| arm.program_name());
    let grants = agent.grants.without_endings(agent.table);
    turn.agent = Arc::new(Agent { table: agent.table, arm: agent.arm, grants });
    host.declarations.scripts_begin();
    for script in scripts {
        let ran = once(runtime, turn, host, &script, budget).await;
        (turn, host) = (ran.turn, ran.host);
        if let Some(prepared) = ran.prepared {
            host.uses.keep_prepared(&script, prepared);
        }
        let Script { origin, name, .. } = script;
        let failure = match &ran.report.outcome {
            Outcome::Completed => None,
            Outcome::Failed(failure) => Some(in_its_file(failure.clone(), program)),
            Outcome::Fatal(_) => {
                total.outcome = ran.report.outcome;
                break;
            }
        };
        let text = failure.as_ref().map_or("", |failure| &failure.text);
        let cause = arm.map_or(text, |arm| arm.cause(text)).to_owned();
        reports.push(ScriptReport { origin, name, failure, cause });
        total.add(ran.report);
        if total.is_fatal() {
            break;
        }
    }
    host.declarations.scripts_end();
    turn.agent = agent;
    (turn, host, reports)
}

/// A failure whose places are in the script: it ran as a program does, and is called otherwise, so that whoever reads of it
/// does not look into the program.
fn in_its_file(mut failure: Failure, program: &str) -> Failure {
    let Some((_, extension)) = program.rsplit_once('.') else { return failure };
    let file = format!("on-use.{extension}");
    let renamed = |text: &str| {
        let rest = text.strip_prefix(program).filter(|rest| rest.starts_with([':', '(']))?;
        Some(format!("{file}{rest}"))
    };
    for text in failure.location.iter_mut().chain([&mut failure.text]) {
        if let Some(said) = renamed(text) {
            *text = said;
        }
    }
    failure
}

/// Runs a script, which sees no module but its own. Whether calls are documented is not asked of gg's own (spec: runtime,
/// 17.5).
async fn once(runtime: &Runtime<Host>, mut turn: Turn, mut host: Host, script: &Script, budget: &Budget) -> Ran<Host> {
    let Budget { limits, sources } = budget.clone();
    let prepared = host.uses.prepared(script);
    let modules = script.module.as_slice();
    let limits = host.begin_program(limits);
    let submission = Submission { limits, sources, prepared, modules, ..Submission::new(&script.text) };
    let is_ours = script.origin == Origin::Skill && host.library.is_built_in(&script.name);
    let documented = if is_ours { turn.documented.take() } else { None };
    let mut ran = Box::pin(runtime.run(turn, host, submission)).await;
    ran.host.note_stop(&mut ran.report);
    if is_ours {
        ran.turn.documented = documented;
    }
    ran
}
