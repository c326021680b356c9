//! The hooks of a profile, `[[hook]]` (spec: runtime, 22). Each does one thing: a command, a script or a built-in.

use std::{
    fs::File,
    io::Read as _,
    path::{Component, Path, PathBuf},
    time::Duration,
};

use gg_settings::{Placed, Section};

use super::limits;
use crate::{
    failure::Cause,
    hooks::{Action, Event, Hook, Protected, Script},
};

/// Seconds a hook may take that does not say how many.
const TIMEOUT: f64 = 60.0;
/// What a hook does is one of these keys.
const ACTIONS: [&str; 3] = ["command", "script", "builtIn"];

/// A built-in.
#[derive(Debug, Clone, Copy)]
enum BuiltIn {
    Protect,
    Say,
}

/// Reads a hook. Scripts are seen from a folder, that of the profile.
pub(super) fn read(section: &Section<'_>, folder: &Path) -> Option<Hook> {
    section.needs(&["event"], "");
    let events = Event::ALL.map(|event| (event.name(), event));
    let event = section.word("event", &events);
    let given: Vec<&str> = ACTIONS.into_iter().filter(|key| section.has(key)).collect();
    match given.as_slice() {
        [] => section.needs(&["command"], ", nor `script` or `builtIn`"),
        [_] => {}
        [first, second, ..] => {
            let message = format!("[hook] has `{first}` and `{second}`; a hook is one of them");
            section.wrong(section.span(), message, None);
        }
    }
    // All are read, so that none is told to be unknown.
    let (command, script) = (section.text("command"), section.text("script"));
    let built_ins = [("protect", BuiltIn::Protect), ("say", BuiltIn::Say)];
    let built_in = section.word("builtIn", &built_ins);
    let action = match given.first().copied() {
        Some("builtIn") => built_in.and_then(|built_in| self::built_in(section, built_in, event)),
        _ => {
            let timeout = section.number("timeoutSecs", limits::SECONDS).unwrap_or(TIMEOUT);
            let timeout = Duration::from_secs_f64(timeout);
            let script = script.and_then(|placed| self::script(section, folder, &placed));
            let command = command.map(|(line, _)| Action::Command(line, timeout));
            command.or_else(|| script.map(|script| Action::Script(script, timeout)))
        }
    };
    Some(Hook { event: event?, action: action? })
}

fn built_in(section: &Section<'_>, built_in: BuiltIn, event: Option<Event>) -> Option<Action> {
    match built_in {
        BuiltIn::Protect => {
            section.needs(&["paths"], ", which \"protect\" needs");
            if let Some(event) = event.filter(|event| *event != Event::BeforeWrite) {
                misplaced(section, &format!("\"protect\" blocks a write, and {} is none", event.name()));
            }
            let paths = section.texts("paths")?;
            match Protected::of(paths.iter().map(|(path, _)| path.as_str())) {
                Ok(protected) => Some(Action::Protect(protected)),
                Err((at, why)) => {
                    let span = paths.get(at).map_or_else(|| section.span(), |(_, span)| span.clone());
                    section.wrong(span, format!("this is no pattern of a `.gitignore`: {why}"), None);
                    None
                }
            }
        }
        BuiltIn::Say => {
            section.needs(&["text"], ", which \"say\" needs");
            if let Some(event) = event.filter(|event| !event.is_read_of()) {
                misplaced(section, &format!("nobody reads what \"say\" says at {}", event.name()));
            }
            Some(Action::Say(section.text("text")?.0))
        }
    }
}

fn misplaced(section: &Section<'_>, message: &str) {
    let span = section.text("event").map_or_else(|| section.span(), |(_, span)| span);
    section.wrong(span, message.to_owned(), None);
}

/// The file of a script: one below the folder that can be run, and says in its first line by what.
fn script(section: &Section<'_>, folder: &Path, (path, span): &Placed) -> Option<Script> {
    let wrong = |message: String| {
        section.wrong(span.clone(), format!("the script {message}"), None);
        None
    };
    let path = PathBuf::from(path);
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return wrong("is not below the folder of the profile".to_owned());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let file = match folder.join(&path).canonicalize() {
        Ok(file) => file,
        Err(error) => return wrong(format!("cannot be opened: {}", Cause(&error))),
    };
    if !folder.canonicalize().is_ok_and(|folder| file.starts_with(folder)) {
        return wrong("is not below the folder of the profile".to_owned());
    }
    if !file.is_file() {
        return wrong("is no file".to_owned());
    }
    let mut begins = [0; 2];
    let read = File::open(&file).and_then(|mut file| file.read_exact(&mut begins));
    if read.is_err() || begins != *b"#!" {
        return wrong("does not say by what it is run: its first line has to begin with `#!`".to_owned());
    }
    if rustix::fs::access(&file, rustix::fs::Access::EXEC_OK).is_err() {
        return wrong("may not be run; `chmod +x` lets it".to_owned());
    }
    Some(Script { path, file })
}
