//! The words the profile reserves are those the compiler refuses, in every place a name may stand.

use std::process::Command;

use gg_codegen::{
    arms::Profile,
    names::{Case, Kind, convert},
};
use gg_tests::tools::{run, tools};

use super::emitted::python;

/// A source in which a word stands where a name of a kind stands.
fn place(kind: Kind, word: &str) -> String {
    match kind {
        Kind::Root => format!("import {word}\n{word}.module.call()\n"),
        Kind::Module => format!("from root import {word}\nimport root\nroot.{word}.call()\n"),
        Kind::Operation => format!("def {word}(): pass\nmodule.{word}()\n"),
        Kind::Param => format!("def call({word}: int = 0): return {word}\ncall({word}=1)\n"),
        Kind::Type | Kind::Options | Kind::Case => format!("class {word}: pass\nmodule.{word}()\n"),
        Kind::Field => format!("class Record:\n    {word}: int = 0\nrecord.{word}\nRecord({word}=1)\n"),
        Kind::EnumCase | Kind::Flag => format!("class Words:\n    {word} = 1\nmodule.Words.{word}\n"),
        Kind::Method => format!("class Record:\n    def {word}(self): pass\nrecord.{word}()\n"),
    }
}

/// Words that may be reserved: the keywords, soft ones too, builtins, and what a dataclass or an enum has by itself.
const CANDIDATES: &str = "import builtins, enum, json, keyword
words = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *dir(enum.StrEnum), 'self', 'cls', 'mro', 'print', 'exec'}
print(json.dumps(sorted(words)))";

/// Says of each source whether it compiles.
const COMPILE: &str = "import json, sys, warnings
warnings.simplefilter('ignore')
def compiles(source):
    try:
        compile(source, 'source', 'exec')
    except SyntaxError:
        return False
    return True
print(json.dumps([compiles(source) for source in json.load(open(sys.argv[1]))]))";

#[test]
fn reserved_words_are_the_compilers() {
    let profile: &Profile = python().arm().profile();
    let python = tools().python();
    let output = run(Command::new(&python).args(["-c", CANDIDATES])).expect("python runs");
    let words: Vec<String> = serde_json::from_slice(&output.stdout).expect("a list of words");
    assert!(words.len() > 200, "{words:?}");

    // A word as the table would have to write it, in the case its place asks for.
    let mut asked: Vec<(Kind, String)> = Vec::new();
    for &kind in Kind::ALL {
        let case: Case = (profile.case)(kind);
        for word in &words {
            let id = word.to_lowercase();
            let plain =
                id.starts_with(|c: char| c.is_ascii_lowercase()) && id.chars().all(|c| c.is_ascii_alphanumeric());
            if plain {
                asked.push((kind, convert(&id, case)));
            }
        }
        for set in profile.reserved.iter().filter(|set| set.kinds.contains(&kind)) {
            asked.extend(set.words.iter().map(|word| (kind, (*word).to_owned())));
        }
    }
    let sources: Vec<String> = asked.iter().map(|(kind, word)| place(*kind, word)).collect();
    let file = tempfile::NamedTempFile::new().expect("a file");
    serde_json::to_writer(&file, &sources).expect("a file");
    let output = run(Command::new(&python).args(["-c", COMPILE]).arg(file.path())).expect("python runs");
    let compiles: Vec<bool> = serde_json::from_slice(&output.stdout).expect("a list of answers");

    let mut wrong = Vec::new();
    for ((kind, word), compiles) in asked.iter().zip(compiles) {
        match (profile.is_reserved(*kind, word), compiles) {
            (true, true) => wrong.push(format!("needless: {word} as {kind:?}")),
            (false, false) => wrong.push(format!("missing: {word} as {kind:?}")),
            _ => {}
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_escaped_word_is_free() {
    let profile = python().arm().profile();
    for set in profile.reserved {
        for (kind, word) in set.kinds.iter().flat_map(|kind| set.words.iter().map(move |word| (*kind, *word))) {
            assert!(!profile.is_reserved(kind, &format!("{word}{}", profile.escape)), "{word}");
        }
    }
}
