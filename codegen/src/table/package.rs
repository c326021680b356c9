//! The package as WIT, judged by wit-parser. What it refuses is reported where the table says it.

use std::collections::BTreeSet;

use wit_parser::{ParseError, Resolve, SourceMap, UnresolvedPackageGroup};

use super::{fields::Reader, toolchain, types::Types};
use crate::{
    diagnostic::{Diagnostic, code},
    source::Span,
    surface::{ModuleIndex, Surface, Type, TypeDef, TypeKind},
};

/// Reports what wit-parser refuses of a surface that is sound otherwise.
pub(super) fn check(reader: &mut Reader<'_>, surface: &Surface, types: &Types) {
    let printer = print(surface, types);
    let mut map = SourceMap::default();
    map.push_str("table.wit", &printer.text);
    let refused = match map.parse() {
        Err((_, error)) => Some(described(&error)),
        Ok(group) => resolve(group),
    };
    if let Some((at, message)) = refused {
        let span = printer.place(at).unwrap_or(types.get(surface.api_error).span);
        let message = message.lines().next().unwrap_or_default();
        reader.report(Diagnostic::new(code::WIT, span, format!("WIT refuses this: {message}")).label("here"));
    }
}

fn described(error: &ParseError) -> (Option<u32>, String) {
    let span = error.kind().span();
    (span.is_known().then(|| span.start()), error.to_string())
}

fn resolve(group: UnresolvedPackageGroup) -> Option<(Option<u32>, String)> {
    Resolve::default().push_group(group).err().map(|error| (None, error.to_string()))
}

/// WIT text, and for each piece of it that comes from the table, where it begins and where it came from.
#[derive(Debug, Default)]
struct Printer {
    text: String,
    pieces: Vec<(usize, Span)>,
}

impl Printer {
    fn fixed(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn from(&mut self, span: Span, text: &str) {
        self.pieces.push((self.text.len(), span));
        self.text.push_str(text);
    }

    fn name(&mut self, span: Span, name: &str) {
        self.from(span, &format!("%{name}"));
    }

    fn place(&self, at: Option<u32>) -> Option<Span> {
        let at = at? as usize;
        let next = self.pieces.partition_point(|(start, _)| *start <= at);
        self.pieces.get(next.checked_sub(1)?).map(|(_, span)| *span)
    }
}

fn print(surface: &Surface, types: &Types) -> Printer {
    let mut out = Printer::default();
    out.fixed(&format!("package %{}:%{};\n", surface.package.namespace, surface.package.name));
    let mut foreign = vec![BTreeSet::new(); surface.modules.len()];
    for mention in &types.mentions {
        if types.get(mention.target).module != mention.module {
            foreign[mention.module.0 as usize].insert(mention.target);
        }
    }
    for (at, module) in (0..).map(ModuleIndex).zip(&surface.modules) {
        out.fixed("interface ");
        out.name(module.span, &module.interface);
        out.fixed(" {\n");
        let mut used = std::mem::take(&mut foreign[at.0 as usize]);
        let core = types.get(surface.api_error).module;
        if !module.operations.is_empty() && at != core {
            used.insert(surface.api_error);
        }
        for target in used {
            let def = types.get(target);
            let interface = &surface.module(def.module).interface;
            out.fixed(&format!("use %{interface}.{{%{}}};\n", def.names.wit));
        }
        for index in &module.types {
            declaration(&mut out, types, types.get(*index));
        }
        for index in &module.operations {
            let operation = surface.operation(*index);
            out.name(operation.span, &operation.names.wit);
            out.fixed(": func(");
            for param in &operation.params {
                out.name(param.span, &param.names.wit);
                out.fixed(&format!(": {}, ", wit(types, &param.ty)));
            }
            let ok = operation.returns.as_ref().map_or("_".to_owned(), |returns| wit(types, &returns.ty));
            out.fixed(&format!(") -> result<{ok}, api-error>;\n"));
        }
        out.fixed("}\n");
    }
    out.fixed(&format!("interface {} {{}}\nworld {} {{\n", toolchain::FEEDBACK, toolchain::WORLD));
    for module in &surface.modules {
        out.fixed("import ");
        out.name(module.span, &module.interface);
        out.fixed(";\n");
    }
    out.fixed("}\n");
    out
}

fn declaration(out: &mut Printer, types: &Types, def: &TypeDef) {
    let word = match &def.kind {
        TypeKind::Record(_) => "record ",
        TypeKind::Variant(_) => "variant ",
        TypeKind::Enum(_) => "enum ",
        TypeKind::Flags(_) => "flags ",
        TypeKind::Alias(_) => "type ",
    };
    out.fixed(word);
    out.name(def.span, &def.names.wit);
    match &def.kind {
        TypeKind::Record(fields) => {
            out.fixed(" {\n");
            for field in fields {
                out.name(field.span, &field.names.wit);
                out.fixed(&format!(": {},\n", wit(types, &field.ty)));
            }
        }
        TypeKind::Variant(cases) => {
            out.fixed(" {\n");
            for case in cases {
                out.name(case.span, &case.names.wit);
                if let Some(payload) = &case.payload {
                    out.fixed(&format!("({})", wit(types, payload)));
                }
                out.fixed(",\n");
            }
        }
        TypeKind::Enum(members) | TypeKind::Flags(members) => {
            out.fixed(" {\n");
            for member in members {
                out.name(member.span, &member.names.wit);
                out.fixed(",\n");
            }
        }
        TypeKind::Alias(target) => {
            out.fixed(&format!(" = {};\n", wit(types, target)));
            return;
        }
    }
    out.fixed("}\n");
}

/// A type as WIT writes it.
pub(super) fn wit(types: &Types, ty: &Type) -> String {
    let side = |ty: &Option<Box<Type>>| ty.as_ref().map_or("_".to_owned(), |ty| wit(types, ty));
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::U8 => "u8".to_owned(),
        Type::U16 => "u16".to_owned(),
        Type::U32 => "u32".to_owned(),
        Type::U64 => "u64".to_owned(),
        Type::S8 => "s8".to_owned(),
        Type::S16 => "s16".to_owned(),
        Type::S32 => "s32".to_owned(),
        Type::S64 => "s64".to_owned(),
        Type::F32 => "f32".to_owned(),
        Type::F64 => "f64".to_owned(),
        Type::Char => "char".to_owned(),
        Type::String => "string".to_owned(),
        Type::List(item) => format!("list<{}>", wit(types, item)),
        Type::Option(inner) => format!("option<{}>", wit(types, inner)),
        Type::Result { ok: None, err: None } => "result".to_owned(),
        Type::Result { ok, err: None } => format!("result<{}>", side(ok)),
        Type::Result { ok, err } => format!("result<{}, {}>", side(ok), side(err)),
        Type::Tuple(items) => {
            let items: Vec<String> = items.iter().map(|item| wit(types, item)).collect();
            format!("tuple<{}>", items.join(", "))
        }
        Type::Named(index) => {
            let name = &types.get(*index).names.wit;
            if super::wit::KEYWORDS.binary_search(&name.as_str()).is_ok() { format!("%{name}") } else { name.clone() }
        }
    }
}
