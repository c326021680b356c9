//! Changes of the methods SDKs add to types.

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    pairs::Pairs,
    types,
};
use crate::{
    arms::ArmIndex,
    surface::{Alias, Surface, TypeKind},
};

pub(super) static REMOVED: Rule = Rule {
    id: "GGD100",
    title: "A method was removed from a type",
    explain: "The second spelling of a call is gone; the call itself is what it was. Arms without such methods do not \
              notice.",
};

pub(super) static ADDED: Rule = Rule {
    id: "GGD101",
    title: "A method was added to a type",
    explain: "A call has one spelling more; the ones it had are what they were.",
};

pub(super) static CHANGED: Rule = Rule {
    id: "GGD102",
    title: "A method calls something else, or fills it otherwise",
    explain: "The method calls another operation, or takes other arguments from the value it stands on: a program that \
              uses it does something else, or gives too much or too little.",
};

pub(super) fn compare(changes: &mut Changes<'_>) {
    let (old, new) = (changes.old, changes.new);
    let ids = |surface: &Surface| -> Vec<String> { surface.aliases.iter().map(|alias| at(surface, alias)).collect() };
    // A type that looks renamed keeps its methods.
    let before = old.aliases.iter().map(|alias| {
        let renamed = changes.pairing.types.same.iter().find(|(from, _)| *from == alias.ty.0 as usize);
        match renamed {
            Some((_, to)) => format!("{}.{}", new.types[*to].names.id, alias.names.id),
            None => at(old, alias),
        }
    });
    let pairs = Pairs::by_key(before.collect::<Vec<_>>(), ids(new));
    let method = |weight| {
        let offers = |arm: ArmIndex| arm.arm().profile().supports.aliases;
        Impact::none().per_arm(|arm, _| if offers(arm) { weight } else { Weight::None }).model(weight)
    };
    for position in &pairs.removed {
        let alias = &old.aliases[*position];
        let message = format!("the method `{}` is gone", alias.names.id);
        let change = Change::new(&REMOVED, at(old, alias), message);
        changes.push(change.old(alias.span).impact(method(Weight::Breaking)));
    }
    for position in &pairs.added {
        let alias = &new.aliases[*position];
        let message = format!("the method `{}` is new", alias.names.id);
        let change = Change::new(&ADDED, at(new, alias), message);
        changes.push(change.new_place(alias.span).impact(method(Weight::Compatible)));
    }
    for (from, to) in &pairs.same {
        let (before, after) = (&old.aliases[*from], &new.aliases[*to]);
        let id = at(new, after);
        if let Some(change) = types::spelled(&id, &before.names, &after.names) {
            changes.push(change.old(before.span).new_place(after.span));
        }
        let (was, is) = (call(old, before), call(new, after));
        if was != is {
            let change = Change::new(&CHANGED, id, format!("it was {was} and is {is}"));
            changes.push(change.old(before.span).new_place(after.span).impact(method(Weight::Breaking)));
        }
    }
}

fn at(surface: &Surface, alias: &Alias) -> String {
    format!("{}.{}", surface.type_def(alias.ty).names.id, alias.names.id)
}

/// The call in words: `files.read_file(path = path)`.
fn call(surface: &Surface, alias: &Alias) -> String {
    let operation = surface.operation(alias.operation);
    let fields = match &surface.type_def(alias.ty).kind {
        TypeKind::Record(fields) => fields.as_slice(),
        _ => &[],
    };
    let args = operation.params.iter().zip(&alias.args);
    let args = args.filter_map(|(param, field)| Some((param, fields.get((*field)?)?)));
    let args: Vec<_> = args.map(|(param, field)| format!("{} = {}", param.names.id, field.names.id)).collect();
    format!("`{}({})`", operation.id, args.join(", "))
}
