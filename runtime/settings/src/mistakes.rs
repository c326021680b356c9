//! What is wrong with a file, each mistake at its place.

use std::{fmt, ops::Range};

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The bytes of the text it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do, if that can be said.
    pub help: Option<String>,
}

/// Everything that is wrong with a file, in the order of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes {
    /// What the file is called: the path it was read from.
    pub name: String,
    /// Its text.
    pub text: String,
    /// At least one.
    pub mistakes: Vec<Mistake>,
}

impl Mistakes {
    /// The line and the column of a byte, both from 1; the column counts characters.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

/// Each mistake with the line it stands on.
impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, mistake) in self.mistakes.iter().enumerate() {
            let (line, column) = self.place(mistake.span.start);
            if at > 0 {
                f.write_str("\n\n")?;
            }
            write!(f, "{}:{line}:{column}: {}", self.name, mistake.message)?;
            let text = self.text.lines().nth(line - 1).unwrap_or("");
            let marked = self.text.get(mistake.span.clone()).unwrap_or("");
            let width = marked.lines().next().unwrap_or("").chars().count().max(1);
            // Tabs stay tabs, so that the marks stand below what they mark.
            let indent = text.chars().take(column - 1).map(|character| if character == '\t' { '\t' } else { ' ' });
            write!(f, "\n  {text}\n  {}{}", indent.collect::<String>(), "^".repeat(width))?;
            if let Some(help) = &mistake.help {
                write!(f, "\n  {help}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Mistakes {}

/// The help that names what was probably meant, or else everything there is, if that is not much.
pub fn meant(word: &str, names: &[&str]) -> Option<String> {
    const FEW: usize = 30;
    let near: Vec<String> = near(word, names).into_iter().map(|name| format!("`{name}`")).collect();
    if !near.is_empty() {
        return Some(format!("did you mean {}?", near.join(" or ")));
    }
    let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    (1..=FEW).contains(&all.len()).then(|| format!("there is {}", all.join(", ")))
}

/// The names nearest to a word, near enough to be a slip: at most 3.
fn near<'a>(word: &str, names: &[&'a str]) -> Vec<&'a str> {
    const MOST: usize = 3;
    let reach = match word.chars().count() {
        0..=3 => 1,
        4..=8 => 2,
        _ => 3,
    };
    let word = word.to_lowercase();
    let distance = |name: &str| strsim::osa_distance(&word, &name.to_lowercase());
    let placed: Vec<(usize, &str)> = names.iter().map(|name| (distance(name), *name)).collect();
    let best = placed.iter().map(|(distance, _)| *distance).min().filter(|best| *best <= reach);
    let near = placed.into_iter().filter(|(distance, _)| Some(*distance) == best);
    near.map(|(_, name)| name).take(MOST).collect()
}
