//! A project of `gg-codegen init`, outside the checkout: it builds as it is, and the way of adding an operation that its
//! README describes is the way that works.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use gg_codegen::{Options, generate, output::Folder, scaffold, source::Source, table};
use gg_tests::{root, target, tools::tools};
use tempfile::TempDir;

/// A project in a folder of its own; it takes the versions of the checkout, so that nothing is downloaded.
fn project() -> TempDir {
    let dir = TempDir::new().expect("a folder outside the checkout");
    let files = scaffold::project("pantry", root()).expect("a good name");
    Folder::at(dir.path()).write(&files).expect("writes");
    fs::copy(root().join("Cargo.lock"), dir.path().join("Cargo.lock")).expect("the versions");
    dir
}

/// The checkout's profile: what is compiled for one of the two then serves both.
const PROFILE: [&str; 6] = [
    "profile.dev.debug = 'line-tables-only'",
    "profile.dev.package.'*'.opt-level = 1",
    "profile.dev.package.'*'.debug = false",
    "profile.dev.package.cranelift-codegen.opt-level = 3",
    "profile.dev.package.wasmtime.opt-level = 2",
    "profile.dev.package.regalloc2.opt-level = 3",
];

fn cargo(project: &Path, command: &str) -> Output {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(project).args([command, "--offline", "--color", "never"]);
    for line in PROFILE {
        cargo.args(["--config", line]);
    }
    cargo.env("CARGO_TARGET_DIR", target()).output().expect("cargo starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn edit(project: &Path, path: &str, edit: impl FnOnce(String) -> String) {
    let place = project.join(path);
    let before = fs::read_to_string(&place).expect("reads");
    fs::write(&place, edit(before)).expect("writes");
}

#[test]
fn it_builds_as_it_is_and_an_operation_is_added_in_one_row_and_one_method() {
    let dir = project();
    let built = cargo(dir.path(), "build");
    let said = text(&built.stderr);
    assert!(built.status.success() && !said.contains("warning"), "{said}");

    // One row...
    edit(dir.path(), "operations.toml", |before| {
        let source = Source::new("operations.toml", &before);
        let surface = table::read(&source).surface.expect("the table of a new project is good");
        scaffold::operation(&source, &surface, "stock.forget", None).text
    });
    let built = cargo(dir.path(), "build");
    let said = text(&built.stderr);
    assert!(!built.status.success(), "a host without a method of the table compiles");
    assert!(said.contains("missing: `forget`") && said.contains("host/src/stock.rs"), "{said}");

    // ... and one method.
    edit(dir.path(), "host/src/stock.rs", |before| {
        let end = before.rfind('}').expect("the end of the implementation");
        let method = "\n    async fn forget(&mut self, _: &Call) -> Result<(), CallError> {\n        self.grams.clear();\n        Ok(())\n    }\n";
        format!("{}{method}}}\n", &before[..end])
    });
    let built = cargo(dir.path(), "build");
    assert!(built.status.success(), "{}", text(&built.stderr));
}

#[test]
fn a_mistake_in_the_table_is_shown_by_the_build() {
    let dir = project();
    edit(dir.path(), "operations.toml", |before| before.replace("list<recipe>", "list<recepi>"));
    let built = cargo(dir.path(), "build");
    let said = text(&built.stderr);
    assert!(!built.status.success());
    assert!(said.contains("operations.toml:") && said.contains("did you mean `recipe`?"), "{said}");
}

#[test]
fn its_sources_are_formatted() {
    let dir = project();
    let sources = ["host/build.rs", "host/src/lib.rs"];
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.current_dir(dir.path()).args(["--check", "--edition", "2024"]).args(sources);
    let formatted = rustfmt.output().expect("rustfmt starts");
    assert!(formatted.status.success(), "{}", text(&formatted.stdout));
}

#[test]
fn its_program_type_checks_against_its_own_sdk() {
    let dir = project();
    let table = fs::read_to_string(dir.path().join("operations.toml")).expect("reads");
    let generated = generate(&Source::new("operations.toml", &table), &Options::default()).expect("generates");
    Folder::at(dir.path().join("generated")).write(&generated.files).expect("writes");
    let config = r#"{
        "compilerOptions": {
            "strict": true, "noEmit": true, "target": "es2022", "module": "es2022", "moduleResolution": "bundler",
            "types": [], "paths": { "pantry": ["./generated/sdk/typescript/index.d.ts"] }
        },
        "files": ["programs/restock.ts"]
    }"#;
    fs::write(dir.path().join("tsconfig.json"), config).expect("writes");
    let tools = tools();
    let checked = Command::new(tools.node())
        .current_dir(dir.path())
        .arg(tools.node_package("typescript").join("bin/tsc"))
        .output()
        .expect("the compiler starts");
    assert!(checked.status.success(), "{}", text(&checked.stdout));
}
