//! What a text may not say, because rustc would read other files of the machine, or its environment, while it compiles the
//! text outside of the sandbox, or because it would make something else of it than a program. spec: arms, 2 (11)

use super::tokens::{Kind, Token, Tokens, location};
use crate::arm::{Diagnosed, Diagnostic, Rejection};

/// Macros that read a file.
const INCLUDES: &[&str] = &["include", "include_bytes", "include_str"];
/// Macros that read the environment.
const ENVIRONMENT: &[&str] = &["env", "option_env"];
/// Macros whose text is an assembler's, which reads files.
const ASSEMBLERS: &[&str] = &["asm", "global_asm", "naked_asm"];
/// Attributes that name other files, or what a linker is to do.
const ATTRIBUTES: &[&str] = &[
    "export_name",
    "link",
    "link_args",
    "link_name",
    "link_section",
    "no_mangle",
    "path",
    "proc_macro",
    "proc_macro_attribute",
    "proc_macro_derive",
];
/// What attributes of the whole text, or of a block, may be about: nothing but its style and its documentation.
const INNER: &[&str] = &["allow", "clippy", "deny", "doc", "expect", "forbid", "rustfmt", "warn"];
/// Crates that are there whatever a program is linked with.
const CRATES: &[&str] = &["alloc", "core", "self", "std"];

/// Refuses a text that reaches out, at each place where it does.
///
/// # Errors
///
/// It does.
pub(super) fn refuse(name: &str, text: &str) -> Result<(), Rejection> {
    let found = findings(text);
    if found.is_empty() {
        return Ok(());
    }
    let diagnostics =
        found.into_iter().map(|(at, message)| Diagnostic::new(Some(location(name, text, at)), None, message));
    Err(Rejection::Diagnosed { how: Diagnosed::Unsupported, diagnostics: diagnostics.collect() })
}

fn findings(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    if text.trim_start_matches('\u{feff}').starts_with("#!") && !text.trim_start_matches('\u{feff}').starts_with("#![")
    {
        found.push((0, "a program does not begin with `#!`: nothing starts it but gg".to_owned()));
    }
    let tokens = Tokens::of(text).tokens;
    let has_macros = tokens.iter().any(|token| token.kind == Kind::Word("macro_rules"));
    let is_raw = |token: &Token<'_>| text[token.start..].starts_with("r#");
    for (at, token) in tokens.iter().enumerate() {
        let (before, after) = tokens.split_at(at);
        let after: Vec<Kind<'_>> = after[1..].iter().take(2).map(|token| token.kind).collect();
        let called = after.first() == Some(&Kind::Sign('!'));
        let message = match token.kind {
            Kind::Word(word) if INCLUDES.contains(&word) => {
                let named = called || word != "include" || has_macros || is_imported(before);
                named.then(|| format!("`{word}!` is not there: a program is one text, and reads files by calls"))
            }
            Kind::Word(word) if ENVIRONMENT.contains(&word) => (called || word == "option_env")
                .then(|| format!("`{word}!` is not there: a program is compiled without an environment")),
            Kind::Word(word) if ASSEMBLERS.contains(&word) => {
                (called || word != "asm").then(|| format!("`{word}!` is not there: a program is Rust alone"))
            }
            Kind::Word("mod") if !is_raw(token) => {
                let named = matches!(after.first(), Some(Kind::Word(_)));
                let of_macro = after.first() == Some(&Kind::Sign('$')) && matches!(after.get(1), Some(Kind::Word(_)));
                let body = tokens.get(at + if of_macro { 3 } else { 2 });
                let inline = (named || of_macro) && body.is_some_and(|token| token.kind == Kind::Open('{'));
                // Unfinished, it is for the compiler to say so.
                (!inline && body.is_some()).then(|| {
                    "a module stands in the text itself, `mod name { … }`: a program is one text, without files beside it"
                        .to_owned()
                })
            }
            Kind::Word("extern") if !is_raw(token) => foreign(&after, tokens.get(at + 2)),
            Kind::Sign('#') => attribute(&tokens[at + 1..]),
            _ => None,
        };
        found.extend(message.map(|message| (token.start, message)));
    }
    found
}

/// Whether the next word stands in a path or in a list of what is imported.
fn is_imported(before: &[Token<'_>]) -> bool {
    let statement = before.iter().rev().take_while(|token| token.kind != Kind::Sign(';'));
    let mut statement = statement.peekable();
    statement.peek().is_some_and(|token| token.kind == Kind::Sign(':'))
        || statement.any(|token| token.kind == Kind::Word("use"))
}

/// What is wrong with `extern`, which two tokens follow.
fn foreign(after: &[Kind<'_>], second: Option<&Token<'_>>) -> Option<String> {
    match (after.first()?, second.map(|token| token.kind)) {
        (Kind::Word("crate"), Some(Kind::Word(word))) if CRATES.contains(&word) => None,
        (Kind::Word("crate"), _) => {
            Some("`extern crate` is not there: name the crate in a path or after `use`".to_owned())
        }
        (Kind::Open('{'), _) | (Kind::Other, Some(Kind::Open('{'))) => {
            Some("there is nothing foreign to declare in an `extern` block".to_owned())
        }
        _ => None,
    }
}

/// What is wrong with the attribute whose mark stands before these tokens.
fn attribute(tokens: &[Token<'_>]) -> Option<String> {
    let inner = tokens.first()?.kind == Kind::Sign('!');
    let tokens = if inner { &tokens[1..] } else { tokens };
    if tokens.first()?.kind != Kind::Open('[') {
        return None;
    }
    let mut depth = 0usize;
    let inside = tokens.iter().take_while(|token| {
        match token.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 0
    });
    let words: Vec<&str> =
        inside.filter_map(|token| if let Kind::Word(word) = token.kind { Some(word) } else { None }).collect();
    if let Some(word) = words.iter().find(|word| ATTRIBUTES.contains(word)) {
        return Some(format!("`{word}` is no attribute of a program: it is one text, linked by gg"));
    }
    let first = words.first()?;
    (inner && !INNER.contains(first)).then(|| format!("`#![{first}]` is for gg to say: a program is built in one way"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Vec<String> {
        match refuse("program.rs", text) {
            Ok(()) => Vec::new(),
            Err(Rejection::Diagnosed { how: Diagnosed::Unsupported, diagnostics }) => {
                diagnostics.iter().filter_map(|one| one.location.as_ref()).map(ToString::to_string).collect()
            }
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_reaches_out_is_refused_at_its_place() {
        for (text, place) in [
            ("fn main() {\n    é(include_str!(\"/a\"))\n}", "2:7"),
            ("use std::r#include as x;", "1:10"),
            ("use std::{fmt, include_bytes as x};", "1:16"),
            ("macro_rules! m { ($n:ident) => { $n!(\"/a\") } } m!(include);", "1:51"),
            ("include ! {\"a\"}", "1:1"),
            ("const A: &str = env!(\"PATH\");", "1:17"),
            ("const A: Option<&str> = option_env!(\"PATH\");", "1:25"),
            ("use std::option_env as o;", "1:10"),
            ("core::arch::global_asm!(\".incbin \\\"/a\\\"\");", "1:13"),
            ("unsafe { asm!(\"\") }", "1:10"),
            ("mod other;", "1:1"),
            ("pub(crate) mod other ;", "1:12"),
            ("macro_rules! m { ($n:ident) => { mod $n; } }", "1:34"),
            ("macro_rules! m { ($n:ident $b:tt) => { mod $n $b } }", "1:40"),
            ("#[path = \"/a\"] mod a {}", "1:1"),
            ("#[cfg_attr(all(), path = \"/a\")] struct A;", "1:1"),
            ("#\u{200e}[path = \"/a\"] struct A;", "1:1"),
            ("#[link(name = \"a\")] struct A;", "1:1"),
            ("#[unsafe(no_mangle)] fn run() {}", "1:1"),
            ("extern crate proc_macro;", "1:1"),
            ("macro_rules! m { ($n:ident) => { extern crate $n; } }", "1:34"),
            ("unsafe extern \"C\" { fn a(); }", "1:8"),
            ("extern { fn a(); }", "1:1"),
            ("#![feature(asm)]\nfn main() {}", "1:1"),
            ("#![cfg_attr(all(), feature(a))]", "1:1"),
            ("#! [no_main]", "1:1"),
            ("#!/* \ninclude_str!(\"/a\") */", "1:1"),
        ] {
            assert_eq!(refused(text).first(), Some(&format!("program.rs:{place}")), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_not() {
        for text in [
            "// include_str!(\"a\")\n/* mod a; */ let includes = \"include_str!()\";",
            "let r = r#\"mod a;\"#; let c = '\"'; let include = true; f(include, include)",
            "struct A { include: bool, path: String, env: u8, link: u8 }\nlet path = \"/a\"; env.get(path); asm(1);",
            "use std::env; fn f() { env::args(); }",
            "mod inner { pub mod more {} }\nmacro_rules! m { ($n:ident) => { mod $n {} } }",
            "#![allow(unused)]\n//! Text.\n#![doc = \"x\"]\nfn main() { #![expect(dead_code)] }",
            "#[derive(Debug, Clone)]\n#[rustfmt::skip]\n#[cfg(test)]\nstruct A;\nextern \"C\" fn f() {}\nextern crate alloc;",
            "let r#mod = 1; r#extern { }",
            "mod",
        ] {
            assert_eq!(refused(text), [""; 0], "{text}");
        }
    }
}
