//! The private environment that builds the engine: a Python of the machine with pinned packages, installed once. What it
//! holds is named by its pins, so that another version of gg gets one of its own.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::arm::{
    Inputs, Install, InstallError,
    install::{at, finish, once},
};

/// The packages and their versions.
pub(super) const PINS: &str = include_str!("../../../../arms/python/requirements.txt");
/// Says that an environment is complete.
const READY: &str = "ready";

/// The environment, wherever it is installed.
#[derive(Debug, Clone)]
pub struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// What builds the engine.
    pub(super) const BUILDER: &str = "componentize-py";

    /// The environment below a folder of the user's. Nothing is looked at or made yet.
    pub fn below(folder: &Path) -> Self {
        let mut pins = Inputs::default();
        pins.add("pins", PINS);
        let mut name = pins.hash();
        name.truncate(16);
        Self { folder: folder.join("python").join(name) }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is said where it is asked for and is not there.
    pub(super) fn missing() -> String {
        "Python is not installed: gg arms install python".to_owned()
    }

    /// A command that a package of it brought.
    pub(super) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.folder.join("bin").join(name));
        // It is to see its own packages, whatever environment gg was started in.
        for variable in ["PYTHONHOME", "PYTHONPATH"] {
            command.env_remove(variable);
        }
        command.env("VIRTUAL_ENV", &self.folder);
        command
    }

    /// The folder of its packages.
    pub(super) fn packages(&self) -> Option<PathBuf> {
        // `lib/pythonX.Y`: there is one.
        let entries = fs::read_dir(self.folder.join("lib")).ok()?;
        entries.flatten().map(|entry| entry.path().join("site-packages")).find(|path| path.is_dir())
    }

    fn fill(&self, tell: &dyn Fn(&str)) -> Result<(), InstallError> {
        tell("making a private Python environment");
        let missing = "is `python3` there, with `venv`? On Debian: apt install python3-venv";
        finish(Command::new("python3").args(["-m", "venv"]).arg(&self.folder), missing)?;
        tell("installing the packages the engine is built with");
        let pins = self.folder.join("requirements.txt");
        fs::write(&pins, PINS).map_err(at(&pins))?;
        let mut pip = self.command("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement"]);
        finish(pip.arg(&pins), "is the package index in reach?")
    }
}

impl Install for Environment {
    fn is_installed(&self) -> bool {
        self.folder.join(READY).is_file()
    }

    fn install(&self, tell: &dyn Fn(&str)) -> Result<(), InstallError> {
        let is_there = || self.is_installed();
        once(&self.folder, tell, is_there, || {
            self.fill(tell)?;
            let ready = self.folder.join(READY);
            fs::write(&ready, "").map_err(at(&ready))
        })
    }
}
