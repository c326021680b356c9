//! `prompts/`: what a system prompt and a refusal say, as data that a runtime composes; a file an arm, and one of
//! sentences.

pub mod data;

use indexmap::IndexMap;
use serde::Serialize;

use super::{Context, EmitError, docs::json, references::Speller};
use crate::{
    arms::{self, ArmIndex, Item},
    markdown::{Markdown, render_text},
    output::FileSet,
    surface::{Binding, ModuleIndex, Operation, Surface},
};
use data::{ArmPrompts, Ending, ModuleLine, Sentences, VERSION};

/// The path of the sentences.
const SENTENCES: &str = "prompts/sentences.json";

/// The paths of all files, in order.
pub(super) fn paths() -> Vec<String> {
    let mut paths: Vec<String> = arms::indices().map(path).collect();
    paths.push(SENTENCES.to_owned());
    paths.sort_unstable();
    paths
}

fn path(arm: ArmIndex) -> String {
    format!("prompts/{}.json", arm.arm().profile().id)
}

/// The files below `prompts/`.
pub(super) fn emit(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let mut files = FileSet::new();
    for arm in arms::indices() {
        let path = path(arm);
        let text = json(&arm_prompts(surface, arm, context)?, &path)?;
        files.insert(path, text);
    }
    files.insert(SENTENCES, json(&sentences(context)?, SENTENCES)?);
    Ok(files)
}

fn arm_prompts(surface: &Surface, index: ArmIndex, context: &Context<'_>) -> Result<ArmPrompts, EmitError> {
    let profile = index.arm().profile();
    let modules = (0..).map(ModuleIndex).zip(&surface.modules).filter(|(_, module)| !module.operations.is_empty());
    let modules = modules.map(|(at, _)| module_line(surface, index, at, context));
    Ok(ArmPrompts {
        comment: context.header().join(" "),
        version: VERSION,
        arm: profile.id.to_owned(),
        label: profile.label.to_owned(),
        checked: profile.guest.checked,
        segment: index.arm().segment(surface),
        modules: modules.collect::<Result<_, _>>()?,
        endings: endings(surface, index, context)?,
    })
}

fn module_line(
    surface: &Surface,
    arm: ArmIndex,
    index: ModuleIndex,
    context: &Context<'_>,
) -> Result<ModuleLine, EmitError> {
    let module = surface.module(index);
    let mut line = ModuleLine {
        id: module.names.id.clone(),
        path: arm.arm().key(surface, Item::Module(index)),
        brief: one_line(surface, arm, &module.summary),
        import: arm.arm().import_line(surface, index),
        line: String::new(),
    };
    line.line = rendered(context, "module", &line)?;
    Ok(line)
}

fn endings(surface: &Surface, arm: ArmIndex, context: &Context<'_>) -> Result<IndexMap<String, Ending>, EmitError> {
    let mut roles: IndexMap<&str, Vec<&Operation>> = IndexMap::new();
    for operation in &surface.operations {
        if let Binding::Ending(role) = &operation.binding {
            roles.entry(role).or_default().push(operation);
        }
    }
    let ending = |(role, operations): (&str, Vec<&Operation>)| {
        let calls: Vec<Call> = operations.iter().map(|operation| call(surface, arm, operation)).collect();
        let text = rendered(context, "ending", Calls { calls })?;
        let calls = operations.iter().map(|operation| operation.id.clone()).collect();
        Ok((role.to_owned(), Ending { calls, text }))
    };
    roles.into_iter().map(ending).collect()
}

/// What the template of an ending is given.
#[derive(Serialize)]
struct Calls {
    calls: Vec<Call>,
}

/// A call with the names of its arguments, and what it does.
#[derive(Serialize)]
struct Call {
    call: String,
    brief: String,
}

fn call(surface: &Surface, arm: ArmIndex, operation: &Operation) -> Call {
    let names: Vec<&str> = operation.params.iter().map(|param| param.names.of(arm)).collect();
    Call {
        call: format!("{}({})", arm.arm().spell(surface, operation), names.join(", ")),
        brief: one_line(surface, arm, &operation.summary),
    }
}

fn one_line(surface: &Surface, arm: ArmIndex, text: &Markdown) -> String {
    let speller = Speller { surface, arm, operation: None };
    render_text(text, &|reference| speller.span(reference))
}

/// The sentences of the template set.
pub(super) fn sentences(context: &Context<'_>) -> Result<Sentences, EmitError> {
    let name = SENTENCES;
    let text = context.templates.render(name, ())?;
    let read = serde_json::from_str::<Sentences>(&text);
    let sentences = read.map_err(|e| EmitError { output: name.to_owned(), message: e.to_string() })?;
    Ok(Sentences { comment: context.header().join(" "), version: VERSION, ..sentences })
}

/// A text by its template, without the line break a file ends with.
fn rendered(context: &Context<'_>, name: &str, data: impl Serialize) -> Result<String, EmitError> {
    let text = context.templates.render(&format!("prompts/{name}.md"), data)?;
    Ok(text.trim_end().to_owned())
}
