//! What a module exports: the `pub` items at the top of its text, with their comments.

use super::tokens::{Kind, Token, Tokens};
use crate::arm::{Declaration, DeclarationKind, prepared::opening};

/// The exported items of a text that compiles, in its order.
pub(super) fn exported(text: &str) -> Vec<Declaration> {
    let tokens = Tokens::of(text).tokens;
    let mut declarations: Vec<Declaration> = items(&tokens).filter_map(|item| declaration(text, item)).collect();
    for (name, offered) in items(&tokens).filter_map(|item| implementation(text, item)) {
        let own = |one: &&mut Declaration| one.kind == DeclarationKind::Type && one.name == name;
        if let Some(one) = declarations.iter_mut().find(own) {
            one.signature.push_str(&offered);
        }
    }
    declarations
}

/// The items of a text, each with its tokens.
fn items<'t, 'a>(tokens: &'t [Token<'a>]) -> impl Iterator<Item = &'t [Token<'a>]> {
    let mut rest = tokens;
    std::iter::from_fn(move || {
        let (item, after) = rest.split_at(length(rest));
        rest = after;
        (!item.is_empty()).then_some(item)
    })
}

/// What a type has of its own, by the name of the type: the public items of an `impl` that is of no trait.
fn implementation<'a>(text: &str, item: &[Token<'a>]) -> Option<(&'a str, String)> {
    let (_, item) = comment_of(item);
    if item.first()?.kind != Kind::Word("impl") {
        return None;
    }
    let open = item.iter().position(|token| token.kind == Kind::Open('{'))?;
    let head = &item[1..open];
    if head.iter().any(|token| token.kind == Kind::Word("for")) {
        return None;
    }
    let mut generics = 0usize;
    let name = head.iter().find_map(|token| match token.kind {
        Kind::Sign('<') => {
            generics += 1;
            None
        }
        Kind::Sign('>') => {
            generics = generics.saturating_sub(1);
            None
        }
        Kind::Word(word) if generics == 0 => Some(word),
        _ => None,
    })?;
    let inner = item.get(open + 1..item.len() - 1)?;
    let mut lines = Vec::new();
    for one in items(inner).filter_map(|item| declaration(text, item)) {
        lines.extend(one.comment.as_deref().and_then(opening).map(|said| format!("    /// {said}")));
        lines.push(format!("    {};", one.signature.trim_end_matches(';')));
    }
    let head = text[item[0].start..item[open].start].trim_end();
    (!lines.is_empty()).then(|| (name, format!("\n\n{head} {{\n{}\n}}", lines.join("\n"))))
}

/// How many tokens the item at the start has: to its semicolon, or to the end of its braces.
fn length(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(bracket) => {
                depth = depth.saturating_sub(1);
                if depth == 0 && bracket == '}' {
                    return at + 1;
                }
            }
            Kind::Sign(';') if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The comment of an item, and the rest of it behind its attributes.
fn comment_of<'t, 'a>(item: &'t [Token<'a>]) -> (Vec<&'a str>, &'t [Token<'a>]) {
    let mut comment = Vec::new();
    let mut at = 0;
    while let Some(token) = item.get(at) {
        match token.kind {
            Kind::Comment(line) => {
                comment.push(line);
                at += 1;
            }
            Kind::Sign('#' | '!') => at += 1,
            Kind::Open('[') => at += bracketed(&item[at..]),
            _ => break,
        }
    }
    (comment, &item[at..])
}

fn declaration(text: &str, item: &[Token<'_>]) -> Option<Declaration> {
    let (comment, item) = comment_of(item);
    // What is public within its crate only is not exported.
    let [public, what, ..] = item else { return None };
    if public.kind != Kind::Word("pub") || what.kind == Kind::Open('(') {
        return None;
    }
    let modifies = |token: &Token<'_>| matches!(token.kind, Kind::Word("unsafe" | "async" | "extern") | Kind::Other);
    let mut keyword = 1 + item[1..].iter().position(|token| !modifies(token))?;
    // `const` is one of a function, too.
    if item[keyword].kind == Kind::Word("const") {
        let after = item[keyword + 1..].iter().position(|token| !modifies(token));
        let after = after.map(|after| keyword + 1 + after).filter(|after| item[*after].kind == Kind::Word("fn"));
        keyword = after.unwrap_or(keyword);
    }
    let Kind::Word(word) = item[keyword].kind else { return None };
    let kind = match word {
        "fn" => DeclarationKind::Function,
        "const" | "static" | "use" | "mod" => DeclarationKind::Value,
        _ => DeclarationKind::Type,
    };
    let mut words = item[keyword + 1..].iter().filter_map(|token| match token.kind {
        Kind::Word("mut") => None,
        Kind::Word(word) => Some(word),
        _ => None,
    });
    let name = if word == "use" { words.next_back() } else { words.next() }?;
    let end = end_of_signature(item, word)?;
    Some(Declaration {
        name: name.to_owned(),
        kind,
        signature: text[public.start..end].trim_end().to_owned(),
        comment: said(&comment),
        arguments: Vec::new(),
        result: None,
    })
}

/// How many tokens stand from a bracket to the one that closes it.
fn bracketed(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Where a declaration ends without its body. The fields and cases of a type are part of how it is declared.
fn end_of_signature(item: &[Token<'_>], keyword: &str) -> Option<usize> {
    let last = item.last()?;
    let whole = if last.kind == Kind::Sign(';') { last.start } else { last.end };
    let stop = match keyword {
        "fn" | "mod" => Kind::Open('{'),
        "const" | "static" => Kind::Sign('='),
        _ => return Some(whole),
    };
    let found = item.iter().find(|token| token.kind == stop);
    Some(found.map_or(whole, |token| token.start))
}

/// The text of comments, without the space each line begins with.
fn said(comment: &[&str]) -> Option<String> {
    if comment.is_empty() {
        return None;
    }
    let lines = comment.iter().flat_map(|part| part.split('\n'));
    let lines = lines.map(|line| line.trim().trim_start_matches("* ").trim_end()).collect::<Vec<_>>();
    Some(lines.join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_items_are_exported_with_their_comments() {
        let text = "//! Tools.\nuse std::fmt;\n\n/// Splits a line.\n///\n/// By commas.\n#[must_use]\n\
            pub fn split(line: &str) -> Vec<String> { line.split(',').map(str::to_owned).collect() }\n\
            fn own() {}\npub(crate) fn inner() {}\n/** A row. */\n#[derive(Debug)]\npub struct Row { pub cells: Vec<u8> }\n\
            impl Row { /// How many.\n pub fn len(&self) -> usize { 0 } fn own(&self) {} }\n\
            impl std::fmt::Display for Row { fn fmt(&self) {} }\nimpl<T: Into<u8>> Own<T> { pub fn a() {} }\npub const MOST: usize = { 3 };\npub const fn three() -> u8 { 3 }\n\
            pub enum Side { Left, Right }\npub type Rows = Vec<Row>;\npub use std::fmt::Debug as Shown;\n";
        let found: Vec<_> =
            exported(text).into_iter().map(|one| (one.name, one.kind, one.signature, one.comment)).collect();
        let some = |text: &str| Some(text.to_owned());
        let expected = [
            (
                "split",
                DeclarationKind::Function,
                "pub fn split(line: &str) -> Vec<String>",
                some("Splits a line.\n\nBy commas."),
            ),
            (
                "Row",
                DeclarationKind::Type,
                "pub struct Row { pub cells: Vec<u8> }\n\nimpl Row {\n    /// How many.\n    pub fn len(&self) -> usize;\n}",
                some("A row."),
            ),
            ("MOST", DeclarationKind::Value, "pub const MOST: usize", None),
            ("three", DeclarationKind::Function, "pub const fn three() -> u8", None),
            ("Side", DeclarationKind::Type, "pub enum Side { Left, Right }", None),
            ("Rows", DeclarationKind::Type, "pub type Rows = Vec<Row>", None),
            ("Shown", DeclarationKind::Value, "pub use std::fmt::Debug as Shown", None),
        ];
        let expected =
            expected.map(|(name, kind, signature, comment)| (name.to_owned(), kind, signature.to_owned(), comment));
        assert_eq!(found, expected);
        assert_eq!(exported("fn main() {}"), []);
        assert_eq!(exported("pub"), []);
    }
}
