// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

export const MessageRole = Object.freeze({
  system: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
});

export {
  context$evictFileView as evictFileView,
  context$archiveThread as archiveThread,
  context$searchArchive as searchArchive,
  context$compact as compact,
} from "gg:raw";
