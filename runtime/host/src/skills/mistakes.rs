//! What is wrong with a skill library, each mistake at its file and line.

use std::fmt;

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillMistake {
    /// The file or folder, as the workspace calls it.
    pub file: String,
    /// The line, from 1; none where it is about the whole.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

/// Everything that is wrong with a library; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillMistakes(pub Vec<SkillMistake>);

impl SkillMistake {
    /// A mistake of a whole file or folder.
    pub(super) fn of(file: &str, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: None, message: message.into() }
    }

    /// A mistake on a line.
    pub(super) fn on(file: &str, line: usize, message: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::of(file, message) }
    }
}

/// `file:line: message`.
impl fmt::Display for SkillMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// A mistake a line.
impl fmt::Display for SkillMistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, mistake) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            mistake.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for SkillMistakes {}
