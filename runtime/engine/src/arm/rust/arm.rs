//! The Rust arm: every program is compiled to a component of its own, which is kept.

use std::{num::NonZero, path::PathBuf, sync::Arc};

use tempfile::TempDir;
use tokio::sync::{OnceCell, Semaphore};

use super::{
    Bounds, Installation,
    build::Workshop,
    installation::CRATES,
    items::exported,
    kept::Kept,
    library::{Library, private},
    tokens::Tokens,
    write::write,
};
use crate::{
    arm::{
        Arm, Case, Diagnosed, Diagnostic, Guest, Inputs, Install, Location, Missing, Module, ModuleSource, Naming,
        Need, Prepared, Rejection, Source, Toolchain, Work, Written,
    },
    package::Package,
};

/// What locations of a program say.
const PROGRAM: &str = "program.rs";

/// Words of the language that are no names, and the crates that are always there.
const RESERVED: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "main",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc_macro",
    "program",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// The Rust arm.
#[derive(Debug)]
pub struct Rust {
    package: &'static Package,
    installation: Installation,
    folder: Option<PathBuf>,
    bounds: Bounds,
    opened: OnceCell<Opened>,
    kept: Kept,
}

/// What is there once a program has come.
#[derive(Debug)]
struct Opened {
    workshop: Workshop,
    folder: PathBuf,
    /// The folder, where it lasts no longer than this process.
    _temporary: Option<TempDir>,
}

impl Rust {
    /// The arm for the programs of a table. Nothing is looked for before the first program. What is compiled is kept in a
    /// folder that nobody else can write in; without one, for as long as the arm is there.
    pub fn new(package: &'static Package, installation: Installation, folder: Option<PathBuf>) -> Self {
        let (bounds, opened, kept) = (Bounds::default(), OnceCell::new(), Kept::default());
        Self { package, installation, folder, bounds, opened, kept }
    }

    /// The arm with other bounds of a compilation.
    #[must_use]
    pub fn bounded(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    async fn opened(&self) -> Result<&Opened, Rejection> {
        self.opened.get_or_try_init(|| self.open()).await
    }

    async fn open(&self) -> Result<Opened, Rejection> {
        let missing = || Rejection::Toolchain { how: Toolchain::Missing, detail: MISSING.to_owned() };
        let installed = self.installation.installed().ok_or_else(missing)?;
        let temporary = if self.folder.is_some() { None } else { Some(private(&std::env::temp_dir())?) };
        let folder = self.folder.clone().or_else(|| temporary.as_ref().map(|folder| folder.path().to_owned()));
        let folder = folder.unwrap_or_default();
        let identity = self.installation.identity(&installed);
        let library = Library::obtain(self.package, &installed.compiler, &identity, &folder).await?;
        let room = std::thread::available_parallelism().map_or(1, NonZero::get);
        let workshop = Workshop {
            package: self.package,
            compiler: installed.compiler,
            library,
            libraries: self.installation.libraries(),
            bounds: self.bounds,
            room: Semaphore::new(room),
        };
        Ok(Opened { workshop, folder, _temporary: temporary })
    }
}

/// What is said where programs are to be compiled and nothing is there to do it.
const MISSING: &str = "Rust is not installed, or its compiler has changed: gg arms install rust";

/// The key of what is made of a text: everything that goes into it.
fn key(workshop: &Workshop, name: &str, text: &str, modules: &[Arc<Module>]) -> String {
    let mut inputs = Inputs::default();
    inputs.add("library", &workshop.library.key);
    inputs.add(name, text);
    for module in modules {
        inputs.add(&module.key, &module.source);
    }
    inputs.hash()
}

impl Arm for Rust {
    fn id(&self) -> &'static str {
        "rust"
    }

    fn program_name(&self) -> &'static str {
        PROGRAM
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        Box::pin(async move {
            let Opened { workshop, folder, .. } = self.opened().await?;
            let key = key(workshop, PROGRAM, program.text, program.modules);
            if let Some(component) = self.kept.find(folder, &key) {
                return Ok(Prepared { compiled: false, ..Prepared::component(component) });
            }
            let component = workshop.program(PROGRAM, program.text, program.modules).await?;
            self.kept.keep(folder, &key, &component);
            Ok(Prepared::component(component))
        })
    }

    fn prepare_module<'a>(&'a self, module: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        Box::pin(async move {
            // It sees no other: what is linked with others would have to be built again with each of them.
            let ModuleSource { name, key: module_key, text, .. } = module;
            let file = format!("lib:{module_key}");
            let Opened { workshop, folder, .. } = self.opened().await?;
            let key = key(workshop, &file, text, &[]);
            let artifact = match self.kept.find(folder, &key) {
                Some(artifact) => artifact,
                None => workshop.module(&file, module_key, text).await?,
            };
            let exports = exported(text);
            if exports.is_empty() {
                let message = "the module exports nothing: mark by `pub` what programs are to use";
                let start = Location { name: file, line: 1, column: 1 };
                return Err(Rejection::one(Diagnosed::Unsupported, Diagnostic::new(Some(start), None, message)));
            }
            self.kept.keep(folder, &key, &artifact);
            Ok(Module {
                name: name.to_owned(),
                key: module_key.to_owned(),
                source: text.to_owned(),
                // It is part of the program's component.
                text: String::new(),
                listed: text.to_owned(),
                origins: None,
                artifact: Some(artifact),
                exports,
            })
        })
    }

    fn naming(&self) -> Naming {
        let reserved = RESERVED.iter().copied().chain(CRATES).chain([self.package.rust.root]);
        Naming { case: Case::Snake, reserved: reserved.collect(), separator: "::", import: |key| format!("use {key};") }
    }

    fn write(&self, calls: &[Written]) -> String {
        write(self.package.rust.root, calls)
    }

    fn guest(&self) -> Guest<'_> {
        Guest::PerProgram
    }

    fn needs(&self) -> Vec<Need> {
        let found = self.installation.installed().map(|installed| Installation::shown(&installed));
        let found = found.ok_or_else(|| Missing {
            required: false,
            without: "not installed; Rust programs cannot be run".to_owned(),
            remedy: "gg arms install rust".to_owned(),
        });
        vec![Need { what: "compiler", found }]
    }

    fn installation(&self) -> Option<&dyn Install> {
        Some(&self.installation)
    }

    fn is_unfinished(&self, text: &str) -> bool {
        Tokens::of(text).is_unfinished()
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        message.starts_with("memory allocation of ") && message.ends_with(" failed")
    }
}
