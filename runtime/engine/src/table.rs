//! A table as static data: what generated code hands to the engine.
//!
//! Indexes are positions in the lists of [`Table`]; spellings stand in the order of [`Table::arms`].

use crate::sentences::Sentences;

/// A whole table.
#[derive(Debug)]
pub struct Table {
    /// The root a program reads, as the table writes it.
    pub name: &'static str,
    /// The WIT package, `namespace:name`.
    pub package: &'static str,
    /// The arms' ids, in presentation order.
    pub arms: &'static [&'static str],
    /// What an operator grants.
    pub capabilities: &'static [Capability],
    /// The modules, in presentation order.
    pub modules: &'static [Module],
    /// The operations, in table order.
    pub operations: &'static [&'static Operation],
    /// The records a parameter can name, directly or through other records: their fields.
    pub records: &'static [&'static [Member]],
    /// What every arm says alike.
    pub sentences: &'static Sentences,
    /// The membrane as toolchains read it: the WIT package without documentation.
    pub wit: &'static str,
    /// SHA-256 of [`Table::wit`], in hexadecimal.
    pub fingerprint: &'static str,
}

/// What an operator grants.
#[derive(Debug)]
pub struct Capability {
    /// Its id. Never told to a program.
    pub id: &'static str,
    /// What it is about, in one sentence.
    pub summary: &'static str,
    /// Parameters that withhold part of it.
    pub switches: &'static [&'static str],
}

/// A module.
#[derive(Debug)]
pub struct Module {
    /// Its id.
    pub id: &'static str,
    /// The WIT interface, without the package.
    pub interface: &'static str,
    /// The built-in skill that opens its documentation.
    pub skill: Option<&'static str>,
    /// Its qualified name in each arm.
    pub keys: &'static [&'static str],
}

/// A row.
#[derive(Debug)]
pub struct Operation {
    /// Its position in [`Table::operations`].
    pub index: u32,
    /// `module.key`.
    pub id: &'static str,
    /// The part of the id after the dot.
    pub key: &'static str,
    /// The position of its module.
    pub module: u32,
    /// What buys it.
    pub binding: Binding,
    /// When its effect happens.
    pub mode: Mode,
    /// Whether it is refused once the run's time is spent.
    pub deadline: bool,
    /// What happens to it while a compaction is pending.
    pub during_compaction: DuringCompaction,
    /// Positions of the calls a refusal may suggest, best first.
    pub instead: &'static [u32],
    /// What an agent must have besides the binding, in words; [`crate::Answers::holds`] answers it.
    pub condition: Option<&'static str>,
    /// A word [`crate::Answers::effect`] interprets after a success.
    pub effect: &'static str,
    /// How a program of each arm writes the call.
    pub spellings: &'static [&'static str],
    /// Its parameters, in order.
    pub params: &'static [Member],
}

/// A parameter, or a field of a record.
#[derive(Debug)]
pub struct Member {
    /// Its name in the table.
    pub name: &'static str,
    /// Its name in each arm.
    pub spellings: &'static [&'static str],
    /// The position in [`Table::records`] of the record it holds, be it optional or in a list.
    pub record: Option<u32>,
}

/// What buys an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// The capability at this position.
    Capability(u32),
    /// The agent's ending role.
    Ending(&'static str),
    /// Where the agent stands in a machine.
    Machine,
    /// Nothing.
    Always,
}

/// When the effect of a call happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It has happened when the call returns.
    Immediate,
    /// The same, and the call may take long.
    Blocking,
    /// After the program has ended.
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

/// An operation of one table, as a type. The generated `OperationId` implements it.
pub trait TableOperation: Copy + Into<&'static Operation> + Send + Sync + 'static {
    /// The table.
    const TABLE: &'static Table;
    /// Every operation, in table order.
    const ALL: &'static [Self];
}

/// An arm of a table: a position in [`Table::arms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ArmId(usize);

impl Table {
    /// The arm with an id.
    pub fn arm(&self, id: &str) -> Option<ArmId> {
        self.arms.iter().position(|arm| *arm == id).map(ArmId)
    }

    /// The id of an arm.
    pub fn arm_id(&self, arm: ArmId) -> &'static str {
        self.arms.get(arm.0).copied().unwrap_or_default()
    }

    /// The operation with an id.
    pub fn operation(&self, id: &str) -> Option<&'static Operation> {
        self.operations.iter().find(|operation| operation.id == id).copied()
    }

    /// The capability with an id: its position.
    pub fn capability(&self, id: &str) -> Option<u32> {
        (0u32..).zip(self.capabilities).find(|(_, capability)| capability.id == id).map(|(at, _)| at)
    }
}

impl Module {
    /// Its qualified name in the arm.
    pub fn spelling(&self, arm: ArmId) -> &'static str {
        self.keys.get(arm.0).copied().unwrap_or(self.id)
    }
}

impl Operation {
    /// How a program of the arm writes the call.
    pub fn spelling(&self, arm: ArmId) -> &'static str {
        self.spellings.get(arm.0).copied().unwrap_or(self.id)
    }
}

impl Member {
    /// Its name in the arm.
    pub fn spelling(&self, arm: ArmId) -> &'static str {
        self.spellings.get(arm.0).copied().unwrap_or(self.name)
    }
}
