//! Changes of what an operator grants. No program and no page names a capability; profiles do.

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    pairs::Pairs,
};
use crate::surface::Surface;

pub(super) static REMOVED: Rule = Rule {
    id: "GGD110",
    title: "A capability was removed",
    explain: "A profile that grants it is refused, so no agent of it runs its programs. What it bought is reported with \
              the operations.",
};

pub(super) static ADDED: Rule = Rule {
    id: "GGD111",
    title: "A capability was added",
    explain: "No profile grants it yet, so what it buys nobody holds until one does.",
};

pub(super) static SWITCH_REMOVED: Rule = Rule {
    id: "GGD112",
    title: "A switch of a capability was removed",
    explain: "A profile that sets it is refused, and what it withheld is not withheld any more.",
};

pub(super) static SWITCH_ADDED: Rule = Rule {
    id: "GGD113",
    title: "A switch of a capability was added",
    explain: "A profile can withhold more than before; one that does not set it is served as it was.",
};

pub(super) fn compare(changes: &mut Changes<'_>) {
    let (old, new) = (changes.old, changes.new);
    let pairs = Pairs::by_key(ids(old), ids(new));
    let programs = |weight| Impact::none().programs(weight);
    for at in &pairs.removed {
        let capability = &old.capabilities[*at];
        let message = format!("the capability `{}` is gone", capability.id);
        let change = Change::new(&REMOVED, &capability.id, message);
        changes.push(change.old(capability.span).impact(programs(Weight::Breaking)));
    }
    for at in &pairs.added {
        let capability = &new.capabilities[*at];
        let message = format!("the capability `{}` is new", capability.id);
        let change = Change::new(&ADDED, &capability.id, message);
        changes.push(change.new_place(capability.span).impact(programs(Weight::Compatible)));
    }
    for (from, to) in &pairs.same {
        let (before, after) = (&old.capabilities[*from], &new.capabilities[*to]);
        let switches = Pairs::by_key(&before.switches, &after.switches);
        let change = |rule, switch: &str, message: String| {
            let at = format!("{}.{switch}", after.id);
            Change::new(rule, at, message).old(before.span).new_place(after.span)
        };
        for at in &switches.removed {
            let switch = &before.switches[*at];
            let change = change(&SWITCH_REMOVED, switch, format!("the switch `{switch}` is gone"));
            changes.push(change.impact(programs(Weight::Breaking)));
        }
        for at in &switches.added {
            let switch = &after.switches[*at];
            let change = change(&SWITCH_ADDED, switch, format!("the switch `{switch}` is new"));
            changes.push(change.impact(programs(Weight::Compatible)));
        }
    }
}

fn ids(surface: &Surface) -> impl Iterator<Item = &str> {
    surface.capabilities.iter().map(|capability| capability.id.as_str())
}
