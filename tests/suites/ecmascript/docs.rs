//! Whatever a documentation text is, the SDK's files stay valid, and the TypeScript compiler finds the text again, as
//! documentation of the thing it belongs to and of nothing else.

use std::{collections::BTreeMap, fmt::Write};

use gg_codegen::markdown::{Markdown, comment_lines};
use proptest::{
    prelude::{Strategy, any, prop},
    strategy::ValueTree,
    test_runner::TestRunner,
};
use serde::Deserialize;

use super::workspace::{Workspace, generate, node};
use crate::arm_of;

/// How many operations and types carry texts of their own.
const COUNT: usize = 150;

/// What texts are made of.
const PIECES: &[&str] = &[
    "*/",
    "/*",
    "/**",
    "//",
    "@param x",
    "@deprecated",
    "{@link a}",
    "{@inheritDoc}",
    "@",
    " @x ",
    "\n@y\n",
    "a@b.c",
    "`",
    "``",
    "\n```\n",
    "\n~~~\n",
    "\n```ts\n@Decorator {@link b}\n*/\n```\n",
    "`code @z`",
    "`` @w ` @v ``",
    "\\",
    "\r",
    "\r\n",
    "\n",
    "\n\n",
    "    ",
    "\t",
    "\n- ",
    "\n1. ",
    "\n> ",
    "\n# ",
    "\n* ",
    "|",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "&amp;",
    "&#64;deprecated",
    "&#42;/",
    "${x}",
    "{",
    "}",
    "{{",
    "{%",
    "*",
    "**",
    "_",
    "__",
    "[",
    "]",
    "(",
    ")",
    "![",
    "](",
    "<https://a.b/*/c>",
    "[link](https://a.b/@c)",
    "'",
    "\"",
    "\"\"\"",
    "\u{202e}",
    "\u{200f}",
    "\u{2028}",
    "\u{0}",
    "\u{7f}",
    "\u{feff}",
    "é",
    "言葉",
    "שלום",
    "🧪",
    "word",
    "words in a row ",
    "e.g. ",
];

/// A text with a word in it; WIT's comments hold one without line breaks and controls.
fn text(lines: bool) -> impl Strategy<Value = String> {
    let pieces: Vec<&str> =
        PIECES.iter().copied().filter(|piece| lines || !piece.contains(|c: char| c.is_control())).collect();
    let piece = (prop::sample::select(pieces), any::<bool>());
    prop::collection::vec(piece, 1..16).prop_map(|pieces| {
        let glued = pieces.into_iter().map(|(piece, space)| if space { format!("{piece} ") } else { piece.to_owned() });
        format!("{}word", glued.collect::<String>())
    })
}

/// A text as a string of TOML.
fn toml(text: &str) -> String {
    let mut literal = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            c if c.is_control() => write!(literal, "\\u{:04x}", u32::from(c)).expect("a string"),
            c => literal.push(c),
        }
    }
    literal + "\""
}

fn table(mut next: impl FnMut(bool) -> String) -> String {
    let mut types = String::new();
    let mut rows = String::new();
    for at in 0..COUNT {
        let mut comment = || next(false);
        write!(types, "/// {}\nrecord r{at} {{\n/// {}\nf: string,\n}}\n", comment(), comment()).expect("a string");
        write!(types, "/// {}\nenum e{at} {{\n/// {}\nw,\n}}\n", comment(), comment()).expect("a string");
        write!(types, "/// {}\nvariant v{at} {{\n/// {}\nc(string),\n/// {0}\nd,\n}}\n", comment(), comment())
            .expect("a string");
        let types = ["r", "e", "v"].map(|name| format!("{name}{at}"));
        // A summary is one paragraph.
        let summary = toml(&format!("Does {}", next(false)));
        let mut doc = || toml(&next(true));
        write!(
            rows,
            "[[operation]]\nid = \"m.op{at}\"\nalways = true\nsummary = {}\ndoc = {}\n\
             params.a = {{ type = \"{}\", doc = {} }}\nparams.b = {{ type = \"option<{}>\", doc = {} }}\n\
             returns = {{ type = \"{}\", doc = {} }}\nerrors.other = {}\nexamples = [{{ args = {{ a = {{ f = \"\" }} }} }}]\n",
            summary,
            doc(),
            types[0],
            doc(),
            types[1],
            doc(),
            types[2],
            doc(),
            doc(),
        )
        .expect("a string");
    }
    format!(
        "[surface]\nname = \"hostile\"\npackage = \"a:b\"\nsummary = \"Texts.\"\n[[module]]\nid = \"m\"\nsummary = \"Texts.\"\n\
         types = {}\n{rows}",
        toml(&types),
    )
}

#[derive(Debug, Deserialize)]
struct Found {
    errors: Vec<String>,
    comments: Vec<Comment>,
}

#[derive(Debug, Deserialize)]
struct Comment {
    name: String,
    text: String,
    tags: Vec<Tag>,
}

#[derive(Debug, Deserialize)]
struct Tag {
    tag: String,
    name: String,
    text: String,
}

/// The words of a comment, as the arm writes it after a tag.
fn written(doc: &Markdown, tag: &str, lead: &str) -> String {
    let format = &arm_of("typescript").profile().comment;
    let text = comment_lines(doc, format!("{tag} {lead}").trim(), format, 0, &|_| "`?`".to_owned()).join("\n");
    words(text.strip_prefix(tag).unwrap_or(&text))
}

fn words(text: &str) -> String {
    let space = |c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}');
    text.split(space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn any_text_is_found_again_by_the_compiler() {
    let mut runner = TestRunner::deterministic();
    let mut next = |lines: bool| {
        let tree = text(lines).new_tree(&mut runner).expect("a text");
        tree.current()
    };
    let source = table(&mut next);
    let workspace = Workspace::empty("docs");
    let generated = generate("hostile", &source);
    workspace.install(&generated);
    let file = workspace.path("node_modules/hostile/modules/m.d.ts");
    let mut answer: BTreeMap<String, Found> = serde_json::from_str(&node("docs.mjs", &[&file])).expect("an answer");
    let found = answer.remove(&file).expect("the file");
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    let comments: BTreeMap<&str, &Comment> =
        found.comments.iter().map(|comment| (comment.name.as_str(), comment)).collect();

    let surface = &generated.surface;
    let arm = arm_of("typescript").index();
    let mut compared = 0;
    let mut same = |name: &str, found: &str, expected: &str| {
        assert_eq!(words(found), expected, "the documentation of {name}");
        compared += 1;
    };
    for def in surface.types.iter().filter(|def| def.origin == gg_codegen::surface::Origin::Table) {
        let name = def.names.of(arm);
        let comment = comments[name];
        same(name, &comment.text, &written(&def.doc, "", ""));
        assert!(comment.tags.is_empty(), "{name}: {:?}", comment.tags);
        let (member, doc) = match &def.kind {
            gg_codegen::surface::TypeKind::Record(fields) => ("f", &fields[0].doc),
            gg_codegen::surface::TypeKind::Enum(words) => ("w", &words[0].doc),
            // The last case has none of its own, and both are called `kind`.
            _ => continue,
        };
        let member = format!("{name}.{member}");
        same(&member, &comments[member.as_str()].text, &written(doc, "", ""));
        assert!(comments[member.as_str()].tags.is_empty(), "{member}");
    }
    for operation in &surface.operations {
        let name = operation.names.of(arm);
        let comment = comments[name];
        same(name, &comment.text, &written(&operation.summary.followed_by(&operation.doc), "", ""));
        let tags: Vec<&str> = comment.tags.iter().map(|tag| tag.tag.as_str()).collect();
        assert_eq!(tags, ["param", "param", "returns", "throws", "example"], "{name}");
        assert_eq!([&comment.tags[0].name, &comment.tags[1].name], ["a", "options"], "{name}");
        let texts = [
            (0, written(&operation.params[0].doc, "@param a", "-")),
            (2, written(&operation.returns.as_ref().expect("a result").doc, "@returns", "")),
            (3, written(&operation.errors[0].when, "@throws", "`other`:")),
        ];
        for (tag, expected) in texts {
            // A brace after the tag would open a type, so there is a mark before it.
            let expected = if tag == 2 && expected.starts_with('{') { format!("\\{expected}") } else { expected };
            same(name, &comment.tags[tag].text, &expected);
        }
        let member = format!("{}.b", operation.options.of(arm));
        same(&member, &comments[member.as_str()].text, &written(&operation.params[1].doc, "", ""));
    }
    assert_eq!(compared, COUNT * (2 + 2 + 1 + 5), "every text was compared");
}
