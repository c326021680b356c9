// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

declare module "gg:files" {
  export * from "gg/files";
}

declare module "gg:shell" {
  export * from "gg/shell";
}

declare module "gg:board" {
  export * from "gg/board";
}

declare module "gg:tasks" {
  export * from "gg/tasks";
}

declare module "gg:memories" {
  export * from "gg/memories";
}

declare module "gg:docs" {
  export * from "gg/docs";
}

declare module "gg:views" {
  export * from "gg/views";
}

declare module "gg:context" {
  export * from "gg/context";
}

declare module "gg:delegation" {
  export * from "gg/delegation";
}

declare module "gg:skills" {
  export * from "gg/skills";
}

declare module "gg:programs" {
  export * from "gg/programs";
}

declare module "gg:session" {
  export * from "gg/session";
}

declare module "gg:core" {
  export * from "gg/core";
}
