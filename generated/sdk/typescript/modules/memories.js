// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

import { memories$searchMemories } from "gg:raw";
import { $MemoryHit, $list } from "../methods.js";

export {
  memories$writeMemory as writeMemory,
  memories$updateMemory as updateMemory,
  memories$createMemory as createMemory,
  memories$readMemory as readMemory,
  memories$editMemory as editMemory,
  memories$deleteMemory as deleteMemory,
} from "gg:raw";

export function searchMemories(...$arguments) {
  return $list($MemoryHit)(memories$searchMemories(...$arguments));
}
