//! The file of one module.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    EmitError, MakeIdent, documentation::Place, imports::Imports, linker, operations, plan::Plan, rows, types,
};
use crate::surface::ModuleIndex;

/// A module's file: what is printed from tokens, and behind it what is text already.
pub(super) struct File {
    pub(super) declarations: TokenStream,
    pub(super) calls: Vec<String>,
}

/// Its documentation and types; its trait, rows, and the function that adds it to a linker.
pub(super) fn file(plan: &Plan<'_>, index: ModuleIndex, make: &MakeIdent<'_>) -> Result<File, EmitError> {
    let imports = Imports::new(plan, index, make);
    let module = plan.surface.module(index);
    let doc = Place { plan, base: "super::", indent: 0 }.inner(&module.summary.followed_by(&module.doc));
    let types = types::declarations(module, &imports)?;
    let calls = if module.operations.is_empty() {
        Vec::new()
    } else {
        vec![
            operations::declaration(module, &imports)?,
            rows::rows(module, &imports),
            linker::function(module, &imports)?,
        ]
    };
    let lines = imports.lines();
    let declarations = quote! {
        #doc
        #![allow(
            clippy::doc_markdown,
            clippy::enum_variant_names,
            clippy::large_enum_variant,
            clippy::struct_excessive_bools,
            clippy::struct_field_names,
            clippy::too_many_arguments,
            clippy::type_complexity,
            clippy::wrong_self_convention,
            missing_docs,
            unreachable_pub,
            reason = "names, shapes and prose are the table's"
        )]
        #lines
        #types
    };
    Ok(File { declarations, calls })
}
