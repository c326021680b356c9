//! A method that is not written does not compile, and the compiler says which.
//!
//! The example `whole` is built with the workspace as it is, and then compiled against the same libraries with a piece
//! left out.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// The crates the example names.
const USED: [&str; 3] = ["gg_engine", "gg_tests_host", "wasmtime"];

/// Builds the example as it is and gives the libraries it was linked with, by crate. The whole workspace is named, so
/// that cargo chooses the features with which these libraries are there already.
fn libraries() -> Vec<(String, PathBuf)> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    cargo.args(["build", "--offline", "--quiet", "--workspace", "--example=whole", "--message-format=json"]);
    let built = cargo.output().expect("cargo starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let library = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let name = USED.into_iter().find(|name| message["target"]["name"] == *name)?;
        let files = message["filenames"].as_array()?.iter().filter_map(Value::as_str);
        Some((name.to_owned(), files.map(PathBuf::from).find(|file| file.extension().is_some_and(|e| e == "rlib"))?))
    };
    String::from_utf8_lossy(&built.stdout).lines().filter_map(library).collect()
}

/// Compiles the example with a piece left out, or whole; what the compiler said, if it refused.
fn compile(libraries: &[(String, PathBuf)], left_out: Option<&str>) -> Result<(), String> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.current_dir(env!("CARGO_MANIFEST_DIR")).args(["--edition=2024", "--emit=metadata", "--color=never"]);
    rustc.arg("--out-dir").arg(env!("CARGO_TARGET_TMPDIR"));
    for (name, path) in libraries {
        rustc.arg("--extern").arg(format!("{name}={}", path.display()));
        let folder = path.parent().expect("a file is in a folder");
        rustc.arg("-L").arg(format!("dependency={}", folder.display()));
    }
    rustc.args(left_out.iter().flat_map(|piece| ["--cfg".to_owned(), format!("left_out=\"{piece}\"")]));
    let output = rustc.arg("examples/whole.rs").output().map_err(|e| e.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

#[test]
fn a_host_compiles_when_it_is_whole_and_not_otherwise() {
    let libraries = libraries();
    assert_eq!(libraries.len(), USED.len(), "{libraries:?}");
    assert_eq!(compile(&libraries, None), Ok(()));
    let said = compile(&libraries, Some("method")).expect_err("a method is left out");
    assert!(said.contains("not all trait items implemented, missing: `ring`"), "{said}");
    let said = compile(&libraries, Some("module")).expect_err("a module is left out");
    assert!(said.contains("Bell") && said.contains("bell::Operations` is not implemented"), "{said}");
}
