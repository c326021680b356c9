//! Sessions of several agents, and of every kind of entry: replayed from their records, whatever became of the workspace.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use gg_agent::Session;
use gg_tests::repository::{begin, git};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{
    Used, folder, gg,
    kills::{kill_once_it_waits, until_it_waits},
    used,
};

/// A profile of an agent that starts others like itself.
pub(super) const TEAM: &str = r#"language = "javascript"
[capability.read-file]
[capability.write-file]
[capability.shell]
[capability.subagents]
[[roster]]
id = "worker"
name = "Worker"
description = "Does a part."
scopes = ["subagent"]
"#;

/// A reply of an agent that has to have seen some words by then.
pub(super) fn reply(caller: &str, sees: &[&str], program: &str) -> String {
    let head = "import { board, delegation, files, memories, session, shell, skills, views } from \"gg\";\n\
        const spawn = prompt => delegation.spawnSubagent({ agent: \"worker\", prompt }).id;\n\
        const show = value => views.openText(\"told\", JSON.stringify(value));\n";
    format!("[[reply]]\ncaller = \"{caller}\"\nsees = {sees:?}\ntext = '''{head}{program}'''\n")
}

/// The command of a session in a folder with a profile and replies.
pub(super) fn agent(at: &Path) -> Command {
    let mut command = gg(at);
    command.args(["agent", "Work.", "--model", "scripted:replies.toml", "--profile", "gg.toml"]);
    command
}

/// The last session of a folder.
pub(super) fn last(at: &Path) -> String {
    let listed = used(gg(at).arg("sessions")).stdout;
    listed.lines().last().and_then(|line| line.split(' ').next()).expect("a session").to_owned()
}

/// A folder, and the session that was run there.
pub(super) fn session(files: &[(&str, &str)], profile: &str, replies: &[String]) -> (tempfile::TempDir, String, Used) {
    let folder = folder(files);
    fs::write(folder.path().join("gg.toml"), profile).expect("a file");
    fs::write(folder.path().join("replies.toml"), replies.concat()).expect("a file");
    let ran = used(&mut agent(folder.path()));
    let id = last(folder.path());
    (folder, id, ran)
}

/// The same in a repository, with a board.
pub(super) fn on_board(replies: &[String]) -> (tempfile::TempDir, String) {
    let profile = TEAM.replace("[\"subagent\"]", "[\"subagent\", \"implementer\"]")
        + "[capability.project-management]\nmaxRetries = 0\nmergeAgentId = \"main\"\n";
    // What programs wait for is nobody's work.
    let ignored = ".gg\ndone\n";
    let folder = folder(&[("gg.toml", &profile), ("replies.toml", &replies.concat()), (".gitignore", ignored)]);
    let at = folder.path();
    begin(at);
    git(at, &["add", "."]);
    git(at, &["commit", "--quiet", "--message", "By hand"]);
    succeeded(&used(&mut agent(at)));
    let id = last(at);
    (folder, id)
}

pub(super) fn succeeded(used: &Used) -> &Used {
    assert_eq!(used.code, Some(0), "{}{}", used.stdout, used.stderr);
    used
}

pub(super) fn verified(at: &Path, id: &str) -> String {
    let replayed = used(gg(at).args(["replay", id]));
    succeeded(&replayed);
    assert!(replayed.stdout.starts_with("verified: "), "{}", replayed.stdout);
    replayed.stdout
}

/// That a replay goes another way than is recorded, and says where.
pub(super) fn diverges(at: &Path, id: &str, said: &str) {
    let replayed = used(gg(at).args(["replay", id]));
    assert_eq!(replayed.code, Some(1), "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains(said), "{said}: {}", replayed.stdout);
}

/// The journal of a session as lines that can be changed, and where they are put.
pub(super) fn lines(at: &Path, id: &str) -> (PathBuf, Vec<Value>) {
    let folder = at.join(".gg/sessions").join(id);
    let text = Session::text(&folder).expect("a journal");
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    (folder.join("journal.jsonl"), lines)
}

pub(super) fn write(place: &Path, lines: &[Value]) {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(place, lines.join("\n") + "\n").expect("a journal");
}

/// Alters what an entry of each of these kinds says, one at a time, and sees that it is named.
pub(super) fn each_is_named(at: &Path, id: &str, kinds: &[&str]) {
    let (place, whole) = lines(at, id);
    for kind in kinds {
        let mut lines = whole.clone();
        let entry = lines.iter().position(|line| line["kind"] == *kind).unwrap_or_else(|| panic!("no {kind}"));
        let says = lines[entry]["says"].clone();
        // A long text stands in a line of its own.
        let text = lines.iter().position(|line| line["hash"] == says).unwrap_or(entry);
        lines[text]["text"] = "7".into();
        write(&place, &lines);
        let replayed = used(gg(at).args(["replay", id]));
        assert_eq!(replayed.code, Some(2), "{kind}: {}", replayed.stdout);
        let first = lines.iter().position(|line| line["says"] == says).unwrap_or_default();
        let named =
            format!("journal.jsonl:{}: the {} of turn", first + 1, lines[first]["kind"].as_str().unwrap_or(kind));
        assert!(replayed.stderr.contains(&named), "{kind}: {named}: {}", replayed.stderr);
    }
    fs::remove_file(place).expect("the packed one is there too");
}

/// Has an entry say something else, as if that had been recorded.
pub(super) fn forge(line: &mut Value, text: &str) {
    let digest = Sha256::digest(text.as_bytes());
    let first_bits = digest.iter().take(16).fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    line["says"] = format!("{first_bits:032x}").into();
    line["text"] = text.into();
}

fn team() -> (tempfile::TempDir, String) {
    let replies = [
        reply(
            "main",
            &[],
            "const one = spawn(\"Sing.\"); spawn(\"Dance.\"); delegation.sendMessage(one, \"Louder.\");\n\
             show(delegation.waitForSubagents([one]));",
        ),
        reply(
            "main.1",
            &["Message: main\n---\nLouder."],
            "shell.shell(\"echo sung >> log\"); show([Date.now(), Math.random()]);",
        ),
        reply("main.1", &["View: told"], "session.finish(files.readTextFile(\"poem\"));"),
        reply("main.2", &[], "spawn(\"Count.\"); show(delegation.waitForSubagents());"),
        reply("main.2.1", &[], "session.finish(\"Three.\");"),
        reply("main.2", &["Three."], "session.finish(\"Danced.\");"),
        reply("main", &["la la"], "session.finish(delegation.waitForSubagents().map(child => child.summary).join());"),
    ];
    let profile = format!("maxParallel = 1\n{TEAM}");
    let (folder, id, ran) = session(&[("poem", "la la")], &profile, &replies);
    assert!(succeeded(&ran).stdout.contains("Danced."), "{}", ran.stdout);
    (folder, id)
}

#[test]
fn children_are_replayed_beside_who_started_them_and_change_nothing() {
    let (folder, id) = team();
    fs::write(folder.path().join("poem"), "changed").expect("a file");
    let told = verified(folder.path(), &id);
    assert!(told.ends_with(" of 4 agents, 2 turns\n"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("log")).expect("a log"), "sung\n");
    let shown = used(gg(folder.path()).args(["sessions", &id])).stdout;
    let parts = ["delegation.spawn_subagent  ok", "main.1", "message of main: Louder.", "la la", "main.2.1", "Three."];
    let mut rest = shown.as_str();
    for part in parts {
        rest = &rest[rest.find(part).unwrap_or_else(|| panic!("no `{part}` in its place in\n{shown}"))..];
    }
    each_is_named(
        folder.path(),
        &id,
        &[
            "session",
            "agent_begin",
            "message",
            "prompt_frame",
            "model_io",
            "call_begun",
            "call_result",
            "shell",
            "clock",
            "random",
            "agent_end",
        ],
    );
}

#[test]
fn the_first_entry_that_is_another_is_named_by_agent_and_position() {
    let (folder, id) = team();
    let (place, whole) = lines(folder.path(), &id);
    let of = |agent: &str| -> Vec<usize> {
        let is_of_it = |line: &Value| line["agent"] == agent && line["kind"] != "session";
        whole.iter().enumerate().filter(|(_, line)| is_of_it(line)).map(|(at, _)| at).collect()
    };
    let forged = |agent: &str, kind: &str, text: &str| {
        let own = of(agent);
        let position = own.iter().position(|at| whole[*at]["kind"] == kind).expect(kind);
        let mut lines = whole.clone();
        forge(&mut lines[own[position]], text);
        write(&place, &lines);
        let replayed = used(gg(folder.path()).args(["replay", &id]));
        assert_eq!(replayed.code, Some(1), "{kind} of {agent}: {}{}", replayed.stdout, replayed.stderr);
        (position + 1, replayed.stdout)
    };
    for (agent, kind, text) in [
        ("main.1", "agent_end", "la"),
        ("main.2", "prompt_frame", "0"),
        // What waiting came to is verified by the outcomes of the children.
        ("main.2", "call_result", "{\"value\":\"[]\",\"performed\":true}"),
    ] {
        let (position, told) = forged(agent, kind, text);
        let is_spawn = kind == "call_result";
        if !is_spawn {
            let named = format!("diverged at entry {position} of {agent}\n  recorded: {kind} of {agent}, turn ");
            assert!(told.contains(&named), "{named}: {told}");
        }
    }
    // An answer that was cut cannot be given to a program again.
    let (position, told) =
        forged("main.1", "shell", "{\"cut\":300000,\"hash\":\"0\",\"tail\":\"0\",\"performed\":true}");
    assert!(told.contains(&format!("diverged at entry {position} of main.1\n  recorded: shell of main.1")), "{told}");
    assert!(told.contains("its answer of 300000 bytes was cut when it was recorded"), "{told}");
}

#[test]
fn children_go_on_after_a_kill_and_repeat_nothing() {
    let child = [
        reply("main.1", &[], "show(\"begun\");"),
        reply("main.1", &["\"begun\""], "shell.shell(\"echo sung >> log; sleep 60\");"),
        reply("main.1", &["interrupted", "shell.shell {\"command\":\"echo sung"], "session.finish(\"Sung.\");"),
    ]
    .concat();
    let main = [
        // Started in a turn that was closed, or in the one that was interrupted.
        [reply("main", &[], "spawn(\"Sing.\");"), reply("main", &[], "show(delegation.waitForSubagents());")].concat(),
        reply("main", &[], "spawn(\"Sing.\"); show(delegation.waitForSubagents());"),
    ];
    let end = [
        reply("main", &["interrupted"], "show(delegation.waitForSubagents());"),
        reply("main", &["Sung."], "session.finish(\"Heard.\");"),
    ]
    .concat();
    for main in main {
        let folder = folder(&[("gg.toml", TEAM), ("replies.toml", &[main, child.clone(), end.clone()].concat())]);
        let at = folder.path();
        kill_once_it_waits(at, agent(at).stdout(Stdio::null()));
        let id = last(at);
        assert!(used(gg(at).arg("sessions")).stdout.contains("not ended"));
        // As far as it goes it can be replayed.
        verified(at, &id);
        let resumed = used(gg(at).args(["agent", "--resume", &id]));
        assert!(succeeded(&resumed).stdout.contains("Heard."), "{}", resumed.stdout);
        assert_eq!(fs::read_to_string(at.join("log")).expect("a log"), "sung\n", "the command is not repeated");
        let told = verified(at, &id);
        assert!(told.contains(" of 2 agents"), "{told}");
        each_is_named(at, &id, &["resumed"]);
    }
}

/// Runs a session that is killed once one of its programs waits, goes on with it, and replays it; what was shown.
fn gone_on(profile: &str, replies: &[String]) -> String {
    let folder = folder(&[("gg.toml", profile), ("replies.toml", &replies.concat())]);
    let at = folder.path();
    kill_once_it_waits(at, agent(at).stdout(Stdio::null()));
    let id = last(at);
    let resumed = used(gg(at).args(["agent", "--resume", &id]));
    succeeded(&resumed);
    verified(at, &id);
    resumed.stdout
}

#[test]
fn a_message_that_nobody_had_read_is_read_after_a_kill() {
    let replies = [
        reply("main", &[], "spawn(\"Sing.\");"),
        reply(
            "main",
            &[],
            "delegation.sendMessage(\"main.1\", \"Louder.\"); shell.shell(\"echo sent >> log; sleep 60\");",
        ),
        reply("main", &["interrupted"], "shell.shell(\"touch go\"); show(delegation.waitForSubagents());"),
        reply("main", &["Sung."], "session.finish(\"Heard.\");"),
        reply("main.1", &[], "shell.shell(\"sleep 60\");"),
        reply("main.1", &["interrupted"], "shell.shell(\"until [ -e go ]; do sleep 0.01; done\");"),
        reply("main.1", &[], "session.finish(\"Sung.\");"),
    ];
    let shown = gone_on(TEAM, &replies);
    // It reads it before the first turn that it takes anew, or after that.
    assert!(shown.contains("a message of main: Louder.") && shown.contains("Heard."), "{shown}");
}

#[test]
fn the_id_of_a_copy_that_had_not_begun_is_given_to_nobody_else() {
    let replies = [
        reply("main", &[], "delegation.fork(\"Look left.\"); shell.shell(\"echo forked >> log; sleep 60\");"),
        reply("main", &["interrupted"], "spawn(\"Sing.\"); show(delegation.waitForSubagents());"),
        reply(
            "main",
            &[
                "{\"id\":\"main.1\",\"summary\":\"The session was interrupted",
                "{\"id\":\"main.2\",\"status\":\"completed\",\"summary\":\"Sung.\"}",
            ],
            "session.finish(\"Heard.\");",
        ),
        reply("main.2", &[], "session.finish(\"Sung.\");"),
    ];
    let shown = gone_on(&format!("{TEAM}[capability.fork]\n"), &replies);
    assert!(shown.contains("Heard."), "{shown}");
}

#[test]
fn a_child_goes_on_after_a_kill_whose_spawner_had_ended() {
    let replies = [
        reply("main", &[], "spawn(\"Sing.\"); session.finish(\"Left.\");"),
        reply("main.1", &[], "shell.shell(\"sleep 0.3; echo sung >> log; sleep 60\");"),
        reply("main.1", &["interrupted"], "session.finish(\"Sung.\");"),
    ];
    let folder = folder(&[("gg.toml", TEAM), ("replies.toml", &replies.concat())]);
    let at = folder.path();
    kill_once_it_waits(at, agent(at).stdout(Stdio::null()));
    let id = last(at);
    let resumed = used(gg(at).args(["agent", "--resume", &id]));
    assert!(succeeded(&resumed).stdout.contains("Sung."), "{}", resumed.stdout);
    assert!(verified(at, &id).contains(" of 2 agents"));
}

#[test]
fn a_session_that_its_operator_ended_is_replayed_to_where_it_was() {
    let (folder, id, ran) = session(
        &[],
        TEAM,
        &[
            reply("main", &[], "spawn(\"Sing.\"); shell.shell(\"mkdir -p .gg; touch .gg/cancel\");"),
            reply("main.1", &[], "show(1);"),
            reply("main.1", &[], "show(2);"),
        ],
    );
    assert!(succeeded(&ran).stdout.contains("canceled"), "{}", ran.stdout);
    fs::remove_file(folder.path().join(".gg/cancel")).expect("the file");
    verified(folder.path(), &id);
    each_is_named(folder.path(), &id, &["cancel_probe"]);

    // While a command runs, while a program does nothing else for ever, and while its model is asked.
    let waits = [
        reply("main", &[], "shell.shell(\"echo 1\"); shell.shell(\"echo ran >> log; sleep 60\");"),
        reply("main", &[], "shell.shell(\"echo ran >> log\"); for (;;) {}"),
        reply("main", &[], "shell.shell(\"echo ran >> log\");")
            + &reply("main", &[], "").replace("sees", "delayMs = 60000\nsees"),
    ];
    for replies in waits {
        let folder = super::folder(&[("gg.toml", TEAM), ("replies.toml", &replies)]);
        let at = folder.path();
        let mut child = agent(at).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        until_it_waits(at, &mut child);
        // The model is about to be asked, where it is not waited for a command.
        std::thread::sleep(Duration::from_millis(300));
        let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
        assert!(asked.success());
        child.wait().expect("it ends");
        let listed = used(gg(at).arg("sessions")).stdout;
        assert!(listed.contains("canceled"), "{listed}");
        verified(at, &last(at));
    }
}

#[test]
fn a_program_whose_time_was_up_is_stopped_at_once_where_it_was() {
    let (folder, id, ran) = session(
        &[("poem", "la la")],
        &format!("timeoutSecs = 1\nmaxConsecutiveErrors = 9\n{TEAM}[capability.program-library]\n"),
        &[
            reply("main", &[], "for (;;) { files.readTextFile(\"poem\"); views.openText(\"told\", \"la\"); }"),
            reply("main", &["1 s of running time"], "shell.shell(\"echo ran >> log\"); for (;;) Math.random();"),
            reply("main", &["1 s of running time"], "session.finish(\"Never.\"); for (;;) {}"),
            // The one that hands over ends by itself, and later than with its last call.
            reply(
                "main",
                &["1 s of running time"],
                "import { programs } from \"gg\";\nprograms.rerun(\"for (;;) {}\"); for (let i = 0; i < 3e6; i++) {}",
            ),
            reply("main", &["1 s of running time"], "session.finish(\"Done.\");"),
        ],
    );
    assert!(succeeded(&ran).stdout.contains("Done."), "{}", ran.stdout);
    verified(folder.path(), &id);
    each_is_named(folder.path(), &id, &["stopped"]);
    // What it would have called next is not asked for, and how many calls it had made is compared.
    let (place, mut forged) = lines(folder.path(), &id);
    let stop = forged.iter_mut().find(|line| line["kind"] == "stopped").expect("a stop");
    let text = stop["text"].as_str().expect("a text").replacen("\"calls\":", "\"calls\":9", 1);
    forge(stop, &text);
    write(&place, &forged);
    diverges(folder.path(), &id, "recorded: stopped of main, turn 1");
}

#[test]
fn calls_that_came_when_the_time_of_the_run_was_spent_are_refused_again() {
    let fails = "const fails = call => { try { return call() ?? \"ok\"; } catch (error) { return error.code; } };\n";
    let main = "import { tasks } from \"gg\";\nspawn(\"Sing.\");\n\
        show([() => shell.shell(\"sleep 60\"), () => tasks.addTask({ id: \"a\", title: \"A\" }), \
        () => files.readTextFile(\"poem\"), () => delegation.waitForSubagents()].map(fails));";
    let replies = [reply("main", &[], &format!("{fails}{main}")), reply("main.1", &[], "shell.shell(\"sleep 60\");")];
    let profile = format!("maxRuntimeSecs = 1\n{TEAM}[capability.tasks]\n");
    let (folder, id, ran) = session(&[("poem", "la la")], &profile, &replies);
    assert_eq!(ran.code, Some(3), "{}{}", ran.stdout, ran.stderr);
    let shown = used(gg(folder.path()).args(["sessions", &id])).stdout;
    assert!(shown.contains("tasks.add_task  limit_exceeded"), "{shown}");
    verified(folder.path(), &id);
}

#[test]
fn what_was_shown_comes_from_the_record_and_not_from_the_workspace() {
    // The size of a GIF stands right behind its signature.
    let picture = [b"GIF89a".as_slice(), &[9, 0, 9, 0], &[0; 16]].concat();
    let profile = "language = \"javascript\"\n\
        [model]\npictures = true\n[openingTurn]\ntree.depth = 2\n[[autoload]]\npath = \"poem\"\nlock = true\n\
        [[autoload]]\npath = \"absent\"\n[[autoload]]\npath = \"autoloaded.gif\"\n\
        [capability.read-file]\n[capability.list-dir]\n[capability.skills]\n";
    let folder = folder(&[
        ("poem", "la la"),
        ("gg.toml", profile),
        (".gg/skills/sing.md", "---\nname: sing\ndescription: How to sing.\n---\nLoud.\n"),
    ]);
    let at = folder.path();
    for name in ["a.gif", "autoloaded.gif"] {
        fs::write(at.join(name), &picture).expect("a picture");
    }
    let replies = [
        reply("main", &["poem", "la la"], "views.openFile(\"a.gif\"); skills.readSkill(\"sing\");"),
        reply("main", &["Loud.", "a.gif"], "session.finish(\"Seen.\");"),
    ];
    fs::write(at.join("replies.toml"), replies.concat()).expect("a file");
    succeeded(&used(&mut agent(at)));
    let id = last(at);
    for name in ["a.gif", "autoloaded.gif", "poem"] {
        fs::remove_file(at.join(name)).expect("a file");
    }
    fs::write(at.join("absent"), "here now").expect("a file");
    fs::write(at.join(".gg/skills/sing.md"), "no front matter").expect("a file");
    fs::write(at.join(".gg/skills/gg-filesystem.md"), "---\nname: sing\n").expect("a file");
    verified(at, &id);
    each_is_named(at, &id, &["seen", "skills"]);
}

#[test]
fn what_others_did_to_shared_memories_comes_from_the_record() {
    let profile = format!("{TEAM}[capability.memories]\nstrategy = \"markdown\"\nscope = \"shared\"\n");
    let memory = |name: &str| {
        format!("memories.createMemory({{ name: \"{name}\", description: \"Of {name}.\", body: \"b\" }});")
    };
    let (folder, id, ran) = session(
        &[],
        &profile,
        &[
            reply("main", &[], &format!("{} spawn(\"Keep.\"); delegation.waitForSubagents();", memory("own"))),
            reply("main.1", &["Of own."], &format!("{} session.finish(\"Kept.\");", memory("childs"))),
            reply("main", &["In the meantime", "Of childs."], "session.finish(\"Seen.\");"),
        ],
    );
    succeeded(&ran);
    verified(folder.path(), &id);
    each_is_named(folder.path(), &id, &["memory_notices", "memories"]);
}

#[test]
fn copies_and_successors_are_replayed_by_the_profiles_they_had() {
    let second = "language = \"javascript\"\n[capability.read-file]\n";
    let roster = "[capability.exec]\n[capability.fork]\n[[roster]]\nid = \"second\"\nname = \"Second\"\n\
        description = \"Goes on.\"\nscopes = [\"subagent\"]\nprofile = \"second.toml\"\n";
    let (folder, id, ran) = session(
        &[("second.toml", second), ("poem", "la la")],
        &format!("{TEAM}{roster}"),
        &[
            reply("main", &[], "delegation.fork(\"You look left.\"); show(files.readTextFile(\"poem\"));"),
            reply("main.1", &["You look left."], "session.finish(\"Looked.\");"),
            reply(
                "main",
                &[],
                "show(delegation.waitForSubagents()); delegation.exec(\"second\", { prompt: \"Now you.\" });",
            ),
            reply("main", &["Looked.", "Now you."], "session.finish(files.readTextFile(\"poem\"));"),
        ],
    );
    assert!(succeeded(&ran).stdout.contains("la la"), "{}", ran.stdout);
    for name in ["second.toml", "poem", "gg.toml"] {
        fs::remove_file(folder.path().join(name)).expect("a file");
    }
    let told = verified(folder.path(), &id);
    assert!(told.ends_with(" of 2 agents, 3 turns\n"), "{told}");
}

#[test]
fn a_failure_of_the_model_is_replayed_as_it_was() {
    let failure = "[[reply]]\ncaller = \"main\"\nfailure = \"model_response_loop\"\n".to_owned();
    let end = reply("main", &["repeated itself"], "session.finish(\"Done.\");");
    let (folder, id, ran) = session(&[], TEAM, &[failure, end]);
    succeeded(&ran);
    verified(folder.path(), &id);
    each_is_named(folder.path(), &id, &["model_error"]);
}

#[test]
fn summaries_of_another_model_come_from_the_record() {
    let model = "[model]\ncontextWindow = 100\nsummarizer = \"scripted:summaries.toml\"\n";
    let compaction = "[capability.compaction]\nstrategy = \"handoff-compaction\"\nsummaryHeadroom = 0.5\n";
    let summary = |says: &str| format!("[[reply]]\ncaller = \"main.summary\"\n{says}\n");
    let summaries = [
        summary("sees = [\"Work.\", \"View: told\"]\ntext = \"All is known.\\nFiles:\\n- poem\\n\""),
        summary("failure = \"model_response_loop\""),
        summary("sees = [\"All is known.\"]\ntext = \"Still known.\""),
    ];
    let (folder, id, ran) = session(
        &[("poem", "la la"), ("summaries.toml", &summaries.concat())],
        &format!("{TEAM}{model}{compaction}"),
        &[
            reply("main", &[], "show(1);"),
            reply("main", &["All is known.", "la la"], "show(2);"),
            reply("main", &["View: told"], "show(3);"),
            reply("main", &["Still known."], "session.finish(\"Done.\");"),
        ],
    );
    assert!(succeeded(&ran).stdout.contains("Done."), "{}", ran.stdout);
    for name in ["poem", "summaries.toml", "replies.toml"] {
        fs::remove_file(folder.path().join(name)).expect("a file");
    }
    verified(folder.path(), &id);
    // Had it said something else, the agent would have been sent that.
    let (place, mut forged) = lines(folder.path(), &id);
    let is_summary =
        |line: &Value| line["kind"] == "model_io" && line["key"].as_str().unwrap_or_default().starts_with("summary ");
    let at = forged.iter().position(is_summary).expect("a summary");
    let says = forged[at]["says"].clone();
    let mut text = forged.iter().filter(|line| line["says"] == says || line["hash"] == says);
    let text = text.find_map(|line| line["text"].as_str()).expect("a text").replace("All is", "Nothing is");
    forge(&mut forged[at], &text);
    write(&place, &forged);
    diverges(folder.path(), &id, "recorded: prompt_frame of main, turn 2");
}

#[test]
fn a_record_without_room_for_more_says_where_it_ends_and_is_not_gone_on_with() {
    let programs: Vec<String> = (0..6)
        .map(|turn| reply("main", &[], &format!("show(files.readTextFile(\"poem\").length + {turn});")))
        .chain([reply("main", &[], "session.finish(\"Done.\");")])
        .collect();
    let profile = format!("replayMaxBytes = 6000\n{TEAM}");
    let (folder, id, ran) = session(&[("poem", &"la ".repeat(500))], &profile, &programs);
    assert!(succeeded(&ran).stderr.contains("but not all of it"), "{}", ran.stderr);
    let told = verified(folder.path(), &id);
    assert!(told.contains("The record ends in turn ") && told.contains(" of main, and nothing of what came"), "{told}");
    assert!(told.contains("has all the 6000 bytes it may have; `replayMaxBytes` in a profile gives it more"), "{told}");
    each_is_named(folder.path(), &id, &["full"]);
    let resumed = used(gg(folder.path()).args(["agent", "--resume", &id]));
    assert_eq!(resumed.code, Some(1), "{}", resumed.stdout);
    assert!(resumed.stderr.contains("cannot go on"), "{}", resumed.stderr);
}

#[test]
fn however_little_of_a_session_is_recorded_that_is_what_is_told() {
    for (most, whole) in [(1, false), (700, true), (1500, true), (3000, true)] {
        let profile = format!("replayMaxBytes = {most}\n{TEAM}");
        let replies = [
            reply("main", &[], "spawn(\"Sing.\"); show([shell.shell(\"echo ran\"), delegation.waitForSubagents()]);"),
            reply("main.1", &[], "session.finish(files.readTextFile(\"poem\"));"),
            reply("main", &[], "session.finish(\"Done.\");"),
        ];
        let (folder, id, ran) = session(&[("poem", "la la")], &profile, &replies);
        let full =
            format!("the record has all the {most} bytes it may have; `replayMaxBytes` in a profile gives it more");
        assert!(succeeded(&ran).stderr.contains(&full), "{}", ran.stderr);
        let replayed = used(gg(folder.path()).args(["replay", &id]));
        if whole {
            assert!(succeeded(&replayed).stdout.contains(&full), "{most}: {}", replayed.stdout);
            assert!(replayed.stdout.contains("The record ends "), "{most}: {}", replayed.stdout);
            continue;
        }
        assert_eq!(replayed.code, Some(2), "{}{}", replayed.stdout, replayed.stderr);
        for command in [vec!["replay", &id], vec!["agent", "--resume", &id]] {
            let told = used(gg(folder.path()).args(&command)).stderr;
            assert!(told.contains(&format!("nothing of the session {id} can be replayed or gone on with")), "{told}");
            assert!(told.contains(&full), "{told}");
        }
    }
}

#[test]
fn commands_of_git_that_served_the_board_are_recorded() {
    let issue = "title: \"Sing\", inScope: \"A.\", outOfScope: \"B.\", completionCriteria: \"C.\", blockedBy: [], \
        agent: \"worker\", reviewers: []";
    let replies = [
        reply("main", &[], &format!("board.waitForIssue(board.createIssue({{ {issue} }}).id);")),
        reply("ISSUE-1.0i", &[], "files.writeFile(\"song\", \"la\"); session.finish(\"Sung.\");"),
        reply("main", &["ISSUE-1 is done."], "session.finish(\"Done.\");"),
    ];
    let (folder, id) = on_board(&replies);
    let at = folder.path();
    fs::remove_file(at.join("song")).expect("it was merged");
    verified(at, &id);
    assert!(!at.join("song").exists(), "nobody worked on it again");
    let (_, lines) = lines(at, &id);
    let asked: Vec<&str> =
        lines.iter().filter(|line| line["kind"] == "git").filter_map(|line| line["key"].as_str()).collect();
    assert!(asked.iter().any(|command| command.starts_with("worktree add")), "{asked:?}");
    let shown = used(gg(at).args(["sessions", &id])).stdout;
    assert!(shown.contains("git worktree add"), "{shown}");
    each_is_named(at, &id, &["git", "board", "issue_waits"]);
}
