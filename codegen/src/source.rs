//! The text of a table, with the way from a byte to a line and a column.

use std::ops::Range;

/// A half-open range of bytes of a [`Source`]. Tables above 4 GiB are refused when they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of a byte range; a bound above `u32::MAX` is lowered to it.
    pub fn new(range: Range<usize>) -> Self {
        let bound = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: bound(range.start), end: bound(range.end) }
    }

    /// The same as a range of `usize`.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column, both 1-based; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The text of one table and the name it is reported under.
///
/// Line endings are normalised to `\n` when it is made, before any span is computed.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl Source {
    /// A source named `name`; `\r\n` and a lone `\r` become `\n`, a byte order mark is dropped.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { name: name.into(), text, line_starts }
    }

    /// What reports call it; the path it was read from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The normalised text all spans refer to.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty where the span does not lie in the source on character boundaries.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Where a byte stands; past the end, the end.
    pub fn place(&self, at: u32) -> Place {
        let at = (at as usize).min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= at);
        let start = self.line_starts[line - 1];
        let column = self.text.get(start..at).map_or(at - start, |text| text.chars().count());
        Place { line, column: column + 1 }
    }
}
