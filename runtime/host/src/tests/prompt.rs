//! What a prompt says of programs, memories and tasks: by strategy, and only of what the agent holds.

use super::bench::Bench;
use crate::{Profile, prompt};

/// What the three sections say to the agent of a profile.
fn prompted(profile: &str) -> [Option<String>; 3] {
    let text = format!("language = \"typescript\"\n{profile}");
    let bench = Bench::of(&text, |_| {});
    let profile = Profile::read("profile", &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let memories = profile.capabilities.memories.as_ref();
    let memory = memories.and_then(|memories| prompt::memory(memories, &bench.agent));
    [prompt::programs(&bench.agent), memory, prompt::tasks(&bench.agent)]
}

fn memory(parameters: &str) -> Option<String> {
    let [programs, memory, tasks] = prompted(&format!("[capability.memories]\n{parameters}\n"));
    assert_eq!((programs, tasks), (None, None), "what is not held is not spoken of");
    memory
}

#[test]
fn memories_are_spoken_of_by_their_strategy() {
    let read = "`memories.readMemory` gives the text of one and loads the code it brings, `memories.createMemory` adds one, \
                `memories.editMemory` replaces a part of one's text and `memories.deleteMemory` removes one.";
    let lead = "Memories outlive the window and the session; ";
    assert_eq!(
        memory("strategy = \"scratchpad\""),
        Some(format!(
            "{lead}all of them stand in the window. `memories.writeMemory` adds one, with its code, \
             `memories.updateMemory` replaces the whole of one and `memories.deleteMemory` removes one."
        ))
    );
    assert_eq!(
        memory("strategy = \"markdown\""),
        Some(format!("{lead}their names and descriptions stand in the window, a line each. {read}"))
    );
    assert_eq!(
        memory("strategy = \"keyword-search\""),
        Some(format!(
            "{lead}none of them stands in the window. `memories.searchMemories` finds memories by keywords, {read}"
        ))
    );
    let shared = memory("strategy = \"markdown\"\nscope = \"shared\"\nrevise = false").unwrap_or_default();
    assert!(!shared.contains("editMemory") && !shared.contains("deleteMemory"), "{shared}");
    assert!(shared.ends_with(" Others hold them too: a notice says what those add, revise or remove."), "{shared}");
}

#[test]
fn programs_and_tasks_are_spoken_of_as_far_as_they_are_held() {
    let [programs, memory, tasks] = prompted("[capability.program-library]\n[capability.tasks]\n");
    let handing = "`programs.rerun` hands the turn over: once this program has ended without failing, the one it is given \
                   runs in the same turn. What the first did stands, and how the last one ends is how the turn ends.";
    let kept = "`programs.history` lists your earlier programs and `programs.get` gives the source of one by its id.";
    assert_eq!((programs, memory), (Some(format!("{kept} {handing}")), None));
    let tasks = tasks.unwrap_or_default();
    assert!(tasks.starts_with("Your tasks stand in the window: those that are ready"), "{tasks}");
    assert!(tasks.contains("`tasks.setBlockedBy` says which others it waits for,"), "{tasks}");
    let narrow = "[capability.program-library]\n[capability.tasks]\n[capability.memories]\nstrategy = \"markdown\"\n";
    let some = prompted(&format!("allowlist = [\"programs.rerun\", \"tasks.add_task\"]\n{narrow}"));
    let stand = "Your tasks stand in the window: those that are ready, and those that wait for others.";
    assert_eq!(some, [Some(handing.to_owned()), None, Some(format!("{stand} `tasks.addTask` adds one."))]);
    assert_eq!(prompted(&format!("allowlist = [\"files.tree\"]\n{narrow}")), [None, None, None]);
}
