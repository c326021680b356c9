//! The command, from outside: what it prints, what it writes, and its exit status.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;

/// A project of `init`, and the folder it is removed with.
struct Project {
    _dir: TempDir,
    root: PathBuf,
}

fn gg_codegen(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gg-codegen"));
    command.current_dir(folder).args(args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.output().expect("the command starts")
}

impl Project {
    fn new() -> Self {
        let dir = TempDir::new().expect("a folder");
        let init = gg_codegen(dir.path(), &["init", "my-pantry"]);
        assert_eq!(init.status.code(), Some(0), "{}", text(&init.stderr));
        let root = dir.path().join("my-pantry");
        Self { _dir: dir, root }
    }

    /// Runs the command in the project; its status, standard output and standard error.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        self.run_in(".", args)
    }

    fn run_in(&self, below: &str, args: &[&str]) -> (i32, String, String) {
        let output = gg_codegen(&self.root.join(below), args);
        (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    fn write(&self, path: &str, contents: &str) {
        fs::write(self.root.join(path), contents).unwrap_or_else(|e| panic!("{path}: {e}"));
    }

    fn edit(&self, path: &str, from: &str, to: &str) {
        let before = self.read(path);
        assert!(before.contains(from), "{path} has no {from:?}");
        self.write(path, &before.replacen(from, to, 1));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn generate_writes_and_check_agrees() {
    let project = Project::new();
    let (status, out, err) = project.run(&["generate"]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("wrote generated/wit/"), "{out}");
    let (status, out, _) = project.run(&["check"]);
    assert_eq!(status, 0, "{out}");
    // A second time, and from a folder below, there is nothing to do.
    let (status, out, _) = project.run_in("host/src", &["generate"]);
    assert!(status == 0 && out.contains("0 written, 0 removed"), "{out}");
}

#[test]
fn check_names_what_differs_and_the_command_that_mends_it() {
    let project = Project::new();
    project.run(&["generate"]);
    let manifest: Value = serde_json::from_str(&project.read("generated/manifest.json")).expect("JSON");
    let listed: Vec<&str> = manifest["files"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let (missing, changed) = (listed[0], listed.iter().rfind(|path| path.ends_with(".wit")).expect("some WIT"));
    fs::remove_file(project.root.join("generated").join(missing)).expect("removes");
    let path = format!("generated/{changed}");
    project.write(&path, &(project.read(&path) + "// Throws something\n"));
    project.write("generated/mine.txt", "mine");
    project.write("generated/old.md", "<!-- Generated from x.toml by gg-codegen; edits are lost. -->\n");

    let (status, out, _) = project.run(&["check"]);
    assert_eq!(status, 1);
    for wanted in [
        format!("missing  generated/{missing}"),
        format!("changed  {path}"),
        "extra    generated/mine.txt (not made by gg-codegen: move it out)".to_owned(),
        "extra    generated/old.md".to_owned(),
        format!("+++ {changed} (expected)"),
        "    cargo gen\n".to_owned(),
    ] {
        assert!(out.contains(&wanted), "no {wanted:?} in\n{out}");
    }
    assert!(out.lines().any(|line| line.starts_with('-') && line.contains("Throws something")), "{out}");

    let (status, out, _) = project.run(&["check", "--json"]);
    let found: Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!(status, 1);
    assert_eq!(found["clean"], false);
    assert_eq!(found["missing"][0], missing);
    assert_eq!(found["changed"][0]["path"], *changed);
    assert_eq!((&found["stale"][0], &found["foreign"][0]), (&"old.md".into(), &"mine.txt".into()));

    let (status, out, err) = project.run(&["generate"]);
    assert!(
        status == 0 && out.contains("removed generated/old.md") && err.contains("generated/mine.txt"),
        "{out}{err}"
    );
    assert_eq!(project.read("generated/mine.txt"), "mine");
}

#[test]
fn a_table_with_mistakes_is_refused_and_nothing_is_written() {
    let project = Project::new();
    project.edit("operations.toml", "type = \"level\"", "type = \"levle\"");
    let (status, out, err) = project.run(&["generate"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(
        err.contains("error[GG") && err.contains("operations.toml:") && err.contains("did you mean `level`?"),
        "{err}"
    );
    assert!(!project.root.join("generated").exists());
    let (status, out, _) = project.run(&["check", "--json"]);
    let first: Value = serde_json::from_str(out.lines().next().unwrap_or("")).expect("JSON, a finding a line");
    assert!(status == 1 && first["severity"] == "error" && first["spans"][0]["start"]["line"].is_u64(), "{out}");
    assert!(!err.contains('\u{1b}'), "colours without a terminal");
    let (_, _, err) = project.run(&["generate", "--color", "always"]);
    assert!(err.contains('\u{1b}'), "no colours though asked for");
}

#[test]
fn trouble_is_status_2() {
    let empty = TempDir::new().expect("a folder");
    for args in [
        &["check"][..],
        &["check", "--table", "missing.toml"],
        &["explain", "GG9999"],
        &["frobnicate"],
        &["init", "."],
        &["generate", "--templates", "nowhere"],
    ] {
        if args[0] == "init" {
            fs::write(empty.path().join("something"), "").expect("writes");
        }
        let output = gg_codegen(empty.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).starts_with("error: "), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn list_prints_a_row_each() {
    let project = Project::new();
    let (status, out, _) = project.run(&["list"]);
    assert_eq!(status, 0);
    insta::assert_snapshot!(out);
    let (_, out, _) = project.run(&["list", "--json"]);
    let rows: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(rows.as_array().map(Vec::len), Some(5));
    assert_eq!(rows[2]["id"], "stock.take");
    assert_eq!(rows[2]["binding"]["capability"], "keep-stock");
}

#[test]
fn explain_knows_every_code_and_suggests() {
    let folder = Path::new(".");
    let output = gg_codegen(folder, &["explain"]);
    for code in gg_codegen::diagnostic::CODES {
        assert!(text(&output.stdout).contains(code.id));
    }
    let first = gg_codegen::diagnostic::CODES[0];
    let output = gg_codegen(folder, &["explain", &first.id.to_lowercase()]);
    assert!(text(&output.stdout).contains(first.explain.trim()), "{}", text(&output.stdout));
    let output = gg_codegen(folder, &["explain", &format!("{}X", first.id)]);
    assert!(text(&output.stderr).contains(&format!("did you mean `{}`?", first.id)), "{}", text(&output.stderr));
}

#[test]
fn diff_says_what_breaks() {
    let project = Project::new();
    project.write("old.toml", &project.read("operations.toml"));
    let (status, out, err) = project.run(&["diff", "old.toml", "operations.toml"]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    project.edit(
        "operations.toml",
        "params.item = { type = \"string\", doc = \"What it is.\" }",
        "params.thing = { type = \"string\", doc = \"What it is.\" }",
    );
    project.edit(
        "operations.toml",
        "{ args = { item = \"rice\", grams = 150 } }",
        "{ args = { thing = \"rice\", grams = 150 } }",
    );
    project.edit("operations.toml", "args = { item = \"flour\" }", "args = { thing = \"flour\" }");
    let (status, out, err) = project.run(&["diff", "old.toml", "operations.toml"]);
    assert_eq!((status, err.as_str()), (1, ""), "{out}");
    assert!(out.contains("stock.take") && out.contains("GGD"), "{out}");
    let (status, out, _) = project.run(&["diff", "old.toml", "operations.toml", "--json"]);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert!(status == 1 && report["breaking"] == true, "{out}");
    let rule = report["changes"][0]["rule"].as_str().expect("a rule");
    let (status, out, _) = project.run(&["explain", rule]);
    assert!(status == 0 && out.starts_with(rule), "{out}");
}

#[test]
fn new_op_puts_a_row_in_its_place_and_touches_nothing_else() {
    let project = Project::new();
    let before = project.read("operations.toml");
    let (status, out, err) = project.run(&["new", "op", "stock.count_all"]);
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("`count_all`"), "the missing method is not named: {out}");
    assert!(out.contains("the capability `keep-stock`"), "what buys it is not named: {out}");
    let after = project.read("operations.toml");
    let at = after.find("[[operation]]\nid = \"stock.count_all\"\ncapability = \"keep-stock\"").expect("the row");
    let next = after.find("[[operation]]\nid = \"recipes.find\"").expect("the next row");
    assert!(at < next, "not after the last row of its module");
    assert_eq!(format!("{}{}", &after[..at], &after[next..]), before);
    let (_, out, _) = project.run(&["list"]);
    assert!(out.contains("stock.count_all"), "{out}");

    let refused: &[(&[&str], i32, &str)] = &[
        (&["stock.count_all"], 2, "the table has an operation `stock.count_all` already"),
        (&["garden.dig"], 2, "the table has no module `garden`; there is stock, recipes, shift, and `--new-module`"),
        (&["stock.dig", "--new-module"], 2, "the table has a module `stock` already"),
        (&["dig"], 2, "an id is `module.key`"),
        (&["stock.digIt"], 1, "write `stock.dig_it`"),
    ];
    for (arguments, expected, why) in refused {
        let (status, _, err) = project.run(&[&["new", "op"], *arguments].concat());
        assert!(status == *expected && err.contains(why), "{arguments:?}: {status} {err}");
        assert_eq!(project.read("operations.toml"), after, "{arguments:?}: a refused row was written");
    }

    let (status, _, err) = project.run(&["new", "op", "garden.dig", "--new-module", "--capability", "keep-stock"]);
    assert_eq!(status, 0, "{err}");
    let (_, out, _) = project.run(&["list"]);
    assert!(out.contains("garden.dig"), "{out}");
}

#[test]
fn output_is_the_same_whenever_and_wherever() {
    let (here, there) = (Project::new(), Project::new());
    let ran = here.run(&["generate"]);
    assert_eq!(ran.0, 0, "{}", ran.2);
    // Another process has other hash seeds; the folder, the locale, the time zone and the way to the table differ too.
    let elsewhere = TempDir::new().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_gg-codegen"))
        .current_dir(elsewhere.path())
        .arg("generate")
        .arg("--table")
        .arg(there.root.join("operations.toml"))
        .arg("--out")
        .arg(elsewhere.path().join("out"))
        .envs([("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Asia/Kathmandu")])
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let (first, second) = (files(&here.root.join("generated")), files(&elsewhere.path().join("out")));
    assert!(first.len() > 20, "{} files", first.len());
    assert_eq!(first.iter().map(|f| &f.0).collect::<Vec<_>>(), second.iter().map(|f| &f.0).collect::<Vec<_>>());
    for ((path, first), (_, second)) in first.iter().zip(&second) {
        assert!(first == second, "{path} differs");
        let text = !path.ends_with(".wasm") && !path.ends_with(".bin");
        assert!(!text || !first.contains(&b'\r'), "{path} has a carriage return");
    }
}

/// Every file below a folder, by path, with its contents.
fn files(root: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("lists") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("below").to_string_lossy().into_owned();
                found.push((name, fs::read(&path).expect("reads")));
            }
        }
    }
    found.sort();
    found
}
