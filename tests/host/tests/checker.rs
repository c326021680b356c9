//! The TypeScript arm with each of the installed checkers, and without one.

use std::{fs, path::Path, sync::Arc};

use gg_engine::arm::{
    Arm as _, Diagnosed, Module, ModuleSource, Prepared, Rejection, Source, Toolchain,
    typescript::{Checker, Compiler, TypeScript},
};
use gg_tests::tools::tools;
use gg_tests_host::tables::operations::host::PACKAGE;
use proptest::{prelude::*, sample::select};
use tokio::runtime::Runtime;

fn compilers() -> Vec<Compiler> {
    let node = tools().node();
    let at = |package: &str| Compiler::at(&tools().node_package(package), Some(&node));
    let compilers: Vec<Compiler> = ["typescript", "typescript-native"].into_iter().filter_map(at).collect();
    assert!(matches!(compilers[..], [Compiler::Script { .. }, Compiler::Native(_)]), "{compilers:?}");
    compilers
}

fn checked_by(compiler: Compiler) -> TypeScript {
    TypeScript::new(&PACKAGE, Some(Checker::new(PACKAGE.root, PACKAGE.javascript.declarations, compiler)))
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// What the arm makes of programs, one after the other. A checker that is kept warm lives in one runtime.
fn prepare(
    runtime: &Runtime,
    arm: &TypeScript,
    programs: &[(&str, &[Arc<Module>])],
) -> Vec<Result<Prepared, Rejection>> {
    runtime.block_on(async {
        let mut prepared = Vec::new();
        for (text, modules) in programs {
            prepared.push(arm.prepare(Source { text, modules }).await);
        }
        prepared
    })
}

fn found(result: &Result<Prepared, Rejection>) -> Vec<String> {
    match result {
        Ok(_) => Vec::new(),
        Err(Rejection::Diagnosed { how: Diagnosed::Compile, diagnostics }) => diagnostics
            .iter()
            .map(|one| format!("{}{}", one.text, if one.unknown_name { " (name)" } else { "" }))
            .collect(),
        Err(other) => panic!("{other:?}"),
    }
}

const GOOD: &str = "import { files, views } from \"gg\";\nimport type { FileRead } from \"gg:files\";\n\
    import * as everything from \"gg\";\n\
    const read: FileRead = files.readFile(\"a\");\n\
    views.openText(\"a\", read.kind === \"text\" ? read.contents : everything.core.ErrorCode.other);\n\
    console.log([2, 1].toSorted(), new URL(\"http://a\").host, structuredClone(1), btoa(atob(\"\")));\n\
    queueMicrotask(() => {}); new TextDecoder().decode(new TextEncoder().encode(\"a\"));\n\
    new URLSearchParams({ a: \"b\" }).get(\"a\"); setTimeout(() => {}, 1);\nawait null;\n";

const WRONG: &str = "import { files } from \"gg\";\nconst a: number = files.readTextFile(\"x\");\n\
    document.title = a;\nfiles.nothing();\nimport { b } from \"./c\";\n";

/// It begins with the mark that some editors begin a file with.
const MARKED: &str = "\u{feff}const a: number = 'é';\r\n";

#[test]
fn programs_are_checked_against_the_declarations() {
    for compiler in compilers() {
        let shown = format!("{compiler:?}");
        let arm = checked_by(compiler);
        let prepared = prepare(&runtime(), &arm, &[(GOOD, &[]), (WRONG, &[]), (GOOD, &[]), (MARKED, &[])]);
        assert_eq!(found(&prepared[0]), Vec::<String>::new(), "{shown}");
        let wrong = found(&prepared[1]);
        assert_eq!(
            wrong[0], "program.ts(2,7): error TS2322: Type 'string' is not assignable to type 'number'.",
            "{shown}"
        );
        assert!(wrong[1].starts_with("program.ts(3,1): error TS2584: Cannot find name 'document'."), "{wrong:?}");
        assert!(wrong[1].ends_with(" (name)"), "{wrong:?}");
        assert!(wrong[2].starts_with("program.ts(4,7): error TS2339: Property 'nothing' does not exist"), "{wrong:?}");
        assert!(wrong[3].starts_with("program.ts(5,19): error TS2307: Cannot find module './c'"), "{wrong:?}");
        assert_eq!(wrong.len(), 4, "{wrong:?}");
        assert_eq!(
            found(&prepared[3]),
            ["program.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'."]
        );
        assert_eq!(found(&prepared[2]), Vec::<String>::new(), "nothing is left of the program before: {shown}");
    }
}

#[test]
fn modules_are_checked_and_reached() {
    for compiler in compilers() {
        let arm = checked_by(compiler);
        let runtime = runtime();
        let module = |text| {
            let source = ModuleSource { name: "csv tools", key: "csvTools", text, modules: &[] };
            runtime.block_on(arm.prepare_module(source)).map(Arc::new)
        };
        let csv = module("enum Kind { A }\nfunction parse(text: string): number { return text.length + Kind.A }\n");
        let csv = csv.unwrap_or_else(|error| panic!("{error:?}"));
        assert!(csv.text.ends_with("\nexport { Kind, parse };"), "{}", csv.text);
        assert!(csv.origins.is_some());
        let wrong = module("export const a: string = 1;\n");
        let Err(Rejection::Diagnosed { diagnostics, .. }) = wrong else { panic!("{wrong:?}") };
        assert!(diagnostics[0].text.starts_with("lib:csvTools(1,14): error TS2322"), "{diagnostics:?}");
        let program = "import * as csv from \"lib:csvTools\";\nconst a: string = csv.parse(\"b\");\n";
        let prepared = prepare(&runtime, &arm, &[(program, std::slice::from_ref(&csv)), (program, &[])]);
        assert_eq!(
            found(&prepared[0]),
            ["program.ts(2,7): error TS2322: Type 'number' is not assignable to type 'string'."]
        );
        assert!(found(&prepared[1])[0].contains("TS2307"), "it is not loaded any more");
    }
}

#[test]
fn modules_are_checked_beside_the_others() {
    for compiler in compilers() {
        let shown = format!("{compiler:?}");
        let arm = checked_by(compiler);
        let runtime = runtime();
        let module = |key, text, modules: &[&Arc<Module>]| {
            let modules: Vec<Arc<Module>> = modules.iter().map(|module| (*module).clone()).collect();
            let source = ModuleSource { name: key, key, text, modules: &modules };
            runtime.block_on(arm.prepare_module(source)).map(Arc::new)
        };
        let told = |result: Result<Arc<Module>, Rejection>| match result {
            Err(Rejection::Diagnosed { how: Diagnosed::Compile, diagnostics }) => diagnostics[0].text.clone(),
            other => panic!("{shown}: {other:?}"),
        };
        let good = |result: Result<Arc<Module>, Rejection>| result.unwrap_or_else(|error| panic!("{shown}: {error:?}"));
        let numbers = good(module("numbers", "function one(): number { return 1; }\n", &[]));
        let uses = "import { one } from \"lib:numbers\";\nexport const two: number = one() + one();\n";
        // Each is checked when it is used, so what it imports has to be there; what is missing is named at its place.
        let early = told(module("uses", uses, &[]));
        assert!(early.starts_with("lib:uses(1,21): error TS2307: Cannot find module 'lib:numbers'"), "{early}");
        let good_use = good(module("uses", uses, &[&numbers]));
        let wrong =
            told(module("wrong", "import { one } from \"lib:numbers\";\nconst a: string = one();\n", &[&numbers]));
        assert_eq!(wrong, "lib:wrong(2,7): error TS2322: Type 'number' is not assignable to type 'string'.");
        let missing = told(module("wrong", "import { two } from \"lib:numbers\";\n", &[&numbers]));
        assert!(
            missing.starts_with("lib:wrong(1,10): error TS2305: Module '\"lib:numbers\"' has no exported"),
            "{missing}"
        );
        // A ring: the earlier text of the module itself is not what the others see.
        let ring = "import { two } from \"lib:uses\";\nfunction one(): number { return 1; }\n\
                    function three(): number { return one() + two; }\n";
        let numbers = good(module("numbers", ring, &[&numbers, &good_use]));
        let program = "import { three } from \"lib:numbers\";\nimport { two } from \"lib:uses\";\n\
                       const a: string = three() + two;\n";
        let prepared = prepare(&runtime, &arm, &[(program, &[numbers.clone(), good_use.clone()])]);
        let expected = "program.ts(3,7): error TS2322: Type 'number' is not assignable to type 'string'.";
        assert_eq!(found(&prepared[0]), [expected], "{shown}");
        let renamed = told(module(
            "numbers",
            "import { two } from \"lib:uses\";\nexport const no: string = two;\n",
            &[&numbers, &good_use],
        ));
        assert!(renamed.starts_with("lib:numbers(2,14): error TS2322"), "{renamed}");
        // It sees itself under its key, as in the sandbox.
        good(module(
            "me",
            "import * as me from \"lib:me\";\nexport const a: number = 1;\nexport const b = () => me.a;\n",
            &[],
        ));
    }
}

#[test]
fn one_process_checks_the_programs_of_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let (node, starts) = (folder.path().join("node"), folder.path().join("starts"));
    let script =
        format!("#!/bin/sh\necho started >> '{}'\nexec '{}' \"$@\"\n", starts.display(), tools().node().display());
    write_program(&node, &script);
    let Some(Compiler::Script { library, .. }) = compilers().into_iter().next() else { panic!("no compiler") };
    let arm = checked_by(Compiler::Script { node, library });
    let started = || fs::read_to_string(&starts).map_or(0, |text| text.lines().count());
    let runtime = runtime();
    assert_eq!(started(), 0, "nothing is started before there is a program");
    for (program, wrong) in [(GOOD, 0), (WRONG, 4), (GOOD, 0)] {
        assert_eq!(found(&prepare(&runtime, &arm, &[(program, &[])])[0]).len(), wrong);
    }
    // Those of agents that run side by side, each of which gets its own answer.
    let texts = [0, 1, 2, 3].map(|number| format!("const a{number}: string = {number};\n{GOOD}"));
    let all = runtime.block_on(async {
        let [one, two, three, four] = texts.each_ref().map(|text| arm.prepare(Source { text, modules: &[] }));
        let (one, two, three, four) = tokio::join!(one, two, three, four);
        [one, two, three, four]
    });
    for (number, result) in all.iter().enumerate() {
        let expected = "program.ts(1,7): error TS2322: Type 'number' is not assignable to type 'string'.";
        assert_eq!(found(result), [expected], "{number}");
    }
    assert_eq!(started(), 1);
    // Who stops waiting takes the process with it, and the next program has another.
    runtime.block_on(async {
        let asked = arm.prepare(Source { text: GOOD, modules: &[] });
        assert!(tokio::time::timeout(std::time::Duration::from_millis(1), asked).await.is_err());
    });
    assert_eq!(found(&prepare(&runtime, &arm, &[(GOOD, &[])])[0]), [""; 0]);
    assert_eq!(started(), 2);
}

/// Writes an executable. Another process does: one that a test starts meanwhile would inherit the open file, and what is
/// open for writing cannot be run.
fn write_program(place: &Path, text: &str) {
    let mut write = std::process::Command::new("sh");
    write.args(["-c", "printf '%s' \"$1\" > \"$0\" && chmod 755 \"$0\""]).arg(place).arg(text);
    assert!(write.status().is_ok_and(|status| status.success()), "the file can be written");
}

#[test]
fn a_checker_that_cannot_finish_is_not_the_programs_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    };
    let node = tools().node();
    let library = write("broken/lib/typescript.js", "throw new Error('not today');");
    let broken = checked_by(Compiler::Script { node: node.clone(), library });
    let Err(Rejection::Toolchain { how: Toolchain::Crash, detail }) = &prepare(&runtime(), &broken, &[(GOOD, &[])])[0]
    else {
        panic!("it ends before it answers")
    };
    assert!(detail.contains("not today"), "{detail}");
    let absent = checked_by(Compiler::Native(folder.path().join("none")));
    let missing = &prepare(&runtime(), &absent, &[(GOOD, &[])])[0];
    assert!(matches!(missing, Err(Rejection::Toolchain { how: Toolchain::Missing, .. })), "{missing:?}");
    assert_eq!(Compiler::at(&folder.path().join("none"), Some(&node)), None);
    assert_eq!(Compiler::on_path(folder.path().as_os_str()), None);
}

#[test]
fn without_a_checker_programs_run_unchecked() {
    let arm = TypeScript::new(&PACKAGE, None);
    let prepared = prepare(&runtime(), &arm, &[(WRONG, &[])]);
    let text = &prepared[0].as_ref().unwrap_or_else(|error| panic!("{error:?}")).text;
    assert!(text.contains("const a         = files.readTextFile"), "{text}");
    assert!(arm.checker().is_none());
}

/// Pieces of programs, right and wrong, that are put together at random.
const PIECES: &[&str] = &[
    "abstract ",
    "accessor a",
    "as any",
    "as const",
    "async ",
    "await ",
    "class A<T> ",
    "const a = ",
    "constructor(private a) {}",
    "declare ",
    "default ",
    "enum E { A, B = A }",
    "export ",
    "export default ",
    "extends B<T> ",
    "from 'gg'",
    "function f<T>",
    "get ",
    "implements C ",
    "import ",
    "import a = b.c",
    "import type ",
    "in ",
    "interface I { a: 1 }",
    "is T",
    "let ",
    "module M ",
    "namespace N { export const a = 1 }",
    "new ",
    "private ",
    "readonly ",
    "return ",
    "satisfies T",
    "set ",
    "static ",
    "this: T, ",
    "throw ",
    "type T = 1",
    "typeof a",
    "unique symbol",
    "using ",
    "var ",
    "yield ",
    "a",
    "b",
    "T",
    "'s'",
    "`t",
    "`${",
    "}`",
    "1",
    "/r/",
    "é",
    "\u{2028}",
    "🦀",
    "\0",
    "\u{feff}",
    "#!x",
    "#p",
    "@d ",
    "//",
    "/*",
    "*/",
    "\n",
    "\r\n",
    " ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "=>",
    "=",
    ":",
    "?",
    "!",
    "?.",
    ".",
    ",",
    ";",
    "...",
    "|",
    "&",
    "+",
    "*",
    "-",
    "<T>(",
    "): T =>",
    "<T,>",
    "!: T",
    "?: T",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a text is, it is prepared with every place where it was, or refused at a place that is in it.
    #[test]
    fn any_text_is_erased_or_refused(pieces in proptest::collection::vec(select(PIECES), 0..24)) {
        let text = pieces.concat();
        let arm = TypeScript::new(&PACKAGE, None);
        let module = ModuleSource { name: "m", key: "m", text: &text, modules: &[] };
        let (program, module) = runtime().block_on(async {
            (arm.prepare(Source { text: &text, modules: &[] }).await, arm.prepare_module(module).await)
        });
        match program {
            Ok(Prepared { text: erased, origins: None, .. }) => {
                let units = |text: &str| text.split('\n').map(|line| line.encode_utf16().count()).collect::<Vec<_>>();
                prop_assert_eq!(units(&erased), units(&text));
            }
            Ok(_) => {}
            Err(Rejection::Diagnosed { diagnostics, .. }) => {
                prop_assert!(!diagnostics.is_empty());
                let lines = u32::try_from(text.lines().count() + text.matches(['\r', '\u{2028}']).count()).unwrap_or(0);
                for at in diagnostics.iter().filter_map(|one| one.location.as_ref()) {
                    prop_assert!((1..=lines + 1).contains(&at.line) && at.column >= 1, "{at}");
                }
            }
            Err(other) => prop_assert!(false, "{other:?}"),
        }
        let whole = !matches!(module, Err(Rejection::Toolchain { .. } | Rejection::Defect(_)));
        prop_assert!(whole, "it is prepared or diagnosed");
    }
}
