//! A small Markdown tree. Documentation is parsed into it once and rendered per language by a format that is data.

mod inline;
mod normal;
mod parse;
mod render;

pub use parse::parse;
pub use render::{
    CommentFormat, Resolve, comment_lines, render_comment, render_line, render_markdown, render_text, wrap_comment,
};

/// A parsed text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Markdown {
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list; `start` is set for a numbered one.
    List {
        /// The first number of a numbered list.
        start: Option<u64>,
        /// The items, each a list of blocks.
        items: Vec<Vec<Block>>,
    },
    /// A fenced or indented piece of code, with the language it names.
    Code {
        /// The info string's first word; may be empty.
        language: String,
        /// The text, ending in a line break unless empty.
        text: String,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// A heading of level 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A rule across the page.
    Rule,
}

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Plain text, unescaped. A line break of the source is a space.
    Text(String),
    /// A code span, unescaped.
    Code(String),
    /// Emphasis.
    Emphasis(Vec<Inline>),
    /// Strong emphasis.
    Strong(Vec<Inline>),
    /// A link to somewhere outside.
    Link {
        /// What it reads.
        text: Vec<Inline>,
        /// Where it goes.
        url: String,
    },
    /// A reference to something of the table, spelled by each language: `[files.read_file]`, `[type:file-read]`,
    /// `[param:offset]`.
    Reference(Reference),
    /// A line break that stays.
    HardBreak,
}

/// What a reference names, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// An operation, by its id.
    Operation(String),
    /// A type, by its name, or a member of it, `type.member`.
    Type(String),
    /// A parameter of the operation whose documentation this is.
    Param(String),
}

impl Reference {
    /// What stands between the brackets of a reference: `files.read_file`, `type:file-read`, `param:offset`.
    pub fn parse(text: &str) -> Option<Self> {
        parse::reference(text)
    }

    /// The reference as a table writes it, brackets included.
    pub fn source(&self) -> String {
        match self {
            Self::Operation(name) => format!("[{name}]"),
            Self::Type(name) => format!("[type:{name}]"),
            Self::Param(name) => format!("[param:{name}]"),
        }
    }
}

impl Markdown {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The first paragraph: what stands for the whole in a list.
    #[must_use]
    pub fn brief(&self) -> Markdown {
        Markdown { blocks: self.blocks.iter().take(1).cloned().collect() }
    }

    /// All but the first paragraph.
    #[must_use]
    pub fn detail(&self) -> Markdown {
        Markdown { blocks: self.blocks.iter().skip(1).cloned().collect() }
    }

    /// One text after the other.
    #[must_use]
    pub fn followed_by(&self, other: &Markdown) -> Markdown {
        Markdown { blocks: self.blocks.iter().chain(&other.blocks).cloned().collect() }
    }

    /// Every reference, in order.
    pub fn references(&self) -> Vec<&Reference> {
        let mut found = Vec::new();
        self.blocks.iter().for_each(|block| collect_block(block, &mut found));
        found
    }
}

fn collect_block<'a>(block: &'a Block, found: &mut Vec<&'a Reference>) {
    match block {
        Block::Paragraph(inlines) | Block::Heading(_, inlines) => collect_inlines(inlines, found),
        Block::List { items, .. } => {
            items.iter().flatten().for_each(|block| collect_block(block, found));
        }
        Block::Quote(blocks) => blocks.iter().for_each(|block| collect_block(block, found)),
        Block::Code { .. } | Block::Rule => {}
    }
}

fn collect_inlines<'a>(inlines: &'a [Inline], found: &mut Vec<&'a Reference>) {
    for inline in inlines {
        match inline {
            Inline::Reference(reference) => found.push(reference),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link { text: inner, .. } => {
                collect_inlines(inner, found);
            }
            Inline::Text(_) | Inline::Code(_) | Inline::HardBreak => {}
        }
    }
}
