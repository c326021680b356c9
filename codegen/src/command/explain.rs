//! `gg-codegen explain`: says what a code means.

use anstream::println;
use gg_codegen::diagnostic::CODES;

use super::{Done, End, HEADING};

/// Something that can be explained.
struct Topic {
    id: &'static str,
    title: &'static str,
    text: &'static str,
}

fn topics() -> Vec<Topic> {
    CODES.iter().map(|code| Topic { id: code.id, title: code.title, text: code.explain }).collect()
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

/// Names the codes that are nearest to one that does not exist.
fn unknown(asked: &str, topics: &[Topic]) -> String {
    let wanted = asked.to_ascii_lowercase();
    let mut near: Vec<_> =
        topics.iter().map(|topic| (distance(&wanted, &topic.id.to_ascii_lowercase()), topic)).collect();
    near.sort_by_key(|(distance, _)| *distance);
    let near: Vec<_> = near.iter().take_while(|(distance, _)| *distance <= wanted.len().max(3) / 2).take(3).collect();
    let mut message = format!("there is no code `{asked}`; `gg-codegen explain` lists them all");
    for (_, topic) in near {
        message.push_str(&format!("\n  {}  {}", topic.id, topic.title));
    }
    message
}

/// How many letters must change to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let next = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}
