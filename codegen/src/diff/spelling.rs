//! Things that kept their id and have another name in an arm.

use super::{Impact, Weight};
use crate::{arms, surface::Names};

/// The arms in which a thing has another name, in words, and what that weighs.
pub(super) fn respelled(old: &Names, new: &Names) -> Option<(String, Impact)> {
    if old.arm == new.arm {
        return None;
    }
    let differs = |arm| old.of(arm) != new.of(arm);
    let arms = arms::indices().filter(|arm| differs(*arm));
    let arms: Vec<_> =
        arms.map(|arm| format!("`{}` → `{}` ({})", old.of(arm), new.of(arm), arm.arm().profile().label)).collect();
    let impact = Impact::none()
        .per_arm(|arm, _| if differs(arm) { Weight::Breaking } else { Weight::None })
        .model(Weight::Breaking);
    Some((arms.join(", "), impact))
}
