//! Text, bytes and numbers as Python literals.

use std::fmt::Write as _;

use crate::layout::{Layout, concat, indent, text};

/// A string literal on one line.
pub(super) fn string(value: &str) -> String {
    let mut literal = String::from("\"");
    for c in value.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            c => push_visible(c, &mut literal),
        }
    }
    literal.push('"');
    literal
}

/// A string literal that may be broken between words.
pub(super) fn wrapped(value: &str) -> Layout {
    const LONGEST: usize = 72;
    let whole = string(value);
    if whole.chars().count() <= LONGEST {
        return text(whole);
    }
    let mut lines = vec![String::new()];
    for word in value.split_inclusive(' ') {
        if let Some(line) = lines.last_mut() {
            if line.is_empty() || line.chars().count() + word.chars().count() <= LONGEST {
                line.push_str(word);
            } else {
                lines.push(word.to_owned());
            }
        }
    }
    let lines = lines.iter().flat_map(|line| [Layout::Newline, text(string(line))]).collect::<Vec<_>>();
    concat([text("("), indent(lines), Layout::Newline, text(")")])
}

/// What stands between the quotes of a docstring.
pub(super) fn docstring(value: &str) -> String {
    let mut escaped = String::new();
    let mut quotes = 0;
    let mut rest = value.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            // Never three in a row, and none before the quotes that end the text.
            '"' if quotes == 2 || rest.peek().is_none() => {
                escaped.push_str("\\\"");
                quotes = 0;
            }
            '"' => {
                escaped.push('"');
                quotes += 1;
            }
            c => {
                quotes = 0;
                match c {
                    '\\' => escaped.push_str("\\\\"),
                    '\r' => escaped.push_str("\\r"),
                    '\n' | '\t' => escaped.push(c),
                    c => push_visible(c, &mut escaped),
                }
            }
        }
    }
    escaped
}

/// A bytes literal.
pub(super) fn bytes(value: &[u8]) -> String {
    let mut literal = String::from("b\"");
    for &byte in value {
        match byte {
            b'"' => literal.push_str("\\\""),
            b'\\' => literal.push_str("\\\\"),
            b'\n' => literal.push_str("\\n"),
            b' '..=b'~' => literal.push(char::from(byte)),
            byte => escape(&mut literal, format_args!("\\x{byte:02x}")),
        }
    }
    literal.push('"');
    literal
}

/// A float.
pub(super) fn float(value: f64) -> String {
    if value.is_nan() {
        "float(\"nan\")".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "float(\"inf\")".to_owned() } else { "float(\"-inf\")".to_owned() }
    } else {
        format!("{value:?}")
    }
}

/// A character as it is, or as an escape where a reader could not see it or would see something else.
fn push_visible(c: char, out: &mut String) {
    let hidden = c.is_control()
        || matches!(u32::from(c), 0x61C | 0x200B | 0x200E | 0x200F | 0x2028..=0x202E | 0x2066..=0x2069 | 0xFEFF);
    match u32::from(c) {
        _ if !hidden => out.push(c),
        code @ ..=0xFF => escape(out, format_args!("\\x{code:02x}")),
        code @ ..=0xFFFF => escape(out, format_args!("\\u{code:04x}")),
        code => escape(out, format_args!("\\U{code:08x}")),
    }
}

fn escape(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a \"b\" \\ \n\r\t\0é言\u{202e}\u{1f9ea}"), r#""a \"b\" \\ \n\r\t\x00é言\u202e🧪""#);
        assert_eq!(bytes(&[137, 80, 34, 92, 10, 0]), r#"b"\x89P\"\\\n\x00""#);
    }

    #[test]
    fn a_docstring_never_ends_early() {
        assert_eq!(docstring(r#"a """" b"#), r#"a ""\"" b"#);
        assert_eq!(docstring(r#"say "so""#), r#"say "so\""#);
        assert_eq!(docstring(r#"a \""#), r#"a \\\""#);
        assert_eq!(docstring("a \\\r\0"), "a \\\\\\r\\x00");
    }

    #[test]
    fn floats_are_what_python_reads() {
        assert_eq!(float(600.0), "600.0");
        assert_eq!(float(1e300), "1e300");
        assert_eq!(float(f64::NEG_INFINITY), "float(\"-inf\")");
    }
}
