//! Two lists whose items belong together by a key, or where a key is gone, by likeness.

use std::collections::{BTreeMap, BTreeSet};

/// Positions in two lists that belong together, and what is left.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Old and new, in the order of the new list.
    pub(super) same: Vec<(usize, usize)>,
    /// Found by likeness only; they are in `same` too.
    pub(super) alike: BTreeMap<usize, usize>,
    /// Old ones without a counterpart.
    pub(super) removed: Vec<usize>,
    /// New ones without a counterpart.
    pub(super) added: Vec<usize>,
}

impl Pairs {
    /// Pairs what has one key; keys are unique within a list.
    pub(super) fn by_key<K: Ord>(old: impl IntoIterator<Item = K>, new: impl IntoIterator<Item = K>) -> Self {
        let mut left: BTreeMap<K, usize> = old.into_iter().zip(0..).collect();
        let mut pairs = Self::default();
        for (key, at) in new.into_iter().zip(0..) {
            match left.remove(&key) {
                Some(old) => pairs.same.push((old, at)),
                None => pairs.added.push(at),
            }
        }
        pairs.removed = left.into_values().collect();
        pairs.removed.sort_unstable();
        pairs
    }

    /// Pairs what is left and has the same likeness, first with first.
    pub(super) fn by_likeness<K: Ord>(
        &mut self,
        old: impl Fn(usize) -> Option<K>,
        new: impl Fn(usize) -> Option<K>,
    ) -> Vec<(usize, usize)> {
        let mut left: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        for at in self.removed.iter().rev() {
            if let Some(key) = old(*at) {
                left.entry(key).or_default().push(*at);
            }
        }
        let mut found = Vec::new();
        self.added.retain(|at| {
            let old = new(*at).and_then(|key| left.get_mut(&key)?.pop());
            found.extend(old.map(|old| (old, *at)));
            old.is_none()
        });
        let gone: BTreeSet<usize> = found.iter().map(|(old, _)| *old).collect();
        self.removed.retain(|at| !gone.contains(at));
        self.alike.extend(found.iter().copied());
        self.same.extend(found.iter().copied());
        self.same.sort_by_key(|(_, new)| *new);
        found
    }

    /// Whether what is in both lists has another order.
    pub(super) fn reordered(&self) -> bool {
        !self.same.is_sorted_by_key(|(old, _)| *old)
    }

    /// Whether a pair was found by likeness only.
    pub(super) fn is_alike(&self, old: usize) -> bool {
        self.alike.contains_key(&old)
    }
}
