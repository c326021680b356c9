// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

export { skills$readSkill as readSkill } from "gg:raw";
