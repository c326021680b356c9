//! What a `build.rs` calls: the outputs of a table, made into a folder whenever the table changes.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use crate::{
    Failure, Options,
    arms::{self, ArmIndex},
    diagnostic::{self, Format},
    emit::{EmitError, Output, templates::Templates},
    output::{Folder, FolderError, Written},
    source::Source,
};

/// A generation for a build script. Without a choice of outputs it makes them all.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     gg_codegen::Build::new("operations.toml").host().run()
/// }
/// ```
#[derive(Debug)]
pub struct Build {
    table: PathBuf,
    folder: Option<PathBuf>,
    templates: Option<PathBuf>,
    command: Option<String>,
    outputs: Vec<Output>,
    arms: Vec<String>,
}

/// Why nothing was made.
#[derive(Debug)]
pub enum BuildError {
    /// The table, a template folder or an environment variable cannot be read.
    Read(PathBuf, io::Error),
    /// No folder was named and there is no `OUT_DIR`: this is no build script.
    NoFolder,
    /// An arm was asked for that does not exist.
    NoArm(String),
    /// The table is refused; the text is what the command would print.
    Table(String),
    /// A template folder is not a whole set, or a template does not render.
    Templates(EmitError),
    /// The folder cannot be written.
    Folder(FolderError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "{}: cannot be read: {error}", path.display()),
            Self::NoFolder => f.write_str("no folder to write to: call `out_dir`, or run this as a build script"),
            Self::NoArm(id) => {
                let ids: Vec<_> = arms::ALL.iter().map(|arm| arm.profile().id).collect();
                write!(f, "there is no arm `{id}`; there are {}", ids.join(", "))
            }
            Self::Table(text) => f.write_str(text.trim_end()),
            Self::Templates(error) => error.fmt(f),
            Self::Folder(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

impl Build {
    /// The table at a path, relative to the package, which is where a build script runs.
    pub fn new(table: impl Into<PathBuf>) -> Self {
        Self {
            table: table.into(),
            folder: None,
            templates: None,
            command: None,
            outputs: Vec::new(),
            arms: Vec::new(),
        }
    }

    /// Where to write; `OUT_DIR` when not called. The folder holds the outputs and nothing else afterwards.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// A folder of templates in place of the embedded ones.
    #[must_use]
    pub fn templates(mut self, folder: impl Into<PathBuf>) -> Self {
        self.templates = Some(folder.into());
        self
    }

    /// The command that headers name as the one that makes the output again; `cargo gen` when not called.
    #[must_use]
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// Makes the Rust host, and what it includes of the other outputs.
    #[must_use]
    pub fn host(mut self) -> Self {
        self.outputs.extend(Output::host());
        self
    }

    /// Makes the SDK of the arm with this id: `rust`. Where there is no such arm, [`generate`](Build::generate) says so.
    #[must_use]
    pub fn sdk(mut self, arm: impl Into<String>) -> Self {
        self.arms.push(arm.into());
        self
    }

    /// Makes one of the outputs.
    #[must_use]
    pub fn output(mut self, output: Output) -> Self {
        self.outputs.push(output);
        self
    }

    /// Makes the outputs, and tells cargo what they come from and what is wrong: what `main` of a build script returns.
    pub fn run(self) -> std::process::ExitCode {
        match self.generate() {
            Ok(_) => std::process::ExitCode::SUCCESS,
            Err(error) => {
                // Cargo prints one line an instruction; the drawing needs them all.
                error.to_string().lines().for_each(|line| println!("cargo::error={line}"));
                std::process::ExitCode::FAILURE
            }
        }
    }

    /// Makes the outputs and prints the instructions by which cargo knows what they come from.
    ///
    /// # Errors
    ///
    /// The table is refused, something cannot be read or written, or a template does not render.
    pub fn generate(self) -> Result<Written, BuildError> {
        println!("cargo::rerun-if-changed={}", self.table.display());
        let mut options = Options::default();
        if let Some(folder) = &self.templates {
            watch(folder)?;
            options.templates = Templates::from_folder(folder).map_err(BuildError::Templates)?;
        }
        if let Some(command) = self.command {
            options.command = command;
        }
        let mut outputs = self.outputs;
        for id in self.arms {
            outputs.push(Output::Sdk(ArmIndex::find(&id).ok_or(BuildError::NoArm(id))?));
        }
        if !outputs.is_empty() {
            outputs.sort_unstable();
            outputs.dedup();
            options.outputs = outputs;
        }
        let folder =
            self.folder.or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from)).ok_or(BuildError::NoFolder)?;
        let text = fs::read_to_string(&self.table).map_err(|e| BuildError::Read(self.table.clone(), e))?;
        let source = Source::new(self.table.display().to_string(), &text);
        let generated = crate::generate(&source, &options).map_err(|failure| match failure {
            Failure::Table(_) => BuildError::Table(failure.render(&source, Format::Plain)),
            Failure::Emit(error) => BuildError::Templates(error),
        })?;
        for line in diagnostic::render(&source, &generated.warnings, Format::Plain).lines() {
            println!("cargo::warning={line}");
        }
        Folder::at(folder).write(&generated.files).map_err(BuildError::Folder)
    }
}

/// Tells cargo of a folder and everything in it; cargo itself looks at a folder's own time only.
fn watch(folder: &Path) -> Result<(), BuildError> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let failed = |e| BuildError::Read(folder.to_owned(), e);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            watch(&path)?;
        } else {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    Ok(())
}
