//! Names of the SDK that a program got wrong: QuickJS says `not a function`, and not of what. What there is answers it.

use gg_descriptors::Descriptors;

use crate::{modules::place, refuse::listed, state::State};

/// What a failure of the engine's at a place means, if there the text names something of the SDK that is not there.
///
/// A name that an import has brought is the import everywhere, but where a function has a variable of the same name.
pub(crate) fn unknown(state: &State, text: &str, message: &str, location: &str) -> Option<String> {
    if message != "TypeError: not a function" && !message.ends_with("' of undefined") {
        return None;
    }
    let descriptors = &state.table.descriptors;
    let chain = chain(text, offset(text, location)?);
    let (first, rest) = chain.split_first()?;
    let (mut path, mut members) = (first.to_string(), rest.iter());
    let module = match imported(descriptors, text, first)? {
        Imported::Root => {
            let name = members.next()?;
            if !modules(descriptors).any(|known| known == *name) {
                return Some(told(&path, name, modules(descriptors)));
            }
            path = format!("{path}.{name}");
            (*name).to_owned()
        }
        Imported::Module(module) => module,
    };
    let name = members.next()?;
    // Its classes and constants are no operations, and begin with a capital.
    let known = || operations(descriptors, &module);
    let is_known = name.starts_with(char::is_uppercase) || known().next().is_none() || known().any(|it| it == *name);
    (!is_known).then(|| told(&path, name, known()))
}

/// What a module has that a program can import, as an answer to what it has not.
pub(crate) fn exports(descriptors: &Descriptors, specifier: &str) -> Option<String> {
    let names = match specifier.strip_prefix(&descriptors.root)?.strip_prefix(':') {
        None => listed(modules(descriptors)),
        Some(module) => listed(operations(descriptors, module)),
    };
    (!names.is_empty()).then_some(names)
}

fn told<'a>(path: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    format!("TypeError: `{path}` has no `{name}`, only {}", listed(known))
}

/// The modules a program can import by name.
fn modules(descriptors: &Descriptors) -> impl Iterator<Item = &str> {
    let names = descriptors.specifiers.iter().filter_map(|known| known.name.strip_prefix(&descriptors.root));
    names.filter_map(|name| name.strip_prefix(':'))
}

/// The operations of a module.
fn operations<'a>(descriptors: &'a Descriptors, module: &'a str) -> impl Iterator<Item = &'a str> {
    let spellings = descriptors.operations.iter().filter_map(|operation| operation.spelling.rsplit_once('.'));
    spellings.filter(move |(of, _)| *of == module).map(|(_, name)| name)
}

/// What an import brings under a name.
enum Imported {
    Root,
    Module(String),
}

/// What the imports of a text bring under a name.
fn imported(descriptors: &Descriptors, text: &str, name: &str) -> Option<Imported> {
    text.split("import").skip(1).find_map(|rest| {
        let (clause, rest) = rest.split_once("from")?;
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let specifier = rest[1..].split(quote).next()?;
        let module = specifier.strip_prefix(&descriptors.root)?;
        let clause = clause.trim();
        if let Some(all) = clause.strip_prefix('*') {
            let bound = all.trim_start().strip_prefix("as")?.trim();
            return (bound == name).then(|| match module.strip_prefix(':') {
                None => Imported::Root,
                Some(module) => Imported::Module(module.to_owned()),
            });
        }
        let names = clause.strip_prefix('{')?.strip_suffix('}')?.split(',').map(str::split_whitespace);
        let of = names.filter_map(|mut words| {
            let module = words.next()?;
            let bound = if words.next() == Some("as") { words.next()? } else { module };
            (bound == name).then(|| module.to_owned())
        });
        if module.is_empty() { of.map(Imported::Module).next() } else { None }
    })
}

/// The names that stand at a place with dots between them: from the first one to the one that is followed by something else.
fn chain(text: &str, at: usize) -> Vec<&str> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let (before, rest) = text.split_at(at);
    let mut names = Vec::new();
    let mut rest = rest;
    loop {
        let length = rest.find(|c| !part(c)).unwrap_or(rest.len());
        if length == 0 {
            break;
        }
        names.push(&rest[..length]);
        match rest[length..].trim_start().strip_prefix('.') {
            Some(next) => rest = next.trim_start(),
            None => break,
        }
    }
    let mut before = before;
    while let Some(left) = before.trim_end().strip_suffix('.') {
        let left = left.trim_end();
        let start = left.rfind(|c| !part(c)).map_or(0, |at| at + left[at..].chars().next().map_or(1, char::len_utf8));
        if start == left.len() {
            // It is the member of something that has no name.
            return Vec::new();
        }
        names.insert(0, &left[start..]);
        before = &left[..start];
    }
    names
}

/// Where in a text a location points: `name:line:column`, columns in UTF-16.
fn offset(text: &str, location: &str) -> Option<usize> {
    let (rest, column) = location.rsplit_once(':')?;
    let (_, line) = rest.rsplit_once(':')?;
    let (start, mut left) = (place(text, line.parse().ok()?, 1), column.parse::<usize>().ok()?.checked_sub(1)?);
    let found = text[start..].char_indices().find(|(_, letter)| {
        let here = left == 0;
        left = left.saturating_sub(letter.len_utf16());
        here
    });
    found.map(|(at, _)| start + at)
}
