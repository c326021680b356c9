// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `programs`.

use crate::programs::ProgramSummary;
use crate::membrane::form::{operation, record};

record! {
    ProgramSummary {
        id ("id"): String,
        turn ("turn"): u32,
        lines ("lines"): u32,
        chars ("chars"): u32,
        ok ("ok"): bool,
        error ("error"): Option<String>,
    }
}

operation! {
    "programs.history", "gg:sandbox/programs", "history",
    fn history() -> Vec<ProgramSummary>,
    (),
}

operation! {
    "programs.get", "gg:sandbox/programs", "get",
    fn get(id ("id"): &str) -> String,
    (u32, u32),
}

operation! {
    "programs.rerun", "gg:sandbox/programs", "rerun",
    fn rerun(source ("source"): &str) -> (),
    (u32, u32),
}
