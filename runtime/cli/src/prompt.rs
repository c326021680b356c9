//! `gg prompt`: the system prompt an agent of a profile would get.

use std::{path::Path, process::ExitCode};

use crate::{
    Refused,
    arguments::{Check, Prompt},
    launch, output,
};

/// Prints the prompt.
pub(crate) fn run(arguments: &Prompt) -> Result<ExitCode, Refused> {
    let mut profile = launch::profile(&arguments.whose, None)?;
    if let Some(template) = &arguments.template {
        profile.prompt_template = Some(launch::read(template)?);
    }
    let root = arguments.workspace.as_deref().unwrap_or(Path::new("."));
    let (agent, host) = launch::seen_in(root, &profile, &arguments.ending)?;
    let arm = agent.table.arm_id(agent.arm);
    let types = arm == "typescript" && launch::checker(Check::Auto)?.is_some();
    let checker = launch::checked_by(arm, types);
    let documentation = launch::documentation(agent.clone());
    let text = gg_agent::system(&profile, &host, &agent, &documentation, checker).map_err(|error| {
        let file = arguments.template.as_ref().map(|path| format!("{}: ", path.display())).unwrap_or_default();
        Refused::new(format!("{file}{error}"))
    })?;
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}
