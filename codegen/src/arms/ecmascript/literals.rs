//! Literals and keys of ECMAScript.

use std::fmt::Write;

/// A string literal in double quotes. What does not show, or shows elsewhere than it stands, is escaped.
pub(super) fn string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            c if hidden(c) => {
                // Every hidden character is below U+10000. Writing to a string cannot fail.
                let _ = write!(literal, "\\u{:04x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

/// Controls, line separators, directional marks and widthless spaces.
fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether a text is an identifier; it may still be a reserved word.
pub(super) fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'))
}

/// A member's name in an object or a type: quoted where it is no identifier.
pub(super) fn key(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { string(name) }
}

/// A member of an expression.
pub(super) fn member(of: &str, name: &str) -> String {
    if is_identifier(name) { format!("{of}.{name}") } else { format!("{of}[{}]", string(name)) }
}

/// A number literal.
pub(super) fn float(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else if value != 0.0 && !(1e-6..1e21).contains(&value.abs()) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_show_is_escaped() {
        assert_eq!(string("a\"b\\c\nd\u{0}\u{202e}\u{2028}é🧪"), r#""a\"b\\c\nd\u0000\u202e\u2028é🧪""#);
    }

    #[test]
    fn numbers_read_as_a_person_writes_them() {
        let cases = [(600.0, "600"), (0.5, "0.5"), (-0.0, "-0"), (1e300, "1e300"), (2.5e-9, "2.5e-9")];
        for (value, literal) in cases {
            assert_eq!(float(value), literal);
        }
        assert_eq!(float(f64::NEG_INFINITY), "-Infinity");
    }

    #[test]
    fn keys_are_quoted_where_they_must_be() {
        assert_eq!(
            (key("firstLine"), key("in-progress"), key("")),
            ("firstLine".into(), "\"in-progress\"".into(), "\"\"".into())
        );
        assert_eq!(member("status", "in-progress"), "status[\"in-progress\"]");
    }
}
