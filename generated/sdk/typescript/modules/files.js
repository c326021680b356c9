// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

export const EntryKind = Object.freeze({
  file: "file",
  directory: "directory",
  other: "other",
});

export {
  files$readFile as readFile,
  files$readTextFile as readTextFile,
  files$writeFile as writeFile,
  files$editFile as editFile,
  files$listDir as listDir,
  files$tree as tree,
  files$search as search,
} from "gg:raw";
