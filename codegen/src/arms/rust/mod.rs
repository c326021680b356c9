//! The Rust arm.

mod declare;
mod profile;
mod program;
pub(crate) mod sdk;
mod spelling;
mod values;

use super::{Arm, Place, Profile};
use crate::{
    emit::{Context, EmitError},
    output::FileSet,
    surface::{Example, ModuleIndex, Operation, Param, Surface, Type, TypeIndex, Value},
};
use spelling::Spelling;

/// Programs in Rust.
#[derive(Debug)]
pub(super) struct Rust;

/// The width that lines of programs stay within where they can be broken.
const WIDTH: usize = 100;

impl Rust {
    fn spelling<'a>(&self, surface: &'a Surface) -> Spelling<'a> {
        Spelling { surface, arm: self.index() }
    }
}

impl Arm for Rust {
    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn spell(&self, surface: &Surface, operation: &Operation) -> String {
        self.spelling(surface).spell(operation)
    }

    fn import_line(&self, surface: &Surface, module: ModuleIndex) -> String {
        self.spelling(surface).import_line(module)
    }

    fn type_text(&self, surface: &Surface, ty: &Type) -> String {
        self.spelling(surface).owned(ty)
    }

    fn argument_text(&self, surface: &Surface, param: &Param, place: Place) -> String {
        match place {
            Place::Option => self.spelling(surface).owned(&param.ty),
            Place::Positional(_) | Place::Keyword => self.spelling(surface).parameter(param),
        }
    }

    fn signature(&self, surface: &Surface, operation: &Operation) -> String {
        self.spelling(surface).signature(operation)
    }

    fn declaration(&self, surface: &Surface, ty: TypeIndex) -> String {
        self.spelling(surface).declaration(ty)
    }

    fn value(&self, surface: &Surface, ty: &Type, value: &Value) -> String {
        self.spelling(surface).value(ty, value).render(WIDTH, 4)
    }

    fn call(&self, surface: &Surface, operation: &Operation, example: &Example) -> String {
        self.spelling(surface).call(operation, example).render(WIDTH, 4)
    }

    fn program(&self, surface: &Surface, calls: &[(&Operation, &Example)]) -> String {
        self.spelling(surface).program(calls)
    }

    fn imports(&self, surface: &Surface, _operation: &Operation, shown: &[&str]) -> String {
        self.spelling(surface).imports(&shown.concat()).trim_end().to_owned()
    }

    fn segment(&self, surface: &Surface) -> String {
        self.spelling(surface).segment()
    }

    fn sdk(&self, surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
        sdk::emit(self.spelling(surface), context)
    }
}
