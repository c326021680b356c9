//! Values, calls and programs.

use crate::{
    arms::{Arm, Item, key_of},
    layout::{Layout, concat, group, list, text},
    surface::{Example, Field, Operation, Surface, Type, TypeDef, TypeIndex, TypeKind, Value},
};

use super::{
    Python, literal,
    names::{Names, Qualified},
    parameters::{Signature, spread_cases},
    types,
};

/// A value as an expression of a program.
pub(super) fn value(surface: &Surface, ty: &Type, value: &Value) -> Layout {
    match (surface.resolve(ty), value) {
        (_, Value::Bool(value)) => text(if *value { "True" } else { "False" }),
        (_, Value::Int(value)) => text(value.to_string()),
        (_, Value::Float(value)) => text(literal::float(*value)),
        (_, Value::Char(value)) => text(literal::string(&value.to_string())),
        (_, Value::String(value)) => text(literal::string(value)),
        (_, Value::Key(of)) => text(literal::string(&key_of(&Python, surface, of))),
        (Type::List(item), Value::List(items)) if **item == Type::U8 => {
            let byte = |item: &Value| match item {
                Value::Int(byte) => u8::try_from(*byte).unwrap_or(0),
                _ => 0,
            };
            text(literal::bytes(&items.iter().map(byte).collect::<Vec<_>>()))
        }
        (Type::List(item), Value::List(items)) => {
            list("[", items.iter().map(|value| self::value(surface, item, value)).collect(), ",", "]")
        }
        (Type::Tuple(types), Value::Tuple(items)) => {
            let items = types.iter().zip(items).map(|(ty, value)| self::value(surface, ty, value)).collect();
            tuple(items)
        }
        (Type::Option(inner), Value::Option(Some(value))) => self::value(surface, inner, value),
        (_, Value::Option(None)) => text("None"),
        (Type::Result { ok, err }, Value::Result(value)) => {
            let (class, ty, value) = match value {
                Ok(value) => ("Ok", ok, value),
                Err(value) => ("Err", err, value),
            };
            let inner = match (ty, value) {
                (Some(ty), Some(value)) => self::value(surface, ty, value),
                _ => text("None"),
            };
            list(format!("{}(", Qualified.helper(surface, class)), vec![inner], ",", ")")
        }
        (Type::Named(index), value) => named(surface, surface.type_def(*index), value),
        // A value stands together with its type, so nothing is left.
        _ => text("None"),
    }
}

fn named(surface: &Surface, def: &TypeDef, value: &Value) -> Layout {
    let name = Qualified.named(surface, def.index);
    let arm = Python.index();
    match (&def.kind, value) {
        (TypeKind::Record(fields), Value::Record(values)) => {
            // What is only returned has no short forms: its fields have no defaults.
            if !def.usage.input {
                let value = |(field, value): (&Field, &Option<Value>)| {
                    let value =
                        value.as_ref().map_or_else(|| text("None"), |value| self::value(surface, &field.ty, value));
                    keyword(field.names.of(arm), value)
                };
                return list(format!("{name}("), fields.iter().zip(values).map(value).collect(), ",", ")");
            }
            if types::is_tuple_like(surface, def.index) {
                let values = fields.iter().zip(values).map(|(field, value)| match value {
                    Some(value) => self::value(surface, &field.ty, value),
                    None => text("None"),
                });
                return tuple(values.collect());
            }
            list(format!("{name}("), keywords(surface, fields, values), ",", ")")
        }
        (TypeKind::Enum(words), Value::Enum(at)) => match words.get(*at) {
            Some(word) => text(format!("{name}.{}", word.names.of(arm))),
            None => text(name),
        },
        (TypeKind::Flags(bits), Value::Flags(set)) => {
            let set: Vec<String> =
                set.iter().filter_map(|at| Some(format!("{name}.{}", bits.get(*at)?.names.of(arm)))).collect();
            if set.is_empty() { text(format!("{name}(0)")) } else { text(set.join(" | ")) }
        }
        (TypeKind::Variant(cases), Value::Variant(at, payload)) => {
            if let Some((patch, set)) = types::patch(surface, def.index) {
                return match payload {
                    Some(payload) if *at == patch.set => self::value(surface, set, payload),
                    _ if *at == patch.empty => text("None"),
                    _ => text(Qualified.helper(surface, "UNCHANGED")),
                };
            }
            let Some(case) = cases.get(*at) else { return text(name) };
            let class = Qualified.case(surface, def.index, case.names.of(arm));
            let payload = match (&case.payload, payload) {
                (Some(ty), Some(payload)) => vec![self::value(surface, ty, payload)],
                _ => Vec::new(),
            };
            list(format!("{class}("), payload, ",", ")")
        }
        _ => text(name),
    }
}

fn tuple(items: Vec<Layout>) -> Layout {
    match <[Layout; 1]>::try_from(items) {
        Ok([item]) => group([text("("), item, text(",)")]),
        Err(items) => list("(", items, ",", ")"),
    }
}

/// The members of a record that are given, as keywords.
fn keywords(surface: &Surface, fields: &[Field], values: &[Option<Value>]) -> Vec<Layout> {
    let arm = Python.index();
    let mut given = Vec::new();
    for (field, value) in fields.iter().zip(values) {
        let Some(value) = value else { continue };
        match (spread_cases(surface, field), value) {
            (Some((_, cases)), Value::Variant(at, payload)) => {
                let Some(case) = cases.get(*at) else { continue };
                // Every case of a variant that is spread carries a value.
                if let (Some(ty), Some(payload)) = (&case.payload, payload) {
                    given.push(keyword(case.names.of(arm), self::value(surface, ty, payload)));
                }
            }
            _ => given.push(keyword(field.names.of(arm), self::value(surface, &field.ty, value))),
        }
    }
    given
}

fn keyword(name: &str, value: Layout) -> Layout {
    concat([text(format!("{name}=")), value])
}

/// A call as a program writes it: required arguments in order, the others by name, a last record by its fields.
pub(super) fn call(surface: &Surface, operation: &Operation, example: &Example) -> Layout {
    let arm = Python.index();
    let spread = Signature::new(surface, &Qualified, operation).spread;
    let mut ordered = Vec::new();
    let mut named = Vec::new();
    for (at, (param, arg)) in operation.params.iter().zip(&example.args).enumerate() {
        let Some(arg) = arg else { continue };
        let record = spread.as_ref().filter(|spread| spread.position == at).map(|spread| spread.ty);
        match (record.and_then(|ty| fields(surface, ty)), arg) {
            (Some(fields), Value::Record(values)) => named.extend(keywords(surface, fields, values)),
            _ if param.is_optional(surface) => {
                named.push(keyword(param.names.of(arm), value(surface, &param.ty, arg)));
            }
            _ => ordered.push(value(surface, &param.ty, arg)),
        }
    }
    ordered.extend(named);
    list(format!("{}(", Python.key(surface, Item::Operation(operation.index))), ordered, ",", ")")
}

fn fields(surface: &Surface, record: TypeIndex) -> Option<&[Field]> {
    match &surface.type_def(record).kind {
        TypeKind::Record(fields) => Some(fields),
        _ => None,
    }
}
