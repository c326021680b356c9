//! Changes as text, an audience after the other, or as JSON. Both are pure functions of what was found.

use std::fmt::Write;

use indexmap::IndexMap;
use serde::Serialize;

use super::{Change, Weight, is_breaking};
use crate::{
    source::{Source, Span},
    surface::Allow,
};

/// What looks at a surface.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Audience {
    Wire,
    Programs,
    Model,
}

impl Audience {
    fn title(self) -> &'static str {
        match self {
            Self::Wire => "The wire (compiled components)",
            Self::Programs => "Programs (stored ones, and `lib`)",
            Self::Model => "The model (what prompts and pages say)",
        }
    }

    fn weight(self, change: &Change) -> Weight {
        match self {
            Self::Wire => change.impact.wire,
            Self::Model => change.impact.model,
            Self::Programs => change.impact.programs.iter().map(|(_, weight)| *weight).max().unwrap_or(Weight::None),
        }
    }
}

/// A report for people: for each audience what breaks, then what is compatible; each change with both its places. Last
/// comes what the new table allows and nothing is.
pub fn text(old: &Source, new: &Source, changes: &[Change], unused: &[&Allow]) -> String {
    let mut out = if changes.is_empty() { "No change.\n".to_owned() } else { found(old, new, changes) };
    for allow in unused {
        let place = place(new, allow.span);
        let (rule, at) = (&allow.rule, &allow.at);
        let _ = write!(out, "\nunused: {place} allows {rule} at {at}, and nothing of the kind changed; remove it\n");
    }
    out
}

fn found(old: &Source, new: &Source, changes: &[Change]) -> String {
    let mut out = String::new();
    for audience in [Audience::Wire, Audience::Programs, Audience::Model] {
        let touched = |weight| changes.iter().filter(move |change| audience.weight(change) == weight);
        let (breaking, compatible) = (touched(Weight::Breaking).count(), touched(Weight::Compatible).count());
        let _ = writeln!(out, "{}: {breaking} breaking, {compatible} compatible\n", audience.title());
        for weight in [Weight::Breaking, Weight::Compatible] {
            touched(weight).for_each(|change| entry(&mut out, old, new, change, audience));
        }
    }
    let loud: Vec<&Change> = changes.iter().filter(|change| change.is_breaking()).collect();
    out.push_str(&closing(&loud));
    out
}

fn entry(out: &mut String, old: &Source, new: &Source, change: &Change, audience: Audience) {
    let weight = audience.weight(change).word();
    let _ = writeln!(out, "  {weight:<10}  {} {}: {}", change.rule.id, change.at, change.message);
    let mut line = |text: &str| {
        let _ = writeln!(out, "              {text}");
    };
    if audience == Audience::Programs {
        line(&arms(change));
    }
    let places = match (change.old.map(|span| place(old, span)), change.new.map(|span| place(new, span))) {
        (Some(before), Some(after)) => format!("{before} → {after}"),
        (Some(before), None) => format!("was at {before}"),
        (None, Some(after)) => format!("is at {after}"),
        (None, None) => String::new(),
    };
    if !places.is_empty() {
        line(&places);
    }
    if let Some(reason) = &change.allowed {
        line(&format!("allowed: {reason}"));
    }
    out.push('\n');
}

fn place(source: &Source, span: Span) -> String {
    let place = source.place(span.start);
    format!("{}:{}:{}", source.name(), place.line, place.column)
}

/// Which arms' programs are hit, and how.
fn arms(change: &Change) -> String {
    let hit = |wanted: Weight| {
        let labels = change.impact.programs.iter().filter(|(_, weight)| **weight == wanted);
        let labels: Vec<_> = labels.map(|(arm, _)| arm.arm().profile().label).collect();
        (!labels.is_empty()).then(|| format!("{} in {}", wanted.word(), labels.join(", ")))
    };
    let hits: Vec<String> = [Weight::Breaking, Weight::Compatible].into_iter().filter_map(hit).collect();
    hits.join("; ")
}

fn closing(loud: &[&Change]) -> String {
    let Some(first) = loud.first() else { return "Nothing breaks that is not allowed.\n".to_owned() };
    let count = match loud.len() {
        1 => "1 change breaks something and is not allowed.".to_owned(),
        count => format!("{count} changes break something and are not allowed."),
    };
    let (rule, at) = (first.rule.id, &first.at);
    format!(
        "{count} `gg-codegen explain {rule}` says more. Where one is meant, say so in the new table:\n\n\
         [[allow]]\nrule = \"{rule}\"\nat = \"{at}\"\nreason = \"...\"\n"
    )
}

#[derive(Serialize)]
struct Report<'a> {
    breaking: bool,
    changes: Vec<Entry<'a>>,
    unused: Vec<Unused<'a>>,
}

/// What the new table allows and nothing is.
#[derive(Serialize)]
struct Unused<'a> {
    rule: &'a str,
    at: &'a str,
    new: Place<'a>,
}

#[derive(Serialize)]
struct Entry<'a> {
    rule: &'a str,
    title: &'a str,
    at: &'a str,
    message: &'a str,
    old: Option<Place<'a>>,
    new: Option<Place<'a>>,
    wire: &'static str,
    programs: IndexMap<&'static str, &'static str>,
    model: &'static str,
    allowed: Option<&'a str>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    start: u32,
    end: u32,
}

impl<'a> Place<'a> {
    fn new(source: &'a Source, span: Span) -> Self {
        let place = source.place(span.start);
        Self { file: source.name(), line: place.line, column: place.column, start: span.start, end: span.end }
    }
}

/// A report for tools: one JSON object with `breaking`, every change and every allowance that was not used; lines and columns count from 1, `start` and
/// `end` are bytes of the table.
pub fn json(old: &Source, new: &Source, changes: &[Change], unused: &[&Allow]) -> String {
    let entries = changes.iter().map(|change| Entry {
        rule: change.rule.id,
        title: change.rule.title,
        at: &change.at,
        message: &change.message,
        old: change.old.map(|span| Place::new(old, span)),
        new: change.new.map(|span| Place::new(new, span)),
        wire: change.impact.wire.word(),
        programs: change.impact.programs.iter().map(|(arm, weight)| (arm.arm().profile().id, weight.word())).collect(),
        model: change.impact.model.word(),
        allowed: change.allowed.as_deref(),
    });
    let unused =
        unused.iter().map(|allow| Unused { rule: &allow.rule, at: &allow.at, new: Place::new(new, allow.span) });
    let report = Report { breaking: is_breaking(changes), changes: entries.collect(), unused: unused.collect() };
    // A report is plain data: it always has a JSON form.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}
