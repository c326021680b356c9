//! The `Surface`: a validated, resolved and immutable table. It is all an emitter ever sees.
//!
//! Every name is already decided ([`Names`]), every reference is an index, every order is the table's.

mod allow;
mod example;
mod lookup;
mod names;
mod operation;
mod types;
mod wit;

pub use allow::Allow;
pub use example::{Example, Value};
pub use lookup::Lookup;
pub use names::{Names, PerArm};
pub use operation::{Alias, Binding, DuringCompaction, ErrorCase, Mode, Operation, OperationIndex, Param, Returns};
pub use types::{Case, Field, Member, Origin, Patch, Type, TypeDef, TypeIndex, TypeKind, Usage};

use crate::{markdown::Markdown, source::Span};

/// The index of a module in [`Surface::modules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleIndex(pub u32);

/// The index of a capability in [`Surface::capabilities`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CapabilityIndex(pub u32);

/// A whole table.
#[derive(Debug, Clone)]
pub struct Surface {
    /// The root a program reads, such as `gg`.
    pub name: Names,
    /// The WIT package.
    pub package: Package,
    /// What it is, in one sentence.
    pub summary: Markdown,
    /// What the summary leaves out; may be empty.
    pub doc: Markdown,
    /// What an operator grants. Reaches no SDK, page or prompt.
    pub capabilities: Vec<Capability>,
    /// Presentation order. The module with interface `types` is always there.
    pub modules: Vec<Module>,
    /// Table order; the index is the operation's number.
    pub operations: Vec<Operation>,
    /// Module order, then the order within a module's types; the toolchain's `error-code` and `api-error` come
    /// first in their module.
    pub types: Vec<TypeDef>,
    /// Second spellings of operations.
    pub aliases: Vec<Alias>,
    /// Findings of `diff` that are meant.
    pub allows: Vec<Allow>,
    /// The failure type's code, an enum.
    pub error_code: TypeIndex,
    /// The failure type, a record.
    pub api_error: TypeIndex,
    /// Where [`Surface::find_operation`] and [`Surface::find_type`] look.
    pub lookup: Lookup,
    /// The table's `[surface]`.
    pub span: Span,
}

/// The name of a WIT package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Before the colon.
    pub namespace: String,
    /// After it.
    pub name: String,
}

/// What an operator grants; it buys operations.
#[derive(Debug, Clone)]
pub struct Capability {
    /// Its id, kebab-case.
    pub id: String,
    /// What it is about, in one sentence.
    pub summary: String,
    /// Parameters that withhold part of it.
    pub switches: Vec<String>,
    /// The whole entry.
    pub span: Span,
}

/// A group of operations and types.
#[derive(Debug, Clone)]
pub struct Module {
    /// Its names; `names.id` is the table's id, in snake case.
    pub names: Names,
    /// The WIT interface, which may differ from the id.
    pub interface: String,
    /// What it is about, in one sentence.
    pub summary: Markdown,
    /// What the summary leaves out; may be empty.
    pub doc: Markdown,
    /// The built-in skill that opens this module's documentation.
    pub skill: Option<String>,
    /// Its operations, in table order.
    pub operations: Vec<OperationIndex>,
    /// Its types, in the order they are written.
    pub types: Vec<TypeIndex>,
    /// Where its id is written; empty for a module the toolchain added.
    pub span: Span,
}

impl Surface {
    /// A module by index.
    pub fn module(&self, index: ModuleIndex) -> &Module {
        &self.modules[index.0 as usize]
    }

    /// The indices of the modules, in order.
    pub fn module_indices(&self) -> impl Iterator<Item = ModuleIndex> + use<> {
        (0..).map(ModuleIndex).take(self.modules.len())
    }

    /// An operation by index.
    pub fn operation(&self, index: OperationIndex) -> &Operation {
        &self.operations[index.0 as usize]
    }

    /// A type by index.
    pub fn type_def(&self, index: TypeIndex) -> &TypeDef {
        &self.types[index.0 as usize]
    }

    /// A capability by index.
    pub fn capability(&self, index: CapabilityIndex) -> &Capability {
        &self.capabilities[index.0 as usize]
    }

    /// An operation by its id, `module.key`.
    pub fn find_operation(&self, id: &str) -> Option<&Operation> {
        self.lookup.operation(self, id).map(|index| self.operation(index))
    }

    /// A type by its name in the table.
    pub fn find_type(&self, name: &str) -> Option<&TypeDef> {
        self.lookup.ty(self, name).map(|index| self.type_def(index))
    }

    /// Whether a caller may leave a value of this type out: an option, or a patch.
    pub fn has_absent(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(_) => true,
            Type::Named(index) => match &self.type_def(*index).kind {
                TypeKind::Variant(_) => self.type_def(*index).patch.is_some(),
                TypeKind::Alias(target) => self.has_absent(target),
                _ => false,
            },
            _ => false,
        }
    }

    /// Follows aliases to the type behind them.
    pub fn resolve<'a>(&'a self, ty: &'a Type) -> &'a Type {
        match ty {
            Type::Named(index) => match &self.type_def(*index).kind {
                TypeKind::Alias(target) => self.resolve(target),
                _ => ty,
            },
            _ => ty,
        }
    }

    /// The aliases declared on a type, in table order.
    pub fn aliases_of(&self, ty: TypeIndex) -> impl Iterator<Item = &Alias> {
        self.aliases.iter().filter(move |alias| alias.ty == ty)
    }
}
