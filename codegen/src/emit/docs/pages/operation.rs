//! The page of an operation: all it takes to write a correct call, in every arm.

use serde::Serialize;

use super::{
    super::index::{FunctionEntry, Sample},
    InArm, MethodLine, Pages, PatchLines, alternatives,
    links::{self, Linker},
    lists::{Lists, labelled, list},
    methods, text,
};
use crate::{
    arms::{self, ArmIndex},
    emit::EmitError,
    markdown::{Block, Inline},
    surface::{ErrorCase, Operation, Surface, TypeKind},
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
    /// The codes every call can fail with and this one does not list.
    codes: Vec<&'a str>,
    codes_url: String,
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
    /// The lines its examples need, by which modules are reached.
    imports: String,
    signature: &'a str,
    declarations: Vec<&'a str>,
    /// The keys of those of other modules.
    foreign: Vec<&'a str>,
    /// Members of which exactly one is given, in languages that spread a variant into its record.
    alternatives: Vec<Vec<&'a str>>,
    /// How the language writes the patches among them.
    patches: Vec<PatchLines<'a>>,
    /// The methods of their values.
    methods: Vec<MethodLine<'a>>,
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
        let types: Vec<_> = types
            .filter_map(|at| Some((surface.type_def(*at), pages.index.types.get(at.0 as usize)?.arms.get(id)?)))
            .collect();
        Some(Section {
            arm: InArm::new(arm, &function.key, &function.import),
            imports: imports(surface, operation, arm, &function.examples),
            signature: &function.signature,
            declarations: types.iter().map(|(_, text)| text.declaration.as_str()).collect(),
            foreign: types
                .iter()
                .filter(|(def, _)| def.module != operation.module)
                .map(|(_, text)| text.key.as_str())
                .collect(),
            alternatives: types.iter().flat_map(|(def, _)| alternatives(surface, def, arm)).collect(),
            patches: types.iter().filter_map(|(def, text)| PatchLines::of(def, text)).collect(),
            methods: types.iter().flat_map(|(_, text)| methods(linker, text, &format!("{}.", text.name))).collect(),
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
        codes: other_codes(pages, entry),
        codes_url: linker.to(&links::type_def(surface.type_def(surface.error_code))),
        arms: arms::indices().filter_map(section).collect(),
    };
    pages.render("operation.md", page)
}

/// The lines its examples need.
fn imports(surface: &Surface, operation: &Operation, arm: ArmIndex, examples: &[Sample]) -> String {
    let shown: Vec<&str> = examples.iter().map(|example| example.code.as_str()).collect();
    arm.arm().imports(surface, operation, &shown)
}

fn other_codes<'a>(pages: &Pages<'a>, entry: &FunctionEntry) -> Vec<&'a str> {
    let own = entry.arms.values().next().map(|text| text.errors.as_slice()).unwrap_or_default();
    let listed = |code: &str| own.iter().any(|error| error.code == code);
    let general = pages.index.codes.iter().filter(|code| code.any_call && !listed(&code.code));
    general.map(|code| code.code.as_str()).collect()
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
