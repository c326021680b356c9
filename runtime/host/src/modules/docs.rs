//! The module `docs` (spec: operations, 8, cards 39 to 41).

use gg_engine::{Call, CallError};

use crate::{
    failure::{required, unavailable},
    host::Host,
    operations::docs::{DocSearch, Operations},
    views::Key,
};

impl Operations for Host {
    async fn search(
        &mut self,
        call: &Call,
        _: Option<String>,
        _: Vec<String>,
        _: Option<String>,
        _: Option<String>,
        _: Option<u32>,
        _: Option<u32>,
    ) -> Result<DocSearch, CallError> {
        Err(unavailable(call))
    }

    async fn close(&mut self, call: &Call, key: String) -> Result<u32, CallError> {
        required(call, "key", &key)?;
        Ok(self.views.close(|open| *open == Key::Docs(key.clone())))
    }

    async fn close_all(&mut self, _: &Call) -> Result<u32, CallError> {
        Ok(self.views.close(|open| matches!(open, Key::Docs(_))))
    }
}

impl Host {
    /// Opens the documentation of a name.
    pub(super) fn docs_view(&mut self, call: &Call, _: &str) -> Result<(), CallError> {
        Err(unavailable(call))
    }
}
