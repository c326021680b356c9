//! `gg agent`: a task, done by a model that replies from a file.

use std::fs;

use super::{folder, gg, used};

const REPLIES: &str = r#"
[[reply]]
text = """
import { files, views } from "gg";
views.openText("size", String(files.readTextFile("a.md").length));
"""
usage = { input = 100, output = 10 }

[[reply]]
sees = ["View: size", "5"]
text = """
import { session } from "gg";
session.finish("It has 5 letters.");
"""
"#;

#[test]
fn an_agent_does_a_task_and_shows_what_it_does() {
    let folder = folder(&[("a.md", "hello"), ("replies.toml", REPLIES)]);
    let arguments = ["agent", "How long is it?", "--model", "scripted:replies.toml", "--arm", "javascript", "--calls"];
    let ran = used(gg(folder.path()).args(arguments));
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let expected = [
        "Turn 1",
        "files.readTextFile(",
        "files.read_text_file  ok",
        "+ View: size",
        "Turn 2",
        "It has 5 letters.",
        "completed: 2 turns, 100 tokens in (0 cached), 10 out, cost unknown",
    ];
    let mut rest = ran.stdout.as_str();
    for words in expected {
        let at = rest.find(words).unwrap_or_else(|| panic!("no `{words}` in its place in\n{}", ran.stdout));
        rest = &rest[at..];
    }
}

#[test]
fn every_event_is_a_line_of_json() {
    let folder = folder(&[("a.md", "hello"), ("replies.toml", REPLIES)]);
    let arguments = ["agent", "How long is it?", "--model", "scripted:replies.toml", "--arm", "javascript", "--json"];
    let ran = used(gg(folder.path()).args(arguments));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let events: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    let named = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    let counts =
        ["agent_surface", "turn_start", "code_execution", "turn_outcome", "agent_end", "run_summary"].map(named);
    assert_eq!(counts, [1, 2, 2, 2, 1, 1], "{}", ran.stdout);
    assert_eq!(events.last().map(|event| event["status"].clone()), Some("completed".into()));
}

#[test]
fn what_ends_an_agent_is_its_exit_status() {
    let folder =
        folder(&[("a.toml", "[[reply]]\nfailure = \"model_auth\"\n"), ("b.toml", "[[reply]]\ntext = \"1;\"\n")]);
    fs::write(folder.path().join("p.toml"), "language = \"javascript\"\nmaxTurns = 1\n").expect("a file");
    let run = |model: &str| used(gg(folder.path()).args(["agent", "x", "--profile", "p.toml", "--model", model]));
    let auth = run("scripted:a.toml");
    assert_eq!(auth.code, Some(1), "{}", auth.stdout);
    assert!(auth.stdout.contains("auth_error: 1 turn"), "{}", auth.stdout);
    assert_eq!(run("scripted:b.toml").code, Some(3));
    let none = used(gg(folder.path()).args(["agent", "x", "--profile", "p.toml"]));
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("no model is named"), "{}", none.stderr);
    assert!(run("scripted:c.toml").stderr.contains("c.toml"));
}

/// The demonstration of the readme, from the repository as it is.
#[test]
fn the_example_completes() {
    let folder = super::examples();
    let arguments =
        ["agent", "Which ferry loses most time?", "--model", "scripted:examples/agent/replies.toml", "--check=off"];
    let ran = used(gg(folder.path()).args(arguments));
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("completed: 4 turns, 1 error"), "{}", ran.stdout);
    assert!(folder.path().join("target/agent/delays.md").is_file());
}
