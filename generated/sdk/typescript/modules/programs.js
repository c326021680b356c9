// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

import { programs$history } from "gg:raw";
import { $ProgramSummary, $list } from "../methods.js";

export { programs$get as get, programs$rerun as rerun } from "gg:raw";

export function history(...$arguments) {
  return $list($ProgramSummary)(programs$history(...$arguments));
}
