//! From the text of a table to a [`Surface`]: TOML with spans, then WIT, then names, with every mistake reported.
//!
//! The road: `document` parses TOML, `rows` reads it into `raw` rows, `types` and `graph` resolve the declared
//! types, `assemble` resolves the rest, `scopes` asks whether names are unique, `package` asks wit-parser.

mod aliases;
mod assemble;
mod define;
mod docs;
mod document;
mod examples;
mod fields;
mod graph;
mod ids;
mod operations;
mod package;
mod places;
mod raw;
mod rows;
mod scopes;
mod shape;
mod spell;
mod suggest;
mod supports;
mod text;
mod toolchain;
mod types;
mod wit;

pub use suggest::nearest;

use crate::{
    diagnostic::{Diagnostic, Findings, code},
    source::{Source, Span},
    surface::Surface,
};

/// What reading a table gives: a surface where there was no error, and what there is to say about it.
#[derive(Debug)]
pub struct Outcome {
    /// The surface; none when a finding is an error.
    pub surface: Option<Surface>,
    /// Findings, in the order of the table.
    pub findings: Vec<Diagnostic>,
}

/// Reads a table. Never panics, whatever the text is.
pub fn read(source: &Source) -> Outcome {
    read_within(source, u32::MAX as usize)
}

/// Reads a table of at most `limit` bytes; spans hold no more than 32 bits.
fn read_within(source: &Source, limit: usize) -> Outcome {
    let mut findings = Findings::new();
    if source.text().len() >= limit {
        let message = format!("the table has {} bytes, and {limit} is more than can be read", source.text().len());
        findings.push(Diagnostic::new(code::TOO_LARGE, Span::default(), message).label("the table starts here"));
        return Outcome { surface: None, findings: findings.into_sorted() };
    }
    let (root, damage) = document::parse(source, &mut findings);
    let mut reader = fields::Reader::new(source, damage, findings);
    let table = rows::read(&mut reader, &root);
    let surface = assemble::assemble(&mut reader, table);
    let surface = (!reader.findings.has_errors()).then_some(surface);
    Outcome { surface, findings: reader.findings.into_sorted() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_too_large_is_refused() {
        let source = Source::new("t", "[surface]\nname = 'a'\n");
        assert!(read(&source).findings.iter().all(|finding| finding.code != code::TOO_LARGE));
        let outcome = read_within(&source, 10);
        assert!(outcome.surface.is_none());
        assert_eq!(outcome.findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), [code::TOO_LARGE.id]);
    }
}
