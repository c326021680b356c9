//! What the system prompt of an agent says that its host knows. spec: runtime, 19

use std::fmt::Write as _;

use gg_engine::{
    Agent,
    docs::{Documentation, IndexError},
};

use crate::{
    operations::OperationId,
    profile::{Edge, Memories, Position, RosterEntry, RosterScope, Scope, Strategy},
    skills::Library,
    text::visible,
};

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

/// Of the agent's earlier programs and of handing over; none for an agent that holds neither.
pub fn programs(agent: &Agent) -> Option<String> {
    use OperationId as Id;
    let kept = doing(
        agent,
        &[(Id::ProgramsHistory, "lists your earlier programs"), (Id::ProgramsGet, "gives the source of one by its id")],
    );
    let mut said: Vec<String> = kept.into_iter().collect();
    if agent.grants.permits(Id::ProgramsRerun.row()) {
        let call = Id::ProgramsRerun.row().spelling(agent.arm);
        said.push(format!(
            "`{call}` hands the turn over: once this program has ended without failing, the one it is given runs in the same \
             turn. What the first did stands, and how the last one ends is how the turn ends."
        ));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// How the agent's memories are kept, by its strategy; none for an agent that holds no call of theirs.
pub fn memory(memories: &Memories, agent: &Agent) -> Option<String> {
    use OperationId as Id;
    let file_shaped = [
        (Id::MemoriesSearchMemories, "finds memories by keywords"),
        (Id::MemoriesReadMemory, "gives the text of one and loads the code it brings"),
        (Id::MemoriesCreateMemory, "adds one"),
        (Id::MemoriesEditMemory, "replaces a part of one's text"),
    ];
    let scratchpad =
        [(Id::MemoriesWriteMemory, "adds one, with its code"), (Id::MemoriesUpdateMemory, "replaces the whole of one")];
    let delete = [(Id::MemoriesDeleteMemory, "removes one")];
    let (stand, calls) = match memories.strategy {
        Strategy::Scratchpad => ("all of them stand in the window", [&scratchpad[..], &delete].concat()),
        Strategy::Markdown => {
            ("their names and descriptions stand in the window, a line each", [&file_shaped[..], &delete].concat())
        }
        Strategy::KeywordSearch => ("none of them stands in the window", [&file_shaped[..], &delete].concat()),
    };
    let calls = doing(agent, &calls)?;
    let shared = match memories.scope {
        Scope::Isolated => "",
        Scope::Shared | Scope::Inherited | Scope::ReadOnly => {
            " Others hold them too: a notice says what those add, revise or remove."
        }
    };
    Some(format!("Memories outlive the window and the session; {stand}. {calls}{shared}"))
}

/// Of the agent's tasks; none for an agent that holds no call of theirs.
pub fn tasks(agent: &Agent) -> Option<String> {
    use OperationId as Id;
    let calls = doing(
        agent,
        &[
            (Id::TasksAddTask, "adds one"),
            (Id::TasksUpdateTask, "changes its title, description or status"),
            (Id::TasksSetBlockedBy, "says which others it waits for"),
            (Id::TasksCompleteTask, "marks it done"),
            (Id::TasksRemoveTask, "removes it"),
        ],
    )?;
    Some(format!("Your tasks stand in the window: those that are ready, and those that wait for others. {calls}"))
}

/// A sentence of what each of these calls does that the agent holds; none if it holds none.
fn doing(agent: &Agent, calls: &[(OperationId, &str)]) -> Option<String> {
    let held = calls.iter().map(|(id, does)| (id.row(), does)).filter(|(row, _)| agent.grants.permits(row));
    let parts: Vec<String> = held.map(|(row, does)| format!("`{}` {does}", row.spelling(agent.arm))).collect();
    let (last, first) = parts.split_last()?;
    Some(if first.is_empty() { format!("{last}.") } else { format!("{} and {last}.", first.join(", ")) })
}

/// The board for an agent that holds a call of it; where it may open issues, with whom it may name. None for one that holds
/// none.
pub fn board(roster: &[RosterEntry], agent: &Agent) -> Option<String> {
    const BOARD: &str = "The agents of this run share a board, whose unfinished issues stand in the window. An open issue is \
                         begun by its agent once everything it waits for is done.";
    use OperationId as Id;
    let calls = doing(
        agent,
        &[
            (Id::BoardCreateEpic, "opens an epic"),
            (Id::BoardCreateIssue, "opens an issue"),
            (Id::BoardUpdateIssue, "changes one"),
            (Id::BoardSetIssueBlockedBy, "says which others it waits for"),
            (Id::BoardRemoveEpic, "removes an epic, whose issues stay"),
            (Id::BoardRemoveIssue, "removes an issue"),
            (Id::BoardWaitForIssue, "waits for one once the program has ended"),
        ],
    )?;
    let mut text = format!("{BOARD} {calls}");
    if agent.grants.permits(Id::BoardCreateIssue.row()) {
        text.push_str(" An issue names its agent and its reviewers out of these.");
        for (heading, scope) in [("Agents", RosterScope::Implementer), ("Reviewers", RosterScope::Reviewer)] {
            text.push_str(&listed(heading, scope, roster));
        }
    }
    Some(text)
}

/// The agents that may be started or take its place, the states it may move to, and by which calls; none for an agent that
/// holds no call of theirs.
pub fn subagents(roster: &[RosterEntry], position: Option<&Position>, agent: &Agent) -> Option<String> {
    use OperationId as Id;
    let mut text = doing(
        agent,
        &[
            (Id::DelegationSpawnSubagent, "starts another agent, which works beside you in the same workspace"),
            (Id::DelegationWaitForSubagents, "waits for those you started and gives their results"),
            (Id::DelegationSendMessage, "leaves one of them a message for its next turn"),
            (Id::DelegationFork, "starts a copy of you when the turn closes, which goes on by itself"),
            (Id::DelegationExec, "has another agent take your place when the turn closes"),
            (Id::DelegationTransitionState, "has the agent of another state take your place when the turn closes"),
        ],
    )?;
    let holds = |id: Id| agent.grants.permits(id.row());
    if holds(Id::DelegationSpawnSubagent) || holds(Id::DelegationExec) {
        text.push_str(&listed("Agents", RosterScope::Subagent, roster));
    }
    if let Some(position) = position.filter(|_| holds(Id::DelegationTransitionState)) {
        let edge = |edge: &Edge| {
            let kinds = edge.transfer.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ");
            let kinds = if kinds.is_empty() { "nothing" } else { &kinds };
            format!("\n- `{}` (carries over: {kinds})", visible(&edge.to))
        };
        let edges: String = position.edges().map(edge).collect();
        text.push_str(&format!("\n\nYou are in the state `{}`. States:{edges}", visible(&position.state)));
    }
    Some(text)
}

/// The entries of a roster that may be named so, below a heading.
fn listed(heading: &str, scope: RosterScope, roster: &[RosterEntry]) -> String {
    let lines: String = scope.of(roster).map(line).collect();
    let none = if lines.is_empty() { " none" } else { "" };
    format!("\n\n{heading}:{none}{lines}")
}

/// An entry of a roster: its id, its name, what it is for.
fn line(entry: &RosterEntry) -> String {
    let RosterEntry { id, name, description, .. } = entry;
    format!("\n- `{}` ({}): {}", visible(id), visible(name), visible(description))
}
