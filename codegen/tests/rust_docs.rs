//! Any text as documentation leaves the Rust SDK's files valid, and Rust's own parser finds it again.

use std::fmt::Write;

use gg_codegen::{
    Options,
    arms::ArmIndex,
    diagnostic::Format,
    emit::Output,
    markdown::{Block, Markdown, parse},
    output::FileSet,
    source::Source,
    surface::Surface,
};
use proptest::prelude::*;

/// A table whose documentation is a text, wherever any text may stand.
fn table(text: &str) -> String {
    let text = text.chars().fold(String::new(), |mut all, c| {
        write!(all, "\\U{:08X}", u32::from(c)).expect("a string takes it");
        all
    });
    format!(
        r#"
[surface]
name = "told"
package = "tests:told"
summary = "Tells."
doc = "{text}"

[[module]]
id = "tales"
summary = "Tales."
doc = "{text}"
types = '''
/// A tale.
record tale {{
    /// Its text.
    text: string,
}}
'''

[[operation]]
id = "tales.tell"
always = true
summary = "Tells."
doc = "{text}"
params.first = {{ type = "option<u8>", doc = "{text}" }}
params.second = {{ type = "option<u8>", doc = "Second." }}
returns = {{ type = "tale", doc = "It." }}
examples = [{{ args = {{}} }}]
"#
    )
}

fn generate(text: &str) -> Result<(Surface, FileSet), String> {
    let rust = ArmIndex::find("rust").expect("there is a Rust arm");
    let options = Options { outputs: vec![Output::Sdk(rust)], ..Options::default() };
    let source = Source::new("told.toml", &table(text));
    let generated =
        gg_codegen::generate(&source, &options).map_err(|failure| failure.render(&source, Format::Plain))?;
    Ok((generated.surface, generated.files))
}

/// The documentation among attributes, as rustdoc reads it.
fn documentation(attributes: &[syn::Attribute]) -> Markdown {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<_> = lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned()).collect();
    parse(&lines.join("\n"))
}

/// What the SDK makes of a text: its code has no language that rustdoc would compile.
fn expected(doc: &Markdown) -> Markdown {
    fn code_is_text(block: &Block) -> Block {
        match block {
            Block::Code { text, .. } => Block::Code { language: "text".to_owned(), text: text.clone() },
            Block::List { start, items } => {
                let items = items.iter().map(|item| item.iter().map(code_is_text).collect());
                Block::List { start: *start, items: items.collect() }
            }
            Block::Quote(blocks) => Block::Quote(blocks.iter().map(code_is_text).collect()),
            other => other.clone(),
        }
    }
    Markdown { blocks: doc.blocks.iter().map(code_is_text).collect() }
}

fn syn_finds(text: &str) -> Result<(), TestCaseError> {
    // A reference to what is not there, for one, is refused.
    let (surface, files) = generate(text).map_err(TestCaseError::reject)?;
    let mut found = Vec::new();
    for (path, contents) in files.iter().filter(|(path, _)| path.contains("/src/")) {
        let code = std::str::from_utf8(contents).expect("it is text");
        let file = syn::parse_file(code).map_err(|error| TestCaseError::fail(format!("{path}: {error}\n{code}")))?;
        if path.ends_with("/src/lib.rs") || path.ends_with("/src/tales.rs") {
            found.push((1, documentation(&file.attrs)));
        }
        for item in &file.items {
            match item {
                syn::Item::Fn(function) if function.sig.ident == "tell" => {
                    found.push((1, documentation(&function.attrs)));
                }
                syn::Item::Struct(bag) if bag.ident == "TellOptions" => {
                    let field = bag.fields.iter().next().expect("it has fields");
                    found.push((0, documentation(&field.attrs)));
                }
                _ => {}
            }
        }
    }
    prop_assert_eq!(found.len(), 4);
    let doc = &surface.operations[0].doc;
    if doc.references().is_empty() {
        let doc = expected(doc);
        for (skipped, found) in found {
            let blocks: Vec<_> = found.blocks.into_iter().skip(skipped).take(doc.blocks.len()).collect();
            prop_assert_eq!(&blocks, &doc.blocks);
        }
    }
    Ok(())
}

/// What is special somewhere in Rust, in a comment, in Markdown, or to the eye.
const SPECIAL: &[&str] = &[
    "*/",
    "/*",
    "//",
    "/",
    "\"\"\"",
    "\"#",
    "\\",
    "\r",
    "\n",
    "\n\n",
    "\t",
    "```\n",
    "```rust\n",
    "~~~\n",
    "    ",
    "- ",
    "1. ",
    "> ",
    "# ",
    "[a]",
    "[a](b)",
    "[a]: b",
    "[`u8`]",
    "](",
    "<b>",
    "<!--",
    "&amp;",
    "| a |",
    "|---|",
    "`",
    "``",
    "*",
    "_",
    "**",
    "\u{202e}",
    "\u{2066}",
    "\u{200f}",
    "\u{feff}",
    "\u{2028}",
    "\0",
    "\u{7f}",
    "\u{85}",
    "{",
    "}",
    "{{",
    "{%",
    "$x",
    "#!",
    "#![allow(x)]",
    "https://example.com/a_b",
    "@",
    "word",
    "é",
    "字",
    "🧪",
    "  ",
    " ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_found_again(pieces in prop::collection::vec(
        prop_oneof![prop::sample::select(SPECIAL).prop_map(str::to_owned), "\\PC{0,12}", any::<char>().prop_map(String::from)],
        0..14,
    )) {
        syn_finds(&pieces.concat())?;
    }
}
