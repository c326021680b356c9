// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! What crosses for the module `skills`.

use crate::membrane::form::operation;

operation! {
    "skills.read_skill", "gg:sandbox/skills", "read-skill",
    fn read_skill(name ("name"): &str) -> String,
    (u32, u32),
}
