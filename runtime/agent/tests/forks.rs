//! Copies of agents, which start when the turn closes in which they were declared. spec: runtime, 4.4 and 14.3

mod common;

use common::{Bench, Ran, script};
use gg_agent::Status;
use gg_models::{Message, Part};

const PROFILE: &str = r#"
[capability.fork]
[capability.subagents]
[capability.tasks]
[capability.program-library]
[capability.memories]
strategy = "scratchpad"
[openingTurn]
modules = []
functions = []
"#;

const HEAD: &str = "import { delegation, memories, programs, session, tasks, views } from \"gg\";\n\
    const show = value => views.openText(\"told\", JSON.stringify(value));\n\
    const fails = call => { try { call(); return \"no\"; } catch (error) { return `${error.code}: ${error.message}`; } };\n";

async fn run(keys: &str, replies: &[(&str, &[&str], &str)]) -> Ran {
    Bench::new(&format!("{keys}{PROFILE}"), &[]).run(&script(HEAD, replies)).await
}

fn finished<'a>(ran: &'a Ran, text: &str) -> &'a Ran {
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, text), "{:?}", ran.names());
    ran
}

#[tokio::test]
async fn a_copy_goes_on_from_the_turn_with_all_that_the_agent_has() {
    let ran = run(
        "",
        &[
            (
                "main",
                &[],
                "tasks.addTask({ id: \"walk\", title: \"Walk.\" });\n\
                 memories.writeMemory({ name: \"tides\", description: \"Of the sea.\", body: \"They turn.\", code: \"export const six = 6;\" });",
            ),
            (
                "main",
                &[],
                "const copy = delegation.fork(\"You look left.\"); show([copy.id, copy.slot, fails(() => delegation.waitForSubagents([copy.id]))]);\n\
                 delegation.sendMessage(copy.id, \"Hurry.\");",
            ),
            (
                "main.1",
                &[
                    "You are a copy of the agent `main`, made when its turn 2 closed",
                    "You look left.",
                    "Message: main\n---\nHurry.",
                    "[\"main.1\",\"main\",\"not-found: the copy main.1 starts when the turn closes\"]",
                ],
                "tasks.completeTask(\"walk\"); show([programs.history().length, memories.deleteMemory(\"tides\")]);",
            ),
            ("main.1", &["[2,"], "session.finish(\"Looked.\");"),
            ("main", &[], "show(delegation.waitForSubagents([\"main.1\"]));"),
            (
                "main",
                &[r#"{"id":"main.1","status":"completed","summary":"Looked."}"#],
                "show([programs.history().length, memories.deleteMemory(\"tides\").count]); tasks.setBlockedBy(\"walk\", []);",
            ),
            ("main", &["[3,0]"], "session.finish(\"Done.\");"),
        ],
    )
    .await;
    finished(&ran, "Done.");
    let window = ran.window("main.1", 0);
    for seen in ["Do it.", "walk", "They turn."] {
        assert!(window.contains(seen), "{seen}: {window}");
    }
    let turns = |agent: &str| {
        let of = ran.of("turn_start").into_iter().filter(|event| event["agent"] == agent);
        of.filter_map(|event| event["turn"].as_u64()).collect::<Vec<_>>()
    };
    assert_eq!((turns("main.1"), turns("main")), (vec![3, 4], vec![1, 2, 3, 4, 5]));
    // What the copy did to its tasks is not done to those of the agent.
    assert_eq!(ran.window("main", 4).matches("Tasks\n---").count(), 1);
}

#[tokio::test]
async fn a_copy_has_no_code_loaded() {
    let ran = run(
        "",
        &[
            (
                "main",
                &[],
                "memories.writeMemory({ name: \"tides\", description: \"Of the sea.\", body: \"They turn.\", code: \"export const six = 6;\" });\n\
                 delegation.fork(\"Count.\");",
            ),
            ("main.1", &["Count."], "import { six } from \"lib:tides\"; show(six);"),
            ("main.1", &["lib:tides"], "session.finish(\"None.\");"),
            ("main", &[], "import { six } from \"lib:tides\"; show([six, delegation.waitForSubagents()[0].summary]);"),
            ("main", &["[6,\"None.\"]"], "session.finish(\"Done.\");"),
        ],
    )
    .await;
    finished(&ran, "Done.");
    assert_eq!(ran.of("turn_outcome").iter().filter(|event| event["outcome"] == "error").count(), 1);
}

#[tokio::test]
async fn copies_start_though_the_program_fails_or_the_session_ends_and_add_up() {
    for (last, status) in [("session.finish(\"Left.\");", "finished"), ("throw new Error(\"too bad\");", "error")] {
        let first = format!("delegation.fork(\"One.\"); delegation.fork(\"Two.\"); show(\"seen\"); {last}");
        let ran = run(
            "maxConsecutiveErrors = 1\n",
            &[
                ("main", &[], &first),
                ("main.1", &["One.", "\"seen\""], "session.finish(\"1\");"),
                ("main.2", &["Two.", "\"seen\""], "session.finish(\"2\");"),
            ],
        )
        .await;
        assert_eq!(ran.of("turn_outcome")[0]["outcome"], status);
        let mut ends: Vec<&str> = ran.of("agent_end").iter().filter_map(|event| event["text"].as_str()).collect();
        ends.sort_unstable();
        assert_eq!(ends[..2], ["1", "2"], "{ends:?}");
    }
}

#[tokio::test]
async fn an_agent_at_the_greatest_depth_has_no_copy() {
    let ran = run(
        "maxDepth = 1\n",
        &[
            ("main", &[], "delegation.fork(\"Go.\");"),
            ("main.1", &[], "show([fails(() => delegation.fork(\"Deeper.\")), fails(() => delegation.fork(\" \"))]);"),
            (
                "main.1",
                &[
                    "limit-exceeded: `delegation.fork` did not run: this agent is at depth 1; the most is 1.",
                    "invalid-argument: ",
                ],
                "session.finish(\"Enough.\");",
            ),
            ("main", &[], "delegation.waitForSubagents(); session.finish(\"Done.\");"),
        ],
    )
    .await;
    finished(&ran, "Done.");
}

#[tokio::test]
async fn an_agent_that_has_only_copies_waits_for_them_and_one_without_the_capability_has_none() {
    let alone = "[capability.subagents]\n[openingTurn]\nmodules = []\nfunctions = []\n";
    let ran = Bench::new(alone, &[])
        .run(&script(
            HEAD,
            &[
                (
                    "main",
                    &[],
                    "show([fails(() => delegation.fork(\"Go.\")), fails(() => delegation.waitForSubagents())]);",
                ),
                (
                    "main",
                    &[
                        "unavailable: `delegation.fork` is not available.",
                        "unavailable: `delegation.waitForSubagents` is not available.",
                    ],
                    "session.finish(\"Alone.\");",
                ),
            ],
        ))
        .await;
    finished(&ran, "Alone.");
}

#[tokio::test]
async fn a_copy_of_an_agent_that_speaks_by_a_tool_has_every_call_answered() {
    let keys = "[model]\nform = \"wrapped\"\n";
    let submits = |caller: &str, program: &str| {
        format!("[[reply]]\ncaller = \"{caller}\"\nsubmissions = ['''{HEAD}{program}''', '''{HEAD}show(2);''']\n")
    };
    let script = [
        submits("main", "delegation.fork(\"Look.\");"),
        submits("main", "delegation.fork(\"Look again.\"); session.finish(\"Left.\");"),
        submits("main.1", "session.finish(\"Looked.\");"),
        submits("main.2", "session.finish(\"Looked again.\");"),
    ];
    let ran = Bench::new(&format!("{keys}{PROFILE}"), &[]).run(&script.concat()).await;
    finished(&ran, "Left.");
    assert_eq!(ran.of("agent_end").iter().filter(|event| event["status"] == "completed").count(), 3);
    for messages in &ran.asked {
        let (mut asked, mut answered) = (Vec::new(), Vec::new());
        for message in messages {
            match message {
                Message::Replied(answer) => asked.extend(answer.calls.iter().map(|call| call.id.clone())),
                Message::Told { parts, .. } => answered.extend(parts.iter().filter_map(|part| match part {
                    Part::Acknowledged { call, .. } => Some(call.clone()),
                    _ => None,
                })),
            }
        }
        assert_eq!(asked, answered);
    }
}
