//! Runs the case files of `tests/cases`: tables that carry what is to be said about them. See the README there.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use gg_codegen::{
    diagnostic::{CODES, Diagnostic, Format, Severity, code, render},
    source::{Source, Span},
    table,
};

/// Codes that no table can show, and where they are tested instead.
const ELSEWHERE: &[(&str, &str)] = &[
    (code::TOO_LARGE.id, "needs a table above 4 GiB; table::tests"),
    (code::UNSUPPORTED.id, "every arm supports everything today; table::supports"),
    (code::RESERVED_WORD.id, "every arm can escape every word today; table::spell"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn cases() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    paths
}

/// The table without what is expected of it.
fn strip(text: &str) -> String {
    let mut expected = false;
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        expected = line.starts_with("# error[GG")
            || line.starts_with("# warning[GG")
            || line.starts_with("# accepted")
            || (expected && line.starts_with("#   "));
        if !expected {
            kept.push_str(line);
        }
    }
    kept
}

/// The table with everything that is said about it, each finding after the line it is about; after the string, where
/// that line is within one.
fn annotate(text: &str) -> String {
    let source = Source::new("case.toml", text);
    let outcome = table::read(&source);
    assert_eq!(
        outcome.surface.is_none(),
        outcome.findings.iter().any(|finding| finding.code.severity == Severity::Error),
        "a table is refused by errors and by nothing else"
    );
    let lines: Vec<&str> = source.text().split_inclusive('\n').collect();
    let within = lines_within_strings(source.text());
    let mut said: Vec<String> = vec![String::new(); lines.len() + 1];
    for finding in &outcome.findings {
        let mut line = source.place(finding.primary.span.start).line;
        while line < lines.len() && within.contains(&line) {
            line += 1;
        }
        said[line.min(lines.len())].push_str(&expectation(&source, finding));
    }
    let mut annotated = String::new();
    for (at, line) in lines.iter().enumerate() {
        annotated.push_str(line);
        if !line.ends_with('\n') {
            annotated.push('\n');
        }
        annotated.push_str(&said[at + 1]);
    }
    if outcome.findings.is_empty() {
        annotated.push_str("# accepted\n");
    }
    annotated
}

/// The 1-based numbers of lines that end within a multi-line string.
fn lines_within_strings(text: &str) -> BTreeSet<usize> {
    let mut within = BTreeSet::new();
    let mut open: Option<&str> = None;
    for (at, line) in text.split('\n').enumerate() {
        let mut rest = line;
        loop {
            let found = match open {
                Some(mark) => rest.find(mark).map(|at| (at, mark)),
                None => ["'''", "\"\"\""].into_iter().filter_map(|mark| rest.find(mark).map(|at| (at, mark))).min(),
            };
            let Some((at, mark)) = found else { break };
            open = if open.is_some() { None } else { Some(mark) };
            rest = &rest[at + 3..];
        }
        if open.is_some() {
            within.insert(at + 1);
        }
    }
    within
}

fn expectation(source: &Source, finding: &Diagnostic) -> String {
    let severity = if finding.code.severity == Severity::Error { "error" } else { "warning" };
    let mut text = format!("# {severity}[{}]: {}\n", finding.code.id, finding.message);
    let _ = writeln!(text, "#   at `{}`: {}", excerpt(source, finding.primary.span), finding.primary.text);
    for label in &finding.related {
        let line = source.place(label.span.start).line;
        let _ = writeln!(text, "#   and line {line}, `{}`: {}", excerpt(source, label.span), label.text);
    }
    if let Some(help) = &finding.help {
        let _ = writeln!(text, "#   help: {help}");
    }
    text
}

/// The first line of a place, clipped.
fn excerpt(source: &Source, span: Span) -> String {
    let line = source.slice(span).split('\n').next().unwrap_or_default();
    let clipped: String = line.chars().take(40).collect();
    if clipped.len() < line.len() { clipped + "…" } else { clipped }
}

#[test]
fn every_case_says_what_it_should() {
    let bless = std::env::var_os("GG_BLESS").is_some();
    let mut wrong = Vec::new();
    for path in cases() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(text.starts_with("# "), "{name} opens with a comment that says what it shows");
        let annotated = annotate(&strip(&text));
        if annotated != text {
            if bless {
                fs::write(&path, annotated).unwrap();
            } else {
                wrong.push(format!("--- {name}\n{}", difference(&text, &annotated)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\nGG_BLESS=1 accepts what is said now", wrong.join("\n"));
}

/// Lines that one text has and the other has not.
fn difference(expected: &str, found: &str) -> String {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (expected, found) = (lines(expected), lines(found));
    let missing = expected.iter().filter(|line| !found.contains(line)).map(|line| format!("- {line}\n"));
    let extra = found.iter().filter(|line| !expected.contains(line)).map(|line| format!("+ {line}\n"));
    missing.chain(extra).collect()
}

#[test]
fn every_code_has_a_case() {
    let texts: String = cases().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for code in CODES {
        let shown = texts.contains(&format!("[{}]:", code.id));
        let elsewhere = ELSEWHERE.iter().any(|(id, _)| *id == code.id);
        assert!(
            shown != elsewhere,
            "{} ({}) needs a case, or a reason in ELSEWHERE, and not both",
            code.id,
            code.title
        );
    }
    assert!(cases().len() >= 120, "{} cases", cases().len());
}

#[test]
fn the_readme_holds_a_case() {
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    let example = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(annotate(&strip(example)), example);
}

#[test]
fn every_code_is_explained_by_an_example_that_breaks_it_and_one_that_keeps_it() {
    const PRELUDE: &str = include_str!("cases/prelude.toml");
    let mut ids = BTreeSet::new();
    for code in CODES {
        assert!(ids.insert(code.id), "{} stands for two rules", code.id);
        let title = code.title.chars().next().unwrap();
        assert!(title.is_lowercase() && !code.title.ends_with('.'), "{}: {}", code.id, code.title);
        let fences: Vec<&str> =
            code.explain.split("```").skip(1).step_by(2).map(|fence| fence.trim_start_matches("toml")).collect();
        if ELSEWHERE.iter().any(|(id, _)| *id == code.id) {
            continue;
        }
        let [wrong, right] = fences.as_slice() else { panic!("{} has {} examples, not two", code.id, fences.len()) };
        let says = |example: &str| {
            let text = if example.contains("[surface]") { example.to_owned() } else { format!("{PRELUDE}{example}") };
            let outcome = table::read(&Source::new("example.toml", &text));
            outcome.findings.into_iter().map(|finding| finding.code.id).collect::<BTreeSet<_>>()
        };
        assert!(
            says(wrong).contains(code.id),
            "{}: the first example does not break the rule: {:?}",
            code.id,
            says(wrong)
        );
        assert!(!says(right).contains(code.id), "{}: the second example breaks the rule", code.id);
    }
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/diagnostic/explain")).unwrap();
    assert_eq!(files.count(), CODES.len(), "a file for each code");
}

/// How a few findings look to whoever made the mistakes: within TOML, within WIT, with a second place, at the end.
#[test]
fn findings_as_they_are_printed() {
    for name in ["ten-mistakes", "interface-cycle", "toml-unclosed-block", "wit-in-escaped-string"] {
        let text = strip(&fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap());
        let source = Source::new(format!("{name}.toml"), &text);
        let outcome = table::read(&source);
        insta::assert_snapshot!(name, render(&source, &outcome.findings, Format::Plain));
    }
}
