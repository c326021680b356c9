//! The system prompt of an agent: sections that apply to it, in one template for all arms. spec: runtime, 19

mod fragments;

use std::fmt;

use minijinja::{Environment, UndefinedBehavior, syntax::SyntaxConfig, value::Serde};
use serde::Serialize;

pub use fragments::{Ending, Fragments, ModuleLine};

use crate::{call::Agent, sentences::fill, table::Operation};

/// The template a profile may override.
pub const TEMPLATE: &str = include_str!("system.md.jinja");

/// What an agent's prompt says besides what its grants and its arm decide. What is absent contributes no text.
#[derive(Debug, Clone, Default)]
pub struct Sections<'a> {
    /// The operator's instructions.
    pub instructions: Option<&'a str>,
    /// How a turn is answered.
    pub reply: Reply,
    /// The checker that programs pass before they run, by name.
    pub checker: Option<&'a str>,
    /// The rule of views, if there are views.
    pub views: Option<Views>,
    /// The calls that search documentation and open it.
    pub discover: Option<Discover>,
    /// Of earlier programs and handing over to another.
    pub programs: Option<&'a str>,
    /// The headings that messages of this run can have.
    pub headings: &'a [&'a str],
    /// What follows, a text a section: skills, memory, tasks, board, other agents, the assigned issue.
    pub more: &'a [&'a str],
}

/// How a turn is answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// By calls of the tool `submit_program`; else the reply is the program.
    pub wrapped: bool,
    /// Whether submissions get an id.
    pub ids: bool,
}

/// What can be shown in views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Views {
    /// Whether pictures are accepted.
    pub pictures: bool,
}

/// The calls by which an agent finds out what it can call.
#[derive(Debug, Clone, Copy)]
pub struct Discover {
    /// That which searches documentation.
    pub search: &'static Operation,
    /// That which opens it.
    pub open: &'static Operation,
}

/// A prompt that cannot be composed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptError {
    /// The generated pieces of an arm are missing or broken: a defect of whoever generated them.
    Fragments {
        /// The file.
        file: String,
        /// What is wrong.
        why: String,
    },
    /// The template does not render.
    Template {
        /// The line, from 1, if it is known.
        line: Option<usize>,
        /// What is wrong.
        why: String,
    },
}

impl PromptError {
    fn fragments(file: &str, why: impl fmt::Display) -> Self {
        Self::Fragments { file: file.to_owned(), why: why.to_string() }
    }
}

impl fmt::Display for PromptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fragments { file, why } => write!(f, "the generated prompts/{file} cannot be read: {why}"),
            Self::Template { line: Some(line), why } => write!(f, "line {line} of the prompt's template: {why}"),
            Self::Template { line: None, why } => write!(f, "the prompt's template: {why}"),
        }
    }
}

impl std::error::Error for PromptError {}

impl From<minijinja::Error> for PromptError {
    fn from(error: minijinja::Error) -> Self {
        let detail = error.detail().map(|detail| format!(" ({detail})")).unwrap_or_default();
        Self::Template { line: error.line(), why: format!("{}{detail}", error.kind()) }
    }
}

/// What a template is given. All of it is always defined, so an unknown name is a mistake.
#[derive(Serialize)]
struct Data<'a> {
    instructions: Option<&'a str>,
    reply: Reply,
    checker: Option<&'a str>,
    views: Option<Views>,
    arm: &'a str,
    language: &'a str,
    segment: &'a str,
    ending: Option<&'a str>,
    modules: Vec<&'a ModuleLine>,
    discover: Option<String>,
    declared: Option<&'a str>,
    programs: Option<&'a str>,
    headings: &'a [&'a str],
    more: &'a [&'a str],
}

/// The system prompt of an agent, by the default template or one of its profile.
///
/// # Errors
///
/// The template does not render: it uses an unknown variable, for one.
pub fn compose(
    template: Option<&str>,
    fragments: &Fragments,
    agent: &Agent,
    sections: &Sections<'_>,
) -> Result<String, PromptError> {
    let sentences = agent.table.sentences;
    let held = |operation: &Operation| agent.grants.permits(operation);
    let discover = sections.discover.filter(|calls| held(calls.search) && held(calls.open)).map(|calls| {
        let names = [("search", calls.search.spelling(agent.arm)), ("open", calls.open.spelling(agent.arm))];
        fill(sentences.discover, &names)
    });
    let data = Data {
        instructions: sections.instructions,
        reply: sections.reply,
        checker: sections.checker,
        views: sections.views,
        arm: &fragments.arm,
        language: &fragments.label,
        segment: &fragments.segment,
        ending: ending(fragments, agent),
        modules: modules(fragments, agent),
        discover,
        declared: (fragments.checked && sections.checker.is_some()).then_some(sentences.declared),
        programs: sections.programs,
        headings: sections.headings,
        more: sections.more,
    };
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    let text = environment.render_named_str("prompt", template.unwrap_or(TEMPLATE), Serde(&data))?;
    Ok(paragraphs(&text))
}

/// The modules in which the agent may call something, in presentation order.
pub fn modules<'a>(fragments: &'a Fragments, agent: &Agent) -> Vec<&'a ModuleLine> {
    let callable: Vec<&str> = agent.modules().map(|module| module.id).collect();
    fragments.modules.iter().filter(|module| callable.contains(&&*module.id)).collect()
}

/// What the prompt says of the endings the agent holds: those of its role.
fn ending<'a>(fragments: &'a Fragments, agent: &Agent) -> Option<&'a str> {
    let held = |id: &String| agent.holds(id).is_some();
    let role = fragments.endings.values().find(|ending| ending.calls.iter().all(held))?;
    Some(&role.text)
}

/// A text without empty lines at its ends and never two in a row, which sections that do not apply leave behind.
fn paragraphs(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.trim().lines() {
        let line = line.trim_end();
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}
