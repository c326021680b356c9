//! Many programs at once: the memory of those that wait for a call, and how much two cores get done.

use std::{
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use tokio::{
    runtime::{Builder, Runtime as Threads},
    task::JoinSet,
};

use crate::{
    figures::Figure,
    sandbox::{Agency, VIEWS_AND_CALLS, workspace},
};

/// How many more sandboxes are held alive in each step, and steps; a process runs 64 at once.
const STEP: usize = 12;
const STEPS: usize = 5;
/// Programs of one round, and rounds.
const PROGRAMS: usize = 2_000;
const ROUNDS: usize = 5;

fn threads() -> Threads {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads")
}

/// Memory of this process that one more sandbox takes, which waits for a command to end. Its host and the pipes
/// to the command are part of it. A place where a program ran stays resident for the next one, so every step asks for
/// more places than the last.
pub(crate) fn memory() -> Figure {
    let threads = threads();
    let live: Vec<f64> = (1..=STEPS + 1).map(|step| wave(&threads, STEP * step - STEP + 1)).collect();
    let more = live.windows(2).map(|pair| (pair[1] - pair[0]) / f64::from(u32::try_from(STEP).unwrap_or(u32::MAX)));
    Figure::of(more.collect())
}

/// Starts programs, waits until every one of them is in its call, measures, and lets them go.
fn wave(threads: &Threads, count: usize) -> f64 {
    let folder = workspace();
    let (started, gate) = (folder.join("started"), folder.join("gate"));
    fs::write(&started, "").expect("writes");
    if !gate.exists() {
        assert!(Command::new("mkfifo").arg(&gate).status().is_ok_and(|status| status.success()), "a pipe");
    }
    let program = "import { shell } from \"gg\";\nshell.shell(\"echo >> started; read line < gate; true\");\n";
    threads.block_on(async {
        let mut programs = JoinSet::new();
        for _ in 0..count {
            let mut agency = Agency::new("javascript");
            programs.spawn(async move { agency.run(program).await });
        }
        let deadline = Instant::now() + Duration::from_mins(1);
        while size(&started) < count as u64 {
            assert!(Instant::now() < deadline, "{} of {count} programs have started", size(&started));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        let live = resident();
        // Whoever waits for the pipe to be opened for writing is let go, and finds nothing in it.
        while !programs.is_empty() {
            drop(fs::OpenOptions::new().read(true).write(true).open(&gate));
            tokio::time::sleep(Duration::from_millis(5)).await;
            while let Some(ended) = programs.try_join_next() {
                ended.expect("no panic");
            }
        }
        live
    })
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

/// Memory of this process in MiB, each page once: what sandboxes only read of the engine they map from one place, and
/// `VmRSS` counts such a page for every one of them.
fn resident() -> f64 {
    let rollup = fs::read_to_string("/proc/self/smaps_rollup").expect("Linux");
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).expect("a figure");
    line.trim().trim_end_matches(" kB").trim().parse::<f64>().expect("a number") / 1024.0
}

/// How many times as much is done with eight programs in flight.
pub(crate) fn throughput() -> Figure {
    let threads = threads();
    in_flight(&threads, 1);
    let rounds = (0..ROUNDS).map(|_| in_flight(&threads, 1) / in_flight(&threads, 8));
    Figure::of(rounds.collect())
}

/// How long all programs take, so many at a time.
fn in_flight(threads: &Threads, flight: usize) -> f64 {
    threads.block_on(async {
        let agencies: Vec<_> = (0..flight).map(|_| Agency::new("javascript")).collect();
        let start = Instant::now();
        let mut tasks = JoinSet::new();
        for mut agency in agencies {
            tasks.spawn(async move {
                for _ in 0..PROGRAMS / flight {
                    agency.run(VIEWS_AND_CALLS).await;
                }
            });
        }
        while let Some(ended) = tasks.join_next().await {
            ended.expect("no panic");
        }
        start.elapsed().as_secs_f64()
    })
}
