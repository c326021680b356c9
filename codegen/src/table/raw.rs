//! The rows of a table as they are written: every field read and of the right type, nothing resolved yet.

use super::{
    fields::Value,
    text::Text,
    wit::{Expr, Item},
};
use crate::{
    arms::ArmIndex,
    source::Span,
    surface::{Allow, DuringCompaction, Mode},
};

/// A whole table.
#[derive(Debug)]
pub(super) struct Table<'t> {
    pub(super) surface: Surface,
    pub(super) capabilities: Vec<Capability>,
    pub(super) modules: Vec<Module>,
    pub(super) operations: Vec<Operation<'t>>,
    pub(super) aliases: Vec<Alias>,
    pub(super) allows: Vec<Allow>,
}

/// What an arm calls something, where a row says so.
pub(super) type Overrides = Vec<(ArmIndex, Text)>;

/// `[surface]`.
#[derive(Debug, Default)]
pub(super) struct Surface {
    pub(super) name: Option<Text>,
    /// Namespace and name.
    pub(super) package: Option<(String, String)>,
    pub(super) summary: Option<Text>,
    pub(super) doc: Option<Text>,
    pub(super) span: Span,
}

/// `[[capability]]`.
#[derive(Debug)]
pub(super) struct Capability {
    pub(super) id: Option<Text>,
    pub(super) summary: Option<Text>,
    pub(super) switches: Vec<Text>,
    pub(super) span: Span,
}

/// `[[module]]`.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) id: Option<Text>,
    pub(super) interface: Option<Text>,
    pub(super) summary: Option<Text>,
    pub(super) doc: Option<Text>,
    pub(super) skill: Option<Text>,
    pub(super) types: Vec<Item>,
    /// Whether `types` says anything, readable or not.
    pub(super) has_types: bool,
    pub(super) left_out: Vec<Text>,
    pub(super) spread: Vec<Text>,
    /// Type or `type.member`, arm, spelling.
    pub(super) names: Vec<(Text, ArmIndex, Text)>,
    pub(super) span: Span,
}

/// `[[operation]]`.
#[derive(Debug)]
pub(super) struct Operation<'t> {
    pub(super) id: Option<Text>,
    pub(super) binding: Option<Binding>,
    pub(super) summary: Option<Text>,
    pub(super) doc: Option<Text>,
    pub(super) params: Vec<Param>,
    pub(super) returns: Option<Returns>,
    /// Code and when.
    pub(super) errors: Vec<(Text, Text)>,
    pub(super) mode: Mode,
    pub(super) deadline: bool,
    pub(super) during_compaction: DuringCompaction,
    pub(super) instead: Vec<Text>,
    pub(super) condition: Option<Text>,
    pub(super) effect: Option<Text>,
    /// Arm and reason.
    pub(super) except: Overrides,
    pub(super) names: Overrides,
    pub(super) examples: Vec<Example<'t>>,
}

#[derive(Debug)]
pub(super) enum Binding {
    Capability(Text),
    Ending(Text),
    Machine,
    Always,
}

#[derive(Debug)]
pub(super) struct Param {
    pub(super) name: Text,
    pub(super) ty: Option<Expr>,
    pub(super) doc: Option<Text>,
    /// The mark, and where it is.
    pub(super) left_out: Option<Span>,
    pub(super) names: Overrides,
}

#[derive(Debug)]
pub(super) struct Returns {
    pub(super) ty: Option<Expr>,
    pub(super) doc: Option<Text>,
}

#[derive(Debug)]
pub(super) struct Example<'t> {
    pub(super) summary: Option<Text>,
    /// Parameter and value; none where `args` is missing or no table, which is reported.
    pub(super) args: Option<Vec<(Text, &'t Value<'t>)>>,
    pub(super) span: Span,
}

/// `[[alias]]`.
#[derive(Debug)]
pub(super) struct Alias {
    pub(super) ty: Option<Text>,
    pub(super) operation: Option<Text>,
    pub(super) name: Option<Text>,
    pub(super) names: Overrides,
    /// Parameter and member.
    pub(super) args: Vec<(Text, Text)>,
    pub(super) span: Span,
}
