//! A program from its source to its end: loaded code first, then the program, then what it left to be done.

use crate::{
    failure::Failure,
    glue::{self, Kind},
    js::{self, Module, Settled, Thrown, Value},
    modules::{EMPTY, Lib, failed, literal, position},
    names,
    state::State,
};

/// A module of loaded code as the host gives it.
pub(crate) struct Source {
    pub(crate) key: &'static str,
    pub(crate) text: &'static str,
}

/// Runs a program and tells the host how it ended, if it did not end well.
pub(crate) fn run(state: &State, name: &str, text: &'static str, lib: Vec<Source>) {
    js::update_stack_top();
    let text = without_mark(text);
    state.running.set(true);
    {
        let mut modules = state.modules.borrow_mut();
        name.clone_into(&mut modules.program);
        modules.source = text;
        modules.lib = lib
            .into_iter()
            .map(|Source { key, text }| {
                (key.to_owned(), Lib { source: without_mark(text), module: None, failure: None, reported: false })
            })
            .collect();
    }
    match execute(state, name, text) {
        Err(failure) => failure.report(),
        Ok(module) if returns(module) => glue::note_return(),
        Ok(_) => {}
    }
    state.running.set(false);
}

/// A text without the mark some editors begin a file with, which is no letter of its first line.
fn without_mark(text: &'static str) -> &'static str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether a module has a value to hand back.
fn returns(module: Module) -> bool {
    // To make the namespace takes longer than most programs' calls.
    if !module.has_default() {
        return false;
    }
    let value = module.namespace().and_then(|namespace| namespace.get_named("default"));
    value.map_or_else(
        |Thrown| {
            js::take_exception();
            false
        },
        |value| !value.is_undefined(),
    )
}

fn execute(state: &State, name: &str, text: &str) -> Result<Module, Failure> {
    let mut module = compile(state, name, text)?;
    if evaluate_lib(state)? {
        // What failed is bound to something empty.
        module = compile(state, name, text)?;
    }
    let ended = evaluate(state, module, || never_settles(name, text));
    state.closed.set(true);
    let ended = ended.map_err(|failure| placed(state, name, text, unlinked(state, text, failure)));
    let left = finish(state).map(|failure| placed(state, name, text, failure));
    ended?;
    left.map_or(Ok(module), Err)
}

fn compile(state: &State, name: &str, text: &str) -> Result<Module, Failure> {
    js::compile_module(name, text).map_err(|Thrown| placed(state, name, text, Failure::of(state, &js::take_exception())))
}

/// A failure of an import that has no place of its own, with that of what it names in the program.
fn placed(state: &State, name: &str, text: &str, mut failure: Failure) -> Failure {
    if failure.location.is_some() {
        return failure;
    }
    let unresolved = state.modules.borrow_mut().unresolved.take();
    let place = match unresolved {
        _ if failure.message.ends_with(js::NO_ATTRIBUTES) => words(text, "with").next().map(|at| position(text, at)),
        Some((importer, specifier)) if importer == name && failure.message.contains(&format!("`{specifier}`")) => {
            literal(text, &specifier)
        }
        _ => None,
    };
    failure.location = place.map(|(line, column)| format!("{name}:{line}:{column}"));
    failure
}

/// Evaluates the modules that the program imports, before it; whether one failed that the program is bound to.
fn evaluate_lib(state: &State) -> Result<bool, Failure> {
    let imported = std::mem::take(&mut state.modules.borrow_mut().imported);
    let mut bound = false;
    for key in imported {
        let (module, failure) = match state.modules.borrow().lib.get(&key) {
            Some(lib) if !lib.reported => (lib.module, lib.failure.clone()),
            _ => continue,
        };
        let Some(module) = module else { continue };
        let failure = match failure {
            Some(failure) => Some(failure),
            None => {
                let name = format!("lib:{key}");
                let source = state.modules.borrow().lib.get(&key).map_or("", |lib| lib.source);
                evaluate(state, module, || never_settles(&name, source)).err()
            }
        };
        if let Some(failure) = failure {
            if state.stopped.get() {
                return Err(failure);
            }
            failed(state, &key, failure);
            bound = true;
        }
    }
    Ok(bound)
}

/// Runs a module until its promise settles.
fn evaluate(state: &State, module: Module, never_settles: impl FnOnce() -> Failure) -> Result<(), Failure> {
    let promise = module.evaluate().map_err(|Thrown| Failure::of(state, &js::take_exception()))?;
    while promise.settled() == Settled::Pending {
        match js::run_job() {
            Ok(true) => {}
            Ok(false) => return Err(never_settles()),
            Err(Thrown) => job_failed(state)?,
        }
    }
    if promise.settled() == Settled::Rejected {
        // The promise is nobody's but ours.
        state.rejections.borrow_mut().retain(|(rejected, _)| !rejected.is(&promise));
        return Err(Failure::of(state, &promise.promise_result()));
    }
    Ok(())
}

/// An exception that ended a job: the program's own code in a microtask, or the stop.
fn job_failed(state: &State) -> Result<(), Failure> {
    let thrown = js::take_exception();
    if state.stopped.get() {
        return Err(Failure::of(state, &thrown));
    }
    if !thrown.is_uncatchable() {
        state.rejections.borrow_mut().push((Value::UNDEFINED, thrown));
    }
    Ok(())
}

/// Runs what is left to be done, with the membrane closed; the first rejection that nobody handled.
fn finish(state: &State) -> Option<Failure> {
    loop {
        match js::run_job() {
            Ok(true) => {}
            Ok(false) => break,
            Err(Thrown) => {
                if let Err(failure) = job_failed(state) {
                    return Some(failure);
                }
            }
        }
    }
    // The code that made a call after the end went no further; that is no failure.
    let first = state.rejections.borrow().iter().find(|(_, reason)| !reason.is_uncatchable()).map(|(_, it)| it.clone());
    first.map(|reason| Failure::of(state, &reason))
}

/// A promise was rejected without a handler, or got one afterwards.
pub(crate) fn rejection(state: &State, promise: &Value, reason: &Value, handled: bool) {
    let mut rejections = state.rejections.borrow_mut();
    if handled {
        rejections.retain(|(rejected, _)| !rejected.is(promise));
    } else {
        rejections.push((promise.clone(), reason.clone()));
    }
}

/// A failure to link, told in the author's words.
fn unlinked(state: &State, text: &str, failure: Failure) -> Failure {
    let Some(rest) = failure.message.strip_prefix("SyntaxError: Could not find export '") else { return failure };
    let Some((export, module)) = rest.split_once("' in module '") else { return failure };
    let module = module.trim_end_matches('\'');
    let modules = state.modules.borrow();
    if let Some(key) = module.strip_prefix("lib:").and_then(|name| name.strip_suffix(EMPTY)) {
        let failed = modules.lib.get(key).and_then(|lib| lib.failure.clone());
        return failed.unwrap_or(Failure { kind: Kind::Other, ..failure });
    }
    let descriptors = &state.table.descriptors;
    let path = module.strip_prefix(&format!("{}:/", descriptors.root));
    let specifier = descriptors.specifiers.iter().find(|known| Some(known.path.as_str()) == path);
    let specifier = specifier.map_or(module, |known| known.name.as_str());
    // A default export has no name where it is imported.
    let location = match export {
        "default" => literal(text, specifier),
        name => words(text, name).next().map(|at| position(text, at)),
    };
    let location = location.map(|(line, column)| format!("{}:{line}:{column}", modules.program));
    let known = names::exports(descriptors, specifier).map(|known| format!(", only {known}"));
    let message = format!("SyntaxError: `{specifier}` has no export `{export}`{}", known.unwrap_or_default());
    Failure { message, location: failure.location.or(location), ..failure }
}

/// Where a text has a word.
fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let whole = move |at: &usize| !text[..*at].ends_with(part) && !text[at + word.len()..].starts_with(part);
    text.match_indices(word).map(|(at, _)| at).filter(whole)
}

/// The failure of a program that waits for what never comes.
fn never_settles(name: &str, text: &str) -> Failure {
    // A job that there was no memory for settles nothing.
    if js::is_out_of_memory_met() {
        js::release_reserve();
        return Failure::out_of_memory();
    }
    let message = "the program waits for a promise that nothing settles: there is no event loop, and no job is left";
    let awaits: Vec<(usize, usize)> = words(text, "await").map(|at| position(text, at)).collect();
    match awaits.as_slice() {
        [(line, column)] => Failure::other(message, Some(format!("{name}:{line}:{column}"))),
        [] => Failure::other(message, None),
        several => {
            let lines: Vec<String> = several.iter().map(|(line, _)| line.to_string()).collect();
            Failure::other(format!("{message}; it awaits in lines {}", lines.join(", ")), None)
        }
    }
}
