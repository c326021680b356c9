//! Aliases: methods on records, checked against the record and the operation.

use super::{fields::Reader, raw, spell, spell::Word, suggest, text::Text, types::Types};
use crate::{
    diagnostic::{Diagnostic, code},
    names::Kind,
    surface::{Alias, Field, Operation, Type, TypeDef, TypeKind},
};

/// Resolves an alias, or reports why it cannot be.
pub(super) fn resolve(
    reader: &mut Reader<'_>,
    types: &Types,
    operation: &Operation,
    raw: &raw::Alias,
) -> Option<Alias> {
    let (def, fields) = record(reader, types, raw.ty.as_ref()?)?;
    let name = raw.name.as_ref()?;
    let names = spell::names(reader, Word::new(Kind::Method, &name.value, name.span), &raw.names);
    let mut args = vec![None; operation.params.len()];
    let mut sound = true;
    for (param, field) in &raw.args {
        match argument(reader, types, operation, def, fields, param, field) {
            Some((param, field)) => args[param] = Some(field),
            None => sound = false,
        }
    }
    if raw.args.is_empty() && !reader.damage.touches_entry(raw.span) {
        reader.report(
            Diagnostic::new(code::ALIAS, raw.span, "an alias takes nothing from its type")
                .label("no `args`")
                .help("say which parameter which member fills: `args = { PARAMETER = \"MEMBER\" }`"),
        );
        sound = false;
    }
    sound.then_some(Alias { ty: def.index, names, operation: operation.index, args, span: name.span })
}

/// The record that gains the method.
fn record<'a>(reader: &mut Reader<'_>, types: &'a Types, name: &Text) -> Option<(&'a TypeDef, &'a [Field])> {
    let Some(def) = types.find(&name.value) else {
        if !reader.damage.may_declare(&name.value) {
            let mut finding =
                Diagnostic::new(code::UNKNOWN_TYPE, name.span, format!("there is no type `{}`", name.value))
                    .label("unknown type");
            let near = suggest::nearest(&name.value, types.index.iter());
            finding.help = near.map(|near| format!("did you mean `{near}`?"));
            reader.report(finding);
        }
        return None;
    };
    match &def.kind {
        TypeKind::Record(fields) => Some((def, fields)),
        _ => {
            reader.report(
                Diagnostic::new(code::ALIAS, name.span, format!("`{}` is no record", name.value))
                    .label("only a record has members to fill parameters with")
                    .related(def.span, "declared here"),
            );
            None
        }
    }
}

/// The parameter and the member that fills it, by position.
fn argument(
    reader: &mut Reader<'_>,
    types: &Types,
    operation: &Operation,
    def: &TypeDef,
    fields: &[Field],
    param: &Text,
    field: &Text,
) -> Option<(usize, usize)> {
    let params: Vec<&str> = operation.params.iter().map(|param| param.names.id.as_str()).collect();
    let members: Vec<&str> = fields.iter().map(|field| field.names.id.as_str()).collect();
    let mut find = |text: &Text, names: &[&str], what: String| {
        let at = names.iter().position(|name| *name == text.value);
        if at.is_none() && !reader.damage.may_declare(&text.value) {
            let mut finding =
                Diagnostic::new(code::ALIAS, text.span, format!("{what} `{}`", text.value)).label("unknown");
            finding.help = suggest::help(&text.value, names.iter().copied());
            reader.report(finding);
        }
        at
    };
    let at = find(param, &params, format!("`{}` has no parameter", operation.id));
    let member = find(field, &members, format!("the record `{}` has no field", def.names.id));
    let (at, member) = (at?, member?);
    let (wanted, given) = (&operation.params[at].ty, &fields[member].ty);
    if !same(types, wanted, given) {
        reader.report(
            Diagnostic::new(code::ALIAS, field.span, format!("`{}` does not fit `{}`", field.value, param.value))
                .label(types.spelled(given))
                .related(operation.params[at].span, types.spelled(wanted))
                .help("the member that fills a parameter has the parameter's type"),
        );
        return None;
    }
    Some((at, member))
}

/// Whether two types are one, aliases aside.
fn same(types: &Types, a: &Type, b: &Type) -> bool {
    if types.is_poison(a) || types.is_poison(b) {
        return true;
    }
    let both = |a: &Option<Box<Type>>, b: &Option<Box<Type>>| match (a, b) {
        (Some(a), Some(b)) => same(types, a, b),
        (None, None) => true,
        _ => false,
    };
    match (types.resolve(a), types.resolve(b)) {
        (Type::List(a), Type::List(b)) | (Type::Option(a), Type::Option(b)) => same(types, a, b),
        (Type::Tuple(a), Type::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(types, a, b)),
        (Type::Result { ok: a, err: c }, Type::Result { ok: b, err: d }) => both(a, b) && both(c, d),
        (a, b) => a == b,
    }
}
