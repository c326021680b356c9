//! The sandboxes of Node: `peers.js` measures one of them, and prints what it found.

use std::{path::Path, process::Command};

use serde::Deserialize;

use crate::{CALLS, Peer, TEXT, figures::Figure};

/// What the script prints, in seconds.
#[derive(Deserialize)]
struct Samples {
    program: Vec<f64>,
    call: Vec<f64>,
    text: Vec<f64>,
}

/// What the lines cost in one of Node's sandboxes.
pub(crate) fn measure(peer: &str) -> Peer {
    let tools = gg_tests::tools::tools();
    let peers = tools.bench_peers().unwrap_or_else(|error| panic!("the peers cannot be installed; {error}"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/peers.js");
    let mut node = Command::new(tools.node());
    node.arg("--no-node-snapshot").arg(script).arg(peer).args([CALLS.to_string(), TEXT.to_string()]);
    let output = gg_tests::tools::run(node.env("NODE_PATH", peers)).unwrap_or_else(|error| panic!("{error}"));
    let Samples { program, call, text } = serde_json::from_slice(&output.stdout).expect("what the script prints");
    Peer { program: Figure::of(program), call: Figure::of(call).each(CALLS), text: Figure::of(text).each(20) }
}
