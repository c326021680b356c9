//! What an import means. It depends on who imports: a program and `lib` code reach the SDK by its specifiers, and one
//! another by `lib:`; files of the SDK reach one another and `gg:raw`; nobody reaches anything else.

use std::collections::BTreeMap;

use crate::{
    api_error, call,
    failure::Failure,
    glue,
    js::{self, Module, Outcome, Thrown, Value},
    refuse::listed,
    state::{State, state},
};

/// What the name of a module that stands in for a failed one ends in.
pub(crate) const EMPTY: &str = " (not loaded)";

/// The modules there are besides the SDK's.
#[derive(Default)]
pub(crate) struct Modules {
    /// The SDK's files: path and text. Empty once they are evaluated.
    pub(crate) files: BTreeMap<&'static str, &'static str>,
    /// What the program is called.
    pub(crate) program: String,
    /// Its text.
    pub(crate) source: &'static str,
    /// The loaded code, by key.
    pub(crate) lib: BTreeMap<String, Lib>,
    /// Keys the program imports, in order.
    pub(crate) imported: Vec<String>,
    /// A specifier that nothing has, with who asked for it.
    pub(crate) unresolved: Option<(String, String)>,
}

/// A module of loaded code.
pub(crate) struct Lib {
    pub(crate) source: &'static str,
    pub(crate) module: Option<Module>,
    pub(crate) failure: Option<Failure>,
    /// Whether the host was told of the failure.
    pub(crate) reported: bool,
}

impl Modules {
    /// The text that a location is in, if it is that of the program or of loaded code.
    pub(crate) fn text(&self, location: &str) -> Option<&'static str> {
        match location.strip_prefix("lib:").and_then(|rest| rest.split(':').next()) {
            Some(key) => self.lib.get(key).map(|lib| lib.source),
            None => location.strip_prefix(&self.program)?.starts_with(':').then_some(self.source),
        }
    }
}

/// What the SDK's files are called inside: `gg:/index.js`.
fn inside(root: &str) -> String {
    format!("{root}:/")
}

/// The name of what an importer means by a specifier.
pub(crate) fn resolve(importer: &str, specifier: &str) -> Outcome<String> {
    let Some(state) = state() else { return Err(Thrown) };
    let descriptors = &state.table.descriptors;
    let inside = inside(&descriptors.root);
    if let Some(from) = importer.strip_prefix(&inside) {
        if specifier == raw(state) {
            return Ok(specifier.to_owned());
        }
        return Ok(inside + &joined(from, specifier));
    }
    if let Some(found) = descriptors.specifiers.iter().find(|found| found.name == specifier) {
        return Ok(inside + &found.path);
    }
    let mut modules = state.modules.borrow_mut();
    let is_program = importer == modules.program;
    if let Some(key) = specifier.strip_prefix("lib:")
        && let Some(lib) = modules.lib.get(key)
    {
        let failed = lib.failure.is_some();
        if is_program && !modules.imported.iter().any(|known| known == key) {
            modules.imported.push(key.to_owned());
        }
        return Ok(if failed { format!("{specifier}{EMPTY}") } else { specifier.to_owned() });
    }
    let specifiers = descriptors.specifiers.iter().map(|known| known.name.clone());
    let known: Vec<String> = specifiers.chain(modules.lib.keys().map(|key| format!("lib:{key}"))).collect();
    let message = format!("`{specifier}` cannot be imported, only {}", listed(known.iter().map(String::as_str)));
    if let Some(lib) = importer.strip_prefix("lib:").and_then(|key| modules.lib.get_mut(key)) {
        // A module that does not load leaves those that hang together with it half resolved; so it loads, and fails.
        let location = literal(lib.source, specifier).map(|(line, column)| format!("{importer}:{line}:{column}"));
        lib.failure.get_or_insert(Failure::other(format!("TypeError: {message}"), location));
        return Ok(format!("{specifier}{EMPTY}"));
    }
    modules.unresolved = Some((importer.to_owned(), specifier.to_owned()));
    drop(modules);
    Err(js::throw_type_error(&message))
}

fn raw(state: &State) -> String {
    format!("{}:raw", state.table.descriptors.root)
}

/// A relative path, as a file of the SDK writes it.
fn joined(from: &str, specifier: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The module with a name that [`resolve`] gave.
pub(crate) fn load(name: &str) -> Outcome<Module> {
    let Some(state) = state() else { return Err(Thrown) };
    if name == raw(state) {
        return raw_module(state);
    }
    if name.ends_with(EMPTY) {
        return Module::native(name, &[]);
    }
    if let Some(key) = name.strip_prefix("lib:") {
        let Some(source) = state.modules.borrow().lib.get(key).map(|lib| lib.source) else { return Err(Thrown) };
        let compiled = js::compile_module(name, source);
        return match compiled {
            Ok(module) => {
                if let Some(lib) = state.modules.borrow_mut().lib.get_mut(key) {
                    lib.module = Some(module);
                }
                Ok(module)
            }
            Err(Thrown) => {
                let failure = Failure::of(state, &js::take_exception());
                failed(state, key, failure);
                Module::native(&format!("{name}{EMPTY}"), &[])
            }
        };
    }
    let path = name.strip_prefix(&inside(&state.table.descriptors.root)).unwrap_or(name);
    let text = state.modules.borrow().files.get(path).copied();
    match text {
        Some(text) => js::compile_module(name, text),
        None => Err(js::throw_type_error(&format!("`{name}` is no file of the SDK"))),
    }
}

/// A module of loaded code that failed: the host is told once, and the program goes on without it.
pub(crate) fn failed(state: &State, key: &str, failure: Failure) {
    if let Some(lib) = state.modules.borrow_mut().lib.get_mut(key)
        && !lib.reported
    {
        glue::report_module_error(key, &failure.with_location());
        lib.failure = Some(failure);
        lib.reported = true;
    }
}

/// `gg:raw`: the operations, and how the SDK hands over the class of a failure.
fn raw_module(state: &State) -> Outcome<Module> {
    let operations = &state.table.descriptors.operations;
    let mut exports: Vec<String> = operations.iter().map(|operation| operation.raw.clone()).collect();
    exports.push(SET_API_ERROR.to_owned());
    js::fill_native_modules(fill);
    let module = Module::native(&raw(state), &exports)?;
    state.raw.set(Some(module));
    Ok(module)
}

const SET_API_ERROR: &str = "setApiError";

fn fill(module: Module) -> Outcome<()> {
    let Some(state) = state() else { return Ok(()) };
    if !state.raw.get().is_some_and(|raw| raw.is(module)) {
        return Ok(());
    }
    for (number, operation) in (0..).zip(&state.table.descriptors.operations) {
        let of = &state.table.operations[usize::try_from(number).unwrap_or(0)];
        let length = i32::try_from(of.params.iter().filter(|param| param.position.is_some()).count()).unwrap_or(0);
        module.export(&operation.raw, Value::function(&operation.name, length, call::call, number)?)?;
    }
    module.export(SET_API_ERROR, Value::function(SET_API_ERROR, 1, set_api_error, 0)?)
}

fn set_api_error(arguments: &[Value], _: i32) -> Outcome<Value> {
    if let (Some(state), Some(class)) = (state(), arguments.first()) {
        api_error::take_class(state, class)?;
    }
    Ok(Value::UNDEFINED)
}

/// Where a string stands in a source as a literal: line and column.
pub(crate) fn literal(source: &str, text: &str) -> Option<(usize, usize)> {
    let found = ['"', '\''].into_iter().filter_map(|quote| source.find(&format!("{quote}{text}{quote}"))).min()?;
    Some(position(source, found))
}

/// The line and the column of a place, counted from 1, columns in UTF-16.
pub(crate) fn position(source: &str, at: usize) -> (usize, usize) {
    let (line, start) = lines(source).take_while(|(_, start)| *start <= at).last().unwrap_or((1, 0));
    (line, source[start..at].encode_utf16().count() + 1)
}

/// Where a place is that the engine tells by its line and the byte in it; the end of the text where there is none.
pub(crate) fn place(source: &str, line: usize, byte: usize) -> usize {
    let start = lines(source).find(|(number, _)| *number == line).map_or(source.len(), |(_, start)| start);
    source.floor_char_boundary(start.saturating_add(byte.saturating_sub(1)))
}

/// The lines of a text, counted from 1, and where they start.
fn lines(source: &str) -> impl Iterator<Item = (usize, usize)> {
    let breaks = source.char_indices().filter_map(|(at, letter)| {
        let after = at + letter.len_utf8();
        match letter {
            '\r' if source[after..].starts_with('\n') => None,
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => Some(after),
            _ => None,
        }
    });
    (1..).zip(std::iter::once(0).chain(breaks))
}
