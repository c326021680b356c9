//! Typed example values, already checked against the signature.

use crate::{
    markdown::{Markdown, Reference},
    source::Span,
};

/// One call of an operation, with typed arguments.
#[derive(Debug, Clone)]
pub struct Example {
    /// What it shows; may be empty.
    pub summary: Markdown,
    /// A value for each parameter, in order; none where it is left out.
    pub args: Vec<Option<Value>>,
    /// The whole entry.
    pub span: Span,
}

/// A value of a known type; it can only be read together with its [`super::Type`].
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `bool`.
    Bool(bool),
    /// Every integer type; in the range of its type.
    Int(i128),
    /// `f32`, `f64`.
    Float(f64),
    /// `char`.
    Char(char),
    /// `string`.
    String(String),
    /// `string`: the documentation key of an operation or a type, in the words of whoever calls.
    Key(Reference),
    /// `list`.
    List(Vec<Value>),
    /// `tuple`.
    Tuple(Vec<Value>),
    /// `option`.
    Option(Option<Box<Value>>),
    /// `result`.
    Result(Result<Option<Box<Value>>, Option<Box<Value>>>),
    /// A record: a value a field, in order; none where an option, a patch or a list is left out.
    Record(Vec<Option<Value>>),
    /// A variant: the position of the case, and what it carries.
    Variant(usize, Option<Box<Value>>),
    /// An enum: the position of the word.
    Enum(usize),
    /// Flags: the positions that are set, ascending.
    Flags(Vec<usize>),
}
