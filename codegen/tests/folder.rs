//! The output folder: exactly the files it should hold, and never a stranger's file touched.

use std::{fs, path::Path};

use gg_codegen::output::{FileSet, Folder};
use tempfile::TempDir;

const HEADER: &str = "// Generated from operations.toml by gg-codegen; edits are lost.\n";

fn files(list: &[(&str, &str)]) -> FileSet {
    let mut files = FileSet::new();
    for (path, contents) in list {
        files.insert(*path, *contents);
    }
    files
}

fn folder() -> (TempDir, Folder) {
    let dir = TempDir::new().expect("a folder for the test");
    let folder = Folder::at(dir.path().join("generated"));
    (dir, folder)
}

fn put(folder: &Folder, path: &str, contents: &str) {
    let place = folder.path().join(path);
    fs::create_dir_all(place.parent().unwrap_or(Path::new("."))).expect("its folder");
    fs::write(place, contents).expect("the file");
}

fn holds(folder: &Folder, path: &str) -> Option<String> {
    fs::read_to_string(folder.path().join(path)).ok()
}

#[test]
fn writes_what_changed_and_nothing_else() {
    let (_dir, folder) = folder();
    let first = folder.write(&files(&[("a.rs", "one\n"), ("b/c.rs", "two\n")])).expect("writes");
    assert_eq!(first.written, ["a.rs", "b/c.rs"]);
    let modified = |path: &str| fs::metadata(folder.path().join(path)).and_then(|m| m.modified()).expect("a time");
    let before = modified("b/c.rs");
    let second = folder.write(&files(&[("a.rs", "new\n"), ("b/c.rs", "two\n")])).expect("writes");
    assert_eq!(second.written, ["a.rs"]);
    assert_eq!(modified("b/c.rs"), before);
    assert_eq!(holds(&folder, "a.rs").as_deref(), Some("new\n"));
    let left: Vec<_> =
        fs::read_dir(folder.path()).expect("lists").filter_map(Result::ok).map(|e| e.file_name()).collect();
    assert_eq!(left.len(), 2, "something was left beside the files: {left:?}");
}

#[test]
fn removes_what_is_ours_and_keeps_what_is_not() {
    let (_dir, folder) = folder();
    let manifest = r#"{"generated": "", "files": ["data/old.json", "../outside.json", "manifest.json"]}"#;
    put(&folder, "manifest.json", manifest);
    put(&folder, "data/old.json", "{}");
    put(&folder, "old.rs", HEADER);
    put(&folder, "notes.md", "my own\n");
    put(&folder, "data/theirs.json", "{}");
    fs::write(folder.path().with_file_name("outside.json"), "{}").expect("a file outside");

    let wanted = files(&[("a.rs", "x\n"), ("manifest.json", "{}")]);
    let found = folder.compare(&wanted).expect("compares");
    assert_eq!(found.missing, ["a.rs"]);
    assert_eq!(found.stale, ["data/old.json", "old.rs"]);
    assert_eq!(found.foreign, ["data/theirs.json", "notes.md"]);
    assert_eq!(found.changed.iter().map(|c| c.path.as_str()).collect::<Vec<_>>(), ["manifest.json"]);

    let done = folder.write(&wanted).expect("writes");
    assert_eq!(done.removed, ["data/old.json", "old.rs"]);
    assert_eq!(done.foreign, ["data/theirs.json", "notes.md"]);
    assert_eq!(holds(&folder, "notes.md").as_deref(), Some("my own\n"));
    assert!(holds(&folder, "old.rs").is_none());
    assert!(folder.path().with_file_name("outside.json").exists());
}

#[test]
fn folders_that_are_empty_then_go_too() {
    let (_dir, folder) = folder();
    put(&folder, "a/b/c.rs", HEADER);
    put(&folder, "a/kept.txt", "mine");
    folder.write(&files(&[])).expect("writes");
    assert!(!folder.path().join("a/b").exists());
    assert!(folder.path().join("a/kept.txt").exists());
}

#[test]
fn a_file_may_become_a_folder_and_a_folder_a_file() {
    let (_dir, folder) = folder();
    put(&folder, "a", HEADER);
    put(&folder, "b/c", HEADER);
    folder.write(&files(&[("a/c", HEADER), ("b", HEADER)])).expect("writes");
    assert!(folder.path().join("a/c").is_file() && folder.path().join("b").is_file());
}

#[test]
fn a_checkout_with_other_line_endings_is_clean() {
    let (_dir, folder) = folder();
    put(&folder, "a.rs", "one\r\ntwo\r\n");
    let wanted = files(&[("a.rs", "one\ntwo\n")]);
    assert!(folder.compare(&wanted).expect("compares").is_clean());
    assert!(folder.write(&wanted).expect("writes").written.is_empty());
}

#[test]
fn what_tools_leave_behind_is_passed_over() {
    let (_dir, folder) = folder();
    put(&folder, "sdk/node_modules/x/index.js", "");
    put(&folder, "sdk/__pycache__/x.pyc", "");
    put(&folder, ".DS_Store", "");
    assert!(folder.compare(&files(&[])).expect("compares").is_clean());
}

#[test]
fn a_folder_in_place_of_a_file_is_said() {
    let (_dir, folder) = folder();
    put(&folder, "a.rs/mine.txt", "mine");
    let error = folder.write(&files(&[("a.rs", "x")])).expect_err("something stands there").to_string();
    assert!(error.contains("a.rs") && error.contains("a folder stands where a file belongs"), "{error}");
}

#[test]
fn a_file_in_place_of_the_folder_is_said() {
    let (_dir, folder) = folder();
    fs::write(folder.path(), "not a folder").expect("writes");
    let error = folder.write(&files(&[("a.rs", "x")])).expect_err("something stands there").to_string();
    assert!(error.contains("a file stands where a folder belongs"), "{error}");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let (dir, folder) = folder();
    let outside = dir.path().join("outside");
    fs::create_dir_all(&outside).expect("a folder outside");
    fs::create_dir_all(folder.path()).expect("the folder");
    std::os::unix::fs::symlink(&outside, folder.path().join("sdk")).expect("a link");
    let error = folder.write(&files(&[("sdk/a.rs", "x")])).expect_err("a link stands there").to_string();
    assert!(error.contains("a symbolic link stands where a folder belongs"), "{error}");
    assert_eq!(fs::read_dir(&outside).expect("lists").count(), 0);
}
