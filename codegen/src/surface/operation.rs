//! Operations of a table, resolved.

use super::{CapabilityIndex, Example, ModuleIndex, Names, PerArm, Surface, Type, TypeIndex};
use crate::{markdown::Markdown, source::Span};

/// The index of an operation in [`Surface::operations`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperationIndex(pub u32);

/// One call a program may make.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Its own index.
    pub index: OperationIndex,
    /// `module.key`.
    pub id: String,
    /// Its module.
    pub module: ModuleIndex,
    /// Its names; `names.id` is the key.
    pub names: Names,
    /// What the generated Rust host calls it among all operations: its variant of `OperationId`.
    pub variant: String,
    /// The names of its bag of options, for the arms that gather options in a type of their own.
    pub options: Names,
    /// What buys it.
    pub binding: Binding,
    /// What it does, in one sentence.
    pub summary: Markdown,
    /// What cannot be read off the signature; may be empty.
    pub doc: Markdown,
    /// Its parameters, in the order of the table.
    pub params: Vec<Param>,
    /// What it gives back; none for nothing.
    pub returns: Option<Returns>,
    /// Its own failures, by code, in the order of the table.
    pub errors: Vec<ErrorCase>,
    /// When its effect happens.
    pub mode: Mode,
    /// Whether it is refused once the run's wall-clock budget is spent.
    pub deadline: bool,
    /// What happens to it while a compaction is pending.
    pub during_compaction: DuringCompaction,
    /// Calls a refusal may suggest, best first.
    pub instead: Vec<OperationIndex>,
    /// What an agent must have besides the binding, in words; the host answers it.
    pub condition: Option<String>,
    /// A word the host interprets after a success; `none` when there is nothing to do.
    pub effect: String,
    /// Why an arm cannot offer it.
    pub except: PerArm<Option<String>>,
    /// At least one.
    pub examples: Vec<Example>,
    /// Where its id is written.
    pub span: Span,
}

impl Operation {
    /// Whether it has parameters.
    pub fn takes_input(&self) -> bool {
        !self.params.is_empty()
    }

    /// The parameters a caller must give, in order.
    pub fn required<'a>(&'a self, surface: &'a Surface) -> impl Iterator<Item = &'a Param> {
        self.params.iter().filter(|param| !param.is_optional(surface))
    }

    /// The parameters a caller may leave out, in order.
    pub fn optional<'a>(&'a self, surface: &'a Surface) -> impl Iterator<Item = &'a Param> {
        self.params.iter().filter(|param| param.is_optional(surface))
    }
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its names.
    pub names: Names,
    /// Its type.
    pub ty: Type,
    /// Its documentation.
    pub doc: Markdown,
    /// A list that a caller may leave out, which makes it empty.
    pub left_out: bool,
    /// Where its name is written.
    pub span: Span,
}

impl Param {
    /// Whether a caller may leave it out: an option, a patch, or a list marked so.
    pub fn is_optional(&self, surface: &Surface) -> bool {
        self.left_out || surface.has_absent(&self.ty)
    }
}

/// What an operation gives back.
#[derive(Debug, Clone)]
pub struct Returns {
    /// Its type.
    pub ty: Type,
    /// Its documentation.
    pub doc: Markdown,
}

/// A failure of an operation's own.
#[derive(Debug, Clone)]
pub struct ErrorCase {
    /// The position of the code in the `error-code` enum.
    pub code: usize,
    /// When it happens.
    pub when: Markdown,
}

/// What buys an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Binding {
    /// A capability the agent holds.
    Capability(CapabilityIndex),
    /// The agent's ending role.
    Ending(String),
    /// Where the agent stands.
    Machine,
    /// Nothing: every program holds it.
    Always,
}

/// When the effect of a call happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It has happened when the call returns.
    Immediate,
    /// The same, and the call may take long.
    Blocking,
    /// The call checks, registers and returns; the host acts after the program has ended.
    Deferred,
}

/// What happens to a call while a compaction is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuringCompaction {
    /// It is served.
    Allowed,
    /// It is served when the compaction is done by memory changes.
    Memory,
    /// It is refused.
    Refused,
}

/// A method an SDK adds to a type: a second spelling of an operation.
#[derive(Debug, Clone)]
pub struct Alias {
    /// The type that gains the method.
    pub ty: TypeIndex,
    /// The method's names.
    pub names: Names,
    /// The operation it calls.
    pub operation: OperationIndex,
    /// For each parameter of the operation, the position of the record's field that fills it; none where it stays
    /// a parameter of the method.
    pub args: Vec<Option<usize>>,
    /// Where it is written.
    pub span: Span,
}

impl Mode {
    /// The word of the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Immediate => "immediate",
            Self::Blocking => "blocking",
            Self::Deferred => "deferred",
        }
    }
}

impl DuringCompaction {
    /// The word of the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Memory => "memory",
            Self::Refused => "refused",
        }
    }
}
