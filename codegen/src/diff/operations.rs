//! Changes of operations: which there are, what they are called, what they give back.

use std::collections::BTreeMap;

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    idiom::Idiom,
    meaning,
    pairing::{index, position},
    params, retype,
    spelling::respelled,
    wording,
};
use crate::{
    arms::{self, ArmIndex},
    emit::wit::type_text,
    surface::{ErrorCase, ModuleIndex, Operation, Surface, TypeKind, Usage},
};

pub(super) static REMOVED: Rule = Rule {
    id: "GGD020",
    title: "An operation was removed",
    explain: "Components import it, programs call it, pages promise it. An arm that could not offer it has nothing to \
              lose.",
};

pub(super) static ADDED: Rule = Rule {
    id: "GGD021",
    title: "An operation was added",
    explain: "A component built before imports less than there is, and still fits. This is the one addition that breaks \
              nothing.",
};

pub(super) static MOVED: Rule = Rule {
    id: "GGD022",
    title: "An operation moved to another module",
    explain: "The operation is gone from its module, and one of the same key and signature came in another. Every call \
              of it is spelled otherwise. It is compared further as the same operation.",
};

pub(super) static RENAMED: Rule = Rule {
    id: "GGD023",
    title: "An operation looks renamed",
    explain: "The operation is gone, and another of the same module with the same parameters and result came. It is \
              compared further as the same operation; if it is another one, nothing but this message is wrong.",
};

pub(super) static REORDERED: Rule = Rule {
    id: "GGD024",
    title: "Operations of a module stand in another order",
    explain: "Pages list operations in table order, and the bare package is another text. Nothing that was right becomes \
              wrong.",
};

pub(super) static SPELLING: Rule = Rule {
    id: "GGD025",
    title: "An operation is spelled otherwise in an arm",
    explain: "The operation kept its id and the arm's own spelling of the call changed (`name.ARM`), so programs of that \
              arm no longer find it.",
};

pub(super) static EXEMPTED: Rule = Rule {
    id: "GGD026",
    title: "An arm no longer offers an operation",
    explain: "An exemption was added (`except.ARM`): in that arm it is as if the operation were removed. The membrane \
              stays as it is.",
};

pub(super) static OFFERED: Rule = Rule {
    id: "GGD027",
    title: "An arm offers an operation it did not",
    explain: "An exemption was taken away: in that arm it is as if the operation were added.",
};

pub(super) static RETURNS: Rule = Rule {
    id: "GGD040",
    title: "An operation gives back something else",
    explain: "Programs read the result by its type. Where an arm has one type for all integers, another width of integer \
              reads the same; a value that was an option and is always there now reads the same where options are bare.",
};

pub(super) static ERROR_ADDED: Rule = Rule {
    id: "GGD041",
    title: "An operation can fail in another way",
    explain: "A program that branches on the code of a failure meets one its author did not know of; every program must \
              be ready for codes of any operation, so this breaks none.",
};

pub(super) static ERROR_REMOVED: Rule = Rule {
    id: "GGD042",
    title: "An operation no longer fails in one way",
    explain: "The page promised that code for that case. A branch on it is dead now, and the case it was for may come as \
              another failure, or succeed.",
};

pub(super) fn compare(changes: &mut Changes<'_>) {
    let (old, new, pairs) = (changes.old, changes.new, &changes.pairing.operations);
    for at in &pairs.removed {
        let operation = &old.operations[*at];
        let message = format!("the operation `{}` is gone", operation.id);
        let impact = offered(Impact::all(Weight::Breaking), operation);
        changes.push(Change::new(&REMOVED, &operation.id, message).old(operation.span).impact(impact));
    }
    for at in &pairs.added {
        let operation = &new.operations[*at];
        let message = format!("the operation `{}` is new", operation.id);
        let impact = offered(Impact::all(Weight::Compatible), operation);
        changes.push(Change::new(&ADDED, &operation.id, message).new_place(operation.span).impact(impact));
    }
    for (from, to) in &pairs.same {
        pair(changes, &old.operations[*from], &new.operations[*to], pairs.is_alike(*from));
    }
    reordered(changes);
}

fn pair<'a>(changes: &mut Changes<'a>, old: &'a Operation, new: &'a Operation, alike: bool) {
    let change = |rule, message: String| Change::new(rule, &new.id, message).old(old.span).new_place(new.span);
    if alike {
        let breaking = offered(Impact::all(Weight::Breaking), old);
        let moved = changes.pairing.module(old.module) != Some(new.module);
        if moved {
            let message = format!("the operation `{}` moved: it is `{}` now", old.id, new.id);
            changes.push(change(&MOVED, message).impact(breaking));
        } else {
            let message = format!("the operation `{}` looks renamed to `{}`", old.id, new.id);
            changes.push(change(&RENAMED, message).impact(breaking));
        }
    } else if let Some((arms, impact)) = respelled(&old.names, &new.names) {
        let message = format!("the operation is spelled otherwise: {arms}");
        changes.push(change(&SPELLING, message).impact(offered(impact, old)));
    }
    exemptions(changes, old, new);
    params::compare(changes, old, new);
    returns(changes, old, new);
    errors(changes, old, new);
    meaning::compare(changes, old, new);
    texts(changes, old, new);
}

/// The impact on the arms that offer an operation; the others have no program that calls it.
pub(super) fn offered(impact: Impact, operation: &Operation) -> Impact {
    let weights = impact.programs.clone();
    impact.per_arm(|arm, _| if operation.except.get(arm).is_some() { Weight::None } else { *weights.get(arm) })
}

fn exemptions(changes: &mut Changes<'_>, old: &Operation, new: &Operation) {
    for arm in arms::indices() {
        let (rule, verb, weight) = match (old.except.get(arm), new.except.get(arm)) {
            (None, Some(_)) => (&EXEMPTED, "no longer offers", Weight::Breaking),
            (Some(_), None) => (&OFFERED, "offers", Weight::Compatible),
            _ => continue,
        };
        let only = |other: ArmIndex, _: Idiom| if other == arm { weight } else { Weight::None };
        let message = format!("{} {verb} `{}`", arm.arm().profile().label, new.id);
        let impact = Impact::none().per_arm(only).model(weight);
        changes.push(Change::new(rule, &new.id, message).old(old.span).new_place(new.span).impact(impact));
    }
}

fn returns(changes: &mut Changes<'_>, old: &Operation, new: &Operation) {
    let change = |rule, message: String| Change::new(rule, &new.id, message).old(old.span).new_place(new.span);
    let written = |surface: &Surface, operation: &Operation| match &operation.returns {
        Some(returns) => format!("`{}`", type_text(surface, &returns.ty)),
        None => "nothing".to_owned(),
    };
    let (was, is) = (written(changes.old, old), written(changes.new, new));
    let message = format!("the result was {was} and is {is}");
    match (&old.returns, &new.returns) {
        (None, None) => {}
        (Some(before), Some(after)) => {
            let usage = Usage { input: false, output: true };
            if let Some((kind, impact)) = retype::weigh(changes, &before.ty, &after.ty, usage) {
                let rule = kind.rule(&RETURNS, &RETURNS, &RETURNS);
                changes.push(change(rule, message).impact(offered(impact, old)));
            }
        }
        (None, Some(_)) => {
            let impact = Impact::none().wire(Weight::Breaking);
            let impact = impact.per_arm(|_, idiom| Weight::breaking_if(idiom.exact)).model_as_programs();
            changes.push(change(&RETURNS, message).impact(offered(impact, old)));
        }
        (Some(_), None) => {
            changes.push(change(&RETURNS, message).impact(offered(Impact::all(Weight::Breaking), old)));
        }
    }
}

fn errors(changes: &mut Changes<'_>, old: &Operation, new: &Operation) {
    let before: Vec<_> = old.errors.iter().map(|error| code(changes.old, error)).collect();
    let after: Vec<_> = new.errors.iter().map(|error| code(changes.new, error)).collect();
    let at = |code: &str| format!("{}.{code}", new.id);
    for code in after.iter().filter(|code| !before.contains(code)) {
        let message = format!("it can fail with `{code}`");
        let impact = offered(Impact::none().programs(Weight::Compatible), old).model(Weight::Compatible);
        changes.push(Change::new(&ERROR_ADDED, at(code), message).old(old.span).new_place(new.span).impact(impact));
    }
    for code in before.iter().filter(|code| !after.contains(code)) {
        let message = format!("it no longer fails with `{code}`");
        let impact = offered(Impact::none().programs(Weight::Compatible), old).model(Weight::Breaking);
        changes.push(Change::new(&ERROR_REMOVED, at(code), message).old(old.span).new_place(new.span).impact(impact));
    }
}

fn code<'a>(surface: &'a Surface, error: &ErrorCase) -> &'a str {
    match &surface.type_def(surface.error_code).kind {
        TypeKind::Enum(codes) => codes.get(error.code).map_or("", |code| code.names.id.as_str()),
        _ => "",
    }
}

fn texts(changes: &mut Changes<'_>, old: &Operation, new: &Operation) {
    let mut texts = vec![
        ("the summary".to_owned(), &old.summary, &new.summary),
        ("the documentation".to_owned(), &old.doc, &new.doc),
    ];
    for after in &new.params {
        if let Some(before) = old.params.iter().find(|param| param.names.id == after.names.id) {
            texts.push((format!("`{}`", after.names.id), &before.doc, &after.doc));
        }
    }
    if let (Some(before), Some(after)) = (&old.returns, &new.returns) {
        texts.push(("the result".to_owned(), &before.doc, &after.doc));
    }
    for after in &new.errors {
        let name = code(changes.new, after);
        if let Some(before) = old.errors.iter().find(|error| code(changes.old, error) == name) {
            texts.push((format!("the error `{name}`"), &before.when, &after.when));
        }
    }
    if let Some(change) = wording::change(&new.id, texts) {
        changes.push(change.old(old.span).new_place(new.span));
    }
}

/// A change for each module whose operations stand in another order.
fn reordered(changes: &mut Changes<'_>) {
    let back: BTreeMap<usize, usize> = changes.pairing.operations.same.iter().map(|(from, to)| (*to, *from)).collect();
    let new = changes.new;
    for (from, to) in &changes.pairing.modules.same {
        let old_module = &changes.old.modules[*from];
        let new_module = &new.modules[*to];
        let came_from = new_module.operations.iter().filter_map(|at| back.get(&position(at.0)).copied());
        let came_from: Vec<usize> = came_from
            .filter(|at| changes.pairing.module(changes.old.operations[*at].module) == Some(ModuleIndex(index(*to))))
            .collect();
        if !came_from.is_sorted() {
            let order: Vec<_> = new_module.operations.iter().map(|at| new.operation(*at).names.id.as_str()).collect();
            let message = format!("the order is now {}", order.join(", "));
            let impact = Impact::none().wire(Weight::Compatible).model(Weight::Compatible);
            let change = Change::new(&REORDERED, &new_module.names.id, message);
            changes.push(change.old(old_module.span).new_place(new_module.span).impact(impact));
        }
    }
}
