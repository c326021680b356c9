//! Documentation: any text has a tree in normal form, which is written down and read again unchanged, and no text leaves
//! the comment it is put into.

use gg_codegen::{
    arms,
    markdown::{Reference, parse, render_comment, render_line, render_markdown, render_text},
};
use proptest::prelude::*;

/// Any text: words, and everything that Markdown, a comment or a compiler may see something in.
fn text() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(vec![
        "*",
        "**",
        "***",
        "_",
        "__",
        "`",
        "``",
        "```\n",
        "~~~\n",
        "[",
        "]",
        "(",
        ")",
        "![",
        "](",
        "](u)",
        "<",
        ">",
        "> ",
        "- ",
        "* ",
        "+ ",
        "1. ",
        "2) ",
        "# ",
        "## ",
        " #",
        "\n",
        "\n\n",
        "  \n",
        "\\\n",
        "\\",
        " ",
        "    ",
        "\t",
        "---",
        "===",
        "***\n",
        "___",
        "|",
        "|-|-|\n",
        ": ",
        "&amp;",
        "&#42;",
        "&#32;",
        "&auml;",
        "&",
        ";",
        "<b>",
        "</b>",
        "<!--",
        "-->",
        "<div>\n",
        "<http://a.b>",
        "<a@b.c>",
        "http://a.b",
        "[m.key]",
        "[type:a-type]",
        "[type:a_b.c_d]",
        "[param:p]",
        "[a][m.key]",
        "[x]: y\n",
        "!",
        "{#id}",
        "@tag",
        "{@link x}",
        "*/",
        "/*",
        "\"\"\"",
        "'''",
        "\"",
        "'",
        "#[",
        "${",
        "%}",
        "{{",
        "\u{202e}",
        "\u{200f}",
        "\u{a0}",
        "\u{2028}",
        "\u{0}",
        "\r",
        "\r\n",
        "\u{1b}",
        "\u{feff}",
        "a",
        "b c",
        "word",
        "ä",
        "日本",
        "1",
        "0x",
        "(a)",
        ".",
        "[ ]",
        "[x]",
        "[^1]",
        "~",
    ]);
    prop::collection::vec(prop_oneof![8 => marks.prop_map(str::to_owned), 1 => "\\PC{0,3}"], 0..16)
        .prop_map(|parts| parts.concat())
}

/// How many texts are tried; `PROPTEST_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2_000)
}

fn as_written(reference: &Reference) -> String {
    reference.source()
}

/// The tree of a text, having checked that it survives being written down at a width.
fn survives(text: &str, width: usize) -> Result<(), TestCaseError> {
    let tree = parse(text);
    let written = render_markdown(&tree, width, &as_written);
    prop_assert_eq!(&parse(&written), &tree, "{:?} was written as {:?}", text, written);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_survives_being_written_down(text in text(), width in prop_oneof![1usize..40, Just(100), Just(usize::MAX)]) {
        survives(&text, width)?;
    }

    #[test]
    fn a_line_is_one_line_and_says_the_same(text in text()) {
        let tree = parse(&text);
        let line = render_line(&tree, &as_written);
        prop_assert!(!line.contains('\n'));
        let said = |text: &str| render_text(&parse(text), &as_written).replace("; ", " ");
        // A fence or a list is flattened, so only the words are compared.
        prop_assert_eq!(said(&line), said(&text), "{:?}", line);
        prop_assert!(!render_text(&tree, &as_written).contains('\n'));
    }

    #[test]
    fn no_text_leaves_its_comment(text in text(), indent in 0usize..12) {
        for arm in arms::ALL {
            let format = &arm.profile().comment;
            let comment = render_comment(&parse(&text), format, indent, &as_written);
            if comment.is_empty() {
                continue;
            }
            prop_assert!(comment.ends_with('\n'));
            let lines: Vec<&str> = comment.trim_end_matches('\n').split('\n').collect();
            let pad = " ".repeat(indent);
            for line in &lines {
                prop_assert!(line.is_empty() || line.starts_with(&pad), "{:?} of {:?}", line, comment);
                prop_assert!(!line.ends_with(' '), "blanks at the end of {:?}", line);
                let hidden = |c: char| (c.is_control() && c != '\t') || "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{2028}\u{2029}".contains(c);
                prop_assert!(!line.contains(hidden), "{:?}", line);
            }
            let body = comment.trim().strip_prefix(format.open).and_then(|rest| rest.strip_suffix(format.close.trim()));
            let body = body.ok_or_else(|| TestCaseError::fail(format!("no open and close in {comment:?}")))?;
            if format.close.is_empty() {
                for line in &lines {
                    prop_assert!(line.trim_start().starts_with(format.prefix.trim()), "{:?}", line);
                }
            } else {
                let escapes = format.replace.iter().any(|(found, _)| *found == "\\");
                let body = if escapes { without_escapes(body) } else { body.to_owned() };
                prop_assert!(!body.contains(format.close.trim()), "{} closes {:?} early", arm.profile().id, comment);
            }
        }
    }
}

/// A text as a language with backslash escapes sees it: an escaped character is no longer itself.
fn without_escapes(text: &str) -> String {
    let mut kept = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        kept.push(if c == '\\' { chars.next().map_or('\\', |_| '.') } else { c });
    }
    kept
}

/// What once went wrong, and what was feared.
#[test]
fn known_cases_survive() {
    let cases = [
        "*a**b*",
        "*a***b**",
        "**a***b*",
        "***a** b*",
        "*a* *b*",
        "*a*&#32;*b*",
        "*x **b***&#8203;**c**",
        "_a_b",
        "a_b_c",
        "a__b",
        "- a\n\n* b\n\n+ c",
        "1. a\n\n1) b",
        "- - - a",
        "- - -",
        "* - +",
        "- ***",
        "-\n- a",
        "- a\n\n  b\n- c\n  - d",
        "> a\n\n> b",
        ">",
        "> - a\n>   b",
        "1986\\. A year",
        "\\- a",
        "\\# a",
        "# a \\#",
        "# a {#b}",
        "a\n===",
        "a  \nb",
        "a\\\nb",
        "\\\na",
        "`` ` ``",
        "` a `",
        "a | b\n--- | ---\n1 | 2",
        "&amp;lt;",
        "&copy",
        "<b>*a*</b>",
        "<div>\n*a*\n</div>",
        "[m.key](x)",
        "[m.key]\\(x)",
        "[m.key]: y",
        "[m.key]\\: y",
        "[m.key]*[m.key]*",
        "![a [b](c) d](e)",
        "!\\[a]",
        "\\![a](b)",
        "[a]()",
        "[](b)",
        "[a](<b c>)",
        "[a](b\\)c)",
        "<http://a.b/*_c>",
        "<a@b.c>",
        "```a`b",
        "~~~ x`y\na\n~~~",
        "```rust,ignore\n\n a  \n```",
        "````\n```\n````",
        "    a\n\n    b",
        "C:\\dir\\*",
        "a \\",
        "a\\",
        "1 < 2 > 0",
        "[type:_a_]",
        "[a [m.key] b](c)",
        "&#x202e;",
        "`\u{202e}`",
        "&#160;*a*",
        "*&#160;a*",
        "&auml;*(a)*",
        "**a*",
        "a*b*c",
        "[x]: y\n\n[x]",
        "+",
        "=",
        "\\===",
        "99999999999. a",
        "999999999. a\n1. b",
    ];
    for case in cases {
        for width in [1, 5, 20, 100, usize::MAX] {
            survives(case, width).unwrap_or_else(|e| panic!("{case:?} at {width}: {e}"));
        }
    }
}

#[test]
fn what_is_nested_too_deep_is_flattened_and_not_a_crash() {
    for mark in ["> ", "- ", "1. ", "*", "**", "[", "![", "`", "<b>"] {
        let text = format!("{}a", mark.repeat(20_000));
        survives(&text, 80).unwrap_or_else(|e| panic!("{mark:?}: {e}"));
    }
}

#[test]
fn ordinary_text_stays_as_it_is() {
    let text = "The first line of the window, 1-based; `1` for an empty file. It is 3 < 4, a_name, C:\\dir and x - y.\n\n\
                - **one**: see [m.key]\n- *two* (or 3.)\n\n1. a\n2. b\n\n> quoted\n\n```json\n{}\n```";
    assert_eq!(render_markdown(&parse(text), 200, &as_written), text);
}

#[test]
fn one_line_of_text_is_without_marks() {
    let tree = parse("A *great* [link](u) to `a` and [m.key].\n\n- one\n- two\n\n```\nx\ny\n```");
    let resolve = |_: &Reference| "`m.theKey`".to_owned();
    assert_eq!(render_text(&tree, &resolve), "A great link to `a` and `m.theKey`. one; two `x y`");
    assert_eq!(render_line(&tree, &resolve), "A *great* [link](u) to `a` and `m.theKey`. one; two `x y`");
}
