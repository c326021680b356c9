//! `host/`: the Rust side of the membrane, a file per module and one that sums them up.
//!
//! It stands on the crate gg-engine alone, which takes every call through its steps; what is generated is the types,
//! the traits a host implements, the rows as static data, and the line that joins each import to its method.

mod documentation;
mod imports;
mod linker;
mod module;
mod operations;
mod plan;
mod recorded;
mod root;
mod rows;
mod types;

use proc_macro2::{Ident, TokenStream};

use super::{Context, EmitError};
use crate::{
    output::FileSet,
    surface::{ModuleIndex, Surface},
};
use imports::file_name;
use plan::Plan;

/// The files below `host/`.
pub(super) fn emit(surface: &Surface, context: &Context<'_>) -> Result<FileSet, EmitError> {
    let plan = Plan::new(surface);
    let mut files = FileSet::new();
    let root = "host/mod.rs";
    files.insert(root, print(root, context, root::file(&plan, &|name| ident(root, name))?)?);
    for (index, module) in (0..).map(ModuleIndex).zip(&surface.modules) {
        let path = format!("host/{}.rs", file_name(&module.names.host));
        let tokens = module::file(&plan, index, &|name| ident(&path, name))?;
        let text = print(&path, context, tokens)?;
        files.insert(path, text);
    }
    Ok(files)
}

/// Makes an identifier of a name of the surface.
type MakeIdent<'a> = dyn Fn(&str) -> Result<Ident, EmitError> + 'a;

/// A name as an identifier. The surface's names are identifiers already; one that is not is an error, never a panic.
fn ident(path: &str, name: &str) -> Result<Ident, EmitError> {
    syn::parse_str(name).map_err(|_| EmitError {
        output: path.to_owned(),
        message: format!("`{name}` is no identifier in Rust; give the row another name"),
    })
}

/// A file as text, behind the header.
fn print(path: &str, context: &Context<'_>, tokens: TokenStream) -> Result<String, EmitError> {
    let file = syn::parse2(tokens).map_err(|e| EmitError { output: path.to_owned(), message: format!("{e}") })?;
    let header: String = context.header().iter().map(|line| format!("// {line}\n")).collect();
    Ok(format!("{header}\n{}", prettyplease::unparse(&file)))
}
