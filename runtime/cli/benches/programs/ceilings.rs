//! What a program that met a ceiling costs the next one.

use std::time::Duration;

use gg_engine::{
    TurnError,
    sandbox::{Limits, Outcome, Submission},
};

use crate::{
    figures::{Figure, time},
    sandbox::{Agency, ONE_CALL, here},
};

/// How often one is met.
const ROUNDS: usize = 25;
/// How many programs follow each time, to compare with.
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
    next(&Ceiling { program: "for (;;) {}", limits, met: TurnError::SandboxTimeout })
}

/// After a program that used up all the memory a profile gives.
pub(crate) fn memory_used_up() -> Figure {
    let program = "const all = [];\nfor (;;) all.push(\"x\".repeat(1 << 20) + all.length);";
    next(&Ceiling { program, limits: Limits::default(), met: TurnError::SandboxOutOfMemory })
}

/// How many times as long as another the first program takes that comes after one which met a ceiling.
fn next(ceiling: &Ceiling) -> Figure {
    let (threads, mut agency) = (here(), Agency::new("javascript"));
    let one = |agency: &mut Agency| time(|| drop(threads.block_on(agency.run(ONE_CALL)))).as_secs_f64();
    let ratios = (0..ROUNDS).map(|_| {
        let limits = ceiling.limits;
        let ran = threads.block_on(agency.submit(Submission { limits, ..Submission::new(ceiling.program) }));
        assert!(matches!(&ran.report.outcome, Outcome::Failed(failure) if failure.kind == ceiling.met));
        let after = one(&mut agency);
        // What the others take: the middle one of several.
        let others = Figure::of((0..OTHERS).map(|_| one(&mut agency)).collect());
        after / others.median
    });
    Figure::of(ratios.collect())
}
