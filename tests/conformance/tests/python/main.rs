//! Python on gg-host through the sandbox: how programs end, how they use the calls, what may cross, and loaded code.

mod ends;
mod loaded;
mod programs;
mod reading;

use std::sync::Arc;

use gg_engine::arm::Arm;
use gg_engine::sandbox::Runtime;
use gg_host::Host;

/// The runtime, and its Python arm.
fn python() -> (Runtime<Host>, Arc<dyn Arm>) {
    let runtime = gg_tests_conformance::runtime();
    let arm = runtime.arms().find("python").unwrap_or_else(|| panic!("no arm")).clone();
    (runtime, arm)
}
