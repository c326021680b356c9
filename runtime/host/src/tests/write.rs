//! `files.write_file`.

use std::{fs, os::unix::fs::PermissionsExt};

use gg_engine::ErrorCode::{InvalidArgument, IoError, NotFound};

use super::bench::{Bench, call, fails};

#[tokio::test]
async fn a_file_is_written_with_the_folders_above_it() {
    let mut bench = Bench::new();
    let written = call!(bench, FilesWriteFile, files::write_file("a/b/c.txt".to_owned(), "é\r\n".to_owned()));
    assert_eq!(written, Ok(4));
    assert_eq!(bench.get("a/b/c.txt"), "é\r\n");
    let written = call!(bench, FilesWriteFile, files::write_file("a/../a/b/./c.txt".to_owned(), String::new()));
    assert_eq!(written, Ok(0));
    assert_eq!(bench.get("a/b/c.txt"), "");
    let long = "x".repeat(1 << 20);
    let written = call!(bench, FilesWriteFile, files::write_file("naïve 日本.txt".to_owned(), long.clone()));
    assert_eq!(written, Ok(1 << 20));
    assert_eq!(bench.get("naïve 日本.txt"), long);
    let path = bench.path("absolute.txt").to_string_lossy().into_owned();
    assert_eq!(call!(bench, FilesWriteFile, files::write_file(path, "x".to_owned())), Ok(1));
    assert_eq!(bench.get("absolute.txt"), "x");
}

#[tokio::test]
async fn mode_and_links_of_a_file_stay() {
    let mut bench = Bench::new();
    bench.put("script.sh", "old text that is longer");
    fs::set_permissions(bench.path("script.sh"), fs::Permissions::from_mode(0o755)).expect("a mode");
    fs::hard_link(bench.path("script.sh"), bench.path("other.sh")).expect("a link");
    bench.link("link", "script.sh");
    let written = call!(bench, FilesWriteFile, files::write_file("link".to_owned(), "new".to_owned()));
    assert_eq!(written, Ok(3));
    assert_eq!(bench.get("other.sh"), "new");
    let mode = fs::metadata(bench.path("script.sh")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
}

#[tokio::test]
async fn failures_of_writing() {
    let mut bench = Bench::with("extraRoots = [\"/proc\"]", |_| {});
    bench.put("file", "text");
    fs::create_dir(bench.path("folder")).expect("a folder");
    let cases = [
        ("", InvalidArgument, "`path` is blank"),
        ("../x", InvalidArgument, "`path` leads outside the workspace: ../x"),
        ("/etc/x", InvalidArgument, "`path` leads outside the workspace: /etc/x"),
        ("folder", IoError, "cannot write folder: it is a directory"),
        ("file/x", IoError, "cannot write file/x: it is not a directory"),
        // What the system answers of a folder that makes no files.
        ("/proc/no-such-thing", NotFound, "no such folder: /proc/no-such-thing"),
    ];
    for (path, code, message) in cases {
        fails(call!(bench, FilesWriteFile, files::write_file(path.to_owned(), "x".to_owned())), code, message);
    }
    assert_eq!(bench.get("file"), "text");
    assert!(!bench.outside("x").exists());
}
