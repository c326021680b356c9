//! The names of one thing in every language it is written in, decided once.

use crate::arms::{self, ArmIndex};

/// A value for each arm, in the order of [`arms::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerArm<T>(Vec<T>);

impl<T> PerArm<T> {
    /// One value an arm, made by `make`.
    pub fn from_fn(make: impl FnMut(ArmIndex) -> T) -> Self {
        Self(arms::indices().map(make).collect())
    }

    /// The value of an arm.
    pub fn get(&self, arm: ArmIndex) -> &T {
        &self.0[arm.position()]
    }

    /// The value of an arm, to change.
    pub fn get_mut(&mut self, arm: ArmIndex) -> &mut T {
        &mut self.0[arm.position()]
    }

    /// Arms and values.
    pub fn iter(&self) -> impl Iterator<Item = (ArmIndex, &T)> {
        arms::indices().zip(&self.0)
    }
}

/// The names of a module, an operation, a type, a member or a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// As the table writes it, bare: `read_file`, `first-line`, `text-read`.
    pub id: String,
    /// In WIT, not escaped: kebab-case.
    pub wit: String,
    /// In JSON (requests, `surface.json`): `snake_case`.
    pub json: String,
    /// In the generated Rust host: an identifier in the case its place asks for, escaped.
    pub host: String,
    /// In each arm: an identifier in the case its place asks for, escaped, unique in its scope.
    pub arm: PerArm<String>,
}

impl Names {
    /// The name in an arm.
    pub fn of(&self, arm: ArmIndex) -> &str {
        self.arm.get(arm)
    }
}
