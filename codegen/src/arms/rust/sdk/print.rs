//! Pieces to a file: prettyplease prints tokens, and what is text already stands as it is.

use proc_macro2::TokenStream;

use crate::emit::{Context, EmitError, rust::unfold};

/// A piece of a file.
pub(super) enum Piece {
    /// Items to be printed; none at all leave no trace.
    Tokens(TokenStream),
    /// An item as it stands, ended by a line break.
    Text(String),
}

impl From<TokenStream> for Piece {
    fn from(tokens: TokenStream) -> Self {
        Self::Tokens(tokens)
    }
}

/// A file of items, opened by the header.
///
/// # Errors
///
/// The tokens are no items.
pub(super) fn file(context: &Context<'_>, path: &str, pieces: Vec<Piece>) -> Result<(String, String), EmitError> {
    let error = |message: String| EmitError { output: format!("sdk/rust/{path}"), message };
    let mut text = header(context, "//");
    for piece in pieces {
        match piece {
            Piece::Tokens(tokens) if tokens.is_empty() => {}
            Piece::Tokens(tokens) => {
                let items: syn::File = syn::parse2(tokens).map_err(|e| error(e.to_string()))?;
                text.push('\n');
                finish(&prettyplease::unparse(&items), &mut text);
            }
            Piece::Text(item) => {
                text.push('\n');
                text.push_str(&item);
            }
        }
    }
    Ok((path.to_owned(), text))
}

/// The lines every file opens with, as comments behind a mark.
pub(super) fn header(context: &Context<'_>, mark: &str) -> String {
    context.header().iter().fold(String::new(), |all, line| all + mark + " " + line + "\n")
}

/// Adds items, set apart by a blank line.
fn finish(printed: &str, text: &mut String) {
    let mut before = "";
    for line in printed.lines() {
        let code = line.trim_start();
        let opens_item = ["///", "#[", "pub ", "impl", "fn ", "const "].iter().any(|word| code.starts_with(word));
        let before_ends = before.trim_start().starts_with('}') || before.trim_start().starts_with("type ");
        if before_ends && opens_item {
            text.push('\n');
        }
        unfold(line, text);
        before = line;
    }
}
