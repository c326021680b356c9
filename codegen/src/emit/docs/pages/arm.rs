//! The page of an arm: the shape of a whole program, import lines, failed calls, and code loaded as `lib`.

use serde::Serialize;

use super::{
    Pages,
    links::{self, Linker},
    text,
};
use crate::{
    arms::{ArmIndex, Item},
    emit::EmitError,
    markdown,
    surface::{Example, ModuleIndex, Operation, Surface, Type, TypeKind, Value},
};

#[derive(Serialize)]
struct Page<'a> {
    id: &'a str,
    label: &'a str,
    fence: &'a str,
    program: &'a str,
    module_file: &'a str,
    /// The name of the root.
    root: &'a str,
    segment: String,
    modules: Vec<Module<'a>>,
    /// A whole program.
    example: String,
    /// A call that can fail, and how; none where the table has no such operation.
    failing: Option<Failing>,
    error: ErrorNames,
}

#[derive(Serialize)]
struct Module<'a> {
    id: &'a str,
    url: String,
    key: &'a str,
    import: &'a str,
    brief: &'a str,
}

#[derive(Serialize)]
struct Failing {
    /// The operation's id.
    id: String,
    url: String,
    /// The line that imports its module.
    import: String,
    /// The call.
    call: String,
    /// The code as a program writes it.
    code: String,
    /// The code itself.
    word: String,
    /// How the failure reads.
    text: String,
}

#[derive(Serialize)]
struct ErrorNames {
    /// The failure type's key.
    key: String,
    /// Its name, and that of its module.
    name: String,
    module: String,
    url: String,
    /// The key of the type of its code.
    code_key: String,
    code_url: String,
    /// The line that imports the module of both.
    import: String,
}

pub(super) fn page(pages: &Pages<'_>, index: ArmIndex) -> Result<String, EmitError> {
    let surface = pages.surface;
    let arm = index.arm();
    let profile = arm.profile();
    let linker = Linker::new(surface, &links::arm(index));
    let modules = (0..).map(ModuleIndex).zip(&pages.index.modules).filter_map(|(at, entry)| {
        let text = entry.arms.get(profile.id)?;
        let url = linker.to(&links::module(surface, at));
        Some(Module { id: &entry.id, url, key: &text.key, import: &text.import, brief: &text.brief })
    });
    let api_error = surface.type_def(surface.api_error);
    let error_code = surface.type_def(surface.error_code);
    let page = Page {
        id: profile.id,
        label: profile.label,
        fence: profile.fence,
        program: profile.program,
        module_file: profile.module_file,
        root: surface.name.of(index),
        segment: text(linker, &markdown::parse(&arm.segment(surface))),
        modules: modules.collect(),
        example: arm.program(surface, &calls(surface)),
        failing: failing(surface, index, linker),
        error: ErrorNames {
            key: arm.key(surface, Item::Type(surface.api_error)),
            name: api_error.names.of(index).to_owned(),
            module: surface.module(api_error.module).names.of(index).to_owned(),
            url: linker.to(&links::type_def(api_error)),
            code_key: arm.key(surface, Item::Type(surface.error_code)),
            code_url: linker.to(&links::type_def(error_code)),
            import: arm.import_line(surface, api_error.module),
        },
    };
    pages.render("arm.md", page)
}

/// Operations in the order of the modules.
fn presented(surface: &Surface) -> impl Iterator<Item = &Operation> {
    surface.modules.iter().flat_map(|module| &module.operations).map(|index| surface.operation(*index))
}

/// Two calls for a whole program: the first operations of the first two modules that have one.
fn calls(surface: &Surface) -> Vec<(&Operation, &Example)> {
    let first = surface.modules.iter().filter_map(|module| module.operations.first());
    let with_example = first.filter_map(|index| {
        let operation = surface.operation(*index);
        Some((operation, operation.examples.first()?))
    });
    with_example.take(2).collect()
}

/// The first operation that can miss what it is asked for; else the first that can fail at all.
fn failing(surface: &Surface, index: ArmIndex, linker: Linker<'_>) -> Option<Failing> {
    let TypeKind::Enum(codes) = &surface.type_def(surface.error_code).kind else { return None };
    let position = |word: &str| codes.iter().position(|code| code.names.wit == word);
    let missing = position("not-found");
    let fails = |operation: &&Operation, code: usize| operation.errors.iter().any(|case| case.code == code);
    let named = missing.and_then(|code| presented(surface).find(|op| fails(op, code)).map(|op| (op, code)));
    let (operation, code) =
        named.or_else(|| presented(surface).find_map(|operation| Some((operation, operation.errors.first()?.code))))?;
    let arm = index.arm();
    let word = codes.get(code)?.names.wit.clone();
    Some(Failing {
        id: operation.id.clone(),
        url: linker.to(&links::operation(surface, operation)),
        import: arm.import_line(surface, operation.module),
        call: arm.call(surface, operation, operation.examples.first()?),
        code: arm.value(surface, &Type::Named(surface.error_code), &Value::Enum(code)),
        text: format!("{} failed ({word}): …", arm.spell(surface, operation)),
        word,
    })
}
