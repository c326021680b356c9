//! The allocator: one scope of generated names, in which a name is claimed once.

use std::{
    borrow::Cow,
    collections::{BTreeMap, btree_map::Entry},
    fmt,
};

use crate::source::Span;

/// Who holds a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder<'a> {
    /// Something of the table, at its place.
    Table(Span, Thing<'a>),
    /// The generated code itself: a helper, an import, a local.
    Generated(&'static str),
}

/// Something of the table, in a few words: the field `text-read.contents`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thing<'a> {
    /// What it is.
    pub what: &'static str,
    /// What it is a part of; empty where its id says it all.
    pub of: &'a str,
    /// Its id.
    pub id: &'a str,
}

impl fmt::Display for Thing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = if self.of.is_empty() { "" } else { "." };
        write!(f, "{} `{}{dot}{}`", self.what, self.of, self.id)
    }
}

/// Two holders of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collision<'a> {
    /// Who came first.
    pub first: Holder<'a>,
}

/// A scope of generated names.
#[derive(Debug, Clone, Default)]
pub struct Scope<'a> {
    names: BTreeMap<Cow<'a, str>, Holder<'a>>,
    fold: bool,
}

impl<'a> Scope<'a> {
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
    pub fn claim(&mut self, name: Cow<'a, str>, holder: Holder<'a>) -> Result<(), Collision<'a>> {
        let name = if self.fold { name.to_lowercase().into() } else { name };
        match self.names.entry(name) {
            Entry::Occupied(held) => Err(Collision { first: *held.get() }),
            Entry::Vacant(free) => {
                free.insert(holder);
                Ok(())
            }
        }
    }
}
