//! Declarations as documentation shows them.

use crate::{
    arms::Arm,
    surface::{Alias, Operation, Surface, TypeDef, TypeKind},
};

use super::{
    Python, WIDTH, literal,
    names::{Bare, Names},
    parameters::{Signature, header, members},
    types,
};

/// The declaration of a call; two where a record may be given by its fields, that way first.
pub(super) fn signature(surface: &Surface, operation: &Operation) -> String {
    let signature = Signature::new(surface, &Bare, operation);
    let name = operation.names.of(Python.index());
    let result = result(surface, &Bare, operation);
    let forms = signature.by_fields().into_iter().chain([signature.whole()]);
    let lines: Vec<String> = forms.map(|form| header(name, form, &result, "").render(WIDTH, 4)).collect();
    lines.join("\n")
}

/// What a call gives back.
pub(super) fn result(surface: &Surface, names: &dyn Names, operation: &Operation) -> String {
    match &operation.returns {
        Some(returns) => types::returned(surface, names, &returns.ty),
        None => "None".to_owned(),
    }
}

/// The parameters that stay of an operation when it is a method of a type.
pub(super) fn method(surface: &Surface, names: &dyn Names, alias: &Alias) -> Signature {
    let operation = surface.operation(alias.operation);
    let mut rest = operation.clone();
    let mut filled = alias.args.iter();
    rest.params.retain(|_| !matches!(filled.next(), Some(Some(_))));
    let mut signature = Signature::new(surface, names, &rest);
    // A method passes a record on as it is given.
    signature.spread = None;
    signature
}

/// The declaration of a type.
pub(super) fn declaration(surface: &Surface, def: &TypeDef) -> String {
    let arm = Python.index();
    let name = def.names.of(arm);
    match &def.kind {
        TypeKind::Record(fields) => {
            let taken = if def.usage.input { members(surface, &Bare, fields) } else { Vec::new() };
            let keywords = if taken.iter().any(|member| member.default.is_some()) { ", kw_only=True" } else { "" };
            let mut lines = vec![format!("@dataclass(frozen=True{keywords})"), format!("class {name}:")];
            lines.extend(if def.usage.input {
                taken.iter().map(|member| format!("    {}", member.declared())).collect()
            } else {
                let field = |field: &crate::surface::Field| {
                    format!("    {}: {}", field.names.of(arm), types::returned(surface, &Bare, &field.ty))
                };
                fields.iter().map(field).collect::<Vec<_>>()
            });
            for alias in surface.aliases_of(def.index) {
                let result = result(surface, &Bare, surface.operation(alias.operation));
                let mut parameters = vec![crate::layout::text("self")];
                parameters.extend(method(surface, &Bare, alias).whole());
                let header = header(alias.names.of(arm), parameters, &result, ": ...");
                lines.push(format!("    {}", header.render_at(WIDTH, 4, 1)));
            }
            lines.join("\n")
        }
        TypeKind::Enum(words) => {
            let word = |word: &crate::surface::Member| {
                format!("    {} = {}", word.names.of(arm), literal::string(&word.names.wit))
            };
            format!("class {name}(StrEnum):\n{}", words.iter().map(word).collect::<Vec<_>>().join("\n"))
        }
        TypeKind::Flags(bits) => {
            let bit = |(at, bit): (usize, &crate::surface::Member)| format!("    {} = 1 << {at}", bit.names.of(arm));
            format!("class {name}(Flag):\n{}", bits.iter().enumerate().map(bit).collect::<Vec<_>>().join("\n"))
        }
        TypeKind::Variant(cases) => {
            if let Some((_, set)) = types::patch(surface, def.index) {
                return format!("{name} = {} | None | Unchanged", types::taken(surface, &Bare, set));
            }
            let mut text = String::new();
            for case in cases {
                text.push_str(&format!("@dataclass(frozen=True)\nclass {}:", case.names.of(arm)));
                match &case.payload {
                    Some(payload) => text.push_str(&format!("\n    value: {}\n\n", carried(surface, def, payload))),
                    None => text.push_str(" ...\n\n"),
                }
            }
            let classes: Vec<&str> = cases.iter().map(|case| case.names.of(arm)).collect();
            text + &union(name, &classes)
        }
        TypeKind::Alias(target) => format!("{name} = {}", types::returned(surface, &Bare, target)),
    }
}

fn carried(surface: &Surface, def: &TypeDef, payload: &crate::surface::Type) -> String {
    if def.usage.input { types::taken(surface, &Bare, payload) } else { types::returned(surface, &Bare, payload) }
}

/// `Name = A | B`, broken between the alternatives where it is long.
pub(super) fn union(name: &str, classes: &[&str]) -> String {
    let flat = format!("{name} = {}", classes.join(" | "));
    if flat.chars().count() <= WIDTH {
        return flat;
    }
    format!("{name} = (\n    {}\n)", classes.join("\n    | "))
}
