//! Rust as text. Tokens are printed by prettyplease; what there is once a row is laid out directly, since most of the
//! time of a large table would go into parsing tokens that are known to be right.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The width of a line that is laid out here.
pub(crate) const WIDTH: usize = 100;
/// The width of a level.
pub(crate) const STEP: usize = 4;

/// Stands between the lines of a documentation text; no text of a table holds it.
const LINE: char = '\u{1}';

/// The documentation of an item: one attribute, whatever the number of lines, until [`unfold`] sets them apart. Each line
/// starts with the space behind the mark.
pub(crate) fn outer_doc(lines: &[String]) -> TokenStream {
    fold(lines).map_or_else(TokenStream::new, |text| quote!(#[doc = #text]))
}

/// The documentation of what the attribute stands in.
pub(crate) fn inner_doc(lines: &[String]) -> TokenStream {
    fold(lines).map_or_else(TokenStream::new, |text| quote!(#![doc = #text]))
}

fn fold(lines: &[String]) -> Option<String> {
    (!lines.is_empty()).then(|| lines.join(LINE.encode_utf8(&mut [0; 4])))
}

/// Adds a printed line; one that holds a whole documentation text becomes as many as it has.
pub(crate) fn unfold(line: &str, out: &mut String) {
    let mut pieces = line.split(LINE);
    out.push_str(pieces.next().unwrap_or_default());
    out.push('\n');
    let code = line.trim_start();
    let mark = if code.starts_with("//!") { "//!" } else { "///" };
    let indent = &line[..line.len() - code.len()];
    for piece in pieces {
        for part in [indent, mark, piece, "\n"] {
            out.push_str(part);
        }
    }
}

/// Adds a documentation comment, its lines as [`outer_doc`] takes them.
pub(crate) fn push_doc(lines: &[String], level: usize, out: &mut String) {
    for line in lines {
        push_indent(level, out);
        out.push_str("///");
        out.push_str(line);
        out.push('\n');
    }
}

/// A string literal.
pub(crate) fn string(text: &str) -> String {
    Literal::string(text).to_string()
}

/// Adds the indentation of a level.
pub(crate) fn push_indent(level: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', level * STEP));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_unfolded_where_it_stands() {
        let lines = [" One.", "", " Two: \\ \"."].map(str::to_owned);
        let doc = outer_doc(&lines);
        let file = syn::parse2(quote!(mod a { #doc fn b() {} })).unwrap();
        let mut text = String::new();
        prettyplease::unparse(&file).lines().for_each(|line| unfold(line, &mut text));
        assert_eq!(text, "mod a {\n    /// One.\n    ///\n    /// Two: \\ \".\n    fn b() {}\n}\n");
        let mut comment = String::new();
        push_doc(&lines, 1, &mut comment);
        assert!(text.contains(&comment));
    }
}
