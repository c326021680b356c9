//! Example values, checked against their types.

use toml::de::{DeTable, DeValue};

use super::{
    fields::{Reader, Value as Toml, entries, type_name},
    suggest,
    text::Text,
    types::Types,
};
use crate::{
    arms,
    diagnostic::{Code, Diagnostic, code},
    markdown::Reference,
    source::Span,
    surface::{Field, Type, TypeDef, TypeKind, Value},
};

/// The member of a value that stands for a documentation key.
const KEY_OF: &str = "key-of";

/// What a value may be given for: a parameter or a field.
pub(super) struct Slot<'a> {
    pub(super) name: &'a str,
    pub(super) ty: &'a Type,
    pub(super) left_out: bool,
}

/// Checks the members of a table against slots, each of which is given once or may be left out. `what` says whose slot
/// an unknown one is not, `place` is where one that is missing is reported.
pub(super) fn members(
    reader: &mut Reader<'_>,
    types: &Types,
    what: &str,
    place: Span,
    slots: &[Slot<'_>],
    given: &[(Text, &Toml<'_>)],
) -> Vec<Option<Value>> {
    for (key, _) in given.iter().filter(|(key, _)| slots.iter().all(|slot| slot.name != key.value)) {
        if reader.damage.touches(key.span) {
            continue;
        }
        let message = format!("{what} `{}`", key.value);
        let mut finding = Diagnostic::new(code::EXAMPLE_UNKNOWN, key.span, message).label("unknown");
        finding.help = suggest::help(&key.value, slots.iter().map(|slot| slot.name));
        reader.report(finding);
    }
    let mut values = Vec::with_capacity(slots.len());
    for slot in slots {
        let found = given.iter().find(|(key, _)| key.value == slot.name);
        values.push(found.and_then(|(_, toml)| value(reader, types, slot.ty, toml)));
        let optional = slot.left_out || types.has_absent(slot.ty) || types.is_poison(slot.ty);
        if found.is_none() && !optional && !reader.damage.touches_entry(place) {
            let name = slot.name;
            reader.report(
                Diagnostic::new(code::EXAMPLE_MISSING, place, format!("the example leaves out `{name}`"))
                    .label(format!("`{name}` is missing"))
                    .help(format!("it is {}, and may not be left out", types.spelled(slot.ty))),
            );
        }
    }
    values
}

/// Checks a value against a type.
fn value(reader: &mut Reader<'_>, types: &Types, ty: &Type, toml: &Toml<'_>) -> Option<Value> {
    let span = Span::new(toml.span());
    if reader.damage.touches(span) {
        return None;
    }
    match (types.resolve(ty), toml.get_ref()) {
        (Type::Bool, DeValue::Boolean(value)) => Some(Value::Bool(*value)),
        (Type::String, DeValue::String(text)) => Some(Value::String(text.to_string())),
        (Type::String, DeValue::Table(table)) => key(reader, types, ty, toml, table),
        (Type::Char, DeValue::String(text)) => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => Some(Value::Char(c)),
                _ => wrong(reader, types, ty, toml, Some("one character, as a string".to_owned())),
            }
        }
        (Type::F32 | Type::F64, DeValue::Float(float)) => match float.as_str().parse::<f64>() {
            Ok(value) if value.is_finite() => Some(Value::Float(value)),
            _ => out_of_range(
                reader,
                code::EXAMPLE_RANGE,
                span,
                "the number is not finite",
                "no language shows it alike",
            ),
        },
        (Type::F32 | Type::F64, DeValue::Integer(_)) => {
            let whole =
                i64::from_str_radix(&digits(toml), radix(toml)).ok().filter(|value| value.unsigned_abs() <= 1 << 53);
            #[expect(clippy::cast_precision_loss, reason = "exact up to 2^53")]
            match whole {
                Some(value) => Some(Value::Float(value as f64)),
                None => wrong(reader, types, ty, toml, Some("write it with a decimal point".to_owned())),
            }
        }
        (
            ty @ (Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::S8 | Type::S16 | Type::S32 | Type::S64),
            DeValue::Integer(_),
        ) => {
            let value = i128::from_str_radix(&digits(toml), radix(toml)).ok();
            integer(reader, ty, value, span)
        }
        (Type::U64, DeValue::String(text)) => match text.parse::<u64>() {
            Ok(value) if i64::try_from(value).is_err() => integer(reader, &Type::U64, Some(value.into()), span),
            Ok(_) => {
                wrong(reader, types, ty, toml, Some("write it as a number: it is in the range of TOML".to_owned()))
            }
            Err(_) => wrong(reader, types, ty, toml, None),
        },
        (Type::List(item), DeValue::Array(items)) => {
            let values: Vec<Option<Value>> = items.iter().map(|toml| value(reader, types, item, toml)).collect();
            values.into_iter().collect::<Option<_>>().map(Value::List)
        }
        (Type::Tuple(slots), DeValue::Array(items)) => {
            if slots.len() != items.len() {
                let help = format!("{} values, not {}", slots.len(), items.len());
                return wrong(reader, types, ty, toml, Some(help));
            }
            let values: Vec<_> = slots.iter().zip(items).map(|(ty, toml)| value(reader, types, ty, toml)).collect();
            values.into_iter().collect::<Option<_>>().map(Value::Tuple)
        }
        (Type::Option(inner), _) => Some(Value::Option(Some(Box::new(value(reader, types, inner, toml)?)))),
        (Type::Result { ok, err }, given) => {
            let cases = [("ok", ok.as_deref()), ("err", err.as_deref())];
            let (at, payload) = case(reader, types, ty, toml, given, &cases)?;
            let payload = payload.map(Box::new);
            Some(Value::Result(if at == 0 { Ok(payload) } else { Err(payload) }))
        }
        (Type::Named(index), given) => named(reader, types, types.get(*index), ty, toml, given),
        _ => wrong(reader, types, ty, toml, None),
    }
}

/// The documentation key of something of the table, which each language writes its way.
fn key(reader: &mut Reader<'_>, types: &Types, ty: &Type, toml: &Toml<'_>, table: &DeTable<'_>) -> Option<Value> {
    let (1, Some(of)) = (table.len(), table.get(KEY_OF)) else { return wrong(reader, types, ty, toml, None) };
    let of = reader.string(&format!("`{KEY_OF}`"), of)?;
    match Reference::parse(&of.value).filter(|reference| !matches!(reference, Reference::Param(_))) {
        Some(reference) => {
            reader.references.push((reference.clone(), of.span));
            Some(Value::Key(reference))
        }
        None => report(
            reader,
            code::EXAMPLE_TYPE,
            of.span,
            &format!("`{}` has no documentation key", of.value),
            "not an id",
            "name an operation, `module.key`, or a type, `type:name`",
        ),
    }
}

fn named(
    reader: &mut Reader<'_>,
    types: &Types,
    def: &TypeDef,
    ty: &Type,
    toml: &Toml<'_>,
    given: &DeValue<'_>,
) -> Option<Value> {
    if types.is_poison(&Type::Named(def.index)) || types.items.get(def.index.0 as usize).is_some_and(|item| item.broken)
    {
        return None;
    }
    let span = Span::new(toml.span());
    match (&def.kind, given) {
        (TypeKind::Record(fields), DeValue::Table(table)) => {
            Some(Value::Record(record(reader, types, def, fields, span, table)))
        }
        (TypeKind::Variant(cases), given) => {
            let cases: Vec<_> = cases.iter().map(|case| (case.names.id.as_str(), case.payload.as_ref())).collect();
            let (at, payload) = case(reader, types, ty, toml, given, &cases)?;
            Some(Value::Variant(at, payload.map(Box::new)))
        }
        (TypeKind::Enum(members), DeValue::String(word)) => {
            let words: Vec<&str> = members.iter().map(|member| member.names.id.as_str()).collect();
            let at = words.iter().position(|known| known == word);
            if at.is_none() {
                no_such_word(reader, def, word, span, &words);
            }
            at.map(Value::Enum)
        }
        (TypeKind::Flags(members), DeValue::Array(items)) => {
            let words: Vec<&str> = members.iter().map(|member| member.names.id.as_str()).collect();
            let mut set = Vec::new();
            for item in items {
                let word = reader.string("a flag", item)?;
                match words.iter().position(|known| *known == word.value) {
                    Some(at) => set.push(at),
                    None => no_such_word(reader, def, &word.value, word.span, &words),
                }
            }
            set.sort_unstable();
            set.dedup();
            Some(Value::Flags(set))
        }
        _ => wrong(reader, types, ty, toml, None),
    }
}

fn record(
    reader: &mut Reader<'_>,
    types: &Types,
    def: &TypeDef,
    fields: &[Field],
    span: Span,
    table: &DeTable<'_>,
) -> Vec<Option<Value>> {
    let slots: Vec<Slot<'_>> =
        fields.iter().map(|field| Slot { name: &field.names.id, ty: &field.ty, left_out: field.left_out }).collect();
    let given = entries(reader, table);
    members(reader, types, &format!("the record `{}` has no field", def.names.id), span, &slots, &given)
}

/// A case: its name where it carries nothing, else a table of one member.
fn case(
    reader: &mut Reader<'_>,
    types: &Types,
    ty: &Type,
    toml: &Toml<'_>,
    given: &DeValue<'_>,
    cases: &[(&str, Option<&Type>)],
) -> Option<(usize, Option<Value>)> {
    let span = Span::new(toml.span());
    let (name, name_span, payload) = match given {
        DeValue::String(name) => (name.as_ref(), span, None),
        DeValue::Table(table) if table.len() == 1 => match table.iter().next() {
            Some((key, payload)) => (key.get_ref().as_ref(), Span::new(key.span()), Some(payload)),
            None => return None,
        },
        _ => return wrong(reader, types, ty, toml, Some(case_help(cases))),
    };
    let Some(at) = cases.iter().position(|(known, _)| *known == name) else {
        let names: Vec<&str> = cases.iter().map(|(name, _)| *name).collect();
        let message = format!("{} has no case `{name}`", types.spelled(ty));
        let mut finding = Diagnostic::new(code::EXAMPLE_TYPE, name_span, message).label("no such case");
        finding.help = suggest::help(name, names);
        reader.report(finding);
        return None;
    };
    match (cases[at].1, payload) {
        (None, None) => Some((at, None)),
        (Some(ty), Some(toml)) => Some((at, Some(value(reader, types, ty, toml)?))),
        (Some(ty), None) => {
            let help = format!("write `{{ {name} = ... }}` with {}", types.spelled(ty));
            report(reader, code::EXAMPLE_TYPE, span, &format!("the case `{name}` carries a value"), "no value", &help)
        }
        (None, Some(_)) => {
            let help = format!("write `\"{name}\"`");
            report(reader, code::EXAMPLE_TYPE, span, &format!("the case `{name}` carries nothing"), "a value", &help)
        }
    }
}

fn case_help(cases: &[(&str, Option<&Type>)]) -> String {
    let forms: Vec<String> = cases
        .iter()
        .take(8)
        .map(
            |(name, payload)| {
                if payload.is_some() { format!("`{{ {name} = ... }}`") } else { format!("`\"{name}\"`") }
            },
        )
        .collect();
    format!("one of {}", suggest::enumerate(&forms))
}

fn no_such_word(reader: &mut Reader<'_>, def: &TypeDef, word: &str, span: Span, words: &[&str]) {
    let message = format!("`{}` has no word `{word}`", def.names.id);
    let mut finding = Diagnostic::new(code::EXAMPLE_TYPE, span, message).label("no such word");
    finding.help = suggest::help(word, words.iter().copied());
    reader.report(finding);
}

/// An integer, in the range of its type and of every arm.
fn integer(reader: &mut Reader<'_>, ty: &Type, value: Option<i128>, span: Span) -> Option<Value> {
    let (low, high): (i128, i128) = match ty {
        Type::U8 => (0, u8::MAX.into()),
        Type::U16 => (0, u16::MAX.into()),
        Type::U32 => (0, u32::MAX.into()),
        Type::U64 => (0, u64::MAX.into()),
        Type::S8 => (i8::MIN.into(), i8::MAX.into()),
        Type::S16 => (i16::MIN.into(), i16::MAX.into()),
        Type::S32 => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN.into(), i64::MAX.into()),
    };
    let Some(value) = value.filter(|value| (low..=high).contains(value)) else {
        let label = format!("not from {low} to {high}");
        return out_of_range(reader, code::EXAMPLE_RANGE, span, "the number is out of range", &label);
    };
    let cannot: Vec<&str> = arms::ALL
        .iter()
        .map(|arm| arm.profile())
        .filter(|profile| profile.guest.max_integer.is_some_and(|max| value.unsigned_abs() > u128::from(max)))
        .map(|profile| profile.label)
        .collect();
    if !cannot.is_empty() {
        let message = format!("programs in {} cannot pass this number", suggest::enumerate(&cannot));
        return out_of_range(reader, code::EXAMPLE_CARRIED, span, &message, "beyond 2^53 - 1");
    }
    Some(Value::Int(value))
}

fn out_of_range<T>(reader: &mut Reader<'_>, code: Code, span: Span, message: &str, label: &str) -> Option<T> {
    reader.report(Diagnostic::new(code, span, message).label(label));
    None
}

fn report<T>(reader: &mut Reader<'_>, code: Code, span: Span, message: &str, label: &str, help: &str) -> Option<T> {
    reader.report(Diagnostic::new(code, span, message).label(label).help(help));
    None
}

/// Reports a value of another type.
fn wrong<T>(reader: &mut Reader<'_>, types: &Types, ty: &Type, toml: &Toml<'_>, help: Option<String>) -> Option<T> {
    let wanted = types.spelled(ty);
    let found = type_name(toml.get_ref());
    let mut finding = Diagnostic::new(
        code::EXAMPLE_TYPE,
        Span::new(toml.span()),
        format!("the example gives {found} where {wanted} is wanted"),
    )
    .label(format!("expected {}", form(types, ty)));
    finding.help = help;
    reader.report(finding);
    None
}

fn digits(toml: &Toml<'_>) -> String {
    toml.get_ref().as_integer().map(|integer| integer.as_str().to_owned()).unwrap_or_default()
}

fn radix(toml: &Toml<'_>) -> u32 {
    toml.get_ref().as_integer().map_or(10, toml::de::DeInteger::radix)
}

/// How a value of a type is written in TOML.
fn form(types: &Types, ty: &Type) -> String {
    match types.resolve(ty) {
        Type::Bool => "`true` or `false`".to_owned(),
        Type::F32 | Type::F64 => "a number".to_owned(),
        Type::Char | Type::String => "a string".to_owned(),
        Type::List(_) | Type::Tuple(_) => "an array".to_owned(),
        Type::Option(inner) => form(types, inner),
        Type::Result { .. } => "`{ ok = ... }` or `{ err = ... }`".to_owned(),
        Type::Named(index) => match &types.get(*index).kind {
            TypeKind::Record(_) | TypeKind::Alias(_) => "a table".to_owned(),
            TypeKind::Variant(_) => "a case".to_owned(),
            TypeKind::Enum(_) => "a word of the enum, as a string".to_owned(),
            TypeKind::Flags(_) => "an array of the flags that are set".to_owned(),
        },
        _ => "an integer".to_owned(),
    }
}
