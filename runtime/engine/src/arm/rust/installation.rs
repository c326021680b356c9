//! What the arm is installed with, once: a compiler that makes components, and the libraries programs may use, built by
//! it. spec: arms, 7.4

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::UNIX_EPOCH,
};

use serde::{Deserialize, Serialize};

use super::compiler::{Compiler, TARGET};
use crate::arm::{
    Inputs, Install, InstallError,
    install::{at, finish, once},
};

/// The libraries and their versions: path and text of each file they are built from.
const LIBRARIES: [(&str, &str); 3] = [
    ("Cargo.toml", include_str!("../../../../arms/rust/Cargo.toml")),
    ("Cargo.lock", include_str!("../../../../arms/rust/Cargo.lock")),
    ("libraries.rs", include_str!("../../../../arms/rust/libraries.rs")),
];
/// The crates programs may use, as they name them.
pub(super) const CRATES: [&str; 5] = ["base64", "indexmap", "itertools", "regex", "serde_json"];
/// Says what is installed, and that it is complete.
const INSTALLED: &str = "installed.json";
/// Where the libraries are.
const BUILT: &str = "libraries";

/// Where the arm is installed, or will be.
#[derive(Debug, Clone)]
pub struct Installation {
    folder: PathBuf,
    path: OsString,
}

/// What is installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Installed {
    pub(super) compiler: Compiler,
    /// When the compiler was changed last: another version of it needs everything anew.
    changed: u128,
}

/// A compiler that was found.
struct Candidate {
    executable: PathBuf,
    version: String,
    sysroot: PathBuf,
    /// The system it runs on.
    host: String,
    has_target: bool,
}

impl Installation {
    /// The installation below a folder of the user's. Its compiler is looked for on a search path (the variable `PATH`).
    /// Nothing is looked at or made yet.
    pub fn below(folder: &Path, path: impl Into<OsString>) -> Self {
        let mut pins = Inputs::default();
        LIBRARIES.iter().for_each(|(path, text)| pins.add(path, text));
        let mut name = pins.hash();
        name.truncate(16);
        Self { folder: folder.join("rust").join(name), path: path.into() }
    }

    /// The compiler that is installed, told where its standard library and its linker are; none as long as nothing is
    /// installed. What it is to make, and for which target, is the caller's to add.
    pub fn rustc(&self) -> Option<Command> {
        let Installed { compiler, .. } = self.installed()?;
        let mut rustc = Command::new(&compiler.executable);
        rustc.args(compiler.own_arguments());
        Some(rustc)
    }

    /// What is there; none where the compiler it was made with has changed or gone.
    pub(super) fn installed(&self) -> Option<Installed> {
        let text = fs::read(self.folder.join(INSTALLED)).ok()?;
        let installed: Installed = serde_json::from_slice(&text).ok()?;
        (changed(&installed.compiler.executable) == Some(installed.changed)).then_some(installed)
    }

    /// The folder of the libraries, and the file of each crate that programs may name.
    pub(super) fn libraries(&self) -> (PathBuf, Vec<(&'static str, PathBuf)>) {
        let folder = self.folder.join(BUILT);
        let files = CRATES.into_iter().map(|name| (name, folder.join(format!("lib{name}.rlib")))).collect();
        (folder, files)
    }

    /// Names everything that programs are compiled with: another compiler is another text.
    pub(super) fn identity(&self, installed: &Installed) -> String {
        format!("{} {} {}", self.folder.display(), installed.compiler.version, installed.changed)
    }

    /// The compiler as an operator reads it.
    pub(super) fn shown(installed: &Installed) -> String {
        format!("{}, {}", installed.compiler.version, installed.compiler.executable.display())
    }

    fn fill(&self, tell: &dyn Fn(&str)) -> Result<(), InstallError> {
        fs::create_dir_all(&self.folder).map_err(at(&self.folder))?;
        tell("looking for a Rust compiler that makes components");
        let compiler = self.compiler(tell)?;
        tell("compiling the libraries that programs may use");
        let source = self.folder.join("source");
        for (path, text) in LIBRARIES {
            write(&source.join(path), text)?;
        }
        let built = self.cargo(&compiler, &source, &compiler.own_arguments(), &["--locked"], &[])?;
        let kept = self.folder.join(BUILT);
        copy_libraries(&built, &kept)?;
        for name in CRATES {
            // What a program names has a name of its own; those beneath it go by their hashes.
            let prefix = format!("lib{name}-");
            let file = libraries(&kept)?.into_iter().find(|file| is_named(file, &prefix));
            let file = file.ok_or_else(|| failed("compiling the libraries", format!("there is no `{name}`")))?;
            let named = kept.join(format!("lib{name}.rlib"));
            fs::rename(&file, &named).map_err(at(&named))?;
        }
        fs::remove_dir_all(&source).map_err(at(&source))?;
        let changed = changed(&compiler.executable).unwrap_or_default();
        let text = serde_json::to_string(&Installed { compiler, changed });
        write(&self.folder.join(INSTALLED), &text.map_err(|error| failed("writing down", error.to_string()))?)
    }

    /// A compiler with the standard library for the sandbox: one that is there, one that rustup completes, or one whose
    /// standard library can be built from its sources, as Debian has them.
    fn compiler(&self, tell: &dyn Fn(&str)) -> Result<Compiler, InstallError> {
        let ready = |candidates: &[Candidate]| candidates.iter().find(|one| one.has_target).map(Candidate::compiler);
        let candidates = self.candidates();
        if let Some(compiler) = ready(&candidates) {
            return Ok(compiler);
        }
        let mut tried = Vec::new();
        if let Some(rustup) = self.find("rustup") {
            tell("rustup adds the standard library for components");
            match finish(Command::new(rustup).args(["target", "add", TARGET]), "is static.rust-lang.org in reach?") {
                Ok(()) => {
                    if let Some(compiler) = ready(&self.candidates()) {
                        return Ok(compiler);
                    }
                }
                Err(error) => tried.push(error.to_string()),
            }
        }
        for candidate in candidates.iter().filter(|candidate| candidate.sources().is_file()) {
            tell("compiling the standard library for components from its sources");
            match self.with_own_library(candidate, &candidates) {
                Ok(compiler) => return Ok(compiler),
                Err(error) => tried.push(error.to_string()),
            }
        }
        let found: Vec<&str> = candidates.iter().map(|candidate| candidate.version.as_str()).collect();
        let found = if found.is_empty() { "no Rust compiler is on PATH".to_owned() } else { found.join(", ") };
        let todo = format!(
            "install Rust from https://rustup.rs, or run `rustup target add {TARGET}`; on Debian: apt install rustc-web \
             rust-web-src cargo lld"
        );
        tried.insert(0, format!("{found}, without a standard library for {TARGET}; {todo}"));
        Err(failed("looking for a Rust compiler", tried.join("\n")))
    }

    /// Builds the standard library of a compiler from its sources.
    fn with_own_library(&self, candidate: &Candidate, all: &[Candidate]) -> Result<Compiler, InstallError> {
        let source = self.folder.join("standard");
        let manifest = "[package]\nname = \"standard\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\npath = \
                        \"standard.rs\"\n[profile.release]\nopt-level = \"s\"\npanic = \"abort\"\n[workspace]\n";
        write(&source.join("Cargo.toml"), manifest)?;
        write(&source.join("standard.rs"), "")?;
        let rust_lld = all.iter().map(|other| other.sysroot.join("lib/rustlib").join(&other.host).join("bin/rust-lld"));
        let linker = rust_lld.into_iter().find(|file| file.is_file()).or_else(|| self.find("wasm-ld"));
        let linker =
            linker.ok_or_else(|| failed("looking for a linker", "there is no `wasm-ld`; on Debian: lld".to_owned()))?;
        let compiler = Compiler { linker: Some(linker), ..candidate.compiler() };
        let options = ["-Zbuild-std=std,panic_abort"];
        // The sources are those of this very compiler, so what is unstable for others is not for them.
        let built = self.cargo(&compiler, &source, &[], &options, &[("RUSTC_BOOTSTRAP", "1")])?;
        let sysroot = self.folder.join("sysroot");
        copy_libraries(&built, &sysroot.join("lib/rustlib").join(TARGET).join("lib"))?;
        fs::remove_dir_all(&source).map_err(at(&source))?;
        Ok(Compiler { sysroot: Some(sysroot), ..compiler })
    }

    /// Builds a package for components with a compiler, and gives the folder of what was built.
    fn cargo(
        &self,
        compiler: &Compiler,
        source: &Path,
        rustflags: &[String],
        options: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<PathBuf, InstallError> {
        let beside = compiler.executable.with_file_name("cargo");
        let cargo = if beside.is_file() { Some(beside) } else { self.find("cargo") };
        let cargo = cargo.ok_or_else(|| failed("looking for cargo", "there is none on PATH".to_owned()))?;
        let target = source.join("target");
        let mut command = Command::new(cargo);
        command.current_dir(source).args(["build", "--release", "--quiet", "--target", TARGET, "--target-dir"]);
        command.arg(&target).args(options);
        // Whoever starts gg may build something else, in another way.
        for (name, _) in env::vars_os() {
            let name = name.to_string_lossy();
            let own = name == "CARGO_HOME" || name.starts_with("CARGO_HTTP_") || name.starts_with("CARGO_NET_");
            let builds = name.starts_with("CARGO") || name.starts_with("RUST") || name.starts_with("__CARGO");
            if builds && !own {
                command.env_remove(name.as_ref());
            }
        }
        // Where the sources are on this machine is told to no program.
        let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
        let mut flags: Vec<String> = rustflags.to_vec();
        flags.extend(home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
        command.env("RUSTC", &compiler.executable).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        command.envs(variables.iter().copied());
        finish(&mut command, "is crates.io in reach?")?;
        Ok(target.join(TARGET).join("release/deps"))
    }

    /// The compilers there are: those on the search path, in its order.
    fn candidates(&self) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        for folder in env::split_paths(&self.path) {
            let candidate = Candidate::at(&folder.join("rustc"));
            let new = candidate.filter(|one| found.iter().all(|other| other.executable != one.executable));
            found.extend(new);
        }
        found
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        env::split_paths(&self.path).map(|folder| folder.join(name)).find(|file| file.is_file())
    }
}

impl Install for Installation {
    fn is_installed(&self) -> bool {
        self.installed().is_some()
    }

    fn install(&self, tell: &dyn Fn(&str)) -> Result<(), InstallError> {
        once(&self.folder, tell, || self.is_installed(), || self.fill(tell))
    }
}

impl Candidate {
    /// The compiler an executable is, or stands for.
    fn at(executable: &Path) -> Option<Self> {
        if !executable.is_file() {
            return None;
        }
        let ask = |arguments: &[&str]| {
            let answer = Command::new(executable).args(arguments).output().ok()?;
            answer.status.success().then(|| String::from_utf8_lossy(&answer.stdout).into_owned())
        };
        let version = ask(&["-vV"])?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: "))?.to_owned();
        let version = version.lines().next()?.to_owned();
        let folders = ask(&["--print=sysroot", "--print=target-libdir", "--target", TARGET])?;
        let [sysroot, library] = *folders.lines().collect::<Vec<_>>() else { return None };
        // What it stands for is run without the environment, by which the other chooses.
        let real = Path::new(sysroot).join("bin/rustc");
        let executable = if real.is_file() { real } else { executable.to_owned() };
        let has_target =
            libraries(Path::new(library)).is_ok_and(|files| files.iter().any(|file| is_named(file, "libstd-")));
        Some(Self { executable, version, sysroot: sysroot.into(), host, has_target })
    }

    fn compiler(&self) -> Compiler {
        let Self { executable, version, .. } = self;
        Compiler { executable: executable.clone(), version: version.clone(), sysroot: None, linker: None }
    }

    /// A file of the standard library's sources, by which it is seen whether they are there.
    fn sources(&self) -> PathBuf {
        self.sysroot.join("lib/rustlib/src/rust/library/std/Cargo.toml")
    }
}

fn write(path: &Path, text: &str) -> Result<(), InstallError> {
    path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text)).map_err(at(path))
}

/// The Rust libraries of a folder.
fn libraries(folder: &Path) -> Result<Vec<PathBuf>, InstallError> {
    let files = fs::read_dir(folder).map_err(at(folder))?.flatten().map(|entry| entry.path());
    Ok(files.filter(|file| file.extension().is_some_and(|extension| extension == "rlib")).collect())
}

fn copy_libraries(from: &Path, to: &Path) -> Result<(), InstallError> {
    fs::create_dir_all(to).map_err(at(to))?;
    for file in libraries(from)? {
        let copy = to.join(file.file_name().unwrap_or_default());
        fs::copy(&file, &copy).map_err(at(&copy))?;
    }
    Ok(())
}

fn is_named(file: &Path, prefix: &str) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix))
}

/// When a file changed last.
fn changed(file: &Path) -> Option<u128> {
    let modified = fs::metadata(file).ok().filter(fs::Metadata::is_file)?.modified().ok()?;
    Some(modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos())
}

fn failed(step: &str, cause: String) -> InstallError {
    InstallError { step: step.to_owned(), cause }
}
