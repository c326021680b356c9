//! What a program prints: the last lines, within bounds, and how much went before them.

use std::collections::VecDeque;

use serde::Serialize;

use crate::record::cut;

/// How many lines are kept.
const LINES: usize = 200;
/// How many bytes are kept in all.
const BYTES: usize = 16_384;
/// How many bytes of a line are kept.
const LINE: usize = 2_048;

/// Printed lines, for the operator alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Logs {
    /// The last lines.
    pub lines: VecDeque<String>,
    /// How many went before them.
    pub suppressed: u64,
    /// How many lines were too long and are cut, kept or not.
    pub cut: u64,
    /// How many bytes were printed in all.
    pub printed: u64,
    #[serde(skip)]
    bytes: usize,
}

impl Logs {
    /// What is kept of a line.
    pub(super) fn kept(line: &str) -> String {
        cut(line, LINE).into_owned()
    }

    /// Adds a line that was so many bytes long; the oldest go to make room.
    pub(super) fn add(&mut self, line: String, length: usize) {
        self.printed += length as u64;
        self.cut += u64::from(length > LINE);
        self.push(line);
    }

    /// Adds what was printed by another way.
    pub(super) fn append(&mut self, other: Self) {
        self.printed += other.printed;
        self.cut += other.cut;
        self.suppressed += other.suppressed;
        other.lines.into_iter().for_each(|line| self.push(line));
    }

    fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.lines.push_back(line);
        while self.lines.len() > LINES || self.bytes > BYTES {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.bytes -= oldest.len();
            self.suppressed += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(logs: &mut Logs, line: &str) {
        logs.add(Logs::kept(line), line.len());
    }

    #[test]
    fn the_last_lines_are_kept_and_the_rest_counted() {
        let mut logs = Logs::default();
        (0..1000).for_each(|line| print(&mut logs, &line.to_string()));
        assert_eq!(
            (logs.lines.len(), logs.suppressed, logs.lines.front().map(String::as_str)),
            (200, 800, Some("800"))
        );
    }

    #[test]
    fn long_lines_are_cut_and_crowd_others_out() {
        let mut logs = Logs::default();
        (0..20).for_each(|_| print(&mut logs, &"é".repeat(50_000)));
        assert_eq!((logs.lines.len(), logs.suppressed, logs.cut, logs.printed), (8, 12, 20, 2_000_000));
        assert!(logs.lines.iter().all(|line| line.len() <= LINE));
        assert!(logs.lines.iter().map(String::len).sum::<usize>() <= BYTES);
    }
}
