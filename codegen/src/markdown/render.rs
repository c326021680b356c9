//! Tree to text: Markdown again, wrapped, with what a language's comments need escaped.

use super::{Block, Inline, Markdown, Reference, parse::plain};

/// Spells a reference in a language, as Markdown.
pub type Resolve<'a> = dyn Fn(&Reference) -> String + 'a;

/// How a language writes a documentation comment.
#[derive(Debug, Clone, Copy)]
pub struct CommentFormat {
    /// The line before; empty where there is none.
    pub open: &'static str,
    /// What each line starts with.
    pub prefix: &'static str,
    /// The line after; empty where there is none.
    pub close: &'static str,
    /// Whether a text of one line stands between `open` and `close` on one line.
    pub one_line: bool,
    /// The width a line should stay within, indentation included.
    pub width: usize,
    /// Whether a word starting with `@` would be read as a tag.
    pub escape_at: bool,
    /// The language every fence gets; none leaves what the text says.
    pub fence: Option<&'static str>,
    /// What must not stand in a comment, and what stands there instead.
    pub replace: &'static [(&'static str, &'static str)],
}

/// A comment, each line indented by `indent` spaces and ended by a line break; nothing for an empty text.
pub fn render_comment(markdown: &Markdown, format: &CommentFormat, indent: usize, resolve: &Resolve<'_>) -> String {
    let width = format.width.saturating_sub(indent + format.prefix.chars().count());
    let style = Style { width, escape_at: format.escape_at, fence: format.fence };
    let mut text = style.blocks(&markdown.blocks, resolve).join("\n");
    for (found, instead) in format.replace {
        text = text.replace(found, instead);
    }
    if text.is_empty() {
        return String::new();
    }
    let pad = " ".repeat(indent);
    let lines: Vec<&str> = text.split('\n').collect();
    if let ([line], true) = (lines.as_slice(), format.one_line) {
        let whole = format!("{pad}{} {line} {}", format.open, format.close);
        if whole.chars().count() <= format.width {
            return whole + "\n";
        }
    }
    let mut comment = String::new();
    if !format.open.is_empty() {
        comment.push_str(&format!("{pad}{}\n", format.open));
    }
    for line in lines {
        comment.push_str(format!("{pad}{}{line}", format.prefix).trim_end());
        comment.push('\n');
    }
    if !format.close.is_empty() {
        comment.push_str(&format!("{pad}{}\n", format.close));
    }
    comment
}

/// Markdown for a page, wrapped at `width`; no line break at its end.
pub fn render_markdown(markdown: &Markdown, width: usize, resolve: &Resolve<'_>) -> String {
    Style { width, escape_at: false, fence: None }.blocks(&markdown.blocks, resolve).join("\n")
}

/// The text on one line, without marks but with code spans kept: for lists, tables of contents and search.
pub fn render_text(markdown: &Markdown, resolve: &Resolve<'_>) -> String {
    let style = Style { width: usize::MAX, escape_at: false, fence: None };
    style.blocks(&markdown.blocks, resolve).join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Style {
    width: usize,
    escape_at: bool,
    fence: Option<&'static str>,
}

impl Style {
    /// Blocks as lines, a blank line between two of them.
    fn blocks(&self, blocks: &[Block], resolve: &Resolve<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        for block in blocks {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(self.block(block, resolve));
        }
        lines
    }

    fn block(&self, block: &Block, resolve: &Resolve<'_>) -> Vec<String> {
        match block {
            Block::Paragraph(inlines) => self.fill(inlines, resolve),
            Block::Heading(level, inlines) => {
                let text = self.words(inlines, resolve).concat_lines();
                vec![format!("{} {text}", "#".repeat(usize::from(*level)))]
            }
            Block::Rule => vec!["***".to_owned()],
            Block::Quote(blocks) => self.narrowed(2).nested(blocks, resolve, |_| "> ".to_owned()),
            Block::List { start, items } => {
                let mut lines = Vec::new();
                for (number, item) in (start.unwrap_or(0)..).zip(items) {
                    let mark = start.map_or("- ".to_owned(), |_| format!("{number}. "));
                    let inner = self.narrowed(mark.len());
                    if item.is_empty() {
                        lines.push(mark.trim_end().to_owned());
                    }
                    lines.extend(
                        inner.nested(
                            item,
                            resolve,
                            |line| {
                                if line == 0 { mark.clone() } else { " ".repeat(mark.len()) }
                            },
                        ),
                    );
                }
                lines
            }
            Block::Code { language, text } => {
                let language = self.fence.unwrap_or(language);
                let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
                let fence = "`".repeat(longest.max(2) + 1);
                let mut lines = vec![format!("{fence}{language}")];
                lines.extend(text.lines().map(str::to_owned));
                lines.push(fence);
                lines
            }
        }
    }

    fn narrowed(&self, by: usize) -> Self {
        Self { width: self.width.saturating_sub(by).max(20), ..*self }
    }

    fn nested(&self, blocks: &[Block], resolve: &Resolve<'_>, prefix: impl Fn(usize) -> String) -> Vec<String> {
        let lines = self.blocks(blocks, resolve).into_iter().enumerate();
        lines.map(|(at, line)| format!("{}{line}", prefix(at)).trim_end().to_owned()).collect()
    }

    /// Fills lines with words, as wide as they may be.
    fn fill(&self, inlines: &[Inline], resolve: &Resolve<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        let mut column = 0;
        for word in self.words(inlines, resolve).0 {
            match word {
                Word::Break => {
                    lines.push(std::mem::take(&mut line) + "\\");
                    column = 0;
                }
                Word::Text(word) => {
                    let width = word.chars().count();
                    if !line.is_empty() && column + 1 + width > self.width {
                        lines.push(std::mem::take(&mut line));
                        column = 0;
                    }
                    if !line.is_empty() {
                        line.push(' ');
                        column += 1;
                    }
                    line.push_str(&word);
                    column += width;
                }
            }
        }
        lines.push(line);
        lines
    }

    fn words(&self, inlines: &[Inline], resolve: &Resolve<'_>) -> Words {
        let mut words = Words(Vec::new());
        let mut open = false;
        self.collect(inlines, resolve, &mut words, &mut open);
        words
    }

    /// Appends words; `open` says whether the next piece continues the last word.
    fn collect(&self, inlines: &[Inline], resolve: &Resolve<'_>, words: &mut Words, open: &mut bool) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => {
                    for piece in text.split_inclusive(char::is_whitespace) {
                        let word = piece.trim_end_matches(char::is_whitespace);
                        if !word.is_empty() {
                            words.glue(&self.escape(word, !*open), open);
                        }
                        if word.len() != piece.len() {
                            *open = false;
                        }
                    }
                }
                Inline::Code(text) => words.glue(&code_span(text), open),
                Inline::Emphasis(inner) => self.marked("*", inner, resolve, words, open),
                Inline::Strong(inner) => self.marked("**", inner, resolve, words, open),
                Inline::Link { text, url } => {
                    let text = self.words(text, resolve).concat_lines();
                    let url = url.replace(['<', '>', '\n', '\r'], "");
                    let link = if url.contains(['(', ')', ' ']) {
                        format!("[{text}](<{url}>)")
                    } else {
                        format!("[{text}]({url})")
                    };
                    words.glue(&link, open);
                }
                Inline::Reference(reference) => words.glue(&resolve(reference), open),
                Inline::SoftBreak => *open = false,
                Inline::HardBreak => {
                    words.0.push(Word::Break);
                    *open = false;
                }
            }
        }
    }

    fn marked(&self, mark: &str, inner: &[Inline], resolve: &Resolve<'_>, words: &mut Words, open: &mut bool) {
        if plain(inner).trim().is_empty() {
            return;
        }
        words.glue(mark, open);
        self.collect(inner, resolve, words, open);
        // The closing mark must touch what it closes.
        *open = true;
        words.glue(mark, open);
    }

    /// A word of plain text that stays plain text.
    fn escape(&self, word: &str, starts: bool) -> String {
        let mut escaped = String::new();
        let last = word.chars().count().saturating_sub(1);
        for (at, c) in word.chars().enumerate() {
            let edge = at == 0 || at == last;
            let special = match c {
                '\\' | '`' | '*' | '[' | ']' | '<' | '~' => true,
                '_' => edge || word.contains("__"),
                '#' | '>' => at == 0 && starts,
                '&' => word.contains(';'),
                '@' => self.escape_at && at == 0,
                '-' | '+' | '=' => at == 0 && starts && word.chars().all(|other| other == c),
                '.' | ')' => {
                    starts && at == last && at > 0 && word.chars().take(at).all(|digit| digit.is_ascii_digit())
                }
                _ => false,
            };
            if special {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        escaped
    }
}

enum Word {
    Text(String),
    Break,
}

struct Words(Vec<Word>);

impl Words {
    fn glue(&mut self, piece: &str, open: &mut bool) {
        match self.0.last_mut() {
            Some(Word::Text(last)) if *open => last.push_str(piece),
            _ => self.0.push(Word::Text(piece.to_owned())),
        }
        *open = true;
    }

    fn concat_lines(self) -> String {
        let words = self.0.into_iter().filter_map(|word| match word {
            Word::Text(text) => Some(text),
            Word::Break => None,
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// A code span whose marks are longer than any run of backticks inside.
fn code_span(text: &str) -> String {
    let text = text.replace('\n', " ");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{pad}{text}{pad}{marks}")
}
