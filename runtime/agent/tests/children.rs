//! Agents that start others: children work beside their spawner in its workspace, are written to, and are waited for.
//! spec: runtime, 14.1 and 14.2

mod common;

use std::fs;

use common::{Bench, Ran, script};
use gg_agent::Status;

const PROFILE: &str = r#"
[capability.write-file]
[capability.subagents]
[[roster]]
id = "worker"
name = "Worker"
description = "Does a part."
scopes = ["subagent"]
[[roster]]
id = "reader"
name = "Reader"
description = "Reviews."
scopes = ["reviewer"]
"#;

const QUIET: &str = "[openingTurn]\nmodules = []\nfunctions = []\n";

/// What programs begin with.
const HEAD: &str = "import { delegation, files, session, views } from \"gg\";\n\
    const spawn = prompt => delegation.spawnSubagent({ agent: \"worker\", prompt }).id;\n\
    const show = value => views.openText(\"told\", JSON.stringify(value));\n\
    const fails = call => { try { call(); return \"no\"; } catch (error) { return `${error.code}: ${error.message}`; } };\n";

async fn run(keys: &str, replies: &[(&str, &[&str], &str)]) -> (Bench, Ran) {
    let bench = Bench::new(&format!("{keys}{PROFILE}"), &[("poem", "one\n")]);
    let ran = bench.run(&script(HEAD, replies)).await;
    (bench, ran)
}

fn finished<'a>(ran: &'a Ran, text: &str) -> &'a Ran {
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, text));
    ran
}

#[tokio::test]
async fn children_work_in_the_workspace_of_their_spawner_and_their_results_come_in_the_order_asked() {
    let waits = "const ids = [spawn(\"Sing.\"), spawn(\"Dance.\")];\n\
        show(delegation.waitForSubagents([ids[1], ids[0]])); show([...delegation.waitForSubagents()]);\n\
        show([delegation.waitForSubagents(ids), delegation.waitForSubagents()]);";
    let again = r#"[[{"id":"main.1","summary":""},{"id":"main.2","summary":""}],[]]"#;
    let (bench, ran) = run(
        "",
        &[
            ("main.1", &[], "files.writeFile(\"song\", files.readTextFile(\"poem\")); session.finish(\"Sung.\");"),
            ("main.2", &[], "session.finish(\"Danced.\");"),
            ("main", &[], waits),
            ("main", &[again], "session.finish(\"Both.\");"),
        ],
    )
    .await;
    finished(&ran, "Both.");
    assert_eq!(fs::read_to_string(bench.path().join("song")).expect("a song"), "one\n");
    let ends: Vec<(&str, &str)> = ran
        .of("agent_end")
        .iter()
        .filter_map(|event| Some((event["agent"].as_str()?, event["text"].as_str()?)))
        .collect();
    assert_eq!(ends.len(), 3, "{ends:?}");
    assert_eq!(ends.last(), Some(&("main", "Both.")));
}

#[tokio::test]
async fn a_result_is_the_ending_text_and_a_status_or_a_line_about_the_status() {
    let (_, ran) = run(
        "maxTurns = 2\n",
        &[
            ("main.1", &[], "session.finish(\"Sung.\");"),
            ("main.2", &[], "show(1);"),
            ("main.2", &[], "show(2);"),
            (
                "main",
                &[],
                "spawn(\"Sing.\"); spawn(\"Dance.\"); spawn(\"Play.\"); show(delegation.waitForSubagents());",
            ),
            (
                "main",
                &[
                    r#"{"id":"main.1","status":"completed","summary":"Sung."}"#,
                    r#"{"id":"main.2","status":"exhausted","summary":"exhausted: "#,
                    r#"{"id":"main.3","status":"model-error","summary":"model_error: "#,
                ],
                "session.finish(\"Seen.\");",
            ),
        ],
    )
    .await;
    finished(&ran, "Seen.");
}

#[tokio::test]
async fn a_wait_gives_up_the_slot_and_who_waits_goes_on_before_who_has_not_started() {
    let (_, ran) = run(
        "maxParallel = 1\n",
        &[
            ("main.1", &[], "session.finish(\"One.\");"),
            ("main.2", &[], "session.finish(\"Two.\");"),
            ("main", &[], "const one = spawn(\"One.\"); spawn(\"Two.\"); delegation.waitForSubagents([one]);"),
            ("main", &[], "show(delegation.waitForSubagents().map(told => told.summary));"),
            ("main", &[r#"["Two."]"#], "session.finish(\"Seen.\");"),
        ],
    )
    .await;
    finished(&ran, "Seen.");
    // The second child begins only once its spawner waits again.
    let starts = ran.of("turn_start");
    let starts: Vec<&str> = starts.iter().filter_map(|event| event["agent"].as_str()).collect();
    assert_eq!(starts, ["main", "main.1", "main", "main.2", "main"]);
}

#[tokio::test]
async fn a_message_is_read_at_the_boundary_of_a_turn() {
    let (_, ran) = run(
        "maxParallel = 1\n",
        &[
            ("main.1", &["Message: main\n---\nLouder.", "Message: main\n---\nNo, softer."], "session.finish(\"Sung.\");"),
            (
                "main",
                &[],
                "const id = spawn(\"Sing.\"); delegation.sendMessage(id, \"Louder.\"); delegation.sendMessage(id, \"No, softer.\");\n\
                 delegation.waitForSubagents();\n\
                 show([fails(() => delegation.sendMessage(id, \"Well?\")), fails(() => delegation.sendMessage(\"main.9\", \"Who?\")),\n\
                 fails(() => delegation.sendMessage(\"main\", \"Me.\"))]);",
            ),
            (
                "main",
                &["conflict: the child has ended: main.1", "not-found: no such child: main.9; there is main.1", "not-found: no such child: main; there is main.1"],
                "session.finish(\"Seen.\");",
            ),
        ],
    )
    .await;
    finished(&ran, "Seen.");
}

#[tokio::test]
async fn an_agent_at_the_greatest_depth_starts_no_other() {
    let nested = |depth: u32| format!("show(fails(() => spawn(\"Deeper: {depth}.\"))); delegation.waitForSubagents();");
    let (first, second, third) = (nested(0), nested(1), nested(2));
    let (_, ran) = run(
        "",
        &[
            ("main", &[], &first),
            ("main.1", &[], &second),
            ("main.1.1", &[], &third),
            ("main.1.1.1", &[], "show(fails(() => spawn(\"Too deep.\")));"),
            (
                "main.1.1.1",
                &["limit-exceeded: `delegation.spawnSubagent` did not run: this agent is at depth 3; the most is 3."],
                "session.finish(\"c\");",
            ),
            ("main.1.1", &["told\n---\n\"no\""], "session.finish(\"b\");"),
            ("main.1", &[], "session.finish(\"a\");"),
            ("main", &[], "session.finish(\"Deep.\");"),
        ],
    )
    .await;
    finished(&ran, "Deep.");
}

#[tokio::test]
async fn who_is_not_on_the_roster_as_a_subagent_is_not_started() {
    let (_, ran) = run(
        "",
        &[
            (
                "main",
                &[],
                "show([fails(() => delegation.spawnSubagent({ agent: \"reader\", prompt: \"Read.\" })),\n\
                 fails(() => delegation.spawnSubagent({ agent: \"worker\", prompt: \" \" })),\n\
                 fails(() => delegation.spawnSubagent({ agent: \"worker\", issueId: \"A-1\" }))]);",
            ),
            (
                "main",
                &["invalid-argument: ", "worker", "the prompt is blank", "unavailable: "],
                "session.finish(\"Seen.\");",
            ),
        ],
    )
    .await;
    finished(&ran, "Seen.");
    assert!(ran.of("agent_end").len() == 1, "nobody was started");
}

#[tokio::test]
async fn a_child_that_nobody_waits_for_works_to_its_end() {
    let (bench, ran) = run(
        "",
        &[
            ("main", &[], "spawn(\"Go on.\"); session.finish(\"Left.\");"),
            ("main.1", &[], "files.writeFile(\"song\", \"la\"); session.finish(\"Sung.\");"),
        ],
    )
    .await;
    finished(&ran, "Left.");
    assert_eq!(fs::read_to_string(bench.path().join("song")).expect("a song"), "la");
}

#[tokio::test]
async fn of_a_persistent_agent_one_works_at_a_time_and_opens_on_the_files_the_one_before_left_open() {
    let bench = Bench::new(PROFILE, &[("poem", "one\ntwo\n"), ("song", "la\n")])
        .with_agent("worker", &format!("persistent = true\n{QUIET}[capability.agent-managed-context]\n"));
    let replies = [
        ("main", &[][..], "spawn(\"First.\"); spawn(\"Second.\"); spawn(\"Third.\"); delegation.waitForSubagents();"),
        ("main", &[], "session.finish(\"All.\");"),
        ("main.1", &[], "views.openFile(\"poem\", { offset: 2, limit: 1 }); views.openFile(\"song\");"),
        ("main.1", &["File: poem", "File: song"], "views.close(\"song\"); session.finish(\"1\");"),
        ("main.2", &["Second.", "File: poem:2-2", "two"], "views.openFile(\"song\"); views.close(\"poem\");"),
        ("main.2", &["File: song"], "session.finish(\"2\");"),
        ("main.3", &["Third.", "File: song"], "session.finish(\"3\");"),
    ];
    let ran = bench.run(&script(HEAD, &replies)).await;
    finished(&ran, "All.");
    let of_children = ran.events.iter().filter(|event| event["agent"] != "main");
    let order = of_children.filter_map(|event| event["agent"].as_str()).collect::<Vec<_>>();
    assert!(order.is_sorted(), "one ends before the next begins: {order:?}");
    assert!(ran.of("agent_end").iter().all(|event| event["status"] == "completed"));
    let window = ran.window("main.3", 0);
    assert!(!window.contains("File: poem"), "it was closed: {window}");
}
