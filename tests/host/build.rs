//! Generates the host side of every table, and a double that implements it, into `OUT_DIR`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use gg_codegen::{Options, emit::Output, generate, source::Source};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Item, TraitItem};

fn main() -> ExitCode {
    println!("cargo::rustc-check-cfg=cfg(left_out, values(\"method\", \"module\"))");
    match generate_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn generate_all() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
    let root = Path::new("../..");
    let mut tables = vec![root.join("operations.toml")];
    for folder in [root.join("tests/tables"), PathBuf::from("tables")] {
        println!("cargo::rerun-if-changed={}", folder.display());
        for entry in fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                tables.push(path);
            }
        }
    }
    tables[1..].sort();
    let mut modules = TokenStream::new();
    let mut names = Vec::new();
    for table in &tables {
        println!("cargo::rerun-if-changed={}", table.display());
        let name = table.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        modules.extend(generate_one(table, &name, &out)?);
        names.push(format_ident!("{name}"));
    }
    modules.extend(quote! {
        /// Hands the name of every table to a macro.
        #[macro_export]
        macro_rules! each_table {
            ($then:ident) => {
                $then! { #(#names)* }
            };
        }
    });
    write(&out.join("tables.rs"), modules)
}

/// Generates one table; the module that holds what comes of it.
fn generate_one(table: &Path, name: &str, out: &Path) -> Result<TokenStream, String> {
    let text = fs::read_to_string(table).map_err(|e| format!("{}: {e}", table.display()))?;
    let source = Source::new(table.display().to_string(), &text);
    let options = Options { outputs: Output::host(), ..Options::default() };
    let generated = generate(&source, &options)
        .map_err(|failure| failure.render(&source, gg_codegen::diagnostic::Format::Plain))?;
    let folder = out.join(name);
    for (path, contents) in generated.files.iter() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&folder)).map_err(|e| e.to_string())?;
        fs::write(&path, contents).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let mut doubles = TokenStream::new();
    for module in &generated.surface.modules {
        let path = format!("host/{}.rs", module.names.host);
        let file = generated.files.get(&path).ok_or_else(|| format!("{path} is missing"))?;
        let file = syn::parse_file(&String::from_utf8_lossy(file)).map_err(|e| format!("{path}: {e}"))?;
        doubles.extend(double(&module.names.host, &file));
    }
    write(&folder.join("double.rs"), doubles)?;
    let module = format_ident!("{name}");
    let (host, double) = (format!("/{name}/host/mod.rs"), format!("/{name}/double.rs"));
    Ok(quote! {
        pub mod #module {
            //! What is generated from this table.
            /// The table itself.
            pub const SOURCE: &str = #text;
            /// The host side.
            pub mod host {
                include!(concat!(env!("OUT_DIR"), #host));
            }
            mod double {
                include!(concat!(env!("OUT_DIR"), #double));
            }
        }
    })
}

/// The trait of a module, implemented by the double. The signatures are taken from the generated trait itself.
fn double(module: &str, file: &syn::File) -> TokenStream {
    let Some(operations) = file.items.iter().find_map(|item| match item {
        Item::Trait(item) => Some(item),
        _ => None,
    }) else {
        return TokenStream::new();
    };
    let uses = file.items.iter().filter_map(|item| match item {
        Item::Use(item) if matches!(item.vis, syn::Visibility::Inherited) => Some(item),
        _ => None,
    });
    let uses = uses.map(|item| match &item.tree {
        syn::UseTree::Path(path) if path.ident == "super" => {
            let rest = &path.tree;
            quote!(#[allow(unused_imports, reason = "the file's own")] use super::super::host::#rest;)
        }
        tree => quote!(#[allow(unused_imports, reason = "the file's own")] use #tree;),
    });
    let methods = operations.items.iter().filter_map(|item| match item {
        TraitItem::Fn(item) => Some(method(&item.sig)),
        _ => None,
    });
    let (module, name) = (format_ident!("{module}"), &operations.ident);
    quote! {
        mod #module {
            #(#uses)*
            #[allow(unused_imports, clippy::wildcard_imports, reason = "a module may name no type of its own, or many")]
            use super::super::host::#module::*;
            impl #name for crate::Double<super::super::host::OperationId> {
                #(#methods)*
            }
        }
    }
}

fn method(signature: &syn::Signature) -> TokenStream {
    let mut signature = signature.clone();
    let Some(syn::FnArg::Typed(call)) = signature.inputs.iter().nth(1) else { return TokenStream::new() };
    let call = call.pat.clone();
    if let syn::ReturnType::Type(_, returns) = &mut signature.output
        && let Some(output) = future_output(returns)
    {
        **returns = output;
        signature.asyncness = Some(syn::token::Async::default());
    }
    quote! {
        #[allow(unused_variables, reason = "the bracket recorded them")]
        #signature {
            self.answer(#call).await
        }
    }
}

/// The `T` of `impl Future<Output = T> + Send`.
fn future_output(ty: &syn::Type) -> Option<syn::Type> {
    let syn::Type::ImplTrait(bounds) = ty else { return None };
    let syn::TypeParamBound::Trait(future) = bounds.bounds.first()? else { return None };
    let syn::PathArguments::AngleBracketed(arguments) = &future.path.segments.last()?.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::AssocType(output) => Some(output.ty.clone()),
        _ => None,
    }
}

fn write(path: &Path, tokens: TokenStream) -> Result<(), String> {
    let file = syn::parse2(tokens).map_err(|e| format!("{}: {e}", path.display()))?;
    fs::write(path, prettyplease::unparse(&file)).map_err(|e| format!("{}: {e}", path.display()))
}
