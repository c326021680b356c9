//! Agents whose place is taken by others: one of the roster, or that of another state of a machine. spec: runtime, 4.4,
//! 14.4 and 14.5

mod common;

use common::{Bench, Ran, script};
use gg_agent::Status;

const PROFILE: &str = r#"
[capability.exec]
[capability.fork]
[capability.subagents]
[capability.tasks]
[capability.memories]
strategy = "markdown"
[capability.compaction]
strategy = "self-compaction"
summaryHeadroom = 0.2
[[roster]]
id = "second"
name = "Second"
description = "Goes on."
scopes = ["subagent"]
[[roster]]
id = "works"
name = "Works"
description = "A machine."
scopes = ["subagent"]
"#;

const HEAD: &str = "import { context, delegation, files, memories, session, tasks, views } from \"gg\";\n\
    const show = value => views.openText(\"told\", JSON.stringify(value));\n\
    const remember = name => memories.createMemory({ name, description: \"A note.\", body: \"It holds.\" });\n\
    const fails = call => { try { call(); return \"no\"; } catch (error) { return `${error.code}: ${error.message}`; } };\n";

/// The opening turn that is not wanted where windows are looked at.
const QUIET: &str = "[openingTurn]\nmodules = []\nfunctions = []\n";

async fn run(bench: Bench, replies: &[(&str, &[&str], &str)]) -> Ran {
    bench.run(&script(HEAD, replies)).await
}

fn bench(keys: &str) -> Bench {
    Bench::new(&format!("{keys}{QUIET}{PROFILE}"), &[])
}

fn finished<'a>(ran: &'a Ran, text: &str) -> &'a Ran {
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, text), "{:?}", ran.names());
    ran
}

#[tokio::test]
async fn a_successor_goes_on_from_the_window_with_what_both_have() {
    let second = format!("{QUIET}[capability.tasks]\n[capability.memories]\nstrategy = \"scratchpad\"\n");
    let ran = run(
        bench("").with_agent("second", &second),
        &[
            (
                "main",
                &[],
                "tasks.addTask({ id: \"walk\", title: \"Walk.\" }); remember(\"tides\");\n\
                 delegation.exec(\"second\", { prompt: \"Now you.\" }); show(\"long ago\");",
            ),
            (
                "main",
                &["You are `second`, and take the place of the agent before you, as `main`. Carried over: history, tasks. Not \
                   carried over: memories.\n\nNow you."],
                "tasks.completeTask(\"walk\"); show(fails(() => delegation.exec(\"second\")));",
            ),
            ("main", &["unavailable: `delegation.exec` is not available."], "session.finish(\"Gone on.\");"),
        ],
    )
    .await;
    finished(&ran, "Gone on.");
    let window = ran.window("main", 1);
    for seen in ["Do it.", "\"long ago\"", "walk"] {
        assert!(window.contains(seen), "{seen}: {window}");
    }
    assert!(!window.contains("Memories\n---"), "{window}");
    let turns: Vec<u64> = ran.of("turn_start").iter().filter_map(|event| event["turn"].as_u64()).collect();
    assert_eq!(turns, [1, 2, 3], "turns are counted on");
    let succession = ran.of("succession");
    assert_eq!((succession.len(), &succession[0]["successor"]), (1, &"second".into()));
}

#[tokio::test]
async fn memories_that_do_not_travel_are_set_aside_and_those_that_do_stay() {
    let second = format!("{QUIET}[capability.exec]\n[capability.memories]\nstrategy = \"scratchpad\"\n{ROSTER}");
    let ran = run(
        Bench::new(&format!("{QUIET}{PROFILE}{ROSTER}"), &[]).with_agent("second", &second),
        &[
            ("main", &[], "remember(\"tides\"); delegation.exec(\"main\");"),
            ("main", &["Carried over: history, memories, tasks."], "remember(\"moons\"); delegation.exec(\"second\");"),
            ("main", &["Not carried over: memories"], "delegation.exec(\"main\");"),
            ("main", &[], "show(fails(() => memories.readMemory(\"tides\")));"),
            ("main", &["not-found: "], "session.finish(\"Gone on.\");"),
        ],
    )
    .await;
    finished(&ran, "Gone on.");
}

/// A roster that names the first agent.
const ROSTER: &str =
    "[[roster]]\nid = \"main\"\nname = \"Main\"\ndescription = \"The first.\"\nscopes = [\"subagent\"]\n";

#[tokio::test]
async fn the_first_succession_of_a_turn_stands_even_if_its_program_fails() {
    let ran = run(
        bench(""),
        &[
            (
                "main",
                &[],
                "delegation.exec(\"second\", { prompt: \"First.\" });\n\
                 show([fails(() => delegation.exec(\"second\", { prompt: \"Later.\" })), fails(() => delegation.exec(\"nobody\"))]);\n\
                 throw new Error(\"too bad\");",
            ),
            (
                "main",
                &[
                    "refused: `delegation.exec` did not run: this turn already has a successor.",
                    "names no subagent on the roster: nobody; there is second, works",
                    "too bad",
                    "First.",
                ],
                "session.finish(\"Gone on.\");",
            ),
        ],
    )
    .await;
    finished(&ran, "Gone on.");
    assert!(!ran.window("main", 1).contains("\n\nLater."));
}

#[tokio::test]
async fn an_ending_beats_a_succession_which_the_operator_is_told() {
    let ran = run(bench(""), &[("main", &[], "delegation.exec(\"second\"); session.finish(\"Done.\");")]).await;
    finished(&ran, "Done.");
    assert!(ran.of("succession").is_empty());
    let told = ran.of("feedback");
    assert!(
        told.iter()
            .any(|event| event["text"] == "That the agent `second` takes over was dropped, for the session has ended."),
        "{told:?}"
    );
}

#[tokio::test]
async fn a_successor_inherits_the_compacted_window() {
    let ran = run(
        bench(""),
        &[
            ("main", &[], "show(\"long ago\");"),
            ("main", &[], "delegation.exec(\"second\", { prompt: \"Now you.\" }); context.compact(\"It was long.\");"),
            ("main", &["Now you."], "session.finish(\"Gone on.\");"),
        ],
    )
    .await;
    finished(&ran, "Gone on.");
    let window = ran.window("main", 2);
    assert!(window.contains("It was long.") && window.contains("Now you.") && !window.contains("long ago"), "{window}");
}

#[tokio::test]
async fn errors_in_a_row_begin_anew_and_the_ceiling_of_turns_is_shared() {
    let ran = run(
        bench("maxConsecutiveErrors = 2\nmaxTurns = 4\n"),
        &[
            ("main", &[], "throw new Error(\"one\");"),
            ("main", &[], "delegation.exec(\"second\"); show(1);"),
            ("main", &[], "throw new Error(\"two\");"),
            ("main", &[], "show(2);"),
        ],
    )
    .await;
    assert_eq!(ran.ended.status, Status::Exhausted);
    assert_eq!((ran.ended.summary.turns, ran.ended.summary.errors), (4, 2));
}

#[tokio::test]
async fn to_everyone_else_the_successor_is_the_same_agent() {
    let ran = run(
        bench(""),
        &[
            (
                "main",
                &[],
                "const id = delegation.spawnSubagent({ agent: \"second\", prompt: \"Sing.\" }).id;\n\
                 delegation.sendMessage(id, \"Louder.\"); delegation.exec(\"second\");",
            ),
            // The child's place is taken, too, and the message waits for whoever is there.
            ("main.1", &[], "delegation.exec(\"second\", { prompt: \"Dance.\" });"),
            ("main.1", &["Dance."], "session.finish(\"Danced.\");"),
            ("main", &[], "show(delegation.waitForSubagents([\"main.1\"]));"),
            ("main", &[r#"{"id":"main.1","status":"completed","summary":"Danced."}"#], "session.finish(\"Seen.\");"),
        ],
    )
    .await;
    finished(&ran, "Seen.");
}

const MACHINE: &str = r#"
[machine]
entry = "plan"
[[machine.state]]
name = "plan"
profile = "plan.toml"
edges = [{ to = "build", transfer = ["tasks"] }, { to = "plan", transfer = [] }]
[[machine.state]]
name = "build"
profile = "build.toml"
edges = [{ to = "rest", transfer = ["history", "memories", "tasks"] }]
[[machine.state]]
name = "rest"
profile = "rest.toml"
"#;

fn machine() -> Bench {
    let tasks = format!("{QUIET}[capability.tasks]\n[capability.fork]\n[capability.subagents]\n");
    let opening = "[openingTurn]\nmodules = []\nfunctions = [\"views.open_text\"]\n[capability.tasks]\n";
    bench("").with_machine("works", MACHINE, &[("plan", &tasks), ("build", &tasks), ("rest", opening)])
}

#[tokio::test]
async fn a_machine_is_entered_by_its_entry_and_moves_along_its_edges() {
    let ran = run(
        machine(),
        &[
            ("main", &[], "delegation.exec(\"works\");"),
            (
                "main",
                &["You are `works`, in the state `plan`, and take the place"],
                "tasks.addTask({ id: \"walk\", title: \"Walk.\" });\n\
                 show([fails(() => delegation.exec(\"second\")), fails(() => delegation.transitionState(\"rest\")),\n\
                 fails(() => delegation.transitionState(\" \"))]);",
            ),
            (
                "main",
                &[
                    "unavailable: `delegation.exec` is not available. Use `delegation.transitionState` instead.",
                    "names no state to move to: rest; there is build, plan",
                    "`state` is blank",
                ],
                "delegation.transitionState(\"build\", { note: \"All is planned.\" }); show(\"long ago\");",
            ),
            (
                "main",
                &["in the state `build`", "Carried over: tasks. Not carried over: history.", "All is planned.", "walk"],
                "delegation.transitionState(\"rest\");",
            ),
            ("main", &["in the state `rest`"], "show(fails(() => delegation.transitionState(\"plan\")));"),
            ("main", &["unavailable: `delegation.transitionState` is not available."], "session.finish(\"Rested.\");"),
        ],
    )
    .await;
    finished(&ran, "Rested.");
    let built = ran.window("main", 3);
    assert!(!built.contains("Do it.") && !built.contains("long ago"), "{built}");
    let states: Vec<&str> = ran.of("succession").iter().filter_map(|event| event["state"].as_str()).collect();
    assert_eq!(states, ["plan", "build", "rest"]);
}

#[tokio::test]
async fn an_empty_transfer_is_a_hard_reset_which_runs_the_opening_turn_again() {
    let opening = "[openingTurn]\nmodules = []\nfunctions = [\"views.open_text\"]\n[capability.tasks]\n";
    let bench = bench("").with_machine("works", MACHINE, &[("plan", opening), ("build", opening), ("rest", opening)]);
    let ran = run(
        bench,
        &[
            ("main", &[], "delegation.exec(\"works\");"),
            ("main", &[], "tasks.addTask({ id: \"walk\", title: \"Walk.\" }); delegation.transitionState(\"plan\", { note: \"Anew.\" });"),
            ("main", &[], "session.finish(\"Anew.\");"),
        ],
    )
    .await;
    finished(&ran, "Anew.");
    let (before, after) = (ran.window("main", 1), ran.window("main", 2));
    // What was carried into the machine was not opened by an opening turn.
    assert!(!before.contains("Documentation: gg.views.openText") && before.contains("Do it."), "{before}");
    assert!(after.contains("Documentation: gg.views.openText") && after.contains("Anew."), "{after}");
    assert!(!after.contains("walk") && !after.contains("Do it."), "{after}");
    assert!(after.contains("Carried over: nothing."), "{after}");
}

#[tokio::test]
async fn a_copy_of_an_agent_in_a_state_stands_in_none() {
    let ran = run(
        machine(),
        &[
            ("main", &[], "delegation.exec(\"works\");"),
            ("main", &[], "delegation.fork(\"Look.\");"),
            ("main.1", &["Look."], "show(fails(() => delegation.transitionState(\"build\")));"),
            ("main.1", &["unavailable: `delegation.transitionState` is not available."], "session.finish(\"Seen.\");"),
            ("main", &[], "show(delegation.waitForSubagents().map(told => told.summary));"),
            ("main", &["[\"Seen.\"]"], "session.finish(\"Done.\");"),
        ],
    )
    .await;
    finished(&ran, "Done.");
}
