//! An edit of the table changes exactly the files that say what was edited.

use std::collections::BTreeSet;

use gg_codegen::{Options, generate, output::FileSet, scaffold, source::Source, table};

/// gg's own table.
fn own() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../operations.toml");
    std::fs::read_to_string(path).expect("the table of the checkout")
}

fn files(text: &str) -> FileSet {
    let source = Source::new("operations.toml", text);
    generate(&source, &Options::default())
        .unwrap_or_else(|e| panic!("{}", e.render(&source, gg_codegen::diagnostic::Format::Plain)))
        .files
}

/// What became of the files from one set to another.
#[derive(Debug, Default, PartialEq, Eq)]
struct Difference {
    added: BTreeSet<String>,
    changed: BTreeSet<String>,
    removed: BTreeSet<String>,
}

impl Difference {
    fn between(old: &FileSet, new: &FileSet) -> Self {
        let paths = |set: &FileSet| set.iter().map(|(path, _)| path.to_owned()).collect::<BTreeSet<_>>();
        let (before, after) = (paths(old), paths(new));
        Self {
            added: after.difference(&before).cloned().collect(),
            changed: after.intersection(&before).filter(|path| old.get(path) != new.get(path)).cloned().collect(),
            removed: before.difference(&after).cloned().collect(),
        }
    }
}

fn set(paths: &[&str]) -> BTreeSet<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

fn edited(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from:?} does not occur once");
    text.replace(from, to)
}

/// A row's text, from its header to the next one.
fn row(text: &str, id: &str) -> String {
    let start = text.find(&format!("[[operation]]\nid = \"{id}\"")).expect("the row");
    let end = text[start + 1..].find("[[operation]]\n").map_or(text.len(), |at| start + 1 + at);
    text[start..end].to_owned()
}

/// The files that show what an operation says of itself beside its signature.
fn wording(module: &str, key: &str) -> BTreeSet<String> {
    [
        "docs/index.json".to_owned(),
        format!("docs/src/operations/{module}/{key}.md"),
        format!("host/{module}.rs"),
        format!("sdk/python/gg/{module}.py"),
        format!("sdk/rust/src/{module}.rs"),
        format!("sdk/typescript/modules/{module}.d.ts"),
        "surface.json".to_owned(),
        format!("wit/documented/{module}.wit"),
    ]
    .into()
}

/// The files that name every operation of a module, or of the table.
fn naming(module: &str) -> BTreeSet<String> {
    [
        "docs/index.json".to_owned(),
        "docs/src/SUMMARY.md".to_owned(),
        format!("docs/src/modules/{module}.md"),
        "guest/javascript/adapter.wasm".to_owned(),
        "guest/javascript/descriptors.bin".to_owned(),
        format!("host/{module}.rs"),
        "host/gg-sandbox.wit".to_owned(),
        "host/mod.rs".to_owned(),
        "manifest.json".to_owned(),
        format!("sdk/python/gg/{module}.py"),
        format!("sdk/rust/src/{module}.rs"),
        format!("sdk/rust/src/membrane/calls/{module}.rs"),
        "sdk/rust/src/membrane/mod.rs".to_owned(),
        "sdk/typescript/index.js".to_owned(),
        format!("sdk/typescript/modules/{module}.d.ts"),
        format!("sdk/typescript/modules/{module}.js"),
        "surface.json".to_owned(),
        "wit/bare/gg-sandbox.wasm".to_owned(),
        "wit/bare/gg-sandbox.wit".to_owned(),
        format!("wit/documented/{module}.wit"),
    ]
    .into()
}

#[test]
fn a_row_s_documentation_is_in_its_own_page_and_its_module_s_files() {
    let table = own();
    let changed =
        edited(&table, "Matches come in the order of paths, then of lines.", "Matches come by path and line.");
    let found = Difference::between(&files(&table), &files(&changed));
    assert_eq!(found, Difference { changed: wording("files", "search"), ..Difference::default() });
}

#[test]
fn a_new_row_is_a_page_and_a_name_in_its_module_s_files_and_taking_it_away_undoes_that() {
    let table = own();
    let source = Source::new("operations.toml", &table);
    let surface = table::read(&source).surface.expect("the table is good");
    let more = scaffold::operation(&source, &surface, "files.copy_file", None).text;
    let (before, after) = (files(&table), files(&more));
    let page = set(&["docs/src/operations/files/copy_file.md"]);
    let found = Difference::between(&before, &after);
    assert_eq!(found, Difference { added: page.clone(), changed: naming("files"), ..Difference::default() });
    let back = Difference::between(&after, &before);
    assert_eq!(back, Difference { removed: page, changed: naming("files"), ..Difference::default() });
}

#[test]
fn a_row_taken_away_is_gone_from_what_named_it() {
    let table = own();
    let less = edited(&table, &row(&table, "tasks.complete_task"), "");
    let found = Difference::between(&files(&table), &files(&less));
    let removed = set(&["docs/src/operations/tasks/complete_task.md"]);
    assert_eq!(found, Difference { removed, changed: naming("tasks"), ..Difference::default() });
}

#[test]
fn every_text_file_says_what_made_it_or_is_listed() {
    let files = files(&own());
    let listed = String::from_utf8_lossy(files.get("manifest.json").expect("the manifest")).into_owned();
    for (path, contents) in files.iter() {
        assert!(listed.contains(&format!("\"{path}\"")), "{path} is not in the manifest");
        // In WIT a comment before the package would be its documentation, and four kinds of file hold no comment.
        let carries = ["wit", "json", "wasm", "bin", "typed"].iter().all(|extension| !path.ends_with(extension));
        let head = String::from_utf8_lossy(&contents[..contents.len().min(400)]).into_owned();
        assert!(!carries || head.contains("Generated from operations.toml by gg-codegen"), "{path} has no header");
        assert!(!contents.contains(&b'\r') || !carries, "{path} has a carriage return");
    }
}
