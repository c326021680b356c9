//! Text to tokens: the part of WIT's lexis that types are written in.

use std::ops::Range;

/// A token and where it stands in the text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
    /// Whether it is the first on its line.
    pub(super) first: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word; `%` in front makes it a name whatever it says.
    Word { text: String, escaped: bool },
    /// `{`, `}`, `<`, `>`, `(`, `)`, `,`, `:`, `;`, `=`.
    Mark(char),
    /// A line of documentation, without `///` and the blank after it.
    Doc(String),
    /// A comment that documents nothing.
    Comment,
    /// A digit sequence.
    Number,
    /// Anything else.
    Other(char),
    /// The end of the text.
    End,
}

/// The tokens of a text; the last is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut first = true;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = match c {
            '\n' => {
                first = true;
                at += 1;
                continue;
            }
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '/' if rest.starts_with("//") => line_comment(rest),
            '/' if rest.starts_with("/*") => (Kind::Comment, rest.find("*/").map_or(rest.len(), |end| end + 2)),
            '{' | '}' | '<' | '>' | '(' | ')' | ',' | ':' | ';' | '=' => (Kind::Mark(c), 1),
            '0'..='9' => (Kind::Number, rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())),
            '%' | '_' | 'a'..='z' | 'A'..='Z' => word(rest),
            _ => (Kind::Other(c), c.len_utf8()),
        };
        tokens.push(Token { kind, range: at..at + length, first });
        first = false;
        at += length;
    }
    tokens.push(Token { kind: Kind::End, range: text.len()..text.len(), first: true });
    tokens
}

fn line_comment(rest: &str) -> (Kind, usize) {
    let line = rest.split('\n').next().unwrap_or(rest);
    let kind = match line.strip_prefix("///") {
        Some(doc) => Kind::Doc(doc.strip_prefix(' ').unwrap_or(doc).to_owned()),
        None => Kind::Comment,
    };
    (kind, line.len())
}

fn word(rest: &str) -> (Kind, usize) {
    let name = rest.strip_prefix('%').unwrap_or(rest);
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(name.len());
    if end == 0 {
        return (Kind::Other('%'), 1);
    }
    let escaped = name.len() < rest.len();
    (Kind::Word { text: name[..end].to_owned(), escaped }, end + usize::from(escaped))
}
