//! A method that is not written does not compile, and the compiler says which.
//!
//! The example `whole` is compiled once as it is and then with a piece left out. Its dependencies are those of this
//! test, so each takes seconds.

use std::{env, process::Command};

/// Compiles the example; what the compiler said, if it refused.
fn compile(left_out: Option<&str>) -> Result<(), String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["rustc", "--offline", "--quiet", "--color=never", "--example", "whole", "--"]);
    cargo.args(left_out.iter().flat_map(|piece| ["--cfg".to_owned(), format!("left_out=\"{piece}\"")]));
    let output = cargo.output().map_err(|e| e.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

#[test]
fn a_host_compiles_when_it_is_whole_and_not_otherwise() {
    assert_eq!(compile(None), Ok(()));
    let said = compile(Some("method")).expect_err("a method is left out");
    assert!(said.contains("not all trait items implemented, missing: `ring`"), "{said}");
    let said = compile(Some("module")).expect_err("a module is left out");
    assert!(said.contains("Bell") && said.contains("bell::Operations` is not implemented"), "{said}");
}
