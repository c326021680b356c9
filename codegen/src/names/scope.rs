//! The allocator: one scope of generated names, in which a name is claimed once.

use std::collections::BTreeMap;

use crate::source::Span;

/// Who holds a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holder {
    /// Something of the table, at its place, described in a few words.
    Table(Span, String),
    /// The generated code itself: a helper, an import, a local.
    Generated(&'static str),
}

/// Two holders of one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision {
    /// The name both would have.
    pub name: String,
    /// Who came first.
    pub first: Holder,
}

/// A scope of generated names.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    names: BTreeMap<String, Holder>,
    fold: bool,
}

impl Scope {
    /// An empty scope.
    pub fn new() -> Self {
        Self::default()
    }

    /// A scope in which names that differ only by case collide, as files do on some disks.
    pub fn ignoring_case() -> Self {
        Self { fold: true, ..Self::default() }
    }

    /// Gives the name to the holder.
    ///
    /// # Errors
    ///
    /// Somebody holds it already; the scope is left as it was.
    pub fn claim(&mut self, name: &str, holder: Holder) -> Result<(), Collision> {
        let key = if self.fold { name.to_lowercase() } else { name.to_owned() };
        match self.names.get(&key) {
            Some(first) => Err(Collision { name: name.to_owned(), first: first.clone() }),
            None => {
                self.names.insert(key, holder);
                Ok(())
            }
        }
    }
}
