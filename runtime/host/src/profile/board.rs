//! The board that the profiles of a run ask for (spec: runtime, 1.4 and 13.1).

use gg_settings::{Mistake, Mistakes, meant, place};

use super::{Board, LaunchError, Profile};
use crate::operations::OperationId;

/// The board of a run with these agents, each by its id: configured by the first profile that enables it, none when none
/// does.
///
/// # Errors
///
/// Another profile enables it with different ceilings; or the agent that merges is none of the run, or does not hold
/// `shell.shell`. The place is that in the profile.
pub fn board_of(agents: &[(&str, &Profile)]) -> Result<Option<Board>, LaunchError> {
    let mut enabling = agents.iter().filter_map(|(_, profile)| Some((*profile, profile.capabilities.board.as_ref()?)));
    let Some((first, board)) = enabling.next() else { return Ok(None) };
    refuse(first, merger(agents, board).into_iter().map(|(message, help)| ("mergeAgentId", message, help)))?;
    for (other, its) in enabling {
        let ceilings = [("maxEpics", its.max_epics, board.max_epics), ("maxIssues", its.max_issues, board.max_issues)];
        let different = ceilings.into_iter().filter(|(_, its, first)| its != first);
        let mistake = |(key, its, of_first)| {
            let message = format!("`{key}` is {its} here and {of_first} in {}; a run has one board", first.name);
            (key, message, None)
        };
        refuse(other, different.map(mistake))?;
    }
    Ok(Some(board.clone()))
}

/// What is wrong with the agent that merges, and a help.
fn merger(agents: &[(&str, &Profile)], board: &Board) -> Option<(String, Option<String>)> {
    let id = board.merge_agent_id.as_str();
    let Some((_, profile)) = agents.iter().find(|(agent, _)| *agent == id) else {
        let ids: Vec<&str> = agents.iter().map(|(id, _)| *id).collect();
        return Some((format!("no agent of the run is called `{id}`"), meant(id, &ids)));
    };
    let shell = OperationId::ShellShell;
    if profile.grants("standard", |_| true).permits(shell.row()) {
        return None;
    }
    let (name, shell) = (&profile.name, shell.id());
    Some((format!("the agent `{id}`, which merges, does not hold `{shell}`"), Some(format!("its profile is {name}"))))
}

/// Refuses a profile with these mistakes, each at the value of a key of the board, if there are any.
fn refuse(
    profile: &Profile,
    mistakes: impl Iterator<Item = (&'static str, String, Option<String>)>,
) -> Result<(), LaunchError> {
    const TABLE: [&str; 2] = ["capability", "project-management"];
    let text = &profile.text;
    let mistakes: Vec<Mistake> = mistakes
        .map(|(key, message, help)| {
            let at = place(text, &[TABLE[0], TABLE[1], key]).or_else(|| place(text, &TABLE));
            Mistake { span: at.unwrap_or_default(), message, help }
        })
        .collect();
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(LaunchError::Profile(Mistakes { name: profile.name.clone(), text: text.clone(), mistakes }))
}
