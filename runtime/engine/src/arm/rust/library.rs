//! The SDK of a table as a library that programs are linked with, built once for every compiler and kept.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::compiler::{Bounds, Compiler};
use crate::{
    arm::{Inputs, Rejection, Toolchain},
    package::Package,
};

/// A library that is there.
#[derive(Debug)]
pub(super) struct Library {
    /// The file.
    pub(super) file: PathBuf,
    /// Names everything it was made from.
    pub(super) key: String,
}

impl Library {
    /// The library of a package in a folder, built if it is not there. `identity` names the compiler.
    ///
    /// # Errors
    ///
    /// The folder cannot be written, or the compiler could not finish. That it does not compile is a defect.
    pub(super) async fn obtain(
        package: &Package,
        compiler: &Compiler,
        identity: &str,
        folder: &Path,
    ) -> Result<Self, Rejection> {
        let key = key(package, identity);
        let home = folder.join(format!("sdk-{key}"));
        let name = format!("lib{}.rlib", package.rust.root);
        let file = home.join(&name);
        if file.is_file() {
            return Ok(Self { file, key });
        }
        let building = private(folder)?;
        for (path, text) in package.rust.sdk {
            write(&building.path().join(path), text.as_bytes())?;
        }
        let root = package.rust.root;
        let arguments = [
            "--crate-type=rlib".to_owned(),
            format!("--crate-name={root}"),
            // A panic in it names a file of the SDK, and not where it was built.
            format!("--remap-path-prefix=src={root}"),
            "--out-dir=out".to_owned(),
            "src/lib.rs".to_owned(),
        ];
        let built = compiler.run(building.path(), &arguments, Bounds::default()).await?;
        if !built.success {
            return Err(Rejection::Defect(format!("the Rust SDK does not compile: {}", built.said.trim())));
        }
        // Whoever was quicker made the same.
        match fs::rename(building.path().join("out"), &home) {
            Err(error) if !file.is_file() => Err(unwritten(&home, &error)),
            _ => Ok(Self { file, key }),
        }
    }
}

fn key(package: &Package, identity: &str) -> String {
    let mut inputs = Inputs::default();
    inputs.add("gg", env!("CARGO_PKG_VERSION"));
    inputs.add("compiler", identity);
    inputs.add("wit", package.wit);
    for (path, text) in package.rust.sdk {
        inputs.add(path, text);
    }
    inputs.hash()
}

/// A new folder in another, that goes away with its value.
pub(super) fn private(within: &Path) -> Result<tempfile::TempDir, Rejection> {
    fs::create_dir_all(within)
        .and_then(|()| tempfile::Builder::new().prefix("work-").tempdir_in(within))
        .map_err(|error| unwritten(within, &error))
}

/// Writes a file, with the folders it needs.
pub(super) fn write(path: &Path, contents: &[u8]) -> Result<(), Rejection> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, contents)).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &io::Error) -> Rejection {
    Rejection::Toolchain { how: Toolchain::Crash, detail: format!("{} cannot be written: {error}", path.display()) }
}
