//! Values in a form of their own, to compare what an example says with what arrived, here and in Python
//! (`recorder.py` writes the same).

use gg_codegen::{
    arms::{ArmIndex, key_of},
    surface::{Example, Operation, Surface, Type, TypeKind, Value},
};
use serde_json::{Value as Json, json};
use wasmtime::component::Val;

/// What a call made from an example hands over, a value a parameter.
pub(crate) fn of_example(surface: &Surface, operation: &Operation, example: &Example) -> Json {
    let params = operation.params.iter().zip(&example.args);
    Json::Array(params.map(|(param, arg)| of_member(surface, &param.ty, arg.as_ref())).collect())
}

/// A member that may be left out: an option is none, a patch keeps, a list is empty.
fn of_member(surface: &Surface, ty: &Type, value: Option<&Value>) -> Json {
    if let Some(value) = value {
        return of_value(surface, ty, value);
    }
    match surface.resolve(ty) {
        Type::Named(index) => match (&surface.type_def(*index).kind, surface.type_def(*index).patch) {
            (TypeKind::Variant(cases), Some(patch)) => {
                json!({ "variant": [plain(&cases[patch.keep].names.wit), null] })
            }
            _ => Json::Null,
        },
        Type::List(_) => json!([]),
        _ => Json::Null,
    }
}

fn of_value(surface: &Surface, ty: &Type, value: &Value) -> Json {
    let inner = |ty: &Type, value: &Value| of_value(surface, ty, value);
    let boxed = |ty: &Option<Box<Type>>, value: &Option<Box<Value>>| match (ty, value) {
        (Some(ty), Some(value)) => of_value(surface, ty, value),
        _ => Json::Null,
    };
    match (surface.resolve(ty), value) {
        (_, Value::Bool(value)) => json!(value),
        (_, Value::Int(value)) => json!({ "int": value.to_string() }),
        #[expect(clippy::cast_possible_truncation, reason = "the rounding that 32 bits ask for")]
        (Type::F32, Value::Float(value)) => float((*value as f32).into()),
        (_, Value::Float(value)) => float(*value),
        (_, Value::Char(value)) => json!({ "text": value }),
        (_, Value::String(value)) => json!({ "text": value }),
        (_, Value::Key(of)) => {
            let python = ArmIndex::find("python").expect("there is a Python arm").arm();
            json!({ "text": key_of(python, surface, of) })
        }
        (Type::List(item), Value::List(items)) => items.iter().map(|value| inner(item, value)).collect(),
        (Type::Tuple(types), Value::Tuple(items)) => {
            json!({ "tuple": types.iter().zip(items).map(|(ty, value)| inner(ty, value)).collect::<Vec<_>>() })
        }
        (Type::Option(ty), Value::Option(value)) => value.as_ref().map_or(Json::Null, |value| inner(ty, value)),
        (Type::Result { ok, err }, Value::Result(value)) => match value {
            Ok(value) => json!({ "ok": boxed(ok, value) }),
            Err(value) => json!({ "err": boxed(err, value) }),
        },
        (Type::Named(index), value) => match (&surface.type_def(*index).kind, value) {
            (TypeKind::Record(fields), Value::Record(values)) => {
                let fields = fields.iter().zip(values);
                json!({ "record": fields.map(|(field, value)| of_member(surface, &field.ty, value.as_ref())).collect::<Vec<_>>() })
            }
            (TypeKind::Enum(words), Value::Enum(at)) => json!({ "enum": plain(&words[*at].names.wit) }),
            (TypeKind::Flags(bits), Value::Flags(set)) => {
                json!({ "flags": set.iter().map(|at| plain(&bits[*at].names.wit)).collect::<Vec<_>>() })
            }
            (TypeKind::Variant(cases), Value::Variant(at, payload)) => {
                let case = &cases[*at];
                let payload = match (&case.payload, payload) {
                    (Some(ty), Some(payload)) => inner(ty, payload),
                    _ => Json::Null,
                };
                json!({ "variant": [plain(&case.names.wit), payload] })
            }
            _ => panic!("{value:?} is no value of its type"),
        },
        _ => panic!("{value:?} is no value of its type"),
    }
}

/// What arrived at a host.
pub(crate) fn of_val(value: &Val) -> Json {
    let boxed = |value: &Option<Box<Val>>| value.as_ref().map_or(Json::Null, |value| of_val(value));
    match value {
        Val::Bool(value) => json!(value),
        Val::S8(value) => json!({ "int": value.to_string() }),
        Val::U8(value) => json!({ "int": value.to_string() }),
        Val::S16(value) => json!({ "int": value.to_string() }),
        Val::U16(value) => json!({ "int": value.to_string() }),
        Val::S32(value) => json!({ "int": value.to_string() }),
        Val::U32(value) => json!({ "int": value.to_string() }),
        Val::S64(value) => json!({ "int": value.to_string() }),
        Val::U64(value) => json!({ "int": value.to_string() }),
        Val::Float32(value) => float((*value).into()),
        Val::Float64(value) => float(*value),
        Val::Char(value) => json!({ "text": value }),
        Val::String(value) => json!({ "text": value }),
        Val::List(items) => items.iter().map(of_val).collect(),
        Val::Tuple(items) => json!({ "tuple": items.iter().map(of_val).collect::<Vec<_>>() }),
        Val::Record(fields) => json!({ "record": fields.iter().map(|(_, value)| of_val(value)).collect::<Vec<_>>() }),
        Val::Variant(case, payload) => json!({ "variant": [plain(case), boxed(payload)] }),
        Val::Enum(word) => json!({ "enum": plain(word) }),
        Val::Option(value) => boxed(value),
        Val::Result(Ok(value)) => json!({ "ok": boxed(value) }),
        Val::Result(Err(value)) => json!({ "err": boxed(value) }),
        Val::Flags(set) => json!({ "flags": set.iter().map(|bit| plain(bit)).collect::<Vec<_>>() }),
        other => panic!("{other:?} is of no type a table has"),
    }
}

/// The bits of a float: exact, and without a spelling.
fn float(value: f64) -> Json {
    json!({ "float": format!("{:016x}", value.to_bits()) })
}

/// A name without what languages join its words by.
fn plain(name: &str) -> String {
    name.replace('-', "").to_lowercase()
}
