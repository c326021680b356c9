//! The page of an operation: all it takes to write a correct call, in every arm.

use serde::Serialize;

use super::{
    super::index::{FunctionEntry, Sample},
    InArm, Pages,
    links::{self, Linker},
    lists::{Lists, labelled, list},
    text,
};
use crate::{
    arms::{self, ArmIndex},
    emit::EmitError,
    markdown::{Block, Inline},
    surface::{ErrorCase, Operation, TypeKind},
};

#[derive(Serialize)]
struct Page<'a> {
    id: &'a str,
    module: Link<'a>,
    summary: String,
    mode: &'static str,
    detail: String,
    parameters: String,
    result: String,
    errors: String,
    codes: String,
    arms: Vec<Section<'a>>,
}

#[derive(Serialize)]
struct Link<'a> {
    name: &'a str,
    url: String,
}

#[derive(Serialize)]
struct Section<'a> {
    #[serde(flatten)]
    arm: InArm<'a>,
    /// Lines for the modules of the types, where they are others.
    imports: Vec<&'a str>,
    signature: &'a str,
    declarations: Vec<&'a str>,
    examples: &'a [Sample],
}

pub(super) fn page(pages: &Pages<'_>, operation: &Operation, entry: &FunctionEntry) -> Result<String, EmitError> {
    let surface = pages.surface;
    let linker = Linker::new(surface, &links::operation(surface, operation)).with_parameters();
    let mut lists = Lists::new(linker, Vec::new());
    let parameters = lists.parameters(operation);
    let result = operation.returns.as_ref().map(|returns| lists.result(returns)).unwrap_or_default();
    let section = |arm: ArmIndex| {
        let id = arm.arm().profile().id;
        let function = entry.arms.get(id)?;
        let types = lists.described.iter();
        let types: Vec<_> = types.filter_map(|at| pages.index.types.get(at.0 as usize)?.arms.get(id)).collect();
        let mut imports: Vec<&str> = Vec::new();
        for line in types.iter().map(|text| text.import.as_str()) {
            if line != function.import && !imports.contains(&line) {
                imports.push(line);
            }
        }
        Some(Section {
            arm: InArm::new(arm, &function.key, &function.import),
            imports,
            signature: &function.signature,
            declarations: types.iter().map(|text| text.declaration.as_str()).collect(),
            examples: &function.examples,
        })
    };
    let page = Page {
        id: &operation.id,
        module: Link {
            name: &surface.module(operation.module).names.id,
            url: linker.to(&links::module(surface, operation.module)),
        },
        summary: text(linker, &operation.summary),
        mode: operation.mode.word(),
        detail: text(linker, &operation.doc),
        parameters: text(linker, &parameters),
        result: text(linker, &result),
        errors: text(linker, &list(errors(linker, operation))),
        codes: linker.to(&links::type_def(surface.type_def(surface.error_code))),
        arms: arms::indices().filter_map(section).collect(),
    };
    pages.render("operation.md", page)
}

/// An item a failure of its own.
fn errors(linker: Linker<'_>, operation: &Operation) -> Vec<Vec<Block>> {
    let surface = linker.surface;
    let TypeKind::Enum(codes) = &surface.type_def(surface.error_code).kind else { return Vec::new() };
    let item = |case: &ErrorCase| {
        let code = codes.get(case.code)?;
        Some(labelled(vec![Inline::Code(code.names.wit.clone())], &case.when))
    };
    operation.errors.iter().filter_map(item).collect()
}
