//! Medians, and the report they are printed in.

use std::{
    fs,
    time::{Duration, Instant},
};

/// What was measured: the middle one of all and the least, in seconds, MiB or times.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figure {
    pub(crate) median: f64,
    pub(crate) least: f64,
}

impl Figure {
    /// Of several.
    pub(crate) fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self { median: values[values.len() / 2], least: values[0] }
    }

    /// What one of so many costs.
    pub(crate) fn each(self, count: u32) -> Self {
        Self { median: self.median / f64::from(count), least: self.least / f64::from(count) }
    }
}

/// Measures something several times, after a few that do not count.
pub(crate) fn times(runs: usize, mut measured: impl FnMut() -> Duration) -> Figure {
    for _ in 0..runs.div_ceil(10) {
        measured();
    }
    Figure::of((0..runs).map(|_| measured().as_secs_f64()).collect())
}

/// How long something takes.
pub(crate) fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// What a figure is shown in.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Unit {
    Micros,
    Millis,
    Seconds,
    Mebibytes,
    Times,
}

impl Unit {
    /// What a figure is multiplied with, and what stands behind it.
    const fn shown(self) -> (f64, &'static str) {
        match self {
            Self::Micros => (1e6, "µs"),
            Self::Millis => (1e3, "ms"),
            Self::Seconds => (1.0, "s"),
            Self::Mebibytes => (1.0, "MiB"),
            Self::Times => (1.0, "times"),
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
    None,
}

/// A line of the report.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    what: &'static str,
    unit: Unit,
    bound: Bound,
}

impl Line {
    pub(crate) const fn at_most(what: &'static str, unit: Unit, bound: f64) -> Self {
        Self { what, unit, bound: Bound::AtMost(bound) }
    }

    pub(crate) const fn at_least(what: &'static str, unit: Unit, bound: f64) -> Self {
        Self { what, unit, bound: Bound::AtLeast(bound) }
    }

    /// One that has no bound.
    pub(crate) const fn told(what: &'static str, unit: Unit) -> Self {
        Self { what, unit, bound: Bound::None }
    }
}

/// Prints each line as soon as it is measured.
#[derive(Debug)]
pub(crate) struct Report {
    only: Option<String>,
    kept: bool,
}

impl Report {
    pub(crate) fn new(only: Option<String>) -> Self {
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split_whitespace().next().unwrap_or("?").to_owned();
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        println!("{cores} cores, load {load} at the start; bounds are for medians\n");
        println!("{:<50} {:>10} {:>10}  {:<6} {:>12}", "", "median", "least", "", "bound");
        Self { only, kept: true }
    }

    /// Whether every bound was kept so far.
    pub(crate) fn kept(&self) -> bool {
        self.kept
    }

    /// Whether one of these lines is to be measured.
    pub(crate) fn asks_any(&self, lines: &[&str]) -> bool {
        self.only.as_ref().is_none_or(|only| lines.iter().any(|line| line.contains(only)))
    }

    /// Measures a line and prints it, with its peers below.
    pub(crate) fn line(&mut self, line: Line, measure: impl FnOnce() -> Figure, peers: Vec<(&str, Figure)>) {
        let Line { what, unit, bound } = line;
        if self.only.as_ref().is_some_and(|only| !what.contains(only)) {
            return;
        }
        let figure = measure();
        let (factor, name) = unit.shown();
        let (kept, bound) = match bound {
            Bound::AtMost(most) => (Some(figure.median * factor <= most), format!("≤ {most}")),
            Bound::AtLeast(least) => (Some(figure.median * factor >= least), format!("≥ {least}")),
            Bound::None => (None, String::new()),
        };
        let verdict = kept.map_or("", |kept| if kept { "kept" } else { "missed" });
        self.kept &= kept != Some(false);
        print(what, figure, factor, name, &format!("{bound:>12}  {verdict}"));
        for (peer, figure) in peers {
            print(&format!("    {peer}"), figure, factor, name, "");
        }
    }
}

fn print(what: &str, figure: Figure, factor: f64, unit: &str, rest: &str) {
    let line = format!("{what:<50} {:>10.3} {:>10.3}  {unit:<6} {rest}", figure.median * factor, figure.least * factor);
    println!("{}", line.trim_end());
}
