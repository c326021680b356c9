//! `gg-codegen explain`: says what a code of the table's reader, or a rule of `diff`, means.

use anstream::println;
use gg_codegen::{diagnostic::CODES, diff::RULES, table::nearest};

use super::{Done, End, HEADING};

/// Something that can be explained.
struct Topic {
    id: &'static str,
    title: &'static str,
    text: &'static str,
}

fn topics() -> Vec<Topic> {
    let codes = CODES.iter().map(|code| Topic { id: code.id, title: code.title, text: code.explain });
    codes.chain(RULES.iter().map(|rule| Topic { id: rule.id, title: rule.title, text: rule.explain })).collect()
}

pub(super) fn run(code: Option<&str>) -> Done {
    let topics = topics();
    let Some(asked) = code else {
        let width = topics.iter().map(|topic| topic.id.len()).max().unwrap_or(0);
        topics.iter().for_each(|topic| println!("{HEADING}{:<width$}{HEADING:#}  {}", topic.id, topic.title));
        return Ok(());
    };
    match topics.iter().find(|topic| topic.id.eq_ignore_ascii_case(asked)) {
        Some(topic) => {
            println!("{HEADING}{}: {}{HEADING:#}\n\n{}", topic.id, topic.title, topic.text.trim());
            Ok(())
        }
        None => Err(End::Trouble(unknown(asked, &topics))),
    }
}

/// Names the code that was probably meant.
fn unknown(asked: &str, topics: &[Topic]) -> String {
    match nearest(&asked.to_ascii_uppercase(), topics.iter().map(|topic| topic.id)) {
        Some(id) => format!("there is no code `{asked}`; did you mean `{id}`?"),
        None => format!("there is no code `{asked}`; `gg-codegen explain` lists them all"),
    }
}
