//! The type checker: where one is installed, how it is asked, and what its answers mean.
//!
//! The compiler written in JavaScript is kept warm in a process of its own ([`service`]). The native one starts quickly
//! and is run per program ([`native`]).

mod native;
mod service;

use std::{
    ffi::OsStr,
    fmt, fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde::Deserialize;

use crate::arm::{Diagnosed, Diagnostic, Location, Module, Rejection, Toolchain};

/// How long a check may take. spec: runtime, 24.2
const BOUND: Duration = Duration::from_mins(1);

/// The libraries of the language: ES2022, and what the engine has beyond it.
pub(super) const LIBRARIES: &[&str] = &[
    "es2023",
    "es2024.object",
    "es2024.collection",
    "es2024.promise",
    "es2024.string",
    "es2025.collection",
    "esnext.collection",
];

/// The code for an unknown name that stands for a property and its value at once, as in `{ name }`.
const NO_SHORTHAND: u32 = 18004;

/// What the engine's prelude defines beyond the language. spec: decisions, 90
pub(super) const GLOBALS: &str = include_str!("globals.d.ts");

/// An installed compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compiler {
    /// The one written in JavaScript: Node, and its library.
    Script {
        /// Node.
        node: PathBuf,
        /// `lib/typescript.js`.
        library: PathBuf,
    },
    /// The native one: its executable.
    Native(PathBuf),
}

impl Compiler {
    /// The compiler that a search path has: `tsc`, whichever it is, or `tsgo`. `path` is the variable `PATH`.
    pub fn on_path(path: &OsStr) -> Option<Self> {
        let folders: Vec<PathBuf> = std::env::split_paths(path).collect();
        let named = |name: &str| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
        let node = named("node");
        ["tsc", "tsgo"].iter().filter_map(|name| named(name)).find_map(|file| Self::at(&file, node.as_deref()))
    }

    /// The compiler at a place: its executable, the script that starts it, or the folder of its package. `node` runs the
    /// one written in JavaScript.
    pub fn at(place: &Path, node: Option<&Path>) -> Option<Self> {
        let place = fs::canonicalize(place).ok()?;
        let package = if place.is_dir() { place.clone() } else { place.parent()?.parent()?.to_owned() };
        let library = package.join("lib/typescript.js");
        if library.is_file() {
            return node.map(|node| Self::Script { node: node.to_owned(), library });
        }
        if place.is_file() && !is_script(&place) {
            return Some(Self::Native(place));
        }
        // The package of the native compiler starts an executable that stands in a package of the platform's own.
        let platforms =
            package.ancestors().skip(1).map(|folder| folder.join("@typescript")).find(|folder| folder.is_dir())?;
        let platforms = fs::read_dir(platforms).ok()?.flatten().map(|entry| entry.path().join("lib"));
        platforms
            .flat_map(|lib| ["tsc", "tsgo"].map(|name| lib.join(name)))
            .find(|file| file.is_file())
            .map(Self::Native)
    }
}

/// As an operator reads it: which one it is, and where.
impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Script { node, library } => {
                let package = library.ancestors().nth(2).unwrap_or(library);
                let version = version(package).map(|version| format!(" {version}")).unwrap_or_default();
                write!(f, "tsc{version} in {}, run by {}", package.display(), node.display())
            }
            Self::Native(executable) => write!(f, "the native compiler {}", executable.display()),
        }
    }
}

/// The version that a package of npm gives itself.
fn version(package: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct Manifest {
        version: String,
    }
    let manifest = fs::read_to_string(package.join("package.json")).ok()?;
    serde_json::from_str::<Manifest>(&manifest).ok().map(|manifest| manifest.version)
}

/// Whether a file starts like a script.
fn is_script(file: &Path) -> bool {
    use std::io::Read as _;
    let mut start = [0; 2];
    fs::File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok_and(|()| start == *b"#!")
        || file.extension().is_some_and(|extension| extension == "js")
}

/// A checker of programs against the declarations of one package.
#[derive(Debug)]
pub struct Checker {
    root: &'static str,
    declarations: Vec<(&'static str, &'static str)>,
    compiler: Compiler,
    service: service::Service,
    /// How long a check may take.
    bound: Duration,
}

/// A text to check, and the modules it may import.
#[derive(Debug)]
pub(super) struct Question<'a> {
    /// The name its locations have.
    pub(super) name: &'a str,
    /// The text, as its author wrote it.
    pub(super) text: &'a str,
    /// The modules that can be imported.
    pub(super) modules: &'a [Arc<Module>],
}

impl Question<'_> {
    /// The file the text is checked as.
    fn file(&self) -> String {
        self.name.strip_prefix("lib:").map_or_else(|| self.name.to_owned(), module_file)
    }
}

/// The file that the module with a key is checked as.
fn module_file(key: &str) -> String {
    format!("lib/{key}.ts")
}

/// What a compiler found.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    /// In the text itself.
    #[serde(default)]
    own: Vec<Finding>,
    /// Elsewhere.
    #[serde(default)]
    others: Vec<Finding>,
}

/// A finding; lines and columns from 1.
#[derive(Debug, Deserialize)]
struct Finding {
    line: u32,
    column: u32,
    code: u32,
    message: String,
}

impl Checker {
    /// A checker. Nothing is started yet. `root` is what a program imports; `declarations` are the files of its package.
    pub fn new(root: &'static str, declarations: &[(&'static str, &'static str)], compiler: Compiler) -> Arc<Self> {
        let declarations = declarations.iter().filter(|(path, _)| path.ends_with(".d.ts")).copied().collect();
        Arc::new(Self { root, declarations, compiler, service: service::Service::default(), bound: BOUND })
    }

    /// The compiler it asks.
    pub fn compiler(&self) -> &Compiler {
        &self.compiler
    }

    /// Checks a text.
    ///
    /// # Errors
    ///
    /// It does not check, or the compiler could not finish. A finding in nothing but generated declarations is a defect.
    pub(super) async fn check(&self, question: &Question<'_>) -> Result<(), Rejection> {
        let asked = async {
            match &self.compiler {
                Compiler::Script { node, library } => self.service.ask(node, library, self, question).await,
                Compiler::Native(executable) => native::ask(executable, self, question).await,
            }
        };
        let answer = tokio::time::timeout(self.bound, asked).await.unwrap_or_else(|_| {
            let detail = format!("the type checker did not finish within {} s", self.bound.as_secs_f64());
            Err(Rejection::Toolchain { how: Toolchain::Timeout, detail })
        })?;
        judge(question.name, answer)
    }
}

/// What an answer means for the text with a name.
fn judge(name: &str, answer: Answer) -> Result<(), Rejection> {
    if answer.own.is_empty() {
        return match answer.others.first() {
            None => Ok(()),
            Some(other) => Err(Rejection::Defect(format!(
                "the generated declarations do not check: line {}: TS{}: {}",
                other.line, other.code, other.message
            ))),
        };
    }
    let diagnostics = answer.own.into_iter().map(|finding| diagnostic(name, finding)).collect();
    Err(Rejection::Diagnosed { how: Diagnosed::Compile, diagnostics })
}

/// A finding as the compiler prints it.
fn diagnostic(name: &str, finding: Finding) -> Diagnostic {
    let Finding { line, column, code, message } = finding;
    let location = Location { name: name.to_owned(), line, column };
    let text = format!("{name}({line},{column}): error TS{code}: {message}");
    let unknown_name = message.starts_with("Cannot find name") || code == NO_SHORTHAND;
    Diagnostic { text, unknown_name, ..Diagnostic::new(Some(location), Some(format!("TS{code}")), message) }
}

/// A compiler that ended in the middle of a question.
fn crashed(detail: impl std::fmt::Display) -> Rejection {
    Rejection::Toolchain { how: Toolchain::Crash, detail: format!("the type checker ended: {detail}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A compiler that does what a line of shell does, with its folder.
    fn shell(line: &str) -> (PathBuf, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("compiler");
        // Another process writes it: a process started meanwhile by another test would inherit the open file, and what is
        // open for writing cannot be run.
        let mut write = std::process::Command::new("sh");
        write.args(["-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$0\" && chmod 755 \"$0\""]).arg(&file).arg(line);
        assert!(write.status().is_ok_and(|status| status.success()), "the compiler can be written");
        (file, folder)
    }

    async fn check(compiler: Compiler) -> Result<(), Rejection> {
        let bound = Duration::from_millis(300);
        let (declarations, service) = (Vec::new(), service::Service::default());
        let checker = Checker { root: "gg", declarations, compiler, service, bound };
        checker.check(&Question { name: "program.ts", text: "1;", modules: &[] }).await
    }

    #[tokio::test]
    async fn a_compiler_that_cannot_finish_is_told_as_one() {
        let (sleeps, _folder) = shell("exec sleep 1000");
        let (ends, _other) = shell("echo no >&2; exit 3");
        let script = |node: &Path| Compiler::Script { node: node.to_owned(), library: PathBuf::from("typescript.js") };
        for (compiler, expected) in [
            (Compiler::Native(sleeps.clone()), Toolchain::Timeout),
            (script(&sleeps), Toolchain::Timeout),
            (Compiler::Native(ends.clone()), Toolchain::Crash),
            (script(&ends), Toolchain::Crash),
            (Compiler::Native(PathBuf::from("/nowhere/tsc")), Toolchain::Missing),
            (script(Path::new("/nowhere/node")), Toolchain::Missing),
        ] {
            let shown = format!("{compiler:?}");
            match check(compiler).await {
                Err(Rejection::Toolchain { how, .. }) => assert_eq!(how, expected, "{shown}"),
                other => panic!("{shown}: {other:?}"),
            }
        }
    }
}
