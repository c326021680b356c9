//! Types as annotations: a result says what it is, a parameter what it accepts.

use crate::surface::{Patch, Surface, Type, TypeIndex, TypeKind};

use super::names::Names;

/// What a value of a type is when it comes back.
pub(super) fn returned(surface: &Surface, names: &dyn Names, ty: &Type) -> String {
    text(surface, names, ty, false)
}

/// What is accepted for a type: any sequence for a list, what can be read as bytes, a tuple for a record of numbers.
pub(super) fn taken(surface: &Surface, names: &dyn Names, ty: &Type) -> String {
    text(surface, names, ty, true)
}

fn text(surface: &Surface, names: &dyn Names, ty: &Type, taken: bool) -> String {
    let inner = |ty: &Type| text(surface, names, ty, taken);
    match ty {
        Type::Bool => names.library("bool"),
        Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::S8 | Type::S16 | Type::S32 | Type::S64 => {
            names.library("int")
        }
        Type::F32 | Type::F64 => names.library("float"),
        Type::Char | Type::String => names.library("str"),
        Type::List(item) if **item == Type::U8 => {
            if taken {
                ["bytes", "bytearray", "memoryview"].map(|name| names.library(name)).join(" | ")
            } else {
                names.library("bytes")
            }
        }
        Type::List(item) => format!("{}[{}]", names.library(if taken { "Sequence" } else { "list" }), inner(item)),
        Type::Option(value) => format!("{} | None", inner(value)),
        Type::Result { ok, err } => {
            let side = |ty: &Option<Box<Type>>| ty.as_ref().map_or_else(|| "None".to_owned(), |ty| inner(ty));
            let (ok_class, err_class) = (names.helper(surface, "Ok"), names.helper(surface, "Err"));
            format!("{ok_class}[{}] | {err_class}[{}]", side(ok), side(err))
        }
        Type::Tuple(items) => {
            format!("{}[{}]", names.library("tuple"), items.iter().map(inner).collect::<Vec<_>>().join(", "))
        }
        Type::Named(index) => {
            let name = names.named(surface, *index);
            match &surface.type_def(*index).kind {
                TypeKind::Alias(target) if taken => {
                    let accepted = inner(target);
                    if accepted == text(surface, names, target, false) { name } else { accepted }
                }
                TypeKind::Record(fields) if taken && is_tuple_like(surface, *index) => {
                    let fields: Vec<String> = fields.iter().map(|field| inner(&field.ty)).collect();
                    format!("{name} | {}[{}]", names.library("tuple"), fields.join(", "))
                }
                _ => name,
            }
        }
    }
}

/// Whether a record may be given as a tuple of its fields: it has several, and all are required numbers, so that their
/// order is all there is to know.
pub(super) fn is_tuple_like(surface: &Surface, index: TypeIndex) -> bool {
    let TypeKind::Record(fields) = &surface.type_def(index).kind else { return false };
    let number = |ty: &Type| {
        matches!(
            surface.resolve(ty),
            Type::U8
                | Type::U16
                | Type::U32
                | Type::U64
                | Type::S8
                | Type::S16
                | Type::S32
                | Type::S64
                | Type::F32
                | Type::F64
        )
    };
    fields.len() > 1 && fields.iter().all(|field| number(&field.ty))
}

/// The patch behind a type, with what it sets.
pub(super) fn patch(surface: &Surface, index: TypeIndex) -> Option<(Patch, &Type)> {
    let def = surface.type_def(index);
    let TypeKind::Variant(cases) = &def.kind else { return None };
    let patch = def.patch?;
    Some((patch, cases.get(patch.set)?.payload.as_ref()?))
}

/// Every type within a type, itself included, until `visit` says that it has seen enough of a branch.
pub(super) fn walk<'a>(ty: &'a Type, visit: &mut dyn FnMut(&'a Type)) {
    visit(ty);
    match ty {
        Type::List(inner) | Type::Option(inner) => walk(inner, visit),
        Type::Result { ok, err } => ok.iter().chain(err).for_each(|inner| walk(inner, visit)),
        Type::Tuple(items) => items.iter().for_each(|inner| walk(inner, visit)),
        _ => {}
    }
}
