//! The tests of `QuickJS`, as they come with the sources the engine is built from, run as programs. What a program cannot have
//! (files, processes, workers, the collector at will, the engine's own call sites) is left out by name, with the reason.

use std::{fs, path::PathBuf, process::Command};

use gg_tests_host::Double;
use serde_json::Value;

use super::engines::gg;

/// Files that are no test of their own.
const PARTS: &[&str] = &["assert.js", "empty.js", "fixture_", "microbench.js", "test_worker"];

/// What the tests reach for beside the language: the collector, which runs by itself; whether a string is a slice of another;
/// the system's name.
const AROUND: &str = "globalThis.gc = () => {}; const std = { gc }; const os = { platform: \"none\" }; \
    globalThis.print = console.log; globalThis.qjs = { getStringKind: (text) => (text.length > 64 ? 1 : 0) };\n";

/// The tests that do not hold, and why that is right.
const LEFT_OUT: &[(&str, &[&str])] = &[
    ("a program has one thread, and no Atomics", &["atomics-store-leak.js", "bug1301.js", "bug1302.js"]),
    (
        "the engine's call sites are not a program's",
        &[
            "bug1498.js",
            "bug858.js",
            "callsite-isconstructor.js",
            "callsite-native-position.js",
            "test_for_of_line_numbers.js",
        ],
    ),
    (
        "there are no files to import",
        &[
            "bug567.js",
            "bug832.js",
            "destructured-export.js",
            "dynamic_import_rejection_handled.js",
            "import-attributes-identity.js",
            "reexport-error-module.js",
            "test_string_exports.js",
        ],
    ),
    ("a rejection that nobody handles fails a program", &["bug1661.js"]),
    ("QuickJS's own modules are not there", &["test_bjson.js", "test_std.js"]),
];

/// What a test does that looks at the engine's call sites, beside much else.
const OF_CALL_SITES: &[&str] = &[
    "test_exception_source_pos();",
    "test_function_source_pos();",
    "test_exception_prepare_stack();",
    "test_exception_stack_size_limit();",
    "test_exception_capture_stack_trace();",
    "test_exception_capture_stack_trace_filter();",
];

fn folder() -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(gg_tests::root()).args(["metadata", "--offline", "--format-version=1"]);
    let metadata = cargo.output().expect("cargo starts");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let mut packages = metadata["packages"].as_array().expect("packages").iter();
    let package = packages.find(|package| package["name"] == "rquickjs-sys").expect("the sources are a dependency");
    let manifest = package["manifest_path"].as_str().expect("a path");
    PathBuf::from(manifest).with_file_name("quickjs").join("tests")
}

/// A test as a program. One without imports or an `await` of its own is no module, so it is evaluated as a script.
fn program(text: &str, helpers: &str) -> String {
    let imports = |line: &&str| line.starts_with("import ");
    if !text.lines().any(|line| imports(&line)) {
        return format!("{AROUND}(0, eval)({});\n", Value::from(text));
    }
    let around = |line: &&str| ["assert.js\"", "qjs:std", "qjs:os"].iter().any(|name| line.contains(name));
    let rest = text.lines().filter(|line| !(imports(line) && around(line) || OF_CALL_SITES.contains(line)));
    [AROUND, helpers].into_iter().chain(rest).flat_map(|part| [part, "\n"]).collect()
}

/// The kind of error a test ends with, which its first lines say.
fn expected(text: &str) -> Option<&str> {
    let (head, _) = text.strip_prefix("/*---\nnegative:")?.split_once("---*/")?;
    Some(head.split_once("type:")?.1.trim())
}

/// What became of a test: why it does not hold.
fn failure(text: &str, helpers: &str) -> Option<String> {
    let ran = gg().run(&program(text, helpers), Double::returning(Value::Null));
    let error = ran.trap.map(|trap| format!("{trap:?}")).or(ran.told.error.map(|error| error.message));
    match (error, expected(text)) {
        (None, None) => None,
        (Some(error), Some(kind)) if error.starts_with(&format!("{kind}: ")) => None,
        (None, Some(kind)) => Some(format!("it does not end with a {kind}")),
        (Some(error), _) => Some(error),
    }
}

#[test]
fn the_tests_of_quickjs_hold_but_for_those_left_out() {
    let folder = folder();
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("reads");
    let helpers = text("assert.js").replace("\nexport ", "\n");
    let mut tests: Vec<String> = fs::read_dir(&folder)
        .expect("lists")
        .map(|entry| entry.expect("lists").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".js") && !PARTS.iter().any(|part| name.starts_with(part)))
        .collect();
    tests.sort();
    assert!(tests.len() > 80, "{tests:?}");
    let (mut failed, mut left_out) = (Vec::new(), Vec::new());
    for name in &tests {
        let why = failure(&text(name), &helpers);
        let known = LEFT_OUT.iter().any(|(_, names)| names.contains(&name.as_str()));
        match why {
            None => {}
            Some(_) if known => left_out.push(name.as_str()),
            Some(why) => failed.push(format!("{name}: {why}")),
        }
    }
    assert_eq!(failed, Vec::<String>::new());
    // Whatever holds after all is not left out.
    let mut named: Vec<&str> = LEFT_OUT.iter().flat_map(|(_, names)| *names).copied().collect();
    named.sort_unstable();
    assert_eq!(left_out, named);
}
