//! What becomes of a failure nobody caught: its kind, its code, its text and its place.

use gg_engine::{CallError, ErrorCode};
use gg_tests_host::{Answer, Double, ErrorKind, ProgramError};
use serde_json::Value;

use super::engines::{gg, run};

/// The failure of a program.
fn failure(program: &str) -> ProgramError {
    run(program, Value::Null).told.error.unwrap_or_else(|| panic!("it ended well: {program}"))
}

fn other(message: &str, location: Option<&str>) -> ProgramError {
    let location = location.map(str::to_owned);
    ProgramError { kind: ErrorKind::Other, code: None, message: message.to_owned(), location }
}

#[test]
fn a_failed_call_has_its_code() {
    let error = CallError::new(ErrorCode::NotFound, "no such file: x");
    let program = "import { files } from \"gg\";\n\nconst read = () =>\n  files.readFile(\"x\");\nread();\n";
    let ran = gg().run(program, Double::answering(Answer::Failure(error.clone())));
    let expected = ProgramError {
        kind: ErrorKind::ApiFailure,
        code: Some(ErrorCode::NotFound),
        message: "files.readFile failed (not-found): no such file: x".to_owned(),
        location: Some("program.js:4:9".to_owned()),
    };
    assert_eq!(ran.told.error, Some(expected.clone()));
    // Whatever a program does to it, it is still the failure of that call.
    let program = "import { files } from \"gg\";\n\
        try { files.readFile(\"x\"); } catch (error) { error.code = \"other\"; delete error.id; throw error; }\n";
    let ran = gg().run(program, Double::answering(Answer::Failure(error.clone())));
    assert_eq!(ran.told.error.map(|error| (error.kind, error.code)), Some((expected.kind, expected.code)));
    // One that a program makes itself has none, even with a failed call as its cause.
    let program = "import { files } from \"gg\";\n\
        try { files.readFile(\"x\"); } catch (cause) { throw new Error(\"mine\", { cause }); }\n";
    let ran = gg().run(program, Double::answering(Answer::Failure(error.clone())));
    assert_eq!(ran.told.error, Some(other("Error: mine", Some("program.js:2:56"))));
    let program = "import { core } from \"gg\";\n\
        throw new core.ApiError({ code: \"not-found\", operation: \"read_file\", id: \"files.read_file\", message: \"m\" });\n";
    let ran = gg().run(program, Double::returning(Value::Null));
    assert_eq!(ran.told.error.map(|error| (error.kind, error.code)), Some((ErrorKind::Other, None)));
    // A caught failure is none.
    let program = "import { core, files } from \"gg\";\n\
        try { files.readFile(\"x\"); } catch (e) { console.log(e instanceof core.ApiError, e.code, e.id, `${e}`); }\n";
    let ran = gg().run(program, Double::answering(Answer::Failure(error)));
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs, ["true not-found files.read_file files.readFile failed (not-found): no such file: x"]);
}

#[test]
fn a_failed_call_is_an_error_like_any_other() {
    let program = "import { core, files } from \"gg\";\n\
        const read = () => { try { files.readFile(\"x\"); } catch (error) { return error; } };\n\
        for (const error of [read(), read()]) {\n\
          console.log(`${Object.getOwnPropertyNames(error)} ${Object.keys(error)}`, Reflect.ownKeys(error).length);\n\
          console.log(Error.isError(error), Object.getPrototypeOf(error) === core.ApiError.prototype);\n\
          console.log(error.stack.includes(\"program.js:2:34\"), JSON.stringify(error));\n\
        }\n\
        await Promise.resolve(\"x\").then(files.readFile).catch((error) => console.log(error.code, typeof error.stack));\n";
    let ran = gg().run(program, Double::answering(Answer::Failure(CallError::new(ErrorCode::Conflict, "é"))));
    assert_eq!(ran.told.error, None);
    let each = [
        "message,code,operation,id code,operation,id 4",
        "true true",
        r#"true {"code":"conflict","operation":"read_file","id":"files.read_file","message":"é"}"#,
    ];
    let expected = [&each[..], &each, &["conflict string"]].concat();
    assert_eq!(ran.told.logs, expected);
}

#[test]
fn a_panic_of_the_host_is_a_failure_without_its_words() {
    let program = "import { files } from \"gg\";\nfiles.readFile(\"x\");\n";
    let ran = gg().run(program, Double::answering(Answer::Panic("secret")));
    let error = ran.told.error.unwrap_or_else(|| panic!("it ended well"));
    assert_eq!((error.kind, error.code), (ErrorKind::ApiFailure, Some(ErrorCode::IoError)));
    assert!(!error.message.contains("secret"), "{}", error.message);
}

#[test]
fn an_unknown_name_is_one() {
    let error = failure("const a = 1;\nfunction f() {\n  return fles.readFile;\n}\nf();\n");
    assert_eq!(error.kind, ErrorKind::UnknownName);
    assert_eq!(error.message, "ReferenceError: fles is not defined");
    assert_eq!(error.location.as_deref(), Some("program.js:3:10"));
    // A name that is not initialised yet is known.
    assert_eq!(failure("f();\nlet a = 1;\nfunction f() { return a; }\n").kind, ErrorKind::Other);
}

#[test]
fn a_name_the_sdk_has_not_is_answered_with_those_it_has() {
    let of_files = "only `readFile`, `readTextFile`, `writeFile`, `editFile`, `listDir`, `tree`, `search`";
    for (program, named, place) in [
        ("import * as gg from \"gg\";\ngg.files.readFle('x');\n", "`gg.files` has no `readFle`", "2:10"),
        (
            "import { files } from \"gg\";\nconst f = () =>\n  files\n    .open('x');\nf();\n",
            "`files` has no `open`",
            "4:6",
        ),
        ("import { views, files as f } from 'gg';\nf.cat?.('x'); f.cat('x');\n", "`f` has no `cat`", "2:17"),
        ("import * as f from \"gg:files\";\nconst é = '🦀', x = f.cat('x');\n", "`f` has no `cat`", "2:23"),
    ] {
        let error = failure(program);
        assert_eq!(error.kind, ErrorKind::UnknownName, "{program}");
        assert_eq!(error.message, format!("TypeError: {named}, {of_files}"), "{program}");
        assert_eq!(error.location, Some(format!("program.js:{place}")), "{program}");
    }
    let error = failure("import * as gg from \"gg\";\ngg.fles.readFile('x');\n");
    assert!(error.message.starts_with("TypeError: `gg` has no `fles`, only `files`, `shell`, "), "{}", error.message);
    assert_eq!(error.kind, ErrorKind::UnknownName);
    // What is nobody's but the program's own stays what the engine says.
    for program in [
        "const files = [];\nfiles.open('x');\n",
        "import { views } from \"gg\";\nconst files = {};\nfiles.open('x');\n",
        "import { files } from \"gg\";\n[1].map(files.tree.x);\n",
        "import { core } from \"gg\";\ncore.Nothing('x');\n",
        "import { files } from \"gg\";\nconst o = { files: {} };\no.files.open('x');\n",
        "import { files } from \"gg\";\nconst f = () => ({ files: {} });\nf().files.open('x');\n",
        "import { files } from \"gg\";\nlet name;\nfiles.tree.name.x.y;\n",
    ] {
        let error = failure(program);
        assert_eq!(error.kind, ErrorKind::Other, "{program}: {}", error.message);
        assert!(!error.message.contains("has no"), "{program}: {}", error.message);
    }
    let error = failure("import { readFle } from \"gg:files\";");
    assert_eq!(error.message, format!("SyntaxError: `gg:files` has no export `readFle`, {of_files}"));
    let error = failure("import { file } from \"gg\";");
    assert!(error.message.starts_with("SyntaxError: `gg` has no export `file`, only `files`, "), "{}", error.message);
}

#[test]
fn errors_of_the_language_have_a_place() {
    assert_eq!(
        failure("const a = ;"),
        other("SyntaxError: unexpected token in expression: ';'", Some("program.js:1:11"))
    );
    let error = failure("const a = null;\n\n  a.b.c;\n");
    assert_eq!(error.location.as_deref(), Some("program.js:3:3"));
    assert!(error.message.starts_with("TypeError: "), "{}", error.message);
    let error = failure("await 0;\nasync function f() {\n  await 1;\n  throw new RangeError('late');\n}\nawait f();\n");
    assert_eq!(error, other("RangeError: late", Some("program.js:4:13")));
    let error = failure("\nimport fs from \"node:fs\";\n");
    assert!(error.message.starts_with("TypeError: `node:fs` cannot be imported, only `gg`, `gg:files`"));
    assert_eq!(error.location.as_deref(), Some("program.js:2:16"));
    // An import that runs with the program has no frame of its own; one with attributes fails while it is read.
    let error = failure("console.log(1);\n  await import('node:fs');\n");
    assert_eq!(error.location.as_deref(), Some("program.js:2:16"), "{}", error.message);
    let error = failure("console.log(1);\nimport { files } from \"gg\" with { type: \"json\" };\n");
    assert_eq!(error.location.as_deref(), Some("program.js:2:28"), "{}", error.message);
    assert!(error.message.contains("an import has no attributes here"), "{}", error.message);
    // Functions of the engine that call one another do not hide who called the first of them.
    let error = failure("const a = [];\na[0] = a;\n  a.toString();\n");
    assert_eq!(error, other("RangeError: Maximum call stack size exceeded", Some("program.js:3:5")));
}

#[test]
fn places_are_those_an_editor_shows() {
    for (program, place) in [
        ("\u{feff}const a = 1; nope;\n", "1:14"),
        ("\u{feff}#!/usr/bin/env node\nnope;\n", "2:1"),
        ("#!/usr/bin/env node\n nope;\n", "2:2"),
        ("const a = 1;\r\n\r\n  nope;\r\n", "3:3"),
        ("const a = 1;\u{2028}\u{2029}  nope;\n", "3:3"),
        ("const a = \"🦀é\0\"; nope;\n", "1:19"),
    ] {
        assert_eq!(failure(program).location, Some(format!("program.js:{place}")), "{program:?}");
    }
}

#[test]
fn a_place_is_the_engines() {
    for forge in [
        "error.stack = 'at program.js:99:9';",
        "Object.defineProperty(error, 'stack', { value: 'at program.js:99:9' });",
        "Object.defineProperty(Error.prototype, 'stack', { get: () => 'at program.js:99:9' });",
    ] {
        let error = failure(&format!("\nconst error = new Error('x');\n{forge}\nthrow error;\n"));
        assert_eq!(error.location.as_deref(), Some("program.js:2:19"), "{forge}");
    }
    let forge =
        "Error.prepareStackTrace = () => 'at program.js:99:9';\nError.stackTraceLimit = 0;\nthrow new Error('x');\n";
    assert_eq!(failure(forge).location.as_deref(), Some("program.js:3:11"));
    let error = failure("throw { stack: 'at program.js:99:9' };");
    assert_eq!(error.location, None);
    let error = failure("\nimport gg from \"gg\";\n");
    assert!(
        error.message.starts_with("SyntaxError: `gg` has no export `default`, only `files`, "),
        "{}",
        error.message
    );
    assert_eq!((error.kind, error.location.as_deref()), (ErrorKind::Other, Some("program.js:2:16")));
}

#[test]
fn anything_can_be_thrown() {
    for (thrown, message) in [
        ("null", "null"),
        ("undefined", "undefined"),
        ("'text'", "text"),
        ("-0", "-0"),
        ("10n", "10n"),
        ("Symbol('s')", "Symbol(s)"),
        ("{ a: [1, 'b'] }", "{ a: [ 1, \"b\" ] }"),
        ("() => 1", "[Function]"),
        ("new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; }, ownKeys() { throw 3; } })", "[Proxy]"),
        ("new Proxy(new Error('x'), { get() { throw 1; } })", "[Proxy]"),
        (
            "{ get message() { throw 1; }, toString() { throw 2; } }",
            "{ message: [Getter], toString: [Function: toString] }",
        ),
        ("Object.create(null)", "[null prototype] {}"),
        ("Object.defineProperty(new Error('x'), 'message', { get() { throw 1; } })", "Error"),
        ("Object.defineProperty(new Error('x'), 'stack', { get() { throw 1; } })", "Error: x"),
        (
            "Object.defineProperty(new Error('x'), 'name', { value: { toString() { throw 1; } } })",
            "{ toString: [Function: toString] }: x",
        ),
        ("Object.setPrototypeOf(new Error('x'), null)", "x"),
    ] {
        let error = failure(&format!("throw {thrown};"));
        assert_eq!((error.kind, error.code, error.message.as_str()), (ErrorKind::Other, None, message), "{thrown}");
    }
    let error = failure("throw new Error('x'.repeat(100000));");
    assert!(error.message.ends_with("… (the first 16384 of 100007 bytes)"), "{}", &error.message[16_300..]);
    // Nothing a program did to the language's own objects is in the way.
    let error = failure(
        "Error.prepareStackTrace = () => { throw 1; };\nArray.prototype.map = Array.prototype.push = null;\n\
         Object.prototype.kind = 1;\nString.prototype.split = RegExp.prototype.test = null;\nthrow { a: 1 };\n",
    );
    assert_eq!(error.kind, ErrorKind::Other);
}

#[test]
fn promises() {
    assert_eq!(failure("Promise.reject(new TypeError('lost'));").message, "TypeError: lost");
    assert_eq!(failure("Promise.reject(1);\nPromise.reject(2);\n").message, "1");
    assert_eq!(failure("queueMicrotask(() => { throw new Error('job'); });").message, "Error: job");
    let ran = run("const lost = Promise.reject(1);\nawait 0;\nlost.catch(() => {});\n", Value::Null);
    assert_eq!(ran.told.error, None, "a rejection that is handled in the end is none");
    let error = failure("console.log('before');\nawait new Promise(() => {});\n");
    assert!(error.message.starts_with("the program waits for a promise that nothing settles"), "{}", error.message);
    assert_eq!(error.location.as_deref(), Some("program.js:2:1"));
}

#[test]
fn a_call_after_the_end_does_nothing() {
    let program = "import { files } from \"gg\";\n\
        Promise.resolve().then(() => {\n  console.log('still runs');\n  files.readFile('x').contents;\n  console.log('never');\n});\n\
        (async () => { await 0; await 0; files.tree('.'); })();\n";
    let ran = run(program, Value::Null);
    assert_eq!(ran.told.error, None);
    assert_eq!(ran.told.logs, ["still runs"]);
    assert_eq!(ran.calls.len(), 0);
    assert_eq!(
        ran.told.deferred,
        [
            "`files.readFile` was called after the program had ended",
            "`files.tree` was called after the program had ended"
        ]
    );
}

#[test]
fn a_returned_value_is_noted() {
    assert_eq!(run("export default 5;", Value::Null).told.returned, 1);
    assert_eq!(run("const a = 5;\nexport { a as default };", Value::Null).told.returned, 1);
    assert_eq!(run("export const a = 'default';", Value::Null).told.returned, 0);
    assert_eq!(run("export default 5;\nthrow 1;", Value::Null).told.returned, 0);
}
