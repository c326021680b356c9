//! Example values as JSON, by the rule of the recorded request.
//!
//! A parameter or a field stands under its name in `snake_case`; what is absent and what a patch keeps is left out, what
//! a patch empties is null; an enum is its word in `snake_case`, any other variant an object of one member.

use serde_json::{Map, Value as Json};

use crate::{
    arms::{ArmIndex, key_of},
    surface::{Example, Member, Operation, Patch, Surface, Type, TypeKind, Value},
};

/// The request that a call records when a program of an arm makes it. Without an arm, a documentation key is the
/// reference as the table writes it.
pub fn request(surface: &Surface, operation: &Operation, example: &Example, arm: Option<ArmIndex>) -> Json {
    let params = operation.params.iter().zip(&example.args);
    Request { surface, arm }.object(params.map(|(param, arg)| (param.names.json.as_str(), &param.ty, arg.as_ref())))
}

/// Whose values are written.
#[derive(Clone, Copy)]
struct Request<'a> {
    surface: &'a Surface,
    arm: Option<ArmIndex>,
}

impl Request<'_> {
    /// A value of a type; none where it is absent, or a patch that keeps.
    fn value(self, ty: &Type, value: &Value) -> Option<Json> {
        let whole = |ty: &Type, inner: &Value| self.value(ty, inner).unwrap_or(Json::Null);
        Some(match (self.surface.resolve(ty), value) {
            (_, Value::Bool(value)) => (*value).into(),
            (_, Value::Int(value)) => integer(*value),
            (_, Value::Float(value)) => float(*value),
            (_, Value::Char(value)) => value.to_string().into(),
            (_, Value::String(value)) => value.as_str().into(),
            (_, Value::Key(of)) => match self.arm {
                Some(arm) => key_of(arm.arm(), self.surface, of),
                None => of.source(),
            }
            .into(),
            (Type::List(item), Value::List(items)) => items.iter().map(|value| whole(item, value)).collect(),
            (Type::Tuple(types), Value::Tuple(items)) => {
                types.iter().zip(items).map(|(ty, value)| whole(ty, value)).collect()
            }
            (Type::Option(inner), Value::Option(value)) => return value.as_ref().map(|value| whole(inner, value)),
            (Type::Result { ok, err }, Value::Result(value)) => {
                let (name, ty, value) = match value {
                    Ok(value) => ("ok", ok, value),
                    Err(value) => ("err", err, value),
                };
                let payload = ty.as_ref().zip(value.as_ref()).map(|(ty, value)| whole(ty, value));
                member(name, payload)
            }
            (Type::Named(index), value) => {
                let def = self.surface.type_def(*index);
                match (&def.kind, value) {
                    (TypeKind::Record(fields), Value::Record(values)) => {
                        let fields = fields.iter().zip(values);
                        self.object(fields.map(|(f, value)| (f.names.json.as_str(), &f.ty, value.as_ref())))
                    }
                    (TypeKind::Variant(cases), Value::Variant(at, payload)) => {
                        let case = cases.get(*at)?;
                        let payload = case.payload.as_ref().zip(payload.as_ref()).map(|(ty, value)| whole(ty, value));
                        match def.patch {
                            Some(Patch { keep, .. }) if keep == *at => return None,
                            Some(Patch { empty, .. }) if empty == *at => Json::Null,
                            Some(_) => payload.unwrap_or(Json::Null),
                            None => member(&case.names.json, payload),
                        }
                    }
                    (TypeKind::Enum(members), Value::Enum(at)) => word(members, *at)?,
                    (TypeKind::Flags(members), Value::Flags(set)) => {
                        set.iter().filter_map(|at| word(members, *at)).collect()
                    }
                    // An example is checked against its type when the table is read.
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Members that are there; a list that was left out is empty.
    fn object<'a>(self, members: impl Iterator<Item = (&'a str, &'a Type, Option<&'a Value>)>) -> Json {
        let mut object = Map::new();
        for (name, ty, given) in members {
            let json = match given {
                Some(given) => self.value(ty, given),
                None => matches!(self.surface.resolve(ty), Type::List(_)).then(|| Json::Array(Vec::new())),
            };
            if let Some(json) = json {
                object.insert(name.to_owned(), json);
            }
        }
        Json::Object(object)
    }
}

fn member(name: &str, payload: Option<Json>) -> Json {
    Json::Object(Map::from_iter([(name.to_owned(), payload.unwrap_or(Json::Null))]))
}

fn word(members: &[Member], at: usize) -> Option<Json> {
    members.get(at).map(|member| member.names.json.as_str().into())
}

fn integer(value: i128) -> Json {
    // Every integer type of a table fits one of the two.
    i64::try_from(value).map(Json::from).or_else(|_| u64::try_from(value).map(Json::from)).unwrap_or(Json::Null)
}

fn float(value: f64) -> Json {
    match value {
        value if value.is_nan() => "NaN".into(),
        value if value.is_infinite() => if value > 0.0 { "Infinity" } else { "-Infinity" }.into(),
        value => value.into(),
    }
}
