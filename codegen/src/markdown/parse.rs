//! Text to tree, by pulldown-cmark (CommonMark). Raw HTML becomes plain text, pictures become links.

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::{Block, Inline, Markdown, Reference};

/// Parses a documentation text. Every text has a tree: nothing in it is an error.
pub fn parse(text: &str) -> Markdown {
    let mut resolve = |link: BrokenLink<'_>| {
        reference(&link.reference).map(|_| (CowStr::from(link.reference.to_string()), CowStr::from("")))
    };
    let parser = Parser::new_with_broken_link_callback(text, Options::empty(), Some(&mut resolve));
    let mut builder = Builder { stack: vec![Frame::new(Kind::Root)] };
    parser.for_each(|event| builder.event(event));
    builder.finish()
}

/// What `[text]` names, if it is one of the forms a table may use.
fn reference(text: &str) -> Option<Reference> {
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
    Reference,
    /// An element with no counterpart in the tree: its text is kept.
    Transparent,
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
            Event::Code(text) => self.inline(Inline::Code(text.into_string())),
            Event::SoftBreak => self.inline(Inline::SoftBreak),
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
        let kind = match tag {
            Tag::Paragraph | Tag::HtmlBlock => Kind::Paragraph,
            Tag::Heading { level, .. } => Kind::Heading(level as u8),
            Tag::BlockQuote(_) => Kind::Quote,
            Tag::CodeBlock(kind) => Kind::Code(match kind {
                pulldown_cmark::CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or("").to_owned(),
                pulldown_cmark::CodeBlockKind::Indented => String::new(),
            }),
            Tag::List(start) => Kind::List(start),
            Tag::Item => Kind::Item,
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. } => match link_type {
                LinkType::ShortcutUnknown | LinkType::CollapsedUnknown | LinkType::ReferenceUnknown => Kind::Reference,
                _ => Kind::Link(dest_url.into_string()),
            },
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
                let text = plain(&frame.inlines);
                self.block(Block::Code { language, text });
            }
            Kind::Emphasis => self.inline(Inline::Emphasis(frame.inlines)),
            Kind::Strong => self.inline(Inline::Strong(frame.inlines)),
            Kind::Link(url) => self.inline(Inline::Link { text: frame.inlines, url }),
            Kind::Reference => {
                let text = plain(&frame.inlines);
                match reference(&text) {
                    Some(reference) => self.inline(Inline::Reference(reference)),
                    None => self.text(&text),
                }
            }
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

/// The text of inlines, without marks.
pub(super) fn plain(inlines: &[Inline]) -> String {
    let mut text = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(piece) | Inline::Code(piece) => text.push_str(piece),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link { text: inner, .. } => {
                text.push_str(&plain(inner));
            }
            Inline::Reference(Reference::Operation(name) | Reference::Type(name) | Reference::Param(name)) => {
                text.push_str(name)
            }
            Inline::SoftBreak | Inline::HardBreak => text.push('\n'),
        }
    }
    text
}
