//! `files.list_dir`.

use std::{fs, os::unix::ffi::OsStrExt};

use gg_engine::ErrorCode::{InvalidArgument, IoError, NotFound};

use super::bench::{Bench, call, fails};
use crate::operations::files::{DirEntry, EntryKind};

#[tokio::test]
async fn entries_are_sorted_by_name() {
    let mut bench = Bench::new();
    bench.put("b/.hidden", "");
    bench.put("b/z.txt", "");
    bench.put("b/.gitignore", "*");
    bench.put("b/A/deep", "");
    bench.link("b/link", "z.txt");
    let bad = std::ffi::OsStr::from_bytes(b"b/caf\xe9");
    fs::write(bench.path("").join(bad), "").expect("a file");
    let entry = |name: &str, kind| DirEntry { name: name.to_owned(), kind };
    let listed = call!(bench, FilesListDir, files::list_dir(Some("b".to_owned())));
    let expected = vec![
        entry(".gitignore", EntryKind::File),
        entry(".hidden", EntryKind::File),
        entry("A", EntryKind::Directory),
        entry("caf\u{fffd}", EntryKind::File),
        entry("link", EntryKind::Other),
        entry("z.txt", EntryKind::File),
    ];
    assert_eq!(listed, Ok(expected));
    let root = call!(bench, FilesListDir, files::list_dir(None));
    assert_eq!(root, Ok(vec![entry("b", EntryKind::Directory)]));
    fs::create_dir(bench.path("empty")).expect("a folder");
    assert_eq!(call!(bench, FilesListDir, files::list_dir(Some("empty/".to_owned()))), Ok(Vec::new()));
}

#[tokio::test]
async fn failures_of_listing() {
    let mut bench = Bench::new();
    bench.put("file", "");
    let cases = [
        ("", InvalidArgument, "`path` is blank"),
        ("..", InvalidArgument, "`path` leads outside the workspace: .."),
        ("missing", NotFound, "no such directory: missing"),
        ("file", IoError, "cannot list file: it is not a directory"),
    ];
    for (path, code, message) in cases {
        fails(call!(bench, FilesListDir, files::list_dir(Some(path.to_owned()))), code, message);
    }
}
