//! Hooks: what they read of calls, how they answer, and what stands behind each event.

use std::os::unix::fs::PermissionsExt as _;

use gg_engine::{Answers, CallError, ErrorCode};
use serde_json::{Value, json};

use super::bench::Bench;
use crate::{
    Profile, Said,
    operations::OperationId::{self, FilesEditFile, FilesReadFile, FilesWriteFile, ShellShell},
};

fn hooked(event: &str, command: &str) -> Bench {
    let command = command.replace('\\', "\\\\").replace('"', "\\\"");
    Bench::with(&format!("[[hook]]\nevent = \"{event}\"\ncommand = \"{command}\"\ntimeoutSecs = 20"), |_| {})
}

fn built_in(event: &str, keys: &str) -> Bench {
    Bench::with(&format!("[[hook]]\nevent = \"{event}\"\nbuiltIn = {keys}\n"), |_| {})
}

async fn ask(bench: &mut Bench, operation: OperationId, request: &str) -> Result<(), (ErrorCode, String)> {
    let call = bench.requesting(operation, request);
    bench.host.hook(operation, &call).await.map_err(|error| (error.code, error.message.into_owned()))
}

async fn performed(bench: &mut Bench, operation: OperationId, result: Result<u64, CallError>) -> Said {
    let call = bench.requesting(operation, "{\"path\":\"a\"}");
    bench.host.performed(operation, &call, result.as_ref()).await;
    bench.host.take_heard()
}

fn seen(bench: &Bench) -> Value {
    serde_json::from_str(&bench.get("seen")).expect("a hook reads JSON")
}

#[tokio::test]
async fn a_hook_sees_the_call_and_lets_it_pass() {
    let mut bench = hooked("before-write", "cat > seen");
    assert_eq!(ask(&mut bench, FilesWriteFile, "{\"path\":\"a\"}").await, Ok(()));
    let said = json!({ "event": "before-write", "agent": "main", "operation": "files.write_file", "request": { "path": "a" } });
    assert_eq!(seen(&bench), said);
    // It waits for nothing else.
    std::fs::remove_file(bench.path("seen")).expect("a file");
    assert_eq!(ask(&mut bench, ShellShell, "{}").await, Ok(()));
    assert_eq!(ask(&mut bench, FilesReadFile, "{}").await, Ok(()));
    assert_eq!(performed(&mut bench, FilesWriteFile, Ok(1)).await, Said::default());
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
    let large = "printf '{\"text\": \"'; head -c 70000 /dev/zero | tr '\\0' x; printf '\"}'";
    let broken = [
        ("echo oops; exit 1", "it ended with status 1: oops"),
        ("kill -9 $$", "it was ended by a signal"),
        ("echo '{\"txt\": 1}'", "what it wrote begins as an object does and is not {\"text\": \"…\"}: unknown field"),
        ("echo '{'", "what it wrote begins as an object does"),
        (large, "it wrote 70012 bytes; the most is 65536"),
    ];
    for (command, why) in broken {
        let mut bench = hooked("before-command", command);
        let asked = ask(&mut bench, ShellShell, "{}").await;
        assert_eq!(asked, Err((ErrorCode::IoError, failed.to_owned())), "{command}");
        let hook = bench.host.broken_hook().expect("a broken hook");
        assert_eq!(hook.hook, command);
        assert!(hook.why.starts_with(why), "{}", hook.why);
    }
    let hook = "[[hook]]\nevent = \"before-command\"\ncommand = \"sleep 60\"\ntimeoutSecs = 0.05";
    let mut bench = Bench::with(hook, |_| {});
    assert_eq!(ask(&mut bench, ShellShell, "{}").await, Err((ErrorCode::IoError, failed.to_owned())));
    assert_eq!(bench.host.broken_hook().map(|hook| &*hook.why), Some("it ran longer than 0.05 s"));
}

#[tokio::test]
async fn a_hook_sees_what_came_of_a_call() {
    let mut bench = hooked("after-write", "cat > seen");
    assert_eq!(performed(&mut bench, FilesEditFile, Ok(7)).await, Said::default());
    let of = |outcome: (&str, Value)| {
        let mut said = json!({ "event": "after-write", "agent": "main", "operation": "files.edit_file", "request": { "path": "a" } });
        said[outcome.0] = outcome.1;
        said
    };
    assert_eq!(seen(&bench), of(("result", json!(7))));
    let absent = CallError::new(ErrorCode::NotFound, "no such file: a");
    assert_eq!(performed(&mut bench, FilesEditFile, Err(absent)).await, Said::default());
    assert_eq!(seen(&bench), of(("error", json!({ "code": "not-found", "message": "no such file: a" }))));
    // What has been done is not blocked.
    let mut bench = hooked("after-command", "echo too late; exit 2");
    let said = performed(&mut bench, ShellShell, Ok(0)).await;
    assert_eq!(
        said.broken.expect("broken").why,
        "it ended with status 2, but after-command cannot be blocked: too late"
    );
}

#[tokio::test]
async fn what_a_hook_says_is_kept_for_its_agent_and_what_it_prints_is_not() {
    for (command, texts) in [
        ("echo '{\"text\": \"It has tests.\"}'", &["It has tests."][..]),
        ("printf '\\n {\\n \"text\": \"a\\\\nb\" }\\n\\n'", &["a\nb"]),
        ("echo '{\"text\": \" \"}'", &[]),
        ("echo checked", &[]),
        ("echo '{\"text\": \"no\"}' >&2", &[]),
    ] {
        let mut bench = hooked("after-write", command);
        let said = performed(&mut bench, FilesWriteFile, Ok(1)).await;
        assert_eq!((said.texts, said.broken), (texts.iter().map(ToString::to_string).collect(), None), "{command}");
    }
    // Several are asked in order, until one blocks.
    let hook = |command: &str| format!("[[hook]]\nevent = \"before-write\"\ncommand = '''{command}'''\n");
    let all = ["echo '{\"text\": \"one\"}'", "echo '{\"text\": \"two\"}'", "exit 2", "touch asked"].map(hook).concat();
    let mut bench = Bench::with(&all, |_| {});
    assert!(ask(&mut bench, FilesWriteFile, "{}").await.is_err());
    assert_eq!(bench.host.take_heard().texts, ["one", "two"]);
    assert!(!bench.path("asked").exists());
}

#[tokio::test]
async fn protected_paths_are_not_written_by_whatever_name() {
    let mut bench = built_in("before-write", "\"protect\"\npaths = [\"*.lock\", \"/generated/\", \"!free.lock\"]");
    bench.put("generated/a", "");
    bench.link("way", "generated");
    bench.link("alias.txt", "Cargo.lock");
    bench.link("mine.lock", "free.txt");
    let asks = |path: &str| json!({ "path": path, "contents": "" }).to_string();
    for path in [
        "Cargo.lock",
        "deep/x.lock",
        "./generated/a",
        "generated/new/b",
        "src/../generated/a",
        "way/a",
        "alias.txt",
        "mine.lock",
    ] {
        let words = format!("`files.writeFile` did not run: {path} is protected.");
        assert_eq!(ask(&mut bench, FilesWriteFile, &asks(path)).await, Err((ErrorCode::Refused, words)));
    }
    let absolute = bench.path("Cargo.lock").display().to_string();
    assert!(ask(&mut bench, FilesEditFile, &asks(&absolute)).await.is_err());
    for path in ["Cargo.toml", "free.lock", "src/generated/a", "", "/etc/x.lock", "\0"] {
        assert_eq!(ask(&mut bench, FilesWriteFile, &asks(path)).await, Ok(()), "{path}");
    }
    assert_eq!(ask(&mut bench, ShellShell, "{}").await, Ok(()));
}

#[tokio::test]
async fn what_hooks_read_of_agents_and_windows() {
    let said = |text: &str| Said { texts: vec![text.to_owned()], ..Said::default() };
    let bench = built_in("session-start", "\"say\"\ntext = \"Be brief.\"");
    assert_eq!(bench.host.ask_at_start("x").await, said("Be brief."));
    let bench = hooked("agent-start", "cat > seen");
    bench.host.ask_at_start("Do it.").await;
    assert_eq!(seen(&bench), json!({ "event": "agent-start", "agent": "main", "task": "Do it." }));
    let bench = hooked("agent-stop", "cat > seen; echo Not yet.; exit 2");
    let stopped = bench.host.ask_at_stop("completed", "Done.").await;
    assert_eq!(stopped, Said { objection: Some("Not yet.".to_owned()), ..Said::default() });
    assert_eq!(seen(&bench), json!({ "event": "agent-stop", "agent": "main", "status": "completed", "text": "Done." }));
    let bench = hooked("before-compaction", "cat > seen");
    bench.host.ask_of_compaction(9, None).await;
    assert_eq!(seen(&bench), json!({ "event": "before-compaction", "agent": "main", "tokens": 9 }));
    let bench = hooked("after-compaction", "cat > seen");
    bench.host.ask_of_compaction(9, Some(3)).await;
    assert_eq!(seen(&bench), json!({ "event": "after-compaction", "agent": "main", "tokens": 3, "tokensBefore": 9 }));
    let bench = hooked("session-end", "cat > seen");
    bench.host.session_end().ask("exhausted", "No more.").await;
    assert_eq!(
        seen(&bench),
        json!({ "event": "session-end", "agent": "main", "status": "exhausted", "text": "No more." })
    );
}

#[tokio::test]
async fn a_script_is_run_by_its_first_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("it's.sh");
    std::fs::write(&script, "#!/bin/sh\npwd > seen\nexit 2\n").expect("a file");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    let text = "language = \"typescript\"\n[[hook]]\nevent = \"before-write\"\nscript = \"it's.sh\"\n";
    let place = folder.path().join("profile.toml").display().to_string();
    let profile = Profile::read(&place, text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut bench = Bench::with("", |settings| settings.hooks = profile.hooks);
    assert!(ask(&mut bench, FilesWriteFile, "{}").await.is_err());
    assert_eq!(bench.get("seen").trim_end(), bench.path("").display().to_string().trim_end_matches('/'));
}

#[test]
fn a_hook_that_is_none_is_told_at_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str, mode| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("its mode");
    };
    put("plain.sh", "echo\n", 0o755);
    put("still.sh", "#!/bin/sh\n", 0o644);
    std::fs::create_dir(folder.path().join("folder")).expect("a folder");
    std::os::unix::fs::symlink("/bin/sh", folder.path().join("out")).expect("a link");
    let of = |keys: &str| {
        let text = format!("language = \"rust\"\n[[hook]]\nevent = \"before-write\"\n{keys}\n");
        let place = folder.path().join("profile.toml").display().to_string();
        let mistakes = Profile::read(&place, &text).expect_err("a mistake").mistakes;
        let [mistake] = &mistakes[..] else { panic!("{mistakes:?}") };
        let line = text[..mistake.span.start].matches('\n').count() + 1;
        format!("{line}: {}", mistake.message)
    };
    let script = |path: &str| of(&format!("script = \"{path}\""));
    assert_eq!(script("none.sh"), "4: the script cannot be opened: No such file or directory");
    assert_eq!(script("folder"), "4: the script is no file");
    assert_eq!(
        script("plain.sh"),
        "4: the script does not say by what it is run: its first line has to begin with `#!`"
    );
    assert_eq!(script("still.sh"), "4: the script may not be run; `chmod +x` lets it");
    for outside in ["out", "../x", "/bin/sh", "folder/../../x"] {
        assert_eq!(script(outside), "4: the script is not below the folder of the profile");
    }
    assert_eq!(of(""), "2: [hook] has no `command`, nor `script` or `builtIn`");
    assert_eq!(
        of("command = \"a\"\nbuiltIn = \"say\"\ntimeoutSecs = 1"),
        "2: [hook] has `command` and `builtIn`; a hook is one of them"
    );
    assert_eq!(of("builtIn = \"guard\""), "4: `builtIn` is \"guard\"; it has to be \"protect\" or \"say\"");
    assert_eq!(of("builtIn = \"protect\""), "2: [hook] has no `paths`, which \"protect\" needs");
    assert_eq!(
        of("builtIn = \"protect\"\npaths = [\"a\", \"[z-a]\"]"),
        "5: this is no pattern of a `.gitignore`: error parsing glob '[z-a]': invalid range; 'z' > 'a'"
    );
    assert_eq!(of("builtIn = \"say\"\ntext = \"a\"\npaths = []"), "6: [hook] has no key `paths`");
}

#[test]
fn a_built_in_waits_for_what_it_can_answer() {
    let of = |event: &str, keys: &str| {
        let text = format!("language = \"rust\"\n[[hook]]\nevent = \"{event}\"\n{keys}\n");
        Profile::read("test", &text).expect_err("a mistake").mistakes.into_iter().map(|mistake| mistake.message)
    };
    let protect = "builtIn = \"protect\"\npaths = [\"a\"]";
    assert!(of("after-write", protect).eq(["\"protect\" blocks a write, and after-write is none"]));
    let say = "builtIn = \"say\"\ntext = \"a\"";
    for event in ["agent-stop", "session-end"] {
        assert!(of(event, say).eq([format!("nobody reads what \"say\" says at {event}")]));
    }
}

/// The room of a call is asked for each time, so what few calls do is no part of it.
#[tokio::test]
async fn what_a_hook_takes_is_no_part_of_every_call() {
    let mut bench = hooked("before-write", "exit 0");
    let call = bench.requesting(FilesReadFile, "{}");
    let size = size_of_val(&bench.host.hook(FilesReadFile, &call));
    assert!(size <= 512, "{size}");
    let result: Result<&u64, &CallError> = Ok(&1);
    let size = size_of_val(&bench.host.performed(FilesReadFile, &call, result));
    assert!(size <= 512, "{size}");
}
