//! Changes of modules.

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    pairing::position,
    surface, wording,
};
use crate::surface::Module;

pub(super) static REMOVED: Rule = Rule {
    id: "GGD010",
    title: "A module was removed",
    explain: "Its import line fails in every arm, whatever of the module a program used. Its operations and types are \
              reported one by one besides.",
};

pub(super) static ADDED: Rule = Rule {
    id: "GGD011",
    title: "A module was added",
    explain: "A component built before imports less than there is, and still fits. The module list of the prompt grows.",
};

pub(super) static RENAMED: Rule = Rule {
    id: "GGD012",
    title: "A module looks renamed",
    explain: "A module is gone, and another that came holds more than half of what it held. Every call of it is spelled \
              otherwise now. What it holds is compared under the new name and not reported as removed and added. To keep \
              the membrane, keep the name of the interface (`interface = \"...\"`).",
};

pub(super) static REORDERED: Rule = Rule {
    id: "GGD013",
    title: "Modules stand in another order",
    explain: "The order of presentation: the module list, the book and the bare package read differently. Nothing that \
              was right becomes wrong.",
};

pub(super) static INTERFACE: Rule = Rule {
    id: "GGD014",
    title: "A module's interface has another name",
    explain: "Components import interfaces by name, so none built before fits. Programs name the module, which kept its \
              name.",
};

pub(super) static SKILL: Rule = Rule {
    id: "GGD015",
    title: "A module is opened by another skill",
    explain: "The built-in skill that opens a module's documentation has another name, or there is none any more: what \
              an agent learned to read is not found by that name.",
};

pub(super) fn compare(changes: &mut Changes<'_>) {
    let (old, new, pairs) = (changes.old, changes.new, &changes.pairing.modules);
    for at in &pairs.removed {
        let module = &old.modules[*at];
        let message = format!("the module `{}` is gone", module.names.id);
        let impact = Impact::all(Weight::Breaking);
        changes.push(Change::new(&REMOVED, &module.names.id, message).old(module.span).impact(impact));
    }
    for at in &pairs.added {
        let module = &new.modules[*at];
        let message = format!("the module `{}` is new", module.names.id);
        let impact = Impact::all(Weight::Compatible);
        changes.push(Change::new(&ADDED, &module.names.id, message).new_place(module.span).impact(impact));
    }
    for (from, to) in &pairs.same {
        pair(changes, &old.modules[*from], &new.modules[*to], pairs.is_alike(*from));
    }
    if pairs.reordered() {
        // `types` stands first in the package, wherever the table has it.
        let types = position(new.type_def(new.error_code).module.0);
        let others = pairs.same.iter().filter(|(_, to)| *to != types);
        let wire = if others.is_sorted_by_key(|(from, _)| *from) { Weight::None } else { Weight::Compatible };
        let order: Vec<_> = new.modules.iter().map(|module| module.names.id.as_str()).collect();
        let message = format!("the order is now {}", order.join(", "));
        let change = Change::new(&REORDERED, surface::AT, message).old(old.span).new_place(new.span);
        changes.push(change.impact(Impact::none().wire(wire).model(Weight::Compatible)));
    }
}

fn pair(changes: &mut Changes<'_>, old: &Module, new: &Module, renamed: bool) {
    let id = new.names.id.as_str();
    let change = |rule, message: String| Change::new(rule, id, message).old(old.span).new_place(new.span);
    let interface = if old.interface == new.interface { Weight::None } else { Weight::Breaking };
    if renamed {
        let message = format!("the module `{}` looks renamed to `{id}`", old.names.id);
        let impact = Impact::all(Weight::Breaking).wire(interface);
        changes.push(change(&RENAMED, message).impact(impact));
    } else if interface == Weight::Breaking {
        let message = format!("the interface was `{}` and is `{}`", old.interface, new.interface);
        changes.push(change(&INTERFACE, message).impact(Impact::none().wire(interface)));
    }
    if old.skill != new.skill {
        let name = |skill: &Option<String>| skill.as_ref().map_or("none".to_owned(), |name| format!("`{name}`"));
        let message = format!("the skill was {} and is {}", name(&old.skill), name(&new.skill));
        let weight = Weight::breaking_if(old.skill.is_some());
        changes.push(change(&SKILL, message).impact(Impact::none().model(weight)));
    }
    let texts = [("the summary", &old.summary, &new.summary), ("the documentation", &old.doc, &new.doc)];
    if let Some(change) = wording::change(id, texts) {
        changes.push(change.old(old.span).new_place(new.span));
    }
}
