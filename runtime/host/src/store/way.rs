//! Ways through what waits for what.

use std::{collections::HashMap, hash::Hash};

/// A way along which one thing waits for another, both ends included: what closes a circle when the second is made to wait
/// for the first. None when there is no such way. `blockers` gives what a thing waits for.
///
/// # Errors
///
/// Those of `blockers`.
pub(crate) fn way<T: Clone + Eq + Hash, E>(
    from: &T,
    to: &T,
    mut blockers: impl FnMut(&T) -> Result<Vec<T>, E>,
) -> Result<Option<Vec<T>>, E> {
    let mut came: HashMap<T, T> = HashMap::from([(from.clone(), from.clone())]);
    let mut open = vec![from.clone()];
    while let Some(thing) = open.pop() {
        if thing == *to {
            let mut back = vec![thing];
            while let Some(last) = back.last().filter(|last| *last != from)
                && let Some(before) = came.get(last)
            {
                back.push(before.clone());
            }
            back.reverse();
            return Ok(Some(back));
        }
        for blocker in blockers(&thing)? {
            came.entry(blocker.clone()).or_insert_with(|| {
                open.push(blocker);
                thing.clone()
            });
        }
    }
    Ok(None)
}
