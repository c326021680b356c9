//! The operator's hooks in a session: when each is asked, what the agent reads of them, and what a broken one ends.
//! spec: runtime, 22

mod common;

use std::fs;

use common::{Bench, HEAD, Ran, script};
use gg_agent::Status;
use serde_json::Value;

const REST: &str = "[capability.write-file]\n[capability.shell]\n[capability.subagents]\n\
    [capability.compaction]\nstrategy = \"self-compaction\"\nsummaryHeadroom = 0.1\n\
    [[roster]]\nid = \"worker\"\nname = \"Worker\"\ndescription = \"Does a part.\"\nscopes = [\"subagent\"]\n";

const EVENTS: [&str; 10] = [
    "session-start",
    "agent-start",
    "before-write",
    "after-write",
    "before-command",
    "after-command",
    "before-compaction",
    "after-compaction",
    "agent-stop",
    "session-end",
];

fn hook(event: &str, command: &str) -> String {
    format!("[[hook]]\nevent = \"{event}\"\ncommand = '''{command}'''\n")
}

async fn run(hooks: &str, replies: &[(&str, &[&str], &str)]) -> (Bench, Ran) {
    let bench = Bench::new(&format!("{REST}{hooks}"), &[]);
    let head = format!("{HEAD}import {{ delegation, shell }} from \"gg\";\n");
    let ran = bench.run(&script(&head, replies)).await;
    (bench, ran)
}

/// What the hooks read that wrote it to a file, each as its event and agent.
fn heard(bench: &Bench) -> Vec<(String, String)> {
    let text = fs::read_to_string(bench.path().join("heard")).unwrap_or_default();
    let told = |line: &str| serde_json::from_str::<Value>(line).expect("a line of JSON");
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    text.lines().map(told).map(|told| (word(&told["event"]), word(&told["agent"]))).collect()
}

#[tokio::test]
async fn every_event_is_told_in_its_place() {
    let hooks = EVENTS.map(|event| hook(event, "cat >> heard")).concat();
    let works = "files.writeFile(\"a\", \"\"); shell.shell(\"true\"); context.compact(\"All is well.\");";
    let (bench, ran) =
        run(&hooks, &[("main", &[], works), ("main", &["All is well."], "session.finish(\"Done.\");")]).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    assert_eq!(heard(&bench), EVENTS.map(|event| (event.to_owned(), "main".to_owned())));
}

#[tokio::test]
async fn each_agent_starts_and_stops_and_the_run_begins_and_ends_once() {
    let hooks = EVENTS.map(|event| hook(event, "cat >> heard")).concat();
    let works = "delegation.spawnSubagent({ agent: \"worker\", prompt: \"Sing.\" });\n\
        delegation.waitForSubagents(); session.finish(\"Done.\");";
    let (bench, ran) = run(&hooks, &[("main", &[], works), ("main.1", &[], "session.finish(\"Sung.\");")]).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    let expected = [
        ("session-start", "main"),
        ("agent-start", "main"),
        ("agent-start", "main.1"),
        ("agent-stop", "main.1"),
        ("agent-stop", "main"),
        ("session-end", "main"),
    ];
    assert_eq!(heard(&bench), expected.map(|(event, agent)| (event.to_owned(), agent.to_owned())));
}

#[tokio::test]
async fn what_hooks_say_is_read_when_the_turn_closes() {
    let says = |event: &str| hook(event, &format!("echo '{{\"text\": \"Said {event}.\"}}'"));
    let hooks = EVENTS.map(says).concat();
    let (_, ran) = run(
        &hooks,
        &[
            (
                "main",
                &["Said session-start.", "Said agent-start."],
                "files.writeFile(\"a\", \"\"); shell.shell(\"true\");",
            ),
            (
                "main",
                &["Said before-write.", "Said after-write.", "Said before-command.", "Said after-command."],
                "context.compact(\"x\");",
            ),
            ("main", &["Said before-compaction.", "Said after-compaction."], "session.finish(\"Done.\");"),
        ],
    )
    .await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    let told: Vec<&str> = ran.of("feedback").iter().filter_map(|event| event["text"].as_str()).collect();
    assert!(!told.iter().any(|text| text.starts_with("Nothing was shown")), "{told:?}");
    // What nobody reads any more is told to the operator.
    assert_eq!(told.last_chunk(), Some(&["Said agent-stop.", "Said session-end."]));
}

#[tokio::test]
async fn an_agent_that_is_ended_is_told_of_and_not_sent_back() {
    let hooks = hook("agent-stop", "cat >> heard; echo No.; exit 2");
    let bench = Bench::new(&format!("maxTurns = 1\n{REST}{hooks}"), &[]);
    let ran = bench.run(&script(HEAD, &[("main", &[], "1;")])).await;
    assert_eq!(ran.ended.status, Status::Exhausted);
    assert_eq!(heard(&bench), [("agent-stop".to_owned(), "main".to_owned())]);
}

#[tokio::test]
async fn a_broken_hook_ends_the_run_wherever_it_is() {
    let works = "files.writeFile(\"a\", \"\"); shell.shell(\"true\"); context.compact(\"x\");";
    for event in EVENTS {
        let hooks = hook(event, "echo Oh.; exit 1");
        let (_, ran) = run(&hooks, &[("main", &[], works), ("main", &[], "session.finish(\"Done.\");")]).await;
        let why = "the hook `echo Oh.; exit 1` is broken: it ended with status 1: Oh.";
        assert_eq!((ran.ended.status, &*ran.ended.text), (Status::HookError, why), "{event}");
        let turns = ran.of("turn_outcome").len();
        let expected = match event {
            "session-start" | "agent-start" => 0,
            "agent-stop" | "session-end" => 2,
            _ => 1,
        };
        assert_eq!(turns, expected, "{event}");
    }
}

#[tokio::test]
async fn a_hook_that_breaks_for_a_child_ends_the_run() {
    let hooks = hook("before-write", "exit 1");
    let works = "delegation.spawnSubagent({ agent: \"worker\", prompt: \"Write.\" }); delegation.waitForSubagents();";
    let (_, ran) = run(
        &hooks,
        &[
            ("main", &[], works),
            ("main", &[], "session.finish(\"Done.\");"),
            ("main.1", &[], "try { files.writeFile(\"a\", \"\"); } catch {} session.finish(\"Written.\");"),
        ],
    )
    .await;
    assert_eq!(ran.ended.status, Status::HookError, "{:?}", ran.ended);
}
