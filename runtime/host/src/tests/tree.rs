//! `files.tree`.

use std::fs;

use gg_engine::ErrorCode::{InvalidArgument, NotFound};

use super::bench::{Bench, call, fails};

macro_rules! tree {
    ($bench:expr, $path:expr, $depth:expr) => {
        call!($bench, FilesTree, files::tree($path.map(str::to_owned), $depth))
    };
}

const ROOT: Option<&str> = None;

#[tokio::test]
async fn a_directory_is_drawn() {
    let mut bench = Bench::new();
    for file in ["src/main.rs", "src/deep/a", "src/deep/b", "src/one/x", ".hidden", "a.txt", "z/y/x/w"] {
        bench.put(file, "");
    }
    bench.put(".git/config", "");
    bench.put(".gg/journal", "");
    fs::create_dir(bench.path("empty")).expect("a folder");
    bench.link("link", "src");
    let two =
        ".hidden\na.txt\nempty/\nlink\nsrc/\n  deep/ (2 entries)\n  main.rs\n  one/ (1 entry)\nz/\n  y/ (1 entry)";
    assert_eq!(tree!(bench, ROOT, None).as_deref(), Ok(two));
    assert_eq!(tree!(bench, Some("."), Some(2)).as_deref(), Ok(two));
    let one = ".hidden\na.txt\nempty/\nlink\nsrc/ (3 entries)\nz/ (1 entry)";
    assert_eq!(tree!(bench, ROOT, Some(1)).as_deref(), Ok(one));
    let src = "deep/\n  a\n  b\nmain.rs\none/\n  x";
    assert_eq!(tree!(bench, Some("src"), None).as_deref(), Ok(src));
    assert_eq!(tree!(bench, Some("empty"), None).as_deref(), Ok("(empty)"));
}

#[tokio::test]
async fn ignore_files_count_from_the_root_down() {
    let mut bench = Bench::new();
    bench.put(".gitignore", "*.log\n/build/\n!keep.log\n");
    bench.put("sub/.ignore", "secret\n");
    bench.put(".git/info/exclude", "excluded\n");
    for file in ["a.log", "keep.log", "build/x", "sub/secret", "sub/b.log", "sub/c", "sub/excluded", "sub/build/y"] {
        bench.put(file, "");
    }
    let root = ".gitignore\nkeep.log\nsub/\n  .ignore\n  build/ (1 entry)\n  c";
    assert_eq!(tree!(bench, ROOT, None).as_deref(), Ok(root));
    // A walk that begins further down knows the rules above it; one that begins in what is excluded was asked for.
    assert_eq!(tree!(bench, Some("sub"), None).as_deref(), Ok(".ignore\nbuild/\n  y\nc"));
    assert_eq!(tree!(bench, Some("build"), None).as_deref(), Ok("x"));
    // Nothing above the workspace counts.
    fs::write(bench.outside(".gitignore"), "*").expect("a file");
    assert_eq!(tree!(bench, ROOT, None).as_deref(), Ok(root));
    assert_eq!(tree!(bench, Some("sub"), Some(1)).as_deref(), Ok(".ignore\nbuild/ (1 entry)\nc"));
}

#[tokio::test]
async fn a_cut_says_how_much_is_shown() {
    let mut bench = Bench::new();
    for number in 0..1_001 {
        bench.put(&format!("many/{number:04}"), "");
    }
    let many = tree!(bench, Some("many"), None).expect("a drawing");
    assert_eq!(many.lines().count(), 1_001);
    assert!(many.ends_with("0999\n(only the first 1000 entries are shown)"), "{many}");
    fs::remove_file(bench.path("many/1000")).expect("a file");
    let many = tree!(bench, Some("many"), None).expect("a drawing");
    assert!(many.ends_with("\n0999"), "{many}");

    let name = "n".repeat(200);
    for number in 0..100 {
        bench.put(&format!("wide/{number:03}{name}"), "");
    }
    let wide = tree!(bench, Some("wide"), None).expect("a drawing");
    let (drawn, closing) = wide.rsplit_once('\n').expect("lines");
    assert_eq!((drawn.lines().count(), closing), (80, "(only the first 80 entries are shown)"));
    assert!(drawn.len() <= 16_384);
}

#[tokio::test]
async fn depth_is_clamped_and_names_stay_on_their_line() {
    let mut bench = Bench::new();
    bench.put("1/2/3/4/5/6/7/8/9/10/11/12", "");
    let deep = tree!(bench, ROOT, Some(u32::MAX)).expect("a drawing");
    assert!(deep.ends_with("                  10/ (1 entry)"), "{deep}");
    bench.put("odd/a\nb", "");
    assert_eq!(tree!(bench, Some("odd"), None).as_deref(), Ok("a\\nb"));
}

#[tokio::test]
async fn failures_of_drawing() {
    let mut bench = Bench::new();
    bench.put("file", "");
    fails(tree!(bench, ROOT, Some(0)), InvalidArgument, "`depth` is 0; the least is 1");
    fails(tree!(bench, Some(" "), None), InvalidArgument, "`path` is blank");
    fails(tree!(bench, Some("file"), None), InvalidArgument, "file is not a directory");
    fails(tree!(bench, Some("missing"), None), NotFound, "no such directory: missing");
}
