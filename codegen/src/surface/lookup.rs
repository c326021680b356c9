//! From a name of the table to its index; documentation asks once a reference, so it must not walk the table.

use std::{collections::HashMap, sync::OnceLock};

use super::{OperationIndex, Surface, TypeIndex};

/// Built when it is first asked, from a surface that is whole by then. Its maps have no order and are never walked.
#[derive(Debug, Clone, Default)]
pub struct Lookup(OnceLock<Maps>);

#[derive(Debug, Clone)]
struct Maps {
    operations: HashMap<String, OperationIndex>,
    types: HashMap<String, TypeIndex>,
}

impl Lookup {
    pub(super) fn operation(&self, surface: &Surface, id: &str) -> Option<OperationIndex> {
        self.maps(surface).operations.get(id).copied()
    }

    pub(super) fn ty(&self, surface: &Surface, name: &str) -> Option<TypeIndex> {
        self.maps(surface).types.get(name).copied()
    }

    fn maps(&self, surface: &Surface) -> &Maps {
        self.0.get_or_init(|| Maps {
            operations: surface.operations.iter().map(|row| (row.id.clone(), row.index)).collect(),
            types: surface.types.iter().map(|def| (def.names.id.clone(), def.index)).collect(),
        })
    }
}
