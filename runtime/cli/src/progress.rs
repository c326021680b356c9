//! The bar that is shown while an engine is built, which happens once.

use std::{sync::Mutex, time::Duration};

use gg_engine::arm::Stage;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{output, style};

/// Joining, evaluating, compiling, done.
const STEPS: u64 = 3;

/// How often a bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Shows how far the building of a guest is; on anything but a terminal, that it has begun.
#[derive(Debug, Default)]
pub(crate) struct Progress(Mutex<Option<ProgressBar>>);

impl Progress {
    /// A guest has come to a stage.
    pub(crate) fn watch(&self, guest: &'static str, stage: Stage) {
        // A panic while it was held left a bar, which is as good as another.
        let mut bar = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let step = match stage {
            Stage::Waiting => "another process is building it".to_owned(),
            Stage::Building(what) => what.to_owned(),
            Stage::Compiling => "compiling it to machine code".to_owned(),
            Stage::Ready => {
                if let Some(bar) = bar.take() {
                    bar.finish_and_clear();
                }
                return;
            }
        };
        let bar = bar.get_or_insert_with(|| start(guest));
        bar.set_message(step);
        bar.inc(1);
    }
}

/// Shows the next step of an installation beside a turning mark; on anything but a terminal, as a line.
pub(crate) fn step(bar: &ProgressBar, text: &str) {
    if bar.is_hidden() {
        anstream::eprintln!("{text}");
    } else {
        bar.set_message(text.to_owned());
        bar.enable_steady_tick(TICK);
    }
}

fn start(guest: &str) -> ProgressBar {
    let bar = ProgressBar::new(STEPS);
    if bar.is_hidden() {
        output::tell(style::dim(&format!("gg: preparing the engine for {guest}, which takes some seconds, once")));
    }
    // The template is a constant; should it not be one, the bar looks plain.
    if let Ok(style) = ProgressStyle::with_template("{prefix} [{bar:20}] {msg} ({elapsed})") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_prefix(format!("building the engine for {guest}, once"));
    bar.enable_steady_tick(TICK);
    bar
}
