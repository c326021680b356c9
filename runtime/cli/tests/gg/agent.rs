//! `gg agent`: a task, done by a model that replies from a file.

use std::fs;

use gg_agent::Session;
use gg_tests::repository::{begin, git};

use super::{
    folder, gg,
    kills::{Kills, kill_once_it_waits},
    replay::{each_is_named, last},
    used,
};

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
    let last = events.last().expect("a summary");
    assert_eq!(last["status"], "completed");
    let summary = serde_json::json!({
        "turns": 2, "errors": 0, "maxConsecutive": 0, "byBase": {}, "byType": {}, "callFailures": 0, "fencesRemoved": 0
    });
    assert_eq!(last["summary"], summary);
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
    assert_eq!(none.code, Some(1));
    assert!(none.stderr.contains("no model is named"), "{}", none.stderr);
    assert!(run("scripted:c.toml").stderr.contains("c.toml"));
}

#[test]
fn a_launch_that_is_refused_leaves_no_session() {
    let first = "language = \"javascript\"\n[capability.subagents]\n[[roster]]\nid = \"second\"\nname = \"Second\"\n\
        description = \"Helps.\"\nscopes = [\"subagent\"]\nprofile = \"second.toml\"\n";
    let second = "language = \"javascript\"\npromptTemplate = \"{{ nothing }}\"\n";
    let folder = folder(&[("first.toml", first), ("second.toml", second), ("replies.toml", REPLIES)]);
    let refused = |task: &str| {
        let arguments = ["agent", task, "--profile", "first.toml", "--model", "scripted:replies.toml"];
        let ran = used(gg(folder.path()).args(arguments));
        assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
        let left = fs::read_dir(folder.path().join(".gg/sessions")).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{}", ran.stderr);
        ran.stderr
    };
    // Who may come to work is stood up once the record has begun.
    let why = refused("Work.");
    assert!(why.contains("the agent `second`: "), "{why}");
    for blank in ["", " \n"] {
        let why = refused(blank);
        assert!(why.contains("the task is blank: say what is to be done"), "{why}");
    }
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

const WORK: &str = r#"
[[reply]]
text = """
import { files, shell, tasks, views } from "gg";
tasks.addTask({ id: "a", title: "Look", blockedBy: [] });
const text = files.readTextFile("a.md");
files.writeFile("b.md", `${text} at ${Date.now()} ${Math.random()}`);
const ran = shell.shell("echo ran >> log; cat log");
views.openFile("b.md");
views.openText("log", ran.output);
"""

[[reply]]
sees = ["View: log", "File: b.md", "- a: Look"]
text = """
import { session, views } from "gg";
session.finish("done");
"""
"#;

/// A recorded session of a new folder, by its id.
fn recorded() -> (tempfile::TempDir, String) {
    let folder = folder(&[("a.md", "hello"), ("replies.toml", WORK)]);
    let arguments = ["agent", "Work.", "--model", "scripted:replies.toml", "--arm", "javascript"];
    let ran = used(gg(folder.path()).args(arguments));
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let listed = used(gg(folder.path()).arg("sessions"));
    assert!(listed.stdout.contains("completed, 2 turns  Work."), "{}", listed.stdout);
    let id = listed.stdout.split_whitespace().next().expect("an id").to_owned();
    assert!(ran.stderr.contains(&id), "{}", ran.stderr);
    (folder, id)
}

#[test]
fn a_session_is_replayed_from_its_record_and_changes_nothing() {
    let (folder, id) = recorded();
    // The world has gone on since.
    fs::write(folder.path().join("a.md"), "changed").expect("a file");
    fs::write(folder.path().join("b.md"), "changed").expect("a file");
    for _ in 0..2 {
        let replayed = used(gg(folder.path()).args(["replay", &id]));
        assert_eq!(replayed.code, Some(0), "{}{}", replayed.stdout, replayed.stderr);
        assert!(
            replayed.stdout.starts_with("verified: ") && replayed.stdout.ends_with("2 turns\n"),
            "{}",
            replayed.stdout
        );
    }
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!((read("b.md").as_str(), read("log").as_str()), ("changed", "ran\n"));
    let tasks = used(gg(folder.path()).args(["tasks", "--json"]));
    assert_eq!(tasks.stdout.matches("\"Look\"").count(), 1, "{}", tasks.stdout);
    let shown = used(gg(folder.path()).args(["sessions", &id]));
    assert!(shown.stdout.contains("program:1:files.read_text_file  ok"), "{}", shown.stdout);
}

#[test]
fn a_session_that_goes_another_way_is_told_where() {
    let (folder, id) = recorded();
    let session = folder.path().join(".gg/sessions").join(&id);
    // The agent may not do any more what it did.
    let profile = session.join("profile.toml");
    let text = fs::read_to_string(&profile).expect("a profile").replace("[capability.tasks]\n", "");
    fs::write(&profile, text).expect("a profile");
    let replayed = used(gg(folder.path()).args(["replay", &id]));
    assert_eq!(replayed.code, Some(1), "{}{}", replayed.stdout, replayed.stderr);
    assert!(
        replayed.stdout.contains("diverged at entry 2 of main\n  recorded: prompt_frame of main, turn 1"),
        "{}",
        replayed.stdout
    );
}

#[test]
fn a_record_that_was_cut_short_is_replayed_as_far_as_it_goes() {
    let (folder, id) = recorded();
    let journal = folder.path().join(".gg/sessions").join(&id).join("journal.jsonl");
    let text = Session::text(journal.parent().expect("a folder")).expect("a journal");
    let begun = text.lines().position(|line| line.contains("call_begun") && line.contains("shell")).expect("a command");
    let kept: String = text.split_inclusive('\n').take(begun + 1).collect();
    fs::write(&journal, format!("{kept}{{\"kind\":\"sh")).expect("a journal");
    let shown = used(gg(folder.path()).args(["sessions", &id]));
    assert!(shown.stdout.contains("shell.shell of turn 1 may have run"), "{}", shown.stdout);
    let replayed = used(gg(folder.path()).args(["replay", &id]));
    assert_eq!(replayed.code, Some(0), "{}{}", replayed.stdout, replayed.stderr);
}

/// Every hook counts how often it runs, and has something to say.
const HOOKED: &str = r#"
language = "javascript"
[capability.write-file]
[[hook]]
event = "session-start"
script = "hooks/begin.sh"
[[hook]]
event = "after-write"
command = "echo 2 >> ran; echo '{\"text\": \"It is written.\"}'"
[[hook]]
event = "agent-stop"
command = "echo 3 >> ran; test -e gone || { touch gone; echo Not yet.; exit 2; }"
[[hook]]
event = "session-end"
command = "echo 4 >> ran"
"#;

const HOOKED_REPLIES: &str = r#"
[[reply]]
sees = ["The date is \"today\"."]
text = """
import { files } from "gg";
files.writeFile("a", "");
"""

[[reply]]
sees = ["It is written."]
text = """
import { session } from "gg";
session.finish("a");
"""

[[reply]]
sees = ["The session goes on: Not yet."]
text = """
import { session } from "gg";
session.finish("b");
"""
"#;

#[test]
fn what_hooks_said_is_replayed_and_none_is_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let begin = "#!/bin/sh\necho 1 >> ran\necho '{\"text\": \"The date is \\\"today\\\".\"}'\n";
    let files = [("own/p.toml", HOOKED), ("own/hooks/begin.sh", begin), ("replies.toml", HOOKED_REPLIES)];
    let folder = folder(&files);
    let script = folder.path().join("own/hooks/begin.sh");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it may be run");
    let arguments = ["agent", "Work.", "--model", "scripted:replies.toml", "--profile", "own/p.toml"];
    let ran = used(gg(folder.path()).args(arguments));
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let count = || fs::read_to_string(folder.path().join("ran")).expect("hooks ran");
    assert_eq!(count(), "1\n2\n3\n3\n4\n");
    fs::remove_dir_all(folder.path().join("own")).expect("a folder");
    fs::remove_file(folder.path().join("gone")).expect("a file");
    let listed = used(gg(folder.path()).arg("sessions"));
    let id = listed.stdout.split_whitespace().next().expect("an id").to_owned();
    let replayed = used(gg(folder.path()).args(["replay", &id]));
    assert_eq!(replayed.code, Some(0), "{}{}", replayed.stdout, replayed.stderr);
    assert_eq!(count(), "1\n2\n3\n3\n4\n");
    let shown = used(gg(folder.path()).args(["sessions", &id]));
    for said in ["The date is", "It is written.", "Not yet."] {
        assert!(shown.stdout.contains(said), "{}", shown.stdout);
    }
    each_is_named(folder.path(), &id, &["hook"]);
}

const KILLED: &str = r#"
[[reply]]
text = """
import { files, views } from "gg";
views.openText("first", files.readTextFile("a.md") + Math.random());
"""

[[reply]]
sees = ["View: first"]
text = """
import { files, shell, tasks } from "gg";
tasks.addTask({ id: "a", title: "Look", blockedBy: [] });
files.readTextFile("a.md");
shell.shell("echo ran >> log; sleep 60");
"""

[[reply]]
sees = ["interrupted", "program:1:files.read_text_file", "program:2:shell.shell {\"command\":\"echo ran"]
text = """
import { session } from "gg";
session.finish("went on");
"""
"#;

/// A folder, and the session that was killed there while its command waited.
fn killed() -> (tempfile::TempDir, String) {
    let folder = folder(&[("a.md", "hello"), ("replies.toml", KILLED)]);
    let arguments = ["agent", "Work.", "--model", "scripted:replies.toml", "--arm", "javascript"];
    kill_once_it_waits(folder.path(), gg(folder.path()).args(arguments).stdout(std::process::Stdio::null()));
    let id = last(folder.path());
    (folder, id)
}

#[test]
fn a_session_that_goes_on_in_another_process_is_not_gone_on_with() {
    let (folder, id) = killed();
    let journal = folder.path().join(".gg/sessions").join(&id).join("journal.jsonl");
    let other = fs::File::options().append(true).open(journal).expect("a journal");
    other.lock().expect("it is free");
    let refused = used(gg(folder.path()).args(["agent", "--resume", &id]));
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(refused.stderr.contains("the session goes on in another process"), "{}", refused.stderr);
    drop(other);
    let resumed = used(gg(folder.path()).args(["agent", "--resume", &id]));
    assert_eq!(resumed.code, Some(0), "{}{}", resumed.stdout, resumed.stderr);
}

#[test]
fn a_session_that_was_killed_goes_on_and_does_nothing_twice() {
    let (folder, id) = killed();
    fs::write(folder.path().join("a.md"), "changed").expect("a file");
    let listed = used(gg(folder.path()).arg("sessions"));
    assert!(listed.stdout.contains("not ended, 2 turns"), "{}", listed.stdout);
    let resumed = used(gg(folder.path()).args(["agent", "--resume", &id]));
    assert_eq!(resumed.code, Some(0), "{}{}", resumed.stdout, resumed.stderr);
    assert!(resumed.stdout.contains("went on") && !resumed.stdout.contains("Turn 1"), "{}", resumed.stdout);
    assert_eq!(fs::read_to_string(folder.path().join("log")).expect("a log"), "ran\n", "the command is not repeated");
    let tasks = used(gg(folder.path()).args(["tasks", "--json"]));
    assert_eq!(
        tasks.stdout.matches("\"Look\"").count(),
        1,
        "what a call had answered for is kept, once: {}",
        tasks.stdout
    );
    let again = used(gg(folder.path()).args(["agent", "--resume", &id]));
    assert_eq!(again.code, Some(1), "{}", again.stdout);
    assert!(again.stderr.contains("has ended"), "{}", again.stderr);
}

#[test]
fn a_session_that_cannot_go_on_from_its_record_says_where_and_stays_as_it_was() {
    let (folder, id) = killed();
    let session = folder.path().join(".gg/sessions").join(&id);
    let there = || {
        let entries = fs::read_dir(&session).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = entries.collect();
        names.sort();
        (names, fs::read(session.join("journal.jsonl")).expect("a journal"))
    };
    // The agent may not do any more what it did.
    let profile = session.join("profile.toml");
    let text = fs::read_to_string(&profile).expect("a profile");
    fs::write(&profile, text.replace("[capability.tasks]\n", "")).expect("a profile");
    let before = there();
    for json in [false, true] {
        let more: &[&str] = if json { &["--json"] } else { &[] };
        let refused = used(gg(folder.path()).args(["agent", "--resume", &id]).args(more));
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{}", refused.stderr);
        assert!(
            refused.stderr.contains(&format!("the session {id} cannot go on from its record")),
            "{}",
            refused.stderr
        );
        let place = "diverged at entry 2 of main\n  recorded: prompt_frame of main, turn 1";
        assert!(refused.stderr.contains(place), "{}", refused.stderr);
        assert!(there() == before, "something was recorded of it, or kept: {:?}", there().0);
    }
    fs::write(&profile, text).expect("a profile");
    let resumed = used(gg(folder.path()).args(["agent", "--resume", &id]));
    assert_eq!(resumed.code, Some(0), "{}{}", resumed.stdout, resumed.stderr);
    assert!(resumed.stdout.contains("went on"), "{}", resumed.stdout);
}

/// Kills at instants of chance, and goes on after each until the session has ended.
#[test]
fn wherever_it_is_killed_a_session_goes_on_and_repeats_nothing() {
    let turn = |number: u32| {
        format!(
            "[[reply]]\ntext = '''\nimport {{ files, shell, views }} from \"gg\";\nfiles.writeFile(\"{number}\", \"x\");\n\
             shell.shell(\"echo {number} >> log; sleep 0.02\");\nviews.openText(\"{number}\", String(Math.random()));\n'''\n"
        )
    };
    let last = "[[reply]]\ntext = '''\nimport { session } from \"gg\";\nsession.finish(\"done\");\n'''\n";
    // The turn that ends it may be interrupted too, once a kill.
    let script: String = (0..8).map(turn).chain(std::iter::repeat_n(last.to_owned(), 6)).collect();
    let begins = ["agent", "Work.", "--model", "scripted:replies.toml", "--arm", "javascript"];
    let mut kills = Kills::new();
    for round in 0..6 {
        let folder = folder(&[("replies.toml", &script)]);
        let at = format!("round {round}");
        // The session takes about half a second.
        kills.until_ended(folder.path(), &begins, 500, &at);
        let log = fs::read_to_string(folder.path().join("log")).expect("a log");
        let mut lines: Vec<&str> = log.lines().collect();
        let all = lines.len();
        lines.dedup();
        assert_eq!(lines.len(), all, "seed {}, {at}: something was done twice: {log}", kills.seed);
        kills.replays(folder.path(), &at);
    }
}

const BOARD: &str = r#"language = "javascript"
[capability.write-file]
[capability.shell]
[capability.project-management]
maxRetries = 0
mergeAgentId = "main"
[[roster]]
id = "coder"
name = "Coder"
description = "Writes."
scopes = ["implementer"]
"#;

const ISSUE: &str = r#"
[[reply]]
caller = "main"
text = """
import { board } from "gg";
const { id } = board.createIssue({ title: "Sing", inScope: "A.", outOfScope: "B.", completionCriteria: "C.",
    blockedBy: [], agent: "coder", reviewers: [] });
board.waitForIssue(id);
"""

[[reply]]
caller = "ISSUE-1.0i"
text = """
import { files, session } from "gg";
files.writeFile("song", "la");
session.finish("Sung.");
"""

[[reply]]
caller = "main"
sees = ["ISSUE-1 is done."]
text = """
import { shell } from "gg";
shell.shell("echo ran >> log; sleep 60");
"""

[[reply]]
caller = "main"
sees = ["interrupted"]
text = """
import { session } from "gg";
session.finish("went on");
"""
"#;

#[test]
fn a_session_that_waited_for_an_issue_goes_on_after_a_kill_and_is_replayed_without_its_agent() {
    let folder = folder(&[("replies.toml", ISSUE), ("gg.toml", BOARD), (".gitignore", ".gg\n")]);
    begin(folder.path());
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "--quiet", "--message", "By hand"]);
    let arguments = ["agent", "Work.", "--model", "scripted:replies.toml", "--profile", "gg.toml"];
    let out = fs::File::create(folder.path().join("out")).expect("a file");
    kill_once_it_waits(folder.path(), gg(folder.path()).args(arguments).stdout(out));
    let shown = fs::read_to_string(folder.path().join("out")).expect("what was shown");
    assert!(shown.lines().any(|line| line.starts_with("ISSUE-1.0i | Turn 1")), "{shown}");
    let listed = used(gg(folder.path()).arg("sessions"));
    let id = listed.stdout.split_whitespace().next().expect("an id").to_owned();
    let resumed = used(gg(folder.path()).args(["agent", "--resume", &id]));
    assert_eq!(resumed.code, Some(0), "{}{}", resumed.stdout, resumed.stderr);
    assert!(resumed.stdout.contains("went on") && !resumed.stdout.contains("ISSUE-1.0i"), "{}", resumed.stdout);
    fs::remove_file(folder.path().join("song")).expect("it was merged");
    let replayed = used(gg(folder.path()).args(["replay", &id]));
    assert_eq!(replayed.code, Some(0), "{}{}", replayed.stdout, replayed.stderr);
    assert!(!folder.path().join("song").exists(), "nobody worked on it again");
}
