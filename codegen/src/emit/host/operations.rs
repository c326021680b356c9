//! The trait of a module: a method per operation.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{
    EmitError,
    documentation::{Place, of_operation},
    imports::Imports,
};
use crate::surface::{Module, Operation};

/// The trait.
pub(super) fn declaration(module: &Module, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let surface = imports.plan.surface;
    let name = imports.operations()?;
    let doc = format!(" The operations of the module `{}`.", module.names.id);
    let send = imports.send();
    let methods = module.operations.iter().map(|index| method(surface.operation(*index), imports));
    let methods = methods.collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        #[doc = #doc]
        pub trait #name: #send {
            #(#methods)*
        }
    })
}

fn method(operation: &Operation, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let doc = Place { plan: imports.plan, base: "super::", indent: 4 };
    let doc = doc.outer(&of_operation(imports.plan.surface, operation));
    let name = imports.ident(&operation.names.host)?;
    let (call, call_type) = (call_name(operation), imports.item("gg_engine::Call"));
    let params = operation.params.iter().map(|param| {
        let ty = imports.ty(&param.ty)?;
        imports.ident(&param.names.host).map(|name| quote!(#name: #ty))
    });
    let params = params.collect::<Result<Vec<_>, _>>()?;
    let returns = returns(operation, imports)?;
    let (future, result, send) = (imports.future(), imports.result(), imports.send());
    let error = imports.item("gg_engine::CallError");
    Ok(quote! {
        #doc
        fn #name(
            &mut self,
            #call: &#call_type,
            #(#params,)*
        ) -> impl #future<Output = #result<#returns, #error>> + #send;
    })
}

/// What a method gives back.
pub(super) fn returns(operation: &Operation, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    operation.returns.as_ref().map_or_else(|| Ok(quote!(())), |returns| imports.ty(&returns.ty))
}

/// The first parameter, whatever the table's own are called.
fn call_name(operation: &Operation) -> Ident {
    let taken = |name: &str| operation.params.iter().any(|param| param.names.host == name);
    if taken("call") { format_ident!("this_call") } else { format_ident!("call") }
}
