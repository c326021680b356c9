//! How values cross the membrane: down, checked on the way; up, as results.

use std::cell::RefCell;

use crate::{
    arms::{
        Arm,
        python::{
            Python, WIDTH, literal,
            names::Names,
            parameters::{members, spread_cases},
            types,
        },
    },
    expected::expected,
    layout::{Layout, concat, list, text},
    surface::{Case, Field, Surface, Type, TypeDef, TypeKind},
};

use super::{raw, scope::Scope};

/// Writes what carries the values of a module's types.
pub(super) struct Carriers<'a> {
    pub(super) surface: &'a Surface,
    pub(super) scope: &'a Scope<'a>,
    /// Checks of types without a name, as constants: name and expression.
    constants: RefCell<Vec<(String, String)>>,
}

impl<'a> Carriers<'a> {
    pub(super) fn new(surface: &'a Surface, scope: &'a Scope<'a>) -> Self {
        Self { surface, scope, constants: RefCell::default() }
    }

    /// The constants that the checks so far need, in the order of their use.
    pub(super) fn constants(&self) -> Vec<String> {
        self.constants.borrow().iter().map(|(name, check)| format!("{name} = {check}")).collect()
    }

    /// The expression that checks `value` and gives it as the bindings take it; `at` is an expression too.
    pub(super) fn lower(&self, ty: &Type, value: &str, at: &str) -> Layout {
        let ty = self.surface.resolve(ty);
        match ty {
            Type::Option(inner) => {
                concat([text(format!("None if {value} is None else ")), self.lower(inner, value, at)])
            }
            Type::List(item) if **item != Type::U8 => {
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

    /// The expression that makes a result of what the bindings give; none where it is one already. `raw` may stand
    /// several times in it.
    pub(super) fn lift(&self, ty: &Type, raw: &str, depth: usize) -> Option<String> {
        let ty = self.surface.resolve(ty);
        match ty {
            Type::List(item) => {
                let name = if depth == 0 { "item".to_owned() } else { format!("item_{}", depth + 1) };
                let made = self.lift(item, &name, depth + 1)?;
                Some(format!("[{made} for {name} in {raw}]"))
            }
            Type::Option(value) => Some(format!("None if {raw} is None else {}", self.lift(value, raw, depth)?)),
            Type::Tuple(items) => {
                let made: Vec<Option<String>> = items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| self.lift(item, &format!("{raw}[{at}]"), depth))
                    .collect();
                if made.iter().all(Option::is_none) {
                    return None;
                }
                let items = made.into_iter().enumerate();
                let items: Vec<String> =
                    items.map(|(at, made)| made.unwrap_or_else(|| format!("{raw}[{at}]"))).collect();
                Some(if let [item] = items.as_slice() {
                    format!("({item},)")
                } else {
                    format!("({})", items.join(", "))
                })
            }
            Type::Result { ok, err } => {
                let names = ["Ok", "Err"].map(|class| self.scope.helper(self.surface, class));
                let value = format!("{raw}.value");
                let side = |ty: &Option<Box<Type>>| match ty {
                    Some(ty) => self.lift(ty, &value, depth).unwrap_or_else(|| value.clone()),
                    None => "None".to_owned(),
                };
                let kind = self.scope.library("type");
                self.scope.private("_raw");
                Some(format!("{}({}) if {kind}({raw}) is _raw.Ok else {}({})", names[0], side(ok), names[1], side(err)))
            }
            Type::Named(index) => Some(format!("{}({raw})", self.scope.carrier(*index, "lift"))),
            _ => None,
        }
    }

    /// The functions of one type: down where it is taken, up where it is given back.
    pub(super) fn carriers(&self, def: &TypeDef) -> Vec<String> {
        if matches!(def.kind, TypeKind::Alias(_)) {
            return Vec::new();
        }
        let mut functions = Vec::new();
        if def.usage.input {
            self.scope.private("_check");
            self.scope.private("_raw");
            functions.push(self.lower_function(def));
        }
        if def.index == self.surface.api_error {
            functions.push(self.lift_failure(def));
        } else if self.comes_back(def) {
            functions.push(self.lift_function(def));
        }
        functions
    }

    fn expected(&self, def: &TypeDef) -> Layout {
        literal::wrapped(&expected(self.surface, Python.index(), &Type::Named(def.index)))
    }

    fn lower_function(&self, def: &TypeDef) -> String {
        let any = self.scope.library("Any");
        let header =
            format!("def _lower_{}(value: {any}, at: {}) -> {any}:\n", def.names.json, self.scope.library("str"));
        let name = def.names.of(Python.index());
        let class = raw::class(self.surface, def);
        let line =
            |level: usize, layout: Layout| format!("{}{}\n", " ".repeat(4 * level), layout.render_at(WIDTH, 4, level));
        let instance = |helper: String| {
            let kind = self.scope.library("type");
            line(1, text(format!("if {kind}(value) is not {name}:")))
                + &line(
                    2,
                    list(format!("value = {helper}"), vec![text("value"), text("at"), self.expected(def)], ",", ")"),
                )
        };
        let body = match &def.kind {
            TypeKind::Record(fields) => {
                let helper = if types::is_tuple_like(self.surface, def.index) {
                    format!("_check.instance_or_tuple({name}, {}, ", fields.len())
                } else {
                    format!("_check.instance({name}, ")
                };
                let mut body = instance(helper);
                body.push_str("    try:\n");
                for field in fields {
                    body.push_str(&self.lower_spread(field));
                }
                let fields = fields.iter().map(|field| self.lower_field(field)).collect();
                body.push_str(&line(2, list(format!("return {class}("), fields, ",", ")")));
                body + REFUSED
            }
            TypeKind::Enum(_) => {
                let words = vec![text(word_table(def)), text("value"), text("at"), self.expected(def)];
                line(1, list("return _check.one_word(", words, ",", ")"))
            }
            TypeKind::Flags(_) => {
                instance(format!("_check.instance({name}, ")) + &line(1, text(format!("return {class}(value.value)")))
            }
            TypeKind::Variant(cases) => self.lower_variant(def, cases),
            TypeKind::Alias(_) => String::new(),
        };
        header + body.trim_end()
    }

    fn lower_variant(&self, def: &TypeDef, cases: &[Case]) -> String {
        let case_class = |at: usize| cases.get(at).map(|case| raw::case(self.surface, def, case)).unwrap_or_default();
        if let Some((patch, set)) = types::patch(self.surface, def.index) {
            let unchanged = self.scope.helper(self.surface, "UNCHANGED");
            let made = list(format!("{}(", case_class(patch.set)), vec![self.lower(set, "value", "at")], ",", ")");
            return format!(
                "    if value is {unchanged}:\n        return {}()\n    if value is None:\n        return {}()\n    \
                 return {}\n",
                case_class(patch.keep),
                case_class(patch.empty),
                made.render_at(WIDTH, 4, 1)
            );
        }
        let kind = self.scope.library("type");
        let mut body = format!("    kind = {kind}(value)\n    try:\n");
        for case in cases {
            let class = case.names.of(Python.index());
            let payload = case.payload.iter().map(|ty| self.lower(ty, "value.value", "\".value\"")).collect();
            let made = list(format!("return {}(", raw::case(self.surface, def, case)), payload, ",", ")");
            body.push_str(&format!("        if kind is {class}:\n            {}\n", made.render_at(WIDTH, 4, 3)));
        }
        let refused = list("raise _check.Refused(", vec![text("at"), self.expected(def), text("value")], ",", ")");
        body + REFUSED + &format!("    {}\n", refused.render_at(WIDTH, 4, 1))
    }

    fn lower_field(&self, field: &Field) -> Layout {
        if spread_cases(self.surface, field).is_some() {
            return text(field.names.json.clone());
        }
        let name = field.names.of(Python.index());
        self.lower(&field.ty, &format!("value.{name}"), &format!("\".{name}\""))
    }

    /// The statements that choose among the alternatives a record has in place of a variant.
    fn lower_spread(&self, field: &Field) -> String {
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
        let mut lines = format!("        {}\n", check.render_at(WIDTH, 4, 2));
        let local = &field.names.json;
        for (at, (case, name)) in cases.iter().zip(&names).enumerate() {
            let class = raw::case(self.surface, def, case);
            let place = format!("\".{name}\"");
            let value = format!("value.{name}");
            // Every case of a variant that is spread carries a value.
            let payload = case.payload.iter().map(|payload| self.lower(payload, &value, &place)).collect();
            let made = list(format!("{local} = {class}("), payload, ",", ")");
            let condition = match at {
                0 => format!("if {value} is not None:"),
                _ if at + 1 == cases.len() => "else:".to_owned(),
                _ => format!("elif {value} is not None:"),
            };
            lines.push_str(&format!("        {condition}\n            {}\n", made.render_at(WIDTH, 4, 3)));
        }
        lines
    }

    fn lift_function(&self, def: &TypeDef) -> String {
        let any = self.scope.library("Any");
        let name = self.scope.named(self.surface, def.index);
        let header = format!("def _lift_{}(raw: {any}) -> {name}:\n", def.names.json);
        let body = match &def.kind {
            TypeKind::Record(fields) => {
                let keywords = keyword_only(self.surface, self.scope, def, fields);
                let values = fields.iter().flat_map(|field| self.lift_field(field, keywords)).map(text).collect();
                list(format!("return {name}("), values, ",", ")").render_at(WIDTH, 4, 1)
            }
            TypeKind::Enum(_) => format!("return {}[raw._value_]", words(def)),
            TypeKind::Flags(_) => format!("return {name}(raw.value)"),
            TypeKind::Variant(cases) => return header + &self.lift_variant(def, cases),
            TypeKind::Alias(_) => return String::new(),
        };
        format!("{header}    {body}")
    }

    /// The failure of a call, which knows how the call is spelled.
    fn lift_failure(&self, def: &TypeDef) -> String {
        let (any, str) = (self.scope.library("Any"), self.scope.library("str"));
        let name = self.scope.named(self.surface, def.index);
        let code = self.scope.carrier(self.surface.error_code, "lift");
        format!(
            "def _lift_api_error(raw: {any}, call: {str} = \"\") -> {name}:\n    return {name}({code}(raw.code), \
             raw.operation, raw.id, raw.message, call=call)"
        )
    }

    /// Whether values of a type come from the host; the codes of failures always do.
    fn comes_back(&self, def: &TypeDef) -> bool {
        def.usage.output || def.index == self.surface.error_code
    }

    /// A field of a result, or what stands for it where it is spread.
    fn lift_field(&self, field: &Field, keyword: bool) -> Vec<String> {
        let raw_field = format!("raw.{}", raw::field(field));
        if let Some((variant, cases)) = spread_cases(self.surface, field) {
            let def = self.surface.type_def(variant);
            let kind = self.scope.library("type");
            self.scope.private("_raw");
            let alternative = |case: &Case| {
                let payload = format!("{raw_field}.value");
                let value = case.payload.as_ref().and_then(|ty| self.lift(ty, &payload, 0)).unwrap_or(payload);
                let class = raw::case(self.surface, def, case);
                let name = case.names.of(Python.index());
                format!("{name}={value} if {kind}({raw_field}) is {class} else None")
            };
            return cases.iter().map(alternative).collect();
        }
        let value = self.lift(&field.ty, &raw_field, 0).unwrap_or(raw_field);
        let name = field.names.of(Python.index());
        vec![if keyword { format!("{name}={value}") } else { value }]
    }

    fn lift_variant(&self, def: &TypeDef, cases: &[Case]) -> String {
        let kind = self.scope.library("type");
        self.scope.private("_raw");
        if let Some((patch, set)) = types::patch(self.surface, def.index) {
            let class = |at: usize| cases.get(at).map(|case| raw::case(self.surface, def, case)).unwrap_or_default();
            let unchanged = self.scope.helper(self.surface, "UNCHANGED");
            let ty = types::returned(self.surface, self.scope, set);
            let value = self.lift(set, "raw.value", 0).unwrap_or_else(|| "raw.value".to_owned());
            return format!(
                "    if {kind}(raw) is {}:\n        return {unchanged}\n    if {kind}(raw) is {}:\n        return None\n    \
                 value: {ty} = {value}\n    return value",
                class(patch.keep),
                class(patch.empty)
            );
        }
        let mut body = String::new();
        for (at, case) in cases.iter().enumerate() {
            let value =
                case.payload.as_ref().map(|ty| self.lift(ty, "raw.value", 0).unwrap_or_else(|| "raw.value".to_owned()));
            let made = format!("{}({})", case.names.of(Python.index()), value.unwrap_or_default());
            if at + 1 < cases.len() {
                let class = raw::case(self.surface, def, case);
                body.push_str(&format!("    if {kind}(raw) is {class}:\n        return {made}\n"));
            } else {
                body.push_str(&format!("    return {made}"));
            }
        }
        body
    }

    /// The tables by which an enum's words cross.
    pub(super) fn word_tables(&self, def: &TypeDef) -> Vec<String> {
        let name = def.names.of(Python.index());
        let mut tables = Vec::new();
        if def.usage.input {
            let (dict, zip, str, any) = (
                self.scope.library("dict"),
                self.scope.library("zip"),
                self.scope.library("str"),
                self.scope.library("Any"),
            );
            self.scope.private("_raw");
            let class = raw::class(self.surface, def);
            tables.push(format!("{}: {dict}[{str}, {any}] = {dict}({zip}({name}, {class}))", word_table(def)));
        }
        if self.comes_back(def) {
            let [dict, int, enumerate] = ["dict", "int", "enumerate"].map(|name| self.scope.library(name));
            tables.push(format!("{}: {dict}[{int}, {name}] = {dict}({enumerate}({name}))", words(def)));
        }
        tables
    }
}

/// Whether a record's class takes keywords only: a program makes it, and some of its members may be left out.
pub(super) fn keyword_only(surface: &Surface, names: &dyn Names, def: &TypeDef, fields: &[Field]) -> bool {
    def.usage.input && members(surface, names, fields).iter().any(|member| member.default.is_some())
}

/// What ends a `try` around the parts of a value.
const REFUSED: &str = "    except _check.Refused as refused:\n        raise refused.inside(at) from None\n";

/// Where an enum's words are found by their text.
fn word_table(def: &TypeDef) -> String {
    format!("_RAW_{}", def.names.json.to_ascii_uppercase())
}

/// Where an enum's words are found by their position.
fn words(def: &TypeDef) -> String {
    format!("_WORDS_{}", def.names.json.to_ascii_uppercase())
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
