//! TypeScript: types are blanked in place, what stands for code is compiled, and a checker that is installed is asked
//! first. spec: decisions, 89
//!
//! Blanking keeps every line and column. Enums, namespaces and parameter properties go through the compiler, and
//! [`Origins`] lead back to what the author wrote.

mod arm;
mod blank;
mod checker;
mod erase;
mod exports;
mod parse;
mod room;
mod transform;

use std::borrow::Cow;

pub use arm::{CHECKER, TypeScript};
pub use checker::{Checker, Compiler};
use oxc_allocator::Allocator;

use super::{Diagnosed, Origins, Rejection};
pub(crate) use exports::exports;
pub(crate) use parse::{Dialect, is_unfinished};

/// A text without its types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erased {
    /// What runs.
    pub text: String,
    /// Where its parts come from; none where everything stands in its place.
    pub origins: Option<Origins>,
}

/// Takes the types out of a program or a module. `name` is what locations say.
///
/// # Errors
///
/// It does not parse, or uses what the arm refuses; every mistake at its line and column.
pub fn erase(name: &str, source: &str) -> Result<Erased, Rejection> {
    let source = &*without_hashbang(source);
    room::with_room(source, || erased(name, source))
}

/// A text in which a first line that names an interpreter is a comment where a byte order mark stands before it, for there
/// the parser does not take it for one. Every byte stays in its place.
fn without_hashbang(source: &str) -> Cow<'_, str> {
    match source.strip_prefix("\u{feff}#!") {
        None => Cow::Borrowed(source),
        Some(rest) => Cow::Owned(format!("\u{feff}//{rest}")),
    }
}

fn erased(name: &str, source: &str) -> Result<Erased, Rejection> {
    let allocator = Allocator::default();
    let (mut program, scoping) = parse::parse(&allocator, name, source, Dialect::TypeScript)?;
    let found = erase::find(&program, source, &scoping);
    if !found.refused.is_empty() {
        let refused = found.refused.iter().map(|(span, why)| {
            super::Diagnostic::new(Some(parse::location(name, source, span.start as usize)), None, *why)
        });
        return Err(Rejection::Diagnosed { how: Diagnosed::Unsupported, diagnostics: refused.collect() });
    }
    if !found.makes_code {
        return Ok(Erased { text: found.blanks.apply(source), origins: None });
    }
    let (text, origins) = transform::transform(&allocator, name, source, &mut program, scoping)?;
    Ok(Erased { text, origins: Some(origins) })
}
