//! The private interface of a guest: what its language runtime tells the host, and what it asks. Programs never see it.

use serde::Serialize;
use wasmtime::{
    StoreContextMut,
    component::{ComponentType, Lift, Linker, Lower, WasmStr},
};

use super::{logs::Logs, program::Program};
use crate::{
    bracket::Answers,
    failure::ErrorCode,
    record::{Roster, cut},
    table::Table,
};

/// How long the text of an uncaught failure may be, in bytes.
const ERROR_TEXT: usize = 16_384;
/// How long the text of a module error and of a note may be, in bytes.
const NOTE: usize = 2_048;
/// How many module errors are kept.
const MODULE_ERRORS: usize = 100;

/// What a guest takes an uncaught failure for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ComponentType, Lift, Lower)]
#[serde(rename_all = "kebab-case")]
#[component(enum)]
#[repr(u8)]
pub enum ErrorKind {
    /// The failure of a call.
    #[component(name = "api-failure")]
    ApiFailure,
    /// A name nobody declared.
    #[component(name = "unknown-name")]
    UnknownName,
    /// Any other.
    #[component(name = "other")]
    Other,
}

/// The uncaught failure of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ComponentType, Lift, Lower)]
#[component(record)]
pub struct ProgramError {
    /// What the guest takes it for.
    pub kind: ErrorKind,
    /// Its code, when it is the failure of a call.
    pub code: Option<ErrorCode>,
    /// Its text, as the model reads it.
    pub message: String,
    /// Where it happened, as `name:line:column`.
    pub location: Option<String>,
}

/// A `lib` module, as a guest is given it.
#[derive(Debug, Clone, Copy, ComponentType, Lower)]
#[component(record)]
pub(super) struct CodeModule<'a> {
    pub(super) name: &'a str,
    pub(super) source: &'a str,
}

/// A `lib` module that failed while it was evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModuleError {
    /// Its key.
    pub name: String,
    /// What went wrong.
    pub message: String,
}

/// What a program's guest has told.
#[derive(Debug)]
pub(super) struct Feedback {
    pub(super) logs: Logs,
    pub(super) returned: bool,
    pub(super) deferred: Option<String>,
    pub(super) error: Option<ProgramError>,
    pub(super) module_errors: Roster<ModuleError>,
    /// Whether it asks if it must stop, and whether it was told to.
    pub(super) asks: bool,
    pub(super) told_to_stop: bool,
}

impl Default for Feedback {
    fn default() -> Self {
        Self {
            logs: Logs::default(),
            returned: false,
            deferred: None,
            error: None,
            module_errors: Roster::of(MODULE_ERRORS),
            asks: false,
            told_to_stop: false,
        }
    }
}

type Store<'a, H> = StoreContextMut<'a, Program<H>>;

/// Adds the interface of a table's package to a linker.
pub(super) fn add_to_linker<H: Answers + 'static>(
    linker: &mut Linker<Program<H>>,
    table: &Table,
) -> wasmtime::Result<()> {
    let mut feedback = linker.instance(&format!("{}/feedback", table.package))?;
    feedback.func_wrap("log", |mut store: Store<'_, H>, (line,): (WasmStr,)| {
        // Only what is kept of a line is copied.
        let (kept, length) = {
            let line = line.to_str(&store)?;
            (Logs::kept(&line), line.len())
        };
        store.data_mut().feedback.logs.add(kept, length);
        Ok(())
    })?;
    feedback.func_wrap("note-return", |mut store: Store<'_, H>, (): ()| {
        store.data_mut().feedback.returned = true;
        Ok(())
    })?;
    feedback.func_wrap("report-deferred", |mut store: Store<'_, H>, (note,): (WasmStr,)| {
        if store.data().feedback.deferred.is_none() {
            let note = cut(&note.to_str(&store)?, NOTE).into_owned();
            store.data_mut().feedback.deferred = Some(note);
        }
        Ok(())
    })?;
    feedback.func_wrap("report-guard", |mut store: Store<'_, H>, (id, message): (String, String)| {
        store.data_mut().recorder.guard(&id, &message);
        Ok(())
    })?;
    feedback.func_wrap("report-error", |mut store: Store<'_, H>, (error,): (ProgramError,)| {
        let first = &mut store.data_mut().feedback.error;
        if first.is_none() {
            let message = cut(&error.message, ERROR_TEXT).into_owned();
            let location = error.location.map(|location| cut(&location, NOTE).into_owned());
            *first = Some(ProgramError { message, location, ..error });
        }
        Ok(())
    })?;
    feedback.func_wrap("report-module-error", |mut store: Store<'_, H>, (name, message): (String, String)| {
        store
            .data_mut()
            .feedback
            .module_errors
            .add(|| ModuleError { name: cut(&name, NOTE).into_owned(), message: cut(&message, NOTE).into_owned() });
        Ok(())
    })?;
    feedback.func_wrap("now", |store: Store<'_, H>, (): ()| Ok((store.data().sources()?.now(),)))?;
    feedback.func_wrap("random", |store: Store<'_, H>, (): ()| Ok((store.data().sources()?.random(),)))?;
    feedback.func_wrap("should-stop", |mut store: Store<'_, H>, (): ()| {
        let program = store.data_mut();
        let stop = program.clock.left_of(program.limits.time).is_zero();
        program.feedback.asks = true;
        program.feedback.told_to_stop |= stop;
        Ok((stop,))
    })?;
    Ok(())
}
