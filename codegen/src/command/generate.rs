//! `gg-codegen generate`: writes the output.

use anstream::{eprintln, println};

use super::{BAD, Done, End, GOOD, Project, project::Reports};

pub(super) fn run(project: &Project) -> Done {
    let (generated, folder) = project.generate(Reports::People)?;
    let done = folder.write(&generated.files).map_err(|e| End::Trouble(e.to_string()))?;
    let root = folder.path().display();
    for path in &done.removed {
        println!("{BAD}removed{BAD:#} {root}/{path}");
    }
    for path in &done.written {
        println!("{GOOD}wrote{GOOD:#} {root}/{path}");
    }
    for path in &done.foreign {
        eprintln!(
            "warning: {root}/{path} is not made by gg-codegen and was left alone; move it out of the output folder"
        );
    }
    let (total, written, removed) = (generated.files.len(), done.written.len(), done.removed.len());
    println!("{total} files in {root}: {written} written, {removed} removed, {} as they were", total - written);
    Ok(())
}
