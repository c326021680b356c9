//! Blanks in a text: which bytes become spaces, and which one becomes something else. Lines and columns stay.

use oxc_span::Span;

/// What is to be blanked, in the order it was found.
#[derive(Debug, Default)]
pub(super) struct Blanks {
    spans: Vec<Span>,
    /// Bytes that become another one, over the spaces.
    marks: Vec<(u32, u8)>,
}

impl Blanks {
    /// Spaces only.
    pub(super) fn plain(&mut self, span: Span) {
        self.spans.push(span);
    }

    /// Spaces that begin with a semicolon.
    pub(super) fn ended(&mut self, span: Span) {
        self.spans.push(span);
        self.marks.push((span.start, b';'));
    }

    /// A parenthesis that stands elsewhere, at a byte that is blanked.
    pub(super) fn moved(&mut self, from: u32, to: u32, parenthesis: u8) {
        self.spans.push(Span::new(from, from + 1));
        self.marks.push((to, parenthesis));
    }

    /// The text with the blanks in it. It has as many bytes as before, and a line break where one was.
    pub(super) fn apply(self, source: &str) -> String {
        let mut text = source.to_owned().into_bytes();
        for span in &self.spans {
            let range = span.start as usize..span.end as usize;
            if let (Some(piece), Some(place)) = (source.get(range.clone()), text.get_mut(range)) {
                blank(piece, place);
            }
        }
        for (at, byte) in self.marks {
            if let Some(place) = text.get_mut(at as usize).filter(|place| **place == b' ') {
                *place = byte;
            }
        }
        // Whole letters are in the place of whole letters.
        String::from_utf8(text).unwrap_or_else(|_| source.to_owned())
    }
}

/// Puts white space in the place of a piece of a text, of the same length in UTF-8, and in UTF-16. Line breaks stay.
fn blank(piece: &str, place: &mut [u8]) {
    if piece.is_ascii() {
        // Written to each, whatever it is, for that is done for many at once.
        place.iter_mut().for_each(|byte| *byte = if matches!(*byte, b'\n' | b'\r') { *byte } else { b' ' });
        return;
    }
    for (at, letter) in piece.char_indices() {
        let blank = match letter {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => continue,
            _ => match letter.len_utf8() {
                1 => " ",
                2 => "\u{a0}",
                3 => "\u{3000}",
                _ => "\u{a0}\u{a0}",
            },
        };
        place[at..at + blank.len()].copy_from_slice(blank.as_bytes());
    }
}

/// The tokens of a piece of a program in which no string or template stands: words and single signs.
pub(super) struct Tokens<'a> {
    source: &'a str,
    at: usize,
    end: usize,
}

/// A word or a sign.
pub(super) struct Token<'a> {
    /// Where it begins.
    pub(super) start: u32,
    /// Itself.
    pub(super) text: &'a str,
}

impl Token<'_> {
    /// Where it stands.
    pub(super) fn span(&self) -> Span {
        Span::sized(self.start, u32::try_from(self.text.len()).unwrap_or_default())
    }
}

impl<'a> Tokens<'a> {
    /// The tokens between two places.
    pub(super) fn new(source: &'a str, from: u32, to: u32) -> Self {
        Self { source, at: from as usize, end: (to as usize).min(source.len()) }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.source.get(self.at..self.end)?;
            let first = rest.chars().next()?;
            let skipped = match rest.get(..2) {
                Some("//") => rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len()),
                Some("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
                _ if first.is_whitespace() || first == '\u{feff}' => first.len_utf8(),
                _ => 0,
            };
            if skipped > 0 {
                self.at += skipped;
                continue;
            }
            let word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
            let length = match rest.find(|letter| !word(letter)) {
                Some(0) => first.len_utf8(),
                Some(length) => length,
                None => rest.len(),
            };
            let start = u32::try_from(self.at).ok()?;
            self.at += length;
            return Some(Token { start, text: &rest[..length] });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_keep_the_length_and_the_lines() {
        let source = "a: \"é\u{3042}🦀\",\r\n b";
        let mut blanks = Blanks::default();
        blanks.plain(Span::new(1, u32::try_from(source.len() - 1).unwrap_or_default()));
        let text = blanks.apply(source);
        assert_eq!(text.len(), source.len());
        assert_eq!(text.encode_utf16().count(), source.encode_utf16().count());
        assert_eq!(text, "a   \u{a0}\u{3000}\u{a0}\u{a0}  \r\n b");
    }

    #[test]
    fn long_rows_are_blanked_whole() {
        for length in 0..200 {
            let source = format!("{}\n{}é", "a".repeat(length), "b".repeat(length));
            let mut blanks = Blanks::default();
            blanks.plain(Span::new(0, u32::try_from(source.len()).unwrap_or_default()));
            let spaces = " ".repeat(length);
            assert_eq!(blanks.apply(&source), format!("{spaces}\n{spaces}\u{a0}"));
        }
    }

    #[test]
    fn a_mark_stands_where_something_is_blanked_and_nowhere_else() {
        let mut blanks = Blanks::default();
        blanks.moved(1, 4, b'(');
        blanks.moved(7, 8, b')');
        blanks.plain(Span::new(3, 6));
        assert_eq!(blanks.apply("abcdefghi"), "a c ( g i");
    }

    #[test]
    fn blanks_may_overlap() {
        let mut blanks = Blanks::default();
        blanks.plain(Span::new(2, 6));
        blanks.ended(Span::new(1, 4));
        blanks.plain(Span::new(3, 4));
        assert_eq!(blanks.apply("abcdefgh"), "a;    gh");
    }

    #[test]
    fn tokens_pass_comments() {
        let tokens = Tokens::new("a /* b? */ // c\n ?: d$1", 0, 99).map(|token| token.text).collect::<Vec<_>>();
        assert_eq!(tokens, ["a", "?", ":", "d$1"]);
    }
}
