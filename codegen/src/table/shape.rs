//! How names are written: lower-case ASCII words, joined by `-` or by `_`.

use crate::{
    diagnostic::{Diagnostic, code},
    source::Span,
};

/// Words joined by hyphens: `text-read`.
pub(super) fn is_kebab(name: &str) -> bool {
    is_joined(name, '-')
}

/// Words joined by underscores: `read_file`.
pub(super) fn is_snake(name: &str) -> bool {
    is_joined(name, '_')
}

/// The finding about a name that is not kebab-case.
pub(super) fn kebab(what: &str, name: &str, span: Span) -> Diagnostic {
    finding(what, name, span, '-', "kebab-case")
}

/// The finding about a name that is not `snake_case`.
pub(super) fn snake(what: &str, name: &str, span: Span) -> Diagnostic {
    finding(what, name, span, '_', "snake_case")
}

/// A name of the wanted shape that is near to `name`; empty where there is none.
pub(super) fn mend(name: &str, join: char) -> String {
    let mut mended = String::new();
    let mut lower = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && lower {
                mended.push(join);
            }
            lower = !c.is_ascii_uppercase();
            mended.push(c.to_ascii_lowercase());
        } else if !mended.is_empty() && !mended.ends_with(join) {
            mended.push(join);
            lower = false;
        }
    }
    let mended = mended.trim_matches(join).trim_start_matches(|c: char| c.is_ascii_digit() || c == join);
    mended.to_owned()
}

fn finding(what: &str, name: &str, span: Span, join: char, case: &str) -> Diagnostic {
    let mut finding =
        Diagnostic::new(code::NAME_SHAPE, span, format!("`{name}` cannot name {what}")).label(format!("not {case}"));
    let mended = mend(name, join);
    finding.help = Some(if mended.is_empty() {
        format!("names are lower-case ASCII letters and digits, words joined by `{join}`, and start with a letter")
    } else {
        format!("write `{mended}`")
    });
    finding
}

fn is_joined(name: &str, join: char) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .split(join)
            .all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        assert!(is_kebab("v1-2") && is_kebab("text-read") && is_snake("read_file"));
        for name in ["", "-a", "a-", "a--b", "1a", "A", "a_b", "é"] {
            assert!(!is_kebab(name), "{name}");
        }
        assert_eq!(mend("ReadFile", '_'), "read_file");
        assert_eq!(mend("read-file", '_'), "read_file");
        assert_eq!(mend("--Text_Read 2", '-'), "text-read-2");
        assert_eq!(mend("é", '-'), "");
    }
}
