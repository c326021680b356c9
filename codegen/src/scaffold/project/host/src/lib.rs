//! The host of the pantry: what its operations do.
//!
//! The types, a trait per module and `add_to_linker` come from `operations.toml`. A row that is added there makes the build
//! say which method is missing here.

mod recipes;
mod shift;
mod stock;

use std::collections::BTreeMap;

use gg_engine::{Answers, Call, CallError};

/// What is made from the table.
#[rustfmt::skip]
pub mod surface {
    include!(concat!(env!("OUT_DIR"), "/host/mod.rs"));
}

use surface::OperationId;

/// A pantry.
#[derive(Debug, Default)]
pub struct Pantry {
    /// Grams by item; what has run out is not in it.
    grams: BTreeMap<String, u32>,
    /// What the last shift left behind.
    note: Option<String>,
}

impl Pantry {
    /// What the shift that has ended wants the next one to know.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }
}

impl Answers for Pantry {
    type Operation = OperationId;

    // No row has a condition.
    fn holds(&self, _: OperationId) -> bool {
        true
    }

    // Whoever holds a call may make it.
    fn holder(&mut self, _: OperationId, _: &Call) -> Result<(), CallError> {
        Ok(())
    }

    // There are no hooks.
    async fn hook(&mut self, _: OperationId, _: &Call) -> Result<(), CallError> {
        Ok(())
    }

    // Nothing has to follow a change of the stock.
    async fn effect(&mut self, _: OperationId, _: &Call) -> Result<(), CallError> {
        Ok(())
    }
}
