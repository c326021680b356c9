//! Running text to Markdown: words with everything escaped that would be read as something else.

use std::ops::Range;

use super::{Inline, Resolve};

/// What ends a word of running text.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// Whether a character must not stand in a source file as it is: a control character, or one that turns the direction
/// of the text around it.
pub(super) fn is_hidden(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    // What WIT refuses: line ends of other conventions, and letters that Unicode deprecates.
    let refused = matches!(
        c,
        '\u{2028}'
            | '\u{2029}'
            | '\u{149}'
            | '\u{673}'
            | '\u{f77}'
            | '\u{f79}'
            | '\u{17a3}'
            | '\u{17a4}'
            | '\u{17b4}'
            | '\u{17b5}'
    );
    c.is_control() || turns || refused
}

/// Inlines as the text a table would hold.
pub(super) fn source(inlines: &[Inline]) -> String {
    let words = Words::of(inlines, false, &|reference| reference.source());
    words.fill(usize::MAX).join("\n")
}

/// Inlines as lines as full as the width allows.
pub(super) fn fill(inlines: &[Inline], escape_at: bool, width: usize, resolve: &Resolve<'_>) -> Vec<String> {
    match inlines {
        // Most texts are nothing but words that mean nothing else.
        [Inline::Text(text)] if text.bytes().all(|byte| byte == b' ' || is_plain(byte)) => fill_plain(text, width),
        _ => Words::of(inlines, escape_at, resolve).fill(width),
    }
}

/// The same for a text of plain words and spaces.
fn fill_plain(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::with_capacity(text.len().min(width));
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() && line.len() + 1 + word.len() > width {
            let next = String::with_capacity(line.capacity());
            lines.push(guard(std::mem::replace(&mut line, next)));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(guard(line));
    lines
}

/// Words in the order they are written.
pub(super) struct Words {
    /// All words, one after the other.
    text: String,
    /// Where each is in the text; none for a line break that stays.
    words: Vec<Option<Range<usize>>>,
    /// Whether the next piece continues the last word.
    open: bool,
    /// Whether the last piece is a reference in brackets, which the next must not be read as part of.
    reference: bool,
}

impl Words {
    /// The words of inlines; `escape_at` also escapes an `@` that starts a word.
    pub(super) fn of(inlines: &[Inline], escape_at: bool, resolve: &Resolve<'_>) -> Self {
        let mut words = Words { text: String::new(), words: Vec::new(), open: false, reference: false };
        words.collect(inlines, escape_at, resolve);
        words
    }

    /// The words after one that stays as it is.
    pub(super) fn after(mut self, first: &str) -> Self {
        let start = self.text.len();
        self.text.push_str(first);
        self.words.insert(0, Some(start..self.text.len()));
        self
    }

    /// Lines as full as the width allows; the first character of each can be read as nothing but text.
    pub(super) fn fill(self, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        let mut length = 0;
        for word in &self.words {
            let Some(word) = word.clone().and_then(|range| self.text.get(range)) else {
                lines.push(guard(std::mem::take(&mut line)) + "\\");
                length = 0;
                continue;
            };
            let added = word.chars().count();
            if length > 0 && length + 1 + added > width {
                lines.push(guard(std::mem::take(&mut line)));
                length = 0;
            }
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.push_str(word);
            length += added;
        }
        lines.push(guard(line));
        lines
    }

    /// All words on one line.
    pub(super) fn line(self) -> String {
        let words: Vec<&str> = self.words.iter().flatten().filter_map(|range| self.text.get(range.clone())).collect();
        words.join(" ")
    }

    fn collect(&mut self, inlines: &[Inline], escape_at: bool, resolve: &Resolve<'_>) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.text(text, escape_at),
                Inline::Code(text) if escape_at => self.glue(&code_span(&escape_links(text))),
                Inline::Code(text) => self.glue(&code_span(text)),
                Inline::Emphasis(inner) => self.marked("*", inner, "*", escape_at, resolve),
                Inline::Strong(inner) => self.marked("**", inner, "**", escape_at, resolve),
                Inline::Link { text, url } if is_autolink(text, url) => self.glue(&format!("<{url}>")),
                Inline::Link { text, url } => {
                    self.marked("[", text, &format!("]({})", url_text(url)), escape_at, resolve);
                }
                Inline::Reference(reference) => {
                    let text = resolve(reference);
                    self.glue(&text);
                    self.reference = text.ends_with(']');
                }
                Inline::HardBreak => {
                    self.words.push(None);
                    self.open = false;
                }
            }
        }
    }

    fn marked(&mut self, open: &str, inner: &[Inline], close: &str, escape_at: bool, resolve: &Resolve<'_>) {
        self.glue(open);
        self.collect(inner, escape_at, resolve);
        // The closing mark touches what it closes.
        self.open = true;
        self.glue(close);
    }

    fn text(&mut self, text: &str, escape_at: bool) {
        let mut words = text.split(is_space).peekable();
        let mut first = true;
        while let Some(word) = words.next() {
            if !std::mem::take(&mut first) {
                self.open = false;
            }
            if word.is_empty() {
                continue;
            }
            if self.open && self.reference && word.starts_with(['(', ':']) {
                self.glue("\\");
            }
            let closed = words.peek().is_some();
            if word.bytes().all(is_plain) {
                self.glue(word);
            } else {
                self.glue(&escape(word, closed, escape_at));
            }
        }
    }

    fn glue(&mut self, piece: &str) {
        self.reference = false;
        let start = self.text.len();
        match self.words.last_mut() {
            Some(Some(last)) if self.open => {
                if piece.starts_with('[') && self.text.ends_with('!') {
                    // Not a picture.
                    self.text.insert(start - 1, '\\');
                }
                self.text.push_str(piece);
                last.end = self.text.len();
            }
            _ => {
                self.text.push_str(piece);
                self.words.push(Some(start..self.text.len()));
            }
        }
        self.open = true;
    }
}

/// Whether a byte means nothing to Markdown, to a comment or to a compiler, wherever it stands in a word.
pub(super) fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'.' | b',' | b':' | b';' | b'(' | b')' | b'-' | b'/' | b'\'' | b'"' | b'?' | b'!')
}

/// A word of plain text that stays plain text; `closed` says that white space follows it.
fn escape(word: &str, closed: bool, escape_at: bool) -> String {
    let chars: Vec<char> = word.chars().collect();
    let mut escaped = String::with_capacity(word.len());
    for (at, &c) in chars.iter().enumerate() {
        let next = chars.get(at + 1).copied();
        let special = match c {
            '`' | '*' | '[' | ']' | '~' => true,
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation() || is_hidden(next)),
            '<' => next.map_or(!closed, |next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
            '_' => !is_inside_a_name(&chars, at),
            '&' => {
                let entity = next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '#');
                entity && chars[at..].contains(&';')
            }
            '@' => escape_at && at.checked_sub(1).is_none_or(|before| !chars[before].is_alphanumeric()),
            _ => false,
        };
        if is_hidden(c) {
            escaped.push_str(&format!("&#x{:X};", u32::from(c)));
            continue;
        }
        if special {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Whether the underscores around a position have a letter or digit on both sides, as in `read_file`.
fn is_inside_a_name(chars: &[char], at: usize) -> bool {
    let plain = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric());
    plain(chars[..at].iter().rev().find(|c| **c != '_')) && plain(chars[at..].iter().find(|c| **c != '_'))
}

/// A line of a paragraph whose start cannot be read as the start of another block, an extension's blocks included.
pub(super) fn guard(line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let followed = |at: usize| line[at..].chars().next().is_none_or(|c| c == ' ');
    let Some(first) = line.chars().next() else { return line };
    let only = |set: &str| line.chars().all(|c| set.contains(c));
    let escaped_at = match first {
        '#' => {
            let marks = line.bytes().take_while(|b| *b == b'#').count();
            (marks <= 6 && followed(marks)).then_some(0)
        }
        '>' => Some(0),
        '-' | '+' | ':' | '=' | '|' => (followed(1) || only("-+:=| ")).then_some(0),
        '0'..='9' if digits <= 9 && line[digits..].starts_with(['.', ')']) && followed(digits + 1) => Some(digits),
        _ => None,
    };
    match escaped_at {
        Some(at) => format!("{}\\{}", &line[..at], &line[at..]),
        None => line,
    }
}

/// The text of a heading, all of which is read as its text.
pub(super) fn heading(line: &str) -> String {
    let closes = |c| matches!(c, '#' | '}');
    let word = line.rsplit(' ').next().unwrap_or("");
    let at = match word.chars().next_back() {
        Some('#') if word.chars().all(closes) => line.len() - word.len(),
        Some('}') => line.len() - 1,
        _ => return line.to_owned(),
    };
    format!("{}\\{}", &line[..at], &line[at..])
}

/// A code span whose marks are longer than any run of backticks inside.
pub(super) fn code_span(text: &str) -> String {
    let text = text.replace('\n', " ");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(longest + 1);
    let spaced = text.starts_with(' ') && text.ends_with(' ') && text.contains(|c| c != ' ');
    let pad = if spaced || text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{pad}{text}{pad}{marks}")
}

/// Code of which nothing is read as a tag in braces, such as `{@link x}`.
pub(super) fn escape_links(code: &str) -> String {
    code.replace("{@", "{\\@")
}

/// A line of which no word starts a tag, also where Markdown sees code: comments know none.
pub(super) fn escape_tags(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    let mut starts = true;
    for c in line.chars() {
        if c == '@' && starts {
            escaped.push('\\');
        }
        escaped.push(c);
        // Two more that compilers take for white space.
        starts = c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}');
    }
    escaped
}

/// Whether a link reads as what it leads to, so that it can be written `<url>`.
fn is_autolink(text: &[Inline], url: &str) -> bool {
    let scheme = url.split_once(':').is_some_and(|(scheme, _)| {
        (2..=32).contains(&scheme.len())
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-'))
    });
    scheme && !url.contains('&') && matches!(text, [Inline::Text(text)] if text == url)
}

/// Where a link leads, as it may stand in one: what would end it or be read as something else is percent-encoded.
pub(super) fn url(text: &str) -> String {
    let mut url = String::with_capacity(text.len());
    for c in text.chars() {
        let encode =
            c.is_whitespace() || is_hidden(c) || matches!(c, '<' | '>' | '(' | ')' | '[' | ']' | '\\' | '"' | '`');
        if encode {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| url.push_str(&format!("%{byte:02X}")));
        } else {
            url.push(c);
        }
    }
    url
}

fn url_text(text: &str) -> String {
    let url = url(text);
    if url.contains(';') { url.replace('&', "&amp;") } else { url }
}
