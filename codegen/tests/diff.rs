//! The rules of `diff`: for each a pair of tables where it fires and one where it stays silent. The new table of a pair
//! closes with what is expected; `GG_BLESS=1` writes it. What is said of the wire is held against wit-component.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use gg_codegen::{
    arms,
    diff::{self, Change, RULES, Weight},
    emit::wit,
    source::Source,
    surface::Surface,
    table,
};
use wit_parser::Resolve;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff")
}

struct Table {
    source: Source,
    surface: Surface,
}

fn read(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read_text(path.file_name().unwrap_or_default().to_str().unwrap_or("table"), &text, &path.display().to_string())
}

fn read_text(name: &str, text: &str, shown: &str) -> Table {
    let source = Source::new(name, text);
    let outcome = table::read(&source);
    let findings = gg_codegen::diagnostic::render(&source, &outcome.findings, gg_codegen::diagnostic::Format::Plain);
    let surface = outcome.surface.unwrap_or_else(|| panic!("{shown} is refused\n{findings}"));
    Table { source, surface }
}

/// A pair of tables: the rule it is for, and whether it fires.
struct Case {
    rule: String,
    fires: bool,
    path: PathBuf,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder()).expect("the cases") {
        let rule = entry.expect("an entry");
        for kind in fs::read_dir(rule.path()).expect("the cases of a rule") {
            let kind = kind.expect("an entry").file_name().to_string_lossy().into_owned();
            let fires = kind.starts_with("fires");
            assert!(fires || kind.starts_with("silent"), "{}: {kind}", rule.path().display());
            let name = rule.file_name().to_string_lossy().into_owned();
            cases.push(Case { rule: name, fires, path: rule.path().join(kind) });
        }
    }
    cases.sort_by(|a, b| a.path.cmp(&b.path));
    cases
}

impl Case {
    fn tables(&self) -> (Table, Table) {
        (read(&self.path.join("old.toml")), read(&self.path.join("new.toml")))
    }
}

/// A change as the case files write it.
fn lines(old: &Source, new: &Source, change: &Change) -> String {
    let place = |source: &Source, span: Option<gg_codegen::source::Span>| match span {
        Some(span) => {
            let place = source.place(span.start);
            format!("{}:{}", place.line, place.column)
        }
        None => "-".to_owned(),
    };
    let weights = &change.impact.programs;
    let first = weights.iter().next().map_or(Weight::None, |(_, weight)| *weight);
    let programs = if weights.iter().all(|(_, weight)| *weight == first) {
        first.word().to_owned()
    } else {
        let each = weights.iter().map(|(arm, weight)| format!("{} {}", arm.arm().profile().id, weight.word()));
        each.collect::<Vec<_>>().join(", ")
    };
    let allowed = change.allowed.as_ref().map_or(String::new(), |reason| format!("\n#~   allowed: {reason}"));
    format!(
        "#~ {} {} at {} → {}\n#~   {}\n#~   wire {}; programs {programs}; model {}{allowed}\n",
        change.rule.id,
        change.at,
        place(old, change.old),
        place(new, change.new),
        change.message,
        change.impact.wire.word(),
        change.impact.model.word(),
    )
}

#[test]
fn every_pair_of_tables_changes_as_it_says() {
    let bless = std::env::var_os("GG_BLESS").is_some();
    let mut failures = Vec::new();
    for case in cases() {
        let (old, new) = case.tables();
        let changes = diff::diff(&old.surface, &new.surface);
        let fired = changes.iter().any(|change| change.rule.id == case.rule);
        if fired != case.fires {
            let found: Vec<_> = changes.iter().map(|change| lines(&old.source, &new.source, change)).collect();
            failures.push(format!("{} fires: {fired}\n{}", case.path.display(), found.concat()));
        }
        let found: String = changes.iter().map(|change| lines(&old.source, &new.source, change)).collect();
        let text = new.source.text();
        let (table, expected) = text.find("\n#~").map_or((text, ""), |at| (&text[..=at], &text[at + 1..]));
        if bless {
            let table = table.trim_end();
            fs::write(case.path.join("new.toml"), format!("{table}\n\n{found}").trim_end().to_owned() + "\n")
                .expect("writes");
        } else if expected.trim_end() != found.trim_end() {
            failures.push(format!("{}\n--- expected\n{expected}\n--- found\n{found}", case.path.display()));
        }
    }
    assert!(failures.is_empty(), "{}\n(GG_BLESS=1 writes what was found)", failures.join("\n"));
}

#[test]
fn every_rule_has_both_pairs() {
    let found: BTreeSet<_> = cases().into_iter().map(|case| (case.rule, case.fires)).collect();
    let wanted: BTreeSet<_> =
        RULES.iter().flat_map(|rule| [true, false].map(|fires| (rule.id.to_owned(), fires))).collect();
    assert_eq!(found, wanted);
}

#[test]
fn nothing_changed_is_no_change() {
    for case in cases() {
        let (old, new) = case.tables();
        for table in [&old, &new] {
            let changes = diff::diff(&table.surface, &table.surface);
            assert!(changes.is_empty(), "{}: {changes:#?}", case.path.display());
        }
    }
}

/// Both worlds in one, and whether wit-component lets the new one stand for the old.
fn semver_compatible(old: &Surface, new: &Surface) -> Result<(), String> {
    let mut resolve = Resolve::new();
    let mut world = |surface: &Surface, version: &str| {
        // Two packages of one name live in one resolve by their versions, which the check takes away again.
        let bare = wit::bare(surface);
        let (first, rest) = bare.split_once(';').expect("the package's line");
        let text = format!("{first}@{version};{rest}");
        let package = resolve.push_str(version, &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        resolve.packages[package].worlds[wit::WORLD]
    };
    let (before, after) = (world(old, "1.0.0"), world(new, "1.0.1"));
    wit_component::semver_check(resolve, before, after).map_err(|error| format!("{error:#}"))
}

/// What wit-component does not see, since it compares types by structure: a type of another interface, or another type,
/// of the same shape.
const UNSEEN: &[&str] = &["GGD052", "GGD057"];

/// What is wrong with what is said of the wire, if anything.
fn wire_is_wrong(old: &Surface, new: &Surface) -> Option<String> {
    let changes = diff::diff(old, new);
    let wire = changes.iter().map(|change| change.impact.wire).max().unwrap_or(Weight::None);
    let same = wit::fingerprint(old) == wit::fingerprint(new);
    if same != (wire == Weight::None) {
        return Some(format!("the bare package is the same: {same}, but the wire is {}", wire.word()));
    }
    let mut breaking = changes.iter().filter(|change| change.impact.wire == Weight::Breaking);
    let unseen = breaking.all(|change| UNSEEN.contains(&change.rule.id));
    match (semver_compatible(old, new), wire == Weight::Breaking) {
        (Ok(()), true) if !unseen => Some("breaking, but wit-component sees nothing".to_owned()),
        (Err(error), false) => Some(format!("not breaking, but wit-component says: {error}")),
        _ => None,
    }
}

#[test]
fn the_wire_is_what_wit_component_says() {
    let mut failures = Vec::new();
    let cases = cases();
    for case in &cases {
        let (old, new) = case.tables();
        failures.extend(wire_is_wrong(&old.surface, &new.surface).map(|why| format!("{}: {why}", case.path.display())));
    }
    // Many changes at once: tables of different rules.
    for (at, case) in cases.iter().enumerate() {
        let other = &cases[(at * 7 + 3) % cases.len()];
        let (old, new) = (case.tables().0, other.tables().1);
        let pair = format!("{} to {}", case.path.display(), other.path.display());
        failures.extend(wire_is_wrong(&old.surface, &new.surface).map(|why| format!("{pair}: {why}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn an_allowed_change_breaks_nothing_and_needs_its_rule_and_place() {
    let case = folder().join("GGD030/fires");
    let old = read(&case.join("old.toml"));
    let text = fs::read_to_string(case.join("new.toml")).expect("a table");
    let with = |rule: &str, at: &str| {
        let allow = format!("\n[[allow]]\nrule = \"{rule}\"\nat = \"{at}\"\nreason = \"Nobody used it.\"\n");
        let new = read_text("new.toml", &(text.clone() + &allow), "new.toml");
        diff::diff(&old.surface, &new.surface)
    };
    assert!(!diff::is_breaking(&with("GGD030", "notes.list.limit")));
    assert!(diff::is_breaking(&with("GGD031", "notes.list.limit")));
    assert!(diff::is_breaking(&with("GGD030", "notes.list")));
}

#[test]
fn an_allowance_that_nothing_used_is_reported() {
    let case = folder().join("GGD030/fires");
    let old = read(&case.join("old.toml"));
    let mut text = fs::read_to_string(case.join("new.toml")).expect("a table");
    for at in ["notes.list.limit", "notes.list"] {
        text += &format!("\n[[allow]]\nrule = \"GGD030\"\nat = \"{at}\"\nreason = \"Nobody used it.\"\n");
    }
    let new = read_text("new.toml", &text, "new.toml");
    let changes = diff::diff(&old.surface, &new.surface);
    let unused = diff::unused_allows(&new.surface, &changes);
    let [allow] = unused.as_slice() else { panic!("{unused:?}") };
    assert_eq!(allow.at, "notes.list");
    let line = new.source.place(allow.span.start).line;
    let said = format!("unused: new.toml:{line}:1 allows GGD030 at notes.list, and nothing of the kind changed");
    let report = diff::text(&old.source, &new.source, &changes, &unused);
    assert!(report.contains(&said), "{report}");
    let report = diff::json(&old.source, &new.source, &changes, &unused);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["unused"][0]["at"], "notes.list");
}

#[test]
fn reports_name_both_places_and_say_how_to_allow() {
    let case = folder().join("GGD030/fires");
    let (old, new) = (read(&case.join("old.toml")), read(&case.join("new.toml")));
    let changes = diff::diff(&old.surface, &new.surface);
    insta::assert_snapshot!("text", diff::text(&old.source, &new.source, &changes, &[]));
    insta::assert_snapshot!("json", diff::json(&old.source, &new.source, &changes, &[]));
    assert_eq!(diff::text(&old.source, &new.source, &[], &[]), "No change.\n");
}

#[test]
fn every_arm_is_weighed() {
    let case = folder().join("GGD020/fires");
    let (old, new) = (read(&case.join("old.toml")), read(&case.join("new.toml")));
    let changes = diff::diff(&old.surface, &new.surface);
    assert_eq!(changes[0].impact.programs.iter().count(), arms::ALL.len());
}
