//! Memories that agents have from those who start them. spec: runtime, 10

mod common;

use common::{Bench, script};
use gg_agent::Status;

const HEAD: &str = "import { delegation, memories, session, views } from \"gg\";\n\
    const spawn = agent => { delegation.spawnSubagent({ agent, prompt: \"Go.\" }); return delegation.waitForSubagents()[0].summary; };\n\
    const remember = name => memories.createMemory({ name, description: \"A note.\", body: \"It holds.\" });\n\
    const fails = call => { try { call(); return \"no\"; } catch (error) { return `${error.code}: ${error.message}`; } };\n";

fn profile(scope: &str) -> String {
    let entry = |id: &str| {
        format!("[[roster]]\nid = \"{id}\"\nname = \"{id}\"\ndescription = \"Works.\"\nscopes = [\"subagent\"]\n")
    };
    format!(
        "[openingTurn]\nmodules = []\nfunctions = []\n[capability.subagents]\n[capability.memories]\nstrategy = \"markdown\"\n\
         scope = \"{scope}\"\n{}{}",
        entry("writer"),
        entry("reader")
    )
}

#[tokio::test]
async fn children_have_the_memories_of_whoever_started_them() {
    let bench = Bench::new(&profile("isolated"), &[])
        .with_agent("writer", &profile("inherited"))
        .with_agent("reader", &profile("read-only"));
    let replies = [
        ("main", &[][..], "remember(\"tides\"); views.openText(\"told\", spawn(\"writer\"));"),
        ("main.1", &["tides: A note."], "remember(\"moons\"); session.finish(spawn(\"reader\"));"),
        (
            "main.1.1",
            &["tides: A note.", "moons: A note."],
            "session.finish(memories.readMemory(\"moons\") + fails(() => remember(\"stars\")));",
        ),
        (
            "main",
            &[
                "It holds.unavailable: `memories.createMemory` is not available.",
                "In the meantime the shared memory `moons` was added by main.1.",
                "moons: A note.",
            ],
            "session.finish(\"Done.\");",
        ),
    ];
    let ran = bench.run(&script(HEAD, &replies)).await;
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, "Done."), "{:?}", ran.names());
}
