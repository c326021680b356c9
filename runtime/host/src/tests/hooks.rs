//! Hooks before a write and before a command.

use gg_engine::{Answers, ErrorCode};

use super::bench::Bench;
use crate::operations::OperationId::{self, FilesEditFile, FilesReadFile, FilesWriteFile, ShellShell};

fn hooked(event: &str, command: &str) -> Bench {
    let command = command.replace('\\', "\\\\").replace('"', "\\\"");
    Bench::with(&format!("[[hook]]\nevent = \"{event}\"\ncommand = \"{command}\"\ntimeoutSecs = 20"), |_| {})
}

async fn ask(bench: &mut Bench, operation: OperationId, request: &str) -> Result<(), (ErrorCode, String)> {
    let call = bench.requesting(operation, request);
    bench.host.hook(operation, &call).await.map_err(|error| (error.code, error.message.into_owned()))
}

#[tokio::test]
async fn a_hook_sees_the_call_and_lets_it_pass() {
    let mut bench = hooked("before-write", "cat > seen");
    assert_eq!(ask(&mut bench, FilesWriteFile, "{\"path\":\"a\"}").await, Ok(()));
    let seen = "{\"event\":\"before-write\",\"operation\":\"files.write_file\",\"request\":{\"path\":\"a\"}}\n";
    assert_eq!(bench.get("seen"), seen);
    // It waits for nothing else.
    std::fs::remove_file(bench.path("seen")).expect("a file");
    assert_eq!(ask(&mut bench, ShellShell, "{}").await, Ok(()));
    assert_eq!(ask(&mut bench, FilesReadFile, "{}").await, Ok(()));
    assert!(!bench.path("seen").exists());
    assert_eq!(ask(&mut bench, FilesEditFile, "{}").await, Ok(()));
    assert!(bench.path("seen").exists());
    // One that does not read what it is given is no failure.
    let mut bench = hooked("before-write", "exit 0");
    let request = format!("{{\"contents\":\"{}\"}}", "x".repeat(1 << 20));
    assert_eq!(ask(&mut bench, FilesWriteFile, &request).await, Ok(()));
    assert_eq!(bench.host.broken_hook(), None);
}

#[tokio::test]
async fn a_blocked_call_is_refused_with_the_hooks_words() {
    let refused = |text: &str| Err((ErrorCode::Refused, text.to_owned()));
    let mut bench = hooked("before-command", "echo 'not on a Sunday'; echo no >&2; exit 2");
    let words = "`shell.shell` did not run: not on a Sunday";
    assert_eq!(ask(&mut bench, ShellShell, "{}").await, refused(words));
    let mut bench = hooked("before-write", "echo 'generated file' >&2; exit 2");
    assert_eq!(ask(&mut bench, FilesEditFile, "{}").await, refused("`files.editFile` did not run: generated file"));
    let mut bench = hooked("before-write", "exit 2");
    assert_eq!(ask(&mut bench, FilesWriteFile, "{}").await, refused("`files.writeFile` did not run: it was blocked."));
    assert_eq!(bench.host.broken_hook(), None);
}

#[tokio::test]
async fn a_broken_hook_is_no_refusal() {
    let failed = "`shell.shell` did not run: what has to be asked first could not be asked.";
    let broken = [("echo oops; exit 1", "it ended with status 1: oops"), ("kill -9 $$", "it was ended by a signal")];
    for (command, why) in broken {
        let mut bench = hooked("before-command", command);
        let asked = ask(&mut bench, ShellShell, "{}").await;
        assert_eq!(asked, Err((ErrorCode::IoError, failed.to_owned())), "{command}");
        let hook = bench.host.broken_hook().expect("a broken hook");
        assert_eq!((&*hook.command, &*hook.why), (command, why));
    }
    let hook = "[[hook]]\nevent = \"before-command\"\ncommand = \"sleep 60\"\ntimeoutSecs = 0.05";
    let mut bench = Bench::with(hook, |_| {});
    assert_eq!(ask(&mut bench, ShellShell, "{}").await, Err((ErrorCode::IoError, failed.to_owned())));
    assert_eq!(bench.host.broken_hook().map(|hook| &*hook.why), Some("it ran longer than 0.05 s"));
}

/// The room of a call is asked for each time, so what few calls do is no part of it.
#[tokio::test]
async fn what_a_hook_takes_is_no_part_of_every_call() {
    let mut bench = hooked("before-write", "exit 0");
    let call = bench.requesting(FilesReadFile, "{}");
    let size = size_of_val(&bench.host.hook(FilesReadFile, &call));
    assert!(size <= 512, "{size}");
}
