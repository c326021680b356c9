// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

export { docs$search as search, docs$close as close, docs$closeAll as closeAll } from "gg:raw";
