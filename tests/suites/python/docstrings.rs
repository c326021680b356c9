//! Any text as a documentation string leaves the files valid, and is found again by Python's own parser.

use std::{fs, process::Command};

use gg_codegen::source::Source;
use gg_tests::tools::{run, tools};
use proptest::{prelude::*, test_runner::TestRunner};

use super::emitted::{Emitted, write};

/// Texts a batch; every batch is one table.
const BATCH: usize = 42;
const BATCHES: u32 = 24;

/// Pieces that try to leave their place, between words that are looked for.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[a-z]{1,8}",
        2 => "[ -~]{1,6}",
        1 => prop::sample::select(vec![
            "\"\"\"", "\"", "'''", "\\", "\\\"\"\"", "\\N{BULLET}", "\\x", "\n", "\n\n", "\n    ", "\r", "\t", "\0", "\u{c}",
            "\u{1a}", "\u{85}", "\u{2028}", "\u{202e}", "\u{feff}", "`", "```\n", "~~~\n", "{{", "{%", "${", "#", "*/", "- ", "1. ", "> ",
            "Args:", "é", "言葉", "🧪", "</b>",
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.join(" "))
}

/// A table whose every documentation string is one of the texts, with a word of its own around it.
fn table(texts: &[String]) -> String {
    let mut texts = texts.iter().enumerate().map(|(at, text)| quoted(&format!("Word{at}x {text} Word{at}y")));
    let mut next = || texts.next().unwrap_or_else(|| quoted("None."));
    // A summary is one paragraph, which not every text is.
    let mut table = format!(
        "[surface]\nname = \"prose\"\npackage = \"tests:prose\"\nsummary = \"Prose.\"\ndoc = {}\n\n[[module]]\nid = \"m\"\n\
         summary = \"A module.\"\ndoc = {}\n",
        next(),
        next()
    );
    for at in 0..(BATCH - 2) / 4 {
        table.push_str(&format!(
            "\n[[operation]]\nid = \"m.o{at}\"\nalways = true\nsummary = \"A call.\"\ndoc = {}\nparams.p = {{ type = \"string\", \
             doc = {} }}\nreturns = {{ type = \"string\", doc = {} }}\nerrors.not-found = {}\nexamples = [{{ args = {{ p = \"\" }} }}]\n",
            next(),
            next(),
            next(),
            next()
        ));
    }
    table
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let character = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(character).collect::<String>())
}

/// Prints every docstring of a folder's files, as Python reads them.
const READ: &str = "import ast, json, pathlib, sys
found = []
for path in sorted(pathlib.Path(sys.argv[1]).rglob('*.py')):
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            found.append(ast.get_docstring(node, clean=False) or '')
print(json.dumps(found))";

#[test]
fn any_text_is_found_again() {
    let mut runner =
        TestRunner::new(ProptestConfig { cases: BATCHES, max_shrink_iters: 0, ..ProptestConfig::default() });
    let batches = prop::collection::vec(text(), BATCH);
    let number = std::cell::Cell::new(0);
    let result = runner.run(&batches, |texts| {
        number.set(number.get() + 1);
        let source = Source::new("operations.toml", &table(&texts));
        let emitted = Emitted::new(&format!("docstrings/{}", number.get()), &source);
        let output =
            run(Command::new(tools().python()).args(["-c", READ]).arg(emitted.sdk())).expect("the files parse");
        let found: Vec<String> = serde_json::from_slice(&output.stdout).expect("docstrings");
        for (at, text) in texts.iter().enumerate() {
            let (first, last) = (format!("Word{at}x"), format!("Word{at}y"));
            let within = found.iter().find_map(|doc| Some(doc.split_once(&first)?.1.split_once(&last)?.0));
            let Some(within) = within else { return Err(TestCaseError::fail(format!("{text:?} is in no docstring"))) };
            // Markdown is written anew, so words are compared, and marks are not.
            prop_assert_eq!(words(within), words(text), "{:?}", text);
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// The runs of letters of a text.
fn words(text: &str) -> Vec<String> {
    // Markdown writes characters nobody sees as numbers.
    let mut seen = String::new();
    for (at, piece) in text.split("&#x").enumerate() {
        let number = if at == 0 { None } else { piece.split_once(';') };
        seen.push_str(number.map_or(piece, |(_, rest)| rest));
        seen.push(' ');
    }
    seen.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn generated_files_are_read_as_they_are_written() {
    let emitted = Emitted::table("prose", "read");
    let file = emitted.folder.join("out.txt");
    let output = run(Command::new(tools().python()).args(["-c", READ]).arg(emitted.sdk())).expect("the files parse");
    write(&file, &output.stdout);
    let found: Vec<String> = serde_json::from_slice(&fs::read(&file).expect("a file")).expect("docstrings");
    let all = found.join("\n");
    for text in ["*/", "言葉", "כתב", "\\ alone", "CR", "quote \""] {
        assert!(all.contains(text), "{text}\n{all}");
    }
}
