//! Names of the bindings componentize-py makes of the membrane; what is spelled here must be spelled as it does.

use crate::{
    arms::python::profile,
    names::Kind,
    surface::{Case, Field, ModuleIndex, Operation, Surface, TypeDef},
};

/// The module of an interface, below the package's own `_raw`.
pub(super) fn interface(surface: &Surface, module: ModuleIndex) -> String {
    snake(&surface.module(module).interface)
}

/// The class of a record, an enum or flags.
pub(super) fn class(surface: &Surface, def: &TypeDef) -> String {
    format!("_raw.{}.{}", interface(surface, def.module), pascal(&def.names.wit))
}

/// The class of a variant's case.
pub(super) fn case(surface: &Surface, def: &TypeDef, case: &Case) -> String {
    format!("{}_{}", class(surface, def), pascal(&case.names.wit))
}

/// The attribute of a record's field.
pub(super) fn field(field: &Field) -> String {
    snake(&field.names.wit)
}

/// The function of an operation.
pub(super) fn function(surface: &Surface, operation: &Operation) -> String {
    format!("_raw.{}.{}", interface(surface, operation.module), snake(&operation.names.wit))
}

fn snake(id: &str) -> String {
    escaped(id.replace('-', "_"))
}

/// Words joined with a capital each, also where a digit follows a digit.
fn pascal(id: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
    };
    escaped(id.split('-').map(capital).collect())
}

fn escaped(name: String) -> String {
    let keyword = [Kind::Field, Kind::Type].iter().any(|kind| profile::PROFILE.is_reserved(*kind, &name));
    if keyword { name + "_" } else { name }
}
