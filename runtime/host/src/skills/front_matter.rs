//! The front matter of a skill: `name` and `description`, each a value on one line, between two lines of dashes.
//!
//! It is the part of YAML in which a line means what it looks like; what would mean something else there is refused.

use super::SkillMistake;

/// A skill's file taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) name: String,
    pub(super) description: String,
    /// What follows the front matter, without blank lines around it.
    pub(super) prose: String,
}

/// The line that begins and ends front matter.
const FENCE: &str = "---";

/// Takes a skill's file apart; `expected` is the name its entry has. Every mistake is noted, and then there is none.
pub(super) fn read(file: &str, expected: &str, text: &str, mistakes: &mut Vec<SkillMistake>) -> Option<Text> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let before = mistakes.len();
    let mut lines = (1..).zip(text.split('\n'));
    if lines.next().is_none_or(|(_, line)| line.trim_end() != FENCE) {
        let message = format!("a skill begins with a line `{FENCE}`, `name`, `description`, and a line `{FENCE}`");
        mistakes.push(SkillMistake::on(file, 1, message));
        return None;
    }
    let (mut name, mut description) = (None, None);
    let mut closed = false;
    for (number, line) in lines.by_ref() {
        let line = line.trim_end();
        if line == FENCE {
            closed = true;
            break;
        }
        if line.trim_start().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut wrong = |message: String| mistakes.push(SkillMistake::on(file, number, message));
        let Some((key, written)) = line.split_once(':') else {
            wrong(format!("`{line}` is no `key: value`"));
            continue;
        };
        let known = match key {
            "name" => &mut name,
            "description" => &mut description,
            _ => {
                wrong(format!("there is no key `{key}`; there are `name` and `description`"));
                continue;
            }
        };
        if known.is_some() {
            wrong(format!("`{key}` is there twice"));
        }
        match value(written) {
            Ok(value) => *known = Some((number, value)),
            Err(message) => {
                *known = Some((number, String::new()));
                wrong(format!("`{key}`: {message}"));
            }
        }
    }
    if !closed {
        mistakes.push(SkillMistake::on(file, 1, format!("the front matter is not ended by a line `{FENCE}`")));
    }
    let missing = [("name", &name), ("description", &description)];
    for (key, _) in missing.into_iter().filter(|(_, value)| closed && value.is_none()) {
        mistakes.push(SkillMistake::on(file, 1, format!("the front matter has no `{key}`")));
    }
    if let Some((number, name)) = name.as_ref().filter(|(_, name)| !name.is_empty() && name != expected) {
        let message = format!("`name` is `{name}`, and the entry is called `{expected}`");
        mistakes.push(SkillMistake::on(file, *number, message));
    }
    let (Some((_, name)), Some((_, description)), true) = (name, description, mistakes.len() == before) else {
        return None;
    };
    let prose: Vec<&str> = lines.map(|(_, line)| line).collect();
    let prose = prose.join("\n");
    let prose = prose.trim_start_matches(['\n', '\r']).trim_end().to_owned();
    Some(Text { name, description, prose })
}

/// A value: as it stands, or in double quotes as JSON has them.
fn value(written: &str) -> Result<String, String> {
    // What begins a value of YAML that is no plain text, or may.
    const SPECIAL: [char; 15] = ['\'', '|', '>', '[', ']', '{', '}', '&', '*', '!', '%', '@', '`', '#', '?'];
    if !written.is_empty() && !written.starts_with([' ', '\t']) {
        return Err("a space has to follow the colon".to_owned());
    }
    let written = written.trim();
    let value = if written.starts_with('"') {
        quoted(written).ok_or("it is no text in double quotes")?
    } else if written.starts_with(SPECIAL) || written.contains(": ") || written.contains(" #") {
        return Err("put it in double quotes, for YAML reads it as something else".to_owned());
    } else {
        written.to_owned()
    };
    if value.trim().is_empty() { Err("it is blank".to_owned()) } else { Ok(value) }
}

/// A text in double quotes with the escapes of JSON.
fn quoted(written: &str) -> Option<String> {
    serde_json::from_str(written).ok()
}
