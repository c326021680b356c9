//! What a changed type at one place means for who gives a value there, and for who reads one.

use super::{Impact, Rule, Weight, change::Changes, idiom::Idiom, types};
use crate::surface::{Type, Usage};

/// How a type at a place changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `T` is an `option<T>` now.
    BecameOptional,
    /// `option<T>` is a `T` now.
    BecameRequired,
    /// Another type of the same shape.
    Swapped,
    /// The same type by another alias.
    Respelled,
    /// Anything else.
    Retyped,
}

impl Kind {
    /// The rule that reports it: of the three given, or one of types in general.
    pub(super) fn rule(
        self,
        retyped: &'static Rule,
        became_required: &'static Rule,
        became_optional: &'static Rule,
    ) -> &'static Rule {
        match self {
            Self::BecameOptional => became_optional,
            Self::BecameRequired => became_required,
            Self::Swapped => &types::SWAPPED,
            Self::Respelled => &types::RESPELLED,
            Self::Retyped => retyped,
        }
    }
}

/// How the type of a place changed and whom that concerns, where values flow as `usage` says; none where it is the same.
pub(super) fn weigh(changes: &Changes<'_>, old: &Type, new: &Type, usage: Usage) -> Option<(Kind, Impact)> {
    let kind = kind(changes, old, new)?;
    let weigh = |idiom: Idiom| weight(changes, idiom, kind, old, new, usage);
    let wire = Weight::breaking_if(kind != Kind::Respelled);
    Some((kind, Impact::none().wire(wire).per_arm(|_, idiom| weigh(idiom)).model_as_programs()))
}

/// How the type of a place changed; none where it is the same.
pub(super) fn kind(changes: &Changes<'_>, old: &Type, new: &Type) -> Option<Kind> {
    let shapes = &changes.pairing.shapes;
    // What an alias stands for is reported where it is declared.
    if shapes.same_text(old, new) {
        return None;
    }
    if shapes.same(old, new) {
        return Some(Kind::Respelled);
    }
    Some(match (changes.old.resolve(old), changes.new.resolve(new)) {
        (_, Type::Option(inner)) if shapes.same(old, inner) => Kind::BecameOptional,
        (Type::Option(inner), _) if shapes.same(inner, new) => Kind::BecameRequired,
        _ if shapes.alike(old, new) => Kind::Swapped,
        _ => Kind::Retyped,
    })
}

fn weight(changes: &Changes<'_>, idiom: Idiom, kind: Kind, old: &Type, new: &Type, usage: Usage) -> Weight {
    match kind {
        Kind::BecameOptional => Weight::breaking_if(usage.output || idiom.exact),
        Kind::BecameRequired => Weight::breaking_if(usage.input || idiom.exact),
        Kind::Swapped => Weight::breaking_if(idiom.nominal),
        Kind::Respelled => Weight::None,
        Kind::Retyped if idiom.exact => Weight::Breaking,
        Kind::Retyped => Weight::breaking_if(!bends(changes, old, new, usage)),
    }
}

/// Whether, where an arm has one type for all integers and one for all texts, what was right stays right.
fn bends(changes: &Changes<'_>, old: &Type, new: &Type, usage: Usage) -> bool {
    let shapes = &changes.pairing.shapes;
    if shapes.same(old, new) || shapes.same_text(old, new) {
        return true;
    }
    match (changes.old.resolve(old), changes.new.resolve(new)) {
        // Bytes have a type of their own.
        (Type::List(a), Type::List(b)) => (**a == Type::U8) == (**b == Type::U8) && bends(changes, a, b, usage),
        (Type::Option(a), Type::Option(b)) => bends(changes, a, b, usage),
        (Type::Char, Type::String) => true,
        (Type::String, Type::Char) => !usage.input,
        (Type::F32, Type::F64) => true,
        (Type::F64, Type::F32) => !usage.input,
        (a, b) => match (range(a), range(b)) {
            (Some(before), Some(after)) => !usage.input || (after.0 <= before.0 && before.1 <= after.1),
            (Some(_), None) => matches!(b, Type::F64) && !usage.output,
            _ => false,
        },
    }
}

/// The least and the greatest value of an integer type.
fn range(ty: &Type) -> Option<(i128, i128)> {
    Some(match ty {
        Type::U8 => (0, u8::MAX.into()),
        Type::U16 => (0, u16::MAX.into()),
        Type::U32 => (0, u32::MAX.into()),
        Type::U64 => (0, u64::MAX.into()),
        Type::S8 => (i8::MIN.into(), i8::MAX.into()),
        Type::S16 => (i16::MIN.into(), i16::MAX.into()),
        Type::S32 => (i32::MIN.into(), i32::MAX.into()),
        Type::S64 => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    })
}
