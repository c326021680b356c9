//! Text to tree, by pulldown-cmark (`CommonMark`), in normal form. Raw HTML becomes plain text, pictures become links.

use pulldown_cmark::{BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::{Block, Inline, Markdown, Reference, inline, normal};

/// How deep quotations and lists may lie in each other; what is deeper lies as deep as this.
const DEPTH: usize = 16;

/// Parses a documentation text. Every text has a tree: nothing in it is an error.
///
/// The tree is in normal form: what [`super::render_markdown`] makes of it, at any width, parses to the same tree.
pub fn parse(text: &str) -> Markdown {
    if let Some(words) = plain_paragraph(text) {
        return Markdown { blocks: vec![Block::Paragraph(vec![Inline::Text(words)])] };
    }
    let mut markdown = read(text);
    markdown.blocks.iter_mut().for_each(normalise);
    drop_empty(&mut markdown.blocks);
    markdown
}

/// The words of a text that is one paragraph of plain words, as most are: each line starts with a letter and holds
/// nothing that could mean anything to Markdown.
fn plain_paragraph(text: &str) -> Option<String> {
    let mut words = String::with_capacity(text.len());
    for line in text.trim_matches('\n').split('\n') {
        let plain = |byte| byte == b' ' || inline::is_plain(byte);
        if !line.starts_with(|c: char| c.is_ascii_alphabetic()) || line.ends_with(' ') || !line.bytes().all(plain) {
            return None;
        }
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
    }
    Some(words)
}

/// The running text of a paragraph as it is read, before it is brought into normal form.
pub(super) fn inlines(text: &str) -> Vec<Inline> {
    let mut blocks = read(text).blocks;
    match (blocks.pop(), blocks.is_empty()) {
        (Some(Block::Paragraph(inlines)), true) => inlines,
        _ => Vec::new(),
    }
}

fn read(text: &str) -> Markdown {
    let text: String = text
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .chars()
        .map(|c| if c == '\0' { '\u{fffd}' } else { c })
        .collect();
    // The destination of a reference is its own text: what stands between the brackets may be read as emphasis.
    let mut resolve = |link: BrokenLink<'_>| {
        reference(&link.reference).map(|_| (CowStr::from(link.reference.to_string()), CowStr::from("")))
    };
    let parser = Parser::new_with_broken_link_callback(&text, Options::empty(), Some(&mut resolve));
    let mut builder = Builder { stack: vec![Frame::new(Kind::Root)] };
    parser.for_each(|event| builder.event(event));
    builder.finish()
}

fn normalise(block: &mut Block) {
    match block {
        Block::Paragraph(inlines) => *inlines = normal::normalise(inlines),
        Block::Heading(_, inlines) => {
            // A heading is one line.
            inlines.iter_mut().for_each(join_lines);
            *inlines = normal::normalise(inlines);
        }
        Block::Quote(blocks) => {
            blocks.iter_mut().for_each(normalise);
            drop_empty(blocks);
        }
        Block::List { items, .. } => {
            for item in items {
                item.iter_mut().for_each(normalise);
                drop_empty(item);
            }
        }
        Block::Code { .. } | Block::Rule => {}
    }
}

fn join_lines(inline: &mut Inline) {
    match inline {
        Inline::HardBreak => *inline = Inline::Text(" ".to_owned()),
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link { text: inner, .. } => {
            inner.iter_mut().for_each(join_lines);
        }
        Inline::Text(_) | Inline::Code(_) | Inline::Reference(_) => {}
    }
}

fn drop_empty(blocks: &mut Vec<Block>) {
    blocks.retain(|block| !matches!(block, Block::Paragraph(inlines) if inlines.is_empty()));
}

/// What `[text]` names, if it is one of the forms a table may use.
pub(super) fn reference(text: &str) -> Option<Reference> {
    let word =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if let Some(name) = text.strip_prefix("type:") {
        return name.split('.').all(word).then(|| Reference::Type(name.to_owned()));
    }
    if let Some(name) = text.strip_prefix("param:") {
        return word(name).then(|| Reference::Param(name.to_owned()));
    }
    let (module, key) = text.split_once('.')?;
    (word(module) && word(key)).then(|| Reference::Operation(text.to_owned()))
}

/// What an open frame will become when it closes.
enum Kind {
    Root,
    Paragraph,
    Heading(u8),
    List(Option<u64>),
    Item,
    Quote,
    Code(String),
    Emphasis,
    Strong,
    Link(String),
    Reference(Reference),
    /// An element with no counterpart in the tree: its text is kept.
    Transparent,
    /// A quotation, a list or an item that would lie too deep: its blocks are kept.
    Flattened,
}

struct Frame {
    kind: Kind,
    blocks: Vec<Block>,
    items: Vec<Vec<Block>>,
    inlines: Vec<Inline>,
}

impl Frame {
    fn new(kind: Kind) -> Self {
        Self { kind, blocks: Vec::new(), items: Vec::new(), inlines: Vec::new() }
    }

    /// Closes loose text (a tight list item has no paragraph of its own) and gives the blocks.
    fn into_blocks(mut self) -> Vec<Block> {
        self.close_paragraph();
        self.blocks
    }

    fn close_paragraph(&mut self) {
        if !self.inlines.is_empty() {
            self.blocks.push(Block::Paragraph(std::mem::take(&mut self.inlines)));
        }
    }
}

struct Builder {
    stack: Vec<Frame>,
}

impl Builder {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => self.inline(Inline::Code(visible(&text.replace(['\t', '\n'], " ")))),
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.inline(Inline::HardBreak),
            Event::Rule => self.block(Block::Rule),
            // Extensions that are not switched on.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let deep = self.stack.len() > DEPTH;
        let kind = match tag {
            Tag::Paragraph | Tag::HtmlBlock => Kind::Paragraph,
            Tag::Heading { level, .. } => Kind::Heading(level as u8),
            Tag::BlockQuote(_) | Tag::List(_) if deep => Kind::Flattened,
            Tag::BlockQuote(_) => Kind::Quote,
            Tag::CodeBlock(kind) => Kind::Code(match kind {
                CodeBlockKind::Fenced(info) => language(&info),
                CodeBlockKind::Indented => String::new(),
            }),
            Tag::List(start) => Kind::List(start),
            Tag::Item if matches!(self.top().kind, Kind::List(_)) => Kind::Item,
            Tag::Item => Kind::Flattened,
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. } => {
                match reference(&dest_url) {
                    Some(reference) if is_unknown(link_type) => Kind::Reference(reference),
                    _ if link_type == LinkType::Email => Kind::Link(inline::url(&format!("mailto:{dest_url}"))),
                    _ => Kind::Link(inline::url(&dest_url)),
                }
            }
            _ => Kind::Transparent,
        };
        self.stack.push(Frame::new(kind));
    }

    fn end(&mut self, _tag: TagEnd) {
        if self.stack.len() < 2 {
            return;
        }
        let Some(frame) = self.stack.pop() else { return };
        match frame.kind {
            Kind::Root => {}
            Kind::Paragraph => {
                if !frame.inlines.is_empty() {
                    self.block(Block::Paragraph(frame.inlines));
                }
            }
            Kind::Heading(level) => self.block(Block::Heading(level, frame.inlines)),
            Kind::List(start) => self.block(Block::List { start, items: frame.items }),
            Kind::Item => {
                let blocks = frame.into_blocks();
                self.top().items.push(blocks);
            }
            Kind::Quote => {
                let blocks = frame.into_blocks();
                self.block(Block::Quote(blocks));
            }
            Kind::Code(language) => {
                let text = code(&plain(&frame.inlines));
                self.block(Block::Code { language, text });
            }
            Kind::Emphasis => self.inline(Inline::Emphasis(frame.inlines)),
            Kind::Strong => self.inline(Inline::Strong(frame.inlines)),
            Kind::Link(url) => self.inline(Inline::Link { text: frame.inlines, url }),
            Kind::Reference(reference) => self.inline(Inline::Reference(reference)),
            Kind::Flattened => frame.into_blocks().into_iter().for_each(|block| self.block(block)),
            Kind::Transparent => {
                let top = self.top();
                top.inlines.extend(frame.inlines);
                top.blocks.extend(frame.blocks);
            }
        }
    }

    fn top(&mut self) -> &mut Frame {
        // The root is pushed first and never popped.
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }

    fn text(&mut self, text: &str) {
        match self.top().inlines.last_mut() {
            Some(Inline::Text(last)) => last.push_str(text),
            _ => self.inline(Inline::Text(text.to_owned())),
        }
    }

    fn inline(&mut self, inline: Inline) {
        self.top().inlines.push(inline);
    }

    fn block(&mut self, block: Block) {
        let top = self.top();
        top.close_paragraph();
        top.blocks.push(block);
    }

    fn finish(mut self) -> Markdown {
        let root = self.stack.swap_remove(0);
        Markdown { blocks: root.into_blocks() }
    }
}

/// Whether a link is one that only our own callback knows.
fn is_unknown(kind: LinkType) -> bool {
    matches!(kind, LinkType::ShortcutUnknown | LinkType::CollapsedUnknown | LinkType::ReferenceUnknown)
}

/// The language that the first word of an info string names, up to what cannot stand in every fence.
fn language(info: &str) -> String {
    let named = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '#' | '.' | ',');
    info.trim_start().chars().take_while(named).collect()
}

/// The text of a block of code: no blanks at the end of a line, and every line ended.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| visible(line.trim_end_matches([' ', '\t'])) + "\n");
    lines.collect()
}

/// Code has no way of writing a character that must not stand in a source file, so it loses it.
fn visible(text: &str) -> String {
    text.chars().map(|c| if inline::is_hidden(c) && c != '\t' { '\u{fffd}' } else { c }).collect()
}

/// The text of inlines, without marks.
fn plain(inlines: &[Inline]) -> String {
    let mut text = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(piece) | Inline::Code(piece) => text.push_str(piece),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link { text: inner, .. } => {
                text.push_str(&plain(inner));
            }
            Inline::Reference(reference) => text.push_str(&reference.source()),
            Inline::HardBreak => text.push('\n'),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The short way gives what the long one does.
        #[test]
        fn plain_words_are_read_as_markdown_reads_them(text in "[A-Za-z0-9 \n.,:;()/'\"?!-]{0,60}") {
            if let Some(words) = plain_paragraph(&text) {
                let mut markdown = read(&text);
                markdown.blocks.iter_mut().for_each(normalise);
                prop_assert_eq!(markdown.blocks, vec![Block::Paragraph(vec![Inline::Text(words)])]);
            }
        }
    }
}
