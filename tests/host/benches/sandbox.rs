//! What the engine itself costs, around a guest that does next to nothing: a fresh instance and a program, a call, a refused
//! call, and how many programs two cores run at once.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, counter::ItemsCount};
use gg_engine::{
    Agent, Pending,
    record::Turn,
    sandbox::{Outcome, Ran, Runtime, Submission},
};
use gg_tests_host::{
    agent,
    automaton::Automaton,
    quiet::Quiet,
    runtime,
    tables::least::host::{OperationId, add_to_linker},
};
use tokio::runtime::{Builder, Runtime as Threads};

type Host = Quiet<OperationId>;

static RUNTIME: LazyLock<Runtime<Host>> = LazyLock::new(|| runtime(add_to_linker, Automaton::default(), None));

static AGENT: LazyLock<Arc<Agent>> = LazyLock::new(|| agent::<OperationId>("javascript"));

fn threads(count: usize) -> Threads {
    Builder::new_multi_thread().worker_threads(count).enable_all().build().expect("threads")
}

fn here() -> Threads {
    Builder::new_current_thread().enable_all().build().expect("a thread")
}

async fn run(turn: Turn, program: &str) -> Ran<Host> {
    let ran = RUNTIME.run(turn, Quiet::default(), Submission::new(program)).await;
    assert!(matches!(ran.report.outcome, Outcome::Completed), "{:?}", ran.report.outcome);
    ran
}

/// A fresh sandbox and a program, from its text to its report.
#[divan::bench(args = ["", "c", "llllllllll"])]
fn program(bencher: Bencher<'_, '_>, program: &str) {
    let threads = here();
    bencher.bench_local(|| threads.block_on(run(Turn::new(AGENT.clone()), program)));
}

/// A call among ten thousand: the membrane, the gate, the bracket, the record, a method that does nothing.
#[divan::bench]
fn call(bencher: Bencher<'_, '_>) {
    let threads = here();
    let bencher = bencher.counter(ItemsCount::new(10_000u32));
    bencher.bench_local(|| threads.block_on(run(Turn::new(AGENT.clone()), "C")));
}

/// The same, refused.
#[divan::bench]
fn refused_call(bencher: Bencher<'_, '_>) {
    let threads = here();
    let bencher = bencher.counter(ItemsCount::new(10_000u32));
    bencher.bench_local(|| {
        let mut turn = Turn::new(AGENT.clone());
        turn.pending = Some(Pending { by_memory: false, wanted: Vec::new() });
        threads.block_on(run(turn, "C"))
    });
}

/// Programs of ten thousand calls each, as many in flight as it says, on two cores.
#[divan::bench(args = [1, 8])]
fn in_flight(bencher: Bencher<'_, '_>, flight: usize) {
    const PROGRAMS: usize = 96;
    let threads = threads(2);
    let bencher = bencher.counter(ItemsCount::new(PROGRAMS));
    bencher.bench_local(|| {
        threads.block_on(async {
            let each = |_| {
                tokio::spawn(async move {
                    for _ in 0..PROGRAMS / flight {
                        run(Turn::new(AGENT.clone()), "C").await;
                    }
                })
            };
            let tasks: Vec<_> = (0..flight).map(each).collect();
            for task in tasks {
                task.await.expect("no panic");
            }
        });
    });
}

fn main() {
    divan::main();
}
