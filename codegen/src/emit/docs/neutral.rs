//! Types in no arm's language: WIT's words, with the names of the table.

use crate::surface::{Surface, Type};

/// A type as the table writes it.
pub(super) fn type_text(surface: &Surface, ty: &Type) -> String {
    let inner = |ty: &Type| type_text(surface, ty);
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::U8 => "u8".to_owned(),
        Type::U16 => "u16".to_owned(),
        Type::U32 => "u32".to_owned(),
        Type::U64 => "u64".to_owned(),
        Type::S8 => "s8".to_owned(),
        Type::S16 => "s16".to_owned(),
        Type::S32 => "s32".to_owned(),
        Type::S64 => "s64".to_owned(),
        Type::F32 => "f32".to_owned(),
        Type::F64 => "f64".to_owned(),
        Type::Char => "char".to_owned(),
        Type::String => "string".to_owned(),
        Type::List(item) => format!("list<{}>", inner(item)),
        Type::Option(value) => format!("option<{}>", inner(value)),
        Type::Result { ok: None, err: None } => "result".to_owned(),
        Type::Result { ok: Some(ok), err: None } => format!("result<{}>", inner(ok)),
        Type::Result { ok, err: Some(err) } => {
            format!("result<{}, {}>", ok.as_deref().map_or("_".to_owned(), inner), inner(err))
        }
        Type::Tuple(items) => format!("tuple<{}>", items.iter().map(inner).collect::<Vec<_>>().join(", ")),
        Type::Named(index) => surface.type_def(*index).names.id.clone(),
    }
}
