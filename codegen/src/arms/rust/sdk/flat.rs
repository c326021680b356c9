//! The core values an argument becomes, by the canonical ABI.

use crate::surface::{Operation, Surface, Type, TypeKind};

/// A call has at most this many core arguments; more go through memory.
const MOST: usize = 16;

/// A type of WebAssembly's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Core {
    I32,
    I64,
    F32,
    F64,
}

impl Core {
    /// The type Rust has for it.
    pub(super) fn rust(self) -> &'static str {
        match self {
            Self::I32 => "u32",
            Self::I64 => "u64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// What holds the one or the other.
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a,
            (Self::I32 | Self::F32, Self::I32 | Self::F32) => Self::I32,
            _ => Self::I64,
        }
    }
}

/// The core arguments of an operation; none where they go through memory.
pub(super) fn arguments(surface: &Surface, operation: &Operation) -> Option<Vec<Core>> {
    let mut all = Vec::new();
    operation.params.iter().for_each(|param| flatten(surface, &param.ty, &mut all));
    (all.len() <= MOST).then_some(all)
}

fn flatten(surface: &Surface, ty: &Type, out: &mut Vec<Core>) {
    match surface.resolve(ty) {
        Type::Bool | Type::U8 | Type::U16 | Type::U32 | Type::S8 | Type::S16 | Type::S32 | Type::Char => {
            out.push(Core::I32);
        }
        Type::U64 | Type::S64 => out.push(Core::I64),
        Type::F32 => out.push(Core::F32),
        Type::F64 => out.push(Core::F64),
        Type::String | Type::List(_) => out.extend([Core::I32; 2]),
        Type::Option(inner) => cases(surface, [Some(&**inner)].into_iter(), out),
        Type::Result { ok, err } => cases(surface, [ok.as_deref(), err.as_deref()].into_iter(), out),
        Type::Tuple(items) => items.iter().for_each(|item| flatten(surface, item, out)),
        Type::Named(index) => match &surface.type_def(*index).kind {
            TypeKind::Record(fields) => fields.iter().for_each(|field| flatten(surface, &field.ty, out)),
            TypeKind::Variant(members) => cases(surface, members.iter().map(|case| case.payload.as_ref()), out),
            TypeKind::Enum(_) | TypeKind::Flags(_) => out.push(Core::I32),
            TypeKind::Alias(target) => flatten(surface, target, out),
        },
    }
}

/// A tag, and after it what holds the core values of any of the cases.
fn cases<'a>(surface: &Surface, payloads: impl Iterator<Item = Option<&'a Type>>, out: &mut Vec<Core>) {
    let mut joined: Vec<Core> = Vec::new();
    for payload in payloads.flatten() {
        let mut flat = Vec::new();
        flatten(surface, payload, &mut flat);
        for (at, core) in flat.into_iter().enumerate() {
            match joined.get_mut(at) {
                Some(held) => *held = held.join(core),
                None => joined.push(core),
            }
        }
    }
    out.push(Core::I32);
    out.extend(joined);
}
