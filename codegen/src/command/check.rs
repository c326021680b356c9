//! `gg-codegen check`: says whether the output is what the table makes, and shows what differs.

use anstream::println;
use gg_codegen::output::{Changed, Comparison};
use serde_json::json;

use super::{BAD, Done, End, GOOD, Project, project::Reports};

/// How many lines of differences are shown.
const SHOWN: usize = 400;

pub(super) fn run(project: &Project, as_json: bool) -> Done {
    let (generated, folder) = project.generate(Reports::json(as_json))?;
    let found = folder.compare(&generated.files).map_err(|e| End::Trouble(e.to_string()))?;
    let root = folder.path().display().to_string();
    if as_json {
        println!("{}", object(&root, &found));
    } else if found.is_clean() {
        println!("{root} is what the table makes: {} files", generated.files.len());
    } else {
        print(project, &root, &found);
    }
    if found.is_clean() { Ok(()) } else { Err(End::No) }
}

fn object(root: &str, found: &Comparison) -> serde_json::Value {
    let changed: Vec<_> =
        found.changed.iter().map(|changed| json!({ "path": changed.path, "diff": changed.diff() })).collect();
    json!({
        "clean": found.is_clean(),
        "folder": root,
        "missing": found.missing,
        "changed": changed,
        "stale": found.stale,
        "foreign": found.foreign,
    })
}

fn print(project: &Project, root: &str, found: &Comparison) {
    print_diffs(&found.changed);
    let list = |what: &str, path: &str, note: &str| println!("{BAD}{what:<8}{BAD:#} {root}/{path}{note}");
    found.missing.iter().for_each(|path| list("missing", path, ""));
    found.changed.iter().for_each(|changed| list("changed", &changed.path, ""));
    found.stale.iter().for_each(|path| list("extra", path, ""));
    found.foreign.iter().for_each(|path| list("extra", path, " (not made by gg-codegen: move it out)"));
    if !(found.missing.is_empty() && found.changed.is_empty() && found.stale.is_empty()) {
        println!("\n{root} is not what the table makes; this mends it:\n\n    {GOOD}{}{GOOD:#}", project.regenerate);
    }
}

/// Prints differences, coloured as `git diff` does, up to a number of lines.
fn print_diffs(changed: &[Changed]) {
    let diffs: Vec<String> = changed.iter().map(Changed::diff).collect();
    let lines: Vec<&str> = diffs.iter().flat_map(|diff| diff.lines()).collect();
    for line in lines.iter().take(SHOWN) {
        match line.as_bytes().first() {
            Some(b'+') => println!("{GOOD}{line}{GOOD:#}"),
            Some(b'-') => println!("{BAD}{line}{BAD:#}"),
            _ => println!("{line}"),
        }
    }
    if lines.len() > SHOWN {
        println!("… and {} lines more; --json has them all", lines.len() - SHOWN);
    }
    if !lines.is_empty() {
        println!();
    }
}
