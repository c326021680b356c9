//! The command itself, as a whole process.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use gg_tests::tools;

use crate::{
    figures::{Figure, time, times},
    sandbox::{cache_folder, workspace},
};

/// A small program: it reads a file and shows it.
const PROGRAM: &str = r#"import { files, views } from "gg";

const text: string = files.readTextFile("a.txt");
views.openText("a", text.trim());
"#;

/// The same in Python.
const PYTHON: &str = r#"import gg

text = gg.files.read_text_file("a.txt")
gg.views.open_text("a", text.strip())
"#;

/// With the engine in the cache.
pub(crate) fn warm() -> Figure {
    let cache = cache_folder();
    let program = written("program.ts", PROGRAM);
    run(&cache, &program);
    times(60, || run(&cache, &program))
}

/// A program of the Python arm, with its engine in the cache.
pub(crate) fn warm_python() -> Figure {
    tools::python_environment().expect("it can be installed");
    let cache = cache_folder();
    let program = written("program.py", PYTHON);
    run(&cache, &program);
    times(60, || run(&cache, &program))
}

/// With nothing in the cache.
pub(crate) fn cold() -> Figure {
    let runs = (0..3).map(|_| {
        let cache = tempfile::tempdir().expect("a folder");
        run(cache.path(), &written("program.ts", PROGRAM)).as_secs_f64()
    });
    Figure::of(runs.collect())
}

/// A program's file.
fn written(name: &str, text: &str) -> PathBuf {
    let program = workspace().join(name);
    fs::write(&program, text).expect("writes");
    program
}

fn run(cache: &Path, program: &Path) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gg"));
    command.args(["run", "--check=off", "--workspace"]).arg(workspace()).arg(program);
    command.env("GG_DATA", tools::folder());
    command.env("GG_CACHE", cache).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    time(|| assert!(command.status().is_ok_and(|status| status.success()), "the program runs"))
}
