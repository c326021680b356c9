//! The half that talks to the membrane. The code that does is the same for every table (`runtime/`); what is written
//! per table says which types cross and which calls there are, in the words of macros that each target defines its way.

use std::{collections::BTreeSet, fmt::Write};

use super::{
    super::{spelling::Spelling, values::string},
    flat::Flattener,
};
use crate::{
    emit::wit::FEEDBACK,
    layout::{Layout, concat, list, text},
    surface::{Field, Module, Operation, Type, TypeDef, TypeIndex, TypeKind},
};

const WIDTH: usize = 100;

impl<'a> Spelling<'a> {
    /// What surrounds the calls: which half belongs to which target.
    pub(super) fn membrane(self) -> String {
        // The runtime code knows these two by these names.
        let core = |index, known: &str| match self.type_path(index) {
            path if path.ends_with(&format!("::{known}")) => format!("crate::{path}"),
            path => format!("crate::{path} as {known}"),
        };
        let package = &self.surface.package;
        let feedback = string(&format!("{}:{}/{FEEDBACK}", package.namespace, package.name));
        let ids: Vec<_> = self.surface.operations.iter().map(|operation| text(string(&operation.id))).collect();
        let ids = concat([list("&[", ids, ",", "]"), text(";")]).render(WIDTH, 4);
        format!(
            "//! The membrane: how a call reaches the host.

#[cfg(target_arch = \"wasm32\")]
mod abi;
pub(crate) mod calls;
#[cfg(not(target_arch = \"wasm32\"))]
mod double;
#[cfg(target_arch = \"wasm32\")]
mod run;
#[cfg(not(target_arch = \"wasm32\"))]
pub(crate) mod runtime;

#[cfg(target_arch = \"wasm32\")]
use abi as form;
#[cfg(not(target_arch = \"wasm32\"))]
use double as form;

#[cfg(not(target_arch = \"wasm32\"))]
pub use double::{{Answer, Request, answer, value}};

pub(crate) use {};
pub(crate) use {};

#[cfg(target_arch = \"wasm32\")]
pub(crate) mod runtime {{
    super::run::feedback! {{ {feedback} }}
}}

/// Every operation that is bound here.
#[cfg(target_arch = \"wasm32\")]
const OPERATIONS: &[&str] = {ids}
",
            core(self.surface.api_error, "ApiError"),
            core(self.surface.error_code, "ErrorCode"),
        )
    }

    /// The modules below `calls`.
    pub(super) fn calls(self) -> String {
        let mut out = String::from("//! Every type that crosses, and every call.\n\n");
        for module in &self.surface.modules {
            let _ = writeln!(out, "pub(crate) mod {};", self.name(&module.names));
        }
        out
    }

    /// The types and calls of a module.
    pub(super) fn crossing(self, module: &'a Module, flattener: &mut Flattener<'a>) -> String {
        let mut items = Vec::new();
        let mut macros = BTreeSet::new();
        let mut foreign = BTreeSet::new();
        for index in &module.types {
            let def = self.surface.type_def(*index);
            if let Some((word, item)) = self.crossing_type(def) {
                macros.insert(word);
                foreign.insert(*index);
                named_in(def, &mut foreign);
                items.push(item);
            }
        }
        for index in &module.operations {
            let operation = self.surface.operation(*index);
            macros.insert("operation");
            operation.params.iter().for_each(|param| named(&param.ty, &mut foreign));
            operation.returns.iter().for_each(|returns| named(&returns.ty, &mut foreign));
            items.push(self.crossing_call(module, operation, flattener));
        }
        let mut out = format!("//! What crosses for the module `{}`.\n", self.name(&module.names));
        if items.is_empty() {
            return out;
        }
        let macros: Vec<_> = macros.into_iter().map(text).collect();
        out.push('\n');
        let uses = |path: &str, items: Vec<Layout>| {
            let items = match <[Layout; 1]>::try_from(items) {
                Ok([item]) => concat([text(format!("use {path}::")), item]),
                Err(items) => list(format!("use {path}::{{"), vec![Layout::Fill(items, ",")], ",", "}"),
            };
            concat([items, text(";\n")]).render(WIDTH, 4)
        };
        for (at, other) in self.surface.modules.iter().enumerate() {
            let types = foreign.iter().filter(|index| self.surface.type_def(**index).module.0 as usize == at);
            let mut types: Vec<_> = types.map(|index| self.type_name(*index)).collect();
            types.sort_unstable();
            if !types.is_empty() {
                let path = format!("crate::{}", self.name(&other.names));
                out.push_str(&uses(&path, types.into_iter().map(text).collect()));
            }
        }
        out.push_str(&uses("crate::membrane::form", macros));
        for item in items {
            out.push('\n');
            out.push_str(&item);
        }
        out
    }

    /// A type in the words of a macro: which macro, and the whole; none for another name of a type.
    fn crossing_type(self, def: &TypeDef) -> Option<(&'static str, String)> {
        let name = self.name(&def.names);
        let case = |tag: usize, names, payload: Option<&Type>| {
            let payload = payload.map_or(String::new(), |ty| format!("(payload: {})", self.owned(ty)));
            format!("{tag} => {}{payload} = {}", self.name(names), string(&names.json))
        };
        let (word, members): (_, Vec<_>) = match &def.kind {
            TypeKind::Record(fields) => {
                let member = |field: &Field| {
                    format!("{} ({}): {}", self.name(&field.names), string(&field.names.json), self.owned(&field.ty))
                };
                ("record", fields.iter().map(member).collect())
            }
            TypeKind::Variant(cases) => {
                let order: Vec<_> = match def.patch {
                    Some(patch) => vec![patch.keep, patch.empty, patch.set],
                    None => (0..cases.len()).collect(),
                };
                let word = if def.patch.is_some() { "patch" } else { "variant" };
                let cases = order.into_iter().filter_map(|tag| Some((tag, cases.get(tag)?)));
                (word, cases.map(|(tag, one)| case(tag, &one.names, one.payload.as_ref())).collect())
            }
            TypeKind::Enum(members) => {
                ("words", members.iter().enumerate().map(|(tag, member)| case(tag, &member.names, None)).collect())
            }
            TypeKind::Flags(members) => ("bits", members.iter().map(|member| string(&member.names.json)).collect()),
            TypeKind::Alias(_) => return None,
        };
        let members = members.iter().fold(String::new(), |all, member| all + "        " + member + ",\n");
        Some((word, format!("{word}! {{\n    {name} {{\n{members}    }}\n}}\n")))
    }

    fn crossing_call(self, module: &Module, operation: &'a Operation, flattener: &mut Flattener<'a>) -> String {
        let package = &self.surface.package;
        let interface = format!("{}:{}/{}", package.namespace, package.name, module.interface);
        let parameters = self.parameters(operation);
        let params = operation.params.iter().map(|param| {
            let in_bag = parameters.bag.iter().any(|other| std::ptr::eq(*other, param));
            let ty = if in_bag { self.owned(&param.ty) } else { self.borrowed(&param.ty) };
            text(format!("{} ({}): {ty}", self.name(&param.names), string(&param.names.json)))
        });
        let result = operation.returns.as_ref().map_or("()".to_owned(), |returns| self.owned(&returns.ty));
        let name = self.name(&operation.names);
        let function =
            concat([list(format!("fn {name}("), params.collect(), ",", ")"), text(format!(" -> {result},"))]);
        let core = match flattener.arguments(operation) {
            Some(core) => list("(", core.into_iter().map(|core| text(core.rust())).collect(), ",", ")"),
            None => text("in memory"),
        };
        let strings = [operation.id.as_str(), &interface, &operation.names.wit].map(string).join(", ");
        let (function, core) = (function.render_at(WIDTH, 4, 1), core.render_at(WIDTH, 4, 1));
        format!("operation! {{\n    {strings},\n    {function}\n    {core},\n}}\n")
    }
}

/// The types a type's members name.
pub(super) fn named_in(def: &TypeDef, found: &mut BTreeSet<TypeIndex>) {
    match &def.kind {
        TypeKind::Record(fields) => fields.iter().for_each(|field| named(&field.ty, found)),
        TypeKind::Variant(cases) => {
            cases.iter().filter_map(|case| case.payload.as_ref()).for_each(|ty| named(ty, found));
        }
        TypeKind::Alias(target) => named(target, found),
        TypeKind::Enum(_) | TypeKind::Flags(_) => {}
    }
}

/// The types a type names.
pub(super) fn named(ty: &Type, found: &mut BTreeSet<TypeIndex>) {
    match ty {
        Type::List(item) | Type::Option(item) => named(item, found),
        Type::Result { ok, err } => ok.iter().chain(err).for_each(|ty| named(ty, found)),
        Type::Tuple(items) => items.iter().for_each(|item| named(item, found)),
        Type::Named(index) => {
            found.insert(*index);
        }
        _ => {}
    }
}
