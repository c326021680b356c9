//! The Rust SDK: a crate with a module for each of the table's, and the half that talks to the membrane.

mod docs;
mod flat;
mod functions;
mod membrane;
mod print;
mod types;

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::spelling::Spelling;
use crate::{
    emit::{Context, EmitError},
    markdown::render_text,
    output::FileSet,
    surface::{Module, ModuleIndex, Surface},
};
use print::Piece;

/// What is the same for every table, below `src/`.
const RUNTIME: [(&str, &str); 8] = [
    ("membrane/abi/arguments.rs", include_str!("runtime/abi/arguments.rs")),
    ("membrane/abi/forms.rs", include_str!("runtime/abi/forms.rs")),
    ("membrane/abi/mod.rs", include_str!("runtime/abi/mod.rs")),
    ("membrane/abi/values.rs", include_str!("runtime/abi/values.rs")),
    ("membrane/double.rs", include_str!("runtime/double.rs")),
    ("membrane/run.rs", include_str!("runtime/run.rs")),
    ("membrane/runtime.rs", include_str!("runtime/runtime.rs")),
    ("program.rs", include_str!("runtime/program.rs")),
];

/// Where the crate stands.
pub(crate) const FOLDER: &str = "sdk/rust";

/// The sources of the crate, below [`FOLDER`], its root first.
pub(crate) fn paths(surface: &Surface) -> Vec<String> {
    let arm = crate::arms::rust();
    let modules = surface.modules.iter().map(|module| module.names.of(arm));
    let modules = modules.flat_map(|name| [format!("{name}.rs"), format!("membrane/calls/{name}.rs")]);
    let fixed = ["lib.rs", "membrane/mod.rs", "membrane/calls/mod.rs"].into_iter();
    let fixed = fixed.chain(RUNTIME.iter().map(|(path, _)| *path)).map(str::to_owned);
    fixed.chain(modules).map(|path| format!("src/{path}")).collect()
}

/// The files below [`FOLDER`].
///
/// # Errors
///
/// A name of the table is no identifier.
pub(super) fn emit(spelling: Spelling<'_>, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let mut files = FileSet::new();
    let mut insert = |path: &str, text: String| files.insert(format!("{FOLDER}/{path}"), text);
    insert("Cargo.toml", manifest(spelling, context));
    let (path, text) = root(spelling, context)?;
    insert(&path, text);
    let header = print::header(context, "//");
    for (path, text) in RUNTIME {
        insert(&format!("src/{path}"), format!("{header}\n{text}"));
    }
    insert("src/membrane/mod.rs", format!("{header}\n{}", spelling.membrane()));
    insert("src/membrane/calls/mod.rs", format!("{header}\n{}", spelling.calls()));
    let mut flattener = flat::Flattener::new(spelling.surface);
    for (index, module) in (0..).map(ModuleIndex).zip(&spelling.surface.modules) {
        let name = spelling.name(&module.names);
        let (path, text) = print::file(context, &format!("src/{name}.rs"), items(spelling, index, module))?;
        insert(&path, text);
        insert(
            &format!("src/membrane/calls/{name}.rs"),
            format!("{header}\n{}", spelling.crossing(module, &mut flattener)),
        );
    }
    Ok(files)
}

fn manifest(spelling: Spelling<'_>, context: &Context<'_>) -> String {
    let surface = spelling.surface;
    let header = print::header(context, "#");
    let description = render_text(&surface.summary, &|_| String::new());
    let description = serde_json::Value::from(description);
    format!(
        "{header}
[package]
name = \"{package}-sdk\"
description = {description}
version = \"0.1.0\"
edition = \"2024\"
rust-version = \"1.95\"
publish = false
autobins = false

[lib]
name = \"{root}\"

# It builds wherever it stands.
[workspace]
",
        package = surface.name.wit,
        root = spelling.name(&surface.name),
    )
}

/// `lib.rs`: what the crate is about, and its modules, which no formatter is to touch.
fn root(spelling: Spelling<'_>, context: &Context<'_>) -> Result<(String, String), EmitError> {
    let surface = spelling.surface;
    let doc = spelling.inner_doc(&surface.summary.followed_by(&surface.doc));
    let modules = surface.modules.iter().map(|module| tokens(spelling.name(&module.names)));
    let about = quote! {
        #doc
        #![allow(
            clippy::enum_variant_names,
            clippy::large_enum_variant,
            clippy::result_large_err,
            clippy::should_implement_trait,
            clippy::too_many_arguments,
            clippy::type_complexity,
            clippy::wrong_self_convention,
            rustdoc::bare_urls,
            rustdoc::redundant_explicit_links,
            reason = "names, shapes and words are the table's"
        )]
    };
    let modules = quote! {
        #(#[rustfmt::skip] pub mod #modules;)*
        #[rustfmt::skip]
        pub mod membrane;
        #[rustfmt::skip]
        pub mod program;
    };
    print::file(
        context,
        "src/lib.rs",
        vec![about.into(), modules.into(), quote! { pub use program::{Failure, log}; }.into()],
    )
}

/// The items of a module's file.
fn items(spelling: Spelling<'_>, index: ModuleIndex, module: &Module) -> Vec<Piece> {
    let surface = spelling.surface;
    let about = spelling.inner_doc(&module.summary.followed_by(&module.doc));
    let mut items: Vec<Piece> = vec![about.into(), uses(spelling, index, module).into()];
    items.extend(module.types.iter().map(|index| spelling.type_items(surface.type_def(*index)).into()));
    for index in &module.operations {
        let operation = surface.operation(*index);
        items.extend(spelling.options(operation).map(Piece::Text));
        items.push(Piece::Text(spelling.function(operation)));
    }
    items.extend(module.types.iter().map(|index| spelling.methods(*index).into()));
    items
}

/// The types of other modules.
fn uses(spelling: Spelling<'_>, index: ModuleIndex, module: &Module) -> TokenStream {
    let surface = spelling.surface;
    let mut found = BTreeSet::new();
    for index in &module.types {
        membrane::named_in(surface.type_def(*index), &mut found);
        for alias in surface.aliases_of(*index) {
            let operation = surface.operation(alias.operation);
            found.insert(surface.api_error);
            operation.params.iter().for_each(|param| membrane::named(&param.ty, &mut found));
            operation.returns.iter().for_each(|returns| membrane::named(&returns.ty, &mut found));
        }
    }
    for index in &module.operations {
        let operation = surface.operation(*index);
        found.insert(surface.api_error);
        operation.params.iter().for_each(|param| membrane::named(&param.ty, &mut found));
        operation.returns.iter().for_each(|returns| membrane::named(&returns.ty, &mut found));
    }
    let mut paths: Vec<_> = found
        .into_iter()
        .filter(|found| surface.type_def(*found).module != index)
        .map(|found| spelling.type_path(found))
        .collect();
    paths.sort();
    let paths = paths.iter().map(|path| tokens(path));
    quote! { #(use crate::#paths;)* }
}

/// Text as tokens; text that is none leaves nothing, which the printer then refuses.
fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
