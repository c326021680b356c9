//! Changes of parameters. What each means for calls already written is found by making it alone and looking at where
//! the arguments then stand.

use super::{
    Impact, Rule, Weight,
    calls::{self, Slot},
    change::{Change, Changes},
    operations::offered,
    pairs::Pairs,
    retype::{self, Kind},
    shapes::Version,
};
use crate::{
    arms,
    emit::wit::type_text,
    surface::{Operation, Param, Surface, Usage},
};

pub(super) static REMOVED: Rule = Rule {
    id: "GGD030",
    title: "A parameter was removed",
    explain: "A call that gives it is refused in every arm, and the arguments after it stand elsewhere.",
};

pub(super) static ADDED_REQUIRED: Rule = Rule {
    id: "GGD031",
    title: "A required parameter was added",
    explain: "Every call written before lacks it. An `option` with a default the documentation names breaks fewer.",
};

pub(super) static ADDED_OPTIONAL: Rule = Rule {
    id: "GGD032",
    title: "A parameter that may be left out was added",
    explain: "Components must be built anew. Calls stay right where options go by name or in a bag that is there already; \
              a call that had no bag gets one, which a language that leaves no argument out notices, and so does an \
              operation whose only parameter stood for itself.",
};

pub(super) static RENAMED: Rule = Rule {
    id: "GGD033",
    title: "A parameter looks renamed",
    explain: "A parameter is gone, and one of the same type came at the same place. Where it stands by its position no \
              call notices, but the recorded request and the wire carry its name.",
};

pub(super) static REORDERED: Rule = Rule {
    id: "GGD034",
    title: "Parameters stand in another order",
    explain: "Arguments that stand by position change places: where their types are the same no compiler notices. Those \
              that go by name stay right.",
};

pub(super) static RETYPED: Rule = Rule {
    id: "GGD035",
    title: "A parameter has another type",
    explain: "What a call gives may be refused. Where an arm has one type for all integers, a wider one takes all that \
              the narrower took.",
};

pub(super) static BECAME_REQUIRED: Rule = Rule {
    id: "GGD036",
    title: "A parameter must be given now",
    explain: "An `option<T>` became a `T`: calls that left it out are refused, and those that gave it may have given it \
              elsewhere, in a bag or by name.",
};

pub(super) static BECAME_OPTIONAL: Rule = Rule {
    id: "GGD037",
    title: "A parameter may be left out now",
    explain: "A `T` became an `option<T>`. What was given by position goes by name or in a bag in most arms, so calls \
              that gave it are wrong there, unless it is the only parameter.",
};

pub(super) static LEFT_OUT: Rule = Rule {
    id: "GGD038",
    title: "Whether a list may be left out changed",
    explain: "The mark `left-out` moves a list between the arguments by position and those that may be left out. The \
              membrane carries the list either way.",
};

pub(super) static SPELLING: Rule = Rule {
    id: "GGD039",
    title: "A parameter is spelled otherwise in an arm",
    explain: "The parameter kept its id and the arm's own spelling changed. Calls that name it are wrong; those that give \
              it by position are not.",
};

/// The parameters of one operation before and after.
struct Comparison<'a, 'c> {
    changes: &'c mut Changes<'a>,
    old: &'a Operation,
    new: &'a Operation,
    pairs: Pairs,
    /// The old parameters.
    slots: Vec<Slot<'a>>,
}

pub(super) fn compare<'a>(changes: &mut Changes<'a>, old: &'a Operation, new: &'a Operation) {
    let ids = |operation: &'a Operation| operation.params.iter().map(|param| param.names.id.as_str());
    let mut pairs = Pairs::by_key(ids(old), ids(new));
    let shapes = &changes.pairing.shapes;
    pairs.by_likeness(
        |at| Some((at, shapes.named(Version::Old, &old.params[at].ty))),
        |at| Some((at, shapes.named(Version::New, &new.params[at].ty))),
    );
    let slots = (0..).zip(&old.params).map(|(key, param)| Slot::new(key, changes.old, param)).collect();
    let mut comparison = Comparison { changes, old, new, pairs, slots };
    comparison.removed();
    comparison.added();
    comparison.reordered();
    for (from, to) in comparison.pairs.same.clone() {
        comparison.pair(from, to);
    }
}

impl<'a> Comparison<'a, '_> {
    /// What it means for programs that the parameters are these, and no type changed.
    fn calls(&self, slots: &[Slot<'_>]) -> Impact {
        let stay = |arm, idiom| calls::stay_right(arm, idiom, &self.slots, slots);
        offered(Impact::none().per_arm(|arm, idiom| Weight::breaking_if(!stay(arm, idiom))), self.old)
    }

    fn change(&self, rule: &'static Rule, param: &Param, message: String) -> Change {
        Change::new(rule, format!("{}.{}", self.new.id, param.names.id), message)
    }

    fn removed(&mut self) {
        for at in self.pairs.removed.clone() {
            let param = &self.old.params[at];
            let rest: Vec<_> = self.slots.iter().filter(|slot| slot.key != at).copied().collect();
            let impact = self.calls(&rest).wire(Weight::Breaking).model_as_programs();
            let change = self.change(&REMOVED, param, format!("the parameter `{}` is gone", param.names.id));
            self.changes.push(change.old(param.span).new_place(self.new.span).impact(impact));
        }
    }

    fn added(&mut self) {
        for at in self.pairs.added.clone() {
            let param = &self.new.params[at];
            let slot = Slot::new(self.slots.len(), self.changes.new, param);
            let before = self.pairs.same.iter().filter(|(_, to)| *to < at).map(|(from, _)| from + 1).max().unwrap_or(0);
            let mut slots = self.slots.clone();
            slots.insert(before.min(slots.len()), slot);
            let impact = self.calls(&slots).wire(Weight::Breaking).model_as_programs();
            let (rule, what) =
                if slot.optional { (&ADDED_OPTIONAL, "may be left out") } else { (&ADDED_REQUIRED, "must be given") };
            let message = format!("the parameter `{}` is new and {what}", param.names.id);
            let change = self.change(rule, param, message);
            self.changes.push(change.old(self.old.span).new_place(param.span).impact(impact));
        }
    }

    fn reordered(&mut self) {
        if !self.pairs.reordered() {
            return;
        }
        let kept = |key: &usize| self.pairs.same.iter().any(|(from, _)| from == key);
        let before: Vec<_> = self.slots.iter().filter(|slot| kept(&slot.key)).copied().collect();
        let after: Vec<_> = self.pairs.same.iter().map(|(from, _)| self.slots[*from]).collect();
        let stay = |arm, idiom| calls::stay_right(arm, idiom, &before, &after);
        let impact = Impact::none().wire(Weight::Breaking);
        let impact = impact.per_arm(|arm, idiom| Weight::breaking_if(!stay(arm, idiom)));
        let impact = offered(impact, self.old).model_as_programs();
        let order: Vec<_> = self.new.params.iter().map(|param| param.names.id.as_str()).collect();
        let message = format!("the parameters are now {}", order.join(", "));
        let change = Change::new(&REORDERED, &self.new.id, message);
        self.changes.push(change.old(self.old.span).new_place(self.new.span).impact(impact));
    }

    fn pair(&mut self, from: usize, to: usize) {
        let (old, new) = (&self.old.params[from], &self.new.params[to]);
        let renamed = self.pairs.is_alike(from);
        if renamed || old.names.arm != new.names.arm {
            let mut slots = self.slots.clone();
            slots[from].names = &new.names;
            let impact = self.calls(&slots);
            let respelled = |arm| old.names.of(arm) != new.names.of(arm);
            let change = if renamed {
                let impact = impact.wire(Weight::Breaking).model(Weight::Breaking);
                let message = format!("the parameter `{}` looks renamed to `{}`", old.names.id, new.names.id);
                self.change(&RENAMED, new, message).impact(impact)
            } else {
                let weights = impact.programs.clone();
                let impact = impact
                    .per_arm(|arm, _| if respelled(arm) { *weights.get(arm) } else { Weight::None })
                    .model(Weight::Breaking);
                let arms = arms::indices().filter(|arm| respelled(*arm));
                let arms: Vec<_> = arms
                    .map(|arm| {
                        let (was, is) = (old.names.of(arm), new.names.of(arm));
                        format!("`{was}` → `{is}` ({})", arm.arm().profile().label)
                    })
                    .collect();
                self.change(&SPELLING, new, format!("the parameter is spelled otherwise: {}", arms.join(", ")))
                    .impact(impact)
            };
            self.changes.push(change.old(old.span).new_place(new.span));
        }
        self.retyped(from, old, new);
    }

    fn retyped(&mut self, from: usize, old: &'a Param, new: &'a Param) {
        let usage = Usage { input: true, output: false };
        let after = Slot::new(from, self.changes.new, new);
        let Some((kind, impact)) = retype::weigh(self.changes, &old.ty, &new.ty, usage) else {
            self.left_out(from, old, new);
            return;
        };
        let impact = match kind {
            Kind::BecameOptional | Kind::BecameRequired => {
                let mut slots = self.slots.clone();
                slots[from] = Slot { names: &old.names, ..after };
                self.calls(&slots).wire(Weight::Breaking).model_as_programs()
            }
            _ => offered(impact, self.old),
        };
        let rule = kind.rule(&RETYPED, &BECAME_REQUIRED, &BECAME_OPTIONAL);
        let written = |surface: &Surface, param: &Param| type_text(surface, &param.ty);
        let (was, is) = (written(self.changes.old, old), written(self.changes.new, new));
        let change = self.change(rule, new, format!("the type was `{was}` and is `{is}`"));
        self.changes.push(change.old(old.span).new_place(new.span).impact(impact));
    }

    fn left_out(&mut self, from: usize, old: &'a Param, new: &'a Param) {
        if old.left_out == new.left_out {
            return;
        }
        let mut slots = self.slots.clone();
        slots[from] = Slot { names: &old.names, ..Slot::new(from, self.changes.new, new) };
        let impact = self.calls(&slots).model_as_programs();
        let message = if new.left_out { "the list may be left out now" } else { "the list must be given now" };
        let change = self.change(&LEFT_OUT, new, message.to_owned());
        self.changes.push(change.old(old.span).new_place(new.span).impact(impact));
    }
}
