//! Compacting the window: when it is due, who writes the summary, and what is asked of whom (spec: runtime, 9.2).

use gg_engine::{Pending, sandbox::Band as Feedback};
use gg_host::{Compaction, Host, MOST_FILES, operations::OperationId, profile::CompactionStrategy, window::Band};
use gg_models::{Delta, Form, Message, Request};

use crate::{agent::Agent, event::Event, keys::Keys, replied::SUMMARY, status::Status, stop::Where, turn::End};

/// What a window holds whose agent saved to memory what it needs.
const SAVED: &str = "What was here before is gone. What was worth keeping stands in memory.";
/// What a second model is told it is.
const SUMMARIZER: &str = "You summarise the work of an agent that writes programs, so that it can go on without what stood \
                          before. Say what the task is, in the words it was given; what is done and found out; what is left; \
                          and what was decided, with the reasons. Answer with the summary and nothing else.";
/// The calls that change memories, which deliver a compaction by memory.
pub(crate) const CHANGES: [OperationId; 5] = [
    OperationId::MemoriesWriteMemory,
    OperationId::MemoriesCreateMemory,
    OperationId::MemoriesUpdateMemory,
    OperationId::MemoriesEditMemory,
    OperationId::MemoriesDeleteMemory,
];

impl Agent {
    fn strategy(&self) -> Option<CompactionStrategy> {
        self.equipment.profile.capabilities.compaction.as_ref().map(|compaction| compaction.strategy)
    }

    /// Whether saving to memory delivers a compaction.
    pub(crate) fn is_by_memory(&self) -> bool {
        self.strategy() == Some(CompactionStrategy::MemoryCompaction)
    }

    /// The compaction that is pending, for the gate of calls.
    pub(crate) fn pending(&self) -> Option<Pending> {
        self.pending?;
        let wanted = self.wanted().iter().map(|id| id.row()).filter(|row| self.holder.grants.permits(row));
        Some(Pending { by_memory: self.is_by_memory(), wanted: wanted.collect() })
    }

    fn wanted(&self) -> &'static [OperationId] {
        if self.is_by_memory() { &CHANGES } else { &[OperationId::ContextCompact] }
    }

    /// Applies the compaction of the turn, or asks for the one that is due.
    pub(crate) async fn compaction(&mut self, host: &mut Host, declared: Option<Compaction>, delivered: bool) -> End {
        if let Some(compaction) = declared {
            self.apply(host, &compaction).await;
            return None;
        }
        if self.pending.is_some() && delivered {
            self.apply(host, &Compaction { summary: SAVED.to_owned(), ..Compaction::default() }).await;
            return None;
        }
        let settings = self.equipment.profile.capabilities.compaction.clone()?;
        if let Some(asked) = self.pending {
            if settings.max_retries.is_some_and(|most| asked >= most) {
                let times = if asked == 0 { "once".to_owned() } else { format!("{} times", asked + 1) };
                let text = format!("The compaction of the window was asked for {times} and not delivered.");
                return Some((Status::CompactionFailed, text));
            }
            self.pending = Some(asked + 1);
            self.request(host);
            return None;
        }
        let tokens = host.window().map_or(0, gg_host::window::Window::tokens);
        #[expect(clippy::cast_precision_loss, reason = "tokens of a window are far below 2^53")]
        let (tokens, room) = (tokens as f64, self.equipment.profile.model.context_window as f64);
        if tokens < room * (1.0 - settings.summary_headroom) {
            return None;
        }
        match settings.strategy {
            CompactionStrategy::HandoffSummarization | CompactionStrategy::HandoffCompaction => {
                self.hand_off(host, settings.strategy, settings.max_retries).await
            }
            _ => {
                self.pending = Some(0);
                self.request(host);
                None
            }
        }
    }

    /// Asks the agent for it, naming the calls it holds.
    fn request(&self, host: &mut Host) {
        let calls = self.held_calls(self.wanted()).join(", ");
        let text = if self.is_by_memory() {
            format!(
                "The window is full and is about to be emptied. Save to memory what is needed from here on, by {calls}. \
                 Until that is done nothing else is served but memories, documentation, closing views and ending the session."
            )
        } else {
            format!(
                "The window is full. Call {calls} with a summary of all that is needed from here on, the task among it. \
                 Until that is done nothing else is served but documentation, closing views and ending the session."
            )
        };
        self.push_feedback(host, &Feedback::Notice(text));
    }

    async fn apply(&mut self, host: &mut Host, compaction: &Compaction) {
        let before = host.window().map_or(0, gg_host::window::Window::tokens);
        self.hear_of_compaction(host, before, None).await;
        host.compact_window(&self.holder, compaction).await;
        self.pending = None;
        let after = host.window().map_or(0, gg_host::window::Window::tokens);
        self.tell(host.turn(), Event::Compaction { before, after });
        self.hear_of_compaction(host, before, Some(after)).await;
    }

    /// Has a second model write the summary. One that fails is asked again when the next turn closes.
    async fn hand_off(&mut self, host: &mut Host, strategy: CompactionStrategy, most: Option<u32>) -> End {
        let names_files = strategy == CompactionStrategy::HandoffCompaction;
        let mut system = SUMMARIZER.to_owned();
        if names_files {
            system.push_str(&format!(
                " End with a line `Files:` and below it the paths of the files the agent needs to see again, a path a line, at \
                 most {MOST_FILES}; none if it needs none."
            ));
        }
        let request = Request {
            caller: format!("{}.summary", self.id),
            system: system.into(),
            messages: vec![Message::text(&transcript(host)).into()],
            form: Form::Plain,
        };
        let mut watch = |_: Delta<'_>| {};
        let run = self.run_of().clone();
        let reply = match self.replied(&request.caller) {
            _ if run.probed(&self.id, Where::Boundary).is_some() => return None,
            Some(Ok(reply)) => reply,
            Some(Err(_)) => return None,
            None => tokio::select! {
                reply = self.equipment.summarizer.ask(&request, &mut watch) => reply,
                // The loop sees for itself that the run stops.
                _ = run.until_stopped(&self.id, Where::Boundary) => return None,
            },
        };
        let key = if run.is_recorded() { format!("{SUMMARY}{}", Keys::default().of(&request)) } else { String::new() };
        self.note_reply(host.turn(), key, &reply);
        let text = match reply {
            Ok(reply) => {
                self.run_of().spend(&reply.spent);
                reply.answer.text
            }
            Err(failure) => {
                self.run_of().spend(&failure.spent);
                self.warn(host.turn(), &format!("the window was not summarised: {failure}"));
                String::new()
            }
        };
        if text.trim().is_empty() {
            self.summaries_failed += 1;
            let failed = most.is_some_and(|most| self.summaries_failed > most);
            return failed.then(|| (Status::CompactionFailed, "No summary of the window could be had.".to_owned()));
        }
        self.summaries_failed = 0;
        let compaction =
            if names_files { with_files(&text) } else { Compaction { summary: text, ..Compaction::default() } };
        self.apply(host, &compaction).await;
        None
    }
}

/// A window as one text.
fn transcript(host: &Host) -> String {
    let mut text = String::new();
    for item in host.window().map(gg_host::window::Window::items).unwrap_or_default() {
        let who = if item.band == Band::Reply { "The agent" } else { "To the agent" };
        text.push_str(&format!("# {who}, turn {}\n\n{}\n\n", item.turn, item.words().trim_end()));
    }
    text
}

/// A summary, and the files named below its last line `Files:`.
fn with_files(text: &str) -> Compaction {
    let lines: Vec<&str> = text.lines().collect();
    let Some(at) = lines.iter().rposition(|line| line.trim() == "Files:") else {
        return Compaction { summary: text.to_owned(), ..Compaction::default() };
    };
    let summary = lines.get(..at).unwrap_or_default().join("\n");
    let paths = lines.get(at + 1..).unwrap_or_default().iter();
    let paths = paths.map(|line| line.trim().trim_start_matches("- ").trim_matches('`').to_owned());
    Compaction::new(summary, paths.filter(|path| !path.is_empty() && path != "none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_below_the_last_such_line() {
        let compaction = with_files("Done: a.\n\nFiles:\n- `a.md`\nb.md\na.md\n");
        assert_eq!(compaction.summary, "Done: a.\n");
        assert_eq!(compaction.files, ["a.md", "b.md"]);
        assert!(with_files("Done.").files.is_empty());
        let many = (0..14).map(|number| format!("{number}.md")).collect::<Vec<_>>().join("\n");
        let many = with_files(&format!("x\nFiles:\n{many}"));
        assert_eq!((many.files.len(), many.left_out.len()), (12, 2));
    }
}
