//! The files of an output, in memory.

use std::collections::BTreeMap;

/// Files by path: relative, `/` between its parts. What is not in it does not exist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileSet(BTreeMap<String, Vec<u8>>);

impl FileSet {
    /// No file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. Emitters own disjoint folders, so a path comes once; the last one stands.
    pub fn insert(&mut self, path: impl Into<String>, contents: impl Into<Vec<u8>>) {
        let mut contents = contents.into();
        // A text that grew as it was written holds up to twice what it needs, and there may be thousands of them.
        contents.shrink_to_fit();
        self.0.insert(path.into(), contents);
    }

    /// The contents of a file.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.0.get(path).map(Vec::as_slice)
    }

    /// Paths and contents, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().map(|(path, contents)| (path.as_str(), contents.as_slice()))
    }

    /// Adds all files of another set.
    pub fn extend(&mut self, other: FileSet) {
        self.0.extend(other.0);
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is a file of this path.
    pub fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }
}
