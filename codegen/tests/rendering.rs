//! How findings look, and that no span makes the drawing fall over.

use gg_codegen::{
    diagnostic::{Code, Diagnostic, Format, Severity, render},
    source::{Source, Span},
};
use proptest::prelude::*;

const UNKNOWN: Code = Code { id: "GG0012", severity: Severity::Error, title: "an unknown type", explain: "" };
const UNUSED: Code = Code { id: "GG0031", severity: Severity::Warning, title: "an unused type", explain: "" };

const TABLE: &str = "\
[surface]
name = \"pantry\"

[[module]]
id = \"stock\"
types = '''
/// What is left, größer als nichts.
record level { grams: u32 }
'''

[[operation]]
id = \"stock.take\"
returns = { type = \"levle\", doc = \"What is left.\" }
";

fn source() -> Source {
    Source::new("pantry/operations.toml", TABLE)
}

/// The span of the first place a text stands at.
fn at(text: &str) -> Span {
    let start = TABLE.find(text).expect("the text is in the table");
    Span::new(start..start + text.len())
}

fn findings() -> Vec<Diagnostic> {
    vec![
        Diagnostic::new(UNKNOWN, at("\"levle\""), "there is no type `levle`")
            .label("not a type of this table")
            .related(at("record level"), "a type of nearly this name is here")
            .help("write `level`"),
        Diagnostic::new(UNUSED, at("level {"), "nothing uses the type `level`"),
        Diagnostic::new(UNKNOWN, Span::new(TABLE.len()..TABLE.len()), "the table ends too early").label("here"),
        Diagnostic::new(UNKNOWN, at("'''\n/// What is left, größer"), "a span of several lines")
            .label("the first is shown"),
    ]
}

#[test]
fn plain() {
    insta::assert_snapshot!(render(&source(), &findings(), Format::Plain));
}

#[test]
fn coloured() {
    let drawn = render(&source(), &findings()[..1], Format::Coloured);
    assert!(drawn.contains("\u{1b}["), "no colour in {drawn:?}");
    insta::assert_snapshot!(drawn.replace('\u{1b}', "␛"));
}

#[test]
fn json() {
    let lines = render(&source(), &findings(), Format::Json);
    assert_eq!(lines.lines().count(), findings().len());
    insta::assert_snapshot!(lines);
}

#[test]
fn a_line_of_a_megabyte_is_cut_around_the_place() {
    let text = format!("{}HERE{}", "x".repeat(500_000), "y".repeat(500_000));
    let source = Source::new("long.toml", &text);
    let drawn = render(&source, &[Diagnostic::new(UNKNOWN, Span::new(500_000..500_004), "too long")], Format::Plain);
    assert!(drawn.contains("HERE") && drawn.len() < 2_000, "{} bytes", drawn.len());
}

proptest! {
    #[test]
    fn no_span_makes_it_panic(
        text in "(\\PC|[\n\t \u{0}\u{1b}\u{202e}é日\u{301}]){0,60}",
        spans in prop::collection::vec((0usize..80, 0usize..80), 1..5),
        words in "(\\PC|\n){0,20}",
    ) {
        let source = Source::new("any.toml", &text);
        let mut spans = spans.into_iter().map(|(start, end)| Span::new(start..end));
        let mut finding = Diagnostic::new(UNKNOWN, spans.next().unwrap_or_default(), words.clone()).label(words.clone());
        for span in spans {
            finding = finding.related(span, words.clone());
        }
        for format in [Format::Plain, Format::Coloured, Format::Json] {
            let drawn = render(&source, &[finding.clone().help(words.clone())], format);
            prop_assert!(drawn.contains("GG0012"));
        }
    }
}
