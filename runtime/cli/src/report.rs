//! What came of a submission: for a person, or as JSON.

use std::{borrow::Cow, fmt::Write as _, time::Duration};

use gg_engine::{
    record::CallEntry,
    sandbox::{Band, Outcome},
};
use gg_host::{Body, Ending, View, submission::Submitted};
use serde_json::{Value, json};

use crate::{Refused, output, style};

/// Prints the report for a person: views first, as the model would get them, then notices and the error, then what is
/// for the operator alone.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn print(ran: &mut Submitted, calls: bool) -> Result<(), Refused> {
    output::print(text(ran, calls))
}

fn text(ran: &mut Submitted, calls: bool) -> String {
    let mut text = String::new();
    for pin in ran.host.take_pins() {
        let heading = style::heading(&format!("Skill: {}", pin.name));
        let _ = writeln!(text, "{heading}\n{}\n{}\n", style::dim("---"), visible(pin.text.trim_end()));
    }
    for view in ran.host.views_mut().take().opened {
        text.push_str(&shown(&view));
        text.push('\n');
    }
    for band in ran.report.bands() {
        let heading = match band {
            Band::Notice(_) => style::notice(band.heading()),
            _ => style::bad(band.heading()),
        };
        let _ = writeln!(text, "{heading}\n{}\n", indented(band.text()));
    }
    if let Some(ending) = ran.host.declarations().ending() {
        let _ = writeln!(text, "{}\n{}\n", style::heading("Session ended"), indented(&ending.text()));
    }
    operator(&mut text, ran);
    if calls {
        listed(&mut text, ran);
    }
    summary(&mut text, ran);
    text
}

/// A view as its message reads.
fn shown(view: &View) -> String {
    let body = match &view.body {
        Body::Text(text) => visible(text),
        Body::Picture { media_type, bytes } => format!("({media_type}, {} bytes)", bytes.len()).into(),
    };
    let end = if body.is_empty() || body.ends_with('\n') { "" } else { "\n" };
    format!("{}\n{}\n{body}{end}", style::heading(&view.heading), style::dim("---"))
}

/// What the model is never told.
fn operator(text: &mut String, ran: &Submitted) {
    let report = &ran.report.total;
    let logs = &report.logs;
    if !logs.lines.is_empty() {
        let _ = writeln!(text, "{}", style::heading("Printed"));
        if logs.suppressed > 0 {
            let _ = writeln!(text, "  ({} earlier lines were dropped)", logs.suppressed);
        }
        logs.lines.iter().for_each(|line| text.push_str(&format!("{}\n", indented(line))));
        text.push('\n');
    }
    let mut notes: Vec<String> = Vec::new();
    match &report.outcome {
        Outcome::Fatal(fault) => notes.push(format!("A defect of gg, not of the program: {}", fault.text)),
        Outcome::Failed(failure) => notes.extend(failure.detail.clone()),
        Outcome::Completed => {}
    }
    notes.extend(report.faults.iter().map(|fault| format!("A defect of gg: {}", fault.text)));
    if report.returned {
        notes.push("The program returned a value, which was dropped.".to_owned());
    }
    if let Some(call) = &report.deferred {
        notes.push(format!("A call was tried after the program had ended: {call}"));
    }
    let waits = ran.host.declarations().issue_waits();
    if !waits.is_empty() {
        notes.push(format!("Nobody works on issues here, so none is waited for: {}", waits.join(", ")));
    }
    notes.extend(ran.report.not_kept.iter().map(|why| format!("The program was not kept: {why}")));
    notes.dedup();
    for note in notes {
        let _ = writeln!(text, "{}", style::dim(&visible(&note)));
    }
}

/// Every call that is on a roster, in the order of the program.
fn listed(text: &mut String, ran: &Submitted) {
    let rosters = &ran.turn.rosters;
    let mut entries: Vec<(&CallEntry, bool)> = rosters.calls.kept.iter().map(|entry| (entry, true)).collect();
    entries.extend(rosters.refusals.kept.iter().map(|entry| (entry, false)));
    entries.sort_by_key(|(entry, _)| entry.number);
    if entries.is_empty() && rosters.guards.kept.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}", style::heading("Calls"));
    let width = entries.iter().map(|(entry, _)| entry.operation.id.len()).max().unwrap_or_default();
    for (entry, performed) in entries {
        let outcome = match &entry.error {
            None => style::good("ok"),
            Some((code, error)) => {
                let refused = if performed { "" } else { "refused, " };
                let line = error.lines().next().unwrap_or_default();
                style::bad(&format!("{refused}{code}: {}", visible(line)))
            }
        };
        let _ =
            writeln!(text, "  {:>3}  {:width$}  {:>9}  {outcome}", entry.number, entry.operation.id, time(entry.took));
    }
    for guard in &rosters.guards.kept {
        let _ =
            writeln!(text, "    -  {:width$}  {:>9}  {}", guard.operation, "", style::bad(&visible(&guard.message)));
    }
    let undocumented = &ran.report.total.counters.undocumented_by_operation;
    if !undocumented.is_empty() {
        let counts: Vec<String> =
            undocumented.iter().map(|(operation, count)| format!("{operation} {count}")).collect();
        let line = format!("  without documentation in the window when the turn began: {}", counts.join(", "));
        let _ = writeln!(text, "{}", style::dim(&line));
    }
    for (what, dropped) in [("calls", rosters.calls.dropped), ("refusals", rosters.refusals.dropped)] {
        if dropped > 0 {
            let _ = writeln!(text, "  and {dropped} more {what}");
        }
    }
    text.push('\n');
}

/// The last line.
fn summary(text: &mut String, ran: &Submitted) {
    let report = &ran.report.total;
    let (mark, how) = match &report.outcome {
        _ if report.is_fatal() => (style::bad("defect"), String::new()),
        Outcome::Failed(failure) => (style::bad("failed"), format!(" ({})", failure.kind)),
        Outcome::Completed | Outcome::Fatal(_) => (style::good("ran"), String::new()),
    };
    let counters = &report.counters;
    let views = ran.host.views().rosters().opened.kept.len();
    let mut parts = vec![counted(counters.api_calls, "call")];
    if counters.refusals > 0 {
        parts.push(format!("{} refused", counters.refusals));
    }
    if counters.guard_failures > 0 {
        parts.push(format!("{} with wrong arguments", counters.guard_failures));
    }
    parts.push(counted(u32::try_from(views).unwrap_or(u32::MAX), "view"));
    let timings = &report.timings;
    parts.push(format!(
        "{} in all: {} waiting for the engine, {} the program, {} its calls",
        time(timings.total),
        time(timings.wait),
        time(timings.guest),
        time(timings.calls)
    ));
    if let Some(compile) = timings.compile {
        parts.push(format!("{} preparing it", time(compile)));
    }
    if ran.report.programs > 1 {
        parts.insert(0, format!("{} programs", ran.report.programs));
    }
    if let Some(id) = &ran.report.id {
        parts.push(format!("kept as {id}"));
    }
    let _ = writeln!(text, "{mark}{how}: {}", parts.join(", "));
}

/// `1 call`, `2 calls`, `2 entries`.
pub(crate) fn counted(count: u32, what: &str) -> String {
    match what.strip_suffix('y') {
        _ if count == 1 => format!("1 {what}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {what}s"),
    }
}

/// A time to three digits, in the unit that suits it.
fn time(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{micros:.1} µs"),
        ..1e6 => format!("{:.2} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

/// A text of a program as it can be printed: what would act on the terminal, or get lost on the way to it, is escaped.
/// What ends a line or moves to the next column stays.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let acts = |(at, character): (usize, char)| match character {
        '\n' | '\t' => false,
        '\r' => !text[at + 1..].starts_with('\n'),
        _ => character.is_control(),
    };
    if !text.char_indices().any(acts) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        if acts((at, character)) {
            visible.extend(character.escape_default());
        } else {
            visible.push(character);
        }
    }
    Cow::Owned(visible)
}

pub(crate) fn indented(text: &str) -> String {
    visible(text).lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Prints the report as JSON, with its rosters.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn json(ran: &mut Submitted) -> Result<(), Refused> {
    let views: Vec<Value> = ran.host.views_mut().take().opened.iter().map(|view| view_json(view)).collect();
    let pins = ran.host.take_pins();
    let rosters = ran.host.views().rosters();
    let value = json!({
        "report": ran.report.total,
        "programs": ran.report.programs,
        "id": ran.report.id,
        "notKept": ran.report.not_kept,
        "scripts": ran.report.scripts,
        "pins": pins,
        "notHandedOver": ran.report.not_handed_over,
        "bands": ran.report.bands(),
        "views": views,
        "ending": ran.host.declarations().ending().map(Ending::text),
        "issueWaits": ran.host.declarations().issue_waits(),
        "rosters": {
            "calls": ran.turn.rosters.calls,
            "refusals": ran.turn.rosters.refusals,
            "guards": ran.turn.rosters.guards,
            "viewsOpened": rosters.opened,
            "viewsClosed": rosters.closed,
            "viewsRefused": rosters.refused,
        },
    });
    output::data(format_args!("{value:#}"))
}

fn view_json(view: &View) -> Value {
    let mut value = json!(view.key);
    let (text, picture) = match &view.body {
        Body::Text(text) => (Some(text), None),
        Body::Picture { media_type, bytes } => (None, Some(json!({ "type": media_type, "bytes": bytes.len() }))),
    };
    if let Some(fields) = value.as_object_mut() {
        fields.insert("heading".to_owned(), json!(view.heading));
        fields.insert("text".to_owned(), json!(text));
        fields.insert("picture".to_owned(), json!(picture));
        fields.insert("tokens".to_owned(), json!(view.tokens()));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one_and_the_rest_are_several() {
        let counts = [(0, "call"), (1, "call"), (2, "call"), (1, "entry"), (2, "entry")];
        let counts = counts.map(|(count, what)| counted(count, what));
        assert_eq!(counts, ["0 calls", "1 call", "2 calls", "1 entry", "2 entries"]);
    }
}
