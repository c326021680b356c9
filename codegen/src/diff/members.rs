//! Changes of the words of an enum and the bits of a flags type.

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    pairs::Pairs,
    records::at_member,
    types,
};
use crate::surface::{Member, TypeDef, TypeKind};

pub(super) static REMOVED: Rule = Rule {
    id: "GGD080",
    title: "A word was removed from an enum or a bit from flags",
    explain: "What gives it is refused. What only compares with it waits in vain: a compiler refuses the comparison, and \
              where the word is a name it is not found; where it is a string nothing happens.",
};

pub(super) static ADDED: Rule = Rule {
    id: "GGD081",
    title: "A word was added to an enum or a bit to flags",
    explain: "What gives a word gives one of those there were. What reads one may meet the new one; a compiler that wants \
              every word dealt with refuses a program that does not. A new bit is simply not looked at.",
};

pub(super) static RENAMED: Rule = Rule {
    id: "GGD082",
    title: "A word of an enum or a bit of flags looks renamed",
    explain: "One is gone, and one came at the same place. If the new one means something else, it is as if one were \
              removed and one added.",
};

pub(super) static REORDERED: Rule = Rule {
    id: "GGD083",
    title: "Words of an enum or bits of flags stand in another order",
    explain: "The number of a word on the wire is another one. Programs go by name.",
};

pub(super) fn compare(
    changes: &mut Changes<'_>,
    (old, before): (&TypeDef, &[Member]),
    (new, after): (&TypeDef, &[Member]),
) {
    let mut pairs =
        Pairs::by_key(before.iter().map(|m| m.names.id.as_str()), after.iter().map(|m| m.names.id.as_str()));
    pairs.by_likeness(Some, Some);
    let flags = matches!(new.kind, TypeKind::Flags(_));
    let what = if flags { "bit" } else { "word" };
    for at in &pairs.removed {
        let member = &before[*at];
        let message = format!("the {what} `{}` is gone", member.names.id);
        let impact = Impact::all(Weight::Breaking)
            .per_arm(|_, idiom| Weight::breaking_if(old.usage.input || flags || idiom.checked || idiom.nominal));
        let change = Change::new(&REMOVED, at_member(new, &member.names.id), message);
        changes.push(change.old(member.span).new_place(new.span).impact(impact));
    }
    for at in &pairs.added {
        let member = &after[*at];
        let message = format!("the {what} `{}` is new", member.names.id);
        let impact = Impact::none().wire(Weight::Breaking);
        let impact = impact.per_arm(|_, idiom| Weight::breaking_if(old.usage.output && !flags && idiom.checked));
        let change = Change::new(&ADDED, at_member(new, &member.names.id), message);
        changes.push(change.old(old.span).new_place(member.span).impact(impact.model_as_programs()));
    }
    for (from, to) in &pairs.same {
        let (before, after) = (&before[*from], &after[*to]);
        let at = at_member(new, &after.names.id);
        if pairs.is_alike(*from) {
            let message = format!("the {what} `{}` looks renamed to `{}`", before.names.id, after.names.id);
            let change = Change::new(&RENAMED, &at, message).impact(Impact::all(Weight::Breaking));
            changes.push(change.old(before.span).new_place(after.span));
        } else if let Some(change) = types::spelled(&at, &before.names, &after.names) {
            changes.push(change.old(before.span).new_place(after.span));
        }
    }
    if pairs.reordered() {
        let order: Vec<_> = after.iter().map(|member| member.names.id.as_str()).collect();
        let message = format!("the {what}s are now {}", order.join(", "));
        let impact = Impact::none().wire(Weight::Breaking).model(Weight::Compatible);
        let change = Change::new(&REORDERED, &new.names.id, message);
        changes.push(change.old(old.span).new_place(new.span).impact(impact));
    }
}
