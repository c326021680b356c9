//! Any text is erased of its types: into a program of as many lines, every letter in its place unless it went through the
//! compiler, that parses as JavaScript; or it is refused at places that lie in it.
#![no_main]

use gg_engine::arm::{Rejection, typescript::erase};
use libfuzzer_sys::fuzz_target;
use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

/// Lines as an editor counts them, which is also the most that JavaScript does not count.
fn lines(text: &str) -> usize {
    text.matches(['\n', '\r', '\u{2028}', '\u{2029}']).count() + 1
}

fuzz_target!(|text: &str| {
    let erased = match erase("fuzz.ts", text) {
        Ok(erased) => erased,
        Err(Rejection::Diagnosed { diagnostics, .. }) => {
            assert!(!diagnostics.is_empty(), "refused without a mistake");
            for location in diagnostics.iter().filter_map(|mistake| mistake.location.as_ref()) {
                let inside = location.line >= 1 && location.line as usize <= lines(text) && location.column >= 1;
                assert!(inside, "a mistake outside the text: {location}");
            }
            return;
        }
        Err(other) => panic!("nothing but the text can be wrong: {other:?}"),
    };
    match &erased.origins {
        None => {
            assert_eq!(erased.text.len(), text.len(), "bytes moved:\n{}", erased.text);
            assert_eq!(lines(&erased.text), lines(text), "lines moved:\n{}", erased.text);
            // A line for an interpreter behind a mark of bytes becomes a comment, for the parser's sake.
            let text =
                text.strip_prefix("\u{feff}#!").map_or_else(|| text.to_owned(), |rest| format!("\u{feff}//{rest}"));
            for (at, (before, after)) in text.encode_utf16().zip(erased.text.encode_utf16()).enumerate() {
                let blank = char::from_u32(after.into()).is_some_and(|c| c.is_whitespace() || ";()".contains(c));
                assert!(before == after || blank, "letter {at} became another:\n{}", erased.text);
            }
        }
        Some(origins) => {
            for (at, line) in (1..).zip(erased.text.lines().take(1000)) {
                let (written, column) = origins.written(at, 1);
                let inside = written >= 1 && written as usize <= lines(text) && column >= 1;
                assert!(inside, "`{line}` leads to {written}:{column}, outside the text");
            }
        }
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &erased.text, SourceType::mjs()).parse();
    assert!(parsed.diagnostics.is_empty(), "what is left does not parse: {:?}\n{}", parsed.diagnostics, erased.text);
});
