//! A program as oxc reads it, with what is wrong with it at the author's lines and columns.

use oxc_allocator::Allocator;
use oxc_ast::ast::{Program, Statement};
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder, Stats};
use oxc_span::SourceType;

use super::room::with_room;
use crate::arm::{Diagnosed, Diagnostic, Location, Rejection};

/// Whether a text does not parse because it ends too early, or has done nothing yet but import.
pub(crate) fn is_unfinished(source: &str, dialect: Dialect) -> bool {
    let read = || {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, source, dialect.source_type()).parse();
        let end = source.trim_end().len();
        let statements = &parsed.program.body;
        let imports = |statement: &Statement<'_>| matches!(statement, Statement::ImportDeclaration(_));
        if parsed.diagnostics.is_empty() {
            return Ok(!statements.is_empty() && statements.iter().all(imports));
        }
        // What is wrong first decides: text that follows cannot mend an earlier mistake. Something is missing at the end, or
        // is a template or a comment without an end.
        Ok(parsed.diagnostics.first().is_some_and(|first| {
            first.labels.iter().any(|label| {
                let start = label.offset() as usize;
                let goes_on = |text: &str| text.starts_with(['`', '}']) || text.starts_with("/*");
                start >= end || first.message.starts_with("Unterminated") && source.get(start..).is_some_and(goes_on)
            })
        }))
    };
    // What is nested too deeply to be read is wrong as it is.
    with_room(source, read).unwrap_or(false)
}

/// Reads a program or a module, and resolves its names.
///
/// # Errors
///
/// It does not parse: every mistake that was found.
pub(super) fn parse<'a>(
    allocator: &'a Allocator,
    name: &str,
    source: &'a str,
    dialect: Dialect,
) -> Result<(Program<'a>, Scoping), Rejection> {
    let parsed = Parser::new(allocator, source, dialect.source_type()).parse();
    if !parsed.diagnostics.is_empty() {
        return Err(rejection(Diagnosed::Syntax, name, source, parsed.diagnostics.iter()));
    }
    let program = parsed.program;
    // A transformer that comes after this reads the values of enums, and adds names of its own.
    let builder = SemanticBuilder::new().with_check_syntax_error(true).with_enum_eval(true);
    let built = builder.with_stats(expected(source)).build(&program);
    if !built.diagnostics.is_empty() {
        return Err(rejection(Diagnosed::Syntax, name, source, built.diagnostics.iter()));
    }
    let scoping = built.semantic.into_scoping();
    Ok((program, scoping))
}

/// About as much as a text declares and names, for room to be made at once. To count it would be to look through the
/// whole program first.
fn expected(source: &str) -> Stats {
    let of = |bytes: usize| u32::try_from(source.len() / bytes).unwrap_or(u32::MAX);
    Stats::new(of(16), of(64), of(48), of(24))
}

/// Which language a text is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    TypeScript,
    JavaScript,
}

impl Dialect {
    /// A module of it: every program is one.
    fn source_type(self) -> SourceType {
        let source_type = match self {
            Self::TypeScript => SourceType::ts(),
            Self::JavaScript => SourceType::mjs(),
        };
        source_type.with_module(true)
    }
}

/// What oxc says, as an arm says it.
pub(super) fn rejection<'a>(
    how: Diagnosed,
    name: &str,
    source: &str,
    found: impl Iterator<Item = &'a OxcDiagnostic>,
) -> Rejection {
    let diagnostics = found.map(|one| {
        let place = one.labels.first().map(|label| location(name, source, label.offset() as usize));
        let stop = if one.message.ends_with(['.', '?', '!']) { "" } else { "." };
        let help = one.help.as_ref().map(|help| format!("{stop} {help}")).unwrap_or_default();
        Diagnostic::new(place, None, format!("{}{help}", one.message))
    });
    Rejection::Diagnosed { how, diagnostics: diagnostics.collect() }
}

/// The place of a byte: lines as JavaScript counts them, columns in UTF-16. The mark some editors begin a file with is none
/// of its letters.
pub(super) fn location(name: &str, source: &str, offset: usize) -> Location {
    let before = source.get(..offset).unwrap_or(source);
    let mut line = 1;
    let mut start = if before.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut letters = before.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let ends = match letter {
            '\r' => letters.peek().is_none_or(|(_, next)| *next != '\n'),
            other => matches!(other, '\n' | '\u{2028}' | '\u{2029}'),
        };
        if ends {
            line += 1;
            start = at + letter.len_utf8();
        }
    }
    let column = before[start..].encode_utf16().count() + 1;
    Location { name: name.to_owned(), line, column: u32::try_from(column).unwrap_or(u32::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_ends_too_early_is_unfinished() {
        let dialect = Dialect::TypeScript;
        for text in [
            "function f() {",
            "const a = [1,\n2",
            "const a: number =",
            "`a ${",
            "`a\n",
            "`a ${1} b",
            "f(",
            "/* a",
            "if (a)",
            "import { a }",
        ] {
            assert!(is_unfinished(text, dialect), "{text}");
            assert!(is_unfinished(&format!("{text}\n"), dialect), "{text}");
        }
        for text in [
            "",
            "1",
            "function f() {}",
            "const a = ;",
            "a b {",
            "}",
            "let a: = {",
            "'a\n",
            "\"a",
            "/a",
            "import { a } from 'gg'; a();",
        ] {
            assert!(!is_unfinished(text, dialect), "{text}");
        }
    }
}
