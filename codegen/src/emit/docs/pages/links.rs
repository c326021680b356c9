//! Where every page stands, and how one reaches another.

use crate::{
    arms::ArmIndex,
    emit::references::written,
    markdown::{Inline, Reference},
    surface::{ModuleIndex, Operation, Surface, Type, TypeDef, TypeIndex},
};

use super::super::entries::collect_named;

/// The page that opens the book.
pub(super) const INTRODUCTION: &str = "introduction.md";

/// The page of a module.
pub(super) fn module(surface: &Surface, index: ModuleIndex) -> String {
    format!("modules/{}.md", surface.module(index).names.id)
}

/// The page of an operation.
pub(super) fn operation(surface: &Surface, operation: &Operation) -> String {
    format!("operations/{}/{}.md", surface.module(operation.module).names.id, operation.names.id)
}

/// The page of a type.
pub(super) fn type_def(def: &TypeDef) -> String {
    format!("types/{}.md", def.names.id)
}

/// The page of an arm.
pub(super) fn arm(index: ArmIndex) -> String {
    format!("arms/{}.md", index.arm().profile().id)
}

/// Makes the links of one page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Linker<'a> {
    /// What there are pages about.
    pub(super) surface: &'a Surface,
    /// How many folders deep the page stands.
    depth: usize,
    /// Whether parameters are listed on it.
    parameters: bool,
}

impl<'a> Linker<'a> {
    /// The links of the page at a path.
    pub(super) fn new(surface: &'a Surface, page: &str) -> Self {
        Self { surface, depth: page.matches('/').count(), parameters: false }
    }

    /// The same for a page that lists the parameters of an operation.
    pub(super) fn with_parameters(self) -> Self {
        Self { parameters: true, ..self }
    }

    /// The way to another page.
    pub(super) fn to(self, page: &str) -> String {
        format!("{}{page}", "../".repeat(self.depth))
    }

    /// A name in code that leads to a page.
    pub(super) fn code(self, name: &str, page: &str) -> Inline {
        Inline::Link { text: vec![Inline::Code(name.to_owned())], url: self.to(page) }
    }

    /// A type that leads to its page.
    pub(super) fn type_name(self, index: TypeIndex) -> Inline {
        let def = self.surface.type_def(index);
        self.code(&def.names.id, &type_def(def))
    }

    /// An operation that leads to its page.
    pub(super) fn operation_name(self, target: &Operation) -> Inline {
        self.code(&target.id, &operation(self.surface, target))
    }

    /// A type as it is used. It leads to the page of the type it names; where it names several, they follow it.
    pub(super) fn type_use(self, ty: &Type) -> Vec<Inline> {
        let text = self.surface.wit(ty);
        let mut named = Vec::new();
        collect_named(ty, &mut named);
        match named.as_slice() {
            [] => vec![Inline::Code(text)],
            [index] => vec![self.code(&text, &type_def(self.surface.type_def(*index)))],
            several => {
                let mut inlines = vec![Inline::Code(text), Inline::Text(" of".to_owned())];
                for index in several {
                    inlines.extend([Inline::Text(" ".to_owned()), self.type_name(*index)]);
                }
                inlines
            }
        }
    }

    /// A reference in documentation, as a link. What the table does not have stays a name.
    pub(super) fn reference(self, reference: &Reference) -> String {
        let name = written(reference);
        let page = match reference {
            Reference::Operation(id) => self.surface.find_operation(id).map(|target| operation(self.surface, target)),
            Reference::Type(name) => self.surface.find_type(name.split('.').next().unwrap_or(name)).map(type_def),
            Reference::Param(_) if self.parameters => return format!("[`{name}`](#parameters)"),
            Reference::Param(_) => None,
        };
        match page {
            Some(page) => format!("[`{name}`]({})", self.to(&page)),
            None => format!("`{name}`"),
        }
    }
}
