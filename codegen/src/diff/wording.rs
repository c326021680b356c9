//! Changed texts.

use super::{Impact, Rule, Weight, change::Change};
use crate::markdown::{Markdown, Reference, render_markdown};

pub(super) static WORDING: Rule = Rule {
    id: "GGD003",
    title: "The wording changed",
    explain: "Pages and prompts read differently; no signature does. A text that is only wrapped anew is not reported. \
              Whether the new words promise something else, a reader has to say.",
};

/// What is said of something by its texts, each with what it is called; none where all say the same.
pub(super) fn change<'a, S: Into<String>>(
    at: &str,
    texts: impl IntoIterator<Item = (S, &'a Markdown, &'a Markdown)>,
) -> Option<Change> {
    let changed = texts.into_iter().filter(|(_, old, new)| !same(old, new)).map(|(what, _, _)| what.into());
    let changed: Vec<String> = changed.collect();
    let (last, others) = changed.split_last()?;
    let places = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
    let message = format!("other words in {places}");
    Some(Change::new(&WORDING, at, message).impact(Impact::none().model(Weight::Compatible)))
}

/// Whether two texts read the same, wherever their lines break.
pub(super) fn same(old: &Markdown, new: &Markdown) -> bool {
    old == new || text(old) == text(new)
}

fn text(markdown: &Markdown) -> String {
    render_markdown(markdown, usize::MAX, &|reference| match reference {
        Reference::Operation(id) => format!("[{id}]"),
        Reference::Type(name) => format!("[type:{name}]"),
        Reference::Param(name) => format!("[param:{name}]"),
    })
}
