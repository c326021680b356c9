//! A whole session of fifty turns: children, a copy, a successor, a compaction, an issue whose reviewer asks for changes once,
//! every declaration that is deferred to the close of a turn, and the replay of it all. spec: runtime, 4.4, 4.5, 13, 14, 21

use std::{fmt::Write as _, fs, path::Path};

use gg_tests::repository::{begin, git};
use serde_json::Value;

use super::{folder, gg, kills::Kills, used};

/// What the first agent has and its successor has not.
const FIRST: &str = r#"language = "javascript"
maxConsecutiveErrors = 9

[openingTurn]
modules = []
functions = []

[capability.write-file]
[capability.tasks]

[[roster]]
id = "reader"
name = "Reader"
description = "Reads."
scopes = ["reviewer"]
[[roster]]
id = "second"
name = "Second"
description = "Goes on."
scopes = ["subagent"]
profile = "second.toml"
"#;

/// What both have.
const BOTH: &str = r#"
[capability.read-file]
[capability.shell]
[capability.program-library]
[capability.subagents]
[capability.fork]
[capability.exec]
[capability.memories]
strategy = "markdown"
[capability.compaction]
strategy = "self-compaction"
summaryHeadroom = 0.2
[capability.project-management]
maxRetries = 0
mergeAgentId = "main"

[[roster]]
id = "worker"
name = "Worker"
description = "Does a part."
scopes = ["subagent", "implementer"]
profile = "worker.toml"
"#;

const LANGUAGE: &str = "language = \"javascript\"\n";

const WORKER: &str = r#"language = "javascript"
[openingTurn]
modules = []
functions = []
[capability.read-file]
[capability.write-file]
[capability.shell]
"#;

const HEAD: &str = r#"import { board, context, delegation, files, memories, programs, session, shell, tasks, views } from "gg";
const show = value => views.openText("told", JSON.stringify(value));
const spawn = prompt => delegation.spawnSubagent({ agent: "worker", prompt }).id;
const fails = call => { try { call(); return "no"; } catch (error) { return `${error.code}: ${error.message}`; } };
"#;

/// The last turn of the first agent.
const TURNS: usize = 50;

/// The replies of the session: whose, what has to have been seen by then, and the program.
fn replies() -> Vec<(&'static str, Vec<String>, String)> {
    let mut replies = Vec::new();
    let mut add = |caller, sees: &[&str], program: &str| {
        replies.push((caller, sees.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), program.to_owned()));
    };
    add(
        "main",
        &["Work."],
        "tasks.addTask({ id: 'walk', title: 'Walk.' }); memories.createMemory({ name: 'tides', description: 'Of the sea.', body: 'They turn.' });\n\
         show([spawn('One.'), spawn('Two.'), spawn('Three.'), Date.now() > 0, Math.random() < 1]);",
    );
    for (id, part) in [("main.1", "one"), ("main.2", "two"), ("main.3", "three")] {
        let work = format!("files.writeFile('{part}', '{part}'); shell.shell('cat {part}'); show(Math.random());");
        add(id, &[], &work);
        add(id, &["View: told"], &format!("session.finish('{part}');"));
    }
    add(
        "main",
        &["main.1\",\"main.2\",\"main.3"],
        "delegation.sendMessage('main.2', 'Well done.'); show(delegation.waitForSubagents().map(told => told.summary));",
    );
    add("main", &["[\"one\",\"two\",\"three\"]"], "delegation.fork('Look left.'); throw new Error('late');");
    add("main.4", &["Look left.", "late", "made when its turn 3 closed"], "tasks.completeTask('walk'); show('left');");
    add("main.4", &["1 task done"], "session.finish('Looked.');");
    add("main", &["late"], "show(delegation.waitForSubagents().map(told => told.summary));");
    add(
        "main",
        &["[\"Looked.\"]"],
        "board.createIssue({ title: 'Sing', inScope: 'A.', outOfScope: 'B.', completionCriteria: 'C.', blockedBy: [], agent: 'worker', reviewers: ['reader'] });\n\
         board.createIssue({ title: 'Dance', inScope: 'A.', outOfScope: 'B.', completionCriteria: 'C.', blockedBy: ['ISSUE-1'], agent: 'worker', reviewers: [] });\n\
         board.waitForIssue('ISSUE-2'); board.waitForIssue('ISSUE-1'); board.waitForIssue('ISSUE-2'); throw new Error('later');",
    );
    add("ISSUE-1.0i", &["# Sing"], "files.writeFile('song', 'la'); session.finish('Sung.');");
    add("ISSUE-1.0i.0r", &["+la"], "session.requestChanges(['Louder.']);");
    add("ISSUE-1.1i", &["1. Louder."], "files.writeFile('song', 'LA'); session.finish('Sung.');");
    add("ISSUE-1.1i.0r", &["+LA"], "session.approve();");
    add("ISSUE-2.0i", &["# Dance"], "files.writeFile('dance', files.readTextFile('song')); session.finish('Danced.');");
    add(
        "main",
        &["later", "ISSUE-2 is done.\nISSUE-1 is done."],
        "session.finish('Not yet.'); programs.rerun(\"show('never');\"); throw new Error('taken back');",
    );
    // Both stand though the program fails: the successor has the compacted window.
    add(
        "main",
        &["taken back"],
        "context.compact('A first summary.'); delegation.exec('second', { prompt: 'Now you.' }); context.compact('A last summary.');\n\
         show(fails(() => delegation.exec('worker'))); throw new Error('too late');",
    );
    add(
        "main",
        &[
            "You are `second`",
            "Carried over: history, memories, board.",
            "Not carried over: tasks.",
            "Now you.",
            "tides",
        ],
        "programs.rerun(\"import { views } from 'gg'; views.openText('told', 'handed over');\"); show(fails(() => tasks.completeTask('walk')));",
    );
    for turn in 9..TURNS - 1 {
        let before = if turn == 9 { "handed over".to_owned() } else { format!("at {}", turn - 1) };
        let program = format!("views.openText('told', 'at {turn}'); shell.shell('echo {turn} >> log');");
        add("main", &[&before], &program);
    }
    add(
        "main",
        &["at 48"],
        "board.createIssue({ title: 'Rest', inScope: 'A.', outOfScope: 'B.', completionCriteria: 'C.', blockedBy: [], agent: 'worker', reviewers: [] });\n\
         show('opened');",
    );
    add(
        "main",
        &["opened"],
        "session.finish('First.'); context.compact('Gone.'); delegation.exec('worker'); board.waitForIssue('ISSUE-3');\n\
         delegation.fork('Go on.'); session.finish('Last.');",
    );
    add("ISSUE-3.0i", &["# Rest"], "session.finish('Rested.');");
    add("main.5", &["Go on.", "made when its turn 50 closed"], "session.finish('Gone on.');");
    replies
}

fn script() -> String {
    let mut script = String::new();
    for (caller, sees, program) in replies() {
        // Writing to a string cannot fail.
        let _ = write!(script, "[[reply]]\ncaller = \"{caller}\"\nsees = {sees:?}\ntext = '''\n{HEAD}{program}'''\n");
    }
    script
}

fn workspace() -> tempfile::TempDir {
    workspace_of(&script(), FIRST, LANGUAGE)
}

/// A repository with the replies of a session, and the profiles of its first agent and of the one that takes its place, which
/// have more in common.
fn workspace_of(replies: &str, first: &str, second: &str) -> tempfile::TempDir {
    let files = [
        ("replies.toml", replies),
        ("main.toml", &*format!("{first}{BOTH}")),
        ("second.toml", &*format!("{second}{BOTH}")),
        ("worker.toml", WORKER),
        (".gitignore", ".gg\nlog\none\ntwo\nthree\n"),
    ];
    let folder = folder(&files);
    begin(folder.path());
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "--quiet", "--message", "By hand"]);
    folder
}

fn session(folder: &Path) -> Vec<Value> {
    let arguments = ["agent", "Work.", "--profile", "main.toml", "--model", "scripted:replies.toml", "--json"];
    let ran = used(gg(folder).args(arguments));
    assert_eq!(ran.code, Some(0), "{}\n{}", ran.stdout.lines().last().unwrap_or_default(), ran.stderr);
    ran.stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// The events of a name of an agent, in order.
fn of<'a>(events: &'a [Value], agent: &str, name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["agent"] == agent && event["event"] == name).collect()
}

#[test]
fn every_declaration_takes_effect_at_the_close_of_its_turn_and_all_is_replayed() {
    let folder = workspace();
    let events = session(folder.path());
    let end = of(&events, "main", "agent_end");
    assert_eq!((end[0]["status"].as_str(), end[0]["text"].as_str()), (Some("completed"), Some("Last.")), "{end:?}");
    assert_eq!(end[0]["turn"], TURNS);
    // Every script was played to its end, so what each reply had to see was seen.
    let asked = events.iter().filter(|event| event["event"] == "model_reply").count();
    assert_eq!(asked, replies().len());
    let order = |turn: u64| {
        let own = events.iter().filter(|event| event["agent"] == "main" && event["turn"] == turn);
        let names = own.filter_map(|event| event["event"].as_str());
        let names = names.filter(|name| ["feedback", "fork", "compaction", "succession"].contains(name));
        names.collect::<Vec<_>>()
    };
    assert_eq!(order(3), ["feedback", "fork"], "the copy has what its program failed with");
    assert_eq!(order(5), ["feedback", "feedback"], "one message with all outcomes");
    assert_eq!(order(7), ["feedback", "compaction", "succession"]);
    let dropped: Vec<&str> =
        of(&events, "main", "feedback").iter().rev().take(3).filter_map(|event| event["text"].as_str()).collect();
    for what in ["The compaction", "The wait for ISSUE-3", "That the agent `worker` takes over"] {
        assert!(dropped.iter().any(|text| text.starts_with(what) && text.contains("dropped")), "{what}: {dropped:?}");
    }
    let ended: Vec<&str> = events
        .iter()
        .filter(|event| event["event"] == "agent_end")
        .filter_map(|event| event["agent"].as_str())
        .collect();
    for agent in
        ["main.1", "main.2", "main.3", "main.4", "main.5", "ISSUE-1.1i", "ISSUE-1.1i.0r", "ISSUE-2.0i", "ISSUE-3.0i"]
    {
        assert!(ended.contains(&agent), "{agent}: {ended:?}");
    }
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!((read("song").as_str(), read("dance").as_str(), read("log").lines().count()), ("LA", "LA", 40));

    let listed = used(gg(folder.path()).arg("sessions"));
    let id = listed.stdout.split_whitespace().next().expect("an id").to_owned();
    let replayed = used(gg(folder.path()).args(["replay", &id]));
    assert_eq!(replayed.code, Some(0), "{}{}", replayed.stdout, replayed.stderr);
    assert_eq!(read("log").lines().count(), 40, "nothing was run again");
}

#[test]
fn two_sessions_come_out_alike() {
    let told = || {
        let events = session(workspace().path());
        // What the agents say in turn; those that work beside one another are not in one order.
        ["main", "main.1", "main.2", "main.3", "main.4", "main.5"].map(|agent| {
            let own = events.iter().filter(|event| event["agent"] == agent && event["event"] != "reply");
            own.map(|event| format!("{} {}", event["turn"], event["event"])).collect::<Vec<_>>()
        })
    };
    assert_eq!(told(), told());
}

/// What a session does that is killed at any time: nothing in it rests on what a turn before it showed.
fn killed() -> String {
    const TURNS: u32 = 14;
    let mut script = String::new();
    let mut add = |caller: &str, program: &str| {
        // Writing to a string cannot fail.
        let _ = write!(script, "[[reply]]\ncaller = \"{caller}\"\ntext = '''\n{HEAD}{program}'''\n");
    };
    let step = |turn: u32| {
        format!(
            "tasks.addTask({{ id: 't{turn}', title: 'Walk.' }}); shell.shell('echo main {turn} >> log'); show([{turn}, Math.random()]);\n"
        )
    };
    for turn in 1..=TURNS {
        let more = match turn {
            2 => "spawn('One.'); spawn('Two.');",
            4 => "show(delegation.waitForSubagents().length);",
            5 => "delegation.fork('Look.');",
            7 => "show(delegation.waitForSubagents().length);",
            8 => {
                "const { id } = board.createIssue({ title: 'Sing', inScope: 'A.', outOfScope: 'B.', completionCriteria: 'C.', \
                 blockedBy: [], agent: 'worker', reviewers: ['reader'] }); board.waitForIssue(id);"
            }
            10 => "context.compact('All is well.'); delegation.exec('second', { prompt: 'Now you.' });",
            _ => "",
        };
        add("main", &format!("{}{more}", step(turn)));
    }
    for _ in 0..8 {
        add("main", "delegation.waitForSubagents(); session.finish('done');");
    }
    // Children, and the copy, which is the third or, where the turn that started others was interrupted, an earlier one.
    for child in ["main.1", "main.2", "main.3"] {
        for part in 0..3 {
            add(child, &format!("shell.shell('echo {child} {part} >> log; sleep 0.01'); show(Date.now());"));
        }
        for _ in 0..8 {
            add(child, &format!("session.finish('{child}');"));
        }
    }
    for attempt in 0..12 {
        for _ in 0..4 {
            add(&format!("ISSUE-1.{attempt}i"), "files.writeFile('song', 'la'); session.finish('Sung.');");
            let review = if attempt == 0 { "session.requestChanges(['Louder.']);" } else { "session.approve();" };
            add(&format!("ISSUE-1.{attempt}i.0r"), review);
        }
    }
    script
}

/// How many kills there are in all: so many as the variable says.
fn kills() -> u32 {
    std::env::var("GG_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(5)
}

#[test]
fn wherever_it_is_killed_all_that_was_answered_is_kept_and_nothing_is_done_twice() {
    let tolerant = "maxConsecutiveErrors = 99\nmaxErrorRate = 1.0";
    let first = FIRST.replacen("maxConsecutiveErrors = 9", tolerant, 1);
    let second = format!("{tolerant}\n{LANGUAGE}[capability.tasks]\n");
    let begins = ["agent", "Work.", "--profile", "main.toml", "--model", "scripted:replies.toml"];
    let (mut random, mut killed_in_all) = (Kills::new(), 0);
    while killed_in_all < kills() {
        let folder = workspace_of(&killed(), &first, &second);
        let before = format!("{killed_in_all} kills before");
        let kills = random.until_ended(folder.path(), &begins, 1_500, &before);
        let at = format!("{before}, {kills} in this session");
        let log = fs::read_to_string(folder.path().join("log")).expect("a log");
        let mut lines: Vec<&str> = log.lines().collect();
        let all = lines.len();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), all, "seed {}, {at}: something was done twice: {log}", random.seed);
        // A turn writes to the log once its task is kept.
        let kept: Vec<Value> =
            serde_json::from_str(&used(gg(folder.path()).args(["tasks", "--json"])).stdout).expect("a list of JSON");
        let own = kept.iter().find(|kept| kept["agent"] == "main").and_then(|kept| kept["tasks"].as_array());
        let ids: Vec<&str> = own.into_iter().flatten().filter_map(|task| task["id"].as_str()).collect();
        for turn in lines.iter().filter_map(|line| line.strip_prefix("main ")) {
            assert!(
                ids.contains(&&*format!("t{turn}")),
                "seed {}, {at}: the task of turn {turn}: {ids:?}",
                random.seed
            );
        }
        random.replays(folder.path(), &at);
        killed_in_all += kills.max(1);
    }
}
