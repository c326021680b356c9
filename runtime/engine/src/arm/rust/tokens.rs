//! The tokens of a Rust text, as far as they are needed without a parser: where comments, strings and brackets begin and
//! end. It neither fails nor recurses, whatever the text.

use crate::arm::Location;

/// A token and where it stands, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A word, without the mark of a raw one.
    Word(&'a str),
    /// A documentation comment of what follows: its text, without its marks.
    Comment(&'a str),
    /// A bracket that opens.
    Open(char),
    /// A bracket that closes.
    Close(char),
    /// Any other sign.
    Sign(char),
    /// A string, a character, a number or a lifetime.
    Other,
}

/// The tokens of a text.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    /// Whether a string or a comment is still open at the end.
    pub(super) is_open: bool,
}

impl<'a> Tokens<'a> {
    /// Reads a text.
    pub(super) fn of(text: &'a str) -> Self {
        let mut reader = Reader { text, at: 0, is_open: false };
        let mut tokens = Vec::new();
        while reader.at < text.len() {
            let start = reader.at;
            if let Some(kind) = reader.next() {
                tokens.push(Token { kind, start, end: reader.at });
            }
        }
        Self { tokens, is_open: reader.is_open }
    }

    /// Whether the text ends within something that it opened.
    pub(super) fn is_unfinished(&self) -> bool {
        let depth = self.tokens.iter().fold(0i64, |depth, token| match token.kind {
            Kind::Open(_) => depth + 1,
            Kind::Close(_) => depth - 1,
            _ => depth,
        });
        self.is_open || depth > 0
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    is_open: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        taken
    }

    fn take_while(&mut self, condition: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.take(rest.find(|letter| !condition(letter)).unwrap_or(rest.len()))
    }

    /// Goes behind the next `end`, or to the end of the text, which is then open.
    fn take_past(&mut self, end: &str) {
        match self.rest().find(end) {
            Some(found) => self.at += found + end.len(),
            None => {
                self.at = self.text.len();
                self.is_open = true;
            }
        }
    }

    /// The next token; none for white space and comments that document nothing. It goes on by a character at least.
    fn next(&mut self) -> Option<Kind<'a>> {
        let rest = self.rest();
        let mut letters = rest.chars();
        let first = letters.next()?;
        if is_space(first) {
            self.take_while(is_space);
            return None;
        }
        if rest.starts_with("//") {
            let line = self.take_while(|letter| letter != '\n');
            let documents = line.starts_with("///") && !line.starts_with("////");
            return documents.then(|| Kind::Comment(&line[3..]));
        }
        if rest.starts_with("/*") {
            return self.block_comment();
        }
        if let Some(string) = self.string() {
            return Some(string);
        }
        if first == '_' || first.is_alphabetic() {
            if let Some(raw) = rest.strip_prefix("r#")
                && raw.starts_with(is_word)
            {
                self.take(2);
            }
            return Some(Kind::Word(self.take_while(is_word)));
        }
        if first.is_ascii_digit() {
            self.number();
            return Some(Kind::Other);
        }
        self.at += first.len_utf8();
        Some(match first {
            '(' | '[' | '{' => Kind::Open(first),
            ')' | ']' | '}' => Kind::Close(first),
            '\'' => self.quoted(letters.as_str()),
            _ => Kind::Sign(first),
        })
    }

    fn block_comment(&mut self) -> Option<Kind<'a>> {
        let start = self.at;
        self.at += 2;
        let mut depth = 1usize;
        while depth > 0 {
            let rest = self.rest();
            match (rest.find("/*"), rest.find("*/")) {
                (Some(open), Some(close)) if open < close => {
                    depth += 1;
                    self.at += open + 2;
                }
                (_, Some(close)) => {
                    depth -= 1;
                    self.at += close + 2;
                }
                (_, None) => {
                    self.at = self.text.len();
                    self.is_open = true;
                    return None;
                }
            }
        }
        let whole = &self.text[start..self.at];
        let documents = whole.starts_with("/**") && !whole.starts_with("/***") && whole.len() > 4;
        documents.then(|| Kind::Comment(&whole[3..whole.len() - 2]))
    }

    /// A string with any of its prefixes, raw or not.
    fn string(&mut self) -> Option<Kind<'a>> {
        let rest = self.rest();
        let (prefix, hashes) = ["br", "cr", "r", "b", "c", ""].into_iter().find_map(|prefix| {
            let after = rest.strip_prefix(prefix)?;
            let quote = if prefix.ends_with('r') { after.trim_start_matches('#') } else { after };
            quote.starts_with('"').then(|| (prefix, after.len() - quote.len()))
        })?;
        self.at += prefix.len() + hashes + 1;
        if prefix.ends_with('r') {
            self.take_past(&format!("\"{}", "#".repeat(hashes)));
        } else {
            self.escaped('"');
        }
        Some(Kind::Other)
    }

    /// Goes behind the next `end` that no backslash stands before.
    fn escaped(&mut self, end: char) {
        let mut letters = self.rest().char_indices();
        while let Some((at, letter)) = letters.next() {
            if letter == '\\' {
                letters.next();
            } else if letter == end {
                self.at += at + end.len_utf8();
                return;
            }
        }
        self.at = self.text.len();
        self.is_open = true;
    }

    /// What follows a quote: a character or a lifetime.
    fn quoted(&mut self, after: &'a str) -> Kind<'a> {
        let mut letters = after.chars();
        match (letters.next(), letters.next()) {
            (Some('\\'), _) => self.escaped('\''),
            (Some(letter), Some('\'')) => self.at += letter.len_utf8() + 1,
            _ => {
                self.take_while(is_word);
            }
        }
        Kind::Other
    }

    fn number(&mut self) {
        self.take_while(is_word);
        let fraction =
            self.rest().strip_prefix('.').is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        if fraction {
            self.take(1);
            self.take_while(is_word);
        }
    }
}

/// A place in a text, as rustc counts.
pub(super) fn location(name: &str, text: &str, at: usize) -> Location {
    let before = text[..at].trim_start_matches('\u{feff}');
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Location { name: name.to_owned(), line: number(line), column: number(column) }
}

/// White space as the language has it, which includes marks of direction.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{200e}' | '\u{200f}')
}

fn is_word(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let tokens = Tokens::of(text).tokens.into_iter();
        tokens.filter_map(|token| if let Kind::Word(word) = token.kind { Some(word) } else { None }).collect()
    }

    #[test]
    fn words_in_strings_and_comments_are_none() {
        let text = r###"a /* b /* c */ d */ "e \" f" r#"g " h"# 'i' '\'' 'j: k // l
            b"m" br##"n"# o"## r#p b'q' c"r" 1.5e3 0xff 1..2 s"###;
        assert_eq!(words(text), ["a", "k", "p", "b", "s"]);
        assert!(!Tokens::of(text).is_open);
    }

    #[test]
    fn a_text_that_ends_in_the_middle_is_unfinished() {
        for text in ["fn main() {", "f(\"a", "/* a /* b */", "r#\"a\"", "let a = [1,"] {
            assert!(Tokens::of(text).is_unfinished(), "{text}");
        }
        for text in ["fn main() {}", "", "// {", "'{'", "\"{\"", "}", "'", "fn f<'a>() {}"] {
            assert!(!Tokens::of(text).is_unfinished(), "{text}");
        }
    }
}
