//! The static that gathers what the runtime reads besides the table. It includes the files of other outputs, which stand
//! beside `host/`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{
    arms::{self, ecmascript, python, rust},
    emit::{docs, guest, prompts, wit},
    surface::Surface,
};

/// `PACKAGE`.
pub(super) fn package(surface: &Surface) -> TokenStream {
    let root = surface.name.of(arms::javascript());
    let wit = beside(&wit::binary_path(surface));
    let index = beside(docs::INDEX);
    let prompts = prompts::paths().into_iter().map(|path| {
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let path = beside(&path);
        quote!((#name, include_str!(#path)))
    });
    let (adapter, descriptors) = (beside(guest::ADAPTER), beside(guest::DESCRIPTORS));
    let mut paths = ecmascript::paths(surface, arms::javascript());
    let sdk = entries(ecmascript::FOLDER, &paths);
    for path in &mut paths {
        *path = path.strip_suffix(".js").unwrap_or(path).to_owned() + ".d.ts";
    }
    paths.push(ecmascript::SPECIFIERS.to_owned());
    let declarations = entries(ecmascript::FOLDER, &paths);
    let python_root = surface.name.of(arms::python());
    let python_sdk = entries(python::sdk::FOLDER, &python::sdk::paths(surface));
    let rust_root = surface.name.of(arms::rust());
    let rust_sdk = entries(rust::sdk::FOLDER, &rust::sdk::paths(surface));
    quote! {
        /// Everything else the runtime reads of the table.
        pub static PACKAGE: Package = Package {
            root: #root,
            table: &TABLE,
            wit: include_bytes!(#wit),
            index: include_str!(#index),
            prompts: &[#(#prompts),*],
            javascript: JavaScript {
                adapter: include_bytes!(#adapter),
                descriptors: include_bytes!(#descriptors),
                sdk: &[#sdk],
                declarations: &[#declarations],
            },
            python: Python {
                root: #python_root,
                sdk: &[#python_sdk],
            },
            rust: Rust {
                root: #rust_root,
                sdk: &[#rust_sdk],
            },
        };
    }
}

/// Files of an SDK with their texts.
fn entries(folder: &str, paths: &[String]) -> TokenStream {
    let files = paths.iter().map(|path| beside(&format!("{folder}/{path}")));
    quote!(#((#paths, include_str!(#files))),*)
}

/// A path below the output folder, from `host/`.
fn beside(path: &str) -> String {
    format!("../{path}")
}
