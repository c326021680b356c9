//! `host/`: the Rust side of the membrane, a file per module and one that sums them up.
//!
//! It stands on the crate gg-engine alone, which takes every call through its steps; what is generated is the types,
//! the traits a host implements, the rows as static data, and the line that joins each import to its method.

mod documentation;
mod imports;
mod linker;
mod module;
mod operations;
mod package;
mod plan;
mod recorded;
mod root;
mod rows;
mod types;

use proc_macro2::{Ident, TokenStream};

use super::{Context, EmitError, prompts, rust::unfold, wit};
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
    let bare = wit::bare(surface);
    let table = root::table(&plan, &prompts::sentences(context)?, &wit::fingerprint_of(&bare));
    files.insert(root, print(root, context, root::file(&plan, &|name| ident(root, name))?, &[table])?);
    files.insert(format!("host/{}", root::wit_name(surface)), bare);
    for (index, module) in (0..).map(ModuleIndex).zip(&surface.modules) {
        let path = format!("host/{}.rs", file_name(&module.names.host));
        let file = module::file(&plan, index, &|name| ident(&path, name))?;
        let text = print(&path, context, file.declarations, &file.calls)?;
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

/// A file as text, behind the header. The printer knows no blank lines; they stand between items and between methods.
fn print(path: &str, context: &Context<'_>, tokens: TokenStream, more: &[String]) -> Result<String, EmitError> {
    let file = syn::parse2(tokens).map_err(|e| EmitError { output: path.to_owned(), message: format!("{e}") })?;
    let syn::File { attrs, items, .. } = file;
    let mut text = context.header().map(|line| format!("// {line}\n")).concat();
    let one = |attrs, items| prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs, items });
    if !attrs.is_empty() {
        text.push('\n');
        spaced(&one(attrs, Vec::new()), &mut text);
    }
    let mut last = None;
    for item in items {
        // Lines of one kind that say one thing each stay together.
        let kind = matches!(item, syn::Item::Use(_) | syn::Item::Mod(_)).then(|| std::mem::discriminant(&item));
        if kind.is_none() || last != kind {
            text.push('\n');
        }
        last = kind;
        spaced(&one(Vec::new(), vec![item]), &mut text);
    }
    for item in more {
        text.push('\n');
        text.push_str(item);
    }
    Ok(text)
}

/// Adds an item with a blank line between its members, where a member that ends is followed by one that is documented.
fn spaced(item: &str, text: &mut String) {
    let mut ended = false;
    for line in item.lines() {
        let starts = line.starts_with("    ") && !line.starts_with("     ") && !line.ends_with(';');
        if ended && starts && line != "    }" {
            text.push('\n');
        }
        let is_comment = line.trim_start().starts_with("//");
        ended = line == "    }" || (line.starts_with("    ") && line.ends_with(';') && !is_comment);
        unfold(line, text);
    }
}
