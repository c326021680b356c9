// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `shell`.

use crate::shell::ShellOutput;
use crate::membrane::form::{operation, record};

record! {
    ShellOutput {
        exit_code ("exit_code"): Option<i32>,
        output ("output"): String,
        truncated ("truncated"): bool,
    }
}

operation! {
    "shell.shell", "gg:sandbox/shell", "shell",
    fn shell(command ("command"): &str, timeout_secs ("timeout_secs"): Option<f64>) -> ShellOutput,
    (u32, u32, u32, f64),
}
