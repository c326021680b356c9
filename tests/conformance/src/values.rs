//! Values of a table's types, out of the data: a record is a table, an enum and an empty case a string, a case with a
//! payload a table of one member; what is left out is absent.

use gg_codegen::surface::{Operation, Surface, Type, TypeKind, Value};
use serde_json::{Map, Value as Json};

/// The arguments of a call, in order.
///
/// # Panics
///
/// One does not fit its parameter, is missing, or is none of the call's.
pub fn args(surface: &Surface, operation: &Operation, given: &Map<String, Json>) -> Vec<Option<Value>> {
    let known: Vec<&str> = operation.params.iter().map(|param| param.names.id.as_str()).collect();
    assert!(given.keys().all(|name| known.contains(&name.as_str())), "{}: {given:?}", operation.id);
    let value = |param: &gg_codegen::surface::Param| {
        let given = given.get(&param.names.id);
        assert!(given.is_some() || param.is_optional(surface), "{}: no {}", operation.id, param.names.id);
        given.map(|given| typed(surface, &param.ty, Some(given)))
    };
    operation.params.iter().map(value).collect()
}

/// A value of a type.
///
/// # Panics
///
/// It is none.
pub fn typed(surface: &Surface, ty: &Type, given: Option<&Json>) -> Value {
    let ty = surface.resolve(ty);
    let none = || -> ! { panic!("{given:?} is no {ty:?}") };
    if let Type::Option(inner) = ty {
        return Value::Option(given.map(|given| Box::new(typed(surface, inner, Some(given)))));
    }
    let Some(given) = given else { none() };
    match (ty, given) {
        (Type::Bool, Json::Bool(flag)) => Value::Bool(*flag),
        (Type::F32 | Type::F64, Json::Number(number)) => Value::Float(number.as_f64().unwrap_or_else(|| none())),
        (Type::String, Json::String(text)) => Value::String(text.clone()),
        (Type::List(item), Json::Array(items)) => {
            Value::List(items.iter().map(|given| typed(surface, item, Some(given))).collect())
        }
        (Type::Named(index), given) => match (&surface.type_def(*index).kind, given) {
            (TypeKind::Record(fields), Json::Object(members)) => {
                let field = |field: &gg_codegen::surface::Field| {
                    let given = members.get(&field.names.id);
                    let optional = matches!(surface.resolve(&field.ty), Type::Option(_));
                    (given.is_some() || !optional).then(|| typed(surface, &field.ty, given))
                };
                Value::Record(fields.iter().map(field).collect())
            }
            (TypeKind::Variant(cases), Json::Object(members)) => {
                let Some((name, payload)) = members.iter().next().filter(|_| members.len() == 1) else { none() };
                let Some(at) = cases.iter().position(|case| case.names.id == *name) else { none() };
                let payload = cases[at].payload.as_ref().map(|ty| Box::new(typed(surface, ty, Some(payload))));
                Value::Variant(at, payload)
            }
            (TypeKind::Variant(cases), Json::String(word)) => {
                Value::Variant(cases.iter().position(|case| case.names.id == *word).unwrap_or_else(|| none()), None)
            }
            (TypeKind::Enum(words), Json::String(word)) => {
                Value::Enum(words.iter().position(|known| known.names.id == *word).unwrap_or_else(|| none()))
            }
            _ => none(),
        },
        (_, Json::Number(number)) => Value::Int(number.as_i64().unwrap_or_else(|| none()).into()),
        _ => none(),
    }
}
