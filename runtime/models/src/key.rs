//! A key of a provider: read from the environment, sent in a header, and shown nowhere.

use std::fmt;

use http::HeaderValue;

/// A key, or that there is none.
#[derive(Clone)]
pub(crate) struct Key {
    /// The variable it is read from.
    pub(crate) variable: &'static str,
    secret: Option<String>,
}

/// A run of a key's characters this long gives it away.
const TELLING: usize = 12;

impl Key {
    /// Reads it; a variable that is blank is as good as none.
    pub(crate) fn read(variable: &'static str, environment: &dyn Fn(&str) -> Option<String>) -> Self {
        let secret = environment(variable).map(|secret| secret.trim().to_owned()).filter(|secret| !secret.is_empty());
        Self { variable, secret }
    }

    /// Whether there is one.
    pub(crate) fn is_set(&self) -> bool {
        self.secret.is_some()
    }

    /// The header that carries it, after `prefix`; none when there is no key, an error when it has characters that no
    /// header can carry.
    pub(crate) fn header(&self, prefix: &str) -> Option<Result<HeaderValue, ()>> {
        let secret = self.secret.as_ref()?;
        let value = HeaderValue::from_str(&format!("{prefix}{secret}")).map(|mut value| {
            value.set_sensitive(true);
            value
        });
        Some(value.map_err(|_| ()))
    }

    /// A text without the key, without long parts of it, and without words in which somebody masked a key.
    pub(crate) fn scrub(&self, text: &str) -> String {
        let Some(secret) = &self.secret else { return text.to_owned() };
        let hidden = format!("[{}]", self.variable);
        let text = text.replace(secret.as_str(), &hidden);
        let of_word = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '*');
        let mut scrubbed = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let end = rest.find(|character| !of_word(character)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let telling = word.contains("**") || (word.len() >= TELLING && secret.contains(word));
            scrubbed.push_str(if telling { &hidden } else { word });
            let gap = after.find(of_word).unwrap_or(after.len());
            scrubbed.push_str(after.get(..gap).unwrap_or_default());
            rest = after.get(gap..).unwrap_or_default();
        }
        scrubbed
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("variable", &self.variable).field("set", &self.is_set()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "sk-proj-0123456789abcdef";

    fn key(secret: &str) -> Key {
        Key::read("SOME_KEY", &|_| Some(secret.to_owned()))
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = key(SECRET);
        let header = key.header("Bearer ").unwrap().unwrap();
        let shown = format!("{key:?} {header:?}");
        assert!(shown.contains("SOME_KEY") && !shown.contains(SECRET), "{shown}");
        assert_eq!(header.as_bytes(), format!("Bearer {SECRET}").as_bytes());
    }

    #[test]
    fn what_is_quoted_is_scrubbed() {
        let text = format!("key {SECRET}, part 0123456789abcdef: masked sk-pr***cdef; héllo **");
        let scrubbed = key(SECRET).scrub(&text);
        assert_eq!(scrubbed, "key [SOME_KEY], part [SOME_KEY]: masked [SOME_KEY]; héllo [SOME_KEY]");
        assert_eq!(key(" ").scrub(&text), text);
    }

    #[test]
    fn a_blank_key_is_none_and_a_broken_one_no_header() {
        assert!(!key(" \n").is_set());
        assert_eq!(key("a\nb").header(""), Some(Err(())));
        assert_eq!(key(" a\n").header("").unwrap().unwrap().as_bytes(), b"a");
    }
}
