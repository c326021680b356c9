//! `gg-codegen init`: writes a small project that builds as it is.

use std::{fs, path::Path};

use anstream::println;
use gg_codegen::scaffold;

use super::{Done, End, GOOD};

/// Where this command was built: what a new project depends on.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

pub(super) fn run(dir: &Path, name: Option<&str>, checkout: Option<&Path>) -> Done {
    let trouble = |path: &Path, what: &str, e: std::io::Error| End::Trouble(format!("{}: {what}: {e}", path.display()));
    if dir.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(End::Trouble(format!("{} is not empty; name a new folder", dir.display())));
    }
    let checkout = checkout.unwrap_or(Path::new(CHECKOUT));
    let checkout = checkout.canonicalize().map_err(|e| trouble(checkout, "no checkout of gg is there", e))?;
    let name = match name {
        Some(name) => name.to_owned(),
        None => dir.file_name().unwrap_or_default().to_string_lossy().to_lowercase().replace([' ', '.'], "-"),
    };
    let files = scaffold::project(&name, &checkout).map_err(|message| End::Trouble(message + "; --name names it"))?;
    for (path, contents) in files.iter() {
        let place = dir.join(path);
        let parent = place.parent().unwrap_or(dir);
        fs::create_dir_all(parent).map_err(|e| trouble(parent, "cannot be made", e))?;
        fs::write(&place, contents).map_err(|e| trouble(&place, "cannot be written", e))?;
        println!("{GOOD}wrote{GOOD:#} {}", place.display());
    }
    println!(
        "\n`cargo run programs/restock.ts` there runs its program, `cargo gen` makes the rest; README.md says what is what"
    );
    Ok(())
}
