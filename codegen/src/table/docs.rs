//! Documentation texts to Markdown trees, and what they refer to.

use std::collections::BTreeSet;

use super::{fields::Reader, suggest, text::Text};
use crate::{
    diagnostic::{Diagnostic, code},
    markdown::{self, Markdown, Reference},
    source::Span,
};

/// Whose documentation a text is: only an operation's may refer to parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The operation at a position in the table.
    Operation(usize),
    Elsewhere,
}

/// References that documentation makes, to be looked up once everything is known.
#[derive(Debug, Default)]
pub(super) struct Docs(Vec<(Reference, Span, Scope)>);

impl Docs {
    /// Parses a text and remembers what it refers to.
    pub(super) fn parse(&mut self, reader: &Reader<'_>, text: &str, span: Span, scope: Scope) -> Markdown {
        let tree = if text.contains('\r') {
            markdown::parse(&text.replace("\r\n", "\n").replace('\r', "\n"))
        } else {
            markdown::parse(text)
        };
        let mut from = 0;
        for reference in tree.references() {
            let (place, end) = locate(reader, span, &written(reference), from);
            from = end;
            self.0.push((reference.clone(), place, scope));
        }
        tree
    }

    /// Parses a text of a field; nothing where there is none.
    pub(super) fn field(&mut self, reader: &Reader<'_>, text: Option<&Text>, scope: Scope) -> Markdown {
        text.map(|text| self.parse(reader, &text.value, text.span, scope)).unwrap_or_default()
    }

    /// Takes over what example values refer to.
    pub(super) fn remember(&mut self, reader: &mut Reader<'_>, scope: Scope) {
        self.0.extend(reader.references.drain(..).map(|(reference, span)| (reference, span, scope)));
    }

    /// Reports references to what does not exist.
    pub(super) fn check(&self, reader: &mut Reader<'_>, known: &Known<'_>) {
        for (reference, span, scope) in &self.0 {
            let (what, name, near) = match reference {
                Reference::Operation(id) if known.operations.contains(id.as_str()) => continue,
                Reference::Operation(id) => {
                    ("operation", id, suggest::nearest(id, known.operations.iter().copied()).map(str::to_owned))
                }
                Reference::Type(path) => match known.types.lookup(path) {
                    Ok(()) => continue,
                    Err(near) => ("type", path, near),
                },
                Reference::Param(name) => {
                    let params = match scope {
                        Scope::Operation(at) => (known.params)(*at),
                        Scope::Elsewhere => Vec::new(),
                    };
                    if params.contains(&name.as_str()) {
                        continue;
                    }
                    ("parameter", name, suggest::nearest(name, params.iter().copied()).map(str::to_owned))
                }
            };
            if reader.damage.may_declare(name.rsplit('.').next().unwrap_or(name)) {
                continue;
            }
            let mut finding = Diagnostic::new(code::REFERENCE, *span, format!("there is no {what} `{name}`"))
                .label("refers to nothing");
            finding.help = Some(match (near, reference, scope) {
                (Some(near), _, _) => format!("did you mean `{near}`?"),
                (None, Reference::Param(_), Scope::Elsewhere) => {
                    "only the documentation of an operation can refer to parameters".to_owned()
                }
                (None, _, _) => "write `\\[` if it is no reference".to_owned(),
            });
            reader.report(finding);
        }
    }
}

/// What documentation may refer to.
pub(super) struct Known<'a> {
    /// Ids.
    pub(super) operations: BTreeSet<&'a str>,
    pub(super) types: &'a super::types::Types,
    /// The parameters of the operation at a position of the table.
    pub(super) params: &'a dyn Fn(usize) -> Vec<&'a str>,
}

fn written(reference: &Reference) -> String {
    match reference {
        Reference::Operation(id) => format!("[{id}]"),
        Reference::Type(name) => format!("[type:{name}]"),
        Reference::Param(name) => format!("[param:{name}]"),
    }
}

/// Where a reference stands in a text, looked for from a byte of it on, and where to look for the next. Falls back to
/// the whole text.
fn locate(reader: &Reader<'_>, span: Span, written: &str, from: usize) -> (Span, usize) {
    let text = reader.source.slice(span);
    let Some(at) = text.get(from..).and_then(|rest| rest.find(written)) else { return (span, from) };
    let start = span.start as usize + from + at;
    (Span::new(start..start + written.len()), from + at + written.len())
}
