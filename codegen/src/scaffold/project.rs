//! A whole small project: a table of its own, a host that implements it, and a program.

use std::path::Path;

use crate::output::FileSet;

/// The files by their path in the project, before names are filled in.
const FILES: &[(&str, &str)] = &[
    (".cargo/config.toml", include_str!("project/cargo-config.toml")),
    (".gitignore", include_str!("project/gitignore")),
    ("Cargo.toml", include_str!("project/workspace.toml")),
    ("README.md", include_str!("project/README.md")),
    ("host/Cargo.toml", include_str!("project/host/package.toml")),
    ("host/build.rs", include_str!("project/host/build.rs")),
    ("host/src/lib.rs", include_str!("project/host/src/lib.rs")),
    ("host/src/main.rs", include_str!("project/host/src/main.rs")),
    ("host/src/recipes.rs", include_str!("project/host/src/recipes.rs")),
    ("host/src/shift.rs", include_str!("project/host/src/shift.rs")),
    ("host/src/stock.rs", include_str!("project/host/src/stock.rs")),
    ("operations.toml", include_str!("project/operations.toml")),
    ("programs/restock.ts", include_str!("project/programs/restock.ts")),
];

/// The files of a project called `name`, whose dependencies lie in the checkout of gg at `checkout`.
///
/// # Errors
///
/// The name cannot be that of a package; the message says what can.
pub fn project(name: &str, checkout: &Path) -> Result<FileSet, String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(plain) {
        return Err(format!(
            "`{name}` cannot name a package: it is lower-case letters, digits, `-` and `_`, a letter first"
        ));
    }
    // In a basic TOML string, and in a path that both systems understand.
    let checkout = checkout.to_string_lossy().replace('\\', "/").replace('"', "\\\"");
    let mut files = FileSet::new();
    for (path, text) in FILES {
        files.insert(*path, text.replace("{{name}}", name).replace("{{gg}}", &checkout));
    }
    Ok(files)
}
