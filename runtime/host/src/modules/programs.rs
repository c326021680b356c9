//! The module `programs`. The program library is not there yet, so no agent holds these rows and the gate refuses them.
//!
//! A call that got here all the same is `unavailable` (spec: decisions, 77).

use gg_engine::{Call, CallError};

use crate::{
    failure::{refused, required},
    host::Host,
    operations::programs::{Operations, ProgramSummary},
};

impl Operations for Host {
    async fn history(&mut self, call: &Call) -> Result<Vec<ProgramSummary>, CallError> {
        Err(call.missing())
    }

    async fn get(&mut self, call: &Call, _: String) -> Result<String, CallError> {
        Err(call.missing())
    }

    async fn rerun(&mut self, call: &Call, source: String) -> Result<(), CallError> {
        required(call, "source", &source)?;
        if self.declarations.hand_over(source) {
            Ok(())
        } else {
            Err(refused(call.did_not_run("this program has already handed over.")))
        }
    }
}
