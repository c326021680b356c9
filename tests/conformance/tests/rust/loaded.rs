//! Code of skills and memories in Rust: keys, exports, documentation, errors, and scripts that run on every use; and the
//! idioms of the language.

use gg_engine::sandbox::{Outcome, Ran, Submission};
use gg_tests_conformance::{
    Case, Fixture, cases,
    run::{lines, notices, skill, submitted},
    runtime,
};

const TOOLS: &str = "//! Rows of text.\nuse itertools::Itertools;\n\n/// Joins them.\npub const COMMA: &str = \",\";\n\n\
    /// A row.\n#[derive(Debug, Clone, PartialEq)]\npub struct Row {\n    pub cells: Vec<String>,\n}\n\n\
    /// Splits a line. Quotes are kept.\n///\n/// One row at a time.\n\
    pub fn split(line: &str) -> Row {\n    Row { cells: parts(line) }\n}\n\n\
    fn parts(line: &str) -> Vec<String> {\n    line.split(COMMA).map(str::to_owned).collect_vec()\n}\n";

/// A program whose `main` does these things.
fn program(body: &str) -> String {
    format!("fn main() -> Result<(), gg::Failure> {{\n{body}\n    Ok(())\n}}\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_is_loaded_documented_and_its_script_run() {
    let prose = skill("csv-tools");
    let script = program("    gg::log(format!(\"script {:?}\", csv_tools::split(\"a,b\").cells));");
    let folder = ".gg/skills/csv-tools";
    let files = [
        (format!("{folder}/skill.md"), prose.as_str()),
        (format!("{folder}/skill.rs"), TOOLS),
        (format!("{folder}/on-use.rs"), script.as_str()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let next = format!(
        "use csv_tools::{{Row, split}};\n\n{}",
        program("    let row: Row = split(\"c\");\n    gg::log(format!(\"{row:?} {}\", csv_tools::COMMA));")
    );
    let first = program(&format!(
        "    gg::log(gg::skills::read_skill(\"csv-tools\")?.trim());\n    gg::programs::rerun({next:?})?;"
    ));
    let (ran, _folder) = submitted("rust", &files, &first).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed);
    assert_eq!(lines(&ran), ["Use them.", "Row { cells: [\"c\"] } ,", "script [\"a\", \"b\"]"]);
    let views: Vec<String> = ran.host.views().current().map(|view| view.message()).collect();
    let [view] = views.as_slice() else { panic!("{views:#?}") };
    for told in [
        "Documentation: lib::csv_tools::split\n---\n",
        "pub fn split(line: &str) -> Row",
        "Splits a line.",
        "Quotes are kept.\n\nOne row at a time.",
        "Module `lib::csv_tools`: `use csv_tools;`",
    ] {
        assert!(view.contains(told), "{told}\n{view}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_spell_alike_are_told_apart() {
    let prose = skill("csv-tools");
    let files = [
        (".gg/skills/csv-tools/skill.md", prose.as_str()),
        (".gg/skills/csv-tools/skill.rs", "pub const WHO: &str = \"skill\";\n"),
    ];
    let next =
        program("    gg::log([csv_tools::WHO, csv_tools2::WHO, regex_::WHO, struct_::WHO, gg_::WHO].join(\" \"));");
    let first = program(&format!(
        "    let keep = |name: &str, who: &str| {{\n        let code = format!(\"pub const WHO: &str = {{who:?}};\");\n        \
         gg::memories::write_memory(gg::memories::MemoryInput {{ name: name.into(), description: \"d\".into(), body: \
         \"b\".into(), code: Some(code), ..Default::default() }})\n    }};\n    keep(\"csvTools\", \"memory\")?;\n    \
         gg::skills::read_skill(\"csv-tools\")?;\n    for name in [\"regex\", \"struct\", \"gg\"] {{\n        keep(name, \
         name)?;\n    }}\n    gg::programs::rerun({next:?})?;"
    ));
    let (ran, _folder) = submitted("rust", &files, &first).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed);
    assert_eq!(lines(&ran), ["memory skill regex struct gg"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn code_that_is_wrong_is_told_where_it_is_used() {
    let keep = |name: &str, code: &str, script: &str| {
        format!(
            "gg::memories::write_memory(gg::memories::MemoryInput {{ name: {name:?}.into(), description: \"d\".into(), \
             body: \"b\".into(), code: Some({code:?}.into()), on_use: {script} }})"
        )
    };
    let bad = keep("bad", "pub fn a() -> u8 { \"é\" }", "None");
    let hidden = keep("hidden", "fn a() {}", "None");
    let reaches = keep("reaches", "pub const A: &str = include_str!(\"/etc/passwd\");", "None");
    let script = program("    gg::session::finish(\"mine\")?;");
    let scripted = keep("scripted", "pub const A: u8 = 1;", &format!("Some({script:?}.into())"));
    let body = [bad, hidden, reaches].map(|call| format!("    if let Err(e) = {call} {{ gg::log(e.message) }}\n"));
    let (ran, _folder) = submitted("rust", &[], &program(&format!("{}    {scripted}?;", body.concat()))).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed, "{:?}", lines(&ran));
    let printed = lines(&ran).join("\n");
    for told in [
        "`memory.code` does not compile:",
        "lib:bad:1:20",
        "mismatched types",
        "lib:hidden:1:1: the module exports nothing: mark by `pub` what programs are to use",
        "lib:reaches:1:21: `include_str!` is not there: a program is one text, and reads files by calls",
    ] {
        assert!(printed.contains(told), "{told}\n{printed}");
    }
    let [notice] = notices(&ran).try_into().unwrap_or_else(|notices| panic!("{notices:?}"));
    assert!(notice.starts_with("The on-use script of the memory `scripted` failed: "), "{notice}");
    assert!(notice.ends_with(", at on-use.rs:2:5."), "{notice}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_idioms_are_those_of_the_language() {
    let case = Case { files: [].into(), prepare: None, profile: None, ..cases().swap_remove(0).1 };
    let runtime = runtime();
    let arm = runtime.arms().find("rust").unwrap_or_else(|| panic!("no arm")).clone();
    let (_fixture, host, turn) = Fixture::new(&case, arm).await;
    let Ran { report, .. } = runtime.run(turn, host, Submission::new(include_str!("idioms.rs"))).await;
    assert_eq!(report.outcome, Outcome::Completed, "{:?}", report.logs.lines);
    let lines = [
        "14 2",
        "b.txt file",
        "a directory",
        "2",
        "hi Some(0)",
        "note 1",
        "true",
        "spawn_subagent delegation.spawn_subagent",
        "0",
        "none",
    ];
    assert_eq!(report.logs.lines, lines);
}
