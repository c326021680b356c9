//! Documentation as `doc` attributes, with links rustdoc can follow.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::{profile::PROFILE, spelling::Spelling};
use crate::{
    markdown::{Block, CommentFormat, Inline, Markdown, Reference, render_comment},
    surface::{Operation, TypeKind},
};

impl Spelling<'_> {
    /// The attributes of a text that stands `indent` columns in.
    pub(super) fn doc(self, markdown: &Markdown, indent: usize) -> TokenStream {
        let lines = self.doc_lines(markdown, indent);
        quote! { #(#[doc = #lines])* }
    }

    /// The same inside of what it documents.
    pub(super) fn inner_doc(self, markdown: &Markdown) -> TokenStream {
        let lines = self.doc_lines(markdown, 0);
        quote! { #(#![doc = #lines])* }
    }

    fn doc_lines(self, markdown: &Markdown, indent: usize) -> Vec<String> {
        let format: &CommentFormat = &PROFILE.comment;
        let comment = render_comment(markdown, format, indent, &|reference| self.link(reference));
        let prefix = format.prefix.trim_end();
        comment.lines().map(|line| line.trim_start().strip_prefix(prefix).unwrap_or("").to_owned()).collect()
    }

    /// What a reference reads as, linked to where it is declared.
    fn link(self, reference: &Reference) -> String {
        let linked = |text: &str, path: &str| format!("[`{text}`](crate::{path})");
        match reference {
            Reference::Operation(id) => match self.surface.find_operation(id) {
                Some(operation) => linked(&self.spell(operation), &self.spell(operation)),
                None => format!("`{id}`"),
            },
            Reference::Type(name) => {
                let (name, member) = name.split_once('.').map_or((name.as_str(), None), |(ty, member)| (ty, Some(member)));
                let Some(def) = self.surface.find_type(name) else { return format!("`{name}`") };
                let names = match &def.kind {
                    TypeKind::Record(fields) => fields.iter().map(|field| &field.names).collect(),
                    TypeKind::Variant(cases) => cases.iter().map(|case| &case.names).collect(),
                    TypeKind::Enum(members) | TypeKind::Flags(members) => members.iter().map(|m| &m.names).collect(),
                    TypeKind::Alias(_) => Vec::new(),
                };
                let text = self.name(&def.names);
                let path = self.type_path(def.index);
                match names.into_iter().find(|names| Some(names.id.as_str()) == member) {
                    Some(member) => {
                        let member = self.name(member);
                        linked(&format!("{text}::{member}"), &format!("{path}::{member}"))
                    }
                    None => linked(text, &path),
                }
            }
            // The names of parameters are looked up by the operation whose documentation it is.
            Reference::Param(name) => format!("`{name}`"),
        }
    }

    /// All there is to say about an operation's function.
    pub(super) fn operation_doc(self, operation: &Operation) -> TokenStream {
        let parameters = self.parameters(operation);
        let mut whole = operation.summary.followed_by(&operation.doc);
        let listed = parameters.positional.iter().map(|param| entry(self.name(&param.names), &param.doc)).collect();
        section(&mut whole, "Parameters", listed);
        if let Some(returns) = &operation.returns {
            whole.blocks.push(heading("Returns"));
            whole.blocks.extend(returns.doc.blocks.iter().cloned());
        }
        section(&mut whole, "Errors", self.errors(operation));
        if operation.errors.is_empty() {
            whole.blocks.push(heading("Errors"));
            whole.blocks.push(Block::Paragraph(vec![Inline::Text("Those every call can give.".to_owned())]));
        }
        let whole = self.resolve_params(&whole, operation);
        let text = self.doc(&whole, 0);
        let examples = self.examples(operation);
        quote! { #text #(#[doc = #examples])* }
    }

    fn errors(self, operation: &Operation) -> Vec<Vec<Block>> {
        let error_code = self.surface.type_def(self.surface.error_code);
        let TypeKind::Enum(codes) = &error_code.kind else { return Vec::new() };
        let name = self.name(&error_code.names);
        let entries = operation.errors.iter().filter_map(|error| {
            let code = self.name(&codes.get(error.code)?.names);
            Some(entry(&format!("{name}::{code}"), &error.when))
        });
        entries.collect()
    }

    /// The examples, compiled as documentation tests but not run.
    fn examples(self, operation: &Operation) -> Vec<String> {
        let root = self.name(&self.surface.name);
        let mut lines = Vec::new();
        for example in &operation.examples {
            if lines.is_empty() {
                lines.extend(["", " # Examples"].map(str::to_owned));
            }
            if !example.summary.is_empty() {
                lines.push(String::new());
                lines.extend(self.doc_lines(&example.summary, 0));
            }
            let statements = self.statements(&[(operation, example)], 0).join("\n");
            let code = format!("{}\n{statements}\n# Ok::<(), {root}::Failure>(())", self.imports(&statements));
            lines.extend(["", " ```no_run"].map(str::to_owned));
            lines.extend(code.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") }));
            lines.push(" ```".to_owned());
        }
        lines
    }

    /// Parameters by their names in Rust, where the documentation refers to them.
    pub(super) fn resolve_params(self, markdown: &Markdown, operation: &Operation) -> Markdown {
        let mut markdown = markdown.clone();
        let spell = |id: &str| {
            let param = operation.params.iter().find(|param| param.names.id == id);
            param.map_or(id, |param| self.name(&param.names)).to_owned()
        };
        markdown.blocks.iter_mut().for_each(|block| params_in_block(block, &spell));
        markdown
    }
}

fn params_in_block(block: &mut Block, spell: &dyn Fn(&str) -> String) {
    match block {
        Block::Paragraph(inlines) | Block::Heading(_, inlines) => params_in(inlines, spell),
        Block::List { items, .. } => items.iter_mut().flatten().for_each(|block| params_in_block(block, spell)),
        Block::Quote(blocks) => blocks.iter_mut().for_each(|block| params_in_block(block, spell)),
        Block::Code { .. } | Block::Rule => {}
    }
}

fn params_in(inlines: &mut [Inline], spell: &dyn Fn(&str) -> String) {
    for inline in inlines {
        match inline {
            Inline::Reference(Reference::Param(id)) => *inline = Inline::Code(spell(id)),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link { text: inner, .. } => params_in(inner, spell),
            _ => {}
        }
    }
}

/// A text of one paragraph.
pub(super) fn sentence(inlines: impl Into<Vec<Inline>>) -> Markdown {
    Markdown { blocks: vec![Block::Paragraph(inlines.into())] }
}

fn heading(text: &str) -> Block {
    Block::Heading(1, vec![Inline::Text(text.to_owned())])
}

fn section(whole: &mut Markdown, title: &str, items: Vec<Vec<Block>>) {
    if !items.is_empty() {
        whole.blocks.push(heading(title));
        whole.blocks.push(Block::List { start: None, items });
    }
}

/// An item of a list: a name, and what there is to say about it.
fn entry(name: &str, text: &Markdown) -> Vec<Block> {
    let mut label = vec![Inline::Code(name.to_owned()), Inline::Text(": ".to_owned())];
    match text.blocks.split_first() {
        Some((Block::Paragraph(first), rest)) => {
            label.extend(first.iter().cloned());
            std::iter::once(Block::Paragraph(label)).chain(rest.iter().cloned()).collect()
        }
        _ => std::iter::once(Block::Paragraph(label)).chain(text.blocks.iter().cloned()).collect(),
    }
}
