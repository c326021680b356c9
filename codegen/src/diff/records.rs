//! Changes of the fields of a record. A program that makes a record is hit by other changes than one that reads it.

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    pairs::Pairs,
    retype,
    shapes::Version,
    types,
};
use crate::{
    emit::wit::type_text,
    surface::{Field, Surface, Type, TypeDef, TypeKind},
};

pub(super) static REMOVED: Rule = Rule {
    id: "GGD060",
    title: "A field was removed",
    explain: "What reads it finds nothing; what gives it is refused, since a member nobody knows is.",
};

pub(super) static ADDED_REQUIRED: Rule = Rule {
    id: "GGD061",
    title: "A field that is always there was added",
    explain: "Where programs make the record, each one made before lacks it. Where they only read it, they read what they \
              read before; but one that takes it apart by position may meet the wrong field.",
};

pub(super) static ADDED_OPTIONAL: Rule = Rule {
    id: "GGD062",
    title: "A field that may be left out was added",
    explain: "A record made before leaves it out. A language whose records are written whole needs the line that leaves \
              out the rest, which programs have if there was something to leave out before.",
};

pub(super) static RENAMED: Rule = Rule {
    id: "GGD063",
    title: "A field looks renamed",
    explain: "A field is gone, and one of the same type came at the same place. Fields go by name in every arm.",
};

pub(super) static REORDERED: Rule = Rule {
    id: "GGD064",
    title: "Fields stand in another order",
    explain: "The layout on the wire is another one. Programs go by name, unless the language lets a record be made or \
              taken apart by position.",
};

pub(super) static RETYPED: Rule = Rule {
    id: "GGD065",
    title: "A field has another type",
    explain: "What is read or given there is another thing. Where an arm has one type for all integers, reading another \
              width makes no difference.",
};

pub(super) static BECAME_REQUIRED: Rule = Rule {
    id: "GGD066",
    title: "A field is always there now",
    explain: "An `option<T>` became a `T`. What left it out is refused; what reads it and was ready for nothing still is, \
              where an option is given bare.",
};

pub(super) static BECAME_OPTIONAL: Rule = Rule {
    id: "GGD067",
    title: "A field may be absent now",
    explain: "A `T` became an `option<T>`. What gave it still gives it, where an option is given bare; what reads it meets \
              nothing one day.",
};

pub(super) static LEFT_OUT: Rule = Rule {
    id: "GGD068",
    title: "Whether a list of a record may be left out changed",
    explain: "The mark is the SDKs' own; the membrane carries the list either way. It matters where programs make the \
              record.",
};

pub(super) static SPREAD: Rule = Rule {
    id: "GGD069",
    title: "Whether a variant is spread into its record changed",
    explain: "In arms that spread, its cases stand beside the record's own members or in a member of their own: what \
              programs give and read changes place. The membrane stays as it is.",
};

/// A record before or after.
type Record<'a> = (&'a TypeDef, &'a [Field]);

pub(super) fn compare(
    changes: &mut Changes<'_>,
    (old, before): (&TypeDef, &[Field]),
    (new, after): (&TypeDef, &[Field]),
) {
    let mut pairs =
        Pairs::by_key(before.iter().map(|f| f.names.id.as_str()), after.iter().map(|f| f.names.id.as_str()));
    let shapes = &changes.pairing.shapes;
    pairs.by_likeness(
        |at| Some((at, shapes.named(Version::Old, &before[at].ty))),
        |at| Some((at, shapes.named(Version::New, &after[at].ty))),
    );
    for at in &pairs.removed {
        let field = &before[*at];
        let message = format!("the field `{}` is gone", field.names.id);
        let change = Change::new(&REMOVED, at_member(new, &field.names.id), message);
        changes.push(change.old(field.span).new_place(new.span).impact(Impact::all(Weight::Breaking)));
    }
    for at in &pairs.added {
        added(changes, (old, before), (new, after), *at);
    }
    for (from, to) in &pairs.same {
        pair(changes, old, new, (&before[*from], &after[*to]), pairs.is_alike(*from));
    }
    if pairs.reordered() {
        let by_position = by_position(changes.old, (old, before));
        let impact = Impact::none().wire(Weight::Breaking);
        let impact = impact
            .per_arm(|_, idiom| if idiom.positional_records && by_position { Weight::Breaking } else { Weight::None });
        let order: Vec<_> = after.iter().map(|field| field.names.id.as_str()).collect();
        let message = format!("the fields are now {}", order.join(", "));
        let change = Change::new(&REORDERED, &new.names.id, message);
        changes.push(change.old(old.span).new_place(new.span).impact(impact.model_as_programs()));
    }
}

pub(super) fn at_member(def: &TypeDef, member: &str) -> String {
    format!("{}.{member}", def.names.id)
}

fn added(changes: &mut Changes<'_>, (old, before): Record<'_>, (new, after): Record<'_>, at: usize) {
    let field = &after[at];
    let optional = may_be_left_out(changes.new, field);
    let position_before = by_position(changes.old, (old, before));
    let position_after = by_position(changes.new, (new, after));
    let had_rest = has_default(changes.old, &Type::Named(old.index))
        && before.iter().any(|field| may_be_left_out(changes.old, field));
    let last = at + 1 == after.len();
    let impact = Impact::none().wire(Weight::Breaking).per_arm(|_, idiom| {
        let given = old.usage.input && (!optional || (idiom.exact && !had_rest));
        let placed = idiom.positional_records && position_before && !(last && position_after);
        Weight::breaking_if(given || placed)
    });
    let (rule, what) =
        if optional { (&ADDED_OPTIONAL, "may be left out") } else { (&ADDED_REQUIRED, "is always there") };
    let message = format!("the field `{}` is new and {what}", field.names.id);
    let change = Change::new(rule, at_member(new, &field.names.id), message);
    changes.push(change.old(old.span).new_place(field.span).impact(impact.model_as_programs()));
}

fn pair(changes: &mut Changes<'_>, def: &TypeDef, new_def: &TypeDef, (old, new): (&Field, &Field), renamed: bool) {
    let at = at_member(new_def, &new.names.id);
    let usage = def.usage;
    let change = |rule, message: String| Change::new(rule, &at, message).old(old.span).new_place(new.span);
    if renamed {
        let message = format!("the field `{}` looks renamed to `{}`", old.names.id, new.names.id);
        changes.push(change(&RENAMED, message).impact(Impact::all(Weight::Breaking)));
    } else if let Some(change) = types::spelled(&at, &old.names, &new.names) {
        changes.push(change.old(old.span).new_place(new.span));
    }
    if let Some((kind, impact)) = retype::weigh(changes, &old.ty, &new.ty, usage) {
        let rule = kind.rule(&RETYPED, &BECAME_REQUIRED, &BECAME_OPTIONAL);
        let (was, is) = (type_text(changes.old, &old.ty), type_text(changes.new, &new.ty));
        changes.push(change(rule, format!("the type was `{was}` and is `{is}`")).impact(impact));
    } else if old.left_out != new.left_out {
        let breaks = |exact: bool| usage.input && !new.left_out && !exact;
        let impact = Impact::none().per_arm(|_, idiom| Weight::breaking_if(breaks(idiom.exact))).model_as_programs();
        let message = if new.left_out { "the list may be left out now" } else { "the list must be given now" };
        changes.push(change(&LEFT_OUT, message.to_owned()).impact(impact));
    }
    if old.spread != new.spread {
        let spreads = |arm: crate::arms::ArmIndex| arm.arm().profile().supports.spread;
        let impact = Impact::none()
            .per_arm(|arm, _| if spreads(arm) { Weight::Breaking } else { Weight::None })
            .model(Weight::Breaking);
        let message = if new.spread { "its cases stand beside the other fields now" } else { "it is a field now" };
        changes.push(change(&SPREAD, message.to_owned()).impact(impact));
    }
}

fn may_be_left_out(surface: &Surface, field: &Field) -> bool {
    field.left_out || surface.has_absent(&field.ty)
}

/// Whether a language that can do so lets a program make the record by position: one with something to leave out goes
/// by name.
fn by_position(surface: &Surface, (def, fields): Record<'_>) -> bool {
    !(def.usage.input && fields.iter().any(|field| may_be_left_out(surface, field)))
}

/// Whether a type has a value to fall back on, as languages that write records whole define it.
fn has_default(surface: &Surface, ty: &Type) -> bool {
    match ty {
        Type::Named(index) => match &surface.type_def(*index).kind {
            TypeKind::Record(fields) => fields.iter().all(|field| has_default(surface, &field.ty)),
            TypeKind::Variant(_) => surface.type_def(*index).patch.is_some(),
            TypeKind::Enum(_) => false,
            TypeKind::Flags(_) => true,
            TypeKind::Alias(target) => has_default(surface, target),
        },
        Type::Tuple(items) => items.iter().all(|item| has_default(surface, item)),
        Type::Result { .. } => false,
        _ => true,
    }
}
