//! Documentation of the table as rustdoc, its references as links.

use proc_macro2::TokenStream;

use super::plan::Plan;
use crate::{
    emit::rust::{inner_doc, outer_doc},
    markdown::{Block, CommentFormat, Inline, Markdown, Reference, render_comment},
    surface::{Member, Names, Operation, Surface, TypeKind},
};

/// Where a text stands, which decides how it names what it refers to.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) plan: &'a Plan<'a>,
    /// The way to the module that holds the modules: empty, or `super::`.
    pub(super) base: &'static str,
    /// How deep the documented item is indented.
    pub(super) indent: usize,
}

/// Plain Rust comments: no marks here, since prettyplease writes them.
const FORMAT: CommentFormat = CommentFormat {
    open: "",
    prefix: "",
    close: "",
    one_line: false,
    width: 96,
    escape_at: false,
    fence: Some("text"),
    replace: &[],
};

impl Place<'_> {
    /// The documentation of an item.
    pub(super) fn outer(self, text: &Markdown) -> TokenStream {
        outer_doc(&self.lines(text))
    }

    /// The documentation of the file itself.
    pub(super) fn inner(self, text: &Markdown) -> TokenStream {
        inner_doc(&self.lines(text))
    }

    /// Its lines.
    pub(super) fn lines(self, text: &Markdown) -> Vec<String> {
        let format = CommentFormat { width: FORMAT.width.saturating_sub(self.indent), ..FORMAT };
        let text = render_comment(text, &format, 0, &|reference| self.link(reference));
        text.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") }).collect()
    }

    /// A reference as a link; one that leads nowhere as a code span.
    fn link(self, reference: &Reference) -> String {
        let (name, target) = match reference {
            Reference::Operation(id) => (id, self.plan.surface.find_operation(id).map(|found| self.method(found))),
            Reference::Type(name) => (name, self.type_path(name)),
            Reference::Param(name) => (name, None),
        };
        match target {
            Some(target) => format!("[`{name}`]({target})"),
            None => format!("`{}`", name.replace('-', "_")),
        }
    }

    fn method(self, operation: &Operation) -> String {
        let module = self.plan.surface.module(operation.module);
        let operations = self.plan.operations(operation.module);
        format!("{}{}::{operations}::{}", self.base, module.names.host, operation.names.host)
    }

    fn type_path(self, name: &str) -> Option<String> {
        let (name, member) = name.split_once('.').map_or((name, None), |(name, member)| (name, Some(member)));
        let def = self.plan.surface.find_type(name)?;
        let module = self.plan.surface.module(def.module);
        let path = format!("{}{}::{}", self.base, module.names.host, def.names.host);
        let Some(member) = member else { return Some(path) };
        let named = |names: &Names| (names.id == member).then(|| names.host.clone());
        let member = match &def.kind {
            TypeKind::Record(fields) => fields.iter().find_map(|field| named(&field.names)),
            TypeKind::Variant(cases) => cases.iter().find_map(|case| named(&case.names)),
            TypeKind::Enum(members) | TypeKind::Flags(members) => members.iter().find_map(|bit| named(&bit.names)),
            TypeKind::Alias(_) => None,
        };
        member.map(|member| format!("{path}::{member}"))
    }
}

/// All a row says of a call: what it does, its arguments, its result, its failures.
pub(super) fn of_operation(surface: &Surface, operation: &Operation) -> Markdown {
    let mut text = operation.summary.followed_by(&operation.doc);
    let mut section = |title: &str, blocks: Vec<Block>| {
        if !blocks.is_empty() {
            text.blocks.push(Block::Heading(1, vec![Inline::Text(title.to_owned())]));
            text.blocks.extend(blocks);
        }
    };
    let params = operation.params.iter().map(|param| item(&param.names.host, &param.doc));
    section("Arguments", list(params.collect()));
    section("Returns", operation.returns.iter().flat_map(|returns| returns.doc.blocks.clone()).collect());
    let codes = codes(surface);
    let errors = operation.errors.iter().filter_map(|case| {
        let code = codes.get(case.code)?;
        Some(item(&code.names.wit, &case.when))
    });
    let errors = list(errors.collect());
    let errors = if errors.is_empty() { vec![sentence("What the host could not do.")] } else { errors };
    section("Errors", errors);
    text
}

/// The failure codes, in order.
fn codes(surface: &Surface) -> &[Member] {
    match &surface.type_def(surface.error_code).kind {
        TypeKind::Enum(members) => members,
        _ => &[],
    }
}

/// A paragraph of plain text.
fn sentence(text: &str) -> Block {
    Block::Paragraph(vec![Inline::Text(text.to_owned())])
}

fn list(items: Vec<Vec<Block>>) -> Vec<Block> {
    if items.is_empty() { Vec::new() } else { vec![Block::List { start: None, items }] }
}

/// A list item that says what a name is about.
pub(super) fn item(name: &str, doc: &Markdown) -> Vec<Block> {
    let name = [Inline::Code(name.to_owned()), Inline::Text(": ".to_owned())];
    let mut blocks = doc.blocks.clone();
    match blocks.first_mut() {
        Some(Block::Paragraph(inlines)) => {
            inlines.splice(0..0, name);
        }
        _ => blocks.insert(0, Block::Paragraph(name.into())),
    }
    blocks
}
