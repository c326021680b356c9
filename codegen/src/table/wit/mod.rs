//! The WIT of a table: type declarations and type expressions, read with all their mistakes and with places in the
//! table. wit-parser stops at its first error and keeps no places inside a type, so it judges the whole package
//! afterwards ([`super::package`]).

mod expr;
mod lex;
mod parse;

pub(super) use parse::{parse_items, parse_type};

use crate::{source::Span, surface::Type};

/// A name and where it is written.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

/// A documentation comment.
#[derive(Debug, Clone)]
pub(super) struct Doc {
    /// Its lines without their marks.
    pub(super) text: String,
    pub(super) span: Span,
}

/// A type as it is written.
#[derive(Debug, Clone)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    /// All of it.
    pub(super) span: Span,
}

#[derive(Debug, Clone)]
pub(super) enum ExprKind {
    /// A type of the language that takes no other.
    Primitive(Type),
    Named(String),
    List(Box<Expr>),
    Option(Box<Expr>),
    Result {
        ok: Option<Box<Expr>>,
        err: Option<Box<Expr>>,
    },
    Tuple(Vec<Expr>),
    /// Not a type; already reported.
    Broken,
}

/// A type declaration.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) name: Name,
    pub(super) doc: Option<Doc>,
    pub(super) kind: ItemKind,
    /// Whether a part of it could not be read; that is already reported.
    pub(super) broken: bool,
}

#[derive(Debug, Clone)]
pub(super) enum ItemKind {
    Record(Vec<Member>),
    Variant(Vec<Member>),
    Enum(Vec<Member>),
    Flags(Vec<Member>),
    Alias(Expr),
}

/// A field, a case, a word or a bit.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) name: Name,
    pub(super) doc: Option<Doc>,
    /// The type of a field, or what a case carries.
    pub(super) ty: Option<Expr>,
}

impl ItemKind {
    /// What it is called.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Record(_) => "record",
            Self::Variant(_) => "variant",
            Self::Enum(_) => "enum",
            Self::Flags(_) => "flags",
            Self::Alias(_) => "type",
        }
    }

    /// Its members; none for an alias.
    pub(super) fn members(&self) -> &[Member] {
        match self {
            Self::Record(members) | Self::Variant(members) | Self::Enum(members) | Self::Flags(members) => members,
            Self::Alias(_) => &[],
        }
    }
}
