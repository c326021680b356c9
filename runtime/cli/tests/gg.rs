//! The command as it is used: what it prints, and how it exits.
//!
//! The engine is built at the first use and then taken from a cache below the target folder, as a user's would be.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

#[path = "gg/agent.rs"]
mod agent;
#[path = "gg/kills.rs"]
mod kills;
#[path = "gg/replay.rs"]
mod replay;
#[path = "gg/set_up.rs"]
mod set_up;
#[path = "gg/shared.rs"]
mod shared;
#[path = "gg/team.rs"]
mod team;
#[path = "gg/whole.rs"]
mod whole;

/// What one use of the command came to.
struct Used {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Used {
    fn new(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        // Whichever test comes first has the engine built.
        let told = text(&output.stderr);
        let (built, told): (Vec<&str>, Vec<&str>) =
            told.split_inclusive('\n').partition(|line| line.starts_with("gg: preparing the engine for "));
        assert!(built.len() <= 1, "once: {built:?}");
        Self { code: output.status.code(), stdout: text(&output.stdout), stderr: told.concat() }
    }

    /// Exit code and both streams, with times and ids made alike.
    fn shown(&self) -> String {
        let text = format!("exit {}\n{}", self.code.unwrap_or(-1), without_ids(&without_times(&self.stdout)));
        if self.stderr.is_empty() { text } else { format!("{text}--- stderr\n{}", self.stderr) }
    }
}

/// The ids that programs are kept under as `ID`.
fn without_ids(text: &str) -> String {
    const BEFORE: &str = ", kept as ";
    let mut parts = text.split(BEFORE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let end = part.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(part.len());
        assert_eq!(end, 8, "an id: {part}");
        format!("{text}{BEFORE}ID{}", &part[end..])
    })
}

/// `12.3 µs` and the like as `TIME`; where one stands, several spaces are one.
fn without_times(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let mut found = false;
        let mut at = 0;
        while at + 1 < words.len() {
            let unit = words[at + 1].trim_end_matches([',', ':']).len();
            let is_time = words[at].contains('.') && words[at].parse::<f64>().is_ok();
            if is_time && matches!(&words[at + 1][..unit], "µs" | "ms" | "s") {
                let rest = words.remove(at + 1).split_off(unit);
                words[at] = format!("TIME{rest}");
                found = true;
            }
            at += 1;
        }
        let line = if found { words.join(" ") } else { line.to_owned() };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

fn target() -> PathBuf {
    // The command stands in `<target>/<profile>`.
    Path::new(env!("CARGO_BIN_EXE_gg")).ancestors().nth(2).unwrap_or(Path::new(".")).to_owned()
}

/// The command, with a cache of the tests and without a compiler on its path.
fn gg(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gg"));
    command
        .current_dir(folder)
        .env("GG_CACHE", target().join("gg-cache"))
        .env("GG_DATA", target().join("gg-nothing"))
        .env("PATH", "/usr/bin:/bin")
        .env_remove("GG_TSC");
    command.env("NO_COLOR", "1");
    command
}

fn used(command: &mut Command) -> Used {
    Used::new(&command.output().expect("the command starts"))
}

/// The command, with something typed into it.
fn typed(command: &mut Command, text: &str) -> Used {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("an input").write_all(text.as_bytes()).expect("it reads");
    Used::new(&child.wait_with_output().expect("it ends"))
}

/// A folder with a program and what it works on.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

#[test]
fn a_program_that_ran() {
    let program = "import { files, views } from \"gg\";\n\
                   const text: string = files.readTextFile(\"a.md\");\n\
                   views.openText(\"letters\", `${text.length}`);\n\
                   views.openFile(\"a.md\");\n\
                   console.log(\"done\");\n";
    let folder = folder(&[("a.md", "one\ntwo\n"), ("program.ts", program)]);
    let ran = used(gg(folder.path()).args(["run", "program.ts", "--calls", "--check=off"]));
    insta::assert_snapshot!(ran.shown());
}

#[test]
fn a_program_that_failed() {
    let program = "import { files } from \"gg\";\n\nenum Kind { A }\nfunction read(kind: Kind) {\n  \
                   return files.readFile(`missing-${kind}`);\n}\nread(Kind.A);\n";
    let folder = folder(&[("program.ts", program)]);
    insta::assert_snapshot!(used(gg(folder.path()).args(["run", "program.ts", "--check=off"])).shown());
}

#[test]
fn a_python_program_runs_once_its_arm_is_installed() {
    let folder =
        folder(&[("program.py", "import gg\nprint('before')\ngg.files.write_file('a.txt', 'text')\ngg.files.tre()\n")]);
    let python = |arguments: &[&str]| used(gg(folder.path()).env("GG_DATA", gg_tests::tools::folder()).args(arguments));
    assert_eq!(python(&["arms", "install", "python"]).stdout, "python is installed\n");
    assert_eq!(python(&["arms", "install", "python"]).stdout, "python is installed\n");
    let arms = python(&["arms", "list"]).stdout;
    assert!(arms.contains("python        installed") && arms.contains("javascript    ready"), "{arms}");
    insta::assert_snapshot!("ran-python", python(&["run", "program.py"]).shown());
    assert_eq!(fs::read_to_string(folder.path().join("a.txt")).ok().as_deref(), Some("text"));
    let root = examples();
    let example = used(gg(root.path()).env("GG_DATA", gg_tests::tools::folder()).args(["run", "examples/logs.py"]));
    insta::assert_snapshot!("logs", example.shown());
}

#[test]
fn a_rust_program_runs_once_its_arm_is_installed() {
    let program = "use gg::{files, views};\n\nfn main() -> Result<(), gg::Failure> {\n    \
                   gg::log(files::tree(Default::default())?.trim());\n    views::open_text(\"a\", \"text\")?;\n    Ok(())\n}\n";
    let wrong = "use gg::files;\n\nfn main() -> Result<(), gg::Failure> {\n    let text: u32 = files::read_text_file(\"program.rs\", \
                 Default::default())?;\n    Ok(())\n}\n";
    // What was compiled for an earlier run of this test would be found.
    let cache = folder(&[]);
    let folder = folder(&[("program.rs", program), ("wrong.rs", wrong)]);
    let rust = |arguments: &[&str]| {
        let mut command = gg(folder.path());
        used(command.env("GG_DATA", gg_tests::tools::folder()).env("GG_CACHE", cache.path()).args(arguments))
    };
    assert_eq!(rust(&["arms", "install", "rust"]).stdout, "rust is installed\n");
    insta::assert_snapshot!("ran-rust", rust(&["run", "program.rs"]).shown());
    insta::assert_snapshot!("ran-rust-wrong", rust(&["run", "wrong.rs"]).shown());
    let again = rust(&["run", "program.rs"]);
    assert!(again.code == Some(0) && !again.stdout.contains("preparing it"), "it is compiled again: {}", again.shown());
    let root = examples();
    let example = used(
        gg(root.path())
            .env("GG_DATA", gg_tests::tools::folder())
            .env("GG_CACHE", cache.path())
            .args(["run", "examples/logs.rs"]),
    );
    insta::assert_snapshot!("logs-rust", example.shown());
}

#[test]
fn a_program_that_does_not_parse() {
    let folder = folder(&[("program.ts", "let a: number = ;\n"), ("decorated.ts", "@a class B {}\n")]);
    for program in ["program.ts", "decorated.ts"] {
        let ran = used(gg(folder.path()).args(["run", program, "--check=off"]));
        assert_eq!(ran.code, Some(1));
        insta::assert_snapshot!(format!("not-{program}"), ran.shown());
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_modules() {
    let folder = folder(&[]);
    let mut command = gg(folder.path());
    let ran = typed(command.args(["run", "-", "--arm", "javascript"]), "files.readFile('a');\n");
    insta::assert_snapshot!(ran.shown());
}

#[test]
fn programs_are_typed_one_after_the_other() {
    let entries = "import { views } from \"gg\";\nviews.openText(\"a\", \"one\");\n\
                   import { views } from \"gg\"; console.log(views.current().length);\n\
                   .views\n\
                   function f() {\n  throw new Error(`no\nend`);\n}\n\
                   import { views } from \"gg\"; function f() {\n  views.close(\"a\");\n} f();\n\
                   .views\n\
                   .docs views.close\n\
                   .undo\n\
                   const a = ;\n\
                   .exit\n\
                   console.log(\"not read\");\n";
    let folder = folder(&[]);
    let state = folder.path().join("state");
    let mut command = gg(folder.path());
    command.env("XDG_STATE_HOME", &state).args(["repl", "--check=off"]);
    let used = typed(&mut command, entries);
    insta::assert_snapshot!(used.shown());
    let history = fs::read_to_string(state.join("gg/history")).expect("the history");
    assert!(history.contains("views.close") && !history.contains("not read"), "{history}");
}

#[test]
fn what_is_loaded_is_documented_to_whoever_types() {
    let skill = [
        (".gg/skills/one/skill.md", "---\nname: one\ndescription: One.\n---\n"),
        (".gg/skills/one/skill.js", "/** The first number. */\nexport function first() { return 1; }\n"),
    ];
    let folder = folder(&skill);
    let mut command = gg(folder.path());
    command.env("XDG_STATE_HOME", folder.path()).args(["repl", "--arm", "javascript"]);
    let entries = ".docs\n.docs lib.one\nimport { skills } from \"gg\"; skills.readSkill(\"one\");\n.docs lib.one\n";
    let used = typed(&mut command, entries);
    assert!(used.stdout.starts_with("`.docs` is followed by a name, as in `.docs files`\n"), "{}", used.stdout);
    let (before, after) = used.stdout.split_once("ran: ").expect("a program");
    assert!(before.contains("`lib.one`: nothing that can be called or opened has this name\n"), "{before}");
    assert!(after.contains("- `lib.one.first()`: The first number.\n"), "{after}");
}

#[test]
fn code_in_another_language_is_told() {
    let head = |name: &str| format!("---\nname: {name}\ndescription: Of use.\n---\n");
    let (a, b, c) = (head("a"), head("b"), head("c"));
    let folder = folder(&[
        ("program.js", "console.log(1);\n"),
        (".gg/skills/a/skill.md", &a),
        (".gg/skills/a/skill.py", "one = 1\n"),
        (".gg/skills/c/skill.md", &c),
        (".gg/skills/c/skill.py", "one = 1\n"),
        (".gg/skills/c/on-use.js", "console.log(1);\n"),
        (".gg/skills/b/skill.md", &b),
        (".gg/skills/b/skill.js", "export const one = 1;\n"),
    ]);
    let told = "gg: the code of the skill `a` is not in javascript; it is read as prose\n\
                gg: the skill `c` has a script in javascript, and a module in python only; the script runs, and nothing is \
                loaded\n";
    assert_eq!(used(gg(folder.path()).args(["run", "program.js"])).stderr, told);
}

#[test]
fn what_is_kept_is_shown() {
    let program = "import { memories, tasks } from \"gg\";\n\
                   tasks.addTask({ id: \"parse\", title: \"Parse it\", description: \"Line by line.\" });\n\
                   tasks.addTask({ id: \"sum\", title: \"Add it up\", blockedBy: [\"parse\"] });\n\
                   tasks.addTask({ id: \"look\", title: \"Look at it\" });\ntasks.completeTask(\"look\");\n\
                   memories.createMemory({ name: \"format\", description: \"What a line is.\", body: \"A, then B.\", \
                   code: \"export const parts = 2;\" });\n";
    let folder = folder(&[("program.js", program)]);
    let shown = |arguments: &[&str]| used(gg(folder.path()).args(arguments)).shown();
    // Looking makes nothing.
    assert_eq!(shown(&["tasks"]), "exit 0\nno tasks are kept in .\n");
    assert!(!folder.path().join(".gg").exists());
    assert_eq!(used(gg(folder.path()).args(["run", "program.js"])).code, Some(0));
    let other = used(gg(folder.path()).args(["run", "program.js", "--agent", "other"]));
    assert_eq!(other.code, Some(0), "each agent has its own: {}", other.stdout);
    let cases: &[(&str, &[&str])] = &[
        ("tasks", &["tasks"]),
        ("task", &["tasks", "sum", "--agent", "main"]),
        ("tasks-of-nobody", &["tasks", "--agent", "nobody"]),
        ("no-task", &["tasks", "none"]),
        ("memories", &["memories"]),
        ("memory", &["memories", "format"]),
        ("memories-json", &["memories", "--json", "--agent", "main"]),
    ];
    for (name, arguments) in cases {
        insta::assert_snapshot!(format!("kept-{name}"), shown(arguments));
    }
    fs::write(folder.path().join(".gg/gg.db"), "no database").expect("a file");
    let refused = used(gg(folder.path()).arg("tasks"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains(".gg/gg.db: the store is damaged"), "{}", refused.stderr);
}

/// A profile that has a board, of an agent that may name a coder and a reader.
const ON_BOARD: &str = r#"
language = "javascript"
[[roster]]
id = "coder"
name = "Coder"
description = "Writes code."
scopes = ["implementer"]
[[roster]]
id = "reader"
name = "Reader"
description = "Reads code."
scopes = ["reviewer"]
[capability.project-management]
maxRetries = 1
mergeAgentId = "merger"
"#;

#[test]
fn a_program_fills_the_board_and_it_is_shown() {
    let program = "import { board } from \"gg\";\n\
                   board.createEpic({ prefix: \"auth\", title: \"Sessions\", description: \"On the server.\" });\n\
                   const what = { inScope: \"This.\", outOfScope: \"That.\", completionCriteria: \"It works.\", \
                   agent: \"coder\", reviewers: [], blockedBy: [] };\n\
                   const first = board.createIssue({ ...what, title: \"Keep them\", epicId: \"AUTH\" }).id;\n\
                   board.createIssue({ ...what, title: \"End them\", description: \"After an hour.\", epicId: \"AUTH\", \
                   reviewers: [\"reader\"], blockedBy: [first] });\n\
                   const other = board.createIssue({ ...what, title: \"Write it up\" }).id;\n\
                   board.updateIssue(other, { status: \"done\" });\n\
                   try { board.createIssue({ ...what, title: \"No\", agent: \"nobody\" }); } \
                   catch (error) { console.log(`${error}`); }\n\
                   board.waitForIssue(first);\n";
    let folder = folder(&[("program.js", program), ("board.toml", ON_BOARD)]);
    let shown = |arguments: &[&str]| used(gg(folder.path()).args(arguments)).shown();
    assert_eq!(shown(&["board"]), "exit 0\nno issues are kept in .\n");
    assert!(!folder.path().join(".gg").exists(), "looking makes nothing");
    let cases: &[(&str, &[&str])] = &[
        ("run", &["run", "program.js", "--profile", "board.toml"]),
        ("whole", &["board"]),
        ("issue", &["board", "AUTH-2"]),
        ("epic", &["board", "AUTH"]),
        ("none", &["board", "AUTH-9"]),
        ("issue-json", &["board", "AUTH-2", "--json"]),
        ("prompt", &["prompt", "--profile", "board.toml"]),
    ];
    for (name, arguments) in cases {
        insta::assert_snapshot!(format!("board-{name}"), shown(arguments));
    }
    let ran = used(gg(folder.path()).args(["run", "--json", "--profile", "board.toml", "-"]).stdin(Stdio::null()));
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(report["issueWaits"], serde_json::json!([]));
}

#[test]
fn the_doctor_says_what_is_there() {
    let folder = folder(&[]);
    let doctor = |arguments: &[&str]| used(gg(folder.path()).arg("doctor").args(arguments));
    let shown = |used: &Used| {
        let here = fs::canonicalize(folder.path()).expect("a path").display().to_string();
        let built = "built and in the cache";
        let text = used.shown().replace(&here, "HERE").replace(&target().display().to_string(), "TARGET");
        // Whether another test has built it by now is nothing to this one.
        text.replace("built at the first program, which takes some seconds", built)
    };
    let here = doctor(&[]);
    assert_eq!(here.code, Some(0));
    insta::assert_snapshot!("doctor", shown(&here));
    let nowhere = doctor(&["--workspace", "nowhere"]);
    assert_eq!(nowhere.code, Some(1));
    insta::assert_snapshot!("doctor-nowhere", shown(&nowhere));
    let json: serde_json::Value = serde_json::from_str(&doctor(&["--json"]).stdout).expect("JSON");
    assert_eq!((&json[0]["name"], &json[0]["findings"][0]["state"]), (&"workspace".into(), &"ready".into()));
}

#[test]
fn too_little_address_space_is_told() {
    let folder = folder(&[]);
    let mut command = Command::new("sh");
    command.current_dir(folder.path()).env("NO_COLOR", "1").env("GG_CACHE", target().join("gg-cache"));
    command.args(["-c", "ulimit -v 16000000; exec \"$0\" doctor"]).arg(env!("CARGO_BIN_EXE_gg"));
    let told = used(&mut command);
    assert!(told.stdout.contains("too little address space"), "{}{}", told.stdout, told.stderr);
    assert_eq!(told.code, Some(0), "{}", told.stdout);
    // Where there is none for even one program, nothing runs, and that is no defect of gg.
    fs::write(folder.path().join("program.js"), "").expect("a program");
    let none = |arguments: &str| {
        let mut command = Command::new("sh");
        command.current_dir(folder.path()).env("NO_COLOR", "1").env("GG_CACHE", target().join("gg-cache"));
        command.args(["-c", &format!("ulimit -v 200000; exec \"$0\" {arguments}")]).arg(env!("CARGO_BIN_EXE_gg"));
        used(&mut command)
    };
    let run = none("run program.js");
    assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
    let why = "there is too little address space: a program's memory needs 256 MiB";
    assert!(run.stderr.contains(why) && run.stderr.contains("ulimit -v"), "{}", run.stderr);
    let doctor = none("doctor");
    assert!(doctor.code == Some(1) && doctor.stdout.contains(why), "{}{}", doctor.stdout, doctor.stderr);
}

#[test]
fn skills_are_listed_and_shown() {
    let folder = folder(&[
        (".gg/skills/csv/skill.md", "---\nname: csv\ndescription: Tables of text.\n---\nUse `parse`.\n"),
        (".gg/skills/csv/skill.ts", "export const parse = (text: string) => text.split(\",\");\n"),
        (".gg/skills/csv/on-use.py", "1\n"),
    ]);
    let used_with = |arguments: &[&str]| used(gg(folder.path()).arg("skills").args(arguments));
    let listed = used_with(&["list"]);
    let first = "csv            Tables of text.  (.gg/skills/csv/skill.md; python script; typescript module)";
    assert_eq!((listed.code, listed.stdout.lines().next()), (Some(0), Some(first)), "{}", listed.stdout);
    assert!(listed.stderr.contains("gg: their code is not compiled here; "), "{}", listed.stderr);
    assert!(listed.stdout.contains("gg-filesystem  Read, write, walk and search the workspace.  (built in)"));
    let shown = used_with(&["show", "csv"]).stdout;
    assert!(shown.contains("Use `parse`.") && shown.contains("module, typescript\nexport const parse"), "{shown}");
    let data: serde_json::Value = serde_json::from_str(&used_with(&["show", "csv", "--json"]).stdout).expect("JSON");
    assert_eq!((&data["file"], &data["code"][0]["onUse"]), (&".gg/skills/csv/skill.md".into(), &"1\n".into()));
    let missed = used_with(&["show", "cvs"]);
    assert!(
        missed.code == Some(2) && missed.stderr.contains("there is no skill `cvs`; there is csv, gg-"),
        "{}",
        missed.stderr
    );
    // A library that is not in order is told by what needs it, and nothing runs.
    std::fs::write(folder.path().join(".gg/skills/bad.md"), "---\nname: worse\n---\n").expect("a file");
    std::fs::write(folder.path().join("a.js"), "").expect("a file");
    for arguments in [["skills", "list"], ["run", "a.js"]] {
        let refused = used(gg(folder.path()).args(arguments));
        assert_eq!(refused.code, Some(2), "{}", refused.stdout);
        for told in ["bad.md:1: the front matter has no `description`", "bad.md:2: `name` is `worse`"] {
            assert!(refused.stderr.contains(told), "{}", refused.stderr);
        }
    }
}

#[test]
fn help_and_completions_name_every_command() {
    let folder = folder(&[]);
    let help = used(gg(folder.path()).arg("--help"));
    insta::assert_snapshot!("help", help.shown());
    let commands = help
        .stdout
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let commands: Vec<&str> = commands.collect();
    assert!(commands.contains(&"run") && commands.contains(&"completions"), "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = used(gg(folder.path()).args(["completions", shell]));
        assert_eq!(script.code, Some(0), "{}", script.stderr);
        for command in &commands {
            assert!(script.stdout.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn a_call_that_is_not_held_is_refused() {
    let program = "import { files, session } from \"gg\";\n\
                   try { files.writeFile(\"a\", \"b\"); } catch (error) { console.log(`${error}`); }\n\
                   session.finish(\"Nothing to do.\");\n";
    let profile = "language = \"javascript\"\n[capability.read-file]\n";
    let folder = folder(&[("program.js", program), ("reader.toml", profile)]);
    let ran = used(gg(folder.path()).args(["run", "program.js", "--profile", "reader.toml", "--calls"]));
    insta::assert_snapshot!(ran.shown());
}

#[test]
fn the_report_as_json_has_its_rosters() {
    let program = "import { files, views } from \"gg\";\nviews.openText(\"a\", \"b\");\nfiles.readFile(\"none\");\n";
    let folder = folder(&[("program.js", program)]);
    let ran = used(gg(folder.path()).args(["run", "program.js", "--json"]));
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(json["report"]["outcome"]["is"], "failed");
    assert_eq!(json["report"]["outcome"]["type"], "program_api_error");
    assert_eq!(json["report"]["outcome"]["code"], "not-found");
    assert_eq!(json["report"]["outcome"]["location"], "program.js:3:7");
    assert_eq!(json["bands"][0]["band"], "Runtime error");
    assert_eq!(json["views"][0]["text"], "b");
    assert_eq!(json["rosters"]["viewsOpened"]["kept"][0]["selector"], "a");
    let calls = &json["rosters"]["calls"]["kept"];
    assert_eq!(calls[0]["operation"], "views.open_text");
    assert_eq!((&calls[1]["ok"], &calls[1]["code"]), (&false.into(), &"not-found".into()));
}

#[test]
fn what_cannot_be_started_says_why() {
    let profile = "language = \"typoscript\"\nallowlist = [\"files.raed_file\"]\n[capability.reed-file]\n";
    let folder = folder(&[("bad.toml", profile), ("program.py", "import gg\n"), ("program.js", "")]);
    let cases: &[(&str, &[&str])] = &[
        ("no-file", &["run", "none.ts"]),
        ("no-arm", &["run", "program.js", "--arm", "cobol"]),
        ("not-installed", &["run", "program.py"]),
        ("not-installed-compiler", &["run", "program.js", "--arm", "rust"]),
        ("nothing-to-install", &["arms", "install", "cobol"]),
        ("bad-profile", &["run", "program.js", "--profile", "bad.toml"]),
        ("no-folder", &["memories", "--workspace", "program.js"]),
        ("no-workspace", &["run", "program.js", "--workspace", "nowhere"]),
        ("no-checker", &["run", "program.js", "--arm", "typescript", "--check=on"]),
        ("nothing-asked", &["docs", "search"]),
        ("unknown-name", &["docs", "show", "readfile"]),
        ("no-role", &["surface", "--ending", "reviewer"]),
        ("no-module", &["docs", "search", "read", "--module", "files", "--module", "zork"]),
        ("no-type", &["docs", "search", "--type", "Zork"]),
    ];
    for (name, arguments) in cases {
        // An engine that is kept runs without what built it.
        let refused = used(gg(folder.path()).env("GG_CACHE", folder.path().join("cache")).args(*arguments));
        assert_eq!(refused.code, Some(2), "{name}: {}{}", refused.stdout, refused.stderr);
        insta::assert_snapshot!(format!("refused-{name}"), refused.shown());
    }
}

#[test]
fn documentation_prompt_and_surface_are_shown() {
    let folder = folder(&[("template.md", "{{ language }}\n{{ nothing }}\n")]);
    let cases: &[(&str, &[&str])] = &[
        ("search", &["docs", "search", "read", "--kind", "function"]),
        ("show", &["docs", "show", "views.close", "--arm", "python"]),
        ("prompt", &["prompt", "--arm", "javascript"]),
        ("surface", &["surface"]),
    ];
    for (name, arguments) in cases {
        let shown = used(gg(folder.path()).args(*arguments));
        assert_eq!(shown.code, Some(0), "{name}: {}", shown.stderr);
        insta::assert_snapshot!(format!("shown-{name}"), shown.shown());
    }
    let reader = "language = \"typescript\"\nallowlist = [\"files.read_file\"]\n[capability.read-file]\n";
    fs::write(folder.path().join("reader.toml"), reader).expect("a profile");
    let surface = used(gg(folder.path()).args(["surface", "--profile", "reader.toml"])).stdout;
    let line = |call: &str| surface.lines().find(|line| line.contains(call)).unwrap_or_default().trim().to_owned();
    assert!(line("files.readFile").starts_with("held") && line("files.readFile").ends_with("capability read-file"));
    assert!(line("files.readTextFile").ends_with("capability read-file; not on the allowlist"), "{surface}");
    assert!(line("views.openText").ends_with("always"), "{surface}");
    // The skills of the workspace are listed; nothing is said of them to whom cannot read them.
    let skills = [
        (".gg/skills/csv.md", "---\nname: csv\ndescription: Tables of text.\n---\n"),
        ("a.toml", "language = \"typescript\"\n[capability.read-file]\n"),
    ];
    let skills = self::folder(&skills);
    let place = skills.path().display().to_string();
    let prompt = |more: &[&str]| used(gg(folder.path()).args(["prompt", "--workspace", &place]).args(more)).stdout;
    assert!(prompt(&[]).contains("\n- `csv`: Tables of text.\n- `gg-filesystem`: "), "{}", prompt(&[]));
    let without = prompt(&["--profile", &format!("{place}/a.toml")]);
    assert!(without.contains("gg.files") && !without.to_lowercase().contains("skill"), "{without}");
    let broken = used(gg(folder.path()).args(["prompt", "--template", "template.md"]));
    assert_eq!(broken.code, Some(2));
    insta::assert_snapshot!("refused-template", broken.shown());
}

#[test]
fn the_cache_is_listed_and_emptied() {
    let folder = folder(&[]);
    let own = folder.path().join("cache");
    let cache = |command: &str| used(gg(folder.path()).env("GG_CACHE", &own).args(["cache", command]));
    assert_eq!(cache("path").stdout.trim(), own.display().to_string());
    assert_eq!(cache("list").stdout, "0 B in all\n");
    assert_eq!(cache("clear").stdout, "0 B freed\n");
}

#[test]
fn a_cache_that_cannot_be_used_is_told() {
    let folder = folder(&[("program.js", ""), ("occupied", "")]);
    let ran = used(gg(folder.path()).env("GG_CACHE", folder.path().join("occupied")).args(["run", "program.js"]));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("occupied: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("the engine is built anew"), "{}", ran.stderr);
}

/// Runs the command on a terminal, on which everything is typed at once, and gives what the terminal shows.
#[cfg(unix)]
fn on_a_terminal(command: &Command, text: &str) -> String {
    const SCRIPT: &str = "import os, pty, sys\n\
        child, terminal = pty.fork()\n\
        if child == 0: os.execv(sys.argv[2], sys.argv[2:])\n\
        shown = b''\n\
        try:\n  \
          while b'gg> ' not in shown: shown += os.read(terminal, 4096)\n  \
          os.write(terminal, sys.argv[1].encode())\n  \
          while True: shown += os.read(terminal, 4096)\n\
        except OSError: pass\n\
        sys.stdout.buffer.write(shown)\n";
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT, text]).arg(command.get_program()).args(command.get_args());
    python.current_dir(command.get_current_dir().expect("a folder")).env("TERM", "xterm");
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => python.env(name, value),
            None => python.env_remove(name),
        };
    }
    used(&mut python).stdout
}

#[cfg(unix)]
#[test]
fn what_is_typed_ahead_is_read() {
    let folder = folder(&[]);
    let mut command = gg(folder.path());
    command.env("XDG_STATE_HOME", folder.path()).args(["repl", "--arm", "javascript"]);
    let text = "console.log(1 + 10)\rconsole.log(2 + 20)\rconsole.log(3 + 30)\r.exit\r";
    let shown = on_a_terminal(&command, text);
    for printed in ["  11", "  22", "  33"] {
        assert!(shown.contains(printed), "{shown}");
    }
}

#[test]
fn the_last_entry_ends_with_the_input() {
    let folder = folder(&[]);
    let mut command = gg(folder.path());
    command.env("XDG_STATE_HOME", folder.path()).args(["repl", "--arm", "javascript"]);
    let used = typed(&mut command, "console.log(\"a\u{8}b\".length)\nfunction f() {\n");
    assert!(used.stdout.contains("  3\n") && used.stdout.contains("SyntaxError"), "{}", used.stdout);
}

#[test]
fn what_a_program_shows_does_not_act_on_a_terminal() {
    let program = "import { views } from \"gg\";\n\
                   views.openText(\"a\", \"\\x1b[2J\\0\\rb\\tc\\r\\nd\"); console.log(\"\\x07\\x9b\"); throw \"\\x1b]0;\";\n";
    let folder = folder(&[("program.js", program)]);
    let ran = used(gg(folder.path()).args(["run", "program.js"]));
    for shown in ["\\u{1b}[2J\\u{0}\\rb\tc\r\nd\n", "  \\u{7}\\u{9b}\n", "  \\u{1b}]0;\n"] {
        assert!(ran.stdout.contains(shown), "{}", ran.stdout);
    }
}

#[test]
fn a_reader_may_stop_reading() {
    let folder = folder(&[("program.js", "console.log(1);")]);
    for arguments in [
        &["surface", "--json"][..],
        &["run", "program.js", "--json"],
        &["completions", "bash"],
        &["skills", "list"],
        &["memories", "--json"],
    ] {
        let mut command = gg(folder.path());
        let mut child =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
        drop(child.stdout.take());
        let used = Used::new(&child.wait_with_output().expect("it ends"));
        assert_eq!((used.code, used.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told() {
    let folder = folder(&[("program.js", "console.log(1);")]);
    for arguments in [
        &["surface", "--json"][..],
        &["run", "program.js"],
        &["completions", "bash"],
        &["doctor"],
        &["skills", "list"],
        &["tasks"],
        &["board"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a full device");
        let used = used(gg(folder.path()).args(arguments).stdout(full));
        assert_eq!(used.code, Some(2), "{arguments:?}: {}", used.stderr);
        assert!(used.stderr.starts_with("gg: standard output cannot be written: "), "{arguments:?}: {}", used.stderr);
    }
}

/// Ends the command by a signal while a program waits for a command of its own, and looks whether that one is gone.
#[cfg(unix)]
#[track_caller]
fn leaves_no_command_behind(name: &str, arguments: &[&str], code: i32) {
    let program =
        "import { shell } from \"gg\";\nshell.shell(\"echo $$ > started.tmp; mv started.tmp started; sleep 1000\");\n";
    let folder = folder(&[("program.js", program)]);
    let typed = fs::File::open(folder.path().join("program.js")).expect("the program");
    // What the tests were started to ignore (as a shell has it for what runs behind it), the command would ignore too.
    let gg = gg(folder.path());
    let mut command = Command::new("env");
    command.arg("--default-signal").arg(gg.get_program()).current_dir(folder.path());
    command.envs(gg.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("XDG_STATE_HOME", folder.path()).args(arguments).stdin(typed).stdout(Stdio::null());
    let mut child = command.spawn().expect("the command starts");
    let started = folder.path().join("started");
    while !started.exists() {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let signal = |name: &str, process: &str| {
        let done = Command::new("kill").args([name, process]).stderr(Stdio::null()).status();
        done.expect("kill starts").success()
    };
    assert!(signal(name, &child.id().to_string()));
    assert_eq!(child.wait().expect("it ends").code(), Some(code), "{arguments:?} {name}");
    let shell = fs::read_to_string(&started).expect("the shell's id");
    // What was killed is gone once it has been reaped, which is for init to do.
    let is_gone = || {
        let state = fs::read_to_string(format!("/proc/{}/stat", shell.trim())).unwrap_or_default();
        !signal("-0", shell.trim()) || state.contains(") Z ")
    };
    let gone = (0..1_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        is_gone()
    });
    assert!(gone, "the command runs on: {arguments:?} {name}");
}

#[cfg(unix)]
#[test]
fn what_is_interrupted_leaves_no_command_behind() {
    leaves_no_command_behind("-INT", &["run", "program.js"], 130);
    leaves_no_command_behind("-HUP", &["run", "program.js"], 129);
    for (name, code) in [("-TERM", 143), ("-HUP", 129), ("-QUIT", 131)] {
        leaves_no_command_behind(name, &["repl", "--arm", "javascript"], code);
    }
}

/// The examples, in a folder of their own.
fn examples() -> tempfile::TempDir {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root");
    let workspace = tempfile::tempdir().expect("a folder");
    let copied = Command::new("cp").arg("-r").arg(root.join("examples")).arg(workspace.path()).status();
    assert!(copied.expect("cp starts").success());
    // What programs kept that were run on them by hand is not theirs.
    let kept = fs::read_dir(workspace.path().join("examples/expenses/.gg")).expect("the skills");
    for entry in kept.map(|entry| entry.expect("an entry")) {
        if entry.file_name().to_string_lossy().starts_with("gg.db") {
            fs::remove_file(entry.path()).expect("a store");
        }
    }
    workspace
}

/// The program the README begins with.
#[test]
fn the_tour_runs() {
    let workspace = examples();
    let ran = used(gg(workspace.path()).args(["run", "examples/tour.ts", "--check=off", "--calls"]));
    insta::assert_snapshot!(ran.shown());
}

/// A skill's code, tasks, a memory, a hand-over, and a program that finds it all again.
#[test]
fn what_three_programs_keep_is_found_again() {
    let workspace = examples();
    let run = |program: &str| {
        let program = format!("examples/expenses/{program}");
        used(gg(workspace.path()).args(["run", &program, "--workspace", "examples/expenses", "--check=off"])).shown()
    };
    insta::assert_snapshot!("expenses-begin", run("begin.ts"));
    insta::assert_snapshot!("expenses-review", run("review.ts"));
    // What is there already is no trouble.
    let again = run("begin.ts");
    assert!(again.starts_with("exit 0\n") && again.contains("ran: 2 programs"), "{again}");
    let tasks = used(gg(workspace.path()).args(["tasks", "--workspace", "examples/expenses"]));
    assert_eq!(tasks.stdout, "main\n2 tasks done\n");
}
