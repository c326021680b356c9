//! What changed between two tables, and for whom it matters.
//!
//! Three audiences are told apart. The *wire* is the membrane: where it changes, compiled components are built anew.
//! *Programs* are what agents have stored, per arm: whether they still run, and mean the same. The *model* has been
//! promised things by prompts and pages.

mod aliases;
mod calls;
mod capabilities;
mod change;
mod idiom;
mod impact;
mod meaning;
mod members;
mod modules;
mod operations;
mod pairing;
mod pairs;
mod params;
mod records;
mod render;
mod retype;
mod rule;
mod shapes;
mod spelling;
mod surface;
mod types;
mod variants;
mod wording;

pub use change::Change;
pub use impact::{Impact, Weight};
pub use render::{json, text};
pub use rule::{RULES, Rule};

use crate::surface::{Allow, Surface};
use change::Changes;
use pairing::Pairing;

/// Every change from one table to another, in the order of the tables. What the new table allows carries its reason.
pub fn diff(old: &Surface, new: &Surface) -> Vec<Change> {
    let pairing = Pairing::new(old, new);
    let mut changes = Changes::new(old, new, &pairing);
    surface::compare(&mut changes);
    capabilities::compare(&mut changes);
    modules::compare(&mut changes);
    types::compare(&mut changes);
    operations::compare(&mut changes);
    aliases::compare(&mut changes);
    changes.finish()
}

/// What the new table allows although nothing of the kind changed.
pub fn unused_allows<'a>(new: &'a Surface, changes: &[Change]) -> Vec<&'a Allow> {
    let used = |allow: &&Allow| changes.iter().any(|change| allow.rule == change.rule.id && allow.at == change.at);
    new.allows.iter().filter(|allow| !used(allow)).collect()
}

/// Whether any change breaks something for somebody and is not allowed.
pub fn is_breaking(changes: &[Change]) -> bool {
    changes.iter().any(Change::is_breaking)
}
