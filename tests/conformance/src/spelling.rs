//! Texts of the data as an arm has them. What a language spells its own way stands there in angle brackets:
//! `<call files.read_file>`, `<key files.tree>`, `<name files.tree>`, `<module shell>`, `<param task.blocked-by>` of the
//! case's own call, and `<text NAME>` for one of `[texts.NAME]`.

use gg_codegen::{
    arms::{Arm, Item},
    surface::{Field, Operation, Surface, TypeKind},
};
use serde_json::Value;

use crate::{
    Case,
    data::{Before, Texts},
};

/// How an arm spells what the data leaves open.
#[derive(Clone, Copy)]
pub struct Spelling<'a> {
    /// The table.
    pub surface: &'a Surface,
    /// The arm.
    pub arm: &'a dyn Arm,
    /// The texts that every language has its own of.
    pub texts: &'a Texts,
}

impl Spelling<'_> {
    /// A case as the arm has it.
    ///
    /// # Panics
    ///
    /// It names what there is not.
    pub fn case(&self, case: &Case) -> Case {
        let texts = |found: &[String]| found.iter().map(|text| self.text(&case.call, text)).collect();
        Case {
            args: self.members(&case.call, &case.args),
            before: case.before.iter().map(|before| self.before(before)).collect(),
            value: case.value.as_ref().map(|value| self.json(&case.call, value)),
            fails: case.fails.as_ref().map(|[code, text]| [code.clone(), self.text(&case.call, text)]),
            request: self.json(&case.call, &case.request),
            views: case.views.as_deref().map(texts),
            ends: case.ends.as_ref().map(|text| self.text(&case.call, text)),
            ..case.clone()
        }
    }

    fn before(&self, before: &Before) -> Before {
        Before { call: before.call.clone(), args: self.members(&before.call, &before.args) }
    }

    fn members(&self, call: &str, members: &serde_json::Map<String, Value>) -> serde_json::Map<String, Value> {
        members.iter().map(|(name, value)| (name.clone(), self.json(call, value))).collect()
    }

    fn json(&self, call: &str, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::from(self.text(call, text)),
            Value::Array(items) => items.iter().map(|item| self.json(call, item)).collect(),
            Value::Object(members) => Value::Object(self.members(call, members)),
            other => other.clone(),
        }
    }

    /// A text of a call's case.
    fn text(&self, call: &str, text: &str) -> String {
        let mut spelled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('<') {
            spelled.push_str(before);
            let reference = after.split_once('>').and_then(|(inner, after)| Some((self.spelled(call, inner)?, after)));
            rest = if let Some((reference, after)) = reference {
                spelled.push_str(&reference);
                after
            } else {
                spelled.push('<');
                after
            };
        }
        spelled + rest
    }

    /// A reference; none of what is no reference.
    fn spelled(&self, call: &str, reference: &str) -> Option<String> {
        let (kind, of) = reference.split_once(' ')?;
        let found = self.surface.find_operation(of);
        let operation = || found.unwrap_or_else(|| panic!("no operation {of}"));
        Some(match kind {
            "call" => self.arm.spell(self.surface, operation()),
            "key" => self.arm.key(self.surface, Item::Operation(operation().index)),
            "name" => operation().names.of(self.arm.index()).to_owned(),
            "module" => {
                let named = |index: &_| self.surface.module(*index).names.id == of;
                let module = self.surface.module_indices().find(named).unwrap_or_else(|| panic!("no module {of}"));
                self.arm.key(self.surface, Item::Module(module))
            }
            "param" => self.param(call, of),
            "text" => {
                let texts = self.texts.get(of).unwrap_or_else(|| panic!("no text {of}"));
                let arm = self.arm.profile().id;
                texts.get(arm).unwrap_or_else(|| panic!("no text {of} in {arm}")).clone()
            }
            _ => return None,
        })
    }

    /// A parameter of a call, or a field of a record it holds.
    fn param(&self, call: &str, path: &str) -> String {
        let operation: &Operation = self.surface.find_operation(call).unwrap_or_else(|| panic!("no operation {call}"));
        let mut parts = path.split('.');
        let first = parts.next().unwrap_or_default();
        let param = operation.params.iter().find(|param| param.names.id == first);
        let param = param.unwrap_or_else(|| panic!("{call}: no {first}"));
        let mut spelled = param.names.of(self.arm.index()).to_owned();
        let mut ty = &param.ty;
        for part in parts {
            let field = self.fields(ty).iter().find(|field| field.names.id == part);
            let field = field.unwrap_or_else(|| panic!("{call}: no {path}"));
            spelled = format!("{spelled}.{}", field.names.of(self.arm.index()));
            ty = &field.ty;
        }
        spelled
    }

    fn fields(&self, ty: &gg_codegen::surface::Type) -> &[Field] {
        let index = match self.surface.resolve(ty) {
            gg_codegen::surface::Type::Named(index) => *index,
            _ => return &[],
        };
        match &self.surface.type_def(index).kind {
            TypeKind::Record(fields) => fields,
            _ => &[],
        }
    }
}
