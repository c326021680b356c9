//! Sessions whose agents change the board and shared memories at the same time: what they were answered comes from their
//! records, for no replay has them do so in the same order.

use std::{fs, process::Stdio};

use super::{
    folder, gg,
    kills::kill_once_it_waits,
    replay::{TEAM, agent, diverges, forge, last, lines, on_board, reply, session, succeeded, verified, write},
    used,
};

/// What has a program go on once another has written a file; a replay goes on at once.
const ONCE_DONE: &str = "shell.shell(\"until test -e done; do sleep 0.02; done\");\n";

/// What lets it go on.
const DONE: &str = "files.writeFile(\"done\", \"\");\n";

/// Forges an answer, and sees where the replay goes another way: where a program did something else with it.
fn forged_diverges(at: &std::path::Path, id: &str, says: &str, instead: &str, expected: &str) {
    let (place, mut forged) = lines(at, id);
    let is_it = |line: &&mut serde_json::Value| {
        line["kind"] == "call_result" && line["text"].as_str().is_some_and(|text| text.contains(says))
    };
    let line = forged.iter_mut().find(is_it).expect("an answer");
    let text = line["text"].as_str().unwrap_or_default().replace(says, instead);
    forge(line, &text);
    write(&place, &forged);
    diverges(at, id, expected);
    fs::remove_file(place).expect("the packed one is there too");
}

#[test]
fn memories_that_two_agents_change_at_once_are_answered_from_the_record() {
    for (strategy, adds) in [("markdown", "createMemory"), ("scratchpad", "writeMemory")] {
        let memory = |name: &str, code: &str| {
            format!("memories.{adds}({{ name: \"{name}\", description: \"Of {name}.\", body: \"b\", {code} }})")
        };
        let reads = if strategy == "markdown" { "memories.readMemory(\"childs\")" } else { "0" };
        let fails = "try { memories.deleteMemory(\"childs\"); } catch (error) { show(error.code); }\n";
        let own = memory("own", "code: \"export const six = 6;\"");
        let main = format!("spawn(\"Keep.\");\n{ONCE_DONE}show([{own}, {reads}]);");
        let child = format!(
            "show({});\n{DONE}",
            memory("childs", "code: \"/** Gives seven. */\\nexport const seven = () => 7;\", onUse: \"\"")
        );
        let uses =
            if strategy == "markdown" { "import { seven } from \"lib:childs\";\nshow(seven() + 1);\n" } else { "" };
        let (folder, id, ran) = session(
            &[],
            &format!("{TEAM}[capability.memories]\nstrategy = \"{strategy}\"\nscope = \"shared\"\n"),
            &[
                reply("main", &[], &main),
                reply("main.1", &[], &child),
                reply("main.1", &["\"count\":1"], "session.finish(\"Kept.\");"),
                reply("main", &["\"count\":2"], &format!("{uses}delegation.waitForSubagents(); {fails}")),
                reply("main", &[], "session.finish(\"Seen.\");"),
            ],
        );
        succeeded(&ran);
        verified(folder.path(), &id);
        forged_diverges(folder.path(), &id, "\\\"count\\\":2", "\\\"count\\\":3", "diverged at entry");
    }
}

#[test]
fn what_an_agent_keeps_is_of_its_own_turn_however_far_others_have_come() {
    let waits = "shell.shell(\"until test -e there; do sleep 0.02; done; echo waits >> log; sleep 60\");";
    let copies = "import { tasks } from \"gg\";\ndelegation.waitForSubagents([\"main.2\"]);\n\
        tasks.addTask({ id: \"a\", title: \"Walk\" }); delegation.fork(\"Go on.\");";
    let ends = "delegation.waitForSubagents(); session.finish(\"Done.\");";
    let replies = [
        // The first child is interrupted in its first turn, which it comes to in a replay before the copy is made.
        reply("main", &[], "spawn(\"Wait.\"); spawn(\"Look.\");"),
        reply("main.1", &[], waits),
        reply("main.2", &[], "session.finish(\"Looked.\");"),
        reply("main", &[], copies),
        reply("main.3", &["Go on."], "show(1);"),
        reply("main.3", &[], "files.writeFile(\"there\", \"\"); shell.shell(\"sleep 60\");"),
        reply("main", &[], ends),
        reply("main", &[], ends),
        reply("main.1", &["interrupted"], "session.finish(\"Waited.\");"),
        reply("main.3", &["interrupted"], "session.finish(\"Gone on.\");"),
    ];
    let profile = format!("{TEAM}[capability.tasks]\n[capability.fork]\n");
    let folder = folder(&[("gg.toml", &*profile), ("replies.toml", &replies.concat())]);
    let at = folder.path();
    kill_once_it_waits(at, agent(at).stdout(Stdio::null()));
    let id = last(at);
    succeeded(&used(gg(at).args(["agent", "--resume", &id])));
    verified(at, &id);
}

#[test]
fn a_board_that_two_agents_change_at_once_is_answered_from_the_record() {
    let issue = |title: &str| {
        format!(
            "board.createIssue({{ title: \"{title}\", inScope: \"A.\", outOfScope: \"B.\", completionCriteria: \"C.\", \
             blockedBy: [], agent: \"worker\", reviewers: [] }})"
        )
    };
    let main = format!(
        "spawn(\"Plan.\");\n{ONCE_DONE}const {{ id }} = {}; show(id); board.waitForIssue(id);\n\
         try {{ board.removeIssue(\"ISSUE-1\"); }} catch (error) {{ show(error.code); }}",
        issue("Sing")
    );
    let replies = [
        reply("main", &[], &main),
        reply("main.1", &[], &format!("show({});\n{DONE}", issue("Dance"))),
        reply("main.1", &["ISSUE-1"], "session.finish(\"Planned.\");"),
        reply("ISSUE-1.0i", &[], "session.finish(\"Danced.\");"),
        reply("ISSUE-2.0i", &[], "files.writeFile(\"song\", \"la\"); session.finish(\"Sung.\");"),
        reply(
            "main",
            &["\"ISSUE-2\"", "ISSUE-2 is done."],
            "delegation.waitForSubagents(); session.finish(\"Done.\");",
        ),
    ];
    let (folder, id) = on_board(&replies);
    let at = folder.path();
    verified(at, &id);
    forged_diverges(at, &id, "\\\"id\\\":\\\"ISSUE-2\\\"", "\\\"id\\\":\\\"ISSUE-7\\\"", "diverged at entry");
}
