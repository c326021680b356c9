//! Arguments that are refused, in the words codegen gives: what was expected, where, and what came.

use gg_descriptors::Words;

use crate::js::{self, Thrown, Value};

/// Why a value is not lowered.
pub(crate) enum Stop {
    /// An exception that QuickJS holds: memory, or the program's own code.
    Thrown,
    /// A value of the wrong shape.
    Misfit(Box<Misfit>),
}

/// A value of the wrong shape.
pub(crate) struct Misfit {
    /// The way from the parameter to the value.
    place: String,
    what: What,
}

enum What {
    /// Something else was expected.
    Other { expected: String, got: String },
    /// A member nobody knows, of those that are known.
    Unknown(String),
}

impl From<Thrown> for Stop {
    fn from(Thrown: Thrown) -> Self {
        Self::Thrown
    }
}

impl Stop {
    /// Something other than expected.
    pub(crate) fn expected(expected: impl Into<String>, got: impl Into<String>) -> Self {
        let what = What::Other { expected: expected.into(), got: got.into() };
        Self::Misfit(Box::new(Misfit { place: String::new(), what }))
    }

    /// A member that is not among those known.
    pub(crate) fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known = listed(known);
        Self::Misfit(Box::new(Misfit { place: format!(".{name}"), what: What::Unknown(known) }))
    }

    /// The same, seen from one level further out.
    pub(crate) fn inside(mut self, place: impl FnOnce() -> String) -> Self {
        if let Self::Misfit(misfit) = &mut self {
            misfit.place.insert_str(0, &place());
        }
        self
    }
}

impl Misfit {
    /// The refusal in words.
    pub(crate) fn sentence(&self, words: &Words) -> String {
        let place = self.place.strip_prefix('.').unwrap_or(&self.place);
        let fill = |template: &str, rest: &[(&str, &str)]| {
            rest.iter().fold(template.replace("{place}", place), |text, (name, value)| text.replace(name, value))
        };
        match &self.what {
            What::Unknown(known) if known.is_empty() => fill(&words.unknown_of_none, &[]),
            What::Unknown(known) => fill(&words.unknown, &[("{known}", known)]),
            What::Other { expected, got } => {
                let template = if place.is_empty() { &words.refused_whole } else { &words.refused };
                fill(template, &[("{expected}", expected), ("{got}", got)])
            }
        }
    }
}

/// Names in code marks, with commas between them.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A value as a refusal shows it: itself where it is plain, else what it is. No code of the program runs.
pub(crate) fn shown(value: &Value, longest: usize) -> String {
    let text = |value: &Value, show: fn(&[u8]) -> String| match value.to_bytes() {
        Ok(bytes) => show(bytes.as_slice()),
        Err(Thrown) => {
            js::take_exception();
            "…".to_owned()
        }
    };
    let plain = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let shown = if value.is_string() {
        text(value, quoted)
    } else if value.is_big_int() {
        text(value, plain) + "n"
    } else if value.is_symbol() {
        "a symbol".to_owned()
    } else if !value.is_object() {
        text(value, plain)
    } else if value.is_function() {
        "a function".to_owned()
    } else if value.is_array() {
        "an array".to_owned()
    } else if value.typed_array().is_some() {
        "a typed array".to_owned()
    } else {
        "an object".to_owned()
    };
    cut(shown, longest)
}

/// A string in single quotes, from its bytes. Half of a surrogate pair stands as three of them.
fn quoted(bytes: &[u8]) -> String {
    let mut quoted = String::from("'");
    let mut rest = bytes;
    while !rest.is_empty() {
        let valid = str::from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
        let (text, after) = rest.split_at(valid);
        for character in String::from_utf8_lossy(text).chars() {
            match character {
                '\'' | '\\' => quoted.extend(['\\', character]),
                '\n' => quoted.push_str("\\n"),
                '\r' => quoted.push_str("\\r"),
                '\t' => quoted.push_str("\\t"),
                character if character.is_control() => quoted.extend(character.escape_unicode()),
                character => quoted.push(character),
            }
        }
        rest = match after {
            [_, high, low, more @ ..] => {
                let half = 0xd000 | u32::from(high & 0x3f) << 6 | u32::from(low & 0x3f);
                quoted.push_str(&format!("\\u{half:x}"));
                more
            }
            _ => &[],
        };
    }
    quoted + "'"
}

fn cut(text: String, longest: usize) -> String {
    match text.char_indices().nth(longest.saturating_sub(1)) {
        Some((at, _)) if text.chars().count() > longest => format!("{}…", &text[..at]),
        _ => text,
    }
}
