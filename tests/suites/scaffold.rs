//! A project of `gg-codegen init`, outside the checkout: it builds as it is, and the way of adding an operation that its
//! README describes is the way that works.

use std::{fs, path::Path, process::Command};

use gg_codegen::{Options, generate, output::Folder, scaffold, source::Source, table};
use gg_tests::{
    member::{Member, edit, text},
    root,
    tools::tools,
};
use tempfile::TempDir;

/// A project in a folder of its own, outside the checkout.
///
/// Cargo tells packages of one name at one place of their workspace apart by nothing else, and tests run side by side:
/// each test needs a name of its own, or its project would be built over another's.
fn project(name: &str) -> TempDir {
    let dir = TempDir::new().expect("a folder outside the checkout");
    write_project(name, root(), dir.path());
    dir
}

fn write_project(name: &str, checkout: &Path, folder: &Path) {
    let files = scaffold::project(name, checkout).expect("a good name");
    Folder::at(folder).write(&files).expect("writes");
}

/// A project whose crate is a member of the checkout's workspace as well, so that both need the same builds of everything
/// they stand on.
fn member(name: &'static str) -> Member {
    Member::new(name, "host", &format!("{name}-host"), |workspace, folder| {
        write_project(name, workspace, folder);
        fs::remove_file(folder.join("Cargo.toml")).expect("the project's own workspace gives way");
    })
}

#[test]
fn it_runs_as_it_is_and_an_operation_is_added_in_one_row_and_one_method() {
    let project = member("pantry");
    let folder = project.folder();
    let built = project.build();
    let said = text(&built.stderr);
    let warned = said.contains("`pantry-host` (lib) generated") || said.contains("warning: pantry-host@");
    assert!(built.status.success() && !warned, "{said}");
    let ran = project.run("programs/restock.ts");
    assert_eq!(
        ran,
        "stock.list ok\nrecipes.find ok\nstock.add ok\nstock.add ok\nshift.close ok\n\
         The shift has ended. Tonight: Rice with peas\n"
    );

    // One row...
    edit(&folder, "operations.toml", |before| {
        let source = Source::new("operations.toml", &before);
        let surface = table::read(&source).surface.expect("the table of a new project is good");
        scaffold::operation(&source, &surface, "stock.forget", None).text
    });
    let built = project.build();
    let said = text(&built.stderr);
    assert!(!built.status.success(), "a host without a method of the table compiles");
    assert!(said.contains("missing: `forget`") && said.contains("host/src/stock.rs"), "{said}");

    // ... and one method.
    edit(&folder, "host/src/stock.rs", |before| {
        let end = before.rfind('}').expect("the end of the implementation");
        let method = "\n    async fn forget(&mut self, _: &Call) -> Result<(), CallError> {\n        self.grams.clear();\n        Ok(())\n    }\n";
        format!("{}{method}}}\n", &before[..end])
    });
    let built = project.build();
    assert!(built.status.success(), "{}", text(&built.stderr));

    // A program calls it like any other.
    let program = "import { stock } from \"pantry\";\nstock.add(\"rice\", 500);\nconst there = stock.list().length;\n\
                   stock.forget();\nconsole.log(there, stock.list().length);\n";
    fs::write(folder.join("programs/forget.ts"), program).expect("writes");
    assert_eq!(project.run("programs/forget.ts"), "1 0\nstock.add ok\nstock.list ok\nstock.forget ok\nstock.list ok\n");
}

#[test]
fn a_mistake_in_the_table_is_shown_by_the_build() {
    let project = member("larder");
    let folder = project.folder();
    edit(&folder, "operations.toml", |before| before.replace("list<recipe>", "list<recepi>"));
    let built = project.build();
    let said = text(&built.stderr);
    assert!(!built.status.success());
    assert!(said.contains("operations.toml:") && said.contains("did you mean `recipe`?"), "{said}");
}

#[test]
fn it_is_a_workspace_of_its_own() {
    let dir = project("pantry");
    // With the checkout's versions nothing is downloaded.
    fs::copy(root().join("Cargo.lock"), dir.path().join("Cargo.lock")).expect("copies");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(dir.path()).args(["metadata", "--offline", "--format-version=1"]);
    let metadata = cargo.output().expect("cargo starts");
    assert!(metadata.status.success(), "{}", text(&metadata.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let members = metadata["workspace_members"].as_array().expect("members");
    let [member] = members.as_slice() else { panic!("{members:?}") };
    assert!(member.as_str().is_some_and(|id| id.ends_with("host#pantry-host@0.1.0")), "{member}");
}

#[test]
fn its_sources_are_formatted() {
    let dir = project("pantry");
    let sources = ["host/build.rs", "host/src/lib.rs", "host/src/main.rs"];
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.current_dir(dir.path()).args(["--check", "--edition", "2024"]).args(sources);
    let formatted = rustfmt.output().expect("rustfmt starts");
    assert!(formatted.status.success(), "{}", text(&formatted.stdout));
}

#[test]
fn its_program_type_checks_against_its_own_sdk() {
    let dir = project("pantry");
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
