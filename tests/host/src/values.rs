//! Values of a table's types: made up, as the component model has them, and as serde reads them.

use gg_codegen::surface::{Surface, Type, TypeKind, Value};
use serde_json::{Map, Value as Json, json};
use wasmtime::component::Val;

/// A value of a type; another seed gives another case, word, length and number.
pub fn sample(surface: &Surface, ty: &Type, seed: usize) -> Value {
    let number = |max: i128| if seed.is_multiple_of(2) { max } else { i128::try_from(seed).unwrap_or(0) };
    let inner = |ty: &Type| Box::new(sample(surface, ty, seed + 1));
    match surface.resolve(ty) {
        Type::Bool => Value::Bool(seed.is_multiple_of(2)),
        Type::U8 => Value::Int(number(u8::MAX.into())),
        Type::U16 => Value::Int(number(u16::MAX.into())),
        Type::U32 => Value::Int(number(u32::MAX.into())),
        Type::U64 => Value::Int(number(u64::MAX.into())),
        Type::S8 => Value::Int(number(i8::MIN.into())),
        Type::S16 => Value::Int(number(i16::MIN.into())),
        Type::S32 => Value::Int(number(i32::MIN.into())),
        Type::S64 => Value::Int(number(i64::MIN.into())),
        Type::F32 | Type::F64 => Value::Float(if seed.is_multiple_of(2) { -0.5 } else { 3.0 }),
        Type::Char => Value::Char(if seed.is_multiple_of(2) { 'é' } else { '\u{1F980}' }),
        Type::String => Value::String(["", "a \"quoted\" \\ line\n\u{1}", "日本"][seed % 3].to_owned()),
        Type::List(item) => Value::List((0..seed % 3).map(|at| sample(surface, item, seed + at)).collect()),
        Type::Option(item) => Value::Option((!seed.is_multiple_of(3)).then(|| inner(item))),
        Type::Result { ok, err } => Value::Result(if seed.is_multiple_of(2) {
            Ok(ok.as_deref().map(inner))
        } else {
            Err(err.as_deref().map(inner))
        }),
        Type::Tuple(items) => {
            Value::Tuple(items.iter().enumerate().map(|(at, ty)| sample(surface, ty, seed + at)).collect())
        }
        Type::Named(index) => match &surface.type_def(*index).kind {
            TypeKind::Record(fields) => {
                let values = fields.iter().enumerate().map(|(at, field)| Some(sample(surface, &field.ty, seed + at)));
                Value::Record(values.collect())
            }
            TypeKind::Variant(cases) => {
                let at = seed % cases.len();
                Value::Variant(at, cases[at].payload.as_ref().map(inner))
            }
            TypeKind::Enum(words) => Value::Enum(seed % words.len()),
            TypeKind::Flags(bits) => Value::Flags((0..bits.len()).filter(|bit| (seed >> bit) & 1 == 1).collect()),
            TypeKind::Alias(_) => unreachable!("aliases are resolved"),
        },
    }
}

/// A value as the component model has it. What a caller left out is filled in: none, keep, no items.
pub fn to_val(surface: &Surface, ty: &Type, value: Option<&Value>) -> Val {
    let deep = |ty: &Type, value: &Value| to_val(surface, ty, Some(value));
    let boxed = |ty: &Option<Box<Type>>, value: &Option<Box<Value>>| {
        ty.as_ref().zip(value.as_ref()).map(|(ty, value)| Box::new(deep(ty, value)))
    };
    let ty = surface.resolve(ty);
    let Some(value) = value else { return absent(surface, ty) };
    match (ty, value) {
        (Type::Bool, Value::Bool(value)) => Val::Bool(*value),
        (Type::U8, Value::Int(value)) => Val::U8(int(*value)),
        (Type::U16, Value::Int(value)) => Val::U16(int(*value)),
        (Type::U32, Value::Int(value)) => Val::U32(int(*value)),
        (Type::U64, Value::Int(value)) => Val::U64(int(*value)),
        (Type::S8, Value::Int(value)) => Val::S8(int(*value)),
        (Type::S16, Value::Int(value)) => Val::S16(int(*value)),
        (Type::S32, Value::Int(value)) => Val::S32(int(*value)),
        (Type::S64, Value::Int(value)) => Val::S64(int(*value)),
        #[expect(clippy::cast_possible_truncation, reason = "the samples are exact")]
        (Type::F32, Value::Float(value)) => Val::Float32(*value as f32),
        (Type::F64, Value::Float(value)) => Val::Float64(*value),
        (Type::Char, Value::Char(value)) => Val::Char(*value),
        (Type::String, Value::String(value)) => Val::String(value.clone()),
        (Type::String, Value::Key(of)) => Val::String(of.source()),
        (Type::List(item), Value::List(items)) => Val::List(items.iter().map(|value| deep(item, value)).collect()),
        (Type::Option(item), Value::Option(value)) => {
            Val::Option(value.as_ref().map(|value| Box::new(deep(item, value))))
        }
        (Type::Result { ok, err }, Value::Result(value)) => Val::Result(match value {
            Ok(value) => Ok(boxed(ok, value)),
            Err(value) => Err(boxed(err, value)),
        }),
        (Type::Tuple(types), Value::Tuple(items)) => {
            Val::Tuple(types.iter().zip(items).map(|(ty, value)| deep(ty, value)).collect())
        }
        (Type::Named(index), value) => match (&surface.type_def(*index).kind, value) {
            (TypeKind::Record(fields), Value::Record(values)) => {
                let fields = fields.iter().zip(values);
                let fields = fields.map(|(f, value)| (f.names.wit.clone(), to_val(surface, &f.ty, value.as_ref())));
                Val::Record(fields.collect())
            }
            (TypeKind::Variant(cases), Value::Variant(at, payload)) => {
                let case = &cases[*at];
                let payload = case.payload.as_ref().zip(payload.as_ref()).map(|(ty, value)| Box::new(deep(ty, value)));
                Val::Variant(case.names.wit.clone(), payload)
            }
            (TypeKind::Enum(words), Value::Enum(at)) => Val::Enum(words[*at].names.wit.clone()),
            (TypeKind::Flags(bits), Value::Flags(set)) => {
                Val::Flags(set.iter().map(|at| bits[*at].names.wit.clone()).collect())
            }
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn absent(surface: &Surface, ty: &Type) -> Val {
    match ty {
        Type::Option(_) => Val::Option(None),
        Type::List(_) => Val::List(Vec::new()),
        Type::Named(index) => {
            let def = surface.type_def(*index);
            match (&def.kind, def.patch) {
                (TypeKind::Variant(cases), Some(patch)) => Val::Variant(cases[patch.keep].names.wit.clone(), None),
                _ => panic!("{} cannot be left out", def.names.id),
            }
        }
        other => panic!("{other:?} cannot be left out"),
    }
}

fn int<T: TryFrom<i128>>(value: i128) -> T {
    T::try_from(value).unwrap_or_else(|_| panic!("{value} is out of range"))
}

/// A value as serde reads and writes the generated types.
pub fn to_json(surface: &Surface, ty: &Type, value: &Value) -> Json {
    let deep = |ty: &Type, value: &Value| to_json(surface, ty, value);
    let boxed = |ty: &Option<Box<Type>>, value: &Option<Box<Value>>| {
        ty.as_ref().zip(value.as_ref()).map_or(Json::Null, |(ty, value)| deep(ty, value))
    };
    match (surface.resolve(ty), value) {
        (_, Value::Bool(value)) => json!(value),
        (_, Value::Int(value)) => match u64::try_from(*value) {
            Ok(value) => json!(value),
            Err(_) => json!(int::<i64>(*value)),
        },
        (_, Value::Float(value)) => json!(value),
        (_, Value::Char(value)) => json!(value),
        (_, Value::String(value)) => json!(value),
        (Type::List(item), Value::List(items)) => items.iter().map(|value| deep(item, value)).collect(),
        (Type::Option(item), Value::Option(value)) => value.as_ref().map_or(Json::Null, |value| deep(item, value)),
        (Type::Result { ok, err }, Value::Result(value)) => match value {
            Ok(value) => json!({ "Ok": boxed(ok, value) }),
            Err(value) => json!({ "Err": boxed(err, value) }),
        },
        (Type::Tuple(types), Value::Tuple(items)) => {
            types.iter().zip(items).map(|(ty, value)| deep(ty, value)).collect()
        }
        (Type::Named(index), value) => match (&surface.type_def(*index).kind, value) {
            (TypeKind::Record(fields), Value::Record(values)) => {
                let members = fields.iter().zip(values).map(|(field, value)| {
                    let value = value.as_ref().map_or(Json::Null, |value| deep(&field.ty, value));
                    (field.names.json.clone(), value)
                });
                Json::Object(members.collect::<Map<_, _>>())
            }
            (TypeKind::Variant(cases), Value::Variant(at, payload)) => {
                let case = &cases[*at];
                match case.payload.as_ref().zip(payload.as_ref()) {
                    Some((ty, value)) => json!({ case.names.json.as_str(): deep(ty, value) }),
                    None => json!(case.names.json),
                }
            }
            (TypeKind::Enum(words), Value::Enum(at)) => json!(words[*at].names.json),
            (TypeKind::Flags(bits), Value::Flags(set)) => set.iter().map(|at| json!(bits[*at].names.json)).collect(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}
