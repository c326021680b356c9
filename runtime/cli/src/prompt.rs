//! `gg prompt`: the system prompt an agent of a profile would get.

use std::{path::Path, process::ExitCode};

use gg_engine::prompt::{Discover, Fragments, Reply, Sections, Views, compose};
use gg_host::{
    operations::{OperationId, PACKAGE},
    prompt,
};

use crate::{
    Refused,
    arguments::{Check, Prompt},
    launch, output,
};

/// The headings that messages of gg have.
const HEADINGS: &[&str] =
    &["View: <label>", "File: <path>", "Documentation: <name>", "Notice", "Compiler error", "Runtime error"];

/// Prints the prompt.
pub(crate) fn run(arguments: &Prompt) -> Result<ExitCode, Refused> {
    let profile = launch::profile(&arguments.whose, None)?;
    let root = arguments.workspace.as_deref().unwrap_or(Path::new("."));
    let (agent, host) = launch::seen_in(root, &profile, &arguments.ending)?;
    let arm = agent.table.arm_id(agent.arm);
    let template = arguments.template.as_deref().map(launch::read).transpose()?;
    let fragments = Fragments::of(PACKAGE.prompts, arm).map_err(|error| Refused::new(error.to_string()))?;
    let checked = match arm {
        "typescript" => launch::checker(Check::Auto)?.is_some().then_some("tsc"),
        "rust" => Some("rustc"),
        _ => None,
    };
    let skills = prompt::skills(host.library(), &agent, &launch::documentation(agent.clone()));
    let skills = skills.map_err(|error| Refused::new(error.to_string()))?;
    let capabilities = &profile.capabilities;
    let memory = capabilities.memories.as_ref().and_then(|memories| prompt::memory(memories, &agent));
    let (programs, tasks) = (prompt::programs(&agent), prompt::tasks(&agent));
    let board = prompt::board(&profile.roster, &agent);
    let more: Vec<&str> = [&skills, &memory, &tasks, &board].into_iter().filter_map(Option::as_deref).collect();
    let sections = Sections {
        reply: Reply::default(),
        checker: checked,
        views: Some(Views { pictures: true }),
        discover: Some(Discover { search: OperationId::DocsSearch.row(), open: OperationId::ViewsOpenDocsView.row() }),
        programs: programs.as_deref(),
        headings: HEADINGS,
        more: &more,
        ..Sections::default()
    };
    let text = compose(template.as_deref(), &fragments, &agent, &sections).map_err(|error| {
        let file = arguments.template.as_ref().map(|path| format!("{}: ", path.display())).unwrap_or_default();
        Refused::new(format!("{file}{error}"))
    })?;
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}
