//! What gg installs for an arm when it is asked to: tools that are too large to be brought along.

use std::fmt;

/// Something that is installed for an arm, once, below a folder of the user's.
pub trait Install: Send + Sync {
    /// Whether it is there.
    fn is_installed(&self) -> bool;

    /// Puts it there, unless it is. Says before each step what is done.
    ///
    /// # Errors
    ///
    /// Something it stands on is missing, the folder cannot be written, or a tool that is asked fails. What was begun does
    /// not count as installed, and the next attempt begins anew.
    fn install(&self, tell: &dyn Fn(&str)) -> Result<(), InstallError>;
}

/// Why something could not be installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstallError {
    /// What was tried.
    pub step: String,
    /// What came of it.
    pub cause: String,
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.step, self.cause)
    }
}

impl std::error::Error for InstallError {}
