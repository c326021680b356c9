//! The system prompt of an agent of a run. spec: runtime, 19

use std::fmt;

use gg_engine::{
    Agent,
    docs::{Documentation, IndexError},
    prompt::{Discover, Fragments, PromptError, Reply, Sections, Views, compose},
};
use gg_host::{
    Host, Profile,
    operations::{OperationId, PACKAGE},
    prompt,
};
use gg_models::Form;

/// The headings that messages of gg have.
const HEADINGS: &[&str] = &[
    "View: <label>",
    "File: <path>",
    "Documentation: <name>",
    "Message: <from>",
    "Notice",
    "Compiler error",
    "Runtime error",
];

/// A system prompt that cannot be composed.
#[derive(Debug)]
pub enum SystemPromptError {
    /// A template, or a generated piece.
    Prompt(PromptError),
    /// The documentation of the table.
    Index(IndexError),
}

impl fmt::Display for SystemPromptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prompt(error) => error.fmt(f),
            Self::Index(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SystemPromptError {}

/// The system prompt of an agent that a host serves; `checker` names what checks its programs before they run.
///
/// # Errors
///
/// The template of the profile does not render, or what is generated from the table is broken.
pub fn system(
    profile: &Profile,
    host: &Host,
    agent: &Agent,
    documentation: &Documentation,
    checker: Option<&str>,
) -> Result<String, SystemPromptError> {
    let arm = agent.table.arm_id(agent.arm);
    let fragments = Fragments::of(PACKAGE.prompts, arm).map_err(SystemPromptError::Prompt)?;
    let skills = prompt::skills(host.library(), agent, documentation).map_err(SystemPromptError::Index)?;
    let memories = profile.capabilities.memories.as_ref();
    let memory = memories.and_then(|memories| prompt::memory(memories, agent));
    let (programs, tasks) = (prompt::programs(agent), prompt::tasks(agent));
    let board = prompt::board(&profile.roster, agent);
    let subagents = prompt::subagents(&profile.roster, host.position(), agent);
    let more: Vec<&str> =
        [&skills, &memory, &tasks, &board, &subagents].into_iter().filter_map(Option::as_deref).collect();
    let sections = Sections {
        instructions: profile.instructions.as_deref(),
        reply: Reply { wrapped: profile.model.form == Form::Wrapped, ids: profile.capabilities.programs.is_some() },
        checker,
        views: Some(Views { pictures: profile.model.pictures }),
        discover: Some(Discover { search: OperationId::DocsSearch.row(), open: OperationId::ViewsOpenDocsView.row() }),
        programs: programs.as_deref(),
        headings: HEADINGS,
        more: &more,
    };
    compose(profile.prompt_template.as_deref(), &fragments, agent, &sections).map_err(SystemPromptError::Prompt)
}
