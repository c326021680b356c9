//! How Rust programs end, what is refused before they run, and what a compilation may take.

use std::time::Duration;

use gg_engine::{
    TurnError,
    arm::{Arm as _, Declaration, Diagnosed, ModuleSource, Rejection, Source, Toolchain, rust::Bounds},
    sandbox::{Outcome, Ran},
};
use gg_host::operations::PACKAGE;
use gg_tests_conformance::{run::ran, runtime, rust};

const CSV: (&str, &str) = (
    "csv_tools",
    "//! Rows.\nuse gg::files;\n\n/// Splits.\npub fn parse(text: &str) -> Vec<String> {\n    text.split(',').map(str::to_owned).collect()\n}\n\n\
     pub fn read(path: &str) -> Result<String, gg::core::ApiError> {\n    files::read_text_file(path, Default::default())\n}\n\n\
     pub fn first(text: &str) -> char {\n    text.chars().next().unwrap()\n}\n",
);

/// What a program prints that runs to its end.
#[rustfmt::skip]
const ENDS_WELL: &[(&str, &[&str])] = &[
    ("fn main() {}", &[]),
    ("use gg::files;\nfn main() -> Result<(), gg::Failure> {\n    gg::log(files::tree(Default::default())?.trim());\n    Ok(())\n}", &["(empty)"]),
    ("fn main() -> Result<(), gg::Failure> {\n    match gg::files::read_file(\"a\", Default::default()) {\n        Err(e) if e.code == gg::core::ErrorCode::NotFound => gg::log(e),\n        other => gg::log(format!(\"{other:?}\")),\n    }\n    Ok(())\n}",
        &["gg::files::read_file failed (not-found): no such file: a"]),
    ("use csv_tools::parse;\nfn main() { gg::log(format!(\"{:?} {}\", parse(\"a,b\"), csv_tools::first(\"é\"))) }", &["[\"a\", \"b\"] é"]),
    ("#![allow(unused)]\nuse base64::Engine as _;\nuse itertools::Itertools;\nuse indexmap::IndexMap;\nfn main() -> Result<(), gg::Failure> {\n    let found = regex::Regex::new(\"(?i)b+\")?.find(\"aBb\").map(|m| m.start());\n    let json: serde_json::Value = serde_json::from_str(\"{\\\"a\\\": [1]}\")?;\n    let map: IndexMap<_, _> = [(\"z\", 1), (\"a\", 2)].into_iter().collect();\n    gg::log(format!(\"{found:?} {json} {} {}\", map.keys().join(\"-\"), base64::engine::general_purpose::STANDARD.encode(\"hi\")));\n    Ok(())\n}",
        &["Some(1) {\"a\":[1]} z-a aGk="]),
    ("fn main() { gg::log(format!(\"{}\", gg::program::random() != gg::program::random())); gg::log(gg::program::now() > std::time::Duration::from_secs(1)) }", &["true", "true"]),
];

/// The kind and the place of a failure, and how its text ends.
#[rustfmt::skip]
const FAILS: &[(&str, TurnError, Option<&str>, &str)] = &[
    ("use gg::files;\n\nfn main() -> Result<(), gg::Failure> {\n    let é = files::read_text_file(\"é\", Default::default())?;\n    gg::log(é);\n    Ok(())\n}",
        TurnError::ProgramApiError, Some("program.rs:4:13"), "gg::files::read_text_file failed (not-found): no such file: é"),
    ("fn main() -> Result<(), gg::Failure> {\n    csv_tools::read(\"a\")?;\n    Ok(())\n}",
        TurnError::ProgramApiError, Some("lib:csv_tools:10:5"), "gg::files::read_text_file failed (not-found): no such file: a"),
    ("fn main() -> Result<(), gg::Failure> {\n    gg::delegation::exec(\"a\", None)?;\n    Ok(())\n}", TurnError::ProgramUnknownName, Some("program.rs:2:5"), ""),
    ("fn main() -> Result<(), gg::Failure> {\n    let n: u32 = \"x\".parse()?;\n    gg::log(n);\n    Ok(())\n}",
        TurnError::ProgramThrow, Some("program.rs:2:18"), "invalid digit found in string"),
    ("fn main() -> Result<(), gg::Failure> {\n    Err(gg::program::message(\"not today\"))\n}", TurnError::ProgramThrow, Some("program.rs:2:9"), "not today"),
    ("fn main() {\n    let none: Vec<u8> = Vec::new();\n    let at = none.len() + 3;\n    gg::log(none[at]);\n}",
        TurnError::ProgramThrow, Some("program.rs:4:17"), "index out of bounds: the len is 0 but the index is 3"),
    ("fn main() {\n    csv_tools::first(\"\");\n}", TurnError::ProgramThrow, Some("lib:csv_tools:14:25"), "called `Option::unwrap()` on a `None` value"),
    ("fn main() {\n    std::fs::read(\"/etc/passwd\").unwrap();\n}", TurnError::ProgramThrow, Some("program.rs:2:34"), "operation not supported on this platform\" }"),
    ("fn main() {\n    std::process::abort();\n}", TurnError::SandboxTrap, None, "The program died: it aborted."),
    ("fn f(n: u64) -> u64 { if n == 7 { 0 } else { f(std::hint::black_box(n + 1)) + std::hint::black_box(1) } }\nfn main() { gg::log(f(8)) }",
        TurnError::SandboxTrap, None, "The program died: its stack of 4 MiB is used up."),
    ("fn main() { let mut all = Vec::new(); loop { all.push(vec![1u8; 1 << 20]); std::hint::black_box(&all); } }", TurnError::SandboxOutOfMemory, None, ""),
];

/// What is wrong with a text, where, and how its first finding ends.
#[rustfmt::skip]
const REFUSED: &[(&str, TurnError, Option<&str>, &str)] = &[
    ("fn main() {\n    let x: u32 = \"é\"; nope();\n}", TurnError::TranspileCompile, Some("program.rs:2:18"), ""),
    ("fn main() {\n    let x = ;\n}", TurnError::TranspileSyntax, Some("program.rs:2:13"), ""),
    ("fn main() {\n    files::tree();\n}", TurnError::TranspileCompile, Some("program.rs:2:5"), ""),
    ("fn helper() {}", TurnError::TranspileCompile, Some("program.rs:1:15"), ""),
    ("use rand::random;\nfn main() {}", TurnError::TranspileCompile, Some("program.rs:1:5"), ""),
    ("fn main() {\n    let a = include_str!(\"/etc/passwd\");\n}", TurnError::TranspileUnsupported, Some("program.rs:2:13"), "reads files by calls"),
    // What a macro takes apart the words do not show; the compiler says that it has read another file.
    ("macro_rules! m { ($a:tt $b:tt $c:tt $p:meta) => { #[$p] $a $b ; } }\nm!(mod x {} doc = \"a\");\nfn main() {}", TurnError::TranspileUnsupported, None, "reads files by calls"),
    ("trait T { const N: u64; }\nimpl T for () { const N: u64 = { let mut i = 0; while i < u64::MAX { i += 1; } i }; }\nfn main() { gg::log(<() as T>::N) }", TurnError::TranspileCompile, None, ""),
    ("macro_rules! b { ($($t:tt)*) => { b! { $($t)* $($t)* } } }\nb! { a b c d }\nfn main() {}", TurnError::ToolchainCrash, None, ""),
];

#[tokio::test(flavor = "multi_thread")]
async fn programs_end_as_they_say() {
    let runtime = runtime();
    let mut wrong = Vec::new();
    for (program, lines) in ENDS_WELL {
        let Ran { report, .. } = ran(&runtime, "rust", program, &[CSV]).await;
        if report.outcome != Outcome::Completed || report.logs.lines != *lines {
            wrong.push(format!("{program}\n{:?}\n{:?}", report.outcome, report.logs.lines));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

async fn failures(all: &[(&str, TurnError, Option<&str>, &str)], runs: bool) {
    let runtime = runtime();
    let mut wrong = Vec::new();
    for (program, kind, location, end) in all {
        let Ran { report, .. } = ran(&runtime, "rust", program, &[CSV]).await;
        let Outcome::Failed(failure) = &report.outcome else {
            wrong.push(format!("{program}\n{:?}", report.outcome));
            continue;
        };
        let calls = matches!(kind, TurnError::ProgramApiError | TurnError::ProgramUnknownName);
        let place = location.is_none() && !runs || failure.location.as_deref() == *location;
        let as_said = failure.kind == *kind && place && failure.text.ends_with(end);
        let told = format!("{} {:?}", failure.text, failure.diagnostics);
        // Nothing of the machine is told, and no file but the author's.
        let own =
            ["/tmp", "/root", "/rustc", "/home", ".rlib", "gg/src", "root:x"].iter().all(|file| !told.contains(file));
        if !as_said || (failure.code.is_some() != calls) || !own || failure.diagnostics.len() > 8 {
            wrong.push(format!("{program}\n{failure:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_fail_with_place_and_text() {
    failures(FAILS, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_are_refused_in_their_own_places() {
    failures(REFUSED, false).await;
}

/// A compilation that does not end is ended, with what it started.
#[tokio::test(flavor = "multi_thread")]
async fn a_compilation_is_bounded() {
    // Each type is twice as long as the one before.
    let chain = (1..40).map(|n| format!("type T{n} = (T{}, T{});", n - 1, n - 1)).collect::<Vec<_>>().join("\n");
    let deep = format!("type T0 = u8;\n{chain}\nfn main() {{ gg::log(std::mem::size_of::<T39>()); }}");
    let arm = rust(&PACKAGE).bounded(Bounds { time: Duration::from_millis(1500), ..Bounds::default() });
    let prepared = arm.prepare(Source { text: &deep, modules: &[] }).await;
    let Err(Rejection::Toolchain { how: Toolchain::Timeout | Toolchain::Crash, .. }) = prepared else {
        panic!("{prepared:?}");
    };
    let arm = rust(&PACKAGE).bounded(Bounds { memory: 64 << 20, ..Bounds::default() });
    let prepared = arm.prepare(Source { text: "fn main() { /* little */ }", modules: &[] }).await;
    let Err(Rejection::Toolchain { how: Toolchain::Crash, .. }) = prepared else { panic!("{prepared:?}") };
}

/// What was compiled before is not compiled again, by this process or another.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_seen_before_is_taken_from_the_cache() {
    let text = format!("fn main() {{ gg::log({}) }}", std::process::id());
    let source = Source { text: &text, modules: &[] };
    let prepared = async |arm: gg_engine::arm::rust::Rust| {
        let prepared = arm.prepare(source).await;
        prepared.unwrap_or_else(|rejection| panic!("{rejection:?}"))
    };
    let first = prepared(rust(&PACKAGE)).await;
    let second = prepared(rust(&PACKAGE)).await;
    assert_eq!((first.compiled, second.compiled), (true, false));
    assert_eq!(first.component, second.component);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_module_exports_is_read_from_its_text() {
    let arm = rust(&PACKAGE);
    let told = async |text: &str| {
        let module = arm.prepare_module(ModuleSource { name: "a", key: "a", text, modules: &[] }).await;
        let tell = |one: Declaration| format!("{:?} {} {:?}", one.kind, one.signature, one.comment);
        module.map(|module| module.exports.into_iter().map(tell).collect::<Vec<_>>())
    };
    let source = "/// Rows of\n/// a file.\npub fn rows(text: &str) -> Vec<&str> {\n    text.lines().collect()\n}\n\
                  pub struct Row;\npub const LIMIT: u32 = 3;\nfn own() {}\n";
    let exports = [
        "Function pub fn rows(text: &str) -> Vec<&str> Some(\"Rows of\\na file.\")",
        "Type pub struct Row None",
        "Value pub const LIMIT: u32 None",
    ];
    assert_eq!(told(source).await, Ok(exports.map(str::to_owned).to_vec()));
    for (text, how, place) in [
        ("fn own() {}", Diagnosed::Unsupported, "lib:a:1:1"),
        ("pub fn é() { nope() }", Diagnosed::Compile, "lib:a:1:14"),
        ("pub fn f( {}", Diagnosed::Syntax, "lib:a:1:13"),
        ("pub mod other;", Diagnosed::Unsupported, "lib:a:1:5"),
    ] {
        let Err(Rejection::Diagnosed { how: found, diagnostics }) = told(text).await else { panic!("{text}") };
        let location = diagnostics[0].location.as_ref().map(ToString::to_string);
        assert_eq!((found, location.as_deref()), (how, Some(place)), "{text} {diagnostics:?}");
    }
}

#[test]
fn keys_are_no_words_of_the_language_and_no_crate() {
    let naming = rust(&PACKAGE).naming();
    for (name, key) in [
        ("CSV tools", "csv_tools"),
        ("struct", "struct_"),
        ("regex", "regex_"),
        ("gg", "gg_"),
        ("files", "files"),
        ("std", "std_"),
    ] {
        assert_eq!(naming.key(name, |_| false), key);
    }
    assert_eq!((naming.import)("csv_tools"), "use csv_tools;");
}
