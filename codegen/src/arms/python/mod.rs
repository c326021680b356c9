//! The Python arm.

mod declare;
mod docstring;
pub(crate) mod filters;
mod literal;
mod names;
mod parameters;
mod profile;
pub(crate) mod sdk;
mod types;
mod values;

use super::{Argument, Arm, Item, Profile};
use crate::{
    emit::{Context, EmitError},
    output::FileSet,
    surface::{Example, ModuleIndex, Operation, Surface, Type, TypeIndex, Value},
};
use names::Bare;
use parameters::Signature;

/// The width lines stay within where they can be broken.
const WIDTH: usize = 99;

/// Programs in Python.
#[derive(Debug)]
pub(crate) struct Python;

impl Arm for Python {
    fn profile(&self) -> &'static Profile {
        &profile::PROFILE
    }

    fn spell(&self, surface: &Surface, operation: &Operation) -> String {
        self.key(surface, Item::Operation(operation.index))
    }

    fn import_line(&self, surface: &Surface, _: ModuleIndex) -> String {
        format!("import {}", surface.name.of(self.index()))
    }

    fn type_text(&self, surface: &Surface, ty: &Type) -> String {
        types::taken(surface, &Bare, ty)
    }

    fn returned_type_text(&self, surface: &Surface, ty: &Type) -> String {
        types::returned(surface, &Bare, ty)
    }

    fn arguments<'a>(&self, surface: &'a Surface, operation: &'a Operation) -> Vec<Argument<'a>> {
        Signature::new(surface, &Bare, operation).arguments(operation)
    }

    fn has_type(&self, surface: &Surface, ty: TypeIndex) -> bool {
        !parameters::is_spread(surface, ty)
    }

    fn signature(&self, surface: &Surface, operation: &Operation) -> String {
        declare::signature(surface, operation)
    }

    fn declaration(&self, surface: &Surface, ty: TypeIndex) -> String {
        declare::declaration(surface, surface.type_def(ty))
    }

    fn value(&self, surface: &Surface, ty: &Type, value: &Value) -> String {
        values::value(surface, ty, value).render(WIDTH, 4)
    }

    fn call(&self, surface: &Surface, operation: &Operation, example: &Example) -> String {
        values::call(surface, operation, example).render(WIDTH, 4)
    }

    fn program(&self, surface: &Surface, calls: &[(&Operation, &Example)]) -> String {
        let mut program = format!("import {}\n", surface.name.of(self.index()));
        for (operation, example) in calls {
            program.push_str(&format!("\n{}", self.call(surface, operation, example)));
        }
        program + "\n"
    }

    fn segment(&self, surface: &Surface) -> String {
        let root = surface.name.of(self.index());
        let home = self.key(surface, Item::Module(surface.type_def(surface.api_error).module));
        let error = surface.type_def(surface.api_error).names.of(self.index());
        let error_code = surface.type_def(surface.error_code).names.of(self.index());
        format!(
            "A program is one Python file, run as `__main__` by CPython 3.14. After `import {root}` a call is \
             `{root}.<module>.<name>(…)`: required arguments in order, the others as keywords. Results are frozen \
             dataclasses, choices are enums, and what is absent is `None`. The standard library is there without what \
             needs files, sockets, processes or threads; `print` reaches the operator, not you.\n\n\
             A failed call raises `{home}.{error}`, with `code` (a `{home}.{error_code}`), `operation`, `id` and `message`; \
             one that nothing catches ends the program. Loaded code is reached by `import lib`, then \
             `lib.<key>.<name>`. Nothing of an earlier program is left."
        )
    }

    fn sdk(&self, surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
        sdk::emit(surface, context)
    }
}
