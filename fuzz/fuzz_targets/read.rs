//! Any text is read as a table: into a surface, or into findings that lie inside it.
#![no_main]

use gg_codegen::{source::Source, table};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.toml", text);
    let outcome = table::read(&source);
    assert!(outcome.surface.is_some() || !outcome.findings.is_empty(), "refused without a finding");
    for finding in &outcome.findings {
        let span = finding.primary.span;
        assert!(span.start <= span.end && span.end as usize <= source.text().len(), "a finding outside the text");
    }
});
