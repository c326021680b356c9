//! How programs end, what is told of it, and what the component can reach.

use gg_engine::{
    ErrorCode, TurnError,
    sandbox::{Outcome, Ran},
};
use gg_host::operations::PACKAGE;
use gg_tests_conformance::run::ran;

use super::python;

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
    ("import ast, time\nfrom datetime import datetime\nprint(datetime.strptime('2024', '%Y').year, time.strptime('07', '%H').tm_hour, ast.unparse(ast.parse('1+1')))",
        &["2024 7 1 + 1"]),
    ("import xml.dom.minidom, xml.sax\nfrom xml.etree import ElementTree as e\nxml.sax.parseString('<a/>', xml.sax.ContentHandler())\nprint(xml.dom.minidom.parseString('<a/>').documentElement.tagName, e.tostring(e.fromstring('<b/>')))",
        &["a b'<b />'"]),
    ("import email\nfrom email.mime.text import MIMEText\nprint(email.message_from_string(MIMEText('x').as_string()).get_payload())", &["x"]),
    ("print(*('a'.encode(n).decode(n) for n in 'us-ascii latin-1 cp1252 utf-16 utf-16-le utf-16-be utf-32 idna utf-8-sig iso8859-15'.split()))", &["a a a a a a a a a a"]),
    ("import codecs\nprint(codecs.encode('a', 'rot13'), codecs.encode(b'a', 'hex'))", &["n b'61'"]),
    ("import argparse, sys\np = argparse.ArgumentParser()\np.add_argument('--n', default=3)\nprint(sys.argv, p.parse_args().n, p.prog)", &["['program.py'] 3 program.py"]),
    ("try:\n    import asyncio.tasks\nexcept ImportError as e:\n    print(e.name)\nimport logging, unittest.mock\nlogging.warning('a')\nprint(unittest.mock.Mock(return_value=1)())",
        &["asyncio", "WARNING:root:a", "1"]),
    ("import hashlib\nfor size in (20, 25):\n    print(hashlib.pbkdf2_hmac('sha1', b'password', b'salt', 2, size).hex())",
        &["ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957", "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957cae9313626"]),
    ("import importlib.util\nprint(*(importlib.util.find_spec(n) is None for n in ('asyncio', 'socket', 'urllib.request', 'nope', 'json')))",
        &["True True True True False"]),
    ("import email.message, mimetypes, pathlib, urllib.error, urllib.parse, uuid\nprint(urllib.parse.quote('a b'), uuid.uuid1().version, mimetypes.guess_type('a.png')[0], pathlib.PurePath('a/b.c').match('*.c'), hasattr(urllib, 'request'))",
        &["a%20b 1 image/png True False"]),
    ("import email.utils\nprint(email.utils.make_msgid(domain='a.b')[-5:], email.utils.make_msgid('x').endswith('.x@localhost>'))",
        &["@a.b> True"]),
    // What is nested as deeply as people nest is read and written; deeper, it fails in a way that can be caught.
    ("import json\ntext = '[' * 4_000 + ']' * 4_000\nprint(json.dumps(json.loads(text)) == text)", &["True"]),
    ("import json\nfor text in ('[' * 20_000 + ']' * 20_000, '{\"a\":' * 20_000 + '1' + '}' * 20_000):\n    try:\n        json.loads(text)\n    except RecursionError as e:\n        print(e)",
        &["maximum recursion depth exceeded while decoding JSON of more than 5000 levels"; 2]),
    ("import json\nfor wrap in (lambda a: [a], lambda a: ([a],), lambda a: {'a': a}):\n    a = 1\n    for _ in range(6_000): a = wrap(a)\n    try:\n        json.dumps(a)\n    except RecursionError as e:\n        print(e)",
        &["maximum recursion depth exceeded while encoding JSON of more than 5000 levels"; 3]),
    ("import json\nprint(json.loads('[\"' + '[' * 20_000 + '\"]') == ['[' * 20_000])\na = []\na += [[a] for _ in range(6_000)]\ntry:\n    json.dumps(a)\nexcept ValueError as e:\n    print(e)",
        &["True", "Circular reference detected"]),
    // There is no room for a second one of it.
    ("import gg\ntext = 'a' * (120 << 20)\ntry:\n    gg.files.write_file('a', text)\nexcept MemoryError:\n    print('caught')\ndel text\nprint(gg.files.write_file('a', 'b' * (30 << 20)))",
        &["caught", "31457280"]),
    // What a program makes lies together, and not where the libraries have left room.
    ("a = [bytes(40) for _ in range(1_000)]\nprint(len({id(one) >> 12 for one in a}) < 30)", &["True"]),
    ("import random\nnumbers = [random.random() for _ in range(9)]\nrandom.seed(5)\nprint(len(set(numbers)), random.random())", &["9 0.6229016948897019"]),
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
    ("import json\njson.loads('[' * 20_000)", TurnError::ProgramThrow, Some("program.py:2:1"),
        "RecursionError: maximum recursion depth exceeded while decoding JSON of more than 5000 levels"),
    ("import sys\nsys.exit('bad')", TurnError::ProgramThrow, Some("program.py:2:1"), "SystemExit: bad"),
    ("import json\nimport threading", TurnError::ProgramThrow, Some("program.py:2:1"),
        "ModuleNotFoundError: No module named 'threading': a program is one thread; call plain functions one after the other"),
    ("import asyncio", TurnError::ProgramThrow, Some("program.py:1:1"),
        "No module named 'asyncio': there is no event loop, and a call returns once it is done; a program is one thread; call plain functions one after the other"),
    ("from concurrent.futures import ThreadPoolExecutor", TurnError::ProgramThrow, Some("program.py:1:1"),
        ": a program is one thread; call plain functions one after the other"),
    ("import multiprocessing", TurnError::ProgramThrow, Some("program.py:1:1"),
        "No module named 'multiprocessing': a program is one thread; call plain functions one after the other"),
    ("import subprocess", TurnError::ProgramThrow, Some("program.py:1:1"),
        "No module named 'subprocess': a program reaches what is outside of it by calls only"),
    ("open('/etc/passwd')", TurnError::ProgramThrow, Some("program.py:1:1"),
        "No such file or directory: '/etc/passwd'\na program reaches what is outside of it by calls only"),
    ("import glob", TurnError::ProgramThrow, Some("program.py:1:1"), "No module named 'glob': a program reaches what is outside of it by calls only"),
    ("from urllib import request", TurnError::ProgramThrow, Some("program.py:1:1"),
        "cannot import name 'request' from 'urllib'\na program reaches what is outside of it by calls only"),
    ("import queue", TurnError::ProgramThrow, Some("program.py:1:1"), ": a program is one thread; call plain functions one after the other"),
    ("from gg import nope", TurnError::ProgramUnknownName, Some("program.py:1:1"),
        "ImportError: cannot import name 'nope' from 'gg'\ngg declares: files, shell, board, tasks, memories, docs, views, context, delegation, skills, programs, session, core"),
    // What a part of the compiler finds that knows neither line nor letters.
    ("s = 'éé'; return 5", TurnError::ProgramThrow, Some("program.py:1:11"),
        "    s = 'éé'; return 5\n              ^^^^^^^^\nSyntaxError: 'return' outside function"),
    ("\u{feff}s = 'é'; 1/0", TurnError::ProgramThrow, Some("program.py:1:10"), "ZeroDivisionError: division by zero"),
    // Failures that cannot be shown are placed all the same.
    ("class E(Exception): pass\ndef f(n):\n    try: f(n + 1)\n    except Exception as e: raise E(n) from e\nf(0)", TurnError::ProgramThrow,
        Some("program.py:4:28"), "E: 0"),
    ("e = None\nfor _ in range(5_000):\n    x = ValueError(); x.__cause__ = e; e = x\nraise e", TurnError::ProgramThrow, Some("program.py:4:1"), "ValueError"),
    ("class E(Exception):\n    def __getattribute__(self, name): raise ValueError\nraise E('mine')", TurnError::ProgramThrow, Some("program.py:3:1"), "E: mine"),
    ("raise ImportError('mine', name=5)", TurnError::ProgramThrow, Some("program.py:1:1"), "ImportError: mine"),
    ("raise SyntaxError('mine', ('program.py', 'a', [], 'c'))", TurnError::ProgramThrow, Some("program.py:1:1"), "SyntaxError: mine"),
    ("import sys\nsys.modules.clear()\n1/0", TurnError::ProgramThrow, Some("program.py:3:1"), "ZeroDivisionError: division by zero"),
    ("import socket", TurnError::ProgramThrow, Some("program.py:1:1"),
        "No module named 'socket': a program reaches what is outside of it by calls only"),
    ("class E(Exception):\n    def __str__(self):\n        raise SystemExit\nraise E", TurnError::ProgramThrow,
        Some("program.py:4:1"), "E: <exception str() failed>"),
    ("a = []\nwhile True: a.append(bytearray(1 << 20))", TurnError::SandboxOutOfMemory, Some("program.py:2:22"), ""),
    ("from lib import csv_tools\ncsv_tools.parse(1)", TurnError::ProgramThrow, Some("lib:csv_tools:2:12"),
        "AttributeError: 'int' object has no attribute 'split'"),
    ("from lib.broken import a", TurnError::ProgramThrow, Some("lib:broken:2:5"), "ZeroDivisionError: division by zero"),
];

#[tokio::test(flavor = "multi_thread")]
async fn programs_end_as_the_interpreter_says() {
    let (runtime, arm) = python();
    let mut wrong = Vec::new();
    for (program, lines) in ENDS_WELL {
        let Ran { report, .. } = ran(&runtime, "python", program, &[CSV, BROKEN]).await;
        if report.outcome != Outcome::Completed || report.logs.lines != *lines {
            wrong.push(format!("{program}\n{:?}\n{:?}", report.outcome, report.logs.lines));
        }
    }
    for (program, kind, location, end) in FAILS {
        let Ran { report, .. } = ran(&runtime, "python", program, &[CSV, BROKEN]).await;
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

    let Ran { report, turn, .. } = ran(&runtime, "python", "import gg\ngg.files.read_file(limit='a')", &[]).await;
    let Outcome::Failed(failure) = report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!((failure.code, turn.rosters.calls.kept.len()), (Some(ErrorCode::InvalidArgument), 0));

    let Ran { report, .. } = ran(&runtime, "python", "import lib.broken", &[BROKEN]).await;
    let [error] = report.module_errors.kept.as_slice() else { panic!("{:?}", report.module_errors) };
    assert_eq!(error.name, "broken");
    assert!(error.message.contains("File \"lib:broken\", line 2, column 5"), "{}", error.message);

    let late =
        "import gg\nclass A:\n    def __del__(self): gg.files.tree()\ndef f():\n    a = A()\n    raise ValueError\nf()";
    let Ran { report, turn, .. } = ran(&runtime, "python", late, &[]).await;
    assert_eq!(report.deferred.as_deref(), Some("`gg.files.tree` was called after the program had ended"));
    assert_eq!(turn.rosters.calls.kept.len(), 0);

    let mut imports = runtime.imports(arm.as_ref()).await.unwrap_or_else(|rejection| panic!("{rejection:?}"));
    imports.sort();
    let table = PACKAGE.table;
    let modules = table.modules.iter().map(|module| module.interface).chain(["types", "feedback"]);
    let mut known: Vec<String> = modules.map(|interface| format!("{}/{interface}", table.package)).collect();
    known.extend(WASI.iter().map(|name| format!("wasi:{name}@0.2.9")));
    known.sort();
    known.dedup();
    assert_eq!(imports, known);
}

/// What `CPython` is linked against; nothing is behind it.
const WASI: &[&str] = &[
    "cli/environment",
    "cli/exit",
    "cli/stderr",
    "cli/stdin",
    "cli/stdout",
    "cli/terminal-input",
    "cli/terminal-output",
    "cli/terminal-stderr",
    "cli/terminal-stdin",
    "cli/terminal-stdout",
    "clocks/monotonic-clock",
    "clocks/wall-clock",
    "filesystem/preopens",
    "filesystem/types",
    "io/error",
    "io/poll",
    "io/streams",
    "random/random",
    "sockets/instance-network",
    "sockets/ip-name-lookup",
    "sockets/network",
    "sockets/tcp",
    "sockets/tcp-create-socket",
    "sockets/udp",
    "sockets/udp-create-socket",
];
