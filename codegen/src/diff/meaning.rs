//! Changes of what a call means: who holds it, when it happens, what a refusal says.

use super::{
    Impact, Rule, Weight,
    change::{Change, Changes},
    operations::offered,
    wording,
};
use crate::{
    emit::surface_json::request,
    surface::{Binding, DuringCompaction, Example, Mode, Operation, OperationIndex, Surface},
};

pub(super) static BINDING: Rule = Rule {
    id: "GGD090",
    title: "Something else buys an operation",
    explain: "An agent that held the call may not hold it now, and the other way round; its programs are refused with \
              `unavailable`. What every program holds breaks none. No page names what buys a call.",
};

pub(super) static ROLE: Rule = Rule {
    id: "GGD091",
    title: "An ending belongs to another role",
    explain: "An agent of the old role can no longer end its session by it, and its prompt told it to.",
};

pub(super) static MODE: Rule = Rule {
    id: "GGD092",
    title: "The effect of a call happens at another time",
    explain: "Between `deferred` and the other two a program is wrong that reads what it has just done, or does it twice. \
              Between `immediate` and `blocking` it only waits longer or shorter.",
};

pub(super) static DEADLINE: Rule = Rule {
    id: "GGD093",
    title: "Whether a call is served after the deadline changed",
    explain: "A call that is refused once the run's time is spent fails where it was served before.",
};

pub(super) static COMPACTION: Rule = Rule {
    id: "GGD094",
    title: "What a pending compaction does to a call changed",
    explain: "From `allowed` to `memory` to `refused` fewer calls are served; the other way more.",
};

pub(super) static INSTEAD: Rule = Rule {
    id: "GGD095",
    title: "A refusal suggests other calls",
    explain: "The sentence a refused program reads names other calls, or in another order.",
};

pub(super) static CONDITION: Rule = Rule {
    id: "GGD096",
    title: "The condition of a call changed",
    explain: "The host answers the condition besides the binding. A new or another one may take the call from agents that \
              held it; without one more hold it.",
};

pub(super) static EFFECT: Rule = Rule {
    id: "GGD097",
    title: "A call has another effect",
    explain: "What the host does after a success is another thing, so a program that ran before does something else.",
};

pub(super) static EXAMPLES: Rule = Rule {
    id: "GGD098",
    title: "The examples changed",
    explain: "Pages show other calls. The old ones may be as right as ever; a change of the signature is reported by \
              itself.",
};

pub(super) fn compare(changes: &mut Changes<'_>, old: &Operation, new: &Operation) {
    let (before, after) = (changes.old, changes.new);
    let mut push = |rule, message: String, impact| {
        let change = Change::new(rule, &new.id, message).old(old.span).new_place(new.span);
        changes.push(change.impact(offered(impact, old)));
    };
    let (was, is) = (bound(before, &old.binding), bound(after, &new.binding));
    if was != is {
        let (rule, model) = match (&old.binding, &new.binding) {
            (Binding::Ending(_), Binding::Ending(_)) => (&ROLE, Weight::Breaking),
            _ => (&BINDING, Weight::Compatible),
        };
        let programs = Weight::breaking_if(new.binding != Binding::Always);
        let impact = Impact::none().programs(programs).model(model);
        push(rule, format!("it was bought by {was} and is by {is}"), impact);
    }
    if old.mode != new.mode {
        let weight = Weight::breaking_if((old.mode == Mode::Deferred) != (new.mode == Mode::Deferred));
        let message = format!("the mode was `{}` and is `{}`", old.mode.word(), new.mode.word());
        push(&MODE, message, Impact::none().programs(weight).model(weight));
    }
    if old.deadline != new.deadline {
        let weight = Weight::breaking_if(new.deadline);
        let verb = if new.deadline { "is refused" } else { "is served" };
        let message = format!("it {verb} now once the run's time is spent");
        push(&DEADLINE, message, Impact::none().programs(weight).model(weight));
    }
    if old.during_compaction != new.during_compaction {
        let weight = Weight::breaking_if(served(new.during_compaction) < served(old.during_compaction));
        let (was, is) = (old.during_compaction.word(), new.during_compaction.word());
        let message = format!("during a compaction it was `{was}` and is `{is}`");
        push(&COMPACTION, message, Impact::none().programs(weight).model(weight));
    }
    let (was, is) = (ids(before, &old.instead), ids(after, &new.instead));
    if was != is {
        let message = format!("a refusal suggested {was} and suggests {is}");
        push(&INSTEAD, message, Impact::none().model(Weight::Compatible));
    }
    if old.condition != new.condition {
        let words = |condition: &Option<String>| {
            condition.as_ref().map_or("none".to_owned(), |condition| format!("\"{condition}\""))
        };
        let weight = Weight::breaking_if(new.condition.is_some());
        let message = format!("the condition was {} and is {}", words(&old.condition), words(&new.condition));
        push(&CONDITION, message, Impact::none().programs(weight));
    }
    if old.effect != new.effect {
        let message = format!("the effect was `{}` and is `{}`", old.effect, new.effect);
        let impact = Impact::none().programs(Weight::Breaking).model(Weight::Compatible);
        push(&EFFECT, message, impact);
    }
    let shown = |surface, operation: &Operation, example: &Example| request(surface, operation, example, None);
    let same = old.examples.len() == new.examples.len()
        && old
            .examples
            .iter()
            .zip(&new.examples)
            .all(|(a, b)| shown(before, old, a) == shown(after, new, b) && wording::same(&a.summary, &b.summary));
    if !same {
        push(&EXAMPLES, "other examples".to_owned(), Impact::none().model(Weight::Compatible));
    }
}

fn bound(surface: &Surface, binding: &Binding) -> String {
    match binding {
        Binding::Capability(index) => format!("the capability `{}`", surface.capability(*index).id),
        Binding::Ending(role) => format!("the ending role `{role}`"),
        Binding::Machine => "a position in the machine".to_owned(),
        Binding::Always => "nothing".to_owned(),
    }
}

fn ids(surface: &Surface, operations: &[OperationIndex]) -> String {
    let ids: Vec<_> = operations.iter().map(|index| format!("`{}`", surface.operation(*index).id)).collect();
    if ids.is_empty() { "nothing".to_owned() } else { ids.join(", ") }
}

/// How much is served, to compare.
fn served(during: DuringCompaction) -> u8 {
    match during {
        DuringCompaction::Refused => 0,
        DuringCompaction::Memory => 1,
        DuringCompaction::Allowed => 2,
    }
}
