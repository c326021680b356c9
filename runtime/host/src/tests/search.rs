//! `files.search`.

use std::fs;

use gg_engine::ErrorCode::{InvalidArgument, NotFound};

use super::bench::{Bench, call, fails};

macro_rules! search {
    ($bench:expr, $query:expr) => {
        search!($bench, $query, None, None)
    };
    ($bench:expr, $query:expr, $path:expr, $limit:expr) => {{
        let path: Option<&str> = $path;
        call!($bench, FilesSearch, files::search($query.to_owned(), path.map(str::to_owned), $limit)).map(|found| {
            let lines = found.into_iter().map(|found| format!("{}:{}:{}", found.path, found.line, found.text));
            lines.collect::<Vec<String>>()
        })
    }};
}

#[tokio::test]
async fn matches_come_by_path_and_line() {
    let mut bench = Bench::new();
    bench.put("b/two.txt", "needle\nhay\nneedle 2");
    bench.put("a.txt", "hay\r\na needle;\r\nNeedle\r\n");
    bench.put("b/.hidden", "needle");
    bench.put(".git/x", "needle");
    bench.put(".gitignore", "ignored\n");
    bench.put("ignored", "needle");
    bench.put("b/deep/ünïcode", "nädel needle");
    bench.link("link", "a.txt");
    let all = ["a.txt:2:a needle;", "b/.hidden:1:needle", "b/deep/ünïcode:1:nädel needle", "b/two.txt:1:needle"];
    let found = search!(bench, "needle").expect("matches");
    assert_eq!(found, [&all[..], &["b/two.txt:3:needle 2"]].concat());
    assert_eq!(search!(bench, "needle", None, Some(4)).expect("matches"), all);
    assert_eq!(search!(bench, "(?i)^needle$").expect("matches")[0], "a.txt:3:Needle");
    assert_eq!(search!(bench, "needle;$").expect("matches"), ["a.txt:2:a needle;"]);
    assert_eq!(search!(bench, "needle", Some("b/two.txt"), None).expect("matches").len(), 2);
    assert_eq!(search!(bench, "needle", Some("ignored"), None).expect("matches"), ["ignored:1:needle"]);
    assert_eq!(search!(bench, "needle", Some("link"), None).expect("matches"), ["a.txt:2:a needle;"]);
    assert_eq!(search!(bench, "nothing like it").expect("matches"), Vec::<String>::new());
    // A dot does not reach into the next line, and the end of a line is no part of it.
    assert_eq!(search!(bench, "needle.*hay").expect("matches"), Vec::<String>::new());
}

#[tokio::test]
async fn limits_and_clips() {
    let mut bench = Bench::new();
    bench.put("many", "x\n".repeat(300));
    assert_eq!(search!(bench, "x").expect("matches").len(), 50);
    assert_eq!(search!(bench, "x", None, Some(u32::MAX)).expect("matches").len(), 200);
    assert_eq!(search!(bench, "x", None, Some(1)).expect("matches"), ["many:1:x"]);
    bench.put("wide", format!("{}y{}\n{}z\n", "é".repeat(150), "é".repeat(151), "é".repeat(199)));
    let clipped = format!("wide:1:{}y{}… (102 characters dropped)", "é".repeat(150), "é".repeat(49));
    assert_eq!(search!(bench, "y").expect("matches"), [clipped]);
    assert_eq!(search!(bench, "z").expect("matches"), [format!("wide:2:{}z", "é".repeat(199))]);
}

#[tokio::test]
async fn binary_files_are_skipped() {
    let mut bench = Bench::new();
    bench.put("head", b"needle\nx\0y\n");
    let mut late = b"needle\n".to_vec();
    late.resize(9_000, b'\n');
    late.extend(b"\0\nneedle\n");
    bench.put("late", &late);
    bench.put("latin", b"n\xe4del needle\n");
    assert_eq!(search!(bench, "needle").expect("matches"), ["latin:1:n\u{fffd}del needle"]);
    // The line with the NUL byte is not reached.
    assert_eq!(search!(bench, "needle", Some("late"), Some(1)).expect("matches"), ["late:1:needle"]);
    assert_eq!(search!(bench, "needle", Some("late"), None).expect("matches"), Vec::<String>::new());
}

#[tokio::test]
async fn what_cannot_be_read_is_skipped() {
    let mut bench = Bench::new();
    bench.put("a", "needle");
    bench.link("dangling", "nowhere");
    bench.link("out", "/etc");
    rustix::fs::mknodat(rustix::fs::CWD, bench.path("pipe"), rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0)
        .expect("a pipe");
    assert_eq!(search!(bench, "needle|root").expect("matches"), ["a:1:needle"]);
}

#[tokio::test]
async fn deep_trees_and_long_lines_end() {
    let mut bench = Bench::new();
    let deep = "d/".repeat(500);
    bench.put(&format!("{deep}file"), "needle");
    assert_eq!(search!(bench, "needle").expect("matches"), [format!("{deep}file:1:needle")]);
    fs::write(bench.path("long"), vec![b'a'; 8 << 20]).expect("a file");
    let found = search!(bench, "aa", Some("long"), None).expect("matches");
    assert_eq!(found, [format!("long:1:{}… ({} characters dropped)", "a".repeat(200), (8 << 20) - 200)]);
}

#[tokio::test]
async fn failures_of_searching() {
    let mut bench = Bench::new();
    fails(search!(bench, " "), InvalidArgument, "`query` is blank");
    fails(search!(bench, "x", None, Some(0)), InvalidArgument, "`limit` is 0; the least is 1");
    fails(search!(bench, "x", Some(""), None), InvalidArgument, "`path` is blank");
    fails(search!(bench, "x", Some(".."), None), InvalidArgument, "`path` leads outside the workspace: ..");
    fails(search!(bench, "x", Some("missing"), None), NotFound, "no such file or directory: missing");
    for query in ["(", "a\\nb", "(?=x)"] {
        let error = search!(bench, query).expect_err("a failure");
        assert_eq!(error.code, InvalidArgument);
        assert!(error.message.starts_with("`query` is no regular expression: "), "{error}");
        assert!(!error.message.contains("(?:"), "the expression is drawn as it was given: {error}");
    }
}
