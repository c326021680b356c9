//! How a piece of source names what it uses, which depends on where it stands.

use crate::{
    arms::{Arm, Item},
    surface::{Surface, TypeIndex},
};

use super::Python;

/// Names as seen from a place.
pub(super) trait Names {
    /// A name of the standard library, builtins included: `list`, `Sequence`.
    fn library(&self, name: &'static str) -> String;

    /// A type of the table.
    fn named(&self, surface: &Surface, index: TypeIndex) -> String;

    /// A class of a variant's case.
    fn case(&self, surface: &Surface, variant: TypeIndex, name: &str) -> String;

    /// A name that the package adds to the module of the failure type: `UNCHANGED`, `Ok`.
    fn helper(&self, surface: &Surface, name: &'static str) -> String;
}

/// Documentation: every name alone.
pub(super) struct Bare;

impl Names for Bare {
    fn library(&self, name: &'static str) -> String {
        name.to_owned()
    }

    fn named(&self, surface: &Surface, index: TypeIndex) -> String {
        surface.type_def(index).names.of(Python.index()).to_owned()
    }

    fn case(&self, _: &Surface, _: TypeIndex, name: &str) -> String {
        name.to_owned()
    }

    fn helper(&self, _: &Surface, name: &'static str) -> String {
        name.to_owned()
    }
}

/// A program: every name from the root on.
pub(super) struct Qualified;

impl Names for Qualified {
    fn library(&self, name: &'static str) -> String {
        name.to_owned()
    }

    fn named(&self, surface: &Surface, index: TypeIndex) -> String {
        Python.key(surface, Item::Type(index))
    }

    fn case(&self, surface: &Surface, variant: TypeIndex, name: &str) -> String {
        let module = surface.type_def(variant).module;
        format!("{}.{name}", Python.key(surface, Item::Module(module)))
    }

    fn helper(&self, surface: &Surface, name: &'static str) -> String {
        let module = surface.type_def(surface.api_error).module;
        format!("{}.{name}", Python.key(surface, Item::Module(module)))
    }
}
