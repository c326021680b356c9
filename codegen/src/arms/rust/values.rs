//! Values and calls as Rust writes them.

use super::spelling::Spelling;
use crate::{
    arms::key_of,
    layout::{Layout, concat, group, indent, list, text},
    markdown::Reference,
    surface::{Example, Field, Operation, Param, Type, TypeDef, TypeKind, Value},
};

impl Spelling<'_> {
    /// A call as an expression, with `?`.
    pub(super) fn call(self, operation: &Operation, example: &Example) -> Layout {
        let parameters = self.parameters(operation);
        let given = |param: &Param| {
            let position = operation.params.iter().position(|other| std::ptr::eq(other, param));
            position.and_then(|at| example.args.get(at)).and_then(Option::as_ref)
        };
        let mut arguments: Vec<_> =
            parameters.positional.iter().map(|param| self.argument(param, given(param))).collect();
        if !parameters.bag.is_empty() {
            let module = self.name(&self.surface.module(operation.module).names);
            let path = format!("{module}::{}", self.name(&operation.options));
            let members = parameters.bag.iter().map(|param| Member {
                name: self.name(&param.names),
                ty: &param.ty,
                value: given(param),
            });
            arguments.push(self.members(path, true, members.collect()));
        }
        concat([list(format!("{}(", self.spell(operation)), arguments, ",", ")"), text("?")])
    }

    /// An operation as a program writes it.
    pub(super) fn spell(self, operation: &Operation) -> String {
        let module = self.name(&self.surface.module(operation.module).names);
        format!("{module}::{}", self.name(&operation.names))
    }

    /// An argument that stands for itself.
    fn argument(self, param: &Param, value: Option<&Value>) -> Layout {
        let Some(range) = self.range_parameter(param) else { return self.borrowed_value(&param.ty, value) };
        let bounds = |value: Option<&Value>| match value {
            Some(Value::Record(bounds)) => match bounds.as_slice() {
                [Some(Value::Int(start)), Some(Value::Int(end))] => text(format!("{start}..={end}")),
                _ => text(""),
            },
            _ => text(""),
        };
        match value {
            Some(Value::List(items)) if range.list && items.is_empty() => {
                text(format!("&[] as &[{}]", self.type_path(range.index)))
            }
            Some(Value::List(items)) if range.list => {
                list("&[", items.iter().map(|item| bounds(Some(item))).collect(), ",", "]")
            }
            value => bounds(value),
        }
    }

    /// A value of a type that borrows texts and lists.
    fn borrowed_value(self, ty: &Type, value: Option<&Value>) -> Layout {
        match (self.surface.resolve(ty), value) {
            (Type::String, Some(Value::String(value))) => text(string(value)),
            (Type::String, Some(Value::Key(of))) => text(string(&self.key_of(of))),
            (Type::List(_), None) => text("&[]"),
            (Type::List(item), Some(Value::List(items))) => match self.surface.resolve(item) {
                Type::String => items_of("&[", items, |value| self.borrowed_value(item, Some(value))),
                _ => items_of("&[", items, |value| self.value(item, value)),
            },
            (Type::Option(_), None | Some(Value::Option(None))) => text("None"),
            (Type::Option(inner), Some(Value::Option(Some(value)))) => {
                list("Some(", vec![self.borrowed_value(inner, Some(value))], "", ")")
            }
            (_, value) => self.owned_value(ty, value),
        }
    }

    /// A value of a type that owns it; none is what is left out.
    fn owned_value(self, ty: &Type, value: Option<&Value>) -> Layout {
        match value {
            Some(value) => self.value(ty, value),
            None => match self.surface.resolve(ty) {
                Type::List(_) => text("Vec::new()"),
                Type::Option(_) => text("None"),
                Type::Named(index) => {
                    let def = self.surface.type_def(*index);
                    let keep = def.patch.map(|patch| patch.keep);
                    self.value(ty, &Value::Variant(keep.unwrap_or(0), None))
                }
                _ => text("Default::default()"),
            },
        }
    }

    /// A value as an expression of the type that owns it.
    pub(super) fn value(self, ty: &Type, value: &Value) -> Layout {
        let ty = self.surface.resolve(ty);
        match (ty, value) {
            (_, Value::Bool(value)) => text(value.to_string()),
            (_, Value::Int(value)) => text(value.to_string()),
            (_, Value::Float(value)) => text(float(ty, *value)),
            (_, Value::Char(value)) => text(character(*value)),
            (_, Value::String(value)) => text(string(value) + ".into()"),
            (_, Value::Key(of)) => text(string(&self.key_of(of)) + ".into()"),
            (Type::List(_), Value::List(items)) if items.is_empty() => text("Vec::new()"),
            (Type::List(item), Value::List(items)) => items_of("vec![", items, |value| self.value(item, value)),
            (Type::Option(_), Value::Option(None)) => text("None"),
            (Type::Option(inner), Value::Option(Some(value))) => list("Some(", vec![self.value(inner, value)], "", ")"),
            (Type::Result { ok, err }, Value::Result(value)) => {
                let (name, ty, value) = match value {
                    Ok(value) => ("Ok(", ok, value),
                    Err(value) => ("Err(", err, value),
                };
                let payload = ty.as_ref().zip(value.as_ref()).map(|(ty, value)| self.value(ty, value));
                list(name, vec![payload.unwrap_or_else(|| text("()"))], "", ")")
            }
            (Type::Tuple(types), Value::Tuple(items)) => {
                let items: Vec<_> = types.iter().zip(items).map(|(ty, value)| self.value(ty, value)).collect();
                match <[Layout; 1]>::try_from(items) {
                    Ok([item]) => concat([text("("), item, text(",)")]),
                    Err(items) => list("(", items, ",", ")"),
                }
            }
            (Type::Named(index), value) => self.named(self.surface.type_def(*index), value),
            // An example is checked against its type when the table is read.
            _ => text(""),
        }
    }

    fn key_of(self, of: &Reference) -> String {
        key_of(self.arm.arm(), self.surface, of)
    }

    fn named(self, def: &TypeDef, value: &Value) -> Layout {
        let path = self.type_path(def.index);
        match (&def.kind, value) {
            (TypeKind::Record(fields), Value::Record(values)) => {
                let members = fields.iter().zip(values).map(|(field, value): (&Field, _)| Member {
                    name: self.name(&field.names),
                    ty: &field.ty,
                    value: value.as_ref(),
                });
                self.members(path, self.def_has_default(def), members.collect())
            }
            (TypeKind::Variant(cases), Value::Variant(at, payload)) => {
                let Some(case) = cases.get(*at) else { return text(path) };
                let path = format!("{path}::{}", self.name(&case.names));
                match case.payload.as_ref().zip(payload.as_ref()) {
                    Some((ty, value)) => list(path + "(", vec![self.value(ty, value)], "", ")"),
                    None => text(path),
                }
            }
            (TypeKind::Enum(members), Value::Enum(at)) => {
                let case = members.get(*at).map_or("", |member| self.name(&member.names));
                text(format!("{path}::{case}"))
            }
            (TypeKind::Flags(_), Value::Flags(set)) if set.is_empty() => text(path + "::empty()"),
            (TypeKind::Flags(members), Value::Flags(set)) => {
                let set = set.iter().filter_map(|at| members.get(*at));
                let set: Vec<_> = set.map(|member| format!("{path}::{}", self.name(&member.names))).collect();
                text(set.join(" | "))
            }
            _ => text(path),
        }
    }

    /// A struct with those members that are not left out, and the others by their default where there is one.
    fn members(self, path: String, has_default: bool, members: Vec<Member<'_>>) -> Layout {
        let absent = |member: &Member<'_>| matches!(member.value, None | Some(Value::Option(None)));
        let (rest, written): (Vec<_>, Vec<_>) = members.into_iter().partition(|member| has_default && absent(member));
        if written.is_empty() && has_default {
            return text("Default::default()");
        }
        let mut inner = Vec::new();
        for (at, member) in written.iter().enumerate() {
            let value = self.owned_value(member.ty, member.value);
            let end = if rest.is_empty() && at + 1 == written.len() { Layout::Broken(",") } else { text(",") };
            inner.extend([Layout::Break(" "), text(format!("{}: ", member.name)), value, end]);
        }
        if !rest.is_empty() {
            inner.extend([Layout::Break(" "), text("..Default::default()")]);
        }
        group([text(path + " {"), indent(inner), Layout::Break(" "), text("}")])
    }
}

struct Member<'a> {
    name: &'a str,
    ty: &'a Type,
    value: Option<&'a Value>,
}

fn items_of(open: &str, items: &[Value], item: impl Fn(&Value) -> Layout) -> Layout {
    let short = items.iter().all(|value| matches!(value, Value::Int(_) | Value::Bool(_) | Value::Float(_)));
    let items: Vec<_> = items.iter().map(item).collect();
    if short && !items.is_empty() {
        return list(open, vec![Layout::Fill(items, ",")], ",", "]");
    }
    list(open, items, ",", "]")
}

fn float(ty: &Type, value: f64) -> String {
    let name = if *ty == Type::F32 { "f32" } else { "f64" };
    match value {
        value if value.is_nan() => format!("{name}::NAN"),
        f64::INFINITY => format!("{name}::INFINITY"),
        f64::NEG_INFINITY => format!("{name}::NEG_INFINITY"),
        value => format!("{value:?}"),
    }
}

/// A string literal.
pub(super) fn string(value: &str) -> String {
    let mut literal = String::with_capacity(value.len() + 2);
    literal.push('"');
    for c in value.chars() {
        if c == '\'' || !(c == '"' || c == '\\' || is_hidden(c)) {
            literal.push(c);
        } else {
            literal.push_str(&escape(c));
        }
    }
    literal.push('"');
    literal
}

fn character(value: char) -> String {
    let escaped = if value == '"' { value.to_string() } else { escape(value) };
    format!("'{escaped}'")
}

/// A character in a literal: what cannot be seen, or turns the text around it, by its number.
fn escape(c: char) -> String {
    match c {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\\' | '"' | '\'' => format!("\\{c}"),
        c if is_hidden(c) => format!("\\u{{{:x}}}", u32::from(c)),
        c => c.to_string(),
    }
}

/// What nobody sees, or what turns the text around it, which rustc refuses in a literal.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
