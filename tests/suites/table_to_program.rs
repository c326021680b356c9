//! gg's own table and host, copied: a row more and a method more, and a program calls it.

use std::fs;

use gg_codegen::{scaffold, source::Source, table};
use gg_tests::{
    member::{Member, copy, edit, text},
    root,
};

/// The binary of the copied host: it runs a program on it.
const RUNNER: &str = include_str!("table_to_program/main.rs");

/// The end of its manifest.
const BUILD: &str = "[build-dependencies]\ngg-codegen.workspace = true\n\n[lints]\nworkspace = true\n";

/// A copy of the table and of the crate that serves it, with a binary.
fn copied() -> Member {
    Member::new("annex", "runtime/host", "gg-host-annex", |_, folder| {
        let host = folder.join("runtime/host");
        copy(&root().join("runtime/host"), &host);
        fs::copy(root().join("operations.toml"), folder.join("operations.toml")).expect("copies");
        fs::write(host.join("src/main.rs"), RUNNER).expect("writes");
        edit(&host, "Cargo.toml", |manifest| {
            let named = manifest.replacen("name = \"gg-host\"", "name = \"gg-host-annex\"", 1);
            assert_ne!(manifest, named);
            // What its tests stand on is elsewhere, and they are not run.
            named.split("[dev-dependencies]").next().unwrap_or_default().to_owned() + BUILD
        });
    })
}

#[test]
fn a_row_and_a_method_are_an_operation() {
    let copied = copied();
    let folder = copied.folder();
    fs::write(folder.join("notes.txt"), "one\ntwo\nthree\n").expect("writes");
    fs::write(
        folder.join("program.ts"),
        "import { files } from \"gg\";\nconsole.log(files.countLines(\"notes.txt\"));\n",
    )
    .expect("writes");

    // One row: as `gg-codegen new op` writes it, with the two lines that are there to be filled in.
    edit(&folder, "operations.toml", |before| {
        let source = Source::new("operations.toml", &before);
        let surface = table::read(&source).surface.expect("the table is good");
        let row = scaffold::operation(&source, &surface, "files.count_lines", None).text;
        row.replacen("# params.text = { type = \"string\",", "params.path = { type = \"string\",", 1)
            .replacen("# returns = { type = \"u32\",", "returns = { type = \"u32\",", 1)
            .replacen("examples = [{ args = {} }]", "examples = [{ args = { path = \"notes.txt\" } }]", 1)
    });
    let built = copied.build();
    let said = text(&built.stderr);
    assert!(!built.status.success(), "a host without a method of the table compiles");
    assert!(said.contains("missing: `count_lines`") && said.contains("src/modules/files.rs"), "{said}");

    // One method.
    edit(&folder, "runtime/host/src/modules/files.rs", |before| {
        let header = "impl Operations for Host {\n";
        let method = "    async fn count_lines(&mut self, call: &Call, path: String) -> Result<u32, CallError> {\n        \
                          Ok(self.read_text_file(call, path, None, None).await?.lines().count() as u32)\n    \
                      }\n\n";
        let after = before.replacen(header, &format!("{header}{method}"), 1);
        assert_ne!(before, after);
        after
    });
    let built = copied.build();
    assert!(built.status.success(), "{}", text(&built.stderr));

    // A program calls it like any other.
    assert_eq!(copied.run("program.ts"), "3\nfiles.count_lines ok\n");
}
