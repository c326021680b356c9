//! Whether the calls that were right before a change of the parameters are right after it, in one arm.

use super::idiom::Idiom;
use crate::{
    arms::{ArmIndex, CallLayout, Place},
    surface::{Names, Param, Surface},
};

/// A parameter as far as it decides where its argument stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot<'a> {
    /// Says which parameter of the other list it is.
    pub(super) key: usize,
    pub(super) names: &'a Names,
    pub(super) optional: bool,
    /// It is optional by the mark of a list, not by its type.
    pub(super) left_out: bool,
}

impl<'a> Slot<'a> {
    pub(super) fn new(key: usize, surface: &Surface, param: &'a Param) -> Self {
        Self { key, names: &param.names, optional: param.is_optional(surface), left_out: param.left_out }
    }
}

/// Whether every call by the old parameters is one by the new ones; types are not looked at.
pub(super) fn stay_right(arm: ArmIndex, idiom: Idiom, old: &[Slot<'_>], new: &[Slot<'_>]) -> bool {
    let layout = |slots: &[Slot<'_>]| {
        let optional: Vec<bool> = slots.iter().map(|slot| slot.optional).collect();
        CallLayout::of(idiom.optional, &optional)
    };
    let (before, after) = (layout(old), layout(new));
    let kept = old.iter().zip(&before.places).all(|(slot, place)| {
        let counterpart = new.iter().zip(&after.places).find(|(other, _)| other.key == slot.key);
        counterpart.is_some_and(|(other, other_place)| {
            let same_name = slot.names.of(arm) == other.names.of(arm);
            let placed = match (place, other_place) {
                (Place::Positional(a), Place::Positional(b)) => a == b && (same_name || !idiom.named_arguments),
                (Place::Keyword, Place::Keyword | Place::Positional(_)) | (Place::Option, Place::Option) => same_name,
                _ => false,
            };
            // A list that may be left out is the same list; an option is another type.
            let same_type = slot.optional == other.optional || slot.left_out != other.left_out || !idiom.exact;
            placed && same_type && (other.optional || !slot.optional)
        })
    });
    let fits = new.iter().zip(&after.places).all(|(slot, place)| {
        let came = !old.iter().any(|other| other.key == slot.key);
        !came || (slot.optional && (!idiom.exact || (before.bag && *place == Place::Option)))
    });
    kept && fits
}
