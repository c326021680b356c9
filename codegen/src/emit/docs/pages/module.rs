//! The page of a module: what it is about, what it holds, and how a program reaches it.

use serde::Serialize;

use super::{
    InArm, Pages,
    links::{self, Linker},
    lists::{labelled, list},
    text,
};
use crate::{arms, emit::EmitError, surface::ModuleIndex};

#[derive(Serialize)]
struct Page<'a> {
    id: &'a str,
    summary: String,
    detail: String,
    operations: String,
    types: String,
    arms: Vec<InArm<'a>>,
}

pub(super) fn page(pages: &Pages<'_>, index: ModuleIndex) -> Result<String, EmitError> {
    let surface = pages.surface;
    let module = surface.module(index);
    let linker = Linker::new(surface, &links::module(surface, index));
    let operations = module.operations.iter().map(|at| surface.operation(*at));
    let operations = operations.map(|operation| labelled(vec![linker.operation_name(operation)], &operation.summary));
    let types = module.types.iter().map(|at| labelled(vec![linker.type_name(*at)], &surface.type_def(*at).doc.brief()));
    let entry = pages.index.modules.get(index.0 as usize);
    let arms = arms::indices().filter_map(|arm| {
        let text = entry?.arms.get(arm.arm().profile().id)?;
        Some(InArm::new(arm, &text.key, &text.import))
    });
    let page = Page {
        id: &module.names.id,
        summary: text(linker, &module.summary),
        detail: text(linker, &module.doc),
        operations: text(linker, &list(operations.collect())),
        types: text(linker, &list(types.collect())),
        arms: arms.collect(),
    };
    pages.render("module.md", page)
}
