// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

export * as files from "./modules/files.js";
export * as shell from "./modules/shell.js";
export * as board from "./modules/board.js";
export * as tasks from "./modules/tasks.js";
export * as memories from "./modules/memories.js";
export * as docs from "./modules/docs.js";
export * as views from "./modules/views.js";
export * as context from "./modules/context.js";
export * as delegation from "./modules/delegation.js";
export * as skills from "./modules/skills.js";
export * as programs from "./modules/programs.js";
export * as session from "./modules/session.js";
export * as core from "./modules/core.js";

export const $fingerprint = "4fc02237908d52bb9621c9599f832ded6cd08a230c6982ee6c99234c56983a6f";
