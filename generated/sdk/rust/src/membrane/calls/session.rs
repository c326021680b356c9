// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `session`.

use crate::membrane::form::operation;

operation! {
    "session.finish", "gg:sandbox/session", "finish",
    fn finish(summary ("summary"): &str) -> (),
    (u32, u32),
}

operation! {
    "session.approve", "gg:sandbox/session", "approve",
    fn approve() -> (),
    (),
}

operation! {
    "session.request_changes", "gg:sandbox/session", "request-changes",
    fn request_changes(items ("items"): &[&str]) -> (),
    (u32, u32),
}
