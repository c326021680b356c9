//! Types of a table, resolved.

use super::{ModuleIndex, Names};
use crate::{markdown::Markdown, source::Span};

/// The index of a type in [`super::Surface::types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeIndex(pub u32);

/// A use of a type. Recursion, nested options, resources, streams and futures are refused when a table is read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the component model's own words")]
pub enum Type {
    Bool,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F32,
    F64,
    Char,
    String,
    List(Box<Type>),
    Option(Box<Type>),
    Result {
        ok: Option<Box<Type>>,
        err: Option<Box<Type>>,
    },
    /// One item or more.
    Tuple(Vec<Type>),
    /// A type of the table or of the toolchain.
    Named(TypeIndex),
}

/// Who declares a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The table.
    Table,
    /// The toolchain: `error-code` and `api-error`.
    Toolchain,
}

/// Where a type is reached from, directly or through other types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// From a parameter.
    pub input: bool,
    /// From a result.
    pub output: bool,
}

/// A named type.
#[derive(Debug, Clone)]
pub struct TypeDef {
    /// Its own index.
    pub index: TypeIndex,
    /// The module it belongs to.
    pub module: ModuleIndex,
    /// Its names; unique in the table.
    pub names: Names,
    /// Its documentation; the first paragraph is the brief.
    pub doc: Markdown,
    /// What it is.
    pub kind: TypeKind,
    /// Set for a variant that is a change to an optional value (`keep`, one empty case, `set(T)`).
    pub patch: Option<Patch>,
    /// Where it is reached from.
    pub usage: Usage,
    /// Who declares it.
    pub origin: Origin,
    /// Where its name is written; empty for the toolchain's.
    pub span: Span,
}

/// What a named type is. Each has at least one member.
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// Fields, in order.
    Record(Vec<Field>),
    /// Cases, in order, at least one with a payload or not.
    Variant(Vec<Case>),
    /// Words, in order.
    Enum(Vec<Member>),
    /// Bits, in order.
    Flags(Vec<Member>),
    /// Another name for a type.
    Alias(Type),
}

/// The cases of a patch, as positions in its variant (spec: decisions, 70): left out = keep, null = empty,
/// a value = set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patch {
    /// Changes nothing.
    pub keep: usize,
    /// Makes the value absent.
    pub empty: usize,
    /// Makes it the payload.
    pub set: usize,
}

/// A field of a record.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its names.
    pub names: Names,
    /// Its type.
    pub ty: Type,
    /// Its documentation.
    pub doc: Markdown,
    /// A list that a caller may leave out, which makes it empty.
    pub left_out: bool,
    /// A variant whose cases an SDK offers beside the record's own members, exactly one of them given.
    pub spread: bool,
    /// Where its name is written.
    pub span: Span,
}

/// A case of a variant.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its names; an arm with a class per case names the class here.
    pub names: Names,
    /// What it carries.
    pub payload: Option<Type>,
    /// Its documentation.
    pub doc: Markdown,
    /// Where its name is written.
    pub span: Span,
}

/// A word of an enum or a bit of a flags type.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its names; `names.wit` is the word itself.
    pub names: Names,
    /// Its documentation.
    pub doc: Markdown,
    /// Where its name is written.
    pub span: Span,
}

impl TypeKind {
    /// The word that declares it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Record(_) => "record",
            Self::Variant(_) => "variant",
            Self::Enum(_) => "enum",
            Self::Flags(_) => "flags",
            Self::Alias(_) => "type",
        }
    }
}
