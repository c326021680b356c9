//! A new row, or a module with its first one, in the text of a table, every other byte of which stays as it is.

use super::sections::{Section, sections};
use crate::{
    source::Source,
    surface::{Binding, Operation, Surface},
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
    let position = |id: &str| surface.modules.iter().position(|module| module.names.id == id);
    let of = |row: &&Operation| position(&surface.module(row.module).names.id);
    let sibling = surface.operations.iter().rfind(|row| of(row) == position(module));
    let neighbour = sibling.or_else(|| surface.operations.iter().rfind(|row| of(row) <= position(module)));
    let sections = sections(source.text());
    let after = match neighbour {
        Some(row) => sections.iter().find(|section| section.range.contains(&(row.span.start as usize))),
        None => last(&sections, "module"),
    };
    let binding = binding.or(sibling.map(|row| &row.binding)).unwrap_or(&Binding::Always);
    insert(source.text(), after, &row(surface, id, binding))
}

/// Puts a module after the last one, and its first row, which a module must have, after the last one.
pub fn module(source: &Source, surface: &Surface, id: &str, binding: &Binding) -> Inserted {
    let name = id.split('.').next().unwrap_or_default();
    let module = format!("[[module]]\nid = \"{name}\"\nsummary = \"Say in one sentence what it is about.\"\n");
    let with_module = insert(source.text(), last(&sections(source.text()), "module"), &module).text;
    let sections = sections(&with_module);
    let after = last(&sections, "operation").or(last(&sections, "module"));
    insert(&with_module, after, &row(surface, id, binding))
}

fn last<'a>(sections: &'a [Section], name: &str) -> Option<&'a Section> {
    sections.iter().rfind(|section| section.name == name)
}

fn row(surface: &Surface, id: &str, binding: &Binding) -> String {
    let bought = match binding {
        Binding::Capability(index) => format!("capability = \"{}\"", surface.capability(*index).id),
        Binding::Ending(role) => format!("ending = \"{role}\""),
        Binding::Machine => "machine = true".to_owned(),
        Binding::Always => "always = true".to_owned(),
    };
    format!(
        "[[operation]]\nid = \"{id}\"\n{bought}\nsummary = \"Say in one sentence what it does.\"\n\
         # doc = '''What cannot be read off the signature.'''\n\
         # params.text = {{ type = \"string\", doc = \"What it is, and its bounds.\" }}\n\
         # returns = {{ type = \"u32\", doc = \"What it is.\" }}\n\
         # errors.not-found = \"When it fails so.\"\n\
         examples = [{{ args = {{}} }}]\n"
    )
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
