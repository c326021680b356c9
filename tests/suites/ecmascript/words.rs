//! The lists of reserved words, proved by asking the compilers about every word in every place.

use std::collections::{BTreeMap, BTreeSet};

use gg_codegen::names::Kind;
use serde::Deserialize;

use super::workspace::node;
use crate::arm_of;

#[derive(Deserialize)]
struct Answer {
    asked: BTreeSet<String>,
    refused: BTreeSet<String>,
}

#[test]
fn reserved_words_are_those_the_compilers_refuse() {
    let answers: BTreeMap<String, Answer> = serde_json::from_str(&node("words.mjs", &[])).expect("an answer");
    let mut wrong = Vec::new();
    for arm in ["typescript", "javascript"] {
        let profile = arm_of(arm).profile();
        for kind in Kind::ALL {
            let place = format!("{kind:?}");
            let answer = &answers[&place];
            assert!(answer.asked.len() > 100, "{place}: {}", answer.asked.len());
            for word in answer.refused.iter().filter(|word| !profile.is_reserved(*kind, word)) {
                wrong.push(format!("{arm}: {place} {word} is missing"));
            }
            let reserved = profile.reserved.iter().filter(|set| set.kinds.contains(kind)).flat_map(|set| set.words);
            for word in reserved.filter(|word| !answer.refused.contains(**word)) {
                // The specifier `<root>:raw` is the engine's, which no compiler knows.
                if !(*kind == Kind::Module && *word == "raw") {
                    wrong.push(format!("{arm}: {place} {word} is needless"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
