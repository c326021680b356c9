//! The board of a run: issues that agents work on with programs, in worktrees of a real repository, beside the agent that
//! opened them and waits for them.

mod common;

use std::fs;

use common::{Bench, Ran, script};
use gg_agent::Status;
use gg_models::{Message, Part};
use gg_tests::repository::{begin, git};

const PROFILE: &str = r#"
[capability.write-file]
[capability.shell]
[capability.project-management]
maxRetries = 0
mergeAgentId = "coder"
[[roster]]
id = "coder"
name = "Coder"
description = "Writes."
scopes = ["implementer"]
[[roster]]
id = "reader"
name = "Reader"
description = "Reads."
scopes = ["reviewer"]
"#;

/// What programs begin with.
const HEAD: &str = "import { board, files, session, shell, views } from \"gg\";\n\
    const issue = (title, blockedBy, reviewers) => board.createIssue({ title, inScope: \"This.\", outOfScope: \"That.\",\n\
    completionCriteria: \"It works.\", blockedBy, agent: \"coder\", reviewers });\n";

/// A repository with a file, that is the workspace of a run with a board.
fn repository(keys: &str) -> Bench {
    let bench = Bench::new(&format!("{keys}{PROFILE}"), &[("poem", "one\n")]);
    begin(bench.path());
    git(bench.path(), &["add", "poem"]);
    git(bench.path(), &["commit", "--quiet", "--message", "By hand"]);
    bench
}

fn issues(ran: &Ran) -> Vec<String> {
    let said = |event: &&serde_json::Value| {
        format!("{} {}", event["issue"].as_str().unwrap_or_default(), event["text"].as_str().unwrap_or_default())
    };
    ran.of("issue").iter().map(said).collect()
}

/// The texts in what an agent was told.
fn texts(messages: &[Message]) -> impl Iterator<Item = &str> {
    let parts = messages.iter().filter_map(|message| match message {
        Message::Told { parts, .. } => Some(parts),
        Message::Replied(_) => None,
    });
    parts.flatten().filter_map(|part| if let Part::Text(said) = part { Some(said.as_str()) } else { None })
}

/// What opened the window of each agent, in the order in which they were first asked.
fn briefs(ran: &Ran) -> Vec<&str> {
    let mut briefs: Vec<&str> = Vec::new();
    for brief in ran.asked.iter().filter_map(|messages| texts(messages).next()) {
        if !briefs.contains(&brief) {
            briefs.push(brief);
        }
    }
    briefs
}

#[tokio::test]
async fn an_issue_is_done_changed_for_its_reviewer_merged_and_waited_for() {
    let bench = repository("");
    let opens = "views.openText(\"id\", issue(\"Sing\", [], [\"reader\"]).id); issue(\"Dance\", [\"ISSUE-1\"], []);\n\
        board.waitForIssue(\"ISSUE-2\"); board.waitForIssue(\"ISSUE-1\"); throw new Error(\"late\");";
    let finish = "session.finish(\"Sung.\");";
    let script = script(
        HEAD,
        &[
            ("main", &[], opens),
            ("main", &["Notice\n---\nISSUE-2 is done.\nISSUE-1 is done.", "2 issues done, 0 failed"], finish),
            ("ISSUE-1.0i", &[], "files.writeFile(\"song\", \"la\"); views.openFile(\"poem\");"),
            ("ISSUE-1.0i", &["File: poem"], "session.finish(\"Half.\");"),
            ("ISSUE-1.0i.0r", &[], "session.requestChanges([\"Louder.\"]);"),
            ("ISSUE-1.1i", &[], "shell.shell(\"echo LA > song\"); session.finish(\"Whole.\");"),
            ("ISSUE-1.1i.0r", &[], "session.approve();"),
            (
                "ISSUE-2.0i",
                &[],
                "files.writeFile(\"dance\", files.readTextFile(\"song\")); session.finish(\"Danced.\");",
            ),
        ],
    );
    let ran = bench.run(&script).await;
    completed(&ran, "Sung.");
    let expected = [
        "ISSUE-1 ISSUE-1.0i begins",
        "ISSUE-1 ISSUE-1.0i.0r begins",
        "ISSUE-1 ISSUE-1.0i.0r asks for changes",
        "ISSUE-1 ISSUE-1.1i begins",
        "ISSUE-1 ISSUE-1.1i.0r begins",
        "ISSUE-1 merged",
        "ISSUE-2 ISSUE-2.0i begins",
        "ISSUE-2 merged",
    ];
    assert_eq!(issues(&ran), expected);
    let read = |name: &str| fs::read_to_string(bench.path().join(name)).expect("a file");
    assert_eq!((read("song").as_str(), read("dance").as_str()), ("LA\n", "LA\n"));
    let merges = git(bench.path(), &["log", "--first-parent", "--format=%s"]);
    assert_eq!(merges, "ISSUE-2: Dance\nISSUE-1: Sing\nBy hand");
    assert_eq!(git(bench.path(), &["worktree", "list"]).lines().count(), 1);
    let holds: [&[&str]; 6] = [
        &["Do it."],
        &["# Sing", "## Completion criteria\n\nIt works."],
        &["# Sing", "## The work to review", "+la"],
        &["# Sing", "## Changes requested", "1. Louder."],
        &["# Sing", "## The work to review", "+LA"],
        &["# Dance"],
    ];
    let briefs = briefs(&ran);
    assert_eq!(briefs.len(), holds.len(), "{briefs:#?}");
    for (brief, texts) in briefs.iter().zip(holds) {
        assert!(texts.iter().all(|text| brief.contains(text)), "{texts:?} in {brief}");
    }
}

#[tokio::test]
async fn a_wait_gives_up_the_slot_and_ends_for_what_can_never_finish() {
    let bench = repository("maxParallel = 1\n");
    let opens = "issue(\"Fail\", [], []); issue(\"Go on\", [\"ISSUE-1\"], []); board.waitForIssue(\"ISSUE-2\");";
    let script = script(
        HEAD,
        &[
            ("main", &[], opens),
            (
                "main",
                &["ISSUE-2 can never finish behind ISSUE-1, which failed (conflict)."],
                "session.finish(\"No.\");",
            ),
        ],
    );
    // Nothing is left for the implementer to be told by the model, so it stops.
    let ran = bench.run(&script).await;
    completed(&ran, "No.");
    assert!(
        issues(&ran)
            .iter()
            .any(|said| said.starts_with("ISSUE-1 failed: no agent finished it in 1 attempt: model_error"))
    );
    assert_eq!(git(bench.path(), &["worktree", "list"]).lines().count(), 1);
}

#[tokio::test]
async fn issues_are_worked_on_after_the_agent_that_opened_them_has_ended_and_its_wait_is_dropped() {
    let bench = repository("");
    let opens = "issue(\"Sing\", [], []); board.waitForIssue(\"ISSUE-1\"); session.finish(\"Opened.\");";
    let script = script(
        HEAD,
        &[("main", &[], opens), ("ISSUE-1.0i", &[], "files.writeFile(\"song\", \"la\"); session.finish(\"Sung.\");")],
    );
    let ran = bench.run(&script).await;
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, "Opened."));
    assert!(
        ran.of("feedback")
            .iter()
            .any(|event| event["text"] == "The wait for ISSUE-1 was dropped, for the session has ended.")
    );
    assert_eq!(issues(&ran), ["ISSUE-1 ISSUE-1.0i begins", "ISSUE-1 merged"]);
    assert!(bench.path().join("song").is_file());
}

#[tokio::test]
async fn an_issue_whose_agent_a_stopped_run_takes_along_is_for_the_next_run() {
    let bench = repository("");
    let opens = "issue(\"Sing\", [], []); board.waitForIssue(\"ISSUE-1\");";
    let stops = format!(
        "files.writeFile(\"song\", \"la\"); shell.shell(\"mkdir -p {0}/.gg && touch {0}/.gg/cancel\");",
        bench.path().display()
    );
    let first = script(HEAD, &[("main", &[], opens), ("ISSUE-1.0i", &[], &stops)]);
    let ran = bench.run(&first).await;
    assert_eq!(ran.ended.status, Status::Canceled, "{:?}", ran.ended);
    fs::remove_file(bench.path().join(".gg/cancel")).expect("it was there");
    let second = script(
        HEAD,
        &[
            ("main", &["ISSUE-1 (in progress, coder): Sing"], "session.finish(\"Seen.\");"),
            ("ISSUE-1.1i", &[], "views.openFile(\"song\");"),
            ("ISSUE-1.1i", &["la"], "session.finish(\"Sung.\");"),
        ],
    );
    let ran = bench.run(&second).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    assert_eq!(issues(&ran), ["ISSUE-1 ISSUE-1.1i begins", "ISSUE-1 merged"]);
    assert!(bench.path().join("song").is_file());
}

/// What is told of waits that ended, in the order in which it was told.
fn told(ran: &Ran) -> Vec<(&str, &str)> {
    let said = |event: &&serde_json::Value| event["text"].as_str().is_some_and(|text| text.starts_with("ISSUE-"));
    let feedback = ran.events.iter().filter(|event| event["event"] == "feedback").filter(said);
    feedback.filter_map(|event| Some((event["agent"].as_str()?, event["text"].as_str()?))).collect()
}

/// That the session was completed, with these words.
fn completed(ran: &Ran, text: &str) {
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, text), "{:?}", issues(ran));
}

/// Runs a session in which agents would wait in a circle, which never ends where nobody finds it.
async fn runs(bench: &Bench, script: &str) -> Ran {
    let most = std::time::Duration::from_mins(2);
    tokio::time::timeout(most, bench.run(script)).await.expect("nobody waits for ever")
}

#[tokio::test]
async fn agents_that_wait_for_the_issues_of_one_another_are_told_so_and_go_on() {
    let bench = repository("");
    let opens = "issue(\"Sing\", [], []); issue(\"Dance\", [], []); board.waitForIssue(\"ISSUE-1\"); board.waitForIssue(\"ISSUE-2\");";
    let script = script(
        HEAD,
        &[
            ("main", &[], opens),
            ("main", &["ISSUE-1 is done.\nISSUE-2 is done."], "session.finish(\"Both.\");"),
            ("ISSUE-1.0i", &[], "board.waitForIssue(\"ISSUE-2\");"),
            ("ISSUE-1.0i", &["ISSUE-2 "], "session.finish(\"Sung.\");"),
            ("ISSUE-2.0i", &[], "board.waitForIssue(\"ISSUE-1\");"),
            ("ISSUE-2.0i", &["ISSUE-1 "], "session.finish(\"Danced.\");"),
        ],
    );
    let ran = runs(&bench, &script).await;
    completed(&ran, "Both.");
    // The first that finds the circle is let go, and the other waits to the end.
    let told: Vec<_> = told(&ran).into_iter().filter(|(agent, _)| *agent != "main").collect();
    let [(first, circle), (_, done)] = told[..] else { panic!("{told:?}") };
    let (other, agent) = if first == "ISSUE-1.0i" { ("ISSUE-2", "ISSUE-2.0i") } else { ("ISSUE-1", "ISSUE-1.0i") };
    let own = first.trim_end_matches(".0i");
    assert_eq!(
        circle,
        format!(
            "{other} can never finish while this agent waits for it: it waits for the agent {agent}, which waits for {own}, \
             which waits for this agent; go on without it, for it can finish once this agent has ended (conflict)."
        )
    );
    assert_eq!(done, format!("{own} is done."));
}

#[tokio::test]
async fn a_child_that_waits_for_the_issue_of_the_one_that_waits_for_it_is_told_so() {
    let bench = repository(
        "maxParallel = 1\n[capability.subagents]\n[[roster]]\nid = \"helper\"\nname = \"Helper\"\n\
        description = \"Helps.\"\nscopes = [\"subagent\"]\n",
    );
    let waits = "delegation.spawnSubagent({ agent: \"helper\", prompt: \"Help.\" });\n\
        views.openText(\"helped\", delegation.waitForSubagents()[0].summary);";
    let head = HEAD.replace("board, ", "board, delegation, ");
    let script = script(
        &head,
        &[
            (
                "main",
                &[],
                "issue(\"Sing\", [], []); issue(\"Dance\", [\"ISSUE-1\"], []); board.waitForIssue(\"ISSUE-2\");",
            ),
            ("main", &["ISSUE-2 is done."], "session.finish(\"Both.\");"),
            ("ISSUE-1.0i", &[], waits),
            ("ISSUE-1.0i", &["helped\n---\nHelped."], "session.finish(\"Sung.\");"),
            // The other issue waits for that of its spawner.
            ("ISSUE-1.0i.1", &[], "board.waitForIssue(\"ISSUE-2\");"),
            (
                "ISSUE-1.0i.1",
                &["it waits for ISSUE-1, which waits for the agent ISSUE-1.0i, which waits for this agent;"],
                "session.finish(\"Helped.\");",
            ),
            ("ISSUE-2.0i", &[], "session.finish(\"Danced.\");"),
        ],
    );
    let ran = runs(&bench, &script).await;
    completed(&ran, "Both.");
}

#[tokio::test]
async fn who_waits_for_a_persistent_agent_that_waits_for_its_issue_is_told_so() {
    let bench = repository("").with_agent("coder", &format!("persistent = true\n{PROFILE}"));
    let script = script(
        HEAD,
        &[
            ("main", &[], "issue(\"Sing\", [], []); board.waitForIssue(\"ISSUE-1\");"),
            ("main", &["ISSUE-1 is done."], "session.finish(\"Both.\");"),
            ("ISSUE-1.0i", &[], "issue(\"Dance\", [], []); board.waitForIssue(\"ISSUE-2\");"),
            (
                "ISSUE-1.0i",
                &["its turn, for one `coder` works at a time, which waits for this agent;"],
                "session.finish(\"Sung.\");",
            ),
            ("ISSUE-2.0i", &[], "session.finish(\"Danced.\");"),
        ],
    );
    let ran = runs(&bench, &script).await;
    completed(&ran, "Both.");
}

#[tokio::test]
async fn a_merger_that_waits_for_an_issue_that_waits_for_its_merge_is_told_so() {
    let bench = repository("");
    let sings = |word: &str| format!("files.writeFile(\"poem\", \"{word}\\n\"); session.finish(\"{word}.\");");
    let (first, second) = (sings("Sung"), sings("Danced"));
    // The third issue is done once the second is merged.
    let sign = bench.path().join(".git/merging").display().to_string();
    let merges = format!("shell.shell(\"touch {sign}\"); board.waitForIssue(\"ISSUE-3\");");
    let plays = format!(
        "shell.shell(\"until [ -e {sign} ]; do sleep 0.01; done\"); files.writeFile(\"song\", \"la\"); session.finish(\"Played.\");"
    );
    let resolves = "files.writeFile(\"poem\", \"two\\n\"); session.finish(\"Resolved.\");";
    let replies: Vec<(&str, &[&str], &str)> = vec![
        (
            "main",
            &[],
            "issue(\"Sing\", [], []); issue(\"Dance\", [], []); issue(\"Play\", [], []);\n\
            board.waitForIssue(\"ISSUE-1\"); board.waitForIssue(\"ISSUE-2\"); board.waitForIssue(\"ISSUE-3\");",
        ),
        ("main", &["ISSUE-1 is done.\nISSUE-2 is done.\nISSUE-3 is done."], "session.finish(\"All.\");"),
        ("ISSUE-1.0i", &[], &first),
        ("ISSUE-2.0i", &[], "board.waitForIssue(\"ISSUE-1\");"),
        ("ISSUE-2.0i", &["ISSUE-1 is done."], &second),
        ("ISSUE-2.0m", &[], &merges),
        (
            "ISSUE-2.0m",
            &["ISSUE-3 can never finish", "its merge, for one is made at a time, which waits for this agent;"],
            resolves,
        ),
        ("ISSUE-3.0i", &[], &plays),
    ];
    let ran = runs(&bench, &script(HEAD, &replies)).await;
    completed(&ran, "All.");
}
