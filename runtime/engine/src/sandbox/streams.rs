//! The standard streams of a program whose language has them: what it prints goes to the logs line by line, what it writes
//! to standard error is kept in part, for it may explain a trap.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::io::AsyncWrite;
use wasmtime_wasi::{
    async_trait,
    cli::{IsTerminal, StdoutStream},
    p2::{OutputStream, Pollable, StreamResult},
};

use super::logs::Logs;

/// How much of standard error is kept at either end, in bytes.
const ERROR_END: usize = 4 << 10;
/// How much may be written at once, and how much of a line may be held back until it ends. A longer one is cut in the logs
/// anyhow.
const HELD_BACK: usize = 64 << 10;

/// What a program wrote to its streams.
#[derive(Debug, Default)]
pub(super) struct Streams {
    logs: Logs,
    line: Vec<u8>,
    first: Vec<u8>,
    last: Vec<u8>,
    /// How many bytes of standard error there were.
    errors: usize,
}

/// The same, shared with the streams themselves.
#[derive(Debug, Clone, Default)]
pub(super) struct SharedStreams(Arc<Mutex<Streams>>);

impl SharedStreams {
    fn lock(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Standard output.
    pub(super) fn output(&self) -> impl StdoutStream + 'static {
        Stream { streams: self.clone(), error: false }
    }

    /// Standard error.
    pub(super) fn error(&self) -> impl StdoutStream + 'static {
        Stream { streams: self.clone(), error: true }
    }

    /// The printed lines, and what is kept of standard error.
    pub(super) fn take(&self) -> (Logs, String) {
        let mut streams = std::mem::take(&mut *self.lock());
        streams.end_line();
        let errors = streams.kept_errors();
        (streams.logs, errors)
    }
}

impl Streams {
    fn print(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, ends) = part.strip_suffix(b"\n").map_or((part, false), |text| (text, true));
            let room = HELD_BACK.saturating_sub(self.line.len());
            self.line.extend_from_slice(&text[..text.len().min(room)]);
            if ends {
                let line = String::from_utf8_lossy(&self.line);
                self.logs.add(Logs::kept(&line), line.len());
                self.line.clear();
            }
        }
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.print(b"\n");
        }
    }

    fn complain(&mut self, bytes: &[u8]) {
        self.errors += bytes.len();
        let (first, rest) = bytes.split_at(bytes.len().min(ERROR_END - self.first.len()));
        self.first.extend_from_slice(first);
        self.last.extend_from_slice(&rest[rest.len().saturating_sub(ERROR_END)..]);
        let over = self.last.len().saturating_sub(ERROR_END);
        self.last.drain(..over);
    }

    /// The first and the last bytes; where some between are missing, cut to whole lines with a line that says how many.
    fn kept_errors(&self) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if self.errors == self.first.len() + self.last.len() {
            return text(&[self.first.as_slice(), &self.last].concat());
        }
        let first_end = self.first.iter().rposition(|byte| *byte == b'\n').map_or(self.first.len(), |at| at + 1);
        let last_start = self.last.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (first, last) = (&self.first[..first_end], &self.last[last_start..]);
        let dropped = self.errors - first.len() - last.len();
        let end = if first.ends_with(b"\n") { "" } else { "\n" };
        format!("{}{end}[{dropped} bytes dropped]\n{}", text(first), text(last))
    }
}

#[derive(Debug, Clone)]
struct Stream {
    streams: SharedStreams,
    error: bool,
}

impl IsTerminal for Stream {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for Stream {
    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(self.clone())
    }

    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        // Only WASI 0.3 asks for this one, and it is not linked.
        Box::new(tokio::io::sink())
    }
}

impl OutputStream for Stream {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        let mut streams = self.streams.lock();
        if self.error {
            streams.complain(&bytes);
        } else {
            streams.print(&bytes);
        }
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(HELD_BACK)
    }
}

#[async_trait]
impl Pollable for Stream {
    async fn ready(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_a_log_line_each() {
        let streams = SharedStreams::default();
        streams.lock().print(b"one\ntw");
        streams.lock().print("o \u{1F980}\n\nlast".as_bytes());
        let (logs, errors) = streams.take();
        assert_eq!(logs.lines, ["one", "two \u{1F980}", "", "last"]);
        assert_eq!(errors, "");
    }

    #[test]
    fn errors_are_kept_whole_while_they_fit() {
        let streams = SharedStreams::default();
        let text = "line\n".repeat(1600);
        text.as_bytes().chunks(7).for_each(|part| streams.lock().complain(part));
        assert_eq!(streams.take().1, text);
    }

    #[test]
    fn both_ends_of_long_errors_are_kept_in_whole_lines() {
        for part in [1, 13, 5000, 200_000] {
            let streams = SharedStreams::default();
            let lines: Vec<String> = (0..20_000).map(|line| line.to_string()).collect();
            let text = lines.join("\n") + "\n";
            text.as_bytes().chunks(part).for_each(|part| streams.lock().complain(part));
            let kept = streams.take().1;
            let (first, rest) = kept.split_once('[').expect("a mark");
            let (count, last) = rest.split_once(" bytes dropped]\n").expect("a count");
            assert!(text.starts_with(first) && first.ends_with('\n') && first.len() > 4000);
            assert!(text.ends_with(last) && text.as_bytes()[text.len() - last.len() - 1] == b'\n' && last.len() > 4000);
            assert_eq!(count.parse(), Ok(text.len() - first.len() - last.len()));
        }
    }
}
