//! The host's side of a call: the membrane, the gate, the bracket and the record, around a method that does nothing. The
//! guest is one that only calls.

use std::sync::Arc;

use gg_engine::{
    Agent, TableOperation as _,
    arm::Arms,
    record::Turn,
    sandbox::{Outcome, Runtime, Sandbox, Submission},
};
use gg_tests_host::{
    automaton::Automaton,
    everything,
    quiet::Quiet,
    tables::least::host::{OperationId, add_to_linker},
};

use crate::{
    figures::{Figure, time, times},
    sandbox::here,
};

/// What one of ten thousand calls costs.
pub(crate) fn call() -> Figure {
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let arms = Arms::new(vec![Arc::new(Automaton::default())]);
    let runtime = Runtime::new(sandbox, add_to_linker, arms, None, |_, _| {}).expect("a runtime");
    let table = OperationId::TABLE;
    let arm = table.arm("javascript").expect("an arm");
    let agent = Arc::new(Agent { table, arm, grants: everything::<OperationId>(None) });
    let threads = here();
    let program = || {
        let ran = threads.block_on(runtime.run(Turn::new(agent.clone()), Quiet::default(), Submission::new("C")));
        assert_eq!(ran.report.outcome, Outcome::Completed);
        assert_eq!(ran.report.counters.performed_calls, 10_000);
    };
    times(100, || time(program)).each(10_000)
}
