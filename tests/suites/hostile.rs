//! What makes sandboxes fall over: each of these programs ends as the specification says, what was cut says which bound and
//! how much, and the next program runs as if nothing had been.

use std::{
    env, fs,
    process::{Command, Output},
    sync::{Arc, OnceLock},
    time::Duration,
};

use gg_engine::{
    ErrorCode, TableOperation as _, TurnError,
    arm::{Arms, javascript::JavaScript},
    docs::Index,
    record::Turn,
    sandbox::{Cache, Failure, Limits, Outcome, Ran, Runtime, Sandbox, Submission},
};
use gg_host::{
    Host, Profile,
    operations::{self, OperationId, PACKAGE},
    profile,
};
use tempfile::TempDir;

/// The runtime all these tests share, so that each finds what the others left.
fn runtime() -> &'static Runtime<Host> {
    static RUNTIME: OnceLock<Runtime<Host>> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let sandbox = Arc::new(Sandbox::new().expect("an engine"));
        let arms = Arms::new(vec![Arc::new(JavaScript::new(&PACKAGE))]);
        let cache = Cache::at(gg_tests::target().join("hostile-cache")).expect("a folder of our own");
        Runtime::new(sandbox, operations::add_to_linker, arms, Some(cache), |_, _| {}).expect("a runtime")
    })
}

/// A workspace with one small file.
fn workspace() -> &'static TempDir {
    static WORKSPACE: OnceLock<TempDir> = OnceLock::new();
    WORKSPACE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.txt"), "text").expect("writes");
        folder
    })
}

async fn run_within(limits: Limits, program: &str) -> Ran<Host> {
    let mut profile = Profile::read("default", profile::DEFAULT).expect("a good profile");
    profile.arm = OperationId::TABLE.arm("javascript").expect("an arm");
    let opened = profile.workspace(workspace().path()).expect("a workspace");
    let host = Host::new(opened, Arc::new(Index::new(PACKAGE.index)), profile.settings(None));
    let turn = Turn::new(profile.agent("standard", &host));
    runtime().run(turn, host, Submission { limits, ..Submission::new(program) }).await
}

async fn run(program: &str) -> Ran<Host> {
    run_within(Limits::default(), program).await
}

/// With little time, for programs that would use up any.
async fn run_shortly(program: &str) -> Ran<Host> {
    run_within(Limits { time: Duration::from_secs(1), ..Limits::default() }, program).await
}

fn failure(ran: &Ran<Host>) -> &Failure {
    match &ran.report.outcome {
        Outcome::Failed(failure) => failure,
        other => panic!("{other:?}"),
    }
}

fn location(ran: &Ran<Host>) -> &str {
    failure(ran).location.as_deref().unwrap_or_else(|| panic!("no location: {:?}", failure(ran)))
}

/// The next program runs, and finds nothing of the last.
async fn runs() {
    let program = r#"import { files } from "gg"; console.log(files.readTextFile("a.txt"), typeof globalThis.left);"#;
    let ran = run(program).await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert_eq!(ran.report.logs.lines, ["text undefined"]);
}

#[tokio::test]
async fn ten_thousand_calls_one_by_one_and_all_at_once() {
    for program in [
        r#"import { files } from "gg";
           for (let i = 0; i < 10_000; i++) await files.readTextFile("a.txt");"#,
        r#"import { files } from "gg";
           const all = await Promise.all(Array.from({ length: 10_000 }, async () => files.readTextFile("a.txt")));
           if (all.length !== 10_000 || all.some((text) => text !== "text")) throw new Error("lost");"#,
    ] {
        let ran = run(program).await;
        assert_eq!(ran.report.outcome, Outcome::Completed);
        let calls = &ran.turn.rosters.calls;
        assert_eq!((calls.kept.len(), calls.bound, calls.dropped), (500, 500, 9_500));
        assert_eq!(ran.report.counters.performed_calls, 10_000);
    }
    runs().await;
}

#[tokio::test]
async fn an_endless_loop_is_stopped_and_located() {
    for (program, line) in [
        ("globalThis.left = 1;\nfor (;;) {}", 2),
        ("import { files } from \"gg\";\nawait files.readTextFile(\"a.txt\");\nfor (;;) {}", 3),
        ("try {\n  for (;;) {}\n} catch {} finally {\n  for (;;) {}\n}", 2),
        ("const text = \"a\".repeat(40) + \"b\";\n/^(a+)+$/.test(text);", 2),
        ("await new Promise(() => {\n  const more = () => Promise.resolve().then(more);\n  more();\n});", 2),
    ] {
        let ran = run_shortly(program).await;
        assert_eq!(failure(&ran).kind, TurnError::SandboxTimeout, "{program}: {:?}", failure(&ran));
        assert_eq!(failure(&ran).text, "The program was stopped: its 1 s of running time are used up.");
        assert!(location(&ran).starts_with(&format!("program.js:{line}:")), "{program}: {:?}", failure(&ran));
        runs().await;
    }
}

#[tokio::test]
async fn memory_has_an_end() {
    let hoard = "const all = [];\nfor (;;) all.push(new Uint8Array(16 << 20));";
    for program in [hoard, "const all = [];\nfor (;;) all.push(\"x\".repeat(1 << 20) + all.length);"] {
        let ran = run(program).await;
        assert_eq!(failure(&ran).kind, TurnError::SandboxOutOfMemory, "{:?}", failure(&ran));
        assert!(failure(&ran).text.ends_with("of memory, and has 256 MiB."), "{}", failure(&ran).text);
        assert!(location(&ran).starts_with("program.js:2:"), "{}", location(&ran));
        assert!(ran.report.memory <= 256 << 20);
        runs().await;
    }
    // So much of it that there is none for an error: the engine throws null.
    let ran = run("const again = async () => { await null; return again(); };\nawait again();\n").await;
    assert_eq!(failure(&ran).kind, TurnError::SandboxOutOfMemory, "{:?}", failure(&ran));
    runs().await;
    // A program may catch it, let go, and go on.
    let caught = format!("try {{\n{hoard}\n}} catch (error) {{ console.log(error.message) }}");
    let ran = run(&caught).await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert_eq!(ran.report.logs.lines, ["out of memory"]);
    runs().await;
}

#[tokio::test]
async fn a_string_of_a_gigabyte_is_a_failure_of_the_program() {
    for program in ["\"x\".repeat(1 << 30)", "let text = \"x\";\nfor (;;) text += text;"] {
        let ran = run(program).await;
        let kind = failure(&ran).kind;
        assert!(matches!(kind, TurnError::ProgramThrow | TurnError::SandboxOutOfMemory), "{:?}", failure(&ran));
        assert!(location(&ran).starts_with("program.js:"), "{}", location(&ran));
        runs().await;
    }
}

#[tokio::test]
async fn runaway_recursion_is_a_failure_of_the_program() {
    for program in [
        "const deep = (n) => (n === 0 ? 0 : 1 + deep(n - 1));\ndeep(1_000_000);",
        "JSON.parse(\"[\".repeat(1_000_000));",
        "let nested = [];\nfor (let i = 0; i < 1_000_000; i++) nested = [nested];\nJSON.stringify(nested);",
    ] {
        let ran = run(program).await;
        assert_eq!(failure(&ran).kind, TurnError::ProgramThrow, "{:?}", failure(&ran));
        assert!(location(&ran).starts_with("program.js:"), "{:?}", failure(&ran));
        runs().await;
    }
}

#[tokio::test]
async fn a_hundred_megabytes_are_printed_and_the_last_lines_kept() {
    let ran = run(
        "const line = \"é\".repeat(1 << 19);\nfor (let i = 0; i < 100; i++) console.log(line);\nconsole.log(\"end\");",
    )
    .await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    let logs = &ran.report.logs;
    assert_eq!((logs.printed, logs.suppressed, logs.cut), ((100 << 20) + 3, 93, 100));
    assert_eq!(logs.lines.back().map(String::as_str), Some("end"));
    assert!(logs.lines[0].ends_with(" bytes more; at most 2048 are kept]"), "{}", logs.lines[0]);
    runs().await;
}

#[tokio::test]
async fn a_promise_that_never_settles_is_a_failure_where_it_is_awaited() {
    let ran = run("let x = 1;\nawait new Promise(() => {});").await;
    assert_eq!(failure(&ran).kind, TurnError::ProgramThrow, "{:?}", failure(&ran));
    assert!(location(&ran).starts_with("program.js:2:"), "{:?}", failure(&ran));
    runs().await;
}

#[tokio::test]
async fn anything_can_be_thrown() {
    for thrown in [
        "null",
        "undefined",
        "0n",
        "Symbol(\"s\")",
        "Object.create(null)",
        "() => {}",
        "new Proxy({}, { get() { throw 1 }, has() { throw 2 }, getPrototypeOf() { throw 3 } })",
        "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()",
        "{ get message() { throw 1 }, get stack() { throw 2 }, get name() { throw 3 }, toString() { throw 4 } }",
        "{ toString() { for (;;) {} } }",
        "Object.assign(new Error(\"e\"), { stack: 7, message: {} })",
        "Object.defineProperty(new Error(\"e\"), \"message\", { get() { throw new Error(\"f\") } })",
        "new Error(\"m\".repeat(1 << 20))",
    ] {
        let ran = run_shortly(&format!("const thrown = ({thrown});\nthrow thrown;")).await;
        let kind = failure(&ran).kind;
        let text = &failure(&ran).text;
        assert!(matches!(kind, TurnError::ProgramThrow | TurnError::SandboxTimeout), "{thrown}: {:?}", failure(&ran));
        assert!(!text.is_empty() && text.len() <= 16_384, "{thrown}: {}", text.len());
        runs().await;
    }
}

#[tokio::test]
async fn a_call_that_fails_is_read_as_the_program_wrote_it() {
    let ran = run("import { files } from \"gg\";\nfiles.readTextFile(\"b.txt\");").await;
    let failed = failure(&ran);
    assert_eq!((failed.kind, failed.code), (TurnError::ProgramApiError, Some(ErrorCode::NotFound)));
    assert!(failed.text.starts_with("files.readTextFile failed (not-found): "), "{}", failed.text);
    let folder = workspace().path().to_str().expect("a name");
    assert!(!failed.text.contains(folder), "no path of the host's: {}", failed.text);
    assert!(location(&ran).starts_with("program.js:2:"), "{}", location(&ran));
    let ran = run("reedFile();").await;
    assert_eq!(failure(&ran).kind, TurnError::ProgramUnknownName);
    assert!(failure(&ran).modules.contains(&"gg.files"), "{:?}", failure(&ran).modules);
    runs().await;
}

#[tokio::test]
async fn setters_of_a_builtin_do_not_come_between_a_call_and_its_failure() {
    let ran = run("import { core, files } from \"gg\";\n\
         for (const name of [\"code\", \"operation\", \"id\", \"message\", \"kind\", \"name\", \"contents\"]) {\n\
           const set = () => { throw new Error(name); };\n\
           Object.defineProperty(Object.prototype, name, { __proto__: null, set, get: () => 7, configurable: true });\n\
         }\n\
         if (files.readFile(\"a.txt\").contents !== \"text\" || files.listDir(\".\")[0].name !== \"a.txt\") throw 1;\n\
         try { files.readFile(5) } catch (error) { console.log(error instanceof core.ApiError, error.code) }\n\
         files.readFile(\"b.txt\");")
    .await;
    assert_eq!(ran.report.logs.lines, ["true invalid-argument"]);
    assert_eq!(failure(&ran).code, Some(ErrorCode::NotFound), "{:?}", failure(&ran));
    runs().await;
}

#[tokio::test]
async fn the_component_imports_the_membrane_and_nothing_else() {
    let mut imports = runtime().imports(&JavaScript::new(&PACKAGE)).await.expect("a guest");
    imports.sort();
    let interfaces = OperationId::TABLE.modules.iter().map(|module| module.interface).chain(["feedback"]);
    let mut membrane: Vec<String> = interfaces.map(|interface| format!("gg:sandbox/{interface}")).collect();
    membrane.sort();
    assert_eq!(imports, membrane);
}

#[tokio::test]
#[ignore = "started by the test below, in a process of its own"]
async fn child() {
    runs().await;
    let ran = run("const all = [];\nfor (;;) all.push(new Uint8Array(16 << 20));").await;
    assert_eq!(failure(&ran).kind, TurnError::SandboxOutOfMemory, "{:?}", failure(&ran));
    runs().await;
}

#[cfg(unix)]
#[test]
fn a_process_with_little_address_space_runs_programs() {
    let this = env::current_exe().expect("a program");
    let run = |kibibytes: u64| -> Output {
        let limited = format!("ulimit -v {kibibytes}; exec \"$0\" --exact child --ignored");
        Command::new("sh").arg("-c").arg(limited).arg(&this).output().expect("a process")
    };
    let output = run(4 << 20);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
