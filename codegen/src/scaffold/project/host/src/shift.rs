//! The module `shift`.

use gg_engine::{Call, CallError};

use crate::{Pantry, surface::shift::Operations};

impl Operations for Pantry {
    async fn close(&mut self, _: &Call, note: Option<String>) -> Result<(), CallError> {
        self.note = note;
        Ok(())
    }
}
