//! The only answer to "may this agent call this?".

use crate::table::{Binding, Operation, TableOperation};

/// What an agent has, before it is resolved to operations.
#[derive(Debug)]
pub struct Holding<'a, I> {
    /// Positions of the capabilities it holds.
    pub capabilities: &'a [u32],
    /// The operations its profile names; none for all that the capabilities buy.
    pub allowlist: Option<&'a [I]>,
    /// Its ending role.
    pub ending: Option<&'a str>,
    /// Whether it stands in a machine.
    pub machine: bool,
}

/// What one agent may do, resolved once, before its first turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grants {
    /// A bit per operation, by its position.
    operations: Box<[u64]>,
}

impl Grants {
    /// Resolves what an agent has. `holds` answers the conditions of rows ([`crate::Answers::holds`]) and is asked
    /// about capability and machine rows only: an ending follows from the role, and the rest is for everyone.
    pub fn resolve<I: TableOperation>(holding: &Holding<'_, I>, holds: impl Fn(I) -> bool) -> Self {
        let named = holding.allowlist.map(|ids| bits(ids.iter().map(|id| (*id).into())));
        let admitted = |id: &I| {
            let operation: &'static Operation = (*id).into();
            match operation.binding {
                Binding::Capability(capability) => {
                    holding.capabilities.contains(&capability)
                        && named.as_ref().is_none_or(|named| contains(named, operation))
                        && holds(*id)
                }
                Binding::Ending(role) => holding.ending == Some(role),
                Binding::Machine => holding.machine && holds(*id),
                Binding::Always => true,
            }
        };
        Self { operations: bits(I::ALL.iter().filter(|id| admitted(id)).map(|id| (*id).into())) }
    }

    /// Whether the agent may call the operation.
    #[inline]
    pub fn permits(&self, operation: &Operation) -> bool {
        contains(&self.operations, operation)
    }
}

fn bits(operations: impl Iterator<Item = &'static Operation>) -> Box<[u64]> {
    let mut words = Vec::new();
    for operation in operations {
        let (word, bit) = place(operation);
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= bit;
    }
    words.into_boxed_slice()
}

#[inline]
fn contains(words: &[u64], operation: &Operation) -> bool {
    let (word, bit) = place(operation);
    words.get(word).is_some_and(|word| word & bit != 0)
}

#[inline]
fn place(operation: &Operation) -> (usize, u64) {
    (operation.index as usize / 64, 1 << (operation.index % 64))
}
