//! `gg prompt`: the system prompt an agent of a profile would get.

use std::process::ExitCode;

use gg_engine::prompt::{Discover, Fragments, Reply, Sections, Views, compose};
use gg_host::operations::{OperationId, PACKAGE};

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
    let agent = launch::seen(&profile, &arguments.ending)?;
    let arm = agent.table.arm_id(agent.arm);
    let template = arguments.template.as_deref().map(launch::read).transpose()?;
    let fragments = Fragments::of(PACKAGE.prompts, arm).map_err(|error| Refused::new(error.to_string()))?;
    let checked = match arm {
        "typescript" => launch::checker(Check::Auto)?.is_some().then_some("tsc"),
        "rust" => Some("rustc"),
        _ => None,
    };
    let sections = Sections {
        reply: Reply::default(),
        checker: checked,
        views: Some(Views { pictures: true }),
        discover: Some(Discover { search: OperationId::DocsSearch.row(), open: OperationId::ViewsOpenDocsView.row() }),
        headings: HEADINGS,
        ..Sections::default()
    };
    let text = compose(template.as_deref(), &fragments, &agent, &sections).map_err(|error| {
        let file = arguments.template.as_ref().map(|path| format!("{}: ", path.display())).unwrap_or_default();
        Refused::new(format!("{file}{error}"))
    })?;
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}
