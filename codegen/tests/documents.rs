//! What the documents for people name is there.

use std::{fs, path::Path};

/// The texts in single backquotes.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2))
}

/// Where the links lead that stay in the checkout.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    targets.filter(|target| !target.contains("://"))
}

#[test]
fn every_path_that_is_named_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders: Vec<String> = fs::read_dir(&root)
        .expect("reads")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.file_type().expect("reads").is_dir() && entry.file_name() != "target")
        .map(|entry| format!("{}/", entry.file_name().display()))
        .collect();
    let mut missing = Vec::new();
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(document)).expect("reads");
        let is_path = |name: &&str| {
            !name.contains(char::is_whitespace) && folders.iter().any(|folder| name.starts_with(folder.as_str()))
        };
        let paths: Vec<&str> = code(&text).filter(is_path).chain(links(&text)).collect();
        assert!(paths.len() > 2, "{document} names {paths:?}");
        missing.extend(
            paths.into_iter().filter(|path| !root.join(path).exists()).map(|path| format!("{document}: {path}")),
        );
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
