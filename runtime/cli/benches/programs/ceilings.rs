//! What a program that met a ceiling costs those behind it.

use std::time::Duration;

use gg_engine::{
    TurnError,
    sandbox::{Limits, Outcome, Submission},
};

use tokio::runtime::Runtime as Threads;

use crate::{
    figures::{Figure, time},
    sandbox::{Agency, ONE_CALL, here},
};

/// How often one is met.
const ROUNDS: usize = 25;
/// How many programs run before, and follow each time.
const OTHERS: usize = 25;

/// A ceiling, and a program that meets it.
struct Ceiling {
    program: &'static str,
    limits: Limits,
    met: TurnError,
}

/// After an endless loop that was stopped. Its time is up at once, so it runs until the sandbox next looks at it.
pub(crate) fn time_used_up() -> Figure {
    let limits = Limits { time: Duration::from_millis(1), ..Limits::default() };
    let ceiling = Ceiling { program: "for (;;) {}", limits, met: TurnError::SandboxTimeout };
    Follow::after(|threads, agency| ceiling.meet(threads, agency)).first
}

/// After a program that used up all the memory a profile gives.
pub(crate) fn memory_used_up() -> Follow {
    let program = "const all = [];\nfor (;;) all.push(\"x\".repeat(1 << 20) + all.length);";
    let ceiling = Ceiling { program, limits: Limits::default(), met: TurnError::SandboxOutOfMemory };
    Follow::after(|threads, agency| ceiling.meet(threads, agency))
}

/// After this process itself wrote as much, and gave it back: what of the cost is not the sandbox's.
pub(crate) fn memory_written() -> Follow {
    Follow::after(|_, _| drop(std::hint::black_box(vec![1_u8; Limits::default().memory])))
}

impl Ceiling {
    fn meet(&self, threads: &Threads, agency: &mut Agency) {
        let submission = Submission { limits: self.limits, ..Submission::new(self.program) };
        let ran = threads.block_on(agency.submit(submission));
        assert!(matches!(&ran.report.outcome, Outcome::Failed(failure) if failure.kind == self.met));
    }
}

/// How many times as long as those before programs take that follow something.
pub(crate) struct Follow {
    /// The first.
    pub(crate) first: Figure,
    /// The middle one of those behind it.
    pub(crate) behind: Figure,
}

impl Follow {
    fn after(mut what: impl FnMut(&Threads, &mut Agency)) -> Self {
        let (threads, mut agency) = (here(), Agency::new("javascript"));
        let one = |agency: &mut Agency| time(|| drop(threads.block_on(agency.run(ONE_CALL)))).as_secs_f64();
        let others = |agency: &mut Agency| Figure::of((0..OTHERS).map(|_| one(agency)).collect()).median;
        others(&mut agency);
        let before = others(&mut agency);
        let rounds = (0..ROUNDS).map(|_| {
            what(&threads, &mut agency);
            (one(&mut agency) / before, others(&mut agency) / before)
        });
        let (first, behind) = rounds.unzip();
        Self { first: Figure::of(first), behind: Figure::of(behind) }
    }
}
