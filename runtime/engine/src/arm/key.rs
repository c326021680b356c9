//! The key by which a program reaches a `lib` module: the name of a skill or memory made an identifier.

/// How an arm writes names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// `csvTools`.
    Camel,
    /// `csv_tools`.
    Snake,
}

/// How an arm makes keys, and how a program reaches what has one.
#[derive(Debug, Clone)]
pub struct Naming {
    /// The case of its names.
    pub case: Case,
    /// Names a key must not be: reserved words, and those of the SDK and of libraries.
    pub reserved: Vec<&'static str>,
    /// What joins the parts of a qualified name.
    pub separator: &'static str,
    /// The line by which a program reaches the module with a key.
    pub import: fn(&str) -> String,
}

/// What a name without a single letter or digit of ASCII becomes.
const NAMELESS: &str = "module";

impl Naming {
    /// The key of a name; `taken` says which keys are in use. The first to use a key keeps it plain, the next gets the
    /// next free number from 2 (spec: decisions, 93).
    pub fn key(&self, name: &str, taken: impl Fn(&str) -> bool) -> String {
        let mut key = self.identifier(name);
        if key.starts_with(|first: char| first.is_ascii_digit()) {
            key.insert(0, '_');
        }
        if self.reserved.contains(&key.as_str()) {
            key.push('_');
        }
        if !taken(&key) {
            return key;
        }
        // No agent has loaded so many modules of one name.
        (2..=u32::MAX).map(|number| format!("{key}{number}")).find(|key| !taken(key)).unwrap_or(key)
    }

    /// The words of a name in the arm's case. A word ends where something other than an ASCII letter or digit stands, and
    /// before a capital that follows a small letter or a digit.
    fn identifier(&self, name: &str) -> String {
        let mut key = String::with_capacity(name.len());
        let mut before: Option<char> = None;
        for next in name.chars() {
            if next.is_ascii_alphanumeric() {
                let begins = before.is_none_or(|before| {
                    !before.is_ascii_alphanumeric() || (next.is_ascii_uppercase() && !before.is_ascii_uppercase())
                });
                if begins && !key.is_empty() {
                    match self.case {
                        Case::Camel => key.push(next.to_ascii_uppercase()),
                        Case::Snake => key.extend(['_', next.to_ascii_lowercase()]),
                    }
                } else {
                    key.push(next.to_ascii_lowercase());
                }
            }
            before = Some(next);
        }
        if key.is_empty() { NAMELESS.to_owned() } else { key }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(case: Case, name: &str, taken: &[&str]) -> String {
        let naming = Naming { case, reserved: vec!["class", "gg"], separator: ".", import: str::to_owned };
        naming.key(name, |key| taken.contains(&key))
    }

    #[test]
    fn a_name_is_written_in_the_arms_case() {
        for (name, camel, snake) in [
            ("csv-tools", "csvTools", "csv_tools"),
            ("CSV tools", "csvTools", "csv_tools"),
            ("csvTools", "csvTools", "csv_tools"),
            ("  Über-Werkzeug 2 ", "berWerkzeug2", "ber_werkzeug_2"),
            ("2fast", "_2fast", "_2fast"),
            ("class", "class_", "class_"),
            ("日本", "module", "module"),
            ("", "module", "module"),
        ] {
            assert_eq!(
                (key(Case::Camel, name, &[]), key(Case::Snake, name, &[])),
                (camel.to_owned(), snake.to_owned()),
                "{name}"
            );
        }
    }

    #[test]
    fn names_that_spell_alike_are_numbered() {
        assert_eq!(key(Case::Camel, "csv tools", &["csvTools"]), "csvTools2");
        assert_eq!(key(Case::Camel, "csv tools", &["csvTools", "csvTools2"]), "csvTools3");
        assert_eq!(key(Case::Snake, "csv tools", &["csv_tools", "csv_tools3"]), "csv_tools2");
        assert_eq!(key(Case::Snake, "gg", &["gg_"]), "gg_2");
    }
}
