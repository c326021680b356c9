//! Changes of named types: which there are, where, and what they are.

use std::collections::BTreeMap;

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    members,
    pairing::position,
    records, retype,
    spelling::respelled,
    variants, wording,
};
use crate::{
    emit::wit::type_text,
    markdown::Markdown,
    surface::{Names, Type, TypeDef, TypeKind},
};

pub(super) static REMOVED: Rule = Rule {
    id: "GGD050",
    title: "A type was removed",
    explain: "Programs that name it no longer compile or no longer find it, where the language has names for types. What \
              used it is reported by itself.",
};

pub(super) static ADDED: Rule = Rule {
    id: "GGD051",
    title: "A type was added",
    explain: "Nothing that was right used it; what uses it now is reported by itself.",
};

pub(super) static MOVED: Rule = Rule {
    id: "GGD052",
    title: "A type moved to another module",
    explain: "Its qualified name is another one, and so is the interface that declares it.",
};

pub(super) static RENAMED: Rule = Rule {
    id: "GGD053",
    title: "A type looks renamed",
    explain: "A type is gone, and one of the same shape came in the same module. Programs that name it no longer find it; \
              those that only pass its values on do not notice. It is compared further as the same type.",
};

pub(super) static REORDERED: Rule = Rule {
    id: "GGD054",
    title: "Types of a module stand in another order",
    explain: "Pages list types as they are written, and the bare package is another text. Nothing that was right becomes \
              wrong.",
};

pub(super) static KIND: Rule = Rule {
    id: "GGD055",
    title: "A type is of another kind",
    explain: "A record became a variant, an enum became flags, and so on: what was made or taken apart one way is now \
              another way in every arm.",
};

pub(super) static ALIAS: Rule = Rule {
    id: "GGD056",
    title: "An alias stands for another type",
    explain: "Every place that names the alias has the new type. It is reported here once and not at each place.",
};

pub(super) static SWAPPED: Rule = Rule {
    id: "GGD057",
    title: "A type gave way to another of the same shape",
    explain: "The two types are made of the same, so neither the component model nor a language that compares types by \
              structure can tell; what the value means is another thing. Where types are told apart by name, programs \
              break.",
};

pub(super) static RESPELLED: Rule = Rule {
    id: "GGD058",
    title: "A type is named through another alias",
    explain: "The type is what it was; the bare package and the signatures on pages name it otherwise.",
};

pub(super) static SPELLING: Rule = Rule {
    id: "GGD059",
    title: "A type or a member of one is spelled otherwise in an arm",
    explain: "It kept its id and the arm's own spelling of it changed (`name.ARM` of the module), so programs of that arm \
              that name it are wrong.",
};

/// What programs of an arm make of the name of a type.
fn named(impact: Impact, weight: Weight) -> Impact {
    impact.per_arm(|_, idiom| if idiom.named_types { weight } else { Weight::None })
}

pub(super) fn compare(changes: &mut Changes<'_>) {
    let (old, new, pairs) = (changes.old, changes.new, &changes.pairing.types);
    for at in &pairs.removed {
        let def = &old.types[*at];
        let impact = named(Impact::all(Weight::Breaking), Weight::Breaking);
        let message = format!("the type `{}` is gone", def.names.id);
        changes.push(Change::new(&REMOVED, &def.names.id, message).old(def.span).impact(impact));
    }
    for at in &pairs.added {
        let def = &new.types[*at];
        let impact = named(Impact::all(Weight::Compatible), Weight::Compatible);
        let message = format!("the type `{}` is new", def.names.id);
        changes.push(Change::new(&ADDED, &def.names.id, message).new_place(def.span).impact(impact));
    }
    for (from, to) in &pairs.same {
        pair(changes, &old.types[*from], &new.types[*to], pairs.is_alike(*from));
    }
    reordered(changes);
}

fn pair(changes: &mut Changes<'_>, old: &TypeDef, new: &TypeDef, alike: bool) {
    let id = new.names.id.as_str();
    let change = |rule, message: String| Change::new(rule, id, message).old(old.span).new_place(new.span);
    let breaking = || named(Impact::all(Weight::Breaking), Weight::Breaking);
    if alike {
        let message = format!("the type `{}` looks renamed to `{id}`", old.names.id);
        changes.push(change(&RENAMED, message).impact(breaking()));
    } else if let Some(change) = spelled(id, &old.names, &new.names) {
        let weights = change.impact.programs.clone();
        let impact = change.impact.clone().per_arm(
            |arm, idiom| {
                if idiom.named_types { *weights.get(arm) } else { Weight::None }
            },
        );
        changes.push(change.old(old.span).new_place(new.span).impact(impact));
    }
    if changes.pairing.module(old.module) != Some(new.module) {
        let module = |surface: &crate::surface::Surface, def: &TypeDef| surface.module(def.module).names.id.clone();
        let message = format!("it was in `{}` and is in `{}`", module(changes.old, old), module(changes.new, new));
        changes.push(change(&MOVED, message).impact(breaking()));
    }
    match (&old.kind, &new.kind) {
        (TypeKind::Record(before), TypeKind::Record(after)) => records::compare(changes, (old, before), (new, after)),
        (TypeKind::Variant(before), TypeKind::Variant(after)) => {
            variants::compare(changes, (old, before), (new, after));
        }
        (TypeKind::Enum(before), TypeKind::Enum(after)) | (TypeKind::Flags(before), TypeKind::Flags(after)) => {
            members::compare(changes, (old, before), (new, after));
        }
        (TypeKind::Alias(before), TypeKind::Alias(after)) => alias(changes, (old, before), (new, after)),
        (before, after) => {
            let message = format!("it was {} and is {}", word(before), word(after));
            changes.push(change(&KIND, message).impact(Impact::all(Weight::Breaking)));
        }
    }
    texts(changes, old, new);
}

fn word(kind: &TypeKind) -> &'static str {
    match kind {
        TypeKind::Record(_) => "a record",
        TypeKind::Variant(_) => "a variant",
        TypeKind::Enum(_) => "an enum",
        TypeKind::Flags(_) => "a set of flags",
        TypeKind::Alias(_) => "an alias",
    }
}

fn alias(changes: &mut Changes<'_>, (old, before): (&TypeDef, &Type), (new, after): (&TypeDef, &Type)) {
    let Some((_, impact)) = retype::weigh(changes, before, after, old.usage) else { return };
    // A parameter of the type changes its place in the call.
    let moves = old.usage.input && changes.old.has_absent(before) != changes.new.has_absent(after);
    let impact = if moves { Impact::all(Weight::Breaking) } else { impact };
    let (was, is) = (type_text(changes.old, before), type_text(changes.new, after));
    let message = format!("it stood for `{was}` and stands for `{is}`");
    changes.push(Change::new(&ALIAS, &new.names.id, message).old(old.span).new_place(new.span).impact(impact));
}

/// Something of a type that kept its id and is spelled otherwise in an arm.
pub(super) fn spelled(at: &str, old: &Names, new: &Names) -> Option<Change> {
    let (arms, impact) = respelled(old, new)?;
    Some(Change::new(&SPELLING, at, format!("it is spelled otherwise: {arms}")).impact(impact))
}

fn texts(changes: &mut Changes<'_>, old: &TypeDef, new: &TypeDef) {
    let before: BTreeMap<&str, &Markdown> = docs(old).into_iter().collect();
    let mut texts = vec![("the documentation".to_owned(), &old.doc, &new.doc)];
    for (id, doc) in docs(new) {
        if let Some(before) = before.get(id) {
            texts.push((format!("`{id}`"), before, doc));
        }
    }
    if let Some(change) = wording::change(&new.names.id, texts) {
        changes.push(change.old(old.span).new_place(new.span));
    }
}

/// The texts of a type's members.
fn docs(def: &TypeDef) -> Vec<(&str, &Markdown)> {
    match &def.kind {
        TypeKind::Record(fields) => fields.iter().map(|field| (field.names.id.as_str(), &field.doc)).collect(),
        TypeKind::Variant(cases) => cases.iter().map(|case| (case.names.id.as_str(), &case.doc)).collect(),
        TypeKind::Enum(members) | TypeKind::Flags(members) => {
            members.iter().map(|member| (member.names.id.as_str(), &member.doc)).collect()
        }
        TypeKind::Alias(_) => Vec::new(),
    }
}

/// A change for each module whose types stand in another order.
fn reordered(changes: &mut Changes<'_>) {
    let back: BTreeMap<usize, usize> = changes.pairing.types.same.iter().map(|(from, to)| (*to, *from)).collect();
    for (from, to) in &changes.pairing.modules.same {
        let (old, new) = (&changes.old.modules[*from], &changes.new.modules[*to]);
        let was_here = |at: &usize| position(changes.old.types[*at].module.0) == *from;
        let came_from = new.types.iter().filter_map(|at| back.get(&position(at.0)).copied()).filter(was_here);
        if !came_from.is_sorted() {
            let order: Vec<_> = new.types.iter().map(|at| changes.new.type_def(*at).names.id.as_str()).collect();
            let message = format!("the order of its types is now {}", order.join(", "));
            let impact = Impact::none().wire(Weight::Compatible).model(Weight::Compatible);
            let change = Change::new(&REORDERED, &new.names.id, message);
            changes.push(change.old(old.span).new_place(new.span).impact(impact));
        }
    }
}
