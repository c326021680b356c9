//! How values go down the membrane: checked, and made what the bindings take.

use std::cell::RefCell;

use crate::{
    arms::{
        Arm,
        python::{Python, literal, names::Names, parameters::spread_cases, types},
    },
    expected::expected,
    layout::{Layout, concat, list, text},
    surface::{Case, Field, Surface, Type, TypeDef, TypeKind},
};

use super::{lift::line, raw, scope::Scope};

/// Writes what checks arguments.
pub(super) struct Lower<'a> {
    pub(super) surface: &'a Surface,
    pub(super) scope: &'a Scope<'a>,
    /// Checks of types without a name, as constants: name and expression.
    constants: RefCell<Vec<(String, String)>>,
}

impl<'a> Lower<'a> {
    pub(super) fn new(surface: &'a Surface, scope: &'a Scope<'a>) -> Self {
        Self { surface, scope, constants: RefCell::default() }
    }

    /// The constants that the checks so far need, in the order of their use.
    pub(super) fn constants(&self) -> Vec<String> {
        self.constants.borrow().iter().map(|(name, check)| format!("{name} = {check}")).collect()
    }

    /// The expression that checks `value` and gives it as the bindings take it; `at` is an expression too.
    pub(super) fn expression(&self, ty: &Type, value: &str, at: &str) -> Layout {
        let ty = self.surface.resolve(ty);
        match ty {
            Type::Option(inner) => {
                concat([text(format!("None if {value} is None else ")), self.expression(inner, value, at)])
            }
            Type::List(item) if !matches!(**item, Type::U8 | Type::S8) => {
                let check = self.check(item);
                call("_check.items", [check, value.to_owned(), at.to_owned()])
            }
            Type::Tuple(items) => {
                let checks: Vec<String> = items.iter().map(|item| self.check(item)).collect();
                let checks = if checks.len() == 1 {
                    format!("({},)", checks.join(""))
                } else {
                    format!("({})", checks.join(", "))
                };
                call("_check.members", [checks, value.to_owned(), at.to_owned()])
            }
            _ => call(&self.check(ty), [value.to_owned(), at.to_owned()]),
        }
    }

    /// The name of the check of a type.
    fn check(&self, ty: &Type) -> String {
        let ty = self.surface.resolve(ty);
        self.scope.private("_check");
        let made = match ty {
            Type::Bool => return "_check.boolean".to_owned(),
            Type::U8 => return "_check.u8".to_owned(),
            Type::U16 => return "_check.u16".to_owned(),
            Type::U32 => return "_check.u32".to_owned(),
            Type::U64 => return "_check.u64".to_owned(),
            Type::S8 => return "_check.s8".to_owned(),
            Type::S16 => return "_check.s16".to_owned(),
            Type::S32 => return "_check.s32".to_owned(),
            Type::S64 => return "_check.s64".to_owned(),
            Type::F32 => return "_check.f32".to_owned(),
            Type::F64 => return "_check.f64".to_owned(),
            Type::Char => return "_check.char".to_owned(),
            Type::String => return "_check.string".to_owned(),
            Type::List(item) if **item == Type::U8 => return "_check.octets".to_owned(),
            Type::List(item) if **item == Type::S8 => return "_check.signed_octets".to_owned(),
            Type::Named(index) => return self.scope.carrier(*index, "lower"),
            Type::List(item) => format!("_check.list_of({})", self.check(item)),
            Type::Option(value) => format!("_check.option_of({})", self.check(value)),
            Type::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|item| self.check(item)).collect();
                format!("_check.tuple_of({})", items.join(", "))
            }
            Type::Result { ok, err } => {
                let side = |ty: &Option<Box<Type>>| ty.as_ref().map_or_else(|| "None".to_owned(), |ty| self.check(ty));
                let names = ["Ok", "Err"].map(|class| self.scope.helper(self.surface, class));
                format!("_check.result_of({}, {}, {}, {})", names[0], names[1], side(ok), side(err))
            }
        };
        let mut constants = self.constants.borrow_mut();
        if let Some((name, _)) = constants.iter().find(|(_, check)| *check == made) {
            return name.clone();
        }
        let slug = slug(self.surface, ty);
        let same = |name: &str| constants.iter().any(|(taken, _)| taken == name);
        let mut names = std::iter::once(slug.clone()).chain((2..).map(|number| format!("{slug}_{number}")));
        let name = names.find(|name| !same(name)).unwrap_or(slug);
        constants.push((name.clone(), made));
        name
    }

    fn expected(&self, def: &TypeDef) -> Layout {
        literal::wrapped(&expected(self.surface, Python.index(), &Type::Named(def.index)))
    }

    /// The function that checks a value of a named type; none where no value is taken.
    pub(super) fn definition(&self, def: &TypeDef) -> Option<String> {
        if !def.usage.input {
            return None;
        }
        self.scope.private("_check");
        self.scope.private("_raw");
        let class = raw::class(self.surface, def);
        let name = def.names.of(Python.index());
        let body = match &def.kind {
            TypeKind::Record(fields) => {
                let mut lines = if types::is_tuple_like(self.surface, def.index) {
                    self.instance(def, &format!("_check.instance_or_tuple({name}, {}, ", fields.len()))
                } else {
                    self.instance(def, &format!("_check.instance({name}, "))
                };
                lines.push_str("    try:\n");
                lines.extend(fields.iter().map(|field| self.alternatives(field)));
                let fields = fields.iter().map(|field| self.field(field)).collect();
                lines.push_str(&line(2, &list(format!("return {class}("), fields, ",", ")")));
                lines + "\n" + REFUSED
            }
            TypeKind::Enum(_) => {
                let arguments = vec![text(words(def)), text("value"), text("at"), self.expected(def)];
                line(1, &list("return _check.one_word(", arguments, ",", ")"))
            }
            TypeKind::Flags(_) => {
                self.instance(def, &format!("_check.instance({name}, ")) + &format!("    return {class}(value.value)")
            }
            TypeKind::Variant(cases) => self.variant(def, cases),
            TypeKind::Alias(_) => return None,
        };
        let (any, str) = (self.scope.library("Any"), self.scope.library("str"));
        Some(format!("def _lower_{}(value: {any}, at: {str}) -> {any}:\n{}", def.names.json, body.trim_end()))
    }

    /// The lines that see to it that a value is of its class, by a helper where it is not of just that class.
    fn instance(&self, def: &TypeDef, helper: &str) -> String {
        let kind = self.scope.library("type");
        let arguments = vec![text("value"), text("at"), self.expected(def)];
        format!(
            "    if {kind}(value) is not {}:\n{}\n",
            def.names.of(Python.index()),
            line(2, &list(format!("value = {helper}"), arguments, ",", ")"))
        )
    }

    fn variant(&self, def: &TypeDef, cases: &[Case]) -> String {
        if let Some((patch, set)) = types::patch(self.surface, def.index) {
            let class = |at: usize| cases.get(at).map(|case| raw::case(self.surface, def, case)).unwrap_or_default();
            let unchanged = self.scope.helper(self.surface, "UNCHANGED");
            let value = vec![self.expression(set, "value", "at")];
            return format!(
                "    if value is {unchanged}:\n        return {}()\n    if value is None:\n        return {}()\n{}",
                class(patch.keep),
                class(patch.empty),
                line(1, &list(format!("return {}(", class(patch.set)), value, ",", ")"))
            );
        }
        let mut lines = format!("    kind = {}(value)\n    try:\n", self.scope.library("type"));
        for case in cases {
            let payload = case.payload.iter().map(|ty| self.expression(ty, "value.value", "\".value\"")).collect();
            let made = list(format!("return {}(", raw::case(self.surface, def, case)), payload, ",", ")");
            let class = case.names.of(Python.index());
            lines.push_str(&format!("        if kind is {class}:\n{}\n", line(3, &made)));
        }
        let refused = list("raise _check.Refused(", vec![text("at"), self.expected(def), text("value")], ",", ")");
        lines + REFUSED + &line(1, &refused)
    }

    fn field(&self, field: &Field) -> Layout {
        if spread_cases(self.surface, field).is_some() {
            return text(chosen(field));
        }
        let name = field.names.of(Python.index());
        self.expression(&field.ty, &format!("value.{name}"), &format!("\".{name}\""))
    }

    /// The statements that choose among the alternatives a record has in place of a variant.
    fn alternatives(&self, field: &Field) -> String {
        let Some((variant, cases)) = spread_cases(self.surface, field) else { return String::new() };
        let def = self.surface.type_def(variant);
        let names: Vec<&str> = cases.iter().map(|case| case.names.of(Python.index())).collect();
        let marked: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let values: Vec<String> = names.iter().map(|name| format!("value.{name}")).collect();
        let comma = if values.len() == 1 { "," } else { "" };
        let check = list(
            "_check.exactly_one(",
            vec![literal::wrapped(&marked.join(", ")), text(format!("({}{comma})", values.join(", "))), text("\"\"")],
            ",",
            ")",
        );
        let mut lines = line(2, &check) + "\n";
        for (at, (case, name)) in cases.iter().zip(&names).enumerate() {
            let class = raw::case(self.surface, def, case);
            let place = format!("\".{name}\"");
            let value = format!("value.{name}");
            // Every case of a variant that is spread carries a value.
            let payload = case.payload.iter().map(|payload| self.expression(payload, &value, &place)).collect();
            let made = list(format!("{} = {class}(", chosen(field)), payload, ",", ")");
            let condition = match at {
                0 => format!("if {value} is not None:"),
                _ if at + 1 == cases.len() => "else:".to_owned(),
                _ => format!("elif {value} is not None:"),
            };
            lines.push_str(&format!("        {condition}\n{}\n", line(3, &made)));
        }
        lines
    }

    /// The table by which an enum's words are found by their text.
    pub(super) fn word_table(&self, def: &TypeDef) -> Option<String> {
        if !def.usage.input {
            return None;
        }
        let [dict, zip, str, any] = ["dict", "zip", "str", "Any"].map(|name| self.scope.library(name));
        self.scope.private("_raw");
        let (name, class) = (def.names.of(Python.index()), raw::class(self.surface, def));
        Some(format!("{}: {dict}[{str}, {any}] = {dict}({zip}({name}, {class}))", words(def)))
    }
}

/// The local that holds what a record has in place of its alternatives.
fn chosen(field: &Field) -> String {
    format!("_{}", field.names.json)
}

/// What ends a `try` around the parts of a value.
const REFUSED: &str = "    except _check.Refused as refused:\n        raise refused.inside(at) from None\n";

/// Where an enum's words are found by their text.
fn words(def: &TypeDef) -> String {
    format!("_RAW_{}", def.names.json.to_ascii_uppercase())
}

/// A name for the check of a type without one.
fn slug(surface: &Surface, ty: &Type) -> String {
    fn words(surface: &Surface, ty: &Type, out: &mut String) {
        let word = match surface.resolve(ty) {
            Type::Named(index) => surface.type_def(*index).names.json.to_ascii_uppercase(),
            Type::List(_) => "LIST".to_owned(),
            Type::Option(_) => "OPTION".to_owned(),
            Type::Tuple(_) => "TUPLE".to_owned(),
            Type::Result { .. } => "RESULT".to_owned(),
            scalar => format!("{scalar:?}").to_ascii_uppercase(),
        };
        out.push('_');
        out.push_str(&word);
        match surface.resolve(ty) {
            Type::List(inner) | Type::Option(inner) => words(surface, inner, out),
            Type::Tuple(items) => items.iter().for_each(|item| words(surface, item, out)),
            Type::Result { ok, err } => ok.iter().chain(err).for_each(|side| words(surface, side, out)),
            _ => {}
        }
    }
    let mut name = String::from("_CHECK");
    words(surface, ty, &mut name);
    name
}

fn call<const N: usize>(function: &str, arguments: [String; N]) -> Layout {
    list(format!("{function}("), arguments.into_iter().map(text).collect(), ",", ")")
}
