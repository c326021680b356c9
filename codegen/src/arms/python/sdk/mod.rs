//! The Python SDK: a package named by the root, a module each, and four private ones that every call goes through.

mod lift;
mod lower;
mod module;
mod raw;
mod scope;

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Python, WIDTH, docstring::docstring, literal, parameters::spread_cases, types};
use crate::{
    arms::Arm,
    emit::{Context, EmitError, references::Speller},
    expected,
    layout::{list, text},
    markdown::render_text,
    output::FileSet,
    surface::{Surface, Type, TypeIndex, TypeKind},
};

/// Where the package stands.
pub(crate) const FOLDER: &str = "sdk/python";

/// The files that programs import, below [`FOLDER`].
pub(crate) fn paths(surface: &Surface) -> Vec<String> {
    let arm = Python.index();
    let modules = surface.modules.iter().map(|module| module.names.of(arm));
    let names = ["__init__", "_raw", "_check", "_short", "_call"].into_iter().chain(modules);
    names.map(|name| format!("{}/{name}.py", surface.name.of(arm))).collect()
}

/// What the modules of a package have to know of the whole.
struct Package {
    /// Variants whose cases are members of the record around them; they have no class of their own.
    spread: BTreeSet<TypeIndex>,
    /// Whether the table has a change to an optional value.
    has_patches: bool,
    /// Whether a value of the table is a result.
    has_results: bool,
}

impl Package {
    fn new(surface: &Surface) -> Self {
        let mut spread = BTreeSet::new();
        let mut has_results = false;
        let mut see = |ty: &Type| {
            types::walk(ty, &mut |ty| has_results |= matches!(ty, Type::Result { .. }));
        };
        for def in &surface.types {
            match &def.kind {
                TypeKind::Record(fields) => {
                    fields.iter().map(|field| &field.ty).for_each(&mut see);
                    spread.extend(fields.iter().filter_map(|field| Some(spread_cases(surface, field)?.0)));
                }
                TypeKind::Variant(cases) => cases.iter().filter_map(|case| case.payload.as_ref()).for_each(&mut see),
                TypeKind::Alias(target) => see(target),
                TypeKind::Enum(_) | TypeKind::Flags(_) => {}
            }
        }
        for operation in &surface.operations {
            operation.params.iter().for_each(|param| see(&param.ty));
            operation.returns.iter().for_each(|returns| see(&returns.ty));
        }
        let has_patches = surface.types.iter().any(|def| def.patch.is_some());
        Self { spread, has_patches, has_results }
    }

    /// The names the package adds to the module of the failure type.
    fn helpers(&self) -> impl Iterator<Item = &'static str> + use<> {
        let patches: &'static [&str] = if self.has_patches { &["Unchanged", "UNCHANGED"] } else { &[] };
        let results: &'static [&str] = if self.has_results { &["Ok", "Err"] } else { &[] };
        patches.iter().chain(results).copied()
    }
}

/// A file's data, with the lines it opens with.
#[derive(Serialize)]
struct Page<T> {
    header: [String; 2],
    #[serde(flatten)]
    data: T,
}

/// What `__init__.py` is given.
#[derive(Serialize)]
struct Init {
    doc: String,
    imports: String,
    all: String,
}

/// What `_raw.py` is given.
#[derive(Serialize)]
struct Raw {
    interfaces: Vec<String>,
    outside: String,
}

/// What `_check.py` is given.
#[derive(Serialize)]
struct Check {
    root: String,
    integers: Vec<Integer>,
    words: Words,
}

/// An integer type.
#[derive(Serialize)]
struct Integer {
    name: &'static str,
    low: String,
    high: String,
    expected: String,
}

/// The words of a refusal.
#[derive(Serialize)]
struct Words {
    nothing: &'static str,
    integer: &'static str,
    refused: &'static str,
    refused_whole: &'static str,
    unknown: &'static str,
    unknown_of_none: &'static str,
    twice: &'static str,
    at_most: &'static str,
    at_most_one: &'static str,
    by_name: &'static str,
    or_fields: &'static str,
    fields_by_name: &'static str,
    exactly_one: &'static str,
    several: &'static str,
    none: &'static str,
    well_formed: &'static str,
    unreadable: &'static str,
    longest: usize,
    boolean: String,
    f32: String,
    f64: String,
    char: String,
    string: String,
    bytes: String,
    list: String,
    result: String,
    tuple_of_one: String,
    tuple: String,
}

/// What `_call.py` is given.
#[derive(Serialize)]
struct Call {
    root: String,
    core: String,
    api_error: String,
    error_code: String,
    invalid_argument: String,
    words: Words,
}

/// What `_short.py` is given.
#[derive(Serialize)]
struct Short {
    root: String,
    has_results: bool,
}

/// What `pyproject.toml` is given.
#[derive(Serialize)]
struct Project {
    root: String,
    summary: String,
}

/// The files of the SDK.
pub(super) fn emit(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let arm = Python.index();
    let root = surface.name.of(arm);
    let package = Package::new(surface);
    let mut files = FileSet::new();
    let mut add = |path: String, text: Result<String, EmitError>| -> Result<(), EmitError> {
        files.insert(format!("{FOLDER}/{path}"), text?);
        Ok(())
    };
    add("pyproject.toml".to_owned(), render(context, "pyproject.toml", project(surface)))?;
    add(format!("{root}/py.typed"), Ok(String::new()))?;
    add(format!("{root}/__init__.py"), render(context, "init.py", init(surface)))?;
    add(format!("{root}/_raw.py"), render(context, "raw.py", raw_file(surface)))?;
    add(format!("{root}/_check.py"), render(context, "check.py", check(surface)))?;
    let short = Short { root: root.to_owned(), has_results: package.has_results };
    add(format!("{root}/_short.py"), render(context, "short.py", short))?;
    add(format!("{root}/_call.py"), render(context, "call.py", call(surface)))?;
    for (index, module) in surface.module_indices().zip(&surface.modules) {
        let data = module::module(surface, &package, index);
        add(format!("{root}/{}.py", module.names.of(arm)), render(context, "module.py", data))?;
    }
    Ok(files)
}

fn render(context: &Context<'_>, template: &str, data: impl Serialize) -> Result<String, EmitError> {
    context.templates.render(&format!("python/{template}.jinja"), Page { header: context.header(), data })
}

fn project(surface: &Surface) -> Project {
    let arm = Python.index();
    let speller = Speller { surface, arm, operation: None };
    Project {
        root: surface.name.of(arm).to_owned(),
        summary: render_text(&surface.summary, &|reference| speller.span(reference)),
    }
}

fn init(surface: &Surface) -> Init {
    let arm = Python.index();
    let speller = Speller { surface, arm, operation: None };
    let mut names: Vec<&str> = surface.modules.iter().map(|module| module.names.of(arm)).collect();
    let all = list("__all__ = [", names.iter().map(|name| text(literal::string(name))).collect(), ",", "]");
    names.sort_unstable();
    let from = format!("from {} import ", surface.name.of(arm));
    let flat = from.clone() + &names.join(", ");
    let imports = if flat.chars().count() <= WIDTH {
        flat
    } else {
        list(from + "(", names.into_iter().map(text).collect(), ",", ")").render(WIDTH, 4)
    };
    Init {
        doc: docstring(0, &surface.summary.followed_by(&surface.doc), &[], &|reference| speller.span(reference)),
        imports,
        all: all.render(WIDTH, 4),
    }
}

/// The interfaces that the package reaches for: those that have something in them, and the toolchain's own.
fn raw_file(surface: &Surface) -> Raw {
    let used = surface.module_indices().zip(&surface.modules);
    let used = used.filter(|(_, module)| !(module.operations.is_empty() && module.types.is_empty()));
    let mut interfaces: Vec<String> = used.map(|(index, _)| raw::interface(surface, index)).collect();
    interfaces.push("feedback".to_owned());
    interfaces.sort_unstable();
    let root = surface.name.of(Python.index());
    Raw { interfaces, outside: format!("{root} works inside its sandbox only, where the membrane is") }
}

fn check(surface: &Surface) -> Check {
    let arm = Python.index();
    let integers: [(&str, Type, i128, i128); 8] = [
        ("u8", Type::U8, 0, u8::MAX.into()),
        ("u16", Type::U16, 0, u16::MAX.into()),
        ("u32", Type::U32, 0, u32::MAX.into()),
        ("u64", Type::U64, 0, u64::MAX.into()),
        ("s8", Type::S8, i8::MIN.into(), i8::MAX.into()),
        ("s16", Type::S16, i16::MIN.into(), i16::MAX.into()),
        ("s32", Type::S32, i32::MIN.into(), i32::MAX.into()),
        ("s64", Type::S64, i64::MIN.into(), i64::MAX.into()),
    ];
    let integer = |(name, ty, low, high): (&'static str, Type, i128, i128)| Integer {
        name,
        low: low.to_string(),
        high: high.to_string(),
        expected: expected::expected(surface, arm, &ty),
    };
    Check {
        root: surface.name.of(arm).to_owned(),
        integers: integers.into_iter().map(integer).collect(),
        words: words(surface),
    }
}

fn words(surface: &Surface) -> Words {
    let arm = Python.index();
    let of = |ty: &Type| expected::expected(surface, arm, ty);
    let list_of = |ty: Type| Type::List(Box::new(ty));
    Words {
        nothing: expected::NOTHING,
        integer: expected::INTEGER,
        refused: expected::REFUSED,
        refused_whole: expected::REFUSED_WHOLE,
        unknown: expected::UNKNOWN,
        unknown_of_none: expected::UNKNOWN_OF_NONE,
        twice: expected::TWICE,
        at_most: expected::AT_MOST,
        at_most_one: expected::AT_MOST_ONE,
        by_name: expected::BY_NAME,
        or_fields: expected::OR_FIELDS,
        fields_by_name: expected::FIELDS_BY_NAME,
        exactly_one: expected::EXACTLY_ONE,
        several: expected::SEVERAL,
        none: expected::NONE,
        well_formed: expected::WELL_FORMED,
        unreadable: expected::UNREADABLE,
        longest: expected::LONGEST_VALUE,
        boolean: of(&Type::Bool),
        f32: of(&Type::F32),
        f64: of(&Type::F64),
        char: of(&Type::Char),
        string: of(&Type::String),
        bytes: of(&list_of(Type::U8)),
        list: of(&list_of(Type::Bool)),
        result: of(&Type::Result { ok: None, err: None }),
        tuple_of_one: of(&Type::Tuple(vec![Type::Bool])),
        tuple: expected::TUPLE.to_owned(),
    }
}

fn call(surface: &Surface) -> Call {
    let arm = Python.index();
    let error_code = surface.type_def(surface.error_code);
    let word = match &error_code.kind {
        TypeKind::Enum(words) => words.iter().find(|word| word.names.wit == "invalid-argument"),
        _ => None,
    };
    Call {
        root: surface.name.of(arm).to_owned(),
        core: surface.module(surface.type_def(surface.api_error).module).names.of(arm).to_owned(),
        api_error: surface.type_def(surface.api_error).names.of(arm).to_owned(),
        error_code: error_code.names.of(arm).to_owned(),
        // The toolchain's own code, always there.
        invalid_argument: word.map(|word| word.names.of(arm).to_owned()).unwrap_or_default(),
        words: words(surface),
    }
}
