// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

import { views$current } from "gg:raw";
import { $OpenView, $list } from "../methods.js";

export const ViewKind = Object.freeze({
  file: "file",
  text: "text",
  docs: "docs",
  search: "search",
});

export {
  views$openFile as openFile,
  views$openText as openText,
  views$openDocsView as openDocsView,
  views$close as close,
} from "gg:raw";

export function current(...$arguments) {
  return $list($OpenView)(views$current(...$arguments));
}
