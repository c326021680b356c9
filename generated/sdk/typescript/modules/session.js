// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

export {
  session$finish as finish,
  session$approve as approve,
  session$requestChanges as requestChanges,
} from "gg:raw";
