//! `shell.shell`.

use std::{
    fs,
    time::{Duration, Instant},
};

use gg_engine::ErrorCode::{InvalidArgument, IoError, LimitExceeded};

use super::bench::{Bench, call, fails};
use crate::operations::shell::ShellOutput;

macro_rules! shell {
    ($bench:expr, $command:expr) => {
        shell!($bench, $command, None)
    };
    ($bench:expr, $command:expr, $timeout:expr) => {
        call!($bench, ShellShell, shell::shell($command.to_string(), $timeout))
    };
}

fn output(exit_code: i32, output: &str) -> ShellOutput {
    ShellOutput { exit_code: Some(exit_code), output: output.to_owned(), truncated: false }
}

#[tokio::test]
async fn a_command_runs_in_the_workspace() {
    let mut bench = Bench::new();
    let root = bench.path("").canonicalize().expect("a folder");
    assert_eq!(shell!(bench, "pwd -P"), Ok(output(0, &format!("{}\n", root.display()))));
    assert_eq!(shell!(bench, "printf out; printf err >&2; exit 3"), Ok(output(3, "out\nerr")));
    assert_eq!(shell!(bench, "echo out; echo err >&2"), Ok(output(0, "out\n\nerr\n")));
    assert_eq!(shell!(bench, "echo err >&2"), Ok(output(0, "err\n")));
    assert_eq!(shell!(bench, "true"), Ok(output(0, "")));
    // There is nothing to read.
    assert_eq!(shell!(bench, "cat"), Ok(output(0, "")));
    let killed = ShellOutput { exit_code: None, output: "before\n".to_owned(), truncated: false };
    assert_eq!(shell!(bench, "echo before; kill -9 $$"), Ok(killed));
}

#[tokio::test]
async fn the_tail_of_long_output_is_kept() {
    let mut bench = Bench::new();
    let long = shell!(bench, "seq 1 100000").expect("an output");
    assert!(long.truncated);
    assert!(long.output.len() <= 16_384 && long.output.ends_with("\n99999\n100000\n"));
    let exact = shell!(bench, "head -c 16384 /dev/zero | tr '\\0' x").expect("an output");
    assert_eq!((exact.output.len(), exact.truncated), (16_384, false));
    // A character is never torn, whether in one stream or where both are joined.
    for lead in ["", "x", "xx"] {
        let command = format!("printf '{lead}'; i=0; while [ $i -lt 10000 ]; do printf €; i=$((i+1)); done");
        let wide = shell!(bench, command).expect("an output");
        assert!(wide.truncated && wide.output.chars().all(|character| character == '€'), "{lead}");
        assert_eq!(wide.output.len(), 16_383);
    }
    let both = shell!(bench, "seq 1 100000; echo last >&2").expect("an output");
    assert!(both.output.ends_with("\n100000\n\nlast\n"));
    let error = shell!(bench, "echo first; seq 1 100000 >&2").expect("an output");
    assert!(!error.output.contains("first") && error.truncated);
}

#[tokio::test]
async fn output_that_is_no_text_and_has_no_lines() {
    let mut bench = Bench::new();
    assert_eq!(shell!(bench, "printf 'caf\\351'"), Ok(output(0, "caf\u{fffd}")));
    let zeros = shell!(bench, "head -c 5000000 /dev/zero").expect("an output");
    assert_eq!((zeros.output.len(), zeros.truncated), (16_384, true));
    let bad = shell!(bench, "head -c 10000 /dev/zero | tr '\\0' '\\377'").expect("an output");
    assert_eq!((bad.output.len(), bad.truncated), (16_383, true));
}

#[tokio::test]
async fn offloaded_output_is_whole_and_described() {
    let profile = "language = \"typescript\"\n[capability.shell]\npolicy = \"offload\"\nmaxLines = 3\nmaxChars = 100\n";
    let mut bench = Bench::of(profile, |_| {});
    assert_eq!(shell!(bench, "seq 1 3"), Ok(output(0, "1\n2\n3\n")));
    let cut = shell!(bench, "seq 1 100; printf 'long line %090d\\n' 0; echo end; printf oops >&2").expect("an output");
    assert!(cut.truncated);
    let (tail, described) = cut.output.split_once("\n[all of standard output: ").expect("a description");
    assert_eq!(tail, "end\n\noops");
    let (path, described) = described.split_once(": ").expect("a path");
    assert!(fs::read_to_string(path).expect("a file").starts_with("1\n2\n3\n"));
    let (lines, described) = described.split_once(';').expect("statistics");
    assert_eq!(lines, "102 lines");
    let statistics = " characters a line: median 2, 95th percentile 2, 99th percentile 3; longest:\n line 101, 100 \
                      characters: long line 0";
    assert!(described.starts_with(statistics), "{described}");
    assert!(
        described.contains("…\n line 100, 3 characters: 100\n line 102, 3 characters: end\n line 10, 2 characters")
    );
    let (_, described) = cut.output.split_once("\n[all of standard error: ").expect("a description");
    let (path, described) = described.split_once(": ").expect("a path");
    assert_eq!(fs::read_to_string(path).expect("a file"), "oops");
    assert_eq!(
        described.lines().next(),
        Some("1 line; characters a line: median 4, 95th percentile 4, 99th percentile 4; longest:")
    );
    // The bound on characters is the tighter one here.
    let wide = shell!(bench, "printf '%0200d' 0").expect("an output");
    assert_eq!(wide.output.split_once('\n').map(|(tail, _)| tail.len()), Some(100));
}

#[tokio::test]
async fn the_offload_folder_has_to_be_ones_own() {
    let profile = "language = \"typescript\"\n[capability.shell]\npolicy = \"offload\"\nmaxLines = 3\nmaxChars = 100\n";
    let mut bench = Bench::of(profile, |_| {});
    fs::write(bench.outside("gg-shell"), "").expect("a file");
    let error = shell!(bench, "true").expect_err("a failure");
    assert_eq!(error.code, IoError);
}

#[tokio::test]
async fn failures_of_running() {
    let mut bench = Bench::new();
    fails(shell!(bench, " \n"), InvalidArgument, "`command` is blank");
    fails(shell!(bench, "a\0b"), InvalidArgument, "`command` holds a NUL character");
    let asked = [(0.0, "0"), (-1.0, "-1"), (f64::NAN, "NaN"), (f64::INFINITY, "inf"), (f64::NEG_INFINITY, "-inf")];
    for (timeout, shown) in asked {
        let message = format!("`timeoutSecs` is {shown}; it has to be a finite number above 0");
        fails(shell!(bench, "true", Some(timeout)), InvalidArgument, &message);
    }
    assert_eq!(shell!(bench, "true", Some(f64::MAX)), Ok(output(0, "")));
    // Longer than the system takes.
    let error = shell!(bench, format!("true {}", "x".repeat(200_000))).expect_err("a failure");
    assert_eq!(error.code, IoError);
    assert!(error.message.starts_with("the command could not be run: "), "{error}");
    fs::remove_dir(bench.path("")).expect("a folder");
    assert_eq!(shell!(bench, "true").expect_err("a failure").code, IoError);
}

/// Whether a process with this in its command line is left.
fn is_left(mark: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.into_iter().any(|line| String::from_utf8_lossy(&line).contains(mark))
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn at_the_timeout_everything_it_started_is_ended() {
    let mut bench = Bench::new();
    let trees = [
        // In the foreground, in the background, in another session, and behind a parent that is gone.
        "sleep 31.0415926; true",
        "sleep 31.0415926 & sleep 31.0415926 & wait",
        "setsid sleep 31.0415926",
        "(setsid sh -c 'sleep 31.0415926 & sleep 31.0415926' &) ; sleep 31.0415926",
        // What does not want to go.
        "trap '' TERM; sh -c 'trap \"\" TERM; sleep 31.0415926; true' & while :; do sleep 31.0415926; done",
    ];
    for tree in trees {
        let ran = shell!(bench, tree, Some(0.3));
        fails(ran, LimitExceeded, "the command was ended at its timeout of 0.3 s");
        assert!(!is_left("31.0415926"), "{tree}");
    }
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_call_that_is_given_up_ends_its_command() {
    let mut bench = Bench::new();
    let given_up = tokio::time::timeout(Duration::from_millis(300), async { shell!(bench, "sleep 32.0415926; true") });
    assert!(given_up.await.is_err());
    // The end of a process is not immediate.
    while is_left("32.0415926") {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn what_runs_on_in_the_background_holds_nothing_up() {
    let mut bench = Bench::new();
    let ran = shell!(bench, "sleep 33.0415926 & echo $!", Some(30.0)).expect("an output");
    let id: i32 = ran.output.trim().parse().expect("a process id");
    let process = rustix::process::Pid::from_raw(id).expect("a process");
    rustix::process::kill_process(process, rustix::process::Signal::KILL).expect("a process that runs");
}

#[tokio::test]
async fn a_command_never_runs_longer_than_the_run() {
    let soon = Instant::now() + Duration::from_millis(200);
    let mut bench = Bench::with("", |settings| settings.deadline = Some(soon));
    assert_eq!(shell!(bench, "sleep 60").expect_err("a failure").code, LimitExceeded);
    assert_eq!(shell!(bench, "sleep 60").expect_err("a failure").code, LimitExceeded);
}
