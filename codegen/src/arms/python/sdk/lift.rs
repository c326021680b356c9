//! How values come up the membrane: what the bindings give becomes what the package promises.

use crate::{
    arms::{
        Arm,
        python::{
            Python, WIDTH,
            names::Names,
            parameters::{members, spread_cases},
            types,
        },
    },
    layout::{Layout, concat, group, indent, list, text},
    surface::{Case, Field, Surface, Type, TypeDef, TypeKind},
};

use super::{raw, scope::Scope};

/// Writes what makes results.
#[derive(Clone, Copy)]
pub(super) struct Lift<'a> {
    pub(super) surface: &'a Surface,
    pub(super) scope: &'a Scope<'a>,
}

impl Lift<'_> {
    /// The expression that makes a result of what the bindings give; none where it is one already. `raw` may stand
    /// several times in it.
    pub(super) fn expression(self, ty: &Type, raw: &str) -> Option<Layout> {
        self.nested(ty, raw, 1)
    }

    /// The same at a depth of comprehensions, each of which has a variable of its own.
    fn nested(self, ty: &Type, raw: &str, depth: usize) -> Option<Layout> {
        match self.surface.resolve(ty) {
            Type::List(item) if **item == Type::S8 => {
                self.scope.private("_check");
                Some(text(format!("_check.signed({raw})")))
            }
            Type::List(item) => {
                let name = if depth == 1 { "item".to_owned() } else { format!("item_{depth}") };
                let made = self.nested(item, &name, depth + 1)?;
                let each = text(format!("for {name} in {raw}"));
                let inner = [Layout::Break(""), made, Layout::Break(" "), each];
                Some(group([text("["), indent(inner), Layout::Break(""), text("]")]))
            }
            Type::Option(value) => {
                let made = self.nested(value, raw, depth)?;
                Some(concat([text(format!("None if {raw} is None else ")), made]))
            }
            Type::Tuple(items) => {
                let place = |at: usize| format!("{raw}[{at}]");
                let made: Vec<Option<Layout>> =
                    items.iter().enumerate().map(|(at, item)| self.nested(item, &place(at), depth)).collect();
                if made.iter().all(Option::is_none) {
                    return None;
                }
                let made = made.into_iter().enumerate();
                let mut made: Vec<Layout> = made.map(|(at, made)| made.unwrap_or_else(|| text(place(at)))).collect();
                Some(match made.as_mut_slice() {
                    [_] => concat([text("("), made.swap_remove(0), text(",)")]),
                    _ => list("(", made, ",", ")"),
                })
            }
            Type::Result { ok, err } => {
                let classes = ["Ok", "Err"].map(|class| text(self.scope.helper(self.surface, class)));
                let sides = [ok, err].map(|side| match side {
                    Some(ty) => self.function(ty, depth),
                    None => text("None"),
                });
                self.scope.private("_check");
                let arguments = [text(raw)].into_iter().chain(classes).chain(sides).collect();
                Some(list("_check.lifted_result(", arguments, ",", ")"))
            }
            Type::Named(index) => Some(text(format!("{}({raw})", self.scope.carrier(*index, "lift")))),
            _ => None,
        }
    }

    /// What makes a result of a value, as a function; `None` where the value is one already.
    fn function(self, ty: &Type, depth: usize) -> Layout {
        if let Type::Named(index) = self.surface.resolve(ty) {
            return text(self.scope.carrier(*index, "lift"));
        }
        match self.nested(ty, "value", depth) {
            Some(made) => concat([text("lambda value: "), made]),
            None => text("None"),
        }
    }

    /// Whether values of a type come from the host; the codes of failures always do.
    pub(super) fn comes_back(self, def: &TypeDef) -> bool {
        def.usage.output || def.index == self.surface.error_code
    }

    /// The function that makes a result of a value of a named type; none where no value comes.
    pub(super) fn definition(self, def: &TypeDef) -> Option<String> {
        if def.index == self.surface.api_error {
            return Some(self.failure(def));
        }
        if !self.comes_back(def) {
            return None;
        }
        let name = self.scope.named(self.surface, def.index);
        let body = match &def.kind {
            TypeKind::Record(fields) => {
                let keywords = keyword_only(self.surface, self.scope, def, fields);
                let values = fields.iter().flat_map(|field| self.field(field, keywords)).collect();
                line(1, &list(format!("return {name}("), values, ",", ")"))
            }
            TypeKind::Enum(_) => format!("    return {}[raw._value_]", words(def)),
            TypeKind::Flags(_) => format!("    return {name}(raw.value)"),
            TypeKind::Variant(cases) => self.variant(def, cases),
            TypeKind::Alias(_) => return None,
        };
        Some(format!("def _lift_{}(raw: {}) -> {name}:\n{body}", def.names.json, self.scope.library("Any")))
    }

    /// The failure of a call, which knows how the call is spelled.
    fn failure(self, def: &TypeDef) -> String {
        let (any, str) = (self.scope.library("Any"), self.scope.library("str"));
        let name = self.scope.named(self.surface, def.index);
        let code = self.scope.carrier(self.surface.error_code, "lift");
        let values = [&format!("{code}(raw.code)"), "raw.operation", "raw.id", "raw.message", "call=call"].map(text);
        let made = line(1, &list(format!("return {name}("), values.into(), ",", ")"));
        format!("def _lift_{}(raw: {any}, call: {str} = \"\") -> {name}:\n{made}", def.names.json)
    }

    /// A field of a result, or what stands for it where it is spread.
    fn field(self, field: &Field, keyword: bool) -> Vec<Layout> {
        let value = format!("raw.{}", raw::field(field));
        let named = |name: &str, made: Layout| {
            if keyword { concat([text(format!("{name}=")), made]) } else { made }
        };
        let Some((variant, cases)) = spread_cases(self.surface, field) else {
            return vec![named(field.names.of(Python.index()), self.made(&field.ty, &value))];
        };
        let def = self.surface.type_def(variant);
        let kind = self.scope.library("type");
        self.scope.private("_raw");
        let alternative = |case: &Case| {
            let class = raw::case(self.surface, def, case);
            let payload = self.payload(case, &value);
            let chosen = text(format!(" if {kind}({value}) is {class} else None"));
            named(case.names.of(Python.index()), concat([payload, chosen]))
        };
        cases.iter().map(alternative).collect()
    }

    fn made(self, ty: &Type, value: &str) -> Layout {
        self.expression(ty, value).unwrap_or_else(|| text(value))
    }

    fn payload(self, case: &Case, value: &str) -> Layout {
        let payload = format!("{value}.value");
        case.payload.as_ref().map_or_else(|| text(&payload), |ty| self.made(ty, &payload))
    }

    fn variant(self, def: &TypeDef, cases: &[Case]) -> String {
        let kind = self.scope.library("type");
        self.scope.private("_raw");
        let class = |case: &Case| raw::case(self.surface, def, case);
        if let Some((patch, set)) = types::patch(self.surface, def.index) {
            let class = |at: usize| cases.get(at).map(class).unwrap_or_default();
            let unchanged = self.scope.helper(self.surface, "UNCHANGED");
            let ty = types::returned(self.surface, self.scope, set);
            return format!(
                "    if {kind}(raw) is {}:\n        return {unchanged}\n    if {kind}(raw) is {}:\n        return None\n\
                 {}\n    return value",
                class(patch.keep),
                class(patch.empty),
                line(1, &concat([text(format!("value: {ty} = ")), self.made(set, "raw.value")]))
            );
        }
        let mut body = String::new();
        for (at, case) in cases.iter().enumerate() {
            let name = case.names.of(Python.index());
            let payload = case.payload.iter().map(|_| self.payload(case, "raw")).collect();
            let made = list(format!("return {name}("), payload, ",", ")");
            // What is left can only be the last case.
            if at + 1 == cases.len() {
                body.push_str(&line(1, &made));
            } else {
                body.push_str(&format!("    if {kind}(raw) is {}:\n{}\n", class(case), line(2, &made)));
            }
        }
        body
    }

    /// The table by which an enum's words are found by their position.
    pub(super) fn word_table(self, def: &TypeDef) -> Option<String> {
        let [dict, int, enumerate] = ["dict", "int", "enumerate"].map(|name| self.scope.library(name));
        let name = def.names.of(Python.index());
        let table = format!("{}: {dict}[{int}, {name}] = {dict}({enumerate}({name}))", words(def));
        self.comes_back(def).then_some(table)
    }
}

/// Whether a record's class takes keywords only: a program makes it, and some of its members may be left out.
pub(super) fn keyword_only(surface: &Surface, names: &dyn Names, def: &TypeDef, fields: &[Field]) -> bool {
    def.usage.input && members(surface, names, fields).iter().any(|member| member.default.is_some())
}

/// A line that stands some levels in, broken where it is long.
pub(super) fn line(level: usize, layout: &Layout) -> String {
    format!("{}{}", " ".repeat(4 * level), layout.render_at(WIDTH, 4, level))
}

fn words(def: &TypeDef) -> String {
    format!("_WORDS_{}", def.names.json.to_ascii_uppercase())
}
