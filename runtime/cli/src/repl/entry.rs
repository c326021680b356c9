//! How an entry is typed: when it is whole, and what a name in it may become.

use std::{collections::BTreeSet, sync::Arc};

use gg_engine::arm::Arm;
use rustyline::{
    Context, Helper,
    completion::Completer,
    highlight::Highlighter,
    hint::Hinter,
    validate::{ValidationContext, ValidationResult, Validator},
};

/// What the line editor asks.
pub(super) struct Entry {
    arm: Arc<dyn Arm>,
    /// What can be written: calls, modules, and the editor's own commands.
    names: Vec<String>,
}

impl Entry {
    pub(super) fn new(arm: Arc<dyn Arm>, names: Vec<String>) -> Self {
        Self { arm, names }
    }
}

impl Helper for Entry {}

impl Validator for Entry {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let goes_on = goes_on(self.arm.as_ref(), context.input());
        Ok(if goes_on { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for Entry {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or(line);
        let start = before
            .rfind(|letter: char| !is_in_name(letter))
            .map_or(0, |place| place + before[place..].chars().next().map_or(1, char::len_utf8));
        Ok((start, completions(&self.names, &before[start..])))
    }
}

impl Hinter for Entry {
    type Hint = String;
}

impl Highlighter for Entry {}

/// Whether an entry is not over: it goes on until its program can end. A blank line ends it all the same, and what is wrong
/// with it is told.
pub(super) fn goes_on(arm: &dyn Arm, text: &str) -> bool {
    !text.starts_with('.') && !text.ends_with("\n\n") && arm.is_unfinished(text)
}

fn is_in_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.' | ':')
}

/// What a word may become: the names that begin with it, each up to the end of the part the word is in.
fn completions(names: &[String], word: &str) -> Vec<String> {
    let part = |name: &String| {
        let rest = name.strip_prefix(word)?;
        // The separator before the next part belongs to what is typed next.
        let end = rest.char_indices().find(|(at, letter)| *at > 0 && matches!(letter, '.' | ':')).map(|(at, _)| at);
        Some(name[..word.len() + end.unwrap_or(rest.len())].to_owned())
    };
    let parts: BTreeSet<String> = names.iter().filter_map(part).filter(|part| part != word).collect();
    parts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_becomes_what_begins_with_it_part_by_part() {
        let names = ["files.readFile", "files.readTextFile", "files.tree", "find", "gg::files::tree", ".help"];
        let names = names.map(str::to_owned);
        for (word, expected) in [
            ("fi", &["files", "find"][..]),
            ("files", &["files.readFile", "files.readTextFile", "files.tree"]),
            ("files.read", &["files.readFile", "files.readTextFile"]),
            ("files.tree", &[]),
            ("gg::", &["gg::files"]),
            (".", &[".help"]),
            ("none", &[]),
        ] {
            assert_eq!(completions(&names, word), expected, "{word}");
        }
    }
}
