//! Tokens to a file: prettyplease prints, and what it cannot say is put in as text.

use proc_macro2::TokenStream;

use crate::emit::{Context, EmitError};

/// A file of items, opened by the header.
///
/// # Errors
///
/// The tokens are no items.
pub(super) fn file(context: &Context<'_>, path: &str, items: Vec<TokenStream>) -> Result<(String, String), EmitError> {
    let error = |message: String| EmitError { output: format!("sdk/rust/{path}"), message };
    let mut text = header(context, "//");
    for tokens in items.into_iter().filter(|tokens| !tokens.is_empty()) {
        let items: syn::File = syn::parse2(tokens).map_err(|e| error(e.to_string()))?;
        text.push('\n');
        text.push_str(&finish(&prettyplease::unparse(&items)));
    }
    Ok((path.to_owned(), text))
}

/// The lines every file opens with, as comments behind a mark.
pub(super) fn header(context: &Context<'_>, mark: &str) -> String {
    context.header().iter().fold(String::new(), |all, line| all + mark + " " + line + "\n")
}

/// Sets items apart by a blank line.
fn finish(printed: &str) -> String {
    let mut text = String::new();
    let mut before = "";
    for line in printed.lines() {
        let code = line.trim_start();
        let opens_item = ["///", "#[", "pub ", "impl", "fn ", "const "].iter().any(|word| code.starts_with(word));
        let before_ends = before.trim_start().starts_with('}') || before.trim_start().starts_with("type ");
        if before_ends && opens_item {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
        before = line;
    }
    text
}
