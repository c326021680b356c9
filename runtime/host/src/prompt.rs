//! What the system prompt of an agent says that its host knows. spec: runtime, 19

use std::fmt::Write as _;

use gg_engine::{
    Agent,
    docs::{Documentation, IndexError},
};

use crate::{operations::OperationId, skills::Library, text::visible};

/// The skills of an agent, a line each, marked where one brings code; none for an agent that can read none.
///
/// # Errors
///
/// The documentation, which describes the built-in ones, cannot be read.
pub fn skills(library: &Library, agent: &Agent, documentation: &Documentation) -> Result<Option<String>, IndexError> {
    let read = OperationId::SkillsReadSkill.row();
    let arm = agent.table.arm_id(agent.arm);
    let (mut lines, mut any_code, mut any_script) = (String::new(), false, false);
    for skill in library.of(agent) {
        let (code, script) = skill.brings(arm);
        (any_code, any_script) = (any_code | code, any_script | script);
        let marks = match (code, script) {
            (true, true) => " (code, script)",
            (true, false) => " (code)",
            (false, true) => " (script)",
            (false, false) => "",
        };
        let description = visible(skill.description(documentation)?.unwrap_or_default());
        // Writing to a string cannot fail.
        let _ = write!(lines, "\n- `{}`: {description}{marks}", visible(skill.name()));
    }
    if lines.is_empty() || !agent.grants.permits(read) {
        return Ok(None);
    }
    let mut text = format!("`{}` reads one of these skills and puts it to use.", read.spelling(agent.arm));
    if any_code {
        text.push_str(" One marked `code` then has its module loaded for every later program.");
    }
    if any_script {
        text.push_str(" One marked `script` has its script run after the program, at every use.");
    }
    text.push('\n');
    text.push_str(&lines);
    Ok(Some(text))
}
