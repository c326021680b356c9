//! How long a generation takes: gg's own table, a check of it, and tables a hundred times as large.
//!
//! `--rows N` prints where the time of one table of that many rows goes, and nothing else.
//!
//! Prints medians, what a row costs, the bound and whether it is kept; `--strict` makes a bound that is missed a failure.

#[path = "../tests/support/synthetic.rs"]
mod synthetic;

use std::{
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use gg_codegen::{
    Options,
    emit::{Context, Output, emit_outputs, templates::Templates},
    generate,
    output::Folder,
    source::Source,
    table,
};

/// The command's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// One line of the report.
struct Measured {
    name: &'static str,
    rows: usize,
    median: Duration,
    bound: Option<Duration>,
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip_while(|arg| arg != "--rows").skip(1);
    if let Some(rows) = args.next().and_then(|rows| rows.parse().ok()) {
        break_down(&Source::new("big.toml", &synthetic::table(rows)));
        return ExitCode::SUCCESS;
    }
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../operations.toml");
    let text = std::fs::read_to_string(&table).expect("the table of the checkout");
    let own = Source::new("operations.toml", &text);
    let options = Options::default();
    let milliseconds = Duration::from_millis;

    let mut report = vec![all_outputs("all outputs", &own, &options, 40, Some(milliseconds(25)))];
    report.push(check(&own, &options, Some(milliseconds(15))));
    let thousand = Source::new("big.toml", &synthetic::table(1_000));
    report.push(all_outputs("all outputs", &thousand, &options, 5, None));
    let many = Source::new("big.toml", &synthetic::table(10_000));
    report.push(all_outputs("all outputs", &many, &options, 3, Some(milliseconds(3_000))));

    let mut kept = true;
    println!("{:<14} {:>6} {:>12} {:>10} {:>12}", "", "rows", "median", "a row", "bound");
    for line in &report {
        let late = line.bound.is_some_and(|bound| line.median > bound);
        kept &= !late;
        let per_row = line.median / u32::try_from(line.rows.max(1)).unwrap_or(u32::MAX);
        let bound = line.bound.map_or(String::new(), |bound| format!("{bound:?}"));
        let verdict = if late { "  MISSED" } else { "" };
        println!("{:<14} {:>6} {:>12.1?} {:>10.1?} {bound:>12}{verdict}", line.name, line.rows, line.median, per_row);
    }
    println!("\nwhere the time of {} rows goes:", report[2].rows);
    break_down(&thousand);
    let growth = report[3].median.as_secs_f64() / report[2].median.as_secs_f64();
    println!("ten times the rows take {growth:.1} times as long (bound 11)");
    kept &= growth <= 11.0;
    if let Some(peak) = peak_megabytes() {
        println!("at most {peak} MB of memory were in use (bound 600)");
        kept &= peak <= 600;
    }
    if !kept && std::env::args().any(|arg| arg == "--strict") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Prints what each step of a generation takes, and how much it makes.
fn break_down(source: &Source) {
    let start = Instant::now();
    let surface = table::read(source).surface.expect("the table is good");
    println!("  {:<28} {:>9.1?}", "reading the table", start.elapsed());
    let templates = Templates::embedded();
    let context = Context { table: "big.toml", command: "cargo gen", templates: &templates };
    for output in Output::all() {
        let start = Instant::now();
        let files = emit_outputs(&surface, &context, &[output]).expect("emits");
        let bytes: usize = files.iter().map(|(_, contents)| contents.len()).sum();
        let name = match output {
            Output::Sdk(arm) => format!("Sdk({})", arm.arm().profile().id),
            other => format!("{other:?}"),
        };
        println!("  {name:<28} {:>9.1?} {:>9} kB in {} files", start.elapsed(), bytes / 1000, files.len());
    }
}

fn all_outputs(
    name: &'static str,
    source: &Source,
    options: &Options,
    runs: usize,
    bound: Option<Duration>,
) -> Measured {
    let mut rows = 0;
    let median = median(runs, || rows = generate(source, options).expect("the table is good").surface.operations.len());
    Measured { name, rows, median, bound }
}

fn check(source: &Source, options: &Options, bound: Option<Duration>) -> Measured {
    let dir = tempfile::TempDir::new().expect("a folder");
    let folder = Folder::at(dir.path());
    let generated = generate(source, options).expect("the table is good");
    folder.write(&generated.files).expect("writes");
    let median = median(40, || {
        let generated = generate(source, options).expect("the table is good");
        assert!(folder.compare(&generated.files).expect("compares").is_clean());
    });
    Measured { name: "check", rows: generated.surface.operations.len(), median, bound }
}

fn median(runs: usize, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[runs / 2]
}

/// The most memory this process has had in use, where the system tells.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}
