//! Values, calls and whole programs.

use super::{
    WIDTH,
    literals::{float, key, string},
    types::Spelling,
};
use crate::{
    arms::{Place, key_of},
    layout::{Layout, concat, list, spaced_list, text},
    surface::{Case, Example, Field, Operation, Type, TypeDef, TypeKind, Value},
};

impl Spelling<'_> {
    /// A value as an expression.
    pub(super) fn value(&self, ty: &Type, value: &Value) -> Layout {
        match (self.surface.resolve(ty), value) {
            (_, Value::Bool(value)) => text(value.to_string()),
            (_, Value::Int(value)) => text(value.to_string()),
            (_, Value::Float(value)) => text(float(*value)),
            (_, Value::Char(value)) => text(string(&value.to_string())),
            (_, Value::String(value)) => text(string(value)),
            (_, Value::Key(of)) => text(string(&key_of(self.arm.arm(), self.surface, of))),
            (Type::List(item), Value::List(items)) => {
                let spelled: Vec<Layout> = items.iter().map(|value| self.value(item, value)).collect();
                if **item == Type::U8 {
                    return list("Uint8Array.of(", filled(spelled), ",", ")");
                }
                let numbers = items.iter().all(|item| matches!(item, Value::Int(_) | Value::Float(_)));
                list("[", if numbers { filled(spelled) } else { spelled }, ",", "]")
            }
            (Type::Tuple(types), Value::Tuple(items)) => {
                let items = types.iter().zip(items).map(|(ty, value)| self.value(ty, value)).collect();
                list("[", items, ",", "]")
            }
            (Type::Option(ty), Value::Option(Some(value))) => self.value(ty, value),
            (Type::Result { ok, .. }, Value::Result(Ok(value))) => {
                self.tagged_value("ok", ok.as_deref(), value.as_deref())
            }
            (Type::Result { err, .. }, Value::Result(Err(value))) => {
                self.tagged_value("err", err.as_deref(), value.as_deref())
            }
            (Type::Named(index), value) => self.named_value(self.surface.type_def(*index), value),
            // Nothing, as an option says it.
            _ => text("undefined"),
        }
    }

    fn named_value(&self, def: &TypeDef, value: &Value) -> Layout {
        match (&def.kind, value) {
            (TypeKind::Record(fields), Value::Record(values)) => object(self.members(fields, values)),
            (TypeKind::Variant(cases), Value::Variant(at, payload)) => match def.patch {
                Some(patch) if *at == patch.keep => text("undefined"),
                Some(patch) if *at == patch.empty => text("null"),
                Some(_) => match (cases.get(*at).and_then(|case| case.payload.as_ref()), payload) {
                    (Some(ty), Some(value)) => self.value(ty, value),
                    _ => text("undefined"),
                },
                None => {
                    cases.get(*at).map_or_else(|| text("undefined"), |case| self.case_value(case, payload.as_deref()))
                }
            },
            (TypeKind::Enum(words), Value::Enum(at)) => {
                text(words.get(*at).map_or_else(String::new, |word| string(&word.names.wit)))
            }
            (TypeKind::Flags(bits), Value::Flags(set)) => {
                let bits = set.iter().filter_map(|at| bits.get(*at));
                object(bits.map(|bit| text(format!("{}: true", key(bit.names.of(self.arm))))).collect())
            }
            _ => text("undefined"),
        }
    }

    /// The members of an object; what is left out is left out.
    fn members(&self, fields: &[Field], values: &[Option<Value>]) -> Vec<Layout> {
        let mut members = Vec::new();
        for (field, value) in fields.iter().zip(values) {
            let Some(value) = value else { continue };
            match (self.spread(field), value) {
                (Some((_, cases)), Value::Variant(at, Some(payload))) => {
                    let case = cases.get(*at).and_then(|case| Some((case, case.payload.as_ref()?)));
                    members.extend(case.and_then(|(case, ty)| self.member_value(case.names.of(self.arm), ty, payload)));
                }
                _ => members.extend(self.member_value(field.names.of(self.arm), &field.ty, value)),
            }
        }
        members
    }

    /// A member, unless its value says that there is none.
    fn member_value(&self, name: &str, ty: &Type, value: &Value) -> Option<Layout> {
        let spelled = self.value(ty, value);
        (spelled != text("undefined")).then(|| concat([text(format!("{}: ", key(name))), spelled]))
    }

    fn case_value(&self, case: &Case, payload: Option<&Value>) -> Layout {
        let kind = case.names.of(self.arm);
        let Some(ty) = &case.payload else { return self.tagged_value(kind, None, None) };
        if let (Type::Named(index), Some(Value::Record(values))) = (self.surface.resolve(ty), payload)
            && let TypeKind::Record(fields) = &self.surface.type_def(*index).kind
        {
            let mut members = vec![text(format!("kind: {}", string(kind)))];
            members.extend(self.members(fields, values));
            return object(members);
        }
        self.tagged_value(kind, Some(ty), payload)
    }

    fn tagged_value(&self, kind: &str, ty: Option<&Type>, value: Option<&Value>) -> Layout {
        let mut members = vec![text(format!("kind: {}", string(kind)))];
        if let (Some(ty), Some(value)) = (ty, value) {
            members.extend(self.member_value("value", ty, value));
        }
        object(members)
    }

    /// A call as an expression.
    pub(super) fn call(&self, operation: &Operation, example: &Example) -> Layout {
        let layout = self.call_layout(operation);
        let mut arguments = Vec::new();
        let mut options = Vec::new();
        for ((param, value), place) in operation.params.iter().zip(&example.args).zip(&layout.places) {
            let Some(value) = value else { continue };
            match place {
                Place::Positional(_) => {
                    let spelled = self.value(&param.ty, value);
                    if spelled != text("undefined") {
                        arguments.push(spelled);
                    }
                }
                _ => options.extend(self.member_value(param.names.of(self.arm), &param.ty, value)),
            }
        }
        if !options.is_empty() {
            arguments.push(object(options));
        }
        arguments_of(format!("{}(", self.call_name(operation)), arguments)
    }
}

/// Arguments; a last one in brackets keeps its opening bracket on the line of the call.
fn arguments_of(open: String, mut arguments: Vec<Layout>) -> Layout {
    let before = open.chars().count() + arguments.iter().rev().skip(1).filter_map(Layout::flat_width).sum::<usize>();
    let hugs = matches!(arguments.last(), Some(Layout::Group(_))) && before < WIDTH / 2;
    match arguments.pop() {
        Some(last) if hugs => {
            let mut pieces = vec![text(open)];
            for argument in arguments {
                pieces.extend([argument, text(", ")]);
            }
            pieces.extend([last, text(")")]);
            concat(pieces)
        }
        last => {
            arguments.extend(last);
            list(open, arguments, ",", ")")
        }
    }
}

fn object(members: Vec<Layout>) -> Layout {
    spaced_list("{", members, ",", "}")
}

/// Short things, as many a line as fit.
fn filled(items: Vec<Layout>) -> Vec<Layout> {
    if items.is_empty() { items } else { vec![Layout::Fill(items, ",")] }
}
