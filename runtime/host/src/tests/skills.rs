//! The skill library: what is read, what is refused at its place, and what a use does.

use std::path::Path;

use gg_engine::ErrorCode::{InvalidArgument, NotFound};
use tempfile::TempDir;

use super::bench::{Bench, call, fails};
use crate::{
    Origin, Profile,
    operations::OperationId,
    profile::{DEFAULT, LaunchError},
    prompt,
    skills::Skill,
};

/// Skills, and little that has a built-in one.
const PROFILE: &str = "language = \"typescript\"\n[capability.read-file]\n[capability.shell]\n[capability.skills]\n";

fn put(root: &Path, name: &str, contents: &[u8]) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    std::fs::write(path, contents).expect("a file");
}

fn prose(name: &str, text: &str) -> String {
    format!("---\nname: {name}\ndescription: About {name}.\n---\n{text}")
}

/// A bench whose workspace has these files from the start.
fn bench(files: &[(&str, &str)]) -> Bench {
    let bench = Bench::of(PROFILE, |_| {});
    for (name, contents) in files {
        bench.put(name, contents);
    }
    bench.reading_skills(PROFILE)
}

/// What a library is refused with.
fn refused(profile: &str, files: &[(&str, &[u8])]) -> Vec<String> {
    let folder = TempDir::new().expect("a folder");
    for (name, contents) in files {
        put(folder.path(), name, contents);
    }
    let profile = Profile::read("profile.toml", profile).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let workspace = profile.workspace(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    match profile.skills(&workspace) {
        Ok(_) => Vec::new(),
        Err(LaunchError::Skills(mistakes)) => mistakes.0.iter().map(ToString::to_string).collect(),
        Err(other) => panic!("{other}"),
    }
}

macro_rules! read {
    ($bench:expr, $name:expr) => {
        call!($bench, SkillsReadSkill, skills::read_skill($name.to_owned()))
    };
}

fn names(bench: &Bench) -> Vec<&str> {
    bench.host.library().skills().iter().map(Skill::name).collect()
}

#[test]
fn a_folder_has_files_and_folders_and_gg_brings_twelve() {
    let readme = prose("a", "Prose of a.");
    let bench = bench(&[
        (".gg/skills/b/skill.md", &prose("b", "")),
        (".gg/skills/b/notes.txt", "not a skill"),
        (".gg/skills/a.md", &readme),
        (".gg/skills/.hidden.md", "no front matter"),
        (".gg/skills/.git/x", ""),
        (".gg/skills/notes.txt", ""),
    ]);
    let built_in = [
        "gg-filesystem",
        "gg-shell",
        "gg-project",
        "gg-tasks",
        "gg-memory",
        "gg-docs",
        "gg-views",
        "gg-context",
        "gg-delegation",
        "gg-skills",
        "gg-programs",
        "gg-session",
    ];
    let mut all = names(&bench);
    assert_eq!(all.drain(..2).collect::<Vec<_>>(), ["a", "b"]);
    all.sort_unstable();
    let mut expected = built_in;
    expected.sort_unstable();
    assert_eq!(all, expected);
    let Skill::Authored(a) = &bench.host.library().skills()[0] else { panic!("it is authored") };
    assert_eq!(
        (a.description.as_str(), a.prose.as_str(), a.file.as_str()),
        ("About a.", "Prose of a.", ".gg/skills/a.md")
    );
}

#[test]
fn a_file_whose_name_is_nearly_one_that_is_read_is_told() {
    let (a, bad) = (prose("a", ""), prose("b", ""));
    let odd = |files: &[(&str, &str)]| -> Vec<String> {
        bench(files).host.library().odd().iter().map(ToString::to_string).collect()
    };
    let is_read = (".gg/skills/a/skill.md", a.as_str());
    let told = |file: &str, meant: &str| {
        format!(".gg/skills/a/{file}: is no file of the skill and is not read; `{meant}` would be")
    };
    for (file, meant) in [
        ("onuse.ts", "on-use.ts"),
        ("on_use.py", "on-use.py"),
        ("skil.ts", "skill.ts"),
        ("Skill.rs", "skill.rs"),
        ("skills.md", "skill.md"),
    ] {
        assert_eq!(odd(&[is_read, (&format!(".gg/skills/a/{file}"), "")]), [told(file, meant)]);
    }
    for file in ["table.ts", "skill.txt", "notes.md", "onuse", "on-use.md", "skill.ts", "on-use.ts"] {
        assert_eq!(odd(&[is_read, (&format!(".gg/skills/a/{file}"), "")]), Vec::<String>::new());
    }
    let message = ".gg/skills/b: the folder has no `skill.md`; `SKILL.md` is not read";
    assert_eq!(refused(PROFILE, &[(".gg/skills/b/SKILL.md", bad.as_bytes())]), [message]);
}

#[test]
fn a_profile_names_the_folder_and_withholds_built_in_skills() {
    let more = "dir = \"skills\"\nbuiltIns = [\"gg-views\", \"gg-shell\"]";
    let profile = PROFILE.replace("[capability.skills]", &format!("[capability.skills]\n{more}"));
    let bench = Bench::of(&profile, |_| {});
    bench.put("skills/gg-shell.md", prose("gg-shell", "Ours."));
    let bench = bench.reading_skills(&profile);
    assert_eq!(names(&bench), ["gg-shell", "gg-views"]);
    assert!(matches!(bench.host.library().skills()[0], Skill::Authored(_)), "an authored skill wins");
}

#[test]
fn every_mistake_is_named_at_its_place() {
    let good = prose("good", "");
    let files: [(&str, &[u8]); 12] = [
        (".gg/skills/a.md", b"No front matter.\n"),
        (".gg/skills/b.md", b"---\nname: b\n\n# why\nauthor: me\nname: b\nnothing\n---\n"),
        (".gg/skills/c.md", b"---\nname: d\ndescription: [a list]\n---\n"),
        (".gg/skills/e.md", b"---\nname: e\ndescription:\n"),
        (".gg/skills/f/other.md", b""),
        (".gg/skills/g.md", b"---\nname: \xff\n---\n"),
        (".gg/skills/h.md", b"---\nname: \"h\"\ndescription: \"a: b\"\n---\n"),
        (".gg/skills/h/skill.md", b"---\nname: h\ndescription: The same.\n---\n"),
        (".gg/skills/i/skill.md", good.as_bytes()),
        (".gg/skills/j.md", b"---\nname:j\ndescription: a # b\n---\n"),
        (".gg/skills/k/skill.md", b"---\nname: k\ndescription: K.\n---\n"),
        (".gg/skills/k/skill.ts", b"\xff"),
    ];
    let expected = [
        ".gg/skills/a.md:1: a skill begins with a line `---`, `name`, `description`, and a line `---`",
        ".gg/skills/b.md:1: the front matter has no `description`",
        ".gg/skills/b.md:5: there is no key `author`; there are `name` and `description`",
        ".gg/skills/b.md:6: `name` is there twice",
        ".gg/skills/b.md:7: `nothing` is no `key: value`",
        ".gg/skills/c.md:2: `name` is `d`, and the entry is called `c`",
        ".gg/skills/c.md:3: `description`: put it in double quotes, for YAML reads it as something else",
        ".gg/skills/e.md:1: the front matter is not ended by a line `---`",
        ".gg/skills/e.md:3: `description`: it is blank",
        ".gg/skills/f: the folder has no `skill.md`",
        ".gg/skills/g.md: is not UTF-8",
        ".gg/skills/h.md: the skill `h` is in .gg/skills/h/skill.md as well",
        ".gg/skills/i/skill.md:2: `name` is `good`, and the entry is called `i`",
        ".gg/skills/j.md:2: `name`: a space has to follow the colon",
        ".gg/skills/j.md:3: `description`: put it in double quotes, for YAML reads it as something else",
        ".gg/skills/k/skill.ts: is not UTF-8",
    ];
    assert_eq!(refused(PROFILE, &files), expected);
}

#[test]
fn a_folder_that_is_a_file_is_refused_and_one_below_a_file_is_not_there() {
    let file: [(&str, &[u8]); 1] = [(".gg/skills", b"a note")];
    assert_eq!(refused(PROFILE, &file), [".gg/skills: cannot be read: it is not a directory"]);
    // What lies in place of `.gg` is told when the store is opened.
    let above: [(&str, &[u8]); 1] = [(".gg", b"a note")];
    assert_eq!(refused(PROFILE, &above), [""; 0]);
}

#[test]
fn a_folder_that_a_profile_names_and_that_is_not_there_is_told() {
    let told = |profile: &str| -> Vec<String> {
        Bench::of(profile, |_| {}).host.library().odd().iter().map(ToString::to_string).collect()
    };
    assert_eq!(told(PROFILE), [""; 0]);
    let named = PROFILE.replace("[capability.skills]", "[capability.skills]\ndir = \"skills\"");
    assert_eq!(told(&named), ["skills: the skill folder is not there; the workspace has no skills of its own"]);
}

#[test]
fn links_lead_anywhere_in_the_workspace() {
    let bench = Bench::of(PROFILE, |_| {});
    bench.put("kept/a/skill.md", prose("a", ""));
    bench.put("kept/a.ts", "export const a = 1;");
    bench.link("kept/a/skill.ts", "../a.ts");
    bench.put("kept/b.md", prose("b", ""));
    bench.put(".gg/skills/c.md", prose("c", ""));
    bench.link(".gg/skills/a", "../../kept/a");
    bench.link(".gg/skills/b.md", "../../kept/b.md");
    let profile = Profile::read("profile.toml", PROFILE).expect("a profile");
    let library = profile.skills(bench.host.workspace()).expect("it is in order");
    let names: Vec<&str> = library.skills().iter().map(Skill::name).filter(|name| name.len() == 1).collect();
    assert_eq!(names, ["a", "b", "c"]);
}

#[test]
fn a_folder_that_leads_outside_is_refused() {
    let profile = PROFILE.replace("[capability.skills]", "[capability.skills]\ndir = \"../skills\"");
    assert_eq!(refused(&profile, &[]), ["../skills: the skill folder leads outside the workspace"]);
    let bench = Bench::of(PROFILE, |_| {});
    bench.put(".gg/skills/a.md", prose("a", ""));
    std::fs::write(bench.outside("b.md"), prose("b", "")).expect("a file");
    bench.link(".gg/skills/b.md", bench.outside("b.md"));
    let profile = Profile::read("profile.toml", PROFILE).expect("a profile");
    let error = profile.skills(bench.host.workspace()).expect_err("a link outside");
    assert_eq!(
        error.to_string(),
        "the skill library is refused\n.gg/skills/b.md: leads outside the workspace; a link to what is inside has to be a relative one"
    );
}

/// One that waits for its other end would be waited for.
#[test]
fn a_pipe_in_the_folder_is_refused() {
    let bench = Bench::of(PROFILE, |_| {});
    bench.put(".gg/skills/b/skill.md", prose("b", ""));
    for pipe in [".gg/skills/a.md", ".gg/skills/b/skill.ts"] {
        let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR);
        rustix::fs::mknodat(rustix::fs::CWD, bench.path(pipe), kind, mode, 0).expect("a pipe");
    }
    let profile = Profile::read("profile.toml", PROFILE).expect("a profile");
    let error = profile.skills(bench.host.workspace()).expect_err("pipes");
    let expected = "the skill library is refused\n.gg/skills/a.md: cannot be read: it is not a regular file\n\
                    .gg/skills/b/skill.ts: cannot be read: it is not a regular file";
    assert_eq!(error.to_string(), expected);
}

/// A script of the agent's beside modules of other languages only; not a module of its own, nor no module at all.
#[test]
fn a_script_whose_module_is_in_another_language_is_found() {
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| prose(name, ""));
    let bench = bench(&[
        (".gg/skills/a/skill.md", &a),
        (".gg/skills/a/on-use.ts", "1;"),
        (".gg/skills/a/skill.py", "one = 1"),
        (".gg/skills/a/skill.js", "export const one = 1;"),
        (".gg/skills/b/skill.md", &b),
        (".gg/skills/b/on-use.ts", "1;"),
        (".gg/skills/b/skill.ts", "export const one = 1;"),
        (".gg/skills/b/skill.py", "one = 1"),
        (".gg/skills/c/skill.md", &c),
        (".gg/skills/c/on-use.ts", "1;"),
        (".gg/skills/d/skill.md", &d),
        (".gg/skills/d/skill.py", "one = 1"),
    ]);
    let found: Vec<_> = bench.host.library().without_module("typescript").collect();
    let found: Vec<_> = found.iter().map(|(skill, languages)| (skill.name.as_str(), languages.join(", "))).collect();
    assert_eq!(found, [("a", "javascript, python".to_owned())]);
}

#[tokio::test]
async fn code_has_to_be_in_the_agents_language_somewhere() {
    let python = [
        (".gg/skills/a/skill.md", prose("a", "Prose.")),
        (".gg/skills/a/skill.py", "one = 1\n".to_owned()),
        (".gg/skills/a/on-use.rs", "\n".to_owned()),
    ];
    let files: Vec<(&str, &[u8])> = python.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let message = ".gg/skills/a/skill.md: the code of the skill `a` is in rust, python, and that of no skill is in typescript, \
                   which the agent writes";
    assert_eq!(refused(PROFILE, &files), [message]);
    // Beside code it can use it is read as prose.
    let mut files: Vec<(&str, &str)> = python.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let b = prose("b", "");
    files.extend([(".gg/skills/b/skill.md", b.as_str()), (".gg/skills/b/skill.ts", "export const b = 1;")]);
    let mut bench = bench(&files);
    let as_prose: Vec<&str> = bench.host.library().as_prose("typescript").map(|skill| skill.name.as_str()).collect();
    assert_eq!(as_prose, ["a"]);
    assert_eq!(read!(bench, "a").as_deref(), Ok("Prose."));
    assert_eq!((bench.host.modules().len(), bench.host.take_scripts()), (0, Vec::new()));
}

#[tokio::test]
async fn a_use_pins_loads_shows_and_queues() {
    let a = prose("a", "\nProse of a.\n\n");
    let module = "/** Adds one. */\nexport function next(n: number): number { return n + 1; }\n";
    let mut bench = bench(&[
        (".gg/skills/a/skill.md", a.as_str()),
        (".gg/skills/a/skill.ts", module),
        (".gg/skills/a/skill.js", "export const other = 1;"),
        (".gg/skills/a/on-use.ts", "import { next } from \"lib:a\";\nnext(1);\n"),
    ]);
    for _ in 0..2 {
        assert_eq!(read!(bench, "a").as_deref(), Ok("Prose of a."));
    }
    let pins: Vec<_> = bench.host.take_pins().into_iter().map(|pin| (pin.name, pin.text)).collect();
    assert_eq!(pins, [("a".to_owned(), "Prose of a.".to_owned())]);
    assert_eq!((bench.host.modules().len(), bench.host.modules()[0].source.as_str()), (1, module));
    let views: Vec<&str> = bench.host.views().current().map(|view| view.key.selector()).collect();
    assert_eq!(views, ["lib.a.next"]);
    let scripts = bench.host.take_scripts();
    assert_eq!(scripts.len(), 2, "one on every use");
    assert!(scripts.iter().all(|script| script.text.starts_with("import { next }") && script.module.is_some()));
}

#[tokio::test]
async fn code_that_does_not_compile_follows_the_prose() {
    let a = prose("a", "Prose.");
    let mut bench = bench(&[(".gg/skills/a/skill.md", a.as_str()), (".gg/skills/a/skill.ts", "export const = 1;")]);
    let read = read!(bench, "a").expect("prose");
    assert!(
        read.starts_with("Prose.\n\nThe code of this skill does not compile and is not loaded:\nlib:a:1:14: "),
        "{read}"
    );
    assert_eq!(bench.host.take_pins()[0].text, "Prose.");
}

#[tokio::test]
async fn a_built_in_skill_opens_the_documentation_of_its_module() {
    let mut bench = Bench::of(PROFILE, |_| {});
    let read = read!(bench, "gg-filesystem").expect("prose");
    assert!(read.starts_with("Read, write, walk and search the workspace.\n\nA path is relative"), "{read}");
    assert_eq!(bench.host.take_pins()[0].text, read);
    let [script] = bench.host.take_scripts().try_into().expect("one script");
    assert_eq!((script.origin, script.name.as_str(), script.module), (Origin::Skill, "gg-filesystem", None));
    assert_eq!(script.text, "import { views } from \"gg\";\nviews.openDocsView(\"gg.files\");\n");
}

/// What the prompt of the agent says of its skills.
fn prompted(bench: &mut Bench) -> Option<String> {
    let call = bench.call(OperationId::SkillsReadSkill);
    let library = bench.host.library().clone();
    prompt::skills(&library, call.agent(), bench.host.documentation(&call)).expect("an index")
}

#[test]
fn the_prompt_lists_the_skills_of_the_agent_with_marks() {
    let (a, b, c) = (prose("a", ""), prose("b", ""), "---\nname: c\ndescription: \"In\\ntwo\"\n---\n");
    let files = [
        (".gg/skills/a/skill.md", a.as_str()),
        (".gg/skills/a/skill.ts", "export const a = 1;"),
        (".gg/skills/a/on-use.ts", "1;"),
        (".gg/skills/b/skill.md", b.as_str()),
        (".gg/skills/b/skill.ts", "export const b = 1;"),
        (".gg/skills/b/on-use.ts", " \n"),
        (".gg/skills/b/on-use.py", "1"),
        (".gg/skills/c.md", c),
    ];
    let all = "`skills.readSkill` reads one of these skills and puts it to use. One marked `code` then has its module \
               loaded for every later program. One marked `script` has its script run after the program, at every use.\n\n\
               - `a`: About a. (code, script)\n- `b`: About b. (code)\n- `c`: In\\ntwo\n\
               - `gg-filesystem`: Read, write, walk and search the workspace. (script)\n\
               - `gg-shell`: Run a command line in the workspace. (script)\n\
               - `gg-docs`: Find out what can be called, and put documentation away. (script)\n\
               - `gg-views`: Put things into the window, see what is open, and close it. (script)\n\
               - `gg-skills`: Read a skill, and load the code it brings. (script)\n\
               - `gg-session`: End the session. (script)";
    assert_eq!(prompted(&mut bench(&files)).as_deref(), Some(all));
    // What is not there is not explained.
    let mut plain = Bench::of(&PROFILE.replace("skills]\n", "skills]\nbuiltIns = []\n"), |_| {});
    assert_eq!(prompted(&mut plain), None, "there is no skill");
    plain.put(".gg/skills/a.md", prose("a", ""));
    let mut plain = plain.reading_skills(&PROFILE.replace("skills]\n", "skills]\nbuiltIns = []\n"));
    let little = "`skills.readSkill` reads one of these skills and puts it to use.\n\n- `a`: About a.";
    assert_eq!(prompted(&mut plain).as_deref(), Some(little));
}

#[test]
fn nothing_is_said_of_skills_to_whom_cannot_read_them() {
    let allowed = "allowlist = [\"files.read_file\"]\n";
    assert_eq!(prompted(&mut Bench::of(&format!("{allowed}{PROFILE}"), |_| {})), None, "an allowlist leaves it out");
    assert_eq!(prompted(&mut Bench::new()), None, "the capability is not held");
}

#[tokio::test]
async fn there_is_a_built_in_skill_for_every_module() {
    let modules = [
        ("gg-filesystem", "files"),
        ("gg-shell", "shell"),
        ("gg-project", "board"),
        ("gg-tasks", "tasks"),
        ("gg-memory", "memories"),
        ("gg-docs", "docs"),
        ("gg-views", "views"),
        ("gg-context", "context"),
        ("gg-delegation", "delegation"),
        ("gg-skills", "skills"),
        ("gg-programs", "programs"),
        ("gg-session", "session"),
    ];
    let mut bench = Bench::of(DEFAULT, |_| {});
    let library = bench.host.library().clone();
    let mut found: Vec<(&str, &str)> = Vec::new();
    for skill in library.skills() {
        let Skill::BuiltIn { name, module } = skill else { panic!("nobody wrote one") };
        found.push((name, module));
    }
    let sorted = |mut pairs: Vec<_>| {
        pairs.sort_unstable();
        pairs
    };
    assert_eq!(sorted(found), sorted(modules.to_vec()));
    // What has no store here has no skill to be read.
    let absent = ["board", "context", "delegation"];
    for (name, module) in modules.into_iter().filter(|(_, module)| !absent.contains(module)) {
        read!(bench, name).expect("prose");
        let [script] = bench.host.take_scripts().try_into().expect("one script");
        assert_eq!(script.text, format!("import {{ views }} from \"gg\";\nviews.openDocsView(\"gg.{module}\");\n"));
    }
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let mut bench = Bench::of(PROFILE, |_| {});
    fails(read!(bench, " \n"), InvalidArgument, "`name` is blank");
    // A module this agent can call nothing of has no skill for it.
    let there = "gg-filesystem, gg-shell, gg-docs, gg-views, gg-skills, gg-session";
    fails(read!(bench, "gg-tasks"), NotFound, &format!("no such skill: gg-tasks; there is {there}"));
    assert_eq!(bench.host.take_pins(), Vec::new());
}
