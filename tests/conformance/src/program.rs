//! The program of a case: it makes the calls, and fails where what comes of the last is not what the data says. The calls and
//! values are gg-codegen's; how a language compares and catches stands in `programs/`, a template a language.

use std::collections::BTreeSet;

use gg_codegen::{
    arms::Arm,
    surface::{Example, Operation, Surface, Type, Value},
};
use minijinja::{Environment, context};
use serde_json::{Map, Value as Json};

use crate::{Case, args, typed};

/// The templates, by the arm whose programs they are.
const TEMPLATES: &[(&str, &str)] = &[
    ("javascript", include_str!("../programs/javascript.jinja")),
    ("typescript", include_str!("../programs/typescript.jinja")),
    ("python", include_str!("../programs/python.jinja")),
    ("rust", include_str!("../programs/rust.jinja")),
];

/// The program of a case in an arm's language. The case is spelled already.
///
/// # Panics
///
/// The case does not fit the table, or nobody has said how the language compares.
pub fn program(surface: &Surface, arm: &dyn Arm, case: &Case) -> String {
    written(surface, arm, case, false)
}

/// The same, but it catches nothing and compares nothing.
///
/// # Panics
///
/// As of [`program`].
pub fn uncaught(surface: &Surface, arm: &dyn Arm, case: &Case) -> String {
    written(surface, arm, case, true)
}

fn written(surface: &Surface, arm: &dyn Arm, case: &Case, uncaught: bool) -> String {
    let operation = surface.find_operation(&case.call).unwrap_or_else(|| panic!("no operation {}", case.call));
    let before = case.before.iter().map(|before| (before.call.as_str(), &before.args));
    let calls: Vec<(&str, &Map<String, Json>)> = before.chain([(case.call.as_str(), &case.args)]).collect();
    let operations: Vec<&Operation> = calls.iter().filter_map(|(id, _)| surface.find_operation(id)).collect();
    let mut calls: Vec<String> = calls.into_iter().map(|(id, given)| call(surface, arm, id, given)).collect();
    let last = calls.pop();
    let value = match (&case.value, &operation.returns) {
        (Some(value), Some(returns)) => {
            Some(arm.value(surface, &returns.ty, &typed(surface, &returns.ty, Some(value))))
        }
        (None, returns) if returns.is_none() || case.fails.is_some() => None,
        _ => panic!("{}: a value where there is none, or none where there is one", case.name),
    };
    let text = |text: &str| arm.value(surface, &Type::String, &Value::String(text.to_owned()));
    let failure = case
        .fails
        .as_ref()
        .map(|[code, message]| [code, &operation.names.id, &operation.id, message].map(|part| text(part)));
    let id = arm.profile().id;
    let template = TEMPLATES.iter().find(|(arm, _)| *arm == id).map(|(_, template)| *template);
    let template = template.unwrap_or_else(|| panic!("no template of programs in {id}"));
    let shown: Vec<&str> = calls.iter().chain(&last).chain(&value).map(String::as_str).collect();
    let imports: Vec<String> = operations.iter().map(|operation| arm.imports(surface, operation, &shown)).collect();
    let imports: BTreeSet<String> = imports.iter().flat_map(|lines| lines.lines()).map(str::to_owned).collect();
    let imports = Vec::from_iter(imports);
    let context = context! { imports, before => calls, call => last, value, failure, uncaught };
    Environment::new().render_str(template, context).unwrap_or_else(|error| panic!("{id}: {error:#}"))
}

/// A call as an expression.
fn call(surface: &Surface, arm: &dyn Arm, id: &str, given: &Map<String, Json>) -> String {
    let operation = surface.find_operation(id).unwrap_or_else(|| panic!("no operation {id}"));
    let summary = operation.summary.clone();
    let example = Example { summary, args: args(surface, operation, given), span: operation.span };
    arm.call(surface, operation, &example)
}
