//! The host's side of a call: the membrane, the gate, the bracket and the record, around a method that does nothing. The
//! guest is one that only calls.

use gg_engine::{
    record::Turn,
    sandbox::{Outcome, Submission},
};
use gg_tests_host::{
    agent,
    automaton::Automaton,
    quiet::Quiet,
    runtime,
    tables::least::host::{OperationId, add_to_linker},
};

use crate::{
    figures::{Figure, time, times},
    sandbox::here,
};

/// What one of ten thousand calls costs.
pub(crate) fn call() -> Figure {
    let runtime = runtime(add_to_linker, Automaton::default(), None);
    let agent = agent::<OperationId>("javascript");
    let threads = here();
    let program = || {
        let ran = threads.block_on(runtime.run(Turn::new(agent.clone()), Quiet::default(), Submission::new("C")));
        assert_eq!(ran.report.outcome, Outcome::Completed);
        assert_eq!(ran.report.counters.performed_calls, 10_000);
    };
    times(100, || time(program)).each(10_000)
}
