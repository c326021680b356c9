//! `gg surface`: every operation, whether an agent holds it, and what buys it. For the operator: no model sees this.

use std::{fmt::Write as _, process::ExitCode};

use gg_engine::{Agent, Binding, Operation, TableOperation as _};
use gg_host::{Profile, operations::OperationId};
use serde_json::json;

use crate::{Refused, arguments::Surface, launch, output, style};

/// Lists the operations.
pub(crate) fn run(arguments: &Surface) -> Result<ExitCode, Refused> {
    let profile = launch::profile(&arguments.whose, None)?;
    let agent = launch::seen(&profile, &arguments.ending)?;
    if arguments.json {
        output::data(format_args!("{:#}", as_json(&agent)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let table = OperationId::TABLE;
    let spelling = |operation: &Operation| operation.spelling(agent.arm).len();
    let width = table.operations.iter().map(|operation| spelling(operation)).max().unwrap_or_default();
    let mut text = String::new();
    for (at, module) in (0..).zip(table.modules) {
        let mut operations = table.operations.iter().filter(|operation| operation.module == at).peekable();
        if operations.peek().is_some() {
            let _ = writeln!(text, "{}", style::heading(module.id));
        }
        for operation in operations {
            let held = agent.grants.permits(operation);
            let mark = if held { style::good("held") } else { style::dim("  - ") };
            let condition =
                operation.condition.filter(|_| !held).map(|condition| format!("; held only while {condition}"));
            let omitted = if omits(&profile, operation) { "; not on the allowlist" } else { "" };
            let bought = style::dim(&format!("{}{}{omitted}", bought(operation), condition.unwrap_or_default()));
            let _ = writeln!(text, "  {mark}  {:width$}  {bought}", operation.spelling(agent.arm));
        }
    }
    let held = table.operations.iter().filter(|operation| agent.grants.permits(operation)).count();
    output::print(format_args!("{text}{held} of {} held\n", table.operations.len()))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the profile leaves an operation out, be it bought or not.
fn omits(profile: &Profile, operation: &Operation) -> bool {
    let Some(allowlist) = &profile.allowlist else { return false };
    matches!(operation.binding, Binding::Capability(_)) && allowlist.iter().all(|kept| kept.id() != operation.id)
}

/// What buys an operation.
fn bought(operation: &Operation) -> String {
    match operation.binding {
        Binding::Capability(at) => {
            let capability = OperationId::TABLE.capabilities.get(at as usize);
            format!("capability {}", capability.map_or("?", |capability| capability.id))
        }
        Binding::Ending(role) => format!("ending of the role {role}"),
        Binding::Machine => "a position in a machine".to_owned(),
        Binding::Always => "always".to_owned(),
    }
}

fn as_json(agent: &Agent) -> serde_json::Value {
    let table = OperationId::TABLE;
    let operations = table.operations.iter().map(|operation| {
        json!({
            "id": operation.id,
            "call": operation.spelling(agent.arm),
            "held": agent.grants.permits(operation),
            "bought": bought(operation),
            "condition": operation.condition,
        })
    });
    json!({ "arm": agent.table.arm_id(agent.arm), "operations": operations.collect::<Vec<_>>() })
}
