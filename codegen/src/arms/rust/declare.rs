//! Declarations as documentation shows them: without bodies, comments and visibility.

use super::spelling::Spelling;
use crate::{
    layout::{concat, list, text},
    surface::{Operation, TypeIndex, TypeKind},
};

const WIDTH: usize = 100;
const STEP: usize = 4;

impl Spelling<'_> {
    /// An operation's function, and the struct of its options where it has one.
    pub(super) fn signature(self, operation: &Operation) -> String {
        let parameters = self.parameters(operation);
        let one = |name: &str, ty: &str| text(format!("{name}: {ty}"));
        let mut items: Vec<_> =
            parameters.positional.iter().map(|param| one(self.name(&param.names), &self.parameter(param))).collect();
        let options = self.name(&operation.options);
        if !parameters.bag.is_empty() {
            items.push(one(&self.bag_name(&parameters), options));
        }
        let name = self.name(&operation.names);
        let result = format!(" -> {}", self.result(operation));
        let mut whole = concat([list(format!("fn {name}("), items, ",", ")"), text(result)]).render(WIDTH, STEP);
        if !parameters.bag.is_empty() {
            let members = parameters.bag.iter();
            let members = members.map(|param| format!("{}: {}", self.name(&param.names), self.owned(&param.ty)));
            whole = format!("{whole}\n\n#[derive(Default)]\nstruct {options} {}", block(members, ","));
        }
        whole
    }

    /// A type, and what it can be made from.
    pub(super) fn declaration(self, index: TypeIndex) -> String {
        let def = self.surface.type_def(index);
        let name = self.name(&def.names);
        let derive = if self.def_has_default(def) { "#[derive(Default)]\n" } else { "" };
        match &def.kind {
            TypeKind::Record(fields) => {
                let members =
                    fields.iter().map(|field| format!("{}: {}", self.name(&field.names), self.owned(&field.ty)));
                let whole = format!("{derive}struct {name} {}", block(members, ","));
                match self.range(index) {
                    Some(bound) => format!("{whole}\n\nimpl From<RangeInclusive<{}>> for {name}", self.owned(bound)),
                    None => whole,
                }
            }
            TypeKind::Variant(cases) => {
                let members = cases.iter().enumerate().map(|(at, case)| {
                    let mark = if def.patch.is_some_and(|patch| patch.keep == at) { "#[default]\n    " } else { "" };
                    let case_name = self.name(&case.names);
                    match &case.payload {
                        Some(payload) => format!("{mark}{case_name}({})", self.owned(payload)),
                        None => format!("{mark}{case_name}"),
                    }
                });
                format!("{derive}enum {name} {}", block(members, ","))
            }
            TypeKind::Enum(members) => {
                format!("enum {name} {}", block(members.iter().map(|member| self.name(&member.names).to_owned()), ","))
            }
            TypeKind::Flags(members) => {
                let members = members.iter().map(|member| format!("const {}: Self", self.name(&member.names)));
                format!("{derive}struct {name};\n\nimpl {name} {}", block(members, ";"))
            }
            TypeKind::Alias(target) => format!("type {name} = {}", self.owned(target)),
        }
    }
}

/// Members between braces, one a line.
fn block(members: impl Iterator<Item = String>, end: &str) -> String {
    let members = members.fold(String::new(), |all, member| all + "    " + &member + end + "\n");
    format!("{{\n{members}}}")
}
