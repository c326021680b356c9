//! A program as oxc reads it, with what is wrong with it at the author's lines and columns.

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::SourceType;

use crate::arm::{Diagnosed, Diagnostic, Location, Rejection};

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
    let source_type = match dialect {
        Dialect::TypeScript => SourceType::ts(),
        Dialect::JavaScript => SourceType::mjs(),
    };
    let parsed = Parser::new(allocator, source, source_type.with_module(true)).parse();
    if !parsed.diagnostics.is_empty() {
        return Err(rejection(Diagnosed::Syntax, name, source, parsed.diagnostics.iter()));
    }
    let program = parsed.program;
    // A transformer that comes after this reads the values of enums, and adds names of its own.
    let built = SemanticBuilder::new().with_check_syntax_error(true).with_enum_eval(true).build(&program);
    if !built.diagnostics.is_empty() {
        return Err(rejection(Diagnosed::Syntax, name, source, built.diagnostics.iter()));
    }
    let scoping = built.semantic.into_scoping();
    Ok((program, scoping))
}

/// Which language a text is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    TypeScript,
    JavaScript,
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
        let help = one.help.as_ref().map(|help| format!(" {help}")).unwrap_or_default();
        Diagnostic::new(place, None, format!("{}{help}", one.message))
    });
    Rejection::Diagnosed { how, diagnostics: diagnostics.collect() }
}

/// The place of a byte: lines as JavaScript counts them, columns in UTF-16.
pub(super) fn location(name: &str, source: &str, offset: usize) -> Location {
    let before = source.get(..offset).unwrap_or(source);
    let mut line = 1;
    let mut start = 0;
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
