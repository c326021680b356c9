//! Changes of the cases of a variant.

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    idiom::Idiom,
    pairs::Pairs,
    records::at_member,
    retype,
    shapes::Version,
    types,
};
use crate::{
    emit::wit::type_text,
    surface::{Case, Surface, TypeDef},
};

pub(super) static REMOVED: Rule = Rule {
    id: "GGD070",
    title: "A case of a variant was removed",
    explain: "What makes it is refused; what tells it apart waits for something that never comes, and no longer compiles \
              where a compiler looks.",
};

pub(super) static ADDED: Rule = Rule {
    id: "GGD071",
    title: "A case of a variant was added",
    explain: "Where programs make the variant they make what they made. Where they read it, what took the last case for \
              granted reads another one.",
};

pub(super) static RENAMED: Rule = Rule {
    id: "GGD072",
    title: "A case of a variant looks renamed",
    explain: "A case is gone, and one with the same payload came at the same place. Of a patch the cases have no names \
              where they are absent, null and a value.",
};

pub(super) static REORDERED: Rule = Rule {
    id: "GGD073",
    title: "Cases of a variant stand in another order",
    explain: "The number of a case on the wire is another one. Programs go by name.",
};

pub(super) static PAYLOAD: Rule = Rule {
    id: "GGD074",
    title: "A case of a variant carries something else",
    explain: "What programs give with the case, or read from it, is another thing.",
};

pub(super) static PATCH: Rule = Rule {
    id: "GGD075",
    title: "A variant became a patch, or is none any more",
    explain: "A variant of exactly `keep`, one empty case and `set(T)` is absent, null or a value in arms whose options \
              are bare, and may be left out. Another case, or another name for one of these, makes it an ordinary variant.",
};

pub(super) fn compare(
    changes: &mut Changes<'_>,
    (old, before): (&TypeDef, &[Case]),
    (new, after): (&TypeDef, &[Case]),
) {
    let patch = old.patch.is_some() && new.patch.is_some();
    // The cases of a patch have names where a value has exactly its type.
    let seen = |idiom: Idiom, weight| if patch && !idiom.exact { Weight::None } else { weight };
    let mut pairs =
        Pairs::by_key(before.iter().map(|c| c.names.id.as_str()), after.iter().map(|c| c.names.id.as_str()));
    let shapes = &changes.pairing.shapes;
    pairs.by_likeness(
        |at| Some((at, before[at].payload.as_ref().map(|ty| shapes.named(Version::Old, ty)))),
        |at| Some((at, after[at].payload.as_ref().map(|ty| shapes.named(Version::New, ty)))),
    );
    for at in &pairs.removed {
        let case = &before[*at];
        let message = format!("the case `{}` is gone", case.names.id);
        let change = Change::new(&REMOVED, at_member(new, &case.names.id), message);
        changes.push(change.old(case.span).new_place(new.span).impact(Impact::all(Weight::Breaking)));
    }
    for at in &pairs.added {
        let case = &after[*at];
        let message = format!("the case `{}` is new", case.names.id);
        let impact = Impact::none().wire(Weight::Breaking).programs(Weight::breaking_if(old.usage.output));
        let change = Change::new(&ADDED, at_member(new, &case.names.id), message);
        changes.push(change.old(old.span).new_place(case.span).impact(impact.model_as_programs()));
    }
    for (from, to) in &pairs.same {
        let (before, after) = (&before[*from], &after[*to]);
        let at = at_member(new, &after.names.id);
        if pairs.is_alike(*from) {
            let message = format!("the case `{}` looks renamed to `{}`", before.names.id, after.names.id);
            let impact = Impact::none().wire(Weight::Breaking).per_arm(|_, idiom| seen(idiom, Weight::Breaking));
            let change = Change::new(&RENAMED, &at, message).impact(impact.model_as_programs());
            changes.push(change.old(before.span).new_place(after.span));
        } else if let Some(change) = types::spelled(&at, &before.names, &after.names) {
            let weights = change.impact.programs.clone();
            let impact = change.impact.clone().per_arm(|arm, idiom| seen(idiom, *weights.get(arm)));
            changes.push(change.old(before.span).new_place(after.span).impact(impact));
        }
        payload(changes, old, &at, before, after);
    }
    if pairs.reordered() {
        let order: Vec<_> = after.iter().map(|case| case.names.id.as_str()).collect();
        let message = format!("the cases are now {}", order.join(", "));
        let impact = Impact::none().wire(Weight::Breaking).model(Weight::Compatible);
        let change = Change::new(&REORDERED, &new.names.id, message);
        changes.push(change.old(old.span).new_place(new.span).impact(impact));
    }
    if old.patch.is_some() != new.patch.is_some() {
        let bare = |idiom: Idiom| if idiom.exact { Weight::None } else { Weight::Breaking };
        let impact = Impact::none().per_arm(|_, idiom| bare(idiom)).model(Weight::Breaking);
        let message = if new.patch.is_some() { "it is a patch now" } else { "it is no longer a patch" };
        let change = Change::new(&PATCH, &new.names.id, message);
        changes.push(change.old(old.span).new_place(new.span).impact(impact));
    }
}

fn payload(changes: &mut Changes<'_>, def: &TypeDef, at: &str, old: &Case, new: &Case) {
    let (rule, impact) = match (&old.payload, &new.payload) {
        (None, None) => return,
        (Some(before), Some(after)) => match retype::weigh(changes, before, after, def.usage) {
            Some((kind, impact)) => (kind.rule(&PAYLOAD, &PAYLOAD, &PAYLOAD), impact),
            None => return,
        },
        _ => (&PAYLOAD, Impact::all(Weight::Breaking)),
    };
    let written = |surface: &Surface, case: &Case| match &case.payload {
        Some(ty) => format!("`{}`", type_text(surface, ty)),
        None => "nothing".to_owned(),
    };
    let message = format!("it carried {} and carries {}", written(changes.old, old), written(changes.new, new));
    changes.push(Change::new(rule, at, message).old(old.span).new_place(new.span).impact(impact));
}
