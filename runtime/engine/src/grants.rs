//! The only answer to "may this agent call this?".

use crate::table::{Binding, Operation, Table, TableOperation};

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

/// A set of operations of one table: a bit each, by position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Operations(Box<[u64]>);

/// What one agent may do, resolved once, before its first turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grants {
    operations: Operations,
}

impl Grants {
    /// Resolves what an agent has. `holds` answers the conditions of rows ([`crate::Answers::holds`]) and is asked
    /// about capability and machine rows only: an ending follows from the role, and the rest is for everyone.
    pub fn resolve<I: TableOperation>(holding: &Holding<'_, I>, holds: impl Fn(I) -> bool) -> Self {
        let named = holding.allowlist.map(|ids| ids.iter().map(|id| (*id).into()).collect::<Operations>());
        let admitted = |id: &I| {
            let operation: &'static Operation = (*id).into();
            match operation.binding {
                Binding::Capability(capability) => {
                    holding.capabilities.contains(&capability)
                        && named.as_ref().is_none_or(|named| named.contain(operation))
                        && holds(*id)
                }
                Binding::Ending(role) => holding.ending == Some(role),
                Binding::Machine => holding.machine && holds(*id),
                Binding::Always => true,
            }
        };
        Self { operations: I::ALL.iter().filter(|id| admitted(id)).map(|id| (*id).into()).collect() }
    }

    /// The same without the endings of its role, for a program that cannot end the session (spec: runtime, 11).
    #[must_use]
    pub fn without_endings(&self, table: &Table) -> Self {
        let rows = table.operations.iter().copied();
        let kept = rows.filter(|row| !matches!(row.binding, Binding::Ending(_)) && self.permits(row));
        Self { operations: kept.collect() }
    }

    /// Whether the agent may call the operation.
    #[inline]
    pub fn permits(&self, operation: &Operation) -> bool {
        self.operations.contain(operation)
    }
}

impl Operations {
    /// Whether an operation is one of them.
    #[inline]
    pub fn contain(&self, operation: &Operation) -> bool {
        let (word, bit) = place(operation);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }
}

impl FromIterator<&'static Operation> for Operations {
    fn from_iter<T: IntoIterator<Item = &'static Operation>>(operations: T) -> Self {
        let mut words = Vec::new();
        for operation in operations {
            let (word, bit) = place(operation);
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= bit;
        }
        Self(words.into_boxed_slice())
    }
}

#[inline]
fn place(operation: &Operation) -> (usize, u64) {
    (operation.index as usize / 64, 1 << (operation.index % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sentences::Sentences,
        table::{Capability, DuringCompaction, Mode, Table},
    };

    const ROWS: usize = 130;

    /// Row `n` is bought by capability `n % 4` or, where that is none, by a role, a machine or nothing in turn.
    static ROW: [Operation; ROWS] = {
        let mut rows = [const { row(0) }; ROWS];
        let mut at = 0;
        while at < ROWS {
            #[expect(clippy::cast_possible_truncation, reason = "a small number")]
            let number = at as u32;
            rows[at] = row(number);
            at += 1;
        }
        rows
    };

    const fn row(index: u32) -> Operation {
        let binding = match (index % 4, index % 16 / 4) {
            (3, 0) => Binding::Ending("standard"),
            (3, 1) => Binding::Ending("review"),
            (3, 2) => Binding::Machine,
            (3, _) => Binding::Always,
            (capability, _) => Binding::Capability(capability),
        };
        Operation {
            index,
            id: "module.key",
            key: "key",
            module: 0,
            binding,
            mode: Mode::Immediate,
            deadline: true,
            during_compaction: DuringCompaction::Refused,
            instead: &[],
            condition: None,
            effect: "none",
            spellings: &[],
            params: &[],
        }
    }

    static SENTENCES: Sentences = Sentences {
        unavailable: "",
        unavailable_instead: "",
        unavailable_ending: "",
        did_not_run: "",
        time_spent: "",
        pending: "",
        pending_wanted: "",
        succession: "",
        failed: "",
        discover: "",
        declared: "",
        comma: "",
        or: "",
    };

    static TABLE: Table = Table {
        name: "test",
        package: "test:test",
        arms: &[],
        capabilities: &[const { Capability { id: "a", summary: "", switches: &[] } }; 3],
        modules: &[],
        operations: &[],
        records: &[],
        sentences: &SENTENCES,
        wit: "",
        fingerprint: "",
    };

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Id(usize);

    impl From<Id> for &'static Operation {
        fn from(id: Id) -> Self {
            &ROW[id.0]
        }
    }

    impl TableOperation for Id {
        const TABLE: &'static Table = &TABLE;
        const ALL: &'static [Self] = &{
            let mut ids = [Id(0); ROWS];
            let mut at = 0;
            while at < ROWS {
                ids[at] = Id(at);
                at += 1;
            }
            ids
        };
    }

    /// The predicate as the specification words it, asked of every holding and every row.
    #[test]
    fn permits_is_the_predicate() {
        let allowlists: [Option<Vec<Id>>; 4] =
            [None, Some(Vec::new()), Some(vec![Id(0), Id(64), Id(129)]), Some(Id::ALL.to_vec())];
        let conditions: [fn(Id) -> bool; 3] = [|_| true, |_| false, |id| id.0.is_multiple_of(3)];
        for capabilities in [&[][..], &[0], &[1, 2], &[0, 1, 2]] {
            for allowlist in &allowlists {
                for ending in [None, Some("standard"), Some("review"), Some("other")] {
                    for machine in [false, true] {
                        for holds in conditions {
                            let allowlist = allowlist.as_deref();
                            let grants = Grants::resolve(&Holding { capabilities, allowlist, ending, machine }, holds);
                            for id in Id::ALL {
                                let resolved = allowlist.is_none_or(|named| named.contains(id)) && holds(*id);
                                let expected = match ROW[id.0].binding {
                                    Binding::Capability(bought) => capabilities.contains(&bought) && resolved,
                                    Binding::Ending(role) => ending == Some(role),
                                    Binding::Machine => machine && holds(*id),
                                    Binding::Always => true,
                                };
                                assert_eq!(grants.permits(&ROW[id.0]), expected, "{id:?}");
                            }
                        }
                    }
                }
            }
        }
    }
}
