//! Changes of the surface itself.

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    wording,
};
use crate::surface::Package;

/// What a change of the whole surface is reported at.
pub(super) const AT: &str = "surface";

pub(super) static RENAMED: Rule = Rule {
    id: "GGD001",
    title: "The root has another name",
    explain: "Every program imports the root or names it in each call, every page prints it, and the bare WIT file is \
              called by it. Nothing stored runs afterwards.",
};

pub(super) static PACKAGE: Rule = Rule {
    id: "GGD002",
    title: "The WIT package has another name",
    explain: "Every interface is imported by its package's name, so no component built before fits. No program and no \
              page names the package.",
};

pub(super) fn compare(changes: &mut Changes<'_>) {
    let (old, new) = (changes.old, changes.new);
    if old.name.id != new.name.id {
        let message = format!("the root was `{}` and is `{}`", old.name.id, new.name.id);
        let impact = Impact::all(Weight::Breaking).wire(Weight::None);
        changes.push(Change::new(&RENAMED, AT, message).old(old.span).new_place(new.span).impact(impact));
    }
    if old.package != new.package {
        let name = |package: &Package| format!("{}:{}", package.namespace, package.name);
        let message = format!("the package was `{}` and is `{}`", name(&old.package), name(&new.package));
        let change = Change::new(&PACKAGE, AT, message).impact(Impact::none().wire(Weight::Breaking));
        changes.push(change.old(old.span).new_place(new.span));
    }
    let texts = [("the summary", &old.summary, &new.summary), ("the documentation", &old.doc, &new.doc)];
    if let Some(change) = wording::change(AT, texts) {
        changes.push(change.old(old.span).new_place(new.span));
    }
}
