//! Documentation in WIT: `///` comments, in which a function's parameters, result and errors stand as a list, since
//! the language has no place for them.

use crate::{
    markdown::{Block, CommentFormat, Inline, Markdown, Reference, render_comment},
    surface::{Operation, Surface, TypeKind},
};

static FORMAT: CommentFormat = CommentFormat {
    open: "",
    prefix: "/// ",
    close: "",
    one_line: false,
    width: 100,
    escape_at: false,
    fence: None,
    replace: &[],
};

/// A comment of `indent` spaces, each line ended; nothing for an empty text.
pub(super) fn comment(surface: &Surface, markdown: &Markdown, indent: usize) -> String {
    // Characters wit-parser takes nowhere, not even in a comment, do not come out of rendering.
    render_comment(markdown, &FORMAT, indent, &|reference| spell(surface, reference))
}

/// All there is to say about an operation.
pub(super) fn operation(surface: &Surface, operation: &Operation) -> Markdown {
    let mut whole = operation.summary.followed_by(&operation.doc);
    let params = operation.params.iter().map(|param| entry(&param.names.wit, &param.doc)).collect();
    list(&mut whole, "Parameters:", params);
    if let Some(returns) = &operation.returns {
        whole.blocks.extend(labelled(vec![Inline::Text("Returns: ".to_owned())], &returns.doc));
    }
    let TypeKind::Enum(codes) = &surface.type_def(surface.error_code).kind else { return whole };
    let errors = operation.errors.iter();
    let errors = errors.filter_map(|error| Some(entry(&codes.get(error.code)?.names.wit, &error.when))).collect();
    list(&mut whole, "Errors:", errors);
    whole
}

fn list(whole: &mut Markdown, title: &str, items: Vec<Vec<Block>>) {
    if !items.is_empty() {
        whole.blocks.push(Block::Paragraph(vec![Inline::Text(title.to_owned())]));
        whole.blocks.push(Block::List { start: None, items });
    }
}

fn entry(name: &str, text: &Markdown) -> Vec<Block> {
    labelled(vec![Inline::Code(name.to_owned()), Inline::Text(": ".to_owned())], text)
}

/// A text whose first paragraph continues the label.
fn labelled(mut label: Vec<Inline>, text: &Markdown) -> Vec<Block> {
    match text.blocks.split_first() {
        Some((Block::Paragraph(first), rest)) => {
            label.extend(first.iter().cloned());
            std::iter::once(Block::Paragraph(label)).chain(rest.iter().cloned()).collect()
        }
        _ => std::iter::once(Block::Paragraph(label)).chain(text.blocks.iter().cloned()).collect(),
    }
}

/// A reference as WIT names it.
fn spell(surface: &Surface, reference: &Reference) -> String {
    let name = match reference {
        Reference::Operation(id) => match surface.find_operation(id) {
            Some(operation) => format!("{}.{}", surface.module(operation.module).interface, operation.names.wit),
            None => id.clone(),
        },
        Reference::Type(name) => name.clone(),
        Reference::Param(name) => name.clone(),
    };
    format!("`{name}`")
}
