//! The lists of a page: parameters, results and members, each with what it takes to write or read a value of its type.

use super::{super::entries::collect_named, links::Linker};
use crate::{
    markdown::{Block, Inline, Markdown},
    surface::{Case, Field, Member, Operation, Returns, Type, TypeIndex, TypeKind},
};

/// How many types deep a page describes what a signature names; what lies deeper is a link.
const LEVELS: usize = 3;

const TAKEN: &str = ", may be left out";
const RETURNED: &str = ", may be absent";

/// Builds the lists of one page and remembers which types it has described, so that each is described once.
pub(super) struct Lists<'a> {
    linker: Linker<'a>,
    /// What is said of a value that need not be there.
    optional: &'static str,
    /// The types described so far.
    pub(super) described: Vec<TypeIndex>,
}

impl<'a> Lists<'a> {
    /// The lists of a page that is about these types itself.
    pub(super) fn new(linker: Linker<'a>, described: Vec<TypeIndex>) -> Self {
        Self { linker, optional: TAKEN, described }
    }

    /// An item a parameter.
    pub(super) fn parameters(&mut self, operation: &Operation) -> Markdown {
        let surface = self.linker.surface;
        self.optional = TAKEN;
        let mut items = Vec::new();
        for param in &operation.params {
            let given = Given { ty: Some(&param.ty), optional: param.is_optional(surface) };
            items.push(self.item(&param.names.id, given, &param.doc, LEVELS));
        }
        list(items)
    }

    /// The result: its type, what it is, and its members.
    pub(super) fn result(&mut self, returns: &Returns) -> Markdown {
        self.optional = RETURNED;
        let label = self.linker.type_use(&returns.ty);
        let mut blocks = labelled(label, &returns.doc);
        blocks.extend(self.members_of(&returns.ty, LEVELS));
        Markdown { blocks }
    }

    /// The members of a type that the page is about.
    pub(super) fn members(&mut self, index: TypeIndex) -> Markdown {
        self.optional = if self.linker.surface.type_def(index).usage.input { TAKEN } else { RETURNED };
        Markdown { blocks: vec![self.members_below(index, 1)] }
    }

    /// Lists of the members of the types that a type names, each type once.
    fn members_of(&mut self, ty: &Type, levels: usize) -> Vec<Block> {
        let mut named = Vec::new();
        collect_named(ty, &mut named);
        let surface = self.linker.surface;
        named.retain(|index| {
            levels > 0 && !self.described.contains(index) && ![surface.api_error, surface.error_code].contains(index)
        });
        self.described.extend(&named);
        named.into_iter().map(|index| self.members_below(index, levels)).collect()
    }

    fn members_below(&mut self, index: TypeIndex, levels: usize) -> Block {
        let levels = levels - 1;
        let items = match &self.linker.surface.type_def(index).kind {
            TypeKind::Record(fields) => fields.iter().map(|field| self.field(field, levels)).collect(),
            TypeKind::Variant(cases) => cases.iter().map(|case| self.case(case, levels)).collect(),
            TypeKind::Enum(members) | TypeKind::Flags(members) => {
                members.iter().map(|member| self.word(member)).collect()
            }
            TypeKind::Alias(target) => {
                let mut blocks = vec![Block::Paragraph(self.linker.type_use(target))];
                blocks.extend(self.members_of(target, levels));
                vec![blocks]
            }
        };
        Block::List { start: None, items }
    }

    fn field(&mut self, field: &Field, levels: usize) -> Vec<Block> {
        let optional = field.left_out || self.linker.surface.has_absent(&field.ty);
        self.item(&field.names.id, Given { ty: Some(&field.ty), optional }, &field.doc, levels)
    }

    fn case(&mut self, case: &Case, levels: usize) -> Vec<Block> {
        self.item(&case.names.id, Given { ty: case.payload.as_ref(), optional: false }, &case.doc, levels)
    }

    fn word(&mut self, member: &Member) -> Vec<Block> {
        self.item(&member.names.id, Given { ty: None, optional: false }, &member.doc, 0)
    }

    /// A name with its type and its documentation, and the members of its type below.
    fn item(&mut self, name: &str, given: Given<'_>, doc: &Markdown, levels: usize) -> Vec<Block> {
        let mut label = vec![Inline::Code(name.to_owned())];
        if let Some(ty) = given.ty {
            // That it may be left out is said in words.
            let bare = match ty {
                Type::Option(inner) => inner,
                other => other,
            };
            label.push(Inline::Text(" (".to_owned()));
            label.extend(self.linker.type_use(bare));
            label.push(Inline::Text(format!("{})", if given.optional { self.optional } else { "" })));
        }
        let mut blocks = labelled(label, doc);
        if let Some(ty) = given.ty {
            blocks.extend(self.members_of(ty, levels));
        }
        blocks
    }
}

/// What is known of a value that is given or got.
#[derive(Clone, Copy)]
struct Given<'a> {
    ty: Option<&'a Type>,
    optional: bool,
}

/// A list, or nothing.
pub(super) fn list(items: Vec<Vec<Block>>) -> Markdown {
    let list = (!items.is_empty()).then_some(Block::List { start: None, items });
    Markdown { blocks: list.into_iter().collect() }
}

/// A label, a colon and a text, whose first paragraph continues the line of the label.
pub(super) fn labelled(mut label: Vec<Inline>, text: &Markdown) -> Vec<Block> {
    let mut blocks = text.blocks.as_slice();
    if let [Block::Paragraph(first), rest @ ..] = blocks {
        label.push(Inline::Text(": ".to_owned()));
        label.extend(first.iter().cloned());
        blocks = rest;
    }
    let mut whole = vec![Block::Paragraph(label)];
    whole.extend(blocks.iter().cloned());
    whole
}
