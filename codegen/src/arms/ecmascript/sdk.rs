//! The SDK of the two ECMAScript arms: ES modules with their declarations, a pair of files per module.
//!
//! Nothing is checked here: the engine's own functions, imported from `gg:raw`, take what a program wrote.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::Value;
use serde::Serialize;

use super::{
    STEP, WIDTH,
    comments::Comments,
    declarations::Declarations,
    literals::string,
    methods::{Methods, leading_to_methods},
    profile::RAW,
    types::{Flow, GIVEN, Spelling, each_named, types_of, types_of_operation},
};
use crate::{
    arms::ArmIndex,
    emit::{Context, EmitError, templates::code, wit},
    layout::{Layout, concat, spaced_list, text},
    markdown::render_text,
    output::FileSet,
    surface::{Module, ModuleIndex, Operation, Surface, TypeDef, TypeKind},
};

/// Where the SDK stands.
pub(crate) const FOLDER: &str = "sdk/typescript";
/// The file that the root is imported from, below [`FOLDER`].
pub(crate) const INDEX: &str = "index.js";
/// The declarations of every specifier, below [`FOLDER`].
pub(crate) const SPECIFIERS: &str = "specifiers.d.ts";
const METHODS: &str = "methods.js";

/// The file of a module by its name, below [`FOLDER`].
pub(crate) fn module_path(name: &str) -> String {
    format!("modules/{name}.js")
}

/// What a program imports a module by.
pub(crate) fn specifier(root: &str, name: &str) -> String {
    format!("{root}:{name}")
}

/// The declarations that stand beside a file.
fn declarations(path: &str) -> String {
    format!("{}.d.ts", path.strip_suffix(".js").unwrap_or(path))
}

/// The files that are evaluated, below [`FOLDER`]; each has declarations beside it (`.d.ts`).
pub(crate) fn paths(surface: &Surface, arm: ArmIndex) -> Vec<String> {
    let leads = leading_to_methods(surface);
    let methods = Methods::new(Spelling { surface, arm, inside: None }, &leads);
    let methods = methods.any().then(|| METHODS.to_owned());
    let modules = surface.modules.iter().map(|module| module_path(module.names.of(arm)));
    std::iter::once(INDEX.to_owned()).chain(methods).chain(modules).collect()
}

/// The module whose file is being written, with the names the file declares.
#[derive(Debug)]
pub(super) struct Inside<'a> {
    pub(super) module: ModuleIndex,
    names: BTreeSet<String>,
    /// By type, see [`leading_to_methods`].
    pub(super) leads: &'a [bool],
}

impl<'a> Inside<'a> {
    fn new(surface: &Surface, arm: ArmIndex, index: ModuleIndex, leads: &'a [bool]) -> Self {
        let module = surface.module(index);
        let types = module.types.iter().map(|ty| surface.type_def(*ty).names.of(arm));
        let operations = module.operations.iter().map(|operation| surface.operation(*operation));
        let functions = operations.flat_map(|operation| [operation.names.of(arm), operation.options.of(arm)]);
        Self { module: index, names: types.chain(functions).map(str::to_owned).collect(), leads }
    }

    /// Whether the file declares a name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// A pair of files `modules/<name>.js` and `.d.ts`.
#[derive(Serialize)]
struct ModuleFiles {
    header: Value,
    comment: Value,
    type_imports: Vec<Value>,
    types: Vec<TypeView>,
    functions: Vec<FunctionView>,
    api_error: Option<ApiErrorView>,
    imports: Vec<Value>,
    exports: Value,
    empty: bool,
}

#[derive(Serialize)]
struct TypeView {
    name: String,
    comment: Value,
    /// From `interface` or `type` on.
    declaration: Value,
    /// An enum's.
    words: Vec<WordView>,
}

#[derive(Serialize)]
struct WordView {
    comment: Value,
    word: String,
}

#[derive(Serialize)]
struct FunctionView {
    name: String,
    comment: Value,
    signature: Value,
    /// The declaration of its bag of options.
    options: Option<Value>,
    options_comment: Value,
    /// What calls the engine's function, where its result needs more; else it is exported as it is.
    body: Option<Value>,
}

#[derive(Serialize)]
struct ApiErrorView {
    name: String,
    code: String,
    comment: Value,
    members: Value,
}

#[derive(Serialize)]
struct Index {
    header: Value,
    comment: Value,
    name: String,
    fingerprint: String,
    summary: String,
    modules: Vec<IndexModule>,
}

#[derive(Serialize)]
struct IndexModule {
    name: String,
    comment: Value,
    path: String,
    types: String,
    /// As the package's own file lists it.
    export: String,
    specifier: String,
    subpath: String,
}

/// The files.
///
/// # Errors
///
/// A template that does not render.
pub(in crate::arms) fn emit(surface: &Surface, arm: ArmIndex, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let spelling = Spelling { surface, arm, inside: None };
    let leads = leading_to_methods(surface);
    let methods = Methods::new(spelling, &leads);
    let root = surface.name.of(arm);
    let raw = format!("{root}:{RAW}");
    let header = code(header(context));
    let mut files = FileSet::new();
    for (at, module) in (0..).zip(&surface.modules) {
        let index = ModuleIndex(at);
        let inside = Inside::new(surface, arm, index, &leads);
        let spelling = Spelling { inside: Some(&inside), ..spelling };
        let view = SdkModule { spelling, index, module, methods: &methods }.view(header.clone(), &raw);
        let name = module.names.of(arm);
        let path = format!("{FOLDER}/{}", module_path(name));
        files.insert(declarations(&path), render(context, "module.d.ts", &view)?);
        files.insert(path, render(context, "module.js", &view)?);
    }
    if let Some(view) = methods.file(header.clone(), &raw) {
        let path = format!("{FOLDER}/{METHODS}");
        files.insert(declarations(&path), render(context, "methods.d.ts", &view)?);
        files.insert(path, render(context, METHODS, &view)?);
    }
    let view = index(spelling, header);
    for name in ["index.d.ts", INDEX, "package.json", SPECIFIERS] {
        files.insert(format!("{FOLDER}/{name}"), render(context, name, &view)?);
    }
    Ok(files)
}

fn render(context: &Context<'_>, template: &str, view: &impl Serialize) -> Result<String, EmitError> {
    context.templates.render(&format!("typescript/{template}.jinja"), view)
}

fn header(context: &Context<'_>) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    context.header().map(|line| format!("// {}", line.replace(breaks, " "))).join("\n")
}

/// An import or export list with what it is from; nothing for no name.
pub(super) fn import(word: &str, names: impl IntoIterator<Item = String>, from: &str) -> String {
    let names: Vec<Layout> = names.into_iter().map(text).collect();
    if names.is_empty() {
        return String::new();
    }
    let list = spaced_list(format!("{word} {{"), names, ",", "}");
    concat([list, text(format!(" from {};", string(from)))]).render(WIDTH, STEP)
}

fn index(spelling: Spelling<'_>, header: Value) -> Index {
    let Spelling { surface, arm, .. } = spelling;
    let root = surface.name.of(arm);
    let comments = Comments { spelling, module: ModuleIndex(u32::MAX) };
    let modules = surface.modules.iter().map(|module| {
        let name = module.names.of(arm);
        let path = format!("./{}", module_path(name));
        IndexModule {
            name: name.to_owned(),
            comment: code(comments.plain(&module.summary, 0)),
            types: declarations(&path),
            path,
            export: format!("./{name}"),
            specifier: specifier(root, name),
            subpath: format!("{root}/{name}"),
        }
    });
    Index {
        header,
        comment: code(comments.package()),
        name: root.to_owned(),
        fingerprint: wit::fingerprint(surface),
        summary: render_text(&surface.summary, &|reference| comments.reference(reference, None)),
        modules: modules.collect(),
    }
}

/// Makes the view of one module.
struct SdkModule<'a> {
    spelling: Spelling<'a>,
    index: ModuleIndex,
    module: &'a Module,
    methods: &'a Methods<'a>,
}

impl<'a> SdkModule<'a> {
    fn operations(&self) -> impl Iterator<Item = &'a Operation> + use<'a> {
        let surface = self.spelling.surface;
        self.module.operations.iter().map(|operation| surface.operation(*operation))
    }

    fn types(&self) -> impl Iterator<Item = &'a TypeDef> + use<'a> {
        let surface = self.spelling.surface;
        self.module.types.iter().map(|ty| surface.type_def(*ty))
    }

    fn declarations(&self) -> Declarations<'a> {
        Declarations { spelling: self.spelling, comments: Comments { spelling: self.spelling, module: self.index } }
    }

    fn view(&self, header: Value, raw: &str) -> ModuleFiles {
        let arm = self.spelling.arm;
        let adopters = self.methods.used_by(self.operations());
        let functions: Vec<FunctionView> = self.operations().map(|operation| self.function(operation)).collect();
        let own = self.types().filter(|def| def.index != self.spelling.surface.api_error);
        let types: Vec<TypeView> = own.map(|def| self.type_view(def)).collect();
        let (plain, wrapped): (Vec<_>, Vec<_>) =
            self.operations().zip(&functions).partition(|(_, view)| view.body.is_none());
        let exports = plain
            .iter()
            .map(|(operation, _)| format!("{} as {}", self.spelling.raw_name(operation), operation.names.of(arm)));
        let api_error = self.api_error();
        let raw_names = wrapped.iter().map(|(operation, _)| self.spelling.raw_name(operation));
        let raw_names = raw_names.chain(api_error.iter().map(|_| "setApiError".to_owned()));
        let imports = [import("import", raw_names, raw), import("import", adopters, "../methods.js")];
        ModuleFiles {
            header,
            comment: code(self.declarations().comments.module()),
            type_imports: self.type_imports(),
            exports: code(import("export", exports, raw)),
            imports: imports.into_iter().filter(|line| !line.is_empty()).map(code).collect(),
            empty: functions.is_empty() && api_error.is_none() && types.iter().all(|view| view.words.is_empty()),
            api_error,
            types,
            functions,
        }
    }

    /// The types of other modules that this one names, unless it declares a type of that name itself.
    fn type_imports(&self) -> Vec<Value> {
        let Spelling { surface, arm, inside } = self.spelling;
        let mut imports: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        let mut note = |index| {
            let def: &TypeDef = surface.type_def(index);
            let name = def.names.of(arm);
            if def.module != self.index && !inside.is_some_and(|inside| inside.declares(name)) {
                imports.entry(def.module.0).or_default().insert(name.to_owned());
            }
        };
        let in_types = self.types().flat_map(types_of);
        self.called().flat_map(types_of_operation).chain(in_types).for_each(|ty| each_named(ty, &mut note));
        let line = |(module, names): (u32, BTreeSet<String>)| {
            let module = surface.module(ModuleIndex(module)).names.of(arm);
            code(import("import type", names, &format!("./{module}.js")))
        };
        let given =
            self.takes_what_has_methods().then(|| code(import("import type", [GIVEN.to_owned()], "../methods.js")));
        given.into_iter().chain(imports.into_iter().map(line)).collect()
    }

    /// The operations that the module's functions and its types' methods call.
    fn called(&self) -> impl Iterator<Item = &'a Operation> + use<'a> {
        let surface = self.spelling.surface;
        let aliased = self.types().flat_map(|def| surface.aliases_of(def.index));
        self.operations().chain(aliased.map(|alias| surface.operation(alias.operation)))
    }

    /// Whether something that a program gives is of a type whose returned values have methods.
    fn takes_what_has_methods(&self) -> bool {
        let spelling = self.spelling;
        let params = self.called().flat_map(|operation| &operation.params).map(|param| &param.ty);
        let members = self.types().filter(|def| Flow::of(def) == Flow::Taken).flat_map(types_of);
        let mut found = false;
        for ty in params.chain(members) {
            let def = |index| spelling.surface.type_def(index);
            each_named(ty, &mut |index| found |= spelling.is_given_without_methods(def(index)));
        }
        found
    }

    fn function(&self, operation: &Operation) -> FunctionView {
        let declarations = self.declarations();
        let options = self.spelling.call_layout(operation).bag.then(|| declarations.options(operation));
        let call = format!("{}(...$arguments)", self.spelling.raw_name(operation));
        let adopted = self.methods.adopted(operation, call.clone());
        FunctionView {
            name: operation.names.of(self.spelling.arm).to_owned(),
            comment: code(declarations.comments.operation(operation)),
            signature: code(self.spelling.sdk_signature(operation).render(WIDTH - "export ".len(), STEP)),
            options: options.map(code),
            options_comment: code(declarations.comments.options(operation)),
            body: (adopted != call).then(|| code(adopted)),
        }
    }

    fn type_view(&self, def: &TypeDef) -> TypeView {
        let declarations = self.declarations();
        let words = match &def.kind {
            TypeKind::Enum(words) => words.as_slice(),
            _ => &[],
        };
        let words = words.iter().map(|word| WordView {
            comment: code(declarations.comments.plain(&word.doc, 1)),
            word: word.names.wit.clone(),
        });
        TypeView {
            name: def.names.of(self.spelling.arm).to_owned(),
            comment: code(declarations.comments.type_def(def)),
            declaration: code(declarations.type_def(def)),
            words: words.collect(),
        }
    }

    fn api_error(&self) -> Option<ApiErrorView> {
        let Spelling { surface, arm, .. } = self.spelling;
        let def = surface.type_def(surface.api_error);
        (def.module == self.index).then(|| ApiErrorView {
            name: def.names.of(arm).to_owned(),
            code: surface.type_def(surface.error_code).names.of(arm).to_owned(),
            comment: code(self.declarations().comments.type_def(def)),
            members: code(self.declarations().members(def)),
        })
    }
}
