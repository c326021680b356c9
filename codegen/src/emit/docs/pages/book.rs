//! What makes a book of the pages: its introduction, its table of contents and its configuration.

use serde::Serialize;

use super::{
    Pages,
    links::{self, Linker},
    lists::{labelled, list},
    text,
};
use crate::{
    arms,
    emit::{EmitError, references::written},
    markdown::render_text,
    surface::ModuleIndex,
};

#[derive(Serialize)]
struct Introduction<'a> {
    title: &'a str,
    summary: String,
    detail: String,
    modules: String,
    arms: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Contents<'a> {
    introduction: &'static str,
    arms: Vec<Entry<'a>>,
    modules: Vec<Chapter<'a>>,
}

#[derive(Serialize)]
struct Chapter<'a> {
    #[serde(flatten)]
    module: Entry<'a>,
    pages: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    url: String,
}

#[derive(Serialize)]
struct Config<'a> {
    title: &'a str,
    description: String,
}

pub(super) fn introduction(pages: &Pages<'_>) -> Result<String, EmitError> {
    let surface = pages.surface;
    let linker = Linker::new(surface, links::INTRODUCTION);
    let module = |index: ModuleIndex| {
        let module = surface.module(index);
        labelled(vec![linker.code(&module.names.id, &links::module(surface, index))], &module.summary)
    };
    let page = Introduction {
        title: &surface.name.id,
        summary: text(linker, &surface.summary),
        detail: text(linker, &surface.doc),
        modules: text(linker, &list(modules(pages).map(module).collect())),
        arms: arm_entries(),
    };
    pages.render("introduction.md", page)
}

pub(super) fn summary(pages: &Pages<'_>) -> Result<String, EmitError> {
    let surface = pages.surface;
    let chapter = |index: ModuleIndex| {
        let module = surface.module(index);
        let operations = module.operations.iter().map(|at| {
            let operation = surface.operation(*at);
            Entry { name: &operation.id, url: links::operation(surface, operation) }
        });
        let types = module.types.iter().map(|at| {
            let def = surface.type_def(*at);
            Entry { name: &def.names.id, url: links::type_def(def) }
        });
        Chapter {
            module: Entry { name: &module.names.id, url: links::module(surface, index) },
            pages: operations.chain(types).collect(),
        }
    };
    let page = Contents {
        introduction: links::INTRODUCTION,
        arms: arm_entries(),
        modules: modules(pages).map(chapter).collect(),
    };
    pages.render("SUMMARY.md", page)
}

pub(super) fn config(pages: &Pages<'_>) -> Result<String, EmitError> {
    let surface = pages.surface;
    let description = render_text(&surface.summary, &|reference| written(reference).to_owned());
    pages.render("book.toml", Config { title: &surface.name.id, description })
}

fn modules<'a>(pages: &'a Pages<'_>) -> impl Iterator<Item = ModuleIndex> + 'a {
    (0..).map(ModuleIndex).take(pages.surface.modules.len())
}

fn arm_entries() -> Vec<Entry<'static>> {
    arms::indices().map(|arm| Entry { name: arm.arm().profile().label, url: links::arm(arm) }).collect()
}
