//! Emitters: from a [`Surface`] to files. Each is pure and owns a folder of the output.

pub mod docs;
pub mod guest;
mod host;
pub mod prompts;
pub(crate) mod references;
pub(crate) mod rust;
pub mod surface_json;
pub mod templates;
pub mod wit;

use std::{
    collections::BTreeMap,
    fmt,
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    arms::{self, ArmIndex},
    output::FileSet,
    surface::Surface,
};
use templates::Templates;

/// The most operations a table has whose outputs are made side by side.
const SIDE_BY_SIDE: usize = 2_000;

/// The stack of a thread that emits: what the main thread usually has.
const STACK: usize = 8 << 20;

/// What every emitter is given besides the surface.
#[derive(Debug)]
pub struct Context<'a> {
    /// What the table is called in headers: `operations.toml`.
    pub table: &'a str,
    /// The command that makes the output again: `cargo gen`.
    pub command: &'a str,
    /// The templates.
    pub templates: &'a Templates,
}

impl Context<'_> {
    /// The lines every generated file opens with, without comment marks.
    pub fn header(&self) -> [String; 2] {
        [
            format!("Generated from {} by gg-codegen; edits are lost.", self.table),
            format!("To change it, edit the table and run `{}`.", self.command),
        ]
    }
}

/// A reason an emitter could not do its work: a template of the user's that does not render.
#[derive(Debug)]
pub struct EmitError {
    /// Which output.
    pub output: String,
    /// What went wrong, with the template's name and line where there is one.
    pub message: String,
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.output, self.message)
    }
}

impl std::error::Error for EmitError {}

/// One of the things made from a table; each has a folder of its own, but `surface.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Output {
    /// `surface.json` and its schema.
    Surface,
    /// `wit/`.
    Wit,
    /// `guest/`: what the engine of an arm needs of the table.
    Guest,
    /// `host/`.
    Host,
    /// An arm's SDK, below `sdk/`; empty where another arm's serves it too.
    Sdk(ArmIndex),
    /// `docs/`.
    Docs,
    /// `prompts/`.
    Prompts,
}

impl Output {
    /// Every output, in the order they are made.
    pub fn all() -> Vec<Output> {
        let sdks = arms::indices().map(Output::Sdk);
        [Output::Surface, Output::Wit, Output::Guest, Output::Host]
            .into_iter()
            .chain(sdks)
            .chain([Output::Docs, Output::Prompts])
            .collect()
    }

    /// The Rust host, with the outputs whose files it includes.
    pub fn host() -> Vec<Output> {
        let sdks = [arms::typescript(), arms::python(), arms::rust()].map(Output::Sdk);
        let others = [Output::Wit, Output::Guest, Output::Host, Output::Docs, Output::Prompts];
        others.into_iter().chain(sdks).collect()
    }

    fn emit(self, surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
        match self {
            Output::Surface => surface_json::emit(surface, context),
            Output::Wit => wit::emit(surface, context),
            Output::Guest => guest::emit(surface),
            Output::Host => host::emit(surface, context),
            Output::Sdk(arm) => arm.arm().sdk(surface, context),
            Output::Docs => docs::emit(surface, context),
            Output::Prompts => prompts::emit(surface, context),
        }
    }
}

/// Everything that comes from a table.
///
/// # Errors
///
/// A template that does not render.
pub fn emit(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    emit_outputs(surface, context, &Output::all())
}

/// Some of what comes from a table.
///
/// # Errors
///
/// A template that does not render.
pub fn emit_outputs(surface: &Surface, context: &Context<'_>, outputs: &[Output]) -> Result<FileSet, EmitError> {
    // One worker a processor, each taking the next output. A large table has one: what is half made at a time decides
    // how much memory it takes.
    let large = surface.operations.len() > SIDE_BY_SIDE;
    let processors = if large { 1 } else { std::thread::available_parallelism().map_or(1, NonZero::get) };
    let next = AtomicUsize::new(0);
    let made = Mutex::new(BTreeMap::new());
    let work = || {
        loop {
            // The last come first: among them is the longest.
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(output) = outputs.len().checked_sub(at + 1).and_then(|at| outputs.get(at)) else { return };
            let files = output.emit(surface, context);
            made.lock().unwrap_or_else(PoisonError::into_inner).insert(outputs.len() - at, files);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..processors.min(outputs.len()) {
            // A thread that cannot be had leaves its work to the others.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
    let mut files = FileSet::new();
    for made in made.into_inner().unwrap_or_else(PoisonError::into_inner).into_values() {
        files.extend(made?);
    }
    Ok(files)
}
