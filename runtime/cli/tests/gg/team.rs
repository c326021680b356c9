//! Agents beside the first: those of nested rosters, machines, and what is refused at launch (spec: runtime, 1.4 and 14).

use super::{Used, folder, gg, used};

fn agent(files: &[(&str, &str)], profile: &str) -> Used {
    let folder = folder(files);
    used(gg(folder.path()).args(["agent", "Go.", "--profile", profile, "--model", "scripted:replies.toml"]))
}

const HEAD: &str = "language = \"javascript\"\n";

fn entry(id: &str, profile: &str) -> String {
    format!(
        "[[roster]]\nid = \"{id}\"\nname = \"{id}\"\ndescription = \"Works.\"\nscopes = [\"subagent\"]\nprofile = \"{profile}\"\n"
    )
}

#[test]
fn the_example_of_a_machine_completes() {
    let folder = super::examples();
    let arguments = [
        "agent",
        "What is open in the notes?",
        "--profile",
        "examples/machine/machine.toml",
        "--model",
        "scripted:examples/machine/replies.toml",
        "--check=off",
    ];
    let ran = used(gg(folder.path()).args(arguments));
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("main takes over, in the state write, with tasks"), "{}", ran.stdout);
    let open = std::fs::read_to_string(folder.path().join("target/machine/open.md")).expect("what is open");
    assert!(open.starts_with("- Move the Petrel"), "{open}");
}

#[test]
fn a_child_starts_those_on_its_own_roster() {
    let first = format!("{HEAD}[capability.subagents]\n{}", entry("second", "deep/second.toml"));
    let second = format!("{HEAD}[capability.subagents]\n{}", entry("third", "third.toml"));
    let replies = "[[reply]]\ncaller = \"main.1.1\"\ntext = 'import { session } from \"gg\"; session.finish(\"Deep.\");'\n\
        [[reply]]\ncaller = \"main.1\"\ntext = 'import { delegation, session } from \"gg\"; \
        delegation.spawnSubagent({ agent: \"third\", prompt: \"Go.\" }); session.finish(delegation.waitForSubagents()[0].summary);'\n\
        [[reply]]\ncaller = \"main\"\ntext = 'import { delegation, session } from \"gg\"; \
        delegation.spawnSubagent({ agent: \"second\", prompt: \"Go.\" }); session.finish(delegation.waitForSubagents()[0].summary);'\n";
    let files = [
        ("first.toml", first.as_str()),
        ("deep/second.toml", second.as_str()),
        ("deep/third.toml", HEAD),
        ("replies.toml", replies),
    ];
    let ran = agent(&files, "first.toml");
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("Deep."), "{}", ran.stdout);
}

#[test]
fn what_is_wrong_with_somebody_on_a_roster_is_refused_at_launch() {
    let replies = "[[reply]]\ntext = \"\"\n";
    let exec = format!("{HEAD}[capability.exec]\n{}", entry("second", "second.toml"));
    let machine = "[machine]\nentry = \"a\"\n[[machine.state]]\nname = \"a\"\nprofile = \"exec.toml\"\n";
    let wrong = "[machine]\nentry = \"b\"\n[capability.shell]\n[[machine.state]]\nname = \"a\"\nprofile = \"second.toml\"\n\
                 edges = [{ to = \"c\", transfer = [\"histroy\"] }]\n";
    let nested =
        "maxTurns = 3\n[machine]\nentry = \"a\"\n[[machine.state]]\nname = \"a\"\nprofile = \"machine.toml\"\n";
    let same = format!("{HEAD}[capability.subagents]\n{}", entry("second", "here.toml"));
    let both = format!("{}{}", entry("one", "a/same.toml"), entry("two", "b/same.toml"));
    let folders = format!("{HEAD}[capability.subagents]\n{both}");
    let clash =
        format!("{HEAD}[capability.subagents]\n{}{}", entry("second", "second.toml"), entry("other", "other.toml"));
    let other = format!("{HEAD}[capability.subagents]\n{}", entry("second", "exec.toml"));
    let files = [
        ("second.toml", HEAD),
        ("exec.toml", exec.as_str()),
        ("machine.toml", machine),
        ("nested.toml", nested),
        ("nested_state.toml", nested.trim_start_matches("maxTurns = 3\n")),
        ("wrong.toml", wrong),
        ("a/same.toml", same.as_str()),
        ("b/same.toml", same.as_str()),
        ("a/here.toml", HEAD),
        ("b/here.toml", exec.as_str()),
        ("folders.toml", folders.as_str()),
        ("clash.toml", clash.as_str()),
        ("other.toml", other.as_str()),
        ("heir.toml", &format!("{HEAD}[capability.memories]\nstrategy = \"markdown\"\nscope = \"inherited\"\n")),
        ("missing.toml", &format!("{HEAD}[capability.subagents]\n{}", entry("second", "nowhere.toml"))),
        ("replies.toml", replies),
    ];
    for (profile, wanted) in [
        (
            "machine.toml",
            vec!["exec.toml", "an agent in a state of a machine becomes no other: machine.toml names this profile"],
        ),
        (
            "wrong.toml",
            vec![
                "a machine takes no turns, and so has no capabilities of its own",
                "the machine has no state `b`",
                "the machine has no state `c`",
                "nothing called `histroy` travels along an edge",
                "history",
            ],
        ),
        (
            "clash.toml",
            vec!["the agent `second` is on two rosters of the run and means two: second.toml, and exec.toml"],
        ),
        ("heir.toml", vec!["heir.toml:4:9: memories of the scope \"inherited\" are those of whoever starts the agent"]),
        ("missing.toml", vec!["the agent `second`: nowhere.toml: cannot be read"]),
        ("nested.toml", vec!["`maxTurns` is a limit of an agent, and a machine is none"]),
        (
            "folders.toml",
            vec!["the agent `second` is on two rosters of the run and means two: a/here.toml, and b/here.toml"],
        ),
    ] {
        let ran = agent(&files, profile);
        assert_eq!(ran.code, Some(1), "{profile}: {}{}", ran.stdout, ran.stderr);
        for wanted in wanted {
            assert!(ran.stderr.contains(wanted), "{profile}: no `{wanted}` in\n{}", ran.stderr);
        }
    }
}

#[test]
fn a_machine_runs_no_single_program() {
    let folder = folder(&[
        ("machine.toml", "[machine]\nentry = \"a\"\n[[machine.state]]\nname = \"a\"\nprofile = \"a.toml\"\n"),
        ("a.toml", HEAD),
        ("program.js", ""),
    ]);
    let ran = used(gg(folder.path()).args(["run", "program.js", "--profile", "machine.toml"]));
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("machine.toml is the profile of a machine, which takes no turns itself"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_persistent_agent_that_may_be_started_while_it_works_is_refused() {
    let first = format!("{HEAD}[capability.subagents]\n{}", entry("second", "second.toml"));
    let second = format!("persistent = true\n{HEAD}[capability.subagents]\n{}", entry("third", "third.toml"));
    let third = format!("{HEAD}[capability.subagents]\n{}", entry("second", "second.toml"));
    let replies = "[[reply]]\ntext = ''\n";
    let files = [
        ("first.toml", first.as_str()),
        ("second.toml", second.as_str()),
        ("third.toml", third.as_str()),
        ("replies.toml", replies),
    ];
    let ran = agent(&files, "first.toml");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("second starts third starts second"), "{}", ran.stderr);
}

/// What holds for the first agent holds for whoever it may start (spec: runtime, 1.4).
#[test]
fn whoever_may_come_to_work_is_judged_at_launch() {
    let first = format!("{HEAD}[capability.subagents]\n{}", entry("second", "second.toml"));
    let skills = "[capability.skills]\ndir = \"ours\"\n";
    let replies = "[[reply]]\ntext = 'import { session } from \"gg\"; session.finish(\"Done.\");'\n";
    let run = |second: &str| {
        let files = [
            ("first.toml", first.as_str()),
            ("second.toml", second),
            ("ours/a.md", "---\nname: same\ndescription: One.\n---\n"),
            ("ours/b.md", "---\nname: same\ndescription: Two.\n---\n"),
            ("replies.toml", replies),
        ];
        agent(&files, "first.toml")
    };
    let template = format!("{HEAD}promptTemplate = \"\"\"\n{{{{ nothing }}}}\n\"\"\"\n");
    for (second, why) in [
        (template, "second.toml:2:18: line 1 of the prompt's template: undefined value"),
        (format!("{HEAD}{skills}"), "the skill library is refused"),
        (format!("{HEAD}extraRoots = [\"nowhere\"]\n"), "second.toml:2:15: the extra root cannot be opened"),
    ] {
        let ran = run(&second);
        assert_eq!(ran.code, Some(1), "{why}: {}{}", ran.stdout, ran.stderr);
        assert!(
            ran.stderr.contains("the agent `second`: ") && ran.stderr.contains(why),
            "no `{why}` in\n{}",
            ran.stderr
        );
    }
    let forks = run(&format!("{HEAD}[capability.fork]\n"));
    assert_eq!(forks.code, Some(0), "{}{}", forks.stdout, forks.stderr);
    let told =
        "without [capability.subagents] it can start copies of itself, and neither wait for them nor write to them";
    assert!(forks.stdout.contains(told), "{}", forks.stdout);
    let both = run(&format!("{HEAD}[capability.fork]\n[capability.subagents]\n"));
    assert!(!both.stdout.contains(told), "{}", both.stdout);
}
