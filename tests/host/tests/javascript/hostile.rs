//! Programs that try the engine's limits. Each ends in a failure that says what happened, and none in a trap.

use gg_tests_host::{Double, ErrorKind, ProgramError};
use serde_json::Value;

use super::engines::{gg, run};

fn failure(program: &str) -> ProgramError {
    run(program, Value::Null).told.error.unwrap_or_else(|| panic!("it ended well: {program}"))
}

/// The failure of a program that is told to stop when it asks for the so-manieth time.
fn stopped(program: &str, patience: u64) -> ProgramError {
    let mut store = gg().store(Double::returning(Value::Null));
    store.data_mut().patience = patience;
    let ran = gg().run_in(store, "program.js", program, &[]);
    assert_eq!(ran.trap, None, "{program}");
    ran.told.error.unwrap_or_else(|| panic!("it ended well: {program}"))
}

#[test]
fn recursion() {
    let error = failure("const f = (n) => f(n + 1) + 1;\nf(0);\n");
    assert_eq!(error.message, "RangeError: Maximum call stack size exceeded");
    assert!(error.location.is_some_and(|at| at.starts_with("program.js:1:")));
    let program = "let depth = 0;\nfunction f() { if (++depth < 1e6) f(); }\n\
        try { f(); } catch (error) { console.log(error instanceof RangeError, depth > 500); }\n\
        class A { get a() { return this.a; } }\ntry { new A().a; } catch (error) { console.log(error.name); }\n\
        const p = new Proxy({}, { get: (t, k, r) => r[k] });\ntry { p.x; } catch (error) { console.log(error.name); }\n\
        try { [1].map(function g() { return [1].map(g); }); } catch (error) { console.log(error.name); }\n\
        try { '(' .repeat(1e6) && new RegExp('('.repeat(1e6)); } catch (error) { console.log('regexp'); }\n";
    let ran = run(program, Value::Null);
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs, ["true true", "RangeError", "RangeError", "RangeError", "regexp"]);
}

#[test]
fn nesting() {
    for program in [
        "JSON.parse('['.repeat(1e6) + ']'.repeat(1e6));",
        "let a = []; for (let i = 0; i < 1e6; i++) a = [a]; JSON.stringify(a);",
        "eval('('.repeat(1e6));",
        "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity);",
        "let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; structuredClone(a);",
    ] {
        let ran = run(program, Value::Null);
        let error = ran.told.error.unwrap_or_else(|| panic!("it ended well: {program}"));
        assert_eq!(error.kind, ErrorKind::Other, "{program}: {error:?}");
    }
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("`${", "}`"), ("(() => ", ")"), ("- ", ""), ("1 ? ", " : 0")]
    {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        let error = failure(&format!("{open}1{close};\n"));
        assert_eq!(error.message, "SyntaxError: nested too deeply");
        assert!(error.location.is_some_and(|at| at.starts_with("program.js:1:")));
    }
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("(() => ", ")")] {
        let ran = run(&format!("{}1{};\n", open.repeat(300), close.repeat(300)), Value::Null);
        assert_eq!(ran.told.error, None, "{open}");
    }
    // What lets go of something so deep is no trap either.
    let ran = run("let a = []; for (let i = 0; i < 1e6; i++) a = [a];\na = null;\nconsole.log('over');\n", Value::Null);
    assert_eq!(ran.told.logs, ["over"]);
}

#[test]
fn loops_are_stopped_where_they_are() {
    for (program, line) in [
        ("const f = () => 1;\nfor (;;) {\n  f();\n}\n", 3),
        ("\n\n/(a+)+$/.test('a'.repeat(40) + 'b');\n", 3),
        ("\nwhile (true) {\n  try {\n    for (;;) Math.abs(1);\n  } catch {}\n}\n", 4),
        ("await 0;\nconst g = (function* () { for (;;) yield 1; })(); for (const x of g) x;\n", 2),
        ("\nnew Array(1e5).fill(1).sort(() => { for (;;) Math.abs(1); });\n", 2),
        // Loops that call nothing, behind a call.
        ("Math.abs(1);\n\nfor (;;);\n", 3),
        ("Math.abs(1);\n\nwhile (true) {\n}\n", 3),
        ("Math.abs(1);\nfunction f() {\n  let i = 0;\n  do {\n    i += 2;\n  } while (true);\n}\n\nf();\n", 4),
        ("Math.abs(1);\n\nfor (let i = 0; ; i++)\n  if (i > 9) i = 0;\n", 3),
        // Jobs without an end.
        ("queueMicrotask(function again() {\n  queueMicrotask(again);\n});\nawait new Promise(() => {});\n", 2),
        ("const f = () => Promise.resolve().then(f);\nawait f();\n", 1),
        ("\n(async () => {\n  for (;;) await null;\n})();\n", 3),
    ] {
        let error = stopped(program, 100);
        assert_eq!(error.kind, ErrorKind::Other, "{program}: {error:?}");
        assert_eq!(error.message, "the program was stopped: its time is used up", "{program}");
        let at = error.location.unwrap_or_default();
        let found: usize = at.split(':').nth(1).and_then(|line| line.parse().ok()).unwrap_or_default();
        // A stop comes at the loop or in its body.
        assert!(at.starts_with("program.js:") && (line..line + 2).contains(&found), "{program}: {at}");
    }
    // What looks at a thrown value is stopped as well.
    let error = stopped("throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } });", 100);
    assert_eq!(error.message, "a value that cannot be shown was thrown");
}

#[test]
fn memory() {
    for program in [
        "'x'.repeat(2 ** 30 - 1);",
        "let s = 'x'.repeat(1 << 20); for (;;) s += s;",
        "const all = []; for (;;) all.push(new Uint8Array(1 << 20));",
        "const all = []; for (;;) all.push({ all });",
        "new ArrayBuffer(2 ** 32);",
        "new Array(2 ** 27).fill(1);",
    ] {
        let error = failure(program);
        assert_eq!(error.kind, ErrorKind::Other, "{program}: {error:?}");
        assert!(
            ["out of memory", "too long", "invalid"].iter().any(|words| error.message.contains(words)),
            "{program}: {error:?}"
        );
    }
    let program = "import { context, files } from \"gg\";\n\
        const try_ = (f) => { try { f(); console.log('?'); } catch (error) { console.log(error.name); } };\n\
        try_(() => context.archiveThread(new Array(2 ** 27).fill({ start: 1, end: 2 })));\n\
        try_(() => files.writeFile('x', '\u{e9}'.repeat(2 ** 28)));\nconsole.log('on');\n";
    let ran = run(program, Value::Null);
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs.last().map(String::as_str), Some("on"), "{:?}", ran.told.logs);
}

#[test]
fn many_calls() {
    let program = "import { files } from \"gg\";\nfor (let i = 0; i < 10000; i++) await files.writeFile('x', 'y');\n\
        const all = await Promise.all(Array.from({ length: 10000 }, async () => files.writeFile('x', 'y')));\n\
        console.log(all.length);\n";
    let ran = run(program, Value::from(1));
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs, ["10000"]);
    assert_eq!(ran.calls.len(), 40_000, "each call opens and closes its record");
}

#[test]
fn large_texts_go_there_and_back() {
    let text = "x".repeat(1 << 20);
    let program = "import { files } from \"gg\";\nconst text = files.readTextFile('x');\n\
        files.readTextFile(text);\nfiles.readTextFile('\u{e9}' + text);\nconsole.log(text.length);\n";
    let ran = run(program, Value::from(text.as_str()));
    assert_eq!(ran.told.logs, ["1048576"]);
    assert!(ran.calls[2].contains(&text) && ran.calls[4].contains(&format!("\u{e9}{text}")));
}

#[test]
fn one_program_leaves_nothing_for_the_next() {
    let ran = run("globalThis.left = 1; Array.prototype.left = 1; Math.random = null;", Value::Null);
    assert_eq!(ran.told.error, None);
    let ran = run("console.log(typeof left, [].left, typeof Math.random);", Value::Null);
    assert_eq!(ran.told.logs, ["undefined undefined function"]);
}
