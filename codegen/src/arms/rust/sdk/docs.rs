//! Documentation as `doc` attributes, with links rustdoc can follow.

use proc_macro2::TokenStream;

use super::super::{profile::PROFILE, spelling::Spelling};
use crate::{
    emit::{
        references::Speller,
        rust::{inner_doc, outer_doc},
    },
    markdown::{Block, Inline, Markdown, Reference, render_comment},
    surface::{Names, Operation, TypeKind},
};

impl Spelling<'_> {
    /// The attributes of a text that stands `indent` columns in.
    pub(super) fn doc(self, markdown: &Markdown, indent: usize) -> TokenStream {
        self.doc_of(None, markdown, indent)
    }

    /// The same for a text of an operation, which may refer to its parameters.
    pub(super) fn doc_of(self, operation: Option<&Operation>, markdown: &Markdown, indent: usize) -> TokenStream {
        outer_doc(&self.doc_lines(operation, markdown, indent))
    }

    /// The same inside of what it documents.
    pub(super) fn inner_doc(self, markdown: &Markdown) -> TokenStream {
        inner_doc(&self.doc_lines(None, markdown, 0))
    }

    /// The lines of a text, each with the space behind its mark.
    pub(super) fn doc_lines(self, operation: Option<&Operation>, markdown: &Markdown, indent: usize) -> Vec<String> {
        let format = &PROFILE.comment;
        let speller = Speller { surface: self.surface, arm: self.arm, operation };
        let comment = render_comment(markdown, format, indent, &|reference| self.link(&speller, reference));
        let prefix = format.prefix.trim_end();
        comment.lines().map(|line| line.trim_start().strip_prefix(prefix).unwrap_or("").to_owned()).collect()
    }

    /// What a reference reads as, linked to where it is declared.
    fn link(self, speller: &Speller<'_>, reference: &Reference) -> String {
        let text = speller.span(reference);
        match self.declared_at(reference) {
            Some(path) => format!("[{text}](crate::{path})"),
            None => text,
        }
    }

    fn declared_at(self, reference: &Reference) -> Option<String> {
        match reference {
            Reference::Operation(id) => self.surface.find_operation(id).map(|operation| self.spell(operation)),
            Reference::Type(name) => {
                let (name, member) = name.split_once('.').map_or((name.as_str(), None), |(ty, rest)| (ty, Some(rest)));
                let def = self.surface.find_type(name)?;
                let path = self.type_path(def.index);
                let mut members: Box<dyn Iterator<Item = &Names>> = match &def.kind {
                    TypeKind::Record(fields) => Box::new(fields.iter().map(|field| &field.names)),
                    TypeKind::Variant(cases) => Box::new(cases.iter().map(|case| &case.names)),
                    TypeKind::Enum(members) | TypeKind::Flags(members) => Box::new(members.iter().map(|m| &m.names)),
                    TypeKind::Alias(_) => Box::new(std::iter::empty()),
                };
                match members.find(|names| Some(names.id.as_str()) == member) {
                    Some(member) => Some(format!("{path}::{}", self.name(member))),
                    None => Some(path),
                }
            }
            Reference::Param(_) => None,
        }
    }

    /// All there is to say about an operation's function.
    pub(super) fn operation_doc(self, operation: &Operation) -> Vec<String> {
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
        let mut lines = self.doc_lines(Some(operation), &whole, 0);
        lines.extend(self.examples(operation));
        lines
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
                lines.extend(self.doc_lines(Some(operation), &example.summary, 0));
            }
            let statements = self.statements(&[(operation, example)], 0).join("\n");
            let code = format!("{}\n{statements}\n# Ok::<(), {root}::Failure>(())", self.imports(&statements));
            lines.extend(["", " ```no_run"].map(str::to_owned));
            lines.extend(code.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") }));
            lines.push(" ```".to_owned());
        }
        lines
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
