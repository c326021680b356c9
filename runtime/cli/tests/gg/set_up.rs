//! What stands in the way of a run, or beside it: stores that cannot be used, type checkers, defects of gg.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use gg_tests::tools::tools;
use rusqlite::Connection;

use super::{examples, folder, gg, used};

/// Everything that lies in place of a store, as the doctor tells it and a run does.
#[test]
fn a_store_that_is_not_in_order_is_told_by_the_doctor() {
    let folder = folder(&[("program.js", "console.log(1);")]);
    let own = folder.path().join(".gg");
    let told = |code: i32, words: &str| {
        let looked = used(gg(folder.path()).arg("doctor"));
        assert_eq!(looked.code, Some(code), "{}", looked.stdout);
        let line = looked.stdout.lines().find(|line| line.contains("store: ")).unwrap_or_default().to_owned();
        assert!(line.starts_with(if code == 0 { "  ok  " } else { "  no  " }) && line.contains(words), "{line}");
        let ran = used(gg(folder.path()).args(["run", "program.js"]));
        let refused = if code == 0 { (Some(0), true) } else { (Some(2), ran.stderr.contains(words)) };
        assert_eq!((ran.code, true), refused, "{}", ran.stderr);
    };
    fs::write(&own, "a note").expect("a file");
    told(1, "`.gg` is a file, and gg keeps its store in a folder of that name; move it away");
    fs::remove_file(&own).expect("it goes");
    std::os::unix::fs::symlink("nowhere", &own).expect("a link");
    told(1, "`.gg` is a link that leads to nothing, and gg keeps its store in a folder of that name; remove the link");
    fs::remove_file(&own).expect("it goes");
    told(0, "none yet; the first call that keeps something makes one");
    told(0, ".gg/gg.db");
    let set = |version: u32| {
        let database = Connection::open(own.join("gg.db")).expect("a database");
        database.pragma_update(None, "user_version", version).expect("it is set");
    };
    set(8);
    told(1, "use the gg that wrote it, or a newer one");
    set(7);
    told(0, ".gg/gg.db");
    fs::write(own.join("gg.db"), "no database").expect("a file");
    told(1, "the store is damaged: ");
}

/// The command as a user who may not write everywhere: whoever may do everything gives that up first.
fn bound_by_permissions(command: &Command) -> Command {
    let mut bound = Command::new("sh");
    // What cannot be given up is not there to be given up.
    let script = "rights=-dac_override,-dac_read_search\n\
                  setpriv --bounding-set=$rights --inh-caps=$rights true 2>/dev/null || exec \"$@\"\n\
                  exec setpriv --bounding-set=$rights --inh-caps=$rights \"$@\"";
    bound.args(["-c", script, "sh"]).arg(command.get_program()).args(command.get_args());
    bound.current_dir(command.get_current_dir().expect("a folder"));
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => bound.env(name, value),
            None => bound.env_remove(name),
        };
    }
    bound
}

#[test]
fn a_run_whose_store_cannot_be_written_runs() {
    let program = "import { programs, tasks } from \"gg\";\n\
                   try { tasks.addTask({ id: \"a\", title: \"A\" }); } catch (error) { console.log(`${error}`); }\n\
                   try { console.log(programs.history().length); } catch (error) { console.log(`${error}`); }\n";
    let folder = folder(&[("work/program.js", program)]);
    let work = folder.path().join("work");
    let run = || used(&mut bound_by_permissions(gg(&work).args(["run", "program.js"])));
    let lock = |paths: &[&str], mode: u32| {
        for path in paths {
            fs::set_permissions(work.join(path), fs::Permissions::from_mode(mode)).expect("it is ours");
        }
    };
    let unusable = "the store cannot be used: ";
    let remedy = "; its folder and its files have to be readable and writable";
    // There is none, and none can be made: questions are answered.
    lock(&["."], 0o555);
    let ran = run();
    let failed = format!("tasks.addTask failed (io-error): {unusable}permission denied{remedy}\n  0\n");
    assert!(ran.code == Some(0) && ran.stdout.contains(&failed), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("The program was not kept: ") && ran.stdout.contains("/work/.gg: "), "{}", ran.stdout);
    lock(&["."], 0o755);
    assert_eq!(used(gg(&work).args(["run", "program.js"])).code, Some(0));
    let before = fs::read(work.join(".gg/gg.db")).expect("a database");
    lock(&[".gg/gg.db"], 0o444);
    lock(&[".gg", "."], 0o555);
    let ran = run();
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    for call in ["tasks.addTask", "programs.history"] {
        assert!(ran.stdout.contains(&format!("{call} failed (io-error): {unusable}")), "{}", ran.stdout);
    }
    let told = format!("{remedy}; programs run all the same, and keep nothing\n");
    assert!(ran.stderr.contains("/.gg/gg.db: ") && ran.stderr.ends_with(&told), "{}", ran.stderr);
    let looked = used(&mut bound_by_permissions(gg(&work).arg("doctor")));
    assert!(looked.code == Some(0) && looked.stdout.contains("  --  store: "), "{}", looked.stdout);
    assert!(looked.stdout.contains("  ok  skills: none of the workspace's own, and "), "{}", looked.stdout);
    // It is looked at all the same.
    let tasks = || used(&mut bound_by_permissions(gg(&work).arg("tasks")));
    assert!(tasks().stdout.contains("- a: A\n"), "{}", tasks().stderr);
    lock(&[".", ".gg"], 0o755);
    assert!(fs::read(work.join(".gg/gg.db")).expect("a database") == before);
    // What a run at the same time has written stands in its log, which is read as well.
    lock(&[".gg/gg.db"], 0o644);
    let database = Connection::open(work.join(".gg/gg.db")).expect("a database");
    database.execute("UPDATE task SET title = 'Anew'", []).expect("it is written");
    lock(&[".gg/gg.db", ".gg/gg.db-wal", ".gg/gg.db-shm"], 0o444);
    lock(&[".gg", "."], 0o555);
    assert!(tasks().stdout.contains("- a: Anew\n"), "{}", tasks().stderr);
    lock(&[".", ".gg"], 0o755);
}

/// Several mistakes are one finding, and stand below it.
#[test]
fn the_doctor_says_every_mistake_of_a_skill() {
    let folder = folder(&[(".gg/skills/a.md", "---\nname: b\nversion: 1\n---\n")]);
    let looked = used(gg(folder.path()).arg("doctor"));
    let expected = "  no  skills: the skill library is refused\n      .gg/skills/a.md:1: the front matter has no `description`\n      \
        .gg/skills/a.md:2: `name` is `b`, and the entry is called `a`\n      .gg/skills/a.md:3: there is no key `version`; \
        there are `name` and `description`\n      mend what is named; gg skills list --profile FILE says whether it is right for a profile\n";
    assert!(looked.code == Some(1) && looked.stdout.contains(expected), "{}", looked.stdout);
}

/// Every id of two letters is given, so that no program can be kept: a defect of the run, whatever the program did.
#[test]
fn a_program_that_met_a_defect_of_gg_did_not_run() {
    let profile = "language = \"javascript\"\n[capability.program-library]\nidLength = 2\n";
    let folder = folder(&[("program.js", "console.log('ran');"), ("short.toml", profile)]);
    let run = || used(gg(folder.path()).args(["run", "program.js", "--profile", "short.toml"]));
    assert_eq!(run().code, Some(0));
    let mut database = Connection::open(folder.path().join(".gg/gg.db")).expect("a database");
    let given = database.transaction().expect("its turn");
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    for id in letters.chars().flat_map(|one| letters.chars().map(move |other| format!("{one}{other}"))) {
        let row = "INSERT OR IGNORE INTO program (agent, id, turn, lines, chars, ok) VALUES ('main', ?1, 1, 0, 0, 1)";
        given.execute(row, [id]).expect("a row");
    }
    given.commit().expect("they are kept");
    let ran = run();
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("  ran\n") && ran.stdout.contains("A defect of gg: no new id for a program"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.lines().last().is_some_and(|line| line.starts_with("defect: ")), "{}", ran.stdout);
}

#[test]
fn a_type_checker_that_is_named_and_not_there_is_told_as_that() {
    let folder = folder(&[("program.ts", "console.log(1);"), ("program.js", "console.log(1);"), ("empty/none", "")]);
    fs::create_dir_all(folder.path().join("package/lib")).expect("a folder");
    fs::write(folder.path().join("package/lib/typescript.js"), "").expect("a file");
    let with = |place: &str, arguments: &[&str]| {
        let mut command = gg(folder.path());
        used(command.env("PATH", folder.path()).env("GG_TSC", place).args(arguments))
    };
    for (place, words) in [
        (
            "nowhere",
            "GG_TSC is nowhere, where no TypeScript compiler is; name `tsc`, `tsgo` or the folder of their package",
        ),
        ("empty", "GG_TSC is empty, where no TypeScript compiler is; "),
        ("package", "GG_TSC is package, a compiler that `node` runs; put `node` on PATH"),
    ] {
        let looked = with(place, &["doctor"]);
        assert_eq!(looked.code, Some(1), "{}", looked.stdout);
        assert!(looked.stdout.contains(&format!("  no  type checker: {words}")), "{}", looked.stdout);
        // The arms are looked at all the same.
        assert!(looked.stdout.contains("up to 64 programs") && looked.stdout.contains("javascript\n  ok  engine: "));
        let checked = with(place, &["run", "program.ts"]);
        assert!(checked.code == Some(2) && checked.stderr.contains(words), "{}", checked.stderr);
        for others in [["run", "program.js", "--check=auto"], ["run", "program.ts", "--check=off"]] {
            assert_eq!(with(place, &others).code, Some(0), "{others:?}");
        }
    }
    // One that is empty says nothing.
    let looked = with("", &["doctor"]);
    assert!(looked.code == Some(0) && looked.stdout.contains("  --  type checker: "), "{}", looked.stdout);
    assert_eq!(with("", &["run", "program.ts"]).code, Some(0));
}

/// Every program of the examples, checked by each of the installed compilers.
#[test]
fn the_examples_check() {
    for compiler in ["typescript", "typescript-native"] {
        let workspace = examples();
        let run = |program: &str, folder: &str| {
            let node = tools().node();
            let path = [node.parent().expect("a folder"), Path::new("/usr/bin"), Path::new("/bin")];
            let mut command = gg(workspace.path());
            command.env("PATH", std::env::join_paths(path).expect("a path"));
            command.env("GG_TSC", tools().node_package(compiler));
            let program = format!("examples/{program}");
            used(command.args(["run", &program, "--workspace", folder, "--check=on"]))
        };
        let all =
            [("tour.ts", "."), ("expenses/begin.ts", "examples/expenses"), ("expenses/review.ts", "examples/expenses")];
        for (program, folder) in all {
            let ran = run(program, folder);
            assert_eq!(ran.code, Some(0), "{compiler}, {program}: {}{}", ran.stdout, ran.stderr);
        }
        // The program that is handed over to is checked as well, with the module of the skill.
        let module = workspace.path().join("examples/expenses/.gg/skills/csv/skill.ts");
        let text = fs::read_to_string(&module).expect("a module");
        fs::write(&module, text.replace("rows: readonly Row[], name: string)", "rows: readonly Row[], name: number)"))
            .expect("a file");
        let ran = run("expenses/begin.ts", "examples/expenses");
        assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("error TS2345: Argument of type 'string'"), "{compiler}: {}", ran.stdout);
    }
}
