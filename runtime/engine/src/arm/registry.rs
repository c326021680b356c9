//! The arms a runtime has.

use std::sync::Arc;

use super::Arm;

/// Arms, in the order in which they were given.
#[derive(Clone, Default)]
pub struct Arms(Vec<Arc<dyn Arm>>);

impl Arms {
    /// These arms. Of two with one id the first is used.
    pub fn new(arms: Vec<Arc<dyn Arm>>) -> Self {
        Self(arms)
    }

    /// The arm with an id.
    pub fn find(&self, id: &str) -> Option<&Arc<dyn Arm>> {
        self.0.iter().find(|arm| arm.id() == id)
    }

    /// Every arm.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Arm>> {
        self.0.iter()
    }
}

impl std::fmt::Debug for Arms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|arm| arm.id())).finish()
    }
}
