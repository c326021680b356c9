//! The module `skills`. The skill library is not there yet, so no agent holds these rows and the gate refuses them.
//!
//! A call that got here all the same is `unavailable` (spec: decisions, 77).

use gg_engine::{Call, CallError};

use crate::{host::Host, operations::skills::Operations};

impl Operations for Host {
    async fn read_skill(&mut self, call: &Call, _: String) -> Result<String, CallError> {
        Err(call.missing())
    }
}
