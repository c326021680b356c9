//! Any text that is a table generates, and generates the same twice; any other is refused with findings that print.
#![no_main]

use gg_codegen::{Options, diagnostic::Format, generate, source::Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.toml", text);
    let options = Options::default();
    match generate(&source, &options) {
        Ok(first) => {
            let second = generate(&source, &options).expect("it generated a moment ago");
            assert!(first.files == second.files, "two runs, two outputs");
        }
        Err(failure) => {
            assert!(!failure.render(&source, Format::Plain).is_empty(), "a failure without words");
        }
    }
});
