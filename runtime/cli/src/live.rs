//! What a person sees of a run while it goes on; or each event as a line of JSON.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{Mutex, PoisonError},
};

use gg_agent::{Ended, Event, Spending, Status, Told};
use gg_host::profile::MAIN;

use crate::{
    output,
    report::{counted, indented, visible},
    style,
};

/// A live view.
pub(crate) struct Live {
    json: bool,
    calls: bool,
    /// The reply that is coming in to each agent.
    replies: Mutex<BTreeMap<String, Coming>>,
}

/// A reply as it comes in.
#[derive(Default)]
struct Coming {
    /// What has come of the line that is not printed yet.
    line: String,
    /// Whether any of the reply was printed.
    shown: bool,
}

impl Live {
    /// A view: for a person, or as data; with a line for each call.
    pub(crate) fn new(json: bool, calls: bool) -> Self {
        Self { json, calls, replies: Mutex::default() }
    }

    /// Shows an event. Where nobody reads it any more, the run goes on all the same.
    pub(crate) fn tell(&self, told: &Told<'_>) {
        if self.json {
            // What is told of a reply piece by piece comes whole with its programs.
            if !matches!(told.event, Event::Reply { .. })
                && let Ok(line) = serde_json::to_string(told)
            {
                let _ = output::data(line);
            }
            return;
        }
        let text = self.text(told);
        if !text.is_empty() {
            let _ = output::print(if told.agent == MAIN { text } else { beside(told.agent, &text) });
        }
    }

    fn text(&self, told: &Told<'_>) -> String {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        let coming = replies.entry(told.agent.to_owned()).or_default();
        match &told.event {
            Event::TurnStart { tokens, of, items } => {
                let head = style::heading(&format!("Turn {}", told.turn));
                let items = counted(u32::try_from(*items).unwrap_or(u32::MAX), "item");
                format!("\n{head}  {}\n", style::dim(&format!("{items}, about {tokens} of {of} tokens")))
            }
            Event::Reply { text } => coming.add(text),
            Event::ModelRetry { tries, pause_ms, because } => {
                let tries = counted(*tries, "try");
                line(&style::notice(&format!("the model is asked again in {pause_ms} ms, after {tries}: {because}")))
            }
            Event::ModelReply { usage, spent, duration_ms } => {
                let mut text = coming.end();
                let tokens = usage.map(|usage| format!(", {} tokens in, {} out", usage.window(), usage.output));
                let cost = spent.cost.map(|cost| format!(", {cost}")).unwrap_or_default();
                let facts = format!("replied in {duration_ms} ms{}{cost}", tokens.unwrap_or_default());
                text.push_str(&line(&style::dim(&facts)));
                text
            }
            Event::Program { source } => {
                // The plain form has shown it as it came in.
                if std::mem::take(&mut coming.shown) { String::new() } else { dimmed(source) }
            }
            Event::ApiResult { operation, ok, failure, performed } if self.calls || !ok => {
                let outcome = match failure {
                    None => style::good("ok"),
                    Some(code) if *performed => style::bad(code),
                    Some(code) => style::bad(&format!("refused, {code}")),
                };
                line(&format!("{operation}  {outcome}"))
            }
            Event::CodeExecution(ran) => {
                let mut text = String::new();
                ran.logs.iter().for_each(|log| text.push_str(&line(&style::dim(&format!("| {}", visible(log))))));
                let calls = counted(ran.api_calls, "call");
                let mark = if ran.ok { style::good("ran") } else { style::bad("failed") };
                text.push_str(&line(&format!("{mark}: {calls}, {:.0} ms", ran.duration_ms)));
                if ran.returned {
                    text.push_str(&line(&style::dim("it returned a value, which was dropped")));
                }
                if let Some(deferred) = &ran.deferred {
                    text.push_str(&line(&style::notice(&visible(deferred))));
                }
                text
            }
            Event::View { heading, tokens } => {
                line(&format!("+ {} {}", visible(heading), style::dim(&format!("({tokens} tokens)"))))
            }
            Event::Feedback { band, text } => {
                let head = if *band == "Notice" { style::notice(band) } else { style::bad(band) };
                format!("  {head}\n{}\n", indented(&indented(text)))
            }
            Event::Reclaim(reclaimed) => {
                let items = counted(reclaimed.items, "item");
                line(&style::dim(&format!("- {items} taken out of the window, about {} tokens", reclaimed.tokens)))
            }
            Event::Compaction { before, after } => {
                line(&style::notice(&format!("the window was compacted from about {before} tokens to {after}")))
            }
            Event::Issue { issue, text } => line(&style::notice(&visible(&format!("{issue}: {text}")))),
            Event::Fork { id } => line(&style::notice(&visible(&format!("a copy starts: {id}")))),
            Event::Succession { successor, state, carried, .. } => {
                let state = state.map(|state| format!(", in the state {state}")).unwrap_or_default();
                let kinds = carried.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ");
                let kinds = if kinds.is_empty() { "nothing" } else { &kinds };
                line(&style::notice(&visible(&format!("{successor} takes over{state}, with {kinds}"))))
            }
            Event::Message { from, text } => line(&style::dim(&visible(&format!("a message of {from}: {text}")))),
            Event::Warning { text } => line(&style::notice(&visible(text))),
            Event::TurnOutcome(turn) if turn.fences_removed > 0 => {
                line(&style::dim(&format!("{} taken from around programs", counted(turn.fences_removed, "fence"))))
            }
            Event::AgentSurface { .. }
            | Event::ApiCall { .. }
            | Event::ApiResult { .. }
            | Event::TurnOutcome(_)
            | Event::AgentEnd { .. } => String::new(),
        }
    }
}

impl Coming {
    /// The lines that are whole with another piece.
    fn add(&mut self, piece: &str) -> String {
        self.line.push_str(piece);
        let Some(end) = self.line.rfind('\n') else { return String::new() };
        let whole: String = self.line.drain(..=end).collect();
        self.show(&whole)
    }

    /// What is left at the end of the reply.
    fn end(&mut self) -> String {
        let rest = std::mem::take(&mut self.line);
        if rest.is_empty() { rest } else { self.show(&rest) }
    }

    fn show(&mut self, lines: &str) -> String {
        self.shown = true;
        dimmed(lines)
    }
}

/// Lines of an agent that works beside the one that was given the task, each headed by whose it is.
fn beside(agent: &str, text: &str) -> String {
    let head = style::dim(&format!("{} | ", visible(agent)));
    let headed = |line: &str| if line.trim().is_empty() { "\n".to_owned() } else { format!("{head}{line}\n") };
    text.lines().map(headed).collect()
}

/// The lines of a program, each styled by itself, so that it can be headed.
fn dimmed(lines: &str) -> String {
    let styled = |line: &str| if line.trim().is_empty() { "\n".to_owned() } else { format!("{}\n", style::dim(line)) };
    indented(lines).lines().map(styled).collect()
}

fn line(text: &str) -> String {
    format!("  {text}\n")
}

/// The last words of a run.
pub(crate) fn summary(ended: &Ended, spending: &Spending) -> String {
    let mut text = String::new();
    let good = matches!(ended.status, Status::Completed | Status::Canceled);
    let status = if good { style::good(ended.status.word()) } else { style::bad(ended.status.word()) };
    let _ = writeln!(text, "\n{}", visible(ended.text.trim_end()));
    let usage = &spending.usage;
    let cost = match (spending.known, spending.unknown) {
        (_, true) => "cost unknown".to_owned(),
        (cost, false) => format!("{cost}"),
    };
    let errors =
        if ended.summary.errors > 0 { format!(", {}", counted(ended.summary.errors, "error")) } else { String::new() };
    let _ = writeln!(
        text,
        "\n{status}: {}{errors}, {} tokens in ({} cached), {} out, {cost}",
        counted(ended.summary.turns, "turn"),
        usage.window(),
        usage.cached_input,
        usage.output
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_that_come_in_together_are_kept_apart_and_headed_by_whose_they_are() {
        let live = Live::new(false, false);
        let coming = |agent, text| live.text(&Told { agent, turn: 1, event: Event::Reply { text } });
        assert_eq!(coming(MAIN, "fir"), "");
        assert_eq!(coming("ISSUE-1.0i", "sec"), "");
        assert!(coming(MAIN, "st\n").contains("first"));
        let second = beside("ISSUE-1.0i", &coming("ISSUE-1.0i", "ond\n\nthird\n"));
        let lines: Vec<&str> = second.lines().filter(|line| !line.is_empty()).collect();
        assert!(lines.len() == 2 && lines.iter().all(|line| line.contains("ISSUE-1.0i | ")), "{second:?}");
        assert!(second.contains("second") && second.contains("third"));
    }
}
