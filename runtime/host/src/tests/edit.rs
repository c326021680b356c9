//! `files.edit_file`.

use std::fs;

use gg_engine::ErrorCode::{Conflict, InvalidArgument, IoError, NotFound};

use super::bench::{Bench, call, fails};

macro_rules! edit {
    ($bench:expr, $path:expr, $old:expr, $new:expr) => {
        call!($bench, FilesEditFile, files::edit_file($path.to_owned(), $old.to_owned(), $new.to_owned()))
    };
}

#[tokio::test]
async fn the_one_place_is_replaced() {
    let mut bench = Bench::new();
    bench.put("file", "one\r\ntwo é\r\nthree\r\n");
    assert_eq!(edit!(bench, "file", "two é\r\n", "2\n"), Ok(()));
    assert_eq!(bench.get("file"), "one\r\n2\nthree\r\n");
    assert_eq!(edit!(bench, "file", "one\r\n", ""), Ok(()));
    assert_eq!(bench.get("file"), "2\nthree\r\n");
    bench.put("long", format!("{}end", "x".repeat(2 << 20)));
    assert_eq!(edit!(bench, "long", "xend", "END"), Ok(()));
    assert!(bench.get("long").ends_with("xEND"));
}

#[tokio::test]
async fn failures_of_editing() {
    let mut bench = Bench::new();
    bench.put("file", "aaa b a");
    bench.put("latin", b"caf\xe9");
    fs::create_dir(bench.path("folder")).expect("a folder");
    // In the order of the checks: each case is also wrong in what is checked later.
    let cases = [
        ("", "", "", InvalidArgument, "`path` is blank"),
        ("../x", "", "", InvalidArgument, "`path` leads outside the workspace: ../x"),
        ("missing", "", "", InvalidArgument, "`oldString` is empty"),
        ("missing", "a", "a", InvalidArgument, "`oldString` and `newString` are the same text"),
        ("missing", "a", "b", NotFound, "no such file: missing"),
        ("folder", "a", "b", IoError, "cannot edit folder: it is a directory"),
        ("latin", "caf", "b", IoError, "cannot edit latin: it is not UTF-8"),
        ("file", "zz", "b", NotFound, "`oldString` does not occur in file"),
        (
            "file",
            "a",
            "b",
            Conflict,
            "`oldString` occurs 4 times in file: take in more of what stands around the place",
        ),
        (
            "file",
            "aa",
            "b",
            Conflict,
            "`oldString` occurs 2 times in file: take in more of what stands around the place",
        ),
    ];
    for (path, old, new, code, message) in cases {
        fails(edit!(bench, path, old, new), code, message);
    }
    assert_eq!(bench.get("file"), "aaa b a");
}
