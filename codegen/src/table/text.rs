//! A string of the table, decoded, with the way from each of its bytes back to the source.

use std::ops::Range;

use crate::source::{Source, Span};

/// A decoded string and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Text {
    /// What it says.
    pub(super) value: String,
    /// The whole of it in the source, quotes included.
    pub(super) span: Span,
    /// Where decoded and source text start to run in step; empty where the way back is not known.
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    decoded: usize,
    source: usize,
}

impl Text {
    /// The decoded `value` of the string literal or bare key at `range`.
    pub(super) fn new(source: &Source, value: &str, range: Range<usize>) -> Self {
        let span = Span::new(range.clone());
        let mut steps = steps(source.slice(span));
        if steps.last().is_none_or(|last| last.decoded != value.len()) {
            steps.clear();
        }
        for step in &mut steps {
            step.source += range.start;
        }
        Self { value: value.to_owned(), span, steps }
    }

    /// A text that stands in no table.
    pub(super) fn made(value: String) -> Self {
        Self { value, span: Span::default(), steps: Vec::new() }
    }

    /// The place in the source of a range of the decoded text; the whole string where it is not known.
    pub(super) fn place(&self, range: Range<usize>) -> Span {
        match (self.locate(range.start), self.locate(range.end)) {
            (Some(start), Some(end)) => Span::new(start..end.max(start)),
            _ => self.span,
        }
    }

    /// Whether it says nothing.
    pub(super) fn is_blank(&self) -> bool {
        self.value.trim().is_empty()
    }

    fn locate(&self, at: usize) -> Option<usize> {
        let next = self.steps.partition_point(|step| step.decoded <= at);
        let step = self.steps.get(next.checked_sub(1)?)?;
        Some(step.source + (at - step.decoded))
    }
}

/// The steps of a literal, the last at its end; none if it does not end.
fn steps(raw: &str) -> Vec<Step> {
    let (open, close) = match raw {
        _ if raw.len() >= 6 && (raw.starts_with("'''") || raw.starts_with(r#"""""#)) => {
            (3 + usize::from(raw[3..].starts_with('\n')), 3)
        }
        _ if raw.len() >= 2 && raw.starts_with(['\'', '"']) => (1, 1),
        _ => (0, 0),
    };
    let Some(content) = raw.get(open..raw.len() - close) else { return Vec::new() };
    let mut steps = vec![Step { decoded: 0, source: open }];
    let mut decoded = content.len();
    if raw.starts_with('"') {
        decoded = 0;
        let mut at = 0;
        while let Some(escape) = content[at..].find('\\') {
            let (made, taken) = unescape(&content[at + escape..]);
            decoded += escape;
            steps.push(Step { decoded, source: open + at + escape });
            decoded += made;
            at += escape + taken;
            steps.push(Step { decoded, source: open + at });
        }
        decoded += content.len() - at;
    }
    steps.push(Step { decoded, source: open + content.len() });
    steps
}

/// How many bytes the escape at the start of `text` makes, and how many it takes.
fn unescape(text: &str) -> (usize, usize) {
    let code = |digits: usize| {
        let value = text.get(2..2 + digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        value.and_then(char::from_u32).map_or((0, 2), |c| (c.len_utf8(), 2 + digits))
    };
    match text[1..].chars().next() {
        Some('x') => code(2),
        Some('u') => code(4),
        Some('U') => code(8),
        Some(' ' | '\t' | '\n') => (0, text.len() - text[1..].trim_start_matches([' ', '\t', '\n']).len()),
        Some(c) => (1, 1 + c.len_utf8()),
        None => (0, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source text of a range of a literal's decoded text.
    fn place(literal: &str, part: &str) -> String {
        let text = format!("x = {literal}");
        let source = Source::new("t", &text);
        let table = toml::de::DeTable::parse(source.text()).unwrap();
        let value = table.get_ref().get("x").unwrap();
        let decoded = Text::new(&source, value.get_ref().as_str().unwrap(), value.span());
        let at = decoded.value.find(part).unwrap();
        source.slice(decoded.place(at..at + part.len())).to_owned()
    }

    #[test]
    fn the_way_back_leads_through_every_kind_of_string() {
        assert_eq!(place("'plain'", "ain"), "ain");
        assert_eq!(place(r#""plain""#, "plain"), "plain");
        assert_eq!(place("'''\nfirst\nsecond'''", "second"), "second");
        assert_eq!(place("'''in line'''", "line"), "line");
        assert_eq!(place(r#""a\tb\u00e9c\\d""#, "c"), "c");
        assert_eq!(place(r#""a\tb\u00e9c\\d""#, "\u{e9}"), "\\u00e9");
        assert_eq!(place(r#""a\U0001F9EAb\x41c""#, "Ac"), "\\x41c");
        assert_eq!(place("\"\"\"\none \\\n   two \\\" three\"\"\"", "two"), "two");
        assert_eq!(place("\"\"\"\none \\\n   two \\\" three\"\"\"", "three"), "three");
    }
}
