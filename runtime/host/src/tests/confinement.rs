//! What lies outside the workspace, and `.gg`, cannot be reached: not by `..`, not by an absolute path, not by a link,
//! and not by a link that is swapped in between the check and the open.

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use gg_engine::ErrorCode::InvalidArgument;

use super::bench::{Bench, call, fails};
use crate::{operations::files::FileRead, workspace::Access};

macro_rules! read {
    ($bench:expr, $path:expr) => {
        call!($bench, FilesReadTextFile, files::read_text_file($path.to_owned(), None, None))
    };
}

fn outside(path: &str) -> String {
    format!("`path` leads outside the workspace: {path}")
}

#[tokio::test]
async fn paths_that_end_up_inside() {
    let mut bench = Bench::new();
    bench.put("a/b/file", "text");
    bench.link("a/up", "..");
    bench.link("a/absolute", bench.path("a/b"));
    bench.link("a/chain", "absolute/file");
    fs::create_dir(bench.outside("elsewhere")).expect("a folder");
    std::os::unix::fs::symlink(bench.path(""), bench.outside("elsewhere/back")).expect("a link");
    let whole = bench.path("a/b/file").to_string_lossy().into_owned();
    let detour = bench.outside("elsewhere/back/a/b/file").to_string_lossy().into_owned();
    let paths = [
        "a/b/file",
        "./a//b/./file",
        "a/../a/b/file",
        "missing/../a/b/file",
        "../workspace/a/b/file",
        "a/up/a/b/file",
        "a/absolute/file",
        "a/chain",
        &whole,
        &detour,
    ];
    for path in paths {
        assert_eq!(read!(bench, path).as_deref(), Ok("text"), "{path}");
    }
}

#[tokio::test]
async fn paths_that_end_up_outside() {
    let mut bench = Bench::new();
    fs::create_dir(bench.outside("elsewhere")).expect("a folder");
    fs::write(bench.outside("elsewhere/secret"), "secret").expect("a file");
    // A sibling that begins with the workspace's own name.
    fs::create_dir(bench.outside("workspace2")).expect("a folder");
    fs::write(bench.outside("workspace2/secret"), "secret").expect("a file");
    bench.put("a/file", "text");
    bench.link("folder", bench.outside("elsewhere"));
    bench.link("file", "../elsewhere/secret");
    bench.link("dangling", "../elsewhere/new");
    bench.link("chain", "folder");
    bench.link("loop", "loop");
    bench.link("up", "..");
    let secret = bench.outside("elsewhere/secret").to_string_lossy().into_owned();
    let paths = [
        "..",
        "../elsewhere/secret",
        "../workspace2/secret",
        "a/../../elsewhere/secret",
        "../../../../../../../../../../etc/passwd",
        "/etc/passwd",
        "/",
        "file",
        "folder/secret",
        "folder/missing",
        "chain/secret",
        "dangling",
        "dangling/x",
        "loop",
        "up/elsewhere/secret",
        &secret,
    ];
    for path in paths {
        fails(read!(bench, path), InvalidArgument, &outside(path));
        let written = call!(bench, FilesWriteFile, files::write_file(path.to_owned(), "x".to_owned()));
        fails(written, InvalidArgument, &outside(path));
        let edited =
            call!(bench, FilesEditFile, files::edit_file(path.to_owned(), "secret".to_owned(), "x".to_owned()));
        fails(edited, InvalidArgument, &outside(path));
        fails(call!(bench, FilesListDir, files::list_dir(Some(path.to_owned()))), InvalidArgument, &outside(path));
        fails(call!(bench, FilesTree, files::tree(Some(path.to_owned()), None)), InvalidArgument, &outside(path));
        let found = call!(bench, FilesSearch, files::search("x".to_owned(), Some(path.to_owned()), None));
        fails(found, InvalidArgument, &outside(path));
        let opened = call!(bench, ViewsOpenFile, views::open_file(path.to_owned(), None, None, None));
        fails(opened, InvalidArgument, &outside(path));
    }
    assert_eq!(fs::read_to_string(bench.outside("elsewhere/secret")).expect("a file"), "secret");
    assert!(!bench.outside("elsewhere/new").exists());
    assert!(bench.host.views().current().next().is_none());
}

#[tokio::test]
async fn an_extra_root_is_inside() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let root = folder.path().canonicalize().expect("a folder");
    fs::write(root.join("file"), "text").expect("a file");
    std::os::unix::fs::symlink("/etc", root.join("out")).expect("a link");
    let mut bench = Bench::with(&format!("extraRoots = [{root:?}]"), |_| {});
    let path = |name: &str| root.join(name).to_string_lossy().into_owned();
    assert_eq!(read!(bench, path("file")).as_deref(), Ok("text"));
    assert_eq!(call!(bench, FilesWriteFile, files::write_file(path("new/file"), "x".to_owned())), Ok(1));
    let found = call!(bench, FilesSearch, files::search("text".to_owned(), Some(path("")), None)).expect("matches");
    assert_eq!(found.first().map(|found| found.path.clone()), Some(path("file")));
    fails(read!(bench, path("out/passwd")), InvalidArgument, &outside(&path("out/passwd")));
    bench.link("into", root.join("file"));
    assert_eq!(read!(bench, "into").as_deref(), Ok("text"));
}

#[tokio::test]
async fn offloaded_output_can_be_read_and_not_written() {
    let mut bench = Bench::new();
    fs::create_dir(bench.outside("gg-shell")).expect("a folder");
    fs::write(bench.outside("gg-shell/out"), "text").expect("a file");
    let profile = crate::Profile::read("p", crate::profile::DEFAULT).expect("a profile");
    let readable = bench.outside("gg-shell");
    let workspace = crate::Workspace::open(&bench.path(""), &[], &readable, Path::new(".gg/skills")).expect("one");
    bench.host = crate::Host::new(Arc::new(workspace), super::bench::index(), profile.settings(None));
    let path = readable.join("out").to_string_lossy().into_owned();
    assert_eq!(read!(bench, path).as_deref(), Ok("text"));
    let written = call!(bench, FilesWriteFile, files::write_file(path.clone(), "x".to_owned()));
    fails(written, InvalidArgument, &outside(&path));
}

#[tokio::test]
async fn what_is_ggs_own_is_out_of_reach() {
    let mut bench = Bench::new();
    bench.put(".gg/journal", "own");
    bench.put(".gg/skills/csv/skill.md", "skill");
    bench.put("sub/.gg/file", "not gg's own");
    bench.link("link", ".gg");
    bench.link(".gg/skills/out", "../journal");
    let whole = bench.path(".gg/journal").to_string_lossy().into_owned();
    let paths = [".gg", ".gg/journal", "./.gg/x", "sub/../.gg/journal", "link/journal", ".gg/skills/../journal"];
    for path in paths.into_iter().chain([".gg/skills/out", &whole]) {
        let own = format!("`path` leads into .gg, which is gg's own: {path}");
        fails(read!(bench, path), InvalidArgument, &own);
        let written = call!(bench, FilesWriteFile, files::write_file(path.to_owned(), "x".to_owned()));
        fails(written, InvalidArgument, &own);
        fails(call!(bench, FilesListDir, files::list_dir(Some(path.to_owned()))), InvalidArgument, &own);
    }
    assert_eq!(bench.get(".gg/journal"), "own");
    assert_eq!(read!(bench, ".gg/skills/csv/skill.md").as_deref(), Ok("skill"));
    assert_eq!(read!(bench, "sub/.gg/file").as_deref(), Ok("not gg's own"));
    let found = call!(bench, FilesSearch, files::search("own|skill".to_owned(), None, None)).expect("matches");
    let found: Vec<&str> = found.iter().map(|found| found.path.as_str()).collect();
    assert_eq!(found, [".gg/skills/csv/skill.md", "sub/.gg/file"]);
}

/// The check has passed when a folder on the way is swapped for a link that leads outside.
#[tokio::test]
async fn a_link_swapped_in_after_the_check_leads_nowhere() {
    let bench = Bench::new();
    fs::create_dir(bench.outside("elsewhere")).expect("a folder");
    fs::write(bench.outside("elsewhere/file"), "secret").expect("a file");
    bench.put("folder/file", "text");
    let call = bench.call(crate::operations::OperationId::FilesReadFile);
    let workspace = &bench.host.workspace;
    let place = |access| workspace.place(&call, "path", "folder/file", access).expect("a place");
    let (reading, writing) = (place(Access::Read), place(Access::Write));
    fs::remove_dir_all(bench.path("folder")).expect("a folder");
    bench.link("folder", bench.outside("elsewhere"));

    let error = crate::workspace::open(&reading).expect_err("a failure");
    let failure = reading.failure(&call, "read", "file", &error);
    assert_eq!((failure.code, &*failure.message), (InvalidArgument, &*outside("folder/file")));
    let error = crate::workspace::write(&writing, "overwritten").expect_err("a failure");
    assert_eq!(writing.failure(&call, "write", "folder", &error).code, InvalidArgument);
    let error = crate::workspace::edit(&writing, "secret", "overwritten").expect_err("a failure");
    assert_eq!(writing.failure(&call, "edit", "file", &error).code, InvalidArgument);
    assert_eq!(fs::read_to_string(bench.outside("elsewhere/file")).expect("a file"), "secret");
}

/// The same as a race: a link that flips between inside and outside never gives what is outside.
#[tokio::test]
async fn a_link_that_flips_never_gives_what_is_outside() {
    let mut bench = Bench::new();
    fs::create_dir(bench.outside("elsewhere")).expect("a folder");
    fs::write(bench.outside("elsewhere/file"), "secret").expect("a file");
    bench.put("inside/file", "text");
    bench.link("flip", "inside");
    let stop = Arc::new(AtomicBool::new(false));
    let (flip, next) = (bench.path("flip"), bench.path("next"));
    let targets = [bench.outside("elsewhere"), bench.path("inside")];
    let stopped = stop.clone();
    let flipping = std::thread::spawn(move || {
        while !stopped.load(Ordering::Relaxed) {
            for target in &targets {
                std::os::unix::fs::symlink(target, &next).expect("a link");
                fs::rename(&next, &flip).expect("a swap");
            }
        }
    });
    for _ in 0..2_000 {
        match call!(bench, FilesReadFile, files::read_file("flip/file".to_owned(), None, None)) {
            Ok(FileRead::Text(text)) => assert!(text.contents.is_empty() || text.contents == "text", "{text:?}"),
            Ok(other) => panic!("{other:?}"),
            Err(error) => assert_eq!(error.code, InvalidArgument, "{error}"),
        }
        let written = call!(bench, FilesWriteFile, files::write_file("flip/file".to_owned(), "text".to_owned()));
        if let Err(error) = written {
            assert_eq!(error.code, InvalidArgument, "{error}");
        }
    }
    stop.store(true, Ordering::Relaxed);
    flipping.join().expect("the other thread");
    assert_eq!(fs::read_to_string(bench.outside("elsewhere/file")).expect("a file"), "secret");
}
