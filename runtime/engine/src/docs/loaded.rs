//! Documentation of loaded code (`lib`): what an arm read from the source of a module. spec: runtime, 18

use super::{
    index::{FunctionText, ModuleText, TypeText},
    near::fold,
};
use crate::arm::{Declaration, DeclarationKind, Module, Naming};

/// The documentation of a loaded module. All of it can be found, for what is loaded may be called.
#[derive(Debug, Clone)]
pub struct LoadedModule {
    /// The module: its key is how the arm qualifies loaded code, such as `lib.csvTools`.
    pub module: ModuleText,
    /// Its callable declarations.
    pub functions: Vec<LoadedFunction>,
    /// Its types.
    pub types: Vec<TypeText>,
}

/// A callable declaration of a loaded module.
#[derive(Debug, Clone)]
pub struct LoadedFunction {
    /// What is said of it.
    pub text: FunctionText,
    /// The keys of the module's types that its parameters name.
    pub parameter_types: Vec<String>,
    /// The keys of those its result names.
    pub return_types: Vec<String>,
}

impl LoadedModule {
    /// What a module's source says of it; `brief` is a sentence about where it comes from.
    pub fn of(module: &Module, naming: &Naming, brief: String) -> Self {
        let import = (naming.import)(&module.key);
        let path = qualified_module(&module.key, naming);
        let of = |kind| module.exports.iter().filter(move |one| one.kind == kind);
        let member = |one: &Declaration| format!("{path}{}{}", naming.separator, one.name);
        let is_type = |one: &&Declaration| matches!(one.kind, DeclarationKind::Type | DeclarationKind::Shape);
        let types = || module.exports.iter().filter(is_type);
        let named = |text: &str| types().filter(|one| names(text, &one.name)).map(member).collect::<Vec<_>>();
        let functions = of(DeclarationKind::Function).map(|one| {
            let (brief, detail) = described(one);
            let taken: Vec<&str> = one.arguments.iter().map(|argument| argument.ty.as_str()).collect();
            let parameter_types = named(&taken.join(" "));
            let return_types = one.result.iter().flat_map(|result| named(&result.ty)).collect();
            let text = FunctionText {
                key: member(one),
                name: one.name.clone(),
                fold: fold(&one.name),
                signature: one.signature.clone(),
                import: import.clone(),
                brief,
                detail,
                arguments: one.arguments.clone(),
                result: one.result.clone(),
                errors: Vec::new(),
                examples: Vec::new(),
            };
            LoadedFunction { text, parameter_types, return_types }
        });
        let types = types().map(|one| {
            let (brief, detail) = described(one);
            TypeText {
                key: member(one),
                name: one.name.clone(),
                fold: fold(&one.name),
                declaration: one.signature.clone(),
                import: import.clone(),
                brief,
                detail,
                members: Vec::new(),
                methods: Vec::new(),
            }
        });
        let (functions, types): (_, Vec<TypeText>) = (functions.collect(), types.collect());
        let values = of(DeclarationKind::Value).map(value);
        let declared: Vec<String> = values.chain(types.iter().map(|one| listed(&one.key, &one.brief))).collect();
        let module = ModuleText {
            name: module.key.clone(),
            fold: fold(&module.key),
            key: path,
            import,
            brief,
            detail: declared.join("\n"),
        };
        Self { module, functions, types }
    }
}

/// Whether a type that is written down names another.
fn names(written: &str, name: &str) -> bool {
    let is_in_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    written.split(|letter| !is_in_name(letter)).any(|part| part == name)
}

/// The qualified name of the module with a key.
fn qualified_module(key: &str, naming: &Naming) -> String {
    format!("lib{}{key}", naming.separator)
}

/// A value in a line of the module's own text, for it has no entry. The types stand beside it, so that they are known of.
fn value(one: &Declaration) -> String {
    let (brief, _) = described(one);
    listed(&one.signature, &brief)
}

/// A line about something, which says what it means if that is known.
fn listed(code: &str, brief: &str) -> String {
    let meaning = if brief.is_empty() { String::new() } else { format!(": {brief}") };
    format!("- `{code}`{meaning}")
}

/// The first sentence of a declaration's comment, and the rest.
fn described(one: &Declaration) -> (String, String) {
    let comment = one.comment.as_deref().unwrap_or_default();
    let (first, rest) = comment.split_once("\n\n").unwrap_or((comment, ""));
    let first = first.replace('\n', " ");
    match first.find(". ") {
        Some(at) => {
            let (brief, more) = first.split_at(at + 1);
            let detail = [more.trim(), rest.trim()].join("\n\n");
            (brief.to_owned(), detail.trim().to_owned())
        }
        None => (first, rest.trim().to_owned()),
    }
}
