//! The file of a script.

use std::time::Duration;

use gg_settings::{Section, meant};

use crate::{
    failure::Problem,
    reply::{Answer, Call},
    request::SUBMIT_PROGRAM,
    spending::Usage,
};

/// A reply of a script.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Which one it is, from 1.
    pub(super) number: usize,
    /// Whom it is for; none for everyone who is not named.
    pub(super) caller: Option<String>,
    /// What has to stand in a message since the last reply.
    pub(super) sees: Vec<String>,
    /// How long it takes.
    pub(super) delay: Duration,
    /// What comes of it.
    pub(super) outcome: Outcome,
    /// Its tokens, if it tells.
    pub(super) usage: Option<Usage>,
}

/// What comes of a call.
#[derive(Debug, Clone)]
pub(super) enum Outcome {
    /// A reply.
    Answer(Answer),
    /// None.
    Failure(Problem),
}

/// The replies of a script; none when it has none.
pub(super) fn entries(section: &Section<'_>) -> Option<Vec<Entry>> {
    section.needs(&["reply"], "");
    let sections = section.sections("reply");
    // What is wrong with one is noted; the others are read all the same.
    let entries: Vec<Option<Entry>> = (0..).zip(&sections).map(|(at, section)| entry(at, section)).collect();
    entries.into_iter().collect()
}

fn entry(at: usize, section: &Section<'_>) -> Option<Entry> {
    let caller = section.text("caller").map(|(caller, _)| caller);
    let sees = section.texts("sees").unwrap_or_default().into_iter().map(|(text, _)| text).collect();
    let delay = Duration::from_millis(section.integer("delayMs", 0..=u64::MAX).unwrap_or(0));
    let usage = section.section("usage").map(|section| usage(&section));
    let outcome = outcome(at, section)?;
    Some(Entry { number: at + 1, caller, sees, delay, outcome, usage })
}

fn outcome(at: usize, section: &Section<'_>) -> Option<Outcome> {
    let failure = section.text("failure");
    let text = section.string("text").map(|(text, _)| text);
    let submissions = section.strings("submissions");
    let sections = section.sections("call");
    let raw: Vec<Option<(String, String)>> = sections.iter().map(call).collect();
    let says = ["text", "submissions", "call"].iter().any(|key| section.has(key));
    match failure {
        Some((_, span)) if says => {
            section.wrong(span, "a `failure` has no `text`, `submissions` or `call` beside it".to_owned(), None);
            None
        }
        Some((word, span)) => {
            let failures = failures();
            let failure = failures.iter().find(|failure| failure.word() == word);
            if failure.is_none() {
                let words: Vec<&str> = failures.iter().map(Problem::word).collect();
                section.wrong(span, format!("there is no failure `{word}`"), meant(&word, &words));
            }
            failure.cloned().map(Outcome::Failure)
        }
        None if !says && !section.has("failure") => {
            let help = "give it `text`, `submissions`, `call` or `failure`; a blank `text` is a reply too";
            section.wrong(section.span(), "a reply that says nothing".to_owned(), Some(help.to_owned()));
            None
        }
        None => {
            let submitted = submissions
                .unwrap_or_default()
                .into_iter()
                .map(|(program, _)| (SUBMIT_PROGRAM.to_owned(), serde_json::json!({ "program": program }).to_string()));
            let calls = submitted.map(Some).chain(raw).collect::<Option<Vec<_>>>()?;
            let calls = (1..).zip(calls).map(|(number, (tool, arguments))| Call {
                id: format!("call_{}_{number}", at + 1),
                tool,
                arguments,
            });
            let calls = calls.collect();
            Some(Outcome::Answer(Answer { text: text.unwrap_or_default(), calls, kept: Vec::new() }))
        }
    }
}

fn call(section: &Section<'_>) -> Option<(String, String)> {
    section.needs(&["arguments"], "");
    let tool = section.text("tool").map_or_else(|| SUBMIT_PROGRAM.to_owned(), |(tool, _)| tool);
    Some((tool, section.string("arguments")?.0))
}

fn usage(section: &Section<'_>) -> Usage {
    let tokens = |key| section.integer(key, 0..=u64::MAX).unwrap_or(0);
    Usage {
        input: tokens("input"),
        cached_input: tokens("cachedInput"),
        cache_write: tokens("cacheWrite"),
        output: tokens("output"),
    }
}

/// One failure of each kind.
fn failures() -> [Problem; 8] {
    let found = "the script says so".to_owned();
    [
        Problem::Auth { variable: "a key".to_owned(), found: found.clone() },
        Problem::Rejected { status: None, found: found.clone() },
        Problem::RetryExhausted { last: found.clone() },
        Problem::ResponseLoop { unit: 1, repeats: 16 << 10 },
        Problem::VisionUnsupported { found: found.clone() },
        Problem::Parse { found: found.clone() },
        Problem::Timeout { seconds: 900 },
        Problem::LengthCapped { found },
    ]
}
