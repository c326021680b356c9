//! Python on gg-host through the sandbox: how programs end, what is told of it, and what the component can reach.

use std::{env, path::PathBuf, sync::Arc};

use gg_engine::{
    ErrorCode, TurnError,
    arm::{
        Arm, Arms, Diagnosed, Install as _, ModuleSource, Rejection,
        python::{Environment, Python},
    },
    sandbox::{Cache, Outcome, Ran, Runtime, Sandbox, Submission},
};
use gg_host::{
    Host,
    operations::{self, PACKAGE},
};
use gg_tests_conformance::{Fixture, cases};

/// Where tools of the tests stand; the environment is installed there at first use.
fn folder() -> PathBuf {
    let target = || PathBuf::from(env!("CARGO_TARGET_TMPDIR")).parent().map(|target| target.join("tools"));
    env::var_os("GG_TOOLS").map(PathBuf::from).or_else(target).unwrap_or_default()
}

fn environment() -> Environment {
    let environment = Environment::below(&folder());
    environment.install(&|_| ()).unwrap_or_else(|error| panic!("{error}"));
    environment
}

fn runtime() -> Runtime<Host> {
    let sandbox = Arc::new(Sandbox::new().unwrap_or_else(|error| panic!("{error}")));
    let arms = Arms::new(vec![Arc::new(Python::new(&PACKAGE, environment()))]);
    let cache = Cache::at(&PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python")).ok();
    let runtime = Runtime::new(sandbox, operations::add_to_linker, arms, cache, |_, _| ());
    runtime.unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a program in an empty workspace, with modules beside it.
async fn run(runtime: &Runtime<Host>, program: &str, modules: &[(&str, &str)]) -> Ran<Host> {
    let case = gg_tests_conformance::Case { files: [].into(), prepare: None, ..cases().swap_remove(0).1 };
    let arm = runtime.arms().find("python").unwrap_or_else(|| panic!("no arm")).clone();
    let (_fixture, host, turn) = Fixture::new(&case, arm.clone()).await;
    let mut prepared = Vec::new();
    for (key, text) in modules {
        let module = arm.prepare_module(ModuleSource { name: key, key, text }).await;
        prepared.push(module.unwrap_or_else(|rejection| panic!("{rejection:?}")));
    }
    runtime.run(turn, host, Submission { modules: &prepared, ..Submission::new(program) }).await
}

const CSV: (&str, &str) = ("csv_tools", "def parse(text):\n    return text.split(',')\n");
const BROKEN: (&str, &str) = ("broken", "a = 1\nb = a / 0\n");

/// What a program prints that runs to its end.
#[rustfmt::skip]
const ENDS_WELL: &[(&str, &[&str])] = &[
    ("import gg\nprint(gg.files.tree(), end='')", &["(empty)"]),
    ("import gg\ntry:\n    gg.files.read_file('a')\nexcept gg.core.ApiError as e:\n    print(e.code is gg.core.ErrorCode.NOT_FOUND, e)",
        &["True gg.files.read_file failed (not-found): no such file: a"]),
    ("import sys\nprint('half', end='')\nsys.exit(0)", &["half"]),
    ("import sys\nprint('\\ud800', file=sys.stderr)", &["\\ud800"]),
    ("import atexit\natexit.register(print, 'last')\nprint('first')", &["first", "last"]),
    ("import yaml, more_itertools, json, re, random\nprint(yaml.safe_load('a: [1]'), random.random() == random.random())",
        &["{'a': [1]} False"]),
    ("import lib\nprint(lib.csv_tools.parse('a,b'))", &["['a', 'b']"]),
    ("from lib import csv_tools\nprint(csv_tools.__name__)", &["lib.csv_tools"]),
    ("from lib.csv_tools import *\nprint(parse('a'))", &["['a']"]),
    ("import lib.broken\nprint([n for n in vars(lib.broken) if n in 'ab'])", &["[]"]),
    ("def f(n):\n    return f(n + 1)\ntry:\n    f(0)\nexcept RecursionError as e:\n    print(e)", &["maximum recursion depth exceeded"]),
];

/// The kind and the place of a failure, and how its text ends.
#[rustfmt::skip]
const FAILS: &[(&str, TurnError, Option<&str>, &str)] = &[
    ("import gg\n\ngg.files.read_file('é')", TurnError::ProgramApiError, Some("program.py:3:1"),
        "gg.core.ApiError: gg.files.read_file failed (not-found): no such file: é"),
    ("import gg\ne = 'é'; gg.files.read_file(5)", TurnError::ProgramApiError, Some("program.py:2:10"),
        "gg.core.ApiError: gg.files.read_file failed (invalid-argument): `path`: expected a string, got 5"),
    ("import gg\nraise gg.core.ApiError(gg.core.ErrorCode.OTHER, 'a', 'b.a', 'own')", TurnError::ProgramThrow,
        Some("program.py:2:1"), "gg.core.ApiError: gg.b.a failed (other): own"),
    ("prin(1)", TurnError::ProgramUnknownName, Some("program.py:1:1"),
        "NameError: name 'prin' is not defined. Did you mean: 'print'?"),
    ("import gg\ngg.session.finsh()", TurnError::ProgramUnknownName, Some("program.py:2:1"), ""),
    ("from gg.docs import nope", TurnError::ProgramUnknownName, Some("program.py:1:1"),
        "\ngg.docs declares: DocHit, DocSearch, search, close, close_all"),
    ("import lib\nlib.nope", TurnError::ProgramUnknownName, Some("program.py:2:1"), "\nlib declares: csv_tools, broken"),
    ("import nope", TurnError::ProgramThrow, Some("program.py:1:1"), "ModuleNotFoundError: No module named 'nope'"),
    ("x = = 1", TurnError::ProgramThrow, Some("program.py:1:5"), "SyntaxError: invalid syntax"),
    ("def f():\n    return f()\nf()", TurnError::ProgramThrow, Some("program.py:2:12"),
        "RecursionError: maximum recursion depth exceeded"),
    ("import sys\nsys.setrecursionlimit(10**6)\ndef f():\n    return f()\nf()", TurnError::ProgramThrow,
        Some("program.py:4:12"), "RecursionError: maximum recursion depth exceeded"),
    ("import sys\nsys.exit('bad')", TurnError::ProgramThrow, Some("program.py:2:1"), "SystemExit: bad"),
    ("import threading\nthreading.Thread(target=print).start()", TurnError::ProgramThrow, Some("program.py:2:1"),
        "RuntimeError: can't start new thread"),
    ("open('/etc/passwd')", TurnError::ProgramThrow, Some("program.py:1:1"), "No such file or directory: '/etc/passwd'"),
    ("import socket\nsocket.create_connection(('127.0.0.1', 80))", TurnError::ProgramThrow, Some("program.py:2:1"), ""),
    ("class E(Exception):\n    def __str__(self):\n        raise SystemExit\nraise E", TurnError::ProgramThrow,
        Some("program.py:4:1"), "E: <exception str() failed>"),
    ("a = []\nwhile True: a.append(bytearray(1 << 20))", TurnError::SandboxOutOfMemory, Some("program.py:2:22"), ""),
    ("from lib import csv_tools\ncsv_tools.parse(1)", TurnError::ProgramThrow, Some("lib:csv_tools:2:12"),
        "AttributeError: 'int' object has no attribute 'split'"),
    ("from lib.broken import a", TurnError::ProgramThrow, Some("lib:broken:2:5"), "ZeroDivisionError: division by zero"),
];

#[tokio::test(flavor = "multi_thread")]
async fn programs_end_as_the_interpreter_says() {
    let runtime = runtime();
    let mut wrong = Vec::new();
    for (program, lines) in ENDS_WELL {
        let Ran { report, .. } = run(&runtime, program, &[CSV, BROKEN]).await;
        if report.outcome != Outcome::Completed || report.logs.lines != *lines {
            wrong.push(format!("{program}\n{:?}\n{:?}", report.outcome, report.logs.lines));
        }
    }
    for (program, kind, location, end) in FAILS {
        let Ran { report, .. } = run(&runtime, program, &[CSV, BROKEN]).await;
        let Outcome::Failed(failure) = &report.outcome else {
            wrong.push(format!("{program}\n{:?}", report.outcome));
            continue;
        };
        let code = failure.code.is_some() == (*kind == TurnError::ProgramApiError);
        let as_said = failure.kind == *kind && failure.location.as_deref() == *location && failure.text.ends_with(end);
        // No frame is shown but the author's own.
        if !(code && as_said) || failure.text.contains("File \"/") {
            wrong.push(format!("{program}\n{failure:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));

    let Ran { report, turn, .. } = run(&runtime, "import gg\ngg.files.read_file(limit='a')", &[]).await;
    let Outcome::Failed(failure) = report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!((failure.code, turn.rosters.calls.kept.len()), (Some(ErrorCode::InvalidArgument), 0));

    let Ran { report, .. } = run(&runtime, "import lib.broken", &[BROKEN]).await;
    let [error] = report.module_errors.kept.as_slice() else { panic!("{:?}", report.module_errors) };
    assert_eq!(error.name, "broken");
    assert!(error.message.contains("File \"lib:broken\", line 2, column 5"), "{}", error.message);

    let late =
        "import gg\nclass A:\n    def __del__(self): gg.files.tree()\ndef f():\n    a = A()\n    raise ValueError\nf()";
    let Ran { report, turn, .. } = run(&runtime, late, &[]).await;
    assert_eq!(report.deferred.as_deref(), Some("`gg.files.tree` was called after the program had ended"));
    assert_eq!(turn.rosters.calls.kept.len(), 0);

    let arm = runtime.arms().find("python").unwrap_or_else(|| panic!("no arm"));
    let imports = runtime.imports(arm.as_ref()).await.unwrap_or_else(|rejection| panic!("{rejection:?}"));
    let membrane = format!("{}/", PACKAGE.table.package);
    assert!(imports.iter().all(|name| name.starts_with(&membrane) || name.starts_with("wasi:")), "{imports:?}");
}

#[tokio::test]
async fn what_a_module_exports_is_read_from_its_text() {
    let arm = Python::new(&PACKAGE, environment());
    let source = "# Rows of\n# a file.\n@cached\ndef rows(text: str, sep: str=',') -> list:  # here\n    pass\n\n\
        class Row(Base):\n    '''One.'''\n\nLIMIT: int = 3\na, _b = 1, 2\ndef _own(): pass\nLIMIT = 4\n";
    let told = async |text: &str| {
        let module = arm.prepare_module(ModuleSource { name: "a", key: "a", text }).await;
        let exports = module.unwrap_or_else(|rejection| panic!("{rejection:?}")).exports;
        let tell = |one: gg_engine::arm::Declaration| format!("{:?} {} {:?}", one.kind, one.signature, one.comment);
        exports.into_iter().map(tell).collect::<Vec<_>>()
    };
    assert_eq!(
        told(source).await,
        [
            "Function def rows(text: str, sep: str=',') -> list Some(\"Rows of\\na file.\")",
            "Type class Row(Base) Some(\"One.\")",
            "Value a None",
            "Value LIMIT None",
        ]
    );
    assert_eq!(told("__all__ = ['_a']\ndef _a(): pass\nb = 1\n").await, ["Function def _a() None"]);
    let conditional = "if a:\n    async def fetch(): ...\nelse:\n    # None.\n    fetch = None\ntwice = lambda n: n * 2\ngone = 1\ndel gone\n";
    assert_eq!(told(conditional).await, ["Value fetch Some(\"None.\")", "Function twice = lambda n None"]);
    // What only the language of programs has is no mistake; what it does not have is one, at its place.
    told("try:\n    x = t'{1}'\nexcept KeyError, ValueError:\n    pass\n").await;
    let wrong = arm.prepare_module(ModuleSource { name: "a", key: "a", text: "é = 1\nx = = 1" }).await;
    let Err(Rejection::Diagnosed { how: Diagnosed::Syntax, diagnostics }) = wrong else { panic!("{wrong:?}") };
    assert_eq!(diagnostics[0].location.as_ref().map(ToString::to_string).as_deref(), Some("lib:a:2:5"));
}

#[test]
fn a_text_that_ends_too_early_is_unfinished() {
    let arm = Python::new(&PACKAGE, environment());
    for text in ["def f():", "a = [1,\n2", "'''a\nb", "f(", "if a:\n  b", "@a"] {
        assert!(arm.is_unfinished(text), "{text}");
    }
    for text in ["", "1", "a = ;", "if a:\n  b\n", "import gg\ngg.a()"] {
        assert!(!arm.is_unfinished(text), "{text}");
    }
}

#[test]
fn keys_are_no_words_of_the_language_and_no_library() {
    let naming = Python::new(&PACKAGE, Environment::below(&folder())).naming();
    for (name, key) in
        [("CSV tools", "csv_tools"), ("class", "class_"), ("json", "json_"), ("gg", "gg_"), ("files", "files_")]
    {
        assert_eq!(naming.key(name, |_| false), key);
    }
    assert_eq!((naming.import)("csv_tools"), "import lib");
}
