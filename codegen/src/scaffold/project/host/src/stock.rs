//! The module `stock`.

use gg_engine::{Call, CallError, ErrorCode};

use crate::{
    Pantry,
    surface::{
        OperationId,
        stock::{Level, Operations},
    },
};

impl Operations for Pantry {
    async fn list(&mut self, _: &Call) -> Result<Vec<Level>, CallError> {
        let level = |(item, &grams): (&String, &u32)| Level {
            item: item.clone(),
            grams,
        };
        Ok(self.grams.iter().map(level).collect())
    }

    async fn add(&mut self, call: &Call, item: String, grams: u32) -> Result<Level, CallError> {
        if item.trim().is_empty() {
            let message = format!("`{}` is blank", call.param("item"));
            return Err(CallError::new(ErrorCode::InvalidArgument, message));
        }
        if grams == 0 {
            let message = format!("`{}` is 0; it is at least 1", call.param("grams"));
            return Err(CallError::new(ErrorCode::InvalidArgument, message));
        }
        let there = self.grams.entry(item.clone()).or_default();
        *there = there.saturating_add(grams);
        Ok(Level {
            item,
            grams: *there,
        })
    }

    async fn take(
        &mut self,
        call: &Call,
        item: String,
        grams: Option<u32>,
    ) -> Result<Level, CallError> {
        let Some(&there) = self.grams.get(&item) else {
            // A message names a call as the program writes it, and only one that the agent holds.
            let hint = match call.held(OperationId::StockList) {
                Some(list) => format!("; `{list}` says what there is"),
                None => String::new(),
            };
            let message = format!("there is no `{item}`{hint}");
            return Err(CallError::new(ErrorCode::NotFound, message));
        };
        let Some(left) = there.checked_sub(grams.unwrap_or(there)) else {
            let message = format!("{there} g of `{item}` are left");
            return Err(CallError::new(ErrorCode::Conflict, message));
        };
        if left == 0 {
            self.grams.remove(&item);
        } else {
            self.grams.insert(item.clone(), left);
        }
        Ok(Level { item, grams: left })
    }
}
