//! What tells our files from a stranger's: the header that text files open with, and a list of all files for those that
//! cannot carry one.

use serde::{Deserialize, Serialize};

use super::FileSet;

/// The path of the list of files, below the output folder.
pub const MANIFEST: &str = "manifest.json";

/// What every header says of its file; see [`crate::emit::Context::header`].
const MARK: &[u8] = b" by gg-codegen; edits are lost.";

/// How far into a file the header is looked for.
const HEAD: usize = 1024;

#[derive(Serialize, Deserialize)]
struct Manifest {
    generated: String,
    files: Vec<String>,
}

/// Adds the list of all files, itself among them.
pub(crate) fn add(files: &mut FileSet, header: &str) {
    files.insert(MANIFEST, "");
    let manifest =
        Manifest { generated: header.to_owned(), files: files.iter().map(|(path, _)| path.to_owned()).collect() };
    // Strings always have a JSON form.
    let text = serde_json::to_string_pretty(&manifest).unwrap_or_default();
    files.insert(MANIFEST, text + "\n");
}

/// The paths a list names; none where it cannot be read as one.
pub(super) fn paths(text: &[u8]) -> Vec<String> {
    serde_json::from_slice::<Manifest>(text).map(|manifest| manifest.files).unwrap_or_default()
}

/// Whether a file opens with our header.
pub(super) fn has_header(contents: &[u8]) -> bool {
    let head = &contents[..contents.len().min(HEAD)];
    head.windows(MARK.len()).any(|window| window == MARK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::{Context, templates::Templates};

    #[test]
    fn the_header_of_every_emitter_is_recognised() {
        let templates = Templates::embedded();
        let context = Context { table: "operations.toml", command: "cargo gen", templates: &templates };
        assert!(has_header(context.header().join("\n").as_bytes()));
        assert!(!has_header(b"// Written by hand.\n"));
    }

    #[test]
    fn the_list_names_every_file_and_itself() {
        let mut files = FileSet::new();
        files.insert("b.json", "{}");
        files.insert("a/c.bin", [0, 1, 2]);
        add(&mut files, "header");
        let listed = paths(files.get(MANIFEST).unwrap_or_default());
        assert_eq!(listed, ["a/c.bin", "b.json", MANIFEST]);
    }

    #[test]
    fn something_else_of_that_name_lists_nothing() {
        assert!(paths(br#"{"name": "an app", "files": 3}"#).is_empty());
        assert!(paths(b"\xff").is_empty());
    }
}
