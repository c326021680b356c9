//! Repositories of git's own making.

use std::{path::Path, process::Command};

/// Runs git in a folder, as a person would; what it printed.
///
/// # Panics
///
/// It fails.
pub fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").args(arguments).current_dir(folder).output().expect("git");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    assert!(output.status.success(), "git {arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Makes a repository of a folder, in which somebody may commit whatever the machine says of them.
///
/// # Panics
///
/// Git fails.
pub fn begin(folder: &Path) {
    git(folder, &["init", "--quiet", "--initial-branch", "main"]);
    for (key, value) in [("user.name", "Ada"), ("user.email", "ada@example.com"), ("commit.gpgsign", "false")] {
        git(folder, &["config", key, value]);
    }
}
