//! The Markdown pages of `docs/src/`: one a module, an operation, a type and an arm, and what makes a book of them.

mod arm;
mod book;
mod links;
mod lists;
mod module;
mod operation;
mod type_def;

use serde::Serialize;

use super::{
    entries::spread_cases,
    index::{Index, MemberText, Method, TypeText},
};
use crate::{
    arms::{self, ArmIndex},
    emit::{Context, EmitError},
    markdown::{Block, Inline, Markdown, render_markdown},
    output::FileSet,
    surface::{ModuleIndex, Surface, TypeDef, TypeKind},
};
use links::Linker;

/// The width paragraphs are filled to.
const WIDTH: usize = 100;

/// What every page is made from.
struct Pages<'a> {
    surface: &'a Surface,
    index: &'a Index,
    context: &'a Context<'a>,
}

/// The files below `docs/` but the index.
pub(super) fn emit(surface: &Surface, index: &Index, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let pages = Pages { surface, index, context };
    let mut files = FileSet::new();
    let mut add = |path: String, text: String| files.insert(format!("docs/src/{path}"), text);
    for at in (0..).map(ModuleIndex).take(surface.modules.len()) {
        add(links::module(surface, at), module::page(&pages, at)?);
    }
    for (operation, entry) in surface.operations.iter().zip(&index.functions) {
        add(links::operation(surface, operation), operation::page(&pages, operation, entry)?);
    }
    let uses = type_def::uses(surface);
    for ((def, entry), uses) in surface.types.iter().zip(&index.types).zip(&uses) {
        add(links::type_def(def), type_def::page(&pages, def, entry, uses)?);
    }
    for arm in arms::indices() {
        add(links::arm(arm), arm::page(&pages, arm)?);
    }
    add(links::INTRODUCTION.to_owned(), book::introduction(&pages)?);
    add("SUMMARY.md".to_owned(), book::summary(&pages)?);
    files.insert("docs/book.toml", book::config(&pages)?);
    Ok(files)
}

/// What every template is given.
#[derive(Serialize)]
struct WithHeader<T> {
    header: [String; 2],
    #[serde(flatten)]
    page: T,
}

impl Pages<'_> {
    fn render<T: Serialize>(&self, template: &str, page: T) -> Result<String, EmitError> {
        let page = WithHeader { header: self.context.header(), page };
        self.context.templates.render(&format!("docs/{template}"), page)
    }
}

/// A text as a page shows it.
fn text(linker: Linker<'_>, markdown: &Markdown) -> String {
    render_markdown(markdown, WIDTH, &|reference| linker.reference(reference))
}

/// A line of a page.
fn line(linker: Linker<'_>, inlines: Vec<Inline>) -> String {
    text(linker, &Markdown { blocks: vec![Block::Paragraph(inlines)] })
}

/// What a page says in one arm.
#[derive(Serialize)]
struct InArm<'a> {
    label: &'static str,
    fence: &'static str,
    key: &'a str,
    import: &'a str,
}

impl<'a> InArm<'a> {
    fn new(arm: ArmIndex, key: &'a str, import: &'a str) -> Self {
        let profile = arm.arm().profile();
        Self { label: profile.label, fence: profile.fence, key, import }
    }
}

/// A method of a type, as a page tells it.
#[derive(Serialize)]
struct MethodLine<'a> {
    /// The method with the names of what it takes.
    call: String,
    operation: &'a str,
    url: String,
}

/// The methods of a type, each with `before` in front of its name.
fn methods<'a>(linker: Linker<'a>, text: &'a TypeText, before: &str) -> Vec<MethodLine<'a>> {
    let line = |method: &'a Method| {
        let operation = linker.surface.find_operation(&method.operation)?;
        let arguments: Vec<&str> = method.arguments.iter().map(|argument| argument.name.as_str()).collect();
        Some(MethodLine {
            call: format!("{before}{}({})", method.name, arguments.join(", ")),
            operation: &method.operation,
            url: linker.to(&links::operation(linker.surface, operation)),
        })
    };
    text.methods.iter().filter_map(line).collect()
}

/// The members of a record of which exactly one is given: the cases of each variant that the language spreads into it.
fn alternatives<'a>(surface: &'a Surface, def: &'a TypeDef, arm: ArmIndex) -> Vec<Vec<&'a str>> {
    let TypeKind::Record(fields) = &def.kind else { return Vec::new() };
    let fields = fields.iter().filter(|field| field.spread && arm.arm().profile().supports.spread);
    let cases = fields.filter_map(|field| spread_cases(surface, &field.ty));
    cases.map(|cases| cases.iter().map(|case| case.names.of(arm)).collect()).collect()
}

/// The values of a patch, as a page tells them.
#[derive(Serialize)]
struct PatchLines<'a> {
    name: &'a str,
    members: &'a [MemberText],
}

impl<'a> PatchLines<'a> {
    fn of(def: &TypeDef, text: &'a TypeText) -> Option<Self> {
        def.patch.map(|_| Self { name: &text.name, members: &text.members })
    }
}
