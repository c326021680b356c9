//! Words that WIT reserves.

use std::borrow::Cow;

/// Every word the lexer of wit-parser takes for a keyword, and those of its predecessors (a test asks it).
const RESERVED: &[&str] = &[
    "as",
    "async",
    "bool",
    "borrow",
    "char",
    "constructor",
    "enum",
    "error-context",
    "export",
    "f32",
    "f64",
    "flags",
    "from",
    "func",
    "future",
    "import",
    "include",
    "interface",
    "list",
    "map",
    "option",
    "own",
    "package",
    "record",
    "resource",
    "result",
    "s16",
    "s32",
    "s64",
    "s8",
    "static",
    "stream",
    "string",
    "tuple",
    "type",
    "u16",
    "u32",
    "u64",
    "u8",
    "use",
    "variant",
    "with",
    "world",
];

/// An identifier as it must be written: `%type` for a keyword.
pub fn escape(id: &str) -> Cow<'_, str> {
    if RESERVED.binary_search(&id).is_ok() { Cow::Owned(format!("%{id}")) } else { Cow::Borrowed(id) }
}

#[cfg(test)]
mod tests {
    use wit_parser::Resolve;

    use super::*;

    #[test]
    fn the_list_is_sorted_and_each_word_needs_its_mark() {
        assert!(RESERVED.is_sorted());
        for word in RESERVED {
            let parses = |id: &str| Resolve::new().push_str("t.wit", &format!("package a:b;interface {id} {{}}"));
            assert!(parses(word).is_err(), "{word} needs no mark");
            assert!(parses(&escape(word)).is_ok(), "{word} is not saved by its mark");
        }
    }

    /// wit-parser names its keywords nowhere, so the list of words comes from the message for a misplaced one.
    #[test]
    fn no_word_of_the_grammar_is_missing() {
        let grammar = "as async bool borrow char constructor enum error-context export f32 f64 flags from func future \
                       import include interface list map option own package record resource result s16 s32 s64 s8 \
                       static stream string tuple type u16 u32 u64 u8 use variant with world float32 float64 in out \
                       error implements externref wait task subtask bytes union expected unit ref default";
        for word in grammar.split_whitespace() {
            let text = format!("package a:b;interface {word} {{}}");
            let parses = Resolve::new().push_str("t.wit", &text).is_ok();
            assert_eq!(parses, !RESERVED.contains(&word), "{word}");
        }
    }
}
