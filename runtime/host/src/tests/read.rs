//! `files.read_file` and `files.read_text_file`.

use std::fs;

use gg_engine::ErrorCode::{InvalidArgument, IoError, LimitExceeded, NotFound, Unavailable};

use super::bench::{Bench, call, fails};
use crate::operations::files::{FileRead, TextRead};

async fn read(bench: &mut Bench, path: &str, offset: Option<u32>, limit: Option<u32>) -> TextRead {
    match call!(bench, FilesReadFile, files::read_file(path.to_owned(), offset, limit)) {
        Ok(FileRead::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

fn text(contents: &str, first_line: u32, last_line: u32, total_lines: u32) -> TextRead {
    TextRead { contents: contents.to_owned(), first_line, last_line, total_lines, byte_truncated: false }
}

#[tokio::test]
async fn windows_of_lines() {
    let mut bench = Bench::new();
    bench.put("three", "a\nb\nc\n");
    bench.put("open", "a\nb\nc");
    bench.put("crlf", "a\r\nb\r\n");
    bench.put("empty", "");
    bench.put("blank", "\n");
    let cases = [
        ("three", None, None, text("a\nb\nc\n", 1, 3, 3)),
        ("three", Some(0), None, text("a\nb\nc\n", 1, 3, 3)),
        ("three", Some(2), None, text("b\nc\n", 2, 3, 3)),
        ("three", Some(2), Some(1), text("b\n", 2, 2, 3)),
        ("three", Some(3), Some(9), text("c\n", 3, 3, 3)),
        ("three", None, Some(0), text("", 1, 0, 3)),
        ("three", Some(3), Some(0), text("", 3, 2, 3)),
        ("three", None, Some(u32::MAX), text("a\nb\nc\n", 1, 3, 3)),
        ("open", None, None, text("a\nb\nc", 1, 3, 3)),
        ("open", Some(3), None, text("c", 3, 3, 3)),
        ("crlf", Some(2), None, text("b\r\n", 2, 2, 2)),
        ("empty", None, None, text("", 1, 0, 0)),
        ("empty", Some(0), Some(5), text("", 1, 0, 0)),
        ("blank", None, None, text("\n", 1, 1, 1)),
    ];
    for (path, offset, limit, expected) in cases {
        assert_eq!(read(&mut bench, path, offset, limit).await, expected, "{path} {offset:?} {limit:?}");
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_are_replaced() {
    let mut bench = Bench::new();
    bench.put("latin", b"caf\xe9\nna\xefve\n");
    assert_eq!(read(&mut bench, "latin", None, None).await, text("caf\u{fffd}\nna\u{fffd}ve\n", 1, 2, 2));
    bench.put("zero", b"\0\x01\x02");
    assert_eq!(read(&mut bench, "zero", None, None).await.contents, "\0\u{1}\u{2}");
}

#[tokio::test]
async fn the_ceiling_cuts_between_characters_and_lines_are_still_counted() {
    let mut bench = Bench::new();
    // The ceiling falls into a character, whatever way the file is read.
    for (lead, kept) in [("", 262_143), ("x", 262_144), ("xy", 262_142), ("xyz", 262_143)] {
        bench.put("wide", format!("{lead}{}\nend\n", "€".repeat(100_000)));
        let wide = read(&mut bench, "wide", None, None).await;
        assert_eq!((wide.contents.len(), wide.byte_truncated), (kept, true), "{lead}");
        assert!(!wide.contents.contains('\u{fffd}'));
        assert_eq!((wide.first_line, wide.last_line, wide.total_lines), (1, 1, 2));
    }
    // 8-byte lines: the ceiling falls on the end of line 32768.
    bench.put("even", "1234567\n".repeat(40_000));
    let even = read(&mut bench, "even", None, None).await;
    assert_eq!((even.contents.len(), even.last_line, even.total_lines), (262_144, 32_768, 40_000));
    let rest = read(&mut bench, "even", Some(32_769), None).await;
    assert_eq!((rest.contents.len(), rest.byte_truncated), (7_232 * 8, false));
    // Each bad byte becomes three.
    bench.put("bad", vec![0xff; 100_000]);
    let bad = read(&mut bench, "bad", None, None).await;
    assert_eq!((bad.contents.len(), bad.byte_truncated), (262_143, true));
}

#[tokio::test]
async fn exactly_the_ceiling_is_whole() {
    let mut bench = Bench::new();
    bench.put("full", "x".repeat(262_144));
    assert!(!read(&mut bench, "full", None, None).await.byte_truncated);
    let whole = call!(bench, FilesReadTextFile, files::read_text_file("full".to_owned(), None, None));
    assert_eq!(whole.expect("a text").len(), 262_144);
}

#[tokio::test]
async fn a_huge_file_is_read_in_windows() {
    let mut bench = Bench::new();
    bench.put("huge", "a line of text\n".repeat(1_000_000));
    let window = read(&mut bench, "huge", Some(999_999), Some(5)).await;
    assert_eq!(window, text("a line of text\na line of text\n", 999_999, 1_000_000, 1_000_000));
    // A sparse file of 4 GiB holds one line of zeros.
    let sparse = fs::File::create(bench.path("sparse")).expect("a file");
    sparse.set_len(1 << 30).expect("a length");
    let window = read(&mut bench, "sparse", None, Some(1)).await;
    assert_eq!((window.contents.len(), window.total_lines, window.byte_truncated), (262_144, 1, true));
}

#[tokio::test]
async fn pictures_are_known_by_content_and_not_shown() {
    let mut bench = Bench::new();
    bench.put("photo.txt", b"\x89PNG\r\n\x1a\n0123");
    let read = call!(bench, FilesReadFile, files::read_file("photo.txt".to_owned(), Some(9), Some(0)));
    let Ok(FileRead::Image(image)) = read else { panic!("{read:?}") };
    assert_eq!((&*image.media_type, &*image.label, image.bytes, image.shown), ("image/png", "PNG", 12, false));
    assert_eq!(image.not_shown_reason.as_deref(), Some("this call shows no pictures; `views.openFile` does"));
    let read = call!(bench, FilesReadTextFile, files::read_text_file("photo.txt".to_owned(), None, None));
    fails(read, InvalidArgument, "photo.txt is a picture (PNG, 12 bytes) and has no text");
}

#[tokio::test]
async fn a_reason_names_no_call_that_is_not_held() {
    let profile = "language = \"rust\"\nallowlist = [\"files.read_file\"]\n[capability.read-file]\n";
    let mut bench = Bench::of(profile, |_| {});
    bench.put("photo", b"GIF89a");
    let read = call!(bench, FilesReadFile, files::read_file("photo".to_owned(), None, None));
    let Ok(FileRead::Image(image)) = read else { panic!("{read:?}") };
    assert_eq!(image.not_shown_reason.as_deref(), Some("this call shows no pictures"));
}

#[tokio::test]
async fn failures_of_reading() {
    let mut bench = Bench::new();
    bench.put("three", "a\nb\nc\n");
    bench.put("empty", "");
    bench.put("one", "a\n");
    fs::create_dir(bench.path("folder")).expect("a folder");
    rustix::fs::mknodat(rustix::fs::CWD, bench.path("pipe"), rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0)
        .expect("a pipe");
    let cases = [
        ("", None, InvalidArgument, "`path` is blank"),
        (" \t", None, InvalidArgument, "`path` is blank"),
        ("a\0b", None, InvalidArgument, "`path` holds a NUL character"),
        ("../x", None, InvalidArgument, "`path` leads outside the workspace: ../x"),
        ("three", Some(4), InvalidArgument, "`offset` is 4, past the end: the file has 3 lines"),
        ("one", Some(2), InvalidArgument, "`offset` is 2, past the end: the file has 1 line"),
        ("empty", Some(2), InvalidArgument, "`offset` is 2, past the end: the file has 0 lines"),
        ("missing", None, NotFound, "no such file: missing"),
        ("no/such/file", None, NotFound, "no such file: no/such/file"),
        ("folder", None, IoError, "cannot read folder: it is a directory"),
        (".", None, IoError, "cannot read .: it is a directory"),
        ("three/x", None, IoError, "cannot read three/x: it is not a directory"),
        ("pipe", None, IoError, "cannot read pipe: it is not a regular file"),
    ];
    for (path, offset, code, message) in cases {
        let read = call!(bench, FilesReadFile, files::read_file(path.to_owned(), offset, None));
        fails(read, code, message);
        let read = call!(bench, FilesReadTextFile, files::read_text_file(path.to_owned(), offset, None));
        fails(read, code, message);
    }
    let long = "x".repeat(300);
    let read = call!(bench, FilesReadFile, files::read_file(long.clone(), None, None));
    assert_eq!(read.expect_err("a failure").code, IoError);
}

#[tokio::test]
async fn parameters_are_spelled_by_the_arm() {
    let mut bench = Bench::new().writing("python");
    bench.put("photo", b"GIF87a");
    let read = call!(bench, FilesReadFile, files::read_file("photo".to_owned(), None, None));
    let Ok(FileRead::Image(image)) = read else { panic!("{read:?}") };
    let reason = image.not_shown_reason.expect("a reason");
    assert_eq!(reason, "this call shows no pictures; `gg.views.open_file` does");
}

#[tokio::test]
async fn reading_as_text_never_cuts() {
    let mut bench = Bench::new();
    bench.put("long", "x".repeat(262_145));
    let read = call!(bench, FilesReadTextFile, files::read_text_file("long".to_owned(), None, None));
    let message = "the text has 262145 bytes; the most is 262144: ask for fewer lines by `offset` and `limit`, or use \
                   `files.readFile`, which returns a part";
    fails(read, LimitExceeded, message);
    bench.put("lines", "four\n".repeat(100_000));
    let read = call!(bench, FilesReadTextFile, files::read_text_file("lines".to_owned(), Some(2), Some(60_000)));
    assert_eq!(read.expect_err("a failure").message.split(';').next(), Some("the text has 300000 bytes"));
    let read = call!(bench, FilesReadTextFile, files::read_text_file("lines".to_owned(), Some(2), Some(2)));
    assert_eq!(read.as_deref(), Ok("four\nfour\n"));
    bench.put("empty", "");
    let read = call!(bench, FilesReadTextFile, files::read_text_file("empty".to_owned(), None, None));
    assert_eq!(read.as_deref(), Ok(""));
}

#[tokio::test]
async fn a_default_cap_reads_so_many_lines() {
    let profile = "language = \"typescript\"\n[capability.read-file]\nmode = \"default-cap\"\nlineCap = 2\n";
    let mut bench = Bench::of(profile, |_| {});
    bench.put("three", "a\nb\nc\n");
    assert_eq!(read(&mut bench, "three", None, None).await, text("a\nb\n", 1, 2, 3));
    assert_eq!(read(&mut bench, "three", Some(2), None).await, text("b\nc\n", 2, 3, 3));
    assert_eq!(read(&mut bench, "three", None, Some(3)).await, text("a\nb\nc\n", 1, 3, 3));
    let read = call!(bench, FilesReadTextFile, files::read_text_file("three".to_owned(), None, None));
    let message = "the file has 3 lines; without `limit` the most is 2: ask for fewer lines by `offset` and `limit`, or \
                   use `files.readFile`, which returns a part";
    fails(read, LimitExceeded, message);
    for (offset, limit, expected) in [(Some(2), None, "b\nc\n"), (None, Some(3), "a\nb\nc\n")] {
        let read = call!(bench, FilesReadTextFile, files::read_text_file("three".to_owned(), offset, limit));
        assert_eq!(read.as_deref(), Ok(expected));
    }
}

#[tokio::test]
async fn without_a_read_policy_nothing_is_read() {
    let mut bench = Bench::with("", |settings| settings.read = None);
    bench.put("file", "text");
    let read = call!(bench, FilesReadFile, files::read_file("file".to_owned(), None, None));
    fails(read, Unavailable, "`files.readFile` is not available.");
    let read = call!(bench, FilesReadTextFile, files::read_text_file("file".to_owned(), None, None));
    fails(read, Unavailable, "`files.readTextFile` is not available.");
    let read = call!(bench, ViewsOpenFile, views::open_file("file".to_owned(), None, None, None));
    fails(read, Unavailable, "`views.openFile` is not available.");
}
