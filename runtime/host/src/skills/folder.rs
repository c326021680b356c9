//! The skill folder: `<name>.md`, or `<name>/` with `skill.md` and, a language each, `skill.<ext>` and `on-use.<ext>`.
//!
//! Everything is opened from the root's handle, so that links lead anywhere in the workspace, and none out of it.

use std::{
    io::{
        ErrorKind::{NotADirectory, NotFound},
        Read as _,
    },
    path::Path,
};

use cap_std::fs::Dir;
use gg_engine::docs::near;

use super::{Authored, SkillCode, SkillMistake, front_matter};
use crate::{
    failure::Cause,
    language,
    profile::SKILLS,
    workspace::{CEILING, Workspace, is_escape, open_in},
};

/// The file of a skill's prose, in a folder.
const PROSE: &str = "skill.md";

/// The stem of a module's file, and that of a script's.
const MODULE: &str = "skill";
const SCRIPT: &str = "on-use";

/// Reads every entry, by name; a folder that is not there has none. Mistakes are noted, and the entries they are of left
/// out. What is only odd is noted apart.
pub(super) fn read(
    workspace: &Workspace,
    dir: &str,
    mistakes: &mut Vec<SkillMistake>,
    odd: &mut Vec<SkillMistake>,
) -> Vec<Authored> {
    let Some(place) = workspace.inside(dir) else {
        mistakes.push(SkillMistake::of(dir, "the skill folder leads outside the workspace"));
        return Vec::new();
    };
    let (root, inside) = place.way();
    let folder = match root.open_dir(inside) {
        Ok(folder) => folder,
        Err(error) if error.kind() == NotFound => {
            if dir != SKILLS {
                odd.push(SkillMistake::of(
                    dir,
                    "the skill folder is not there; the workspace has no skills of its own",
                ));
            }
            return Vec::new();
        }
        // A file lies where a folder above it would be, which is told when the store is looked for.
        Err(_) if root.symlink_metadata(inside).is_err_and(|error| error.kind() == NotADirectory) => return Vec::new(),
        Err(error) => {
            mistakes.push(unreadable(dir, &error));
            return Vec::new();
        }
    };
    let Some(names) = names(&folder, dir, mistakes) else { return Vec::new() };
    let mut reader = Reader { root, inside, dir, mistakes, odd };
    names.iter().filter_map(|name| reader.entry(name)).collect()
}

/// The names in a folder, in order, without those that start with a dot.
fn names(folder: &Dir, shown: &str, mistakes: &mut Vec<SkillMistake>) -> Option<Vec<String>> {
    let listed = folder.entries().and_then(|entries| {
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect::<Result<Vec<_>, _>>()
    });
    match listed {
        Ok(mut names) => {
            names.retain(|name| !name.starts_with('.'));
            names.sort_unstable();
            Some(names)
        }
        Err(error) => {
            mistakes.push(unreadable(shown, &error));
            None
        }
    }
}

fn unreadable(file: &str, error: &std::io::Error) -> SkillMistake {
    if is_escape(error) {
        return SkillMistake::of(
            file,
            "leads outside the workspace; a link to what is inside has to be a relative one",
        );
    }
    SkillMistake::of(file, format!("cannot be read: {}", Cause(error)))
}

struct Reader<'a> {
    root: &'a Dir,
    /// Where the skill folder is, from the root.
    inside: &'a Path,
    dir: &'a str,
    mistakes: &'a mut Vec<SkillMistake>,
    odd: &'a mut Vec<SkillMistake>,
}

/// The name that a file in the folder of a skill may have been meant to have, when it has none of those that are read.
fn meant(file: &str) -> Option<String> {
    let (stem, extension) = file.split_once('.')?;
    let stems = if extension == "md" {
        vec![MODULE]
    } else {
        language::with_extension(extension).map(|_| vec![MODULE, SCRIPT])?
    };
    Some(format!("{}.{extension}", near(stem, stems).first()?))
}

impl Reader<'_> {
    /// The skill of an entry; none for a file that is no skill, or a wrong one.
    fn entry(&mut self, name: &str) -> Option<Authored> {
        let shown = self.shown(name);
        match self.root.metadata(self.inside.join(name)) {
            Err(error) => {
                self.mistakes.push(unreadable(&shown, &error));
                None
            }
            Ok(metadata) if metadata.is_dir() => self.folder_entry(name),
            Ok(_) => {
                let stem = name.strip_suffix(".md")?;
                self.skill(name, stem, Vec::new())
            }
        }
    }

    fn folder_entry(&mut self, name: &str) -> Option<Authored> {
        let shown = self.shown(name);
        let opened = self.root.open_dir(self.inside.join(name));
        let inner = opened.map_err(|error| self.mistakes.push(unreadable(&shown, &error))).ok()?;
        let files = names(&inner, &shown, self.mistakes)?;
        if !files.iter().any(|file| file == PROSE) {
            let like_it = files.iter().find(|file| meant(file).as_deref() == Some(PROSE));
            let like_it = like_it.map(|file| format!("; `{file}` is not read")).unwrap_or_default();
            self.mistakes.push(SkillMistake::of(&shown, format!("the folder has no `{PROSE}`{like_it}")));
            return None;
        }
        let before = self.mistakes.len();
        let mut code: Vec<SkillCode> = Vec::new();
        for file in &files {
            if file == PROSE {
                continue;
            }
            let known = file.split_once('.').filter(|(stem, _)| matches!(*stem, MODULE | SCRIPT));
            let known = known.and_then(|(stem, extension)| Some((stem, language::with_extension(extension)?)));
            let Some((stem, arm)) = known else {
                if let Some(meant) = meant(file) {
                    let told = format!("is no file of the skill and is not read; `{meant}` would be");
                    self.odd.push(SkillMistake::of(&self.shown(&format!("{name}/{file}")), told));
                }
                continue;
            };
            let is_module = stem == MODULE;
            let Some(text) = self.text(&format!("{name}/{file}")) else { continue };
            let at = code.iter().position(|code| code.arm == arm).unwrap_or_else(|| {
                code.push(SkillCode { arm: arm.to_owned(), module: None, on_use: None });
                code.len() - 1
            });
            let half = if is_module { &mut code[at].module } else { &mut code[at].on_use };
            *half = Some(text);
        }
        let skill = self.skill(&format!("{name}/{PROSE}"), name, code);
        skill.filter(|_| self.mistakes.len() == before)
    }

    fn skill(&mut self, file: &str, name: &str, code: Vec<SkillCode>) -> Option<Authored> {
        let text = self.text(file)?;
        let file = self.shown(file);
        let front_matter::Text { name, description, prose } = front_matter::read(&file, name, &text, self.mistakes)?;
        Some(Authored { name, description, prose, code, file })
    }

    /// The text of a file, relative to the skill folder.
    fn text(&mut self, file: &str) -> Option<String> {
        let shown = self.shown(file);
        let read = open_in(self.root, &self.inside.join(file)).and_then(|(file, _)| {
            let mut bytes = Vec::new();
            file.take(CEILING as u64 + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        });
        let bytes = match read {
            Ok(bytes) if bytes.len() > CEILING => {
                self.mistakes.push(SkillMistake::of(&shown, format!("has more than {CEILING} bytes")));
                return None;
            }
            Ok(bytes) => bytes,
            Err(error) => {
                self.mistakes.push(unreadable(&shown, &error));
                return None;
            }
        };
        String::from_utf8(bytes).map_err(|_| self.mistakes.push(SkillMistake::of(&shown, "is not UTF-8"))).ok()
    }

    fn shown(&self, name: &str) -> String {
        format!("{}/{name}", self.dir.trim_end_matches('/'))
    }
}
