//! The lines that join a module's imports to its methods.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{EmitError, imports::Imports};
use crate::surface::{Module, Operation};

/// The function that adds a module to a linker.
pub(super) fn function(module: &Module, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let doc = format!(" Adds the calls of the module `{}`, each inside its bracket.", module.names.id);
    let surface = imports.plan.surface;
    let package = &surface.package;
    let interface = format!("{}:{}/{}", package.namespace, package.name, module.interface);
    let data = imports.free("Data")?;
    let operations = imports.operations()?;
    let [store_data, answers] = ["StoreData", "Answers"].map(|name| imports.item(&format!("gg_engine::{name}")));
    let id = imports.item("super::OperationId");
    let linker = imports.item("wasmtime::component::Linker");
    let calls = module.operations.iter().map(|index| call(surface.operation(*index), imports));
    let calls = calls.collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        #[doc = #doc]
        pub(super) fn add_to_linker<#data>(linker: &mut #linker<#data>) -> ::wasmtime::Result<()>
        where
            #data: #store_data,
            #data::Host: #operations + #answers<Operation = #id>,
        {
            let mut instance = linker.instance(#interface)?;
            #(#calls)*
            Ok(())
        }
    })
}

/// One import. Parameters stay a tuple, so that no name of the table meets a name in here.
fn call(operation: &Operation, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let wire = &operation.names.wit;
    let operations = imports.operations()?;
    let method = imports.ident(&operation.names.host)?;
    let id = imports.item("super::OperationId");
    let variant = imports.ident(imports.plan.variant(operation.index))?;
    let types = operation.params.iter().map(|param| imports.ty(&param.ty)).collect::<Result<Vec<_>, _>>()?;
    let types = quote!((#(#types,)*));
    let serve = imports.item("gg_engine::serve");
    let boxed = imports.boxed();
    let positions = || (0..operation.params.len()).map(Literal::usize_unsuffixed);
    let (ats, args) = (positions(), positions());
    let members = operation.params.iter().map(|param| &param.names.json);
    let params = if operation.params.is_empty() { quote!(()) } else { quote!(params) };
    Ok(quote! {
        instance.func_wrap_async(#wire, |mut store, #params: #types| {
            #boxed::new(async move {
                let answer = #serve(
                    store.data_mut(),
                    #id::#variant,
                    #params,
                    |#params, request| request #(.member(#members, &params.#ats))*,
                    async |host, call, #params| #operations::#method(host, call, #(params.#args),*).await,
                );
                Ok((answer.await,))
            })
        })?;
    })
}
