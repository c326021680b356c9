// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

import * as $1 from "./modules/files.js";
import * as $2 from "./modules/shell.js";
import * as $3 from "./modules/board.js";
import * as $4 from "./modules/tasks.js";
import * as $5 from "./modules/memories.js";
import * as $6 from "./modules/docs.js";
import * as $7 from "./modules/views.js";
import * as $8 from "./modules/context.js";
import * as $9 from "./modules/delegation.js";
import * as $10 from "./modules/skills.js";
import * as $11 from "./modules/programs.js";
import * as $12 from "./modules/session.js";
import * as $13 from "./modules/core.js";

// What an engine exports as `export * as` it may let others assign to.
export {
  $1 as files,
  $2 as shell,
  $3 as board,
  $4 as tasks,
  $5 as memories,
  $6 as docs,
  $7 as views,
  $8 as context,
  $9 as delegation,
  $10 as skills,
  $11 as programs,
  $12 as session,
  $13 as core,
};

export const $fingerprint = "4fc02237908d52bb9621c9599f832ded6cd08a230c6982ee6c99234c56983a6f";
