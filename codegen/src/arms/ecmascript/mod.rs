//! What the TypeScript and the JavaScript arm share: how things are spelled, and one SDK. They differ in data.

mod comments;
mod declarations;
mod filters;
mod literals;
mod methods;
mod profile;
mod programs;
mod sdk;
mod signatures;
mod types;
mod values;

pub(crate) use filters::register as filters;
pub(super) use profile::BOTH;
pub(super) use sdk::emit as sdk;
pub(crate) use sdk::{FOLDER, INDEX, SPECIFIERS, module_path, paths, specifier};

use super::{Arm, ArmIndex, Profile};
use crate::{
    emit::{Context, EmitError},
    output::FileSet,
    surface::{Example, ModuleIndex, Operation, Surface, Type, TypeIndex, Value},
};
use types::{Flow, Spelling};

/// What `gg:raw` exports an operation as: `files$readFile`.
pub(crate) fn raw_name(surface: &Surface, arm: ArmIndex, operation: &Operation) -> String {
    Spelling { surface, arm, inside: None }.raw_name(operation)
}

/// What an operation's bag of options is called among its parameters.
pub(crate) fn bag_name(surface: &Surface, arm: ArmIndex, operation: &Operation) -> &'static str {
    Spelling { surface, arm, inside: None }.bag_name(operation)
}

/// The width source is laid out to.
const WIDTH: usize = 100;
/// How far a level of source stands in.
const STEP: usize = 2;

/// An arm whose programs are ES modules.
#[derive(Debug)]
pub(super) struct EcmaScript {
    /// The data.
    pub(super) profile: &'static Profile,
    /// The files of the SDK, if this arm is the one that has them.
    pub(super) sdk: fn(&Surface, &Context<'_>) -> Result<FileSet, EmitError>,
    /// The other arm, where that one's SDK serves this one.
    pub(super) served_by: fn() -> Option<ArmIndex>,
}

impl EcmaScript {
    fn spelling<'a>(&self, surface: &'a Surface) -> Spelling<'a> {
        Spelling { surface, arm: self.index(), inside: None }
    }
}

impl Arm for EcmaScript {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn spell(&self, surface: &Surface, operation: &Operation) -> String {
        self.spelling(surface).call_name(operation)
    }

    fn import_line(&self, surface: &Surface, module: ModuleIndex) -> String {
        self.spelling(surface).import_line(&[module])
    }

    fn type_text(&self, surface: &Surface, ty: &Type) -> String {
        self.spelling(surface).ty(ty, Flow::Shown).render(WIDTH, STEP)
    }

    fn marked_type_text(&self, surface: &Surface, ty: &Type) -> String {
        self.spelling(surface).marked(ty, Flow::Shown).render(WIDTH, STEP)
    }

    fn signature(&self, surface: &Surface, operation: &Operation) -> String {
        self.spelling(surface).signature(operation).render(WIDTH, STEP)
    }

    fn declaration(&self, surface: &Surface, ty: TypeIndex) -> String {
        self.spelling(surface).declaration(surface.type_def(ty), Flow::Shown).render(WIDTH, STEP)
    }

    fn value(&self, surface: &Surface, ty: &Type, value: &Value) -> String {
        self.spelling(surface).value(ty, value).render(WIDTH, STEP)
    }

    fn call(&self, surface: &Surface, operation: &Operation, example: &Example) -> String {
        self.spelling(surface).call(operation, example).render(WIDTH, STEP)
    }

    fn program(&self, surface: &Surface, calls: &[(&Operation, &Example)]) -> String {
        self.spelling(surface).program(calls)
    }

    fn served_by(&self) -> Option<ArmIndex> {
        (self.served_by)()
    }

    fn segment(&self, surface: &Surface) -> String {
        self.spelling(surface).segment()
    }

    fn sdk(&self, surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
        (self.sdk)(surface, context)
    }
}
