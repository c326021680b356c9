//! Signatures: of operations, of their bags of options, and of the methods that aliases add to types.

use super::{
    literals::{key, string},
    types::{Flow, Spelling},
};
use crate::{
    arms::{CallLayout, Place},
    layout::{Layout, concat, list, spaced_list, text},
    surface::{Alias, Operation, Param, TypeIndex},
};

impl<'a> Spelling<'a> {
    /// Where the arguments of an operation stand.
    pub(super) fn call_layout(&self, operation: &Operation) -> CallLayout {
        self.arm.arm().call_layout(self.surface, operation)
    }

    /// An operation without arguments: `files.readFile`.
    pub(super) fn call_name(&self, operation: &Operation) -> String {
        let module = self.surface.module(operation.module).names.of(self.arm);
        format!("{module}.{}", operation.names.of(self.arm))
    }

    /// The declaration of an operation as documentation shows it: the options stand in it.
    pub(super) fn signature(&self, operation: &Operation) -> Layout {
        let flow = Flow::Shown;
        let mut params = self.positional(operation, flow);
        let options = self.options(operation).map(|param| self.option(param, flow)).collect::<Vec<_>>();
        if !options.is_empty() {
            params
                .push(concat([text(format!("{}?: ", self.bag_name(operation))), spaced_list("{", options, ";", "}")]));
        }
        self.function(operation, params, flow)
    }

    /// The declaration of an operation in the SDK: the options have a type of their own.
    pub(super) fn sdk_signature(&self, operation: &Operation) -> Layout {
        let mut params = self.positional(operation, Flow::Taken);
        if self.call_layout(operation).bag {
            params.push(text(format!("{}?: {}", self.bag_name(operation), operation.options.of(self.arm))));
        }
        self.function(operation, params, Flow::Returned).followed_by([text(";")])
    }

    fn function(&self, operation: &Operation, params: Vec<Layout>, flow: Flow) -> Layout {
        let open = format!("function {}(", operation.names.of(self.arm));
        list(open, params, ",", ")").followed_by([text(": "), self.result(operation, flow)])
    }

    fn result(&self, operation: &Operation, flow: Flow) -> Layout {
        operation.returns.as_ref().map_or_else(|| text("void"), |returns| self.ty(&returns.ty, flow))
    }

    fn positional(&self, operation: &Operation, flow: Flow) -> Vec<Layout> {
        let places = self.call_layout(operation).places;
        let params = operation.params.iter().zip(places);
        let params = params.filter(|(_, place)| matches!(place, Place::Positional(_)));
        params.map(|(param, _)| self.parameter(param, flow)).collect()
    }

    /// The parameters that are members of the bag of options.
    pub(super) fn options<'o>(&self, operation: &'o Operation) -> impl Iterator<Item = &'o Param> + use<'o> {
        let places = self.call_layout(operation).places;
        operation.params.iter().zip(places).filter(|(_, place)| *place == Place::Option).map(|(param, _)| param)
    }

    /// A member of the bag of options.
    pub(super) fn option(&self, param: &Param, flow: Flow) -> Layout {
        self.member(param.names.of(self.arm), &param.ty, param.left_out, flow)
    }

    /// What the bag of options is called among the parameters.
    pub(super) fn bag_name(&self, operation: &Operation) -> &'static str {
        let mut positional = operation.required(self.surface);
        if positional.any(|param| param.names.of(self.arm) == "options") { "options_" } else { "options" }
    }

    /// The methods that aliases add to a type.
    pub(super) fn methods(&self, index: TypeIndex, flow: Flow) -> Vec<(&'a Alias, Layout)> {
        self.surface.aliases_of(index).map(|alias| (alias, self.method(alias, flow))).collect()
    }

    /// The signature of a method: that of its operation without what a member of the record fills.
    fn method(&self, alias: &Alias, flow: Flow) -> Layout {
        let operation = self.surface.operation(alias.operation);
        let taken = if flow == Flow::Shown { Flow::Shown } else { Flow::Taken };
        let open = self.method_params(alias, |place| matches!(place, Place::Positional(_)), false);
        let mut params: Vec<Layout> = open.iter().map(|param| self.parameter(param, taken)).collect();
        let options = self.method_params(alias, |place| place == Place::Option, false);
        if !options.is_empty() {
            let name = self.bag_name(operation);
            let ty = if flow == Flow::Shown {
                spaced_list("{", options.iter().map(|param| self.option(param, taken)).collect(), ";", "}")
            } else {
                text(self.method_options(alias))
            };
            params.push(concat([text(format!("{name}?: ")), ty]));
        }
        let open = format!("{}(", key(alias.names.of(self.arm)));
        list(open, params, ",", ")").followed_by([text(": "), self.result(operation, flow)])
    }

    /// The parameters of an alias's operation in some places, filled by a member of the record or not.
    pub(super) fn method_params(&self, alias: &Alias, at: impl Fn(Place) -> bool, filled: bool) -> Vec<&'a Param> {
        let operation = self.surface.operation(alias.operation);
        let places = self.call_layout(operation).places;
        let params = operation.params.iter().zip(&alias.args).zip(places);
        let params = params.filter(|((_, arg), place)| arg.is_some() == filled && at(*place));
        params.map(|((param, _), _)| param).collect()
    }

    /// The type of a method's options: without those a member of the record fills.
    fn method_options(&self, alias: &Alias) -> String {
        let operation = self.surface.operation(alias.operation);
        let module = self.surface.module(operation.module);
        let name = operation.options.of(self.arm);
        let name = match self.inside {
            Some(inside) if inside.module != operation.module => {
                format!("import(\"./{}.js\").{name}", module.names.of(self.arm))
            }
            _ => name.to_owned(),
        };
        let filled = self.method_params(alias, |place| place == Place::Option, true);
        if filled.is_empty() {
            return name;
        }
        let filled: Vec<String> = filled.iter().map(|param| string(param.names.of(self.arm))).collect();
        format!("Omit<{name}, {}>", filled.join(" | "))
    }
}
