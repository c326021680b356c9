//! A crate that a test makes, as a member of the checkout's workspace: it needs the builds that are there already.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

use crate::{root, target};

/// A folder that is the checkout's workspace with one member more. It is the same workspace for cargo because everything in
/// it lies at the same places: all but its manifest are links into the checkout.
///
/// Cargo tells packages of one name at one place of their workspace apart by nothing else, and tests run side by side:
/// each test needs a name of its own, or its project would be built over another's.
#[derive(Debug)]
pub struct Member {
    workspace: TempDir,
    name: &'static str,
    binary: String,
}

impl Member {
    /// A workspace whose member is the folder `member` of the folder `name`, which `write` fills: it is given the workspace
    /// and the folder `name`. The binary of its crate is called `binary`.
    ///
    /// # Panics
    ///
    /// The folder cannot be set up.
    pub fn new(name: &'static str, member: &str, binary: &str, write: impl FnOnce(&Path, &Path)) -> Self {
        let workspace = TempDir::new().expect("a folder outside the checkout");
        let at = |entry: &str| workspace.path().join(entry);
        for entry in fs::read_dir(root()).expect("the checkout can be listed") {
            let entry = entry.expect("the checkout can be listed");
            let name = entry.file_name().to_string_lossy().into_owned();
            if !["Cargo.toml", "Cargo.lock", "target", ".git"].contains(&name.as_str()) {
                symlink(entry.path(), at(&name)).expect("links");
            }
        }
        let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("reads");
        let with_member = manifest.replacen("members = [", &format!("members = [\"{name}/{member}\", "), 1);
        assert_ne!(manifest, with_member, "the members of the workspace are elsewhere");
        fs::write(at("Cargo.toml"), with_member).expect("writes");
        fs::copy(root().join("Cargo.lock"), at("Cargo.lock")).expect("copies");
        write(workspace.path(), &at(name));
        Self { workspace, name, binary: binary.to_owned() }
    }

    /// The folder that was written.
    pub fn folder(&self) -> PathBuf {
        self.workspace.path().join(self.name)
    }

    /// Builds it together with the libraries of the workspace. Examples are asked for because they need what tests need:
    /// without them, cargo would choose other features.
    ///
    /// # Panics
    ///
    /// Cargo does not start.
    pub fn build(&self) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(self.workspace.path());
        cargo.args([
            "build",
            "--offline",
            "--color=never",
            "--workspace",
            "--lib",
            "--examples",
            "--bin",
            &self.binary,
        ]);
        cargo.env("CARGO_TARGET_DIR", target()).output().expect("cargo starts")
    }

    /// Runs its binary, as it was last built, in the folder that was written; what that printed.
    ///
    /// # Panics
    ///
    /// It does not end well.
    pub fn run(&self, argument: &str) -> String {
        let mut runner = Command::new(target().join("debug").join(&self.binary));
        let ran = runner.current_dir(self.folder()).arg(argument).output().expect("the runner starts");
        assert!(ran.status.success(), "{}{}", text(&ran.stdout), text(&ran.stderr));
        text(&ran.stdout)
    }
}

/// What a process printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Changes a file of a folder.
///
/// # Panics
///
/// It cannot be read or written.
pub fn edit(folder: &Path, path: &str, edit: impl FnOnce(String) -> String) {
    let place = folder.join(path);
    let before = fs::read_to_string(&place).expect("reads");
    fs::write(&place, edit(before)).expect("writes");
}

/// Copies a folder that holds files and folders.
///
/// # Panics
///
/// It cannot be read or written.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("lists") {
        let entry = entry.expect("lists");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("copies");
        }
    }
}
