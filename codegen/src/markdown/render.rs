//! Tree to text: Markdown again, wrapped, with what a language's comments need escaped.

use super::{
    Block, Inline, Markdown, Reference,
    inline::{self, Words},
};

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
    wrap_comment(&comment_lines(markdown, "", format, indent, resolve), format, indent)
}

/// The lines of a comment's text, to be put together with others. `lead` stands before the first word as it is: a tag
/// of the language, such as `@returns`.
pub fn comment_lines(
    markdown: &Markdown,
    lead: &str,
    format: &CommentFormat,
    indent: usize,
    resolve: &Resolve<'_>,
) -> Vec<String> {
    let width = format.width.saturating_sub(indent + format.prefix.chars().count());
    let style = Style { width, escape_at: format.escape_at, fence: format.fence, in_item: false };
    let (mut lines, rest) = match markdown.blocks.split_first() {
        _ if lead.is_empty() => (Vec::new(), markdown.blocks.as_slice()),
        Some((Block::Paragraph(inlines), rest)) => {
            (Words::of(inlines, style.escape_at, resolve).after(lead).fill(width), rest)
        }
        _ => (vec![lead.to_owned()], markdown.blocks.as_slice()),
    };
    if !lines.is_empty() && !rest.is_empty() {
        lines.push(String::new());
    }
    lines.extend(style.blocks(rest, None, resolve));
    if format.escape_at {
        let leads = std::iter::once(lead.len()).chain(std::iter::repeat(0));
        for (line, lead) in lines.iter_mut().zip(leads) {
            *line = format!("{}{}", &line[..lead], inline::escape_tags(&line[lead..]));
        }
    }
    let mut text = lines.join("\n");
    for (found, instead) in format.replace {
        text = text.replace(found, instead);
    }
    if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() }
}

/// Lines as a comment, each indented by `indent` spaces and ended by a line break; nothing for no line.
pub fn wrap_comment(lines: &[String], format: &CommentFormat, indent: usize) -> String {
    let pad = " ".repeat(indent);
    if let ([line], true) = (lines, format.one_line) {
        let gap = if format.prefix.is_empty() { "" } else { " " };
        let close = format.close.trim_start();
        let whole = format!("{pad}{}{gap}{line}{gap}{close}", format.open);
        // Without a gap, the text's last character must not run into the close.
        let clear = !gap.is_empty() || close.chars().next().is_none_or(|first| !line.ends_with(first));
        if clear && whole.chars().count() <= format.width {
            return whole + "\n";
        }
    }
    let mut comment = String::new();
    if lines.is_empty() {
        return comment;
    }
    if !format.open.is_empty() {
        comment.push_str(&format!("{pad}{}\n", format.open));
    }
    for line in lines {
        comment.push_str(format!("{pad}{}{line}", format.prefix).trim_end_matches(' '));
        comment.push('\n');
    }
    if !format.close.is_empty() {
        comment.push_str(&format!("{pad}{}\n", format.close));
    }
    comment
}

/// Markdown for a page, wrapped at `width`; no line break at its end.
pub fn render_markdown(markdown: &Markdown, width: usize, resolve: &Resolve<'_>) -> String {
    Style { width, escape_at: false, fence: None, in_item: false }.blocks(&markdown.blocks, None, resolve).join("\n")
}

/// Markdown on one line, with everything escaped: for lists and tables of contents. Blocks follow each other, and items
/// are set apart by semicolons.
pub fn render_line(markdown: &Markdown, resolve: &Resolve<'_>) -> String {
    inline::guard(one_line(&markdown.blocks, " ", &|inlines| Words::of(inlines, false, resolve).line()))
}

/// The text on one line, without marks and with nothing escaped, but with code spans kept: for search and for messages.
pub fn render_text(markdown: &Markdown, resolve: &Resolve<'_>) -> String {
    let text = one_line(&markdown.blocks, " ", &|inlines| plain(inlines, resolve));
    text.split(inline::is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn one_line(blocks: &[Block], separator: &str, text: &dyn Fn(&[Inline]) -> String) -> String {
    let parts = blocks.iter().map(|block| match block {
        Block::Paragraph(inlines) | Block::Heading(_, inlines) => text(inlines),
        Block::List { items, .. } => items.iter().map(|item| one_line(item, " ", text)).collect::<Vec<_>>().join("; "),
        Block::Quote(blocks) => one_line(blocks, " ", text),
        Block::Code { text: code, .. } if !code.trim().is_empty() => {
            text(&[Inline::Code(code.trim().replace('\n', " "))])
        }
        Block::Code { .. } | Block::Rule => String::new(),
    });
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
}

fn plain(inlines: &[Inline], resolve: &Resolve<'_>) -> String {
    let pieces = inlines.iter().map(|inline| match inline {
        Inline::Text(text) => text.clone(),
        Inline::Code(text) => inline::code_span(text),
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link { text: inner, .. } => plain(inner, resolve),
        Inline::Reference(reference) => resolve(reference),
        Inline::HardBreak => " ".to_owned(),
    });
    pieces.collect()
}

struct Style {
    width: usize,
    escape_at: bool,
    fence: Option<&'static str>,
    /// Whether the blocks are those of an item, where a list may follow its text at once.
    in_item: bool,
}

impl Style {
    /// Blocks as lines, a blank line between two of them; `outer` is the mark of the item they are in.
    fn blocks(&self, blocks: &[Block], outer: Option<char>, resolve: &Resolve<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let mut before: Option<Mark> = None;
        for (at, block) in blocks.iter().enumerate() {
            let touches = self.in_item && at > 0 && blocks.get(at - 1).is_some_and(|before| may_touch(before, block));
            if !lines.is_empty() && !touches {
                lines.push(String::new());
            }
            match block {
                Block::List { start, items } => {
                    // A list that touches another of its kind would be its continuation; bullets in bullets on one
                    // line may be read as a rule.
                    let outer = if at == 0 { outer } else { None };
                    let mark = Mark::of(*start, before, outer);
                    lines.extend(self.list(mark, items, resolve));
                    before = Some(mark);
                }
                other => {
                    lines.extend(self.block(other, resolve));
                    before = None;
                }
            }
        }
        lines
    }

    fn block(&self, block: &Block, resolve: &Resolve<'_>) -> Vec<String> {
        match block {
            Block::Paragraph(inlines) => inline::fill(inlines, self.escape_at, self.width, resolve),
            Block::Heading(level, inlines) => {
                let text = inline::heading(&Words::of(inlines, self.escape_at, resolve).line());
                vec![format!("{} {text}", "#".repeat(usize::from(*level))).trim_end_matches(' ').to_owned()]
            }
            Block::Rule => vec!["___".to_owned()],
            Block::Quote(blocks) => {
                let style = Self { in_item: false, ..self.narrowed(2) };
                let lines = style.blocks(blocks, None, resolve);
                let quoted = lines.iter().map(|line| format!("> {line}").trim_end_matches(' ').to_owned());
                if lines.is_empty() { vec![">".to_owned()] } else { quoted.collect() }
            }
            Block::List { start, items } => self.list(Mark::of(*start, None, None), items, resolve),
            Block::Code { language, text } => {
                let language = self.fence.unwrap_or(language);
                let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
                let fence = "`".repeat(longest.max(2) + 1);
                let mut lines = vec![format!("{fence}{language}")];
                let line = |line: &str| if self.escape_at { inline::escape_links(line) } else { line.to_owned() };
                lines.extend(text.lines().map(line));
                lines.push(fence);
                lines
            }
        }
    }

    fn list(&self, mark: Mark, items: &[Vec<Block>], resolve: &Resolve<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let (mark, bullet) = match mark {
                Mark::Bullet(bullet) => (format!("{bullet} "), Some(bullet)),
                Mark::Number(start, end) => {
                    // A number has nine digits at most; only the first one counts.
                    let number = start.saturating_add(at as u64).min(999_999_999);
                    (format!("{number}{end} "), None)
                }
            };
            let style = Self { in_item: true, ..self.narrowed(mark.len()) };
            let inner = style.blocks(item, bullet, resolve);
            if inner.is_empty() {
                lines.push(mark.trim_end().to_owned());
            }
            for (at, line) in inner.iter().enumerate() {
                let start = if at == 0 { mark.clone() } else { " ".repeat(mark.len()) };
                lines.push(format!("{start}{line}").trim_end_matches(' ').to_owned());
            }
        }
        lines
    }

    fn narrowed(&self, by: usize) -> Self {
        Self { width: self.width.saturating_sub(by).max(20), ..*self }
    }
}

/// Whether a block of an item may follow another without a blank line between them: a plain list may follow a paragraph,
/// as long as it starts with text.
fn may_touch(before: &Block, block: &Block) -> bool {
    let Block::List { start: None, items } = block else { return false };
    let starts_with_text = matches!(items.first().and_then(|item| item.first()), Some(Block::Paragraph(_)));
    matches!(before, Block::Paragraph(_)) && starts_with_text
}

/// What the items of a list start with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Bullet(char),
    /// The first number, and what follows each.
    Number(u64, char),
}

impl Mark {
    /// The mark of a list that comes after one marked `before`, as the first thing of an item marked `outer`.
    fn of(start: Option<u64>, before: Option<Mark>, outer: Option<char>) -> Self {
        match start {
            Some(start) => {
                let end = if matches!(before, Some(Mark::Number(_, '.'))) { ')' } else { '.' };
                Mark::Number(start, end)
            }
            None => {
                let free = |bullet: &char| before != Some(Mark::Bullet(*bullet)) && outer != Some(*bullet);
                // Of three marks one is free.
                Mark::Bullet(['-', '*', '+'].into_iter().find(free).unwrap_or('-'))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::parse;

    fn page(text: &str) -> String {
        render_markdown(&parse(text), 80, &|_| "`it`".to_owned())
    }

    #[test]
    fn a_list_in_an_item_follows_its_text_at_once() {
        assert_eq!(page("- one\n\n  - two\n  - three\n- four"), "- one\n  - two\n  - three\n- four");
        assert_eq!(page("before\n\n- one"), "before\n\n- one", "but not outside of one");
        assert_eq!(page("- one\n\n  3. two"), "- one\n\n  3. two", "a number above 1 starts no list there");
    }
}
