//! How a folder differs from the files it should hold.

use similar::TextDiff;

/// What a folder has that it should not, and what it lacks. All paths are relative, `/` between their parts, and sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Files that are not there.
    pub missing: Vec<String>,
    /// Files that hold something else.
    pub changed: Vec<Changed>,
    /// Files of ours that are no longer listed.
    pub stale: Vec<String>,
    /// Files that somebody else put there.
    pub foreign: Vec<String>,
}

/// A file that holds something else than it should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Its path.
    pub path: String,
    /// What it holds.
    pub found: Vec<u8>,
    /// What it should hold.
    pub expected: Vec<u8>,
}

impl Comparison {
    /// Whether the folder holds exactly the files it should.
    pub fn is_clean(&self) -> bool {
        self.missing.is_empty() && self.changed.is_empty() && self.stale.is_empty() && self.foreign.is_empty()
    }
}

impl Changed {
    /// The difference as a unified diff, from what the file holds to what it should.
    pub fn diff(&self) -> String {
        match (text(&self.found), text(&self.expected)) {
            (Some(found), Some(expected)) => TextDiff::from_lines(&found, &expected)
                .unified_diff()
                .header(&format!("{} (on disk)", self.path), &format!("{} (expected)", self.path))
                .to_string(),
            _ => format!(
                "--- {path} (on disk, {found} bytes)\n+++ {path} (expected, {expected} bytes)\nbinary files differ\n",
                path = self.path,
                found = self.found.len(),
                expected = self.expected.len(),
            ),
        }
    }
}

/// The contents as text with line endings normalised; none for a binary file.
fn text(contents: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(contents).ok().filter(|text| !text.contains('\0'))?;
    Some(text.replace("\r\n", "\n"))
}

/// Whether two contents are the same, a text file's line endings aside.
pub(super) fn same(found: &[u8], expected: &[u8]) -> bool {
    if found == expected {
        return true;
    }
    // Only a checkout that turned `\n` into `\r\n` makes a file longer without changing what it says.
    found.len() > expected.len() && matches!((text(found), text(expected)), (Some(a), Some(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_endings_alone_are_no_change() {
        assert!(same(b"a\r\nb\r\n", b"a\nb\n"));
        assert!(!same(b"a\r\nb\r\n", b"a\nc\n"));
        assert!(!same(b"\0a\r\n", b"\0a\n"), "a binary file has no lines");
    }

    #[test]
    fn the_diff_goes_from_the_disk_to_what_is_expected() {
        let changed = Changed { path: "a.md".into(), found: b"x\r\nold\r\n".into(), expected: b"x\nnew\n".into() };
        assert_eq!(changed.diff(), "--- a.md (on disk)\n+++ a.md (expected)\n@@ -1,2 +1,2 @@\n x\n-old\n+new\n");
    }

    #[test]
    fn binary_files_are_not_drawn() {
        let changed = Changed { path: "a.wasm".into(), found: vec![0, 1], expected: vec![0, 2, 3] };
        assert!(changed.diff().ends_with("binary files differ\n"));
    }
}
