//! The pages are a book: mdBook builds every table's without a warning, and every link of the HTML leads somewhere.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use gg_codegen::{
    emit::{Context, Output, emit_outputs, templates::Templates},
    output::FileSet,
    source::Source,
    table,
};
use mdbook_driver::MDBook;
use tracing::{Event, Level, Metadata, Subscriber, field, span};

/// Keeps what is said at the level of warnings and above.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Text(String);
        impl field::Visit for Text {
            fn record_debug(&mut self, field: &field::Field, value: &dyn fmt::Debug) {
                write!(self.0, "{}: {value:?} ", field.name()).unwrap();
            }
        }
        let mut text = Text(String::new());
        event.record(&mut text);
        self.0.lock().unwrap().push(text.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

fn docs(path: &Path) -> FileSet {
    let source = Source::new("table.toml", &fs::read_to_string(path).unwrap());
    let surface = table::read(&source).surface.unwrap();
    let templates = Templates::embedded();
    let context = Context { table: "table.toml", command: "cargo gen", templates: &templates };
    emit_outputs(&surface, &context, &[Output::Docs]).unwrap()
}

/// Builds the book of some files below a folder and gives the folder of its pages, and what it warned of.
fn build(files: &FileSet, folder: &Path) -> (PathBuf, Vec<String>) {
    for (path, contents) in files.iter() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
    let warnings = Warnings::default();
    tracing::subscriber::with_default(warnings.clone(), || {
        let book = MDBook::load(folder.join("docs")).unwrap();
        book.build().unwrap();
    });
    let found = warnings.0.lock().unwrap().clone();
    (folder.join("docs/book"), found)
}

/// Where the links of an HTML page go, and its anchors.
#[derive(Default)]
struct Html {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

impl Html {
    fn read(text: &str) -> Self {
        let main = text.split_once("<main>").map_or(text, |(_, rest)| rest);
        let main = main.split_once("</main>").map_or(main, |(main, _)| main);
        let values = |name: &str| {
            let mark = format!(" {name}=\"");
            let pieces = main.split(mark.as_str()).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()));
            pieces.collect::<Vec<_>>()
        };
        Self { links: values("href"), anchors: values("id").into_iter().collect() }
    }
}

fn pages(folder: &Path) -> BTreeMap<PathBuf, Html> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                let page = Html::read(&fs::read_to_string(&path).unwrap());
                found.insert(path, page);
            }
        }
    }
    found
}

/// The links that lead nowhere.
fn dead_links(folder: &Path) -> Vec<String> {
    let pages = pages(folder);
    let mut dead = Vec::new();
    for (path, page) in &pages {
        for link in page.links.iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let mut target = path.parent().unwrap().to_owned();
            for part in file.split('/') {
                match part {
                    ".." => {
                        target.pop();
                    }
                    part => target.push(part),
                }
            }
            let target = if file.is_empty() { path } else { &target };
            let leads = if anchor.is_empty() {
                target.is_file()
            } else {
                pages.get(target).is_some_and(|page| page.anchors.contains(anchor))
            };
            if !leads {
                dead.push(format!("{}: {link}", path.strip_prefix(folder).unwrap().display()));
            }
        }
    }
    dead
}

#[test]
fn every_table_makes_a_book() {
    for table in gg_tests::tables().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        let files = docs(&table.path);
        let (book, warnings) = build(&files, folder.path());
        assert!(warnings.is_empty(), "{}: {warnings:#?}", table.name);
        let dead = dead_links(&book);
        assert!(dead.is_empty(), "{}: {dead:#?}", table.name);
        let sources = files
            .iter()
            .filter_map(|(path, _)| path.strip_suffix(".md"))
            .filter(|path| !path.ends_with("SUMMARY"))
            .count();
        // Beside its chapters a book has the copy of the first one, a page for print, the page for what is missing, and
        // the table of contents.
        assert!(pages(&book).len() >= sources + 3, "{}: a page is missing", table.name);
    }
}

#[test]
fn what_is_wrong_with_a_book_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = FileSet::new();
    files.insert("docs/book.toml", "[book]\ntitle = \"t\"\nsrc = \"src\"\n");
    files.insert("docs/src/SUMMARY.md", "# Summary\n\n- [One](one.md)\n");
    files.insert("docs/src/one.md", "# One\n\n<b>open\n\n[there](#one) [gone](two.md) [nowhere](one.md#three)\n");
    let (book, warnings) = build(&files, folder.path());
    assert!(warnings.iter().any(|warning| warning.contains("unclosed HTML tag")), "{warnings:#?}");
    let dead = dead_links(&book);
    assert!(dead.contains(&"one.html: two.html".to_owned()), "{dead:#?}");
    assert!(dead.contains(&"one.html: one.html#three".to_owned()), "{dead:#?}");
    assert!(!dead.iter().any(|link| link.contains("#one")), "{dead:#?}");
}
