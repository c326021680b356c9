//! Docstrings in the style Google's guide describes: a summary, what there is to say, then sections.

use crate::markdown::{Block, Inline, Markdown, Resolve, render_markdown};

use super::{WIDTH, literal};

/// A section of a docstring.
#[derive(Debug, Clone)]
pub(super) struct Section {
    /// `Args`, `Returns`, `Raises` or `Attributes`.
    pub(super) title: &'static str,
    /// Its entries, each under a name where it has one.
    pub(super) entries: Vec<(Option<String>, Markdown)>,
}

/// A docstring whose lines stand `indent` spaces in, without a line break at its end.
pub(super) fn docstring(indent: usize, body: &Markdown, sections: &[Section], resolve: &Resolve<'_>) -> String {
    let pad = " ".repeat(indent);
    let room = WIDTH.saturating_sub(indent);
    let mut text = render_markdown(body, room.saturating_sub(QUOTES), resolve);
    for section in sections.iter().filter(|section| !section.entries.is_empty()) {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(&format!("{}:", section.title));
        for (name, doc) in &section.entries {
            text.push_str(&entry(name.as_deref(), doc, room, resolve));
        }
    }
    let escaped = literal::docstring(&text);
    if !escaped.contains('\n') && escaped.chars().count() + 2 * QUOTES <= room {
        return format!("{pad}\"\"\"{escaped}\"\"\"");
    }
    let mut lines = format!("{pad}\"\"\"");
    for (at, line) in escaped.split('\n').enumerate() {
        if at > 0 && !line.is_empty() {
            lines.push_str(&pad);
        }
        lines.push_str(line);
        lines.push('\n');
    }
    lines + &pad + "\"\"\""
}

/// The marks a docstring opens and closes with.
const QUOTES: usize = 3;
/// How far the entries of a section stand in, and what continues one further.
const STEP: usize = 4;

fn entry(name: Option<&str>, doc: &Markdown, room: usize, resolve: &Resolve<'_>) -> String {
    let named = name.map(|name| headed(name, doc));
    let depth = if name.is_some() { 2 * STEP } else { STEP };
    let text = render_markdown(named.as_ref().unwrap_or(doc), room.saturating_sub(depth), resolve);
    let mut lines = String::new();
    for (at, line) in text.split('\n').enumerate() {
        let depth = if at == 0 { STEP } else { depth };
        lines.push('\n');
        if !line.is_empty() {
            lines.push_str(&" ".repeat(depth));
            lines.push_str(line);
        }
    }
    lines
}

/// The text with `name:` before it.
fn headed(name: &str, doc: &Markdown) -> Markdown {
    let label = Inline::Text(format!("{name}: "));
    let mut blocks = doc.blocks.clone();
    match blocks.first_mut() {
        Some(Block::Paragraph(inlines)) => inlines.insert(0, label),
        _ => blocks.insert(0, Block::Paragraph(vec![label])),
    }
    Markdown { blocks }
}
