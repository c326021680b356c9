//! What a program costs: each figure with its bound, beside what the same costs in other sandboxes in the same run.
//!
//! Everything runs through the runtime as `gg run` does, on the real guest and gg's own host; where a line says otherwise,
//! so does its text. `--strict` makes a bound that is missed a failure, `--only TEXT` measures the lines that hold a text.

mod ceilings;
mod figures;
mod host_side;
mod letters;
mod live;
mod native;
mod node;
mod process;
mod sandbox;
mod store;
mod turns;

use std::process::ExitCode;

use figures::{Figure, Line, Report, Unit};

/// How many calls are made to tell what one costs.
const CALLS: u32 = 20_000;
/// What is sent there and back.
const TEXT: usize = 1 << 20;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--only").skip(1);
    let mut report = Report::new(arguments.next());

    let (native, emscripten, isolates) = peers(&report);
    let beside = |of: fn(&Peer) -> Figure| {
        [("native QuickJS", &native), ("quickjs-emscripten", &emscripten), ("isolated-vm", &isolates)]
            .into_iter()
            .filter_map(|(name, peer)| peer.as_ref().map(|peer| (name, of(peer))))
            .collect::<Vec<_>>()
    };

    let line = Line::at_most("a fresh sandbox and a program of one call", Unit::Millis, 0.15);
    report.line(line, || sandbox::program(sandbox::ONE_CALL), beside(|peer| peer.program));
    let line = Line::at_most("the same with 3 views and 10 calls", Unit::Millis, 0.25);
    report.line(line, || sandbox::program(sandbox::VIEWS_AND_CALLS), vec![]);
    let line = Line::told("the same, 7 of them reads of a small file", Unit::Millis);
    report.line(line, || sandbox::program(sandbox::VIEWS_AND_READS), vec![]);
    let line = Line::at_most("a program after an endless loop, to any other", Unit::Times, 2.0);
    report.line(line, ceilings::time_used_up, vec![]);
    let line = Line::at_most("TypeScript of 100 lines, one call, no type check", Unit::Millis, 0.30);
    report.line(line, || sandbox::typescript(&sandbox::hundred_lines()), vec![]);
    let line = Line::at_most("a `lib` module that is prepared, imported", Unit::Millis, 0.1);
    report.line(line, sandbox::loaded_module, vec![]);
    let line = Line::at_most("a granted call", Unit::Micros, 0.7);
    report.line(line, sandbox::granted_call, beside(|peer| peer.call));
    let line = Line::at_most("of which the host's side", Unit::Micros, 0.3);
    report.line(line, host_side::call, vec![]);
    let line = Line::at_most("a refused call, caught", Unit::Micros, 2.0);
    report.line(line, sandbox::refused_call, vec![]);
    let line = Line::at_most("a text of 1 MiB there and back", Unit::Millis, 1.4);
    report.line(line, letters::there_and_back, beside(|peer| peer.text));
    let line = Line::at_most("a task added, on the disk, of 1,000", Unit::Millis, 0.3);
    let row = report.asks_any(&["a task added, on the disk"]).then(store::row_added);
    report.line(line, store::task_added, row.map(|row| ("a row added by SQLite alone", row)).into_iter().collect());
    let line = Line::at_most("a memory read, of 1,000", Unit::Millis, 0.3);
    report.line(line, store::memory_read, vec![]);
    let line = Line::told("a memory created, on the disk, of 1,000", Unit::Millis);
    report.line(line, store::memory_created, vec![]);
    let line = Line::at_most("two words sought in 10,000 memories", Unit::Millis, 10.0);
    report.line(line, || store::search(&["harbour", "lantern"]), vec![]);
    let line = Line::at_most("a word sought that all of the 10,000 contain", Unit::Millis, 10.0);
    report.line(line, || store::search(&["memory"]), vec![]);
    let line = Line::at_most("two letters sought in 10,000 memories", Unit::Millis, 10.0);
    report.line(line, || store::search(&["qu"]), vec![]);
    let line = Line::at_most("10,000 tasks and 10,000 memories opened", Unit::Millis, 15.0);
    report.line(line, store::opened, vec![]);
    let line = Line::at_most("a turn at 500 items, beyond model and program", Unit::Millis, 2.0);
    report.line(line, turns::overhead, vec![]);
    let line = Line::at_most("`gg run`, a small program, checker off", Unit::Millis, 25.0);
    report.line(line, process::warm, vec![]);
    let line = Line::at_most("Python: a fresh sandbox and one call", Unit::Millis, 1.6);
    report.line(line, || sandbox::python(sandbox::ONE_CALL_IN_PYTHON), vec![]);
    let line = Line::at_most("Python: a granted call", Unit::Micros, 2.0);
    report.line(line, sandbox::granted_call_in_python, vec![]);
    let line = Line::at_most("Python: `gg run`, a small program", Unit::Millis, 40.0);
    report.line(line, process::warm_python, vec![]);
    let line = Line::at_most("Rust: a program seen before, of one call", Unit::Millis, 0.3);
    report.line(line, || sandbox::rust(sandbox::ONE_CALL_IN_RUST), vec![]);
    let line = Line::at_most("Rust: a new program of fifty lines", Unit::Millis, 350.0);
    report.line(line, sandbox::new_in_rust, vec![]);
    let line = Line::at_most("Rust: a granted call", Unit::Micros, 0.4);
    report.line(line, sandbox::granted_call_in_rust, vec![]);
    let line = Line::at_most("the first run ever", Unit::Seconds, 5.0);
    report.line(line, process::cold, vec![]);
    let line = Line::at_most("memory of a live idle sandbox", Unit::Mebibytes, 0.4);
    report.line(line, live::memory, vec![]);
    let line = Line::at_least("programs a second, 8 in flight to one at a time", Unit::Times, 1.7);
    let cores = report.asks_any(&["8 in flight"]).then(native::two_threads);
    report.line(
        line,
        live::throughput,
        cores.map(|cores| ("native QuickJS, 2 threads to 1", cores)).into_iter().collect(),
    );
    let (first, behind) = ("a program after all memory was used, to any before", "those behind it, to any before");
    if report.asks_any(&[first, behind]) {
        let (used, written) = (ceilings::memory_used_up(), ceilings::memory_written());
        let peer = |figure| vec![("after this process wrote as much itself", figure)];
        // The first finds the processor's caches full of what was written, whoever wrote it.
        report.line(Line::told(first, Unit::Times), || used.first, peer(written.first));
        report.line(Line::at_most(behind, Unit::Times, 2.0), || used.behind, peer(written.behind));
    }

    let strict = std::env::args().any(|argument| argument == "--strict");
    if strict && !report.kept() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What the lines cost elsewhere, in seconds.
struct Peer {
    /// A fresh context and a program of one call.
    program: Figure,
    /// A call of a function of the host's.
    call: Figure,
    /// A text of 1 MiB there and back.
    text: Figure,
}

/// Measures the peers, if a line is asked for that has some. One that cannot be installed or run is a failure of the bench.
fn peers(report: &Report) -> (Option<Peer>, Option<Peer>, Option<Peer>) {
    if !report.asks_any(&["a fresh sandbox", "a granted call", "a text of 1 MiB"]) {
        return (None, None, None);
    }
    (Some(native::measure()), Some(node::measure("quickjs-emscripten")), Some(node::measure("isolated-vm")))
}
