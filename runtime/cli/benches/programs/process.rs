//! The command itself, as a whole process.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use crate::{
    figures::{Figure, time, times},
    sandbox::{cache_folder, workspace},
};

/// A small program: it reads a file and shows it.
const PROGRAM: &str = r#"import { files, views } from "gg";

const text: string = files.readTextFile("a.txt");
views.openText("a", text.trim());
"#;

/// With the engine in the cache.
pub(crate) fn warm() -> Figure {
    let cache = cache_folder();
    run(&cache);
    times(60, || run(&cache))
}

/// With nothing in the cache.
pub(crate) fn cold() -> Figure {
    let runs = (0..3).map(|_| {
        let cache = tempfile::tempdir().expect("a folder");
        run(cache.path()).as_secs_f64()
    });
    Figure::of(runs.collect())
}

fn run(cache: &Path) -> Duration {
    let workspace = workspace();
    let program = workspace.join("program.ts");
    if !program.exists() {
        fs::write(&program, PROGRAM).expect("writes");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_gg"));
    command.args(["run", "--check=off", "--workspace"]).arg(&workspace).arg(&program);
    command.env("GG_CACHE", cache).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    time(|| assert!(command.status().is_ok_and(|status| status.success()), "the program runs"))
}
