//! Whatever a table says, reading it ends in findings that have a place, or in a surface from which every output comes.

use gg_codegen::{
    diagnostic::{Severity, code},
    emit::{Context, emit, templates::Templates},
    source::Source,
    table,
};
use proptest::prelude::*;

const TABLES: [&str; 3] = [
    include_str!("../../tests/tables/shop.toml"),
    include_str!("../../tests/tables/words.toml"),
    include_str!("cases/ten-mistakes.toml"),
];

/// Reads a text and checks what holds of every outcome.
fn check(text: &str) {
    let source = Source::new("any.toml", text);
    let outcome = table::read(&source);
    let errors = outcome.findings.iter().filter(|finding| finding.code.severity == Severity::Error).count();
    assert_eq!(outcome.surface.is_none(), errors > 0, "{text}");
    for finding in &outcome.findings {
        let labels = std::iter::once(&finding.primary).chain(&finding.related);
        for span in labels.map(|label| label.span) {
            assert!(source.text().get(span.range()).is_some(), "{} at {span:?} of {text}", finding.message);
        }
        assert!(!finding.message.is_empty() && !finding.message.ends_with('.'), "{}", finding.message);
        // Our own reading of WIT is at least as strict as wit-parser's.
        assert!(!finding.message.starts_with("WIT refuses"), "{}: {text}", finding.message);
    }
    assert!(outcome.findings.iter().all(|finding| finding.code != code::TOO_LARGE));
    let again = table::read(&source);
    assert_eq!(outcome.findings, again.findings);
    if let Some(surface) = outcome.surface {
        let context = Context { table: "any.toml", command: "cargo gen", templates: &Templates::embedded() };
        let files = emit(&surface, &context).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(!files.is_empty());
    }
}

#[test]
fn documentation_that_nests_without_end_is_read() {
    for mark in ["> ", "- ", "*a ", "[", "**a ", "1. "] {
        let doc = mark.repeat(20_000);
        check(&format!(
            "[surface]\nname = 'a'\npackage = 'a:b'\nsummary = 'A.'\n[[module]]\nid = 'm'\nsummary = 'M.'\n\
             [[operation]]\nid = 'm.o'\nalways = true\nsummary = 'O.'\ndoc = '''\n{doc}a\n'''\nexamples = [{{ args = {{}} }}]\n"
        ));
    }
}

/// What a slip, or a machine, puts into a table.
fn snippet() -> impl Strategy<Value = String> {
    let words = [
        "'''",
        "\"\"\"",
        "\"",
        "'",
        "\n",
        "[[",
        "]]",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "(",
        ")",
        ",",
        ";",
        ":",
        "=",
        "%",
        "//",
        "///",
        "/*",
        "#",
        "\\",
        "\u{0}",
        "\r",
        "é",
        "🧪",
        "\u{202e}",
        "option<",
        "list<",
        "tuple<",
        "result<_, ",
        "string",
        "u64",
        "u8",
        "record a { b: a }",
        "variant keep { keep, x, set(keep) }",
        "type t = t;",
        "enum e {",
        "flags f { a }",
        "resource r;",
        "use types.{api-error};",
        "[[operation]]\n",
        "[[module]]\nid = \"core\"\n",
        "id = \"stock.weigh\"\n",
        "always = true\n",
        "examples = []\n",
        "left-out",
        "spread",
        "name.rust = \"x\"\n",
        "[param:x]",
        "[type:article.number]",
        "[stock.weigh]",
        "1e999",
        "-0",
        "99999999999999999999",
        "nan",
        "true",
        "core",
        "types",
        "feedback",
        "kind",
        "keep",
        "self",
        "_",
        "-",
        ".",
        " ",
    ];
    prop_oneof![
        4 => proptest::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        check(&text);
    }

    #[test]
    fn any_words_are_read(words in prop::collection::vec(snippet(), 0..60)) {
        check(&words.concat());
    }

    #[test]
    fn any_words_within_a_types_text_are_read(words in prop::collection::vec(snippet(), 0..40)) {
        let types = words.join(" ").replace("'''", "");
        check(&format!(
            "[surface]\nname = 'a'\npackage = 'a:b'\nsummary = 'A.'\n[[module]]\nid = 'm'\nsummary = 'M.'\n\
             types = '''\n{types}\n'''\n[[operation]]\nid = 'm.o'\nalways = true\nsummary = 'O.'\nexamples = [{{ args = {{}} }}]\n"
        ));
    }

    #[test]
    fn a_table_with_pieces_exchanged_is_read(
        table in proptest::sample::select(TABLES.to_vec()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..40, snippet()), 1..6),
    ) {
        let mut text = table.to_owned();
        for (at, length, new) in edits {
            let boundary = |mut at: usize| {
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let start = boundary(at.index(text.len()));
            let end = boundary((start + length).min(text.len())).max(start);
            text.replace_range(start..end, &new);
        }
        check(&text);
    }

    #[test]
    fn a_table_with_lines_exchanged_is_read(
        table in proptest::sample::select(TABLES.to_vec()),
        swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 1..5),
    ) {
        let mut lines: Vec<&str> = table.lines().collect();
        for (a, b, copy) in swaps {
            let (a, b) = (a.index(lines.len()), b.index(lines.len()));
            if copy { lines[a] = lines[b] } else { lines.swap(a, b) }
        }
        check(&lines.join("\n"));
    }
}
