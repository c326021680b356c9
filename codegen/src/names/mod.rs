//! How a name is made: convert → sanitise → escape a reserved word → unique in its scope.

mod convert;
mod scope;

pub use convert::{Case, convert};
pub use scope::{Collision, Holder, Scope, Thing};

/// What a name is for; an arm's profile says how each is spelled and which words are reserved there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The root, such as `gg`.
    Root,
    /// A module.
    Module,
    /// An operation: a function of a module.
    Operation,
    /// A parameter.
    Param,
    /// A named type.
    Type,
    /// The type of an operation's bag of options.
    Options,
    /// A field of a record, or a member of a bag of options.
    Field,
    /// A case of a variant.
    Case,
    /// A word of an enum.
    EnumCase,
    /// A bit of a flags type.
    Flag,
    /// A method an alias adds to a type.
    Method,
}

impl Kind {
    /// Every kind.
    pub const ALL: &'static [Kind] = &[
        Kind::Root,
        Kind::Module,
        Kind::Operation,
        Kind::Param,
        Kind::Type,
        Kind::Options,
        Kind::Field,
        Kind::Case,
        Kind::EnumCase,
        Kind::Flag,
        Kind::Method,
    ];
}
