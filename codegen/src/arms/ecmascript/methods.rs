//! What the SDK runs besides the engine's own functions: methods on returned values, and the way to the values that
//! have them.
//!
//! A method stands on a prototype, so a returned value stays plain data to JSON, spreading and listing.

use std::collections::BTreeSet;

use minijinja::Value;
use serde::Serialize;

use super::{
    literals::{key, member, string},
    sdk::import,
    types::{Spelling, each_named, types_of, types_of_operation},
};
use crate::{
    arms::Place,
    emit::templates::code,
    surface::{Alias, Operation, Surface, Type, TypeDef, TypeKind},
};

/// Knows which types lead to values with methods.
pub(super) struct Methods<'a> {
    spelling: Spelling<'a>,
    /// By type, see [`leading_to_methods`].
    leads: &'a [bool],
}

/// The file `methods.js`.
#[derive(Serialize)]
pub(super) struct MethodsFile {
    header: Value,
    imports: Value,
    combinators: Vec<&'static str>,
    classes: Vec<Class>,
    adopters: Vec<Adopter>,
}

/// The methods of a type.
#[derive(Serialize)]
struct Class {
    name: String,
    methods: Vec<Value>,
}

/// The function that gives a value of a type, and what it holds, its methods.
#[derive(Serialize)]
struct Adopter {
    name: String,
    statements: Vec<Value>,
    class: Option<String>,
}

/// For each type, whether a value of it has methods, or holds one that does.
pub(super) fn leading_to_methods(surface: &Surface) -> Vec<bool> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); surface.types.len()];
    for (user, def) in surface.types.iter().enumerate() {
        for ty in types_of(def) {
            each_named(ty, &mut |used| users[used.0 as usize].push(user));
        }
    }
    let mut leads = vec![false; surface.types.len()];
    let mut waiting: Vec<usize> = surface.aliases.iter().map(|alias| alias.ty.0 as usize).collect();
    while let Some(at) = waiting.pop() {
        if !std::mem::replace(&mut leads[at], true) {
            waiting.extend(&users[at]);
        }
    }
    leads
}

impl<'a> Methods<'a> {
    pub(super) fn new(spelling: Spelling<'a>, leads: &'a [bool]) -> Self {
        Self { spelling, leads }
    }

    /// Whether there is any method.
    pub(super) fn any(&self) -> bool {
        self.leads.contains(&true)
    }

    /// The function that gives a value of a type its methods; none where there are none to give.
    pub(super) fn adopter(&self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::Named(index) if self.leads[index.0 as usize] => {
                format!("${}", self.spelling.surface.type_def(*index).names.of(self.spelling.arm))
            }
            Type::List(item) => format!("$list({})", self.adopter(item)?),
            Type::Option(value) => format!("$option({})", self.adopter(value)?),
            Type::Result { ok, err } => {
                let halves = [ok, err].map(|half| half.as_ref().and_then(|ty| self.adopter(ty)));
                format!("$result({})", Self::some_of(halves)?)
            }
            Type::Tuple(items) => format!("$tuple({})", Self::some_of(items.iter().map(|item| self.adopter(item)))?),
            _ => return None,
        })
    }

    fn some_of(adopters: impl IntoIterator<Item = Option<String>>) -> Option<String> {
        let adopters: Vec<_> = adopters.into_iter().collect();
        adopters.iter().any(Option::is_some).then(|| {
            let words = adopters.into_iter().map(|adopter| adopter.unwrap_or_else(|| "undefined".to_owned()));
            words.collect::<Vec<_>>().join(", ")
        })
    }

    /// A call of the engine's function whose result gets its methods.
    pub(super) fn adopted(&self, operation: &Operation, call: String) -> String {
        match operation.returns.as_ref().and_then(|returns| self.adopter(&returns.ty)) {
            Some(adopter) => format!("{adopter}({call})"),
            None => call,
        }
    }

    /// The names of `methods.js` that a module needs for its own operations.
    pub(super) fn used_by<'o>(&self, operations: impl Iterator<Item = &'o Operation>) -> BTreeSet<String> {
        let adopters = operations.filter_map(|operation| self.adopter(&operation.returns.as_ref()?.ty));
        adopters.flat_map(|adopter| names_in(&adopter)).collect()
    }

    /// The file, if there is any method.
    pub(super) fn file(&self, header: Value, raw: &str) -> Option<MethodsFile> {
        let surface = self.spelling.surface;
        if !self.any() {
            return None;
        }
        let mut imports = BTreeSet::new();
        let mut classes = Vec::new();
        let mut adopters = Vec::new();
        for def in surface.types.iter().filter(|def| self.leads[def.index.0 as usize]) {
            let name = def.names.of(self.spelling.arm).to_owned();
            let methods: Vec<Value> = surface
                .aliases_of(def.index)
                .map(|alias| {
                    imports.insert(self.spelling.raw_name(surface.operation(alias.operation)));
                    code(self.method(alias, def))
                })
                .collect();
            let class = (!methods.is_empty()).then(|| name.clone());
            adopters.push(Adopter {
                name: format!("${name}"),
                statements: self.statements(def).into_iter().map(code).collect(),
                class,
            });
            if !methods.is_empty() {
                classes.push(Class { name, methods });
            }
        }
        let used: BTreeSet<String> = surface
            .types
            .iter()
            .flat_map(types_of)
            .chain(surface.operations.iter().flat_map(types_of_operation))
            .filter_map(|ty| self.adopter(ty))
            .chain(adopters.iter().flat_map(|adopter| adopter.statements.iter().map(ToString::to_string)))
            .flat_map(|text| names_in(&text))
            .collect();
        let combinators = ["list", "option", "result", "tuple"];
        Some(MethodsFile {
            header,
            imports: code(import("import", imports, raw)),
            combinators: combinators.into_iter().filter(|name| used.contains(&format!("${name}"))).collect(),
            classes,
            adopters,
        })
    }

    /// What has to be done to a value of a type before it has its own methods.
    fn statements(&self, def: &TypeDef) -> Vec<String> {
        let arm = self.spelling.arm;
        let mut statements = Vec::new();
        match &def.kind {
            TypeKind::Record(fields) => {
                for field in fields {
                    let Some((_, cases)) = self.spelling.spread(field) else {
                        let value = member("value", field.names.of(arm));
                        statements.extend(self.adopter(&field.ty).map(|adopter| format!("{adopter}({value});")));
                        continue;
                    };
                    for case in cases {
                        let value = member("value", case.names.of(arm));
                        let adopter = case.payload.as_ref().and_then(|payload| self.adopter(payload));
                        statements.extend(adopter.map(|adopter| format!("$option({adopter})({value});")));
                    }
                }
            }
            TypeKind::Variant(cases) => {
                for case in cases {
                    let Some(payload) = &case.payload else { continue };
                    let Some(adopter) = self.adopter(payload) else { continue };
                    if def.patch.is_some() {
                        statements.push(format!("$option({adopter})(value);"));
                        continue;
                    }
                    let held = if self.spelling.is_record(payload) { "value" } else { "value.value" };
                    let kind = string(case.names.of(arm));
                    statements.push(format!("if (value.kind === {kind}) {adopter}({held});"));
                }
            }
            TypeKind::Alias(target) => {
                statements.extend(self.adopter(target).map(|adopter| format!("{adopter}(value);")));
            }
            TypeKind::Enum(_) | TypeKind::Flags(_) => {}
        }
        statements
    }

    /// A method: what the record knows itself is filled in, and everything else is passed on as it comes.
    fn method(&self, alias: &Alias, def: &TypeDef) -> String {
        let arm = self.spelling.arm;
        let operation = self.spelling.surface.operation(alias.operation);
        let layout = self.spelling.call_layout(operation);
        let fields = match &def.kind {
            TypeKind::Record(fields) => fields.as_slice(),
            _ => &[],
        };
        let own =
            |arg: &Option<usize>| arg.and_then(|at| fields.get(at)).map(|field| member("this", field.names.of(arm)));
        let mut params = Vec::new();
        let mut arguments = Vec::new();
        let mut filled = Vec::new();
        let mut bag_is_open = false;
        for ((param, arg), place) in operation.params.iter().zip(&alias.args).zip(layout.places) {
            let name = param.names.of(arm);
            match (place, own(arg)) {
                (Place::Positional(_), Some(value)) => arguments.push(value),
                (Place::Positional(_), None) => {
                    params.push(name.to_owned());
                    arguments.push(name.to_owned());
                }
                (_, Some(value)) => filled.push(format!("{}: {value}", key(name))),
                (_, None) => bag_is_open = true,
            }
        }
        if !filled.is_empty() {
            if bag_is_open {
                params.push("$options".to_owned());
                filled.insert(0, "...$options".to_owned());
            }
            arguments.push(format!("{{ {} }}", filled.join(", ")));
        }
        // Trailing ones go on as they come, so that the engine sees how many there were.
        while params.last().is_some_and(|last| arguments.last() == Some(last)) {
            params.pop();
            arguments.pop();
        }
        params.push("...$rest".to_owned());
        arguments.push("...$rest".to_owned());
        let call = format!("{}({})", self.spelling.raw_name(operation), arguments.join(", "));
        let name = key(alias.names.of(arm));
        format!("{name}({}) {{\n    return {};\n  }}", params.join(", "), self.adopted(operation, call))
    }
}

impl Spelling<'_> {
    /// The engine's function for an operation. The mark in it keeps it apart from every name of a table.
    pub(super) fn raw_name(&self, operation: &Operation) -> String {
        let module = self.surface.module(operation.module).names.of(self.arm);
        format!("{module}${}", operation.names.of(self.arm))
    }
}

/// The names with the mark in front that stand in a piece of code.
fn names_in(code: &str) -> Vec<String> {
    let end = |rest: &str| rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let names = code.split('$').skip(1).map(|rest| format!("${}", &rest[..end(rest)]));
    names.filter(|name| name.len() > 1).collect()
}
