//! A new row or module in the text of a table, every other byte of which stays as it is.

use std::fmt::Write as _;

use super::sections::{Section, sections};
use crate::{
    source::Source,
    surface::{Binding, Surface},
};

/// A table with something put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inserted {
    /// The whole new text.
    pub text: String,
    /// The line the new section starts at, 1-based.
    pub line: usize,
}

/// Puts a row after the last one of its module, or of the modules before it. It is bought by `binding`, or else by what
/// buys the last row of its module. Whether the id is one that the table may hold is for the reader of the table to say.
pub fn operation(source: &Source, surface: &Surface, id: &str, binding: Option<&Binding>) -> Inserted {
    let module = id.split('.').next().unwrap_or_default();
    let before = |row_module: &str| {
        let position = |id: &str| surface.modules.iter().position(|module| module.names.id == id);
        position(row_module) <= position(module)
    };
    let neighbours = |wanted: &dyn Fn(&str) -> bool| {
        let rows = surface.operations.iter().rev();
        rows.into_iter().find(|row| wanted(&surface.module(row.module).names.id))
    };
    let sibling = neighbours(&|row_module| row_module == module);
    let neighbour = sibling.or_else(|| neighbours(&before));
    let sections = sections(source.text());
    let after = match neighbour {
        Some(row) => sections.iter().find(|section| section.range.contains(&(row.span.start as usize))),
        None => sections.iter().rfind(|section| section.name == "module"),
    };
    let binding = binding.or(sibling.map(|row| &row.binding)).unwrap_or(&Binding::Always);
    let bought = match binding {
        Binding::Capability(index) => format!("capability = \"{}\"", surface.capability(*index).id),
        Binding::Ending(role) => format!("ending = \"{role}\""),
        Binding::Machine => "machine = true".to_owned(),
        Binding::Always => "always = true".to_owned(),
    };
    let row = format!(
        "[[operation]]\nid = \"{id}\"\n{bought}\nsummary = \"Say in one sentence what it does.\"\n\
         # doc = '''What cannot be read off the signature.'''\n\
         # params.text = {{ type = \"string\", doc = \"What it is, and its bounds.\" }}\n\
         # returns = {{ type = \"u32\", doc = \"What it is.\" }}\n\
         # errors.not-found = \"When it fails so.\"\n\
         examples = [{{ args = {{}} }}]\n"
    );
    insert(source.text(), after, &row)
}

/// Puts a module after the last one.
pub fn module(source: &Source, id: &str) -> Inserted {
    let sections = sections(source.text());
    let after = sections.iter().rfind(|section| section.name == "module").or(sections.last());
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "[[module]]\nid = \"{id}\"\nsummary = \"Say in one sentence what it is about.\"\n");
    insert(source.text(), after, &text)
}

fn insert(text: &str, after: Option<&Section>, section: &str) -> Inserted {
    let at = after.map_or(text.len(), |after| after.range.end);
    let (before, rest) = text.split_at(at);
    let gap = match before {
        "" => "",
        _ if before.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let line = before.matches('\n').count() + gap.len() + 1;
    let end = if rest.is_empty() || rest.starts_with('\n') { "" } else { "\n" };
    Inserted { text: format!("{before}{gap}{section}{end}{rest}"), line }
}
