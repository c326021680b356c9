//! The package as WIT, judged by wit-parser. What it refuses is reported where the table says it.

use wit_parser::{Resolve, SourceMap};

use super::fields::Reader;
use crate::{
    diagnostic::{Diagnostic, code},
    emit::wit,
    source::Span,
    surface::{Module, Surface, TypeKind},
};

/// Reports what wit-parser refuses of a surface that is sound otherwise.
pub(super) fn check(reader: &mut Reader<'_>, surface: &Surface) {
    let text = wit::bare(surface);
    if let Some((at, message)) = refused(&text) {
        let message = message.lines().next().unwrap_or_default();
        let finding = Diagnostic::new(code::WIT, place(surface, &text, at), format!("WIT refuses this: {message}"));
        reader.report(finding.label("here"));
    }
}

/// Where in a package wit-parser stops, and what it says.
fn refused(text: &str) -> Option<(usize, String)> {
    let mut map = SourceMap::default();
    map.push_str("table.wit", text);
    match map.parse() {
        Err((_, error)) => {
            let span = error.kind().span();
            Some((if span.is_known() { span.start() as usize } else { 0 }, error.to_string()))
        }
        Ok(group) => Resolve::default().push_group(group).err().map(|error| (0, error.to_string())),
    }
}

/// The place in the table of what stands at a byte of the package: the member, the type or the operation whose line it
/// is, else the module.
fn place(surface: &Surface, text: &str, at: usize) -> Span {
    let before = text.get(..at).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let opened = |word: &str| {
        let declared =
            text[..line_start + line.len()].lines().rev().find_map(|line| line.trim_start().strip_prefix(word));
        declared.map(name).unwrap_or_default()
    };
    let interface = opened("interface ");
    let Some(module) = surface.modules.iter().find(|module| module.interface == interface) else {
        return Span::default();
    };
    let declaration = ["record ", "variant ", "enum ", "flags ", "type "]
        .iter()
        .find_map(|word| line.trim_start().strip_prefix(word))
        .map(name);
    match declaration {
        Some(declared) => type_place(surface, module, declared).unwrap_or(module.span),
        None => member_place(surface, module, name(line.trim_start())).unwrap_or(module.span),
    }
}

/// The name at the start of a text.
fn name(text: &str) -> &str {
    let text = text.strip_prefix('%').unwrap_or(text);
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next().unwrap_or_default()
}

fn type_place(surface: &Surface, module: &Module, wanted: &str) -> Option<Span> {
    let mut defs = module.types.iter().map(|index| surface.type_def(*index));
    defs.find(|def| def.names.wit == wanted).map(|def| def.span)
}

/// The operation or the member of a name, the first of the module.
fn member_place(surface: &Surface, module: &Module, wanted: &str) -> Option<Span> {
    let mut operations = module.operations.iter().map(|index| surface.operation(*index));
    let operation = operations.find(|operation| operation.names.wit == wanted).map(|operation| operation.span);
    let defs = module.types.iter().map(|index| surface.type_def(*index));
    let members = defs.flat_map(|def| match &def.kind {
        TypeKind::Record(fields) => fields.iter().map(|field| (&field.names, field.span)).collect(),
        TypeKind::Variant(cases) => cases.iter().map(|case| (&case.names, case.span)).collect(),
        TypeKind::Enum(members) | TypeKind::Flags(members) => {
            members.iter().map(|member| (&member.names, member.span)).collect()
        }
        TypeKind::Alias(_) => Vec::new(),
    });
    let member = || members.into_iter().find(|(names, _)| names.wit == wanted).map(|(_, span)| span);
    operation.or_else(member)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn what_wit_parser_refuses_is_reported_where_the_table_says_it() {
        let table = include_str!("../../../tests/tables/shop.toml");
        let source = Source::new("shop.toml", table);
        let surface = super::super::read(&source).surface.unwrap();
        let text = wit::bare(&surface);
        assert_eq!(refused(&text), None);
        for (good, bad, place_is) in [
            ("  shelf: u8,", "  shelf: u9,", "shelf"),
            // A missing mark is noticed at the word after it.
            ("record firm {", "record firm", "name"),
            ("  debit-card,", "  debit-card", "on-account"),
            ("find-article: func(number: u64)", "find-article: func(number: u46)", "\"stock.find_article\""),
        ] {
            let (start, end) = text.match_indices(good).next().map(|(at, _)| (at, at + good.len())).unwrap();
            let broken = format!("{}{bad}{}", &text[..start], &text[end..]);
            let (at, message) = refused(&broken).unwrap();
            let found = source.slice(place(&surface, &broken, at)).to_owned();
            assert_eq!(found, place_is, "{message}");
        }
    }
}
