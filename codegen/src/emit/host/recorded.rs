//! How a type stands in a recorded request.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    EmitError,
    imports::{Imports, tokens},
};
use crate::surface::{Case, Member, TypeDef, TypeKind};

/// What makes a type stand in a request; nothing for one that no parameter reaches.
pub(super) fn implementation(def: &TypeDef, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    if !def.usage.input {
        return Ok(TokenStream::new());
    }
    let name = imports.ident(&def.names.host)?;
    let (body, left_out) = match &def.kind {
        TypeKind::Alias(_) => return Ok(TokenStream::new()),
        TypeKind::Record(fields) => {
            let object = tokens(&imports.item("gg_engine::Object"));
            let members = fields.iter().map(|field| {
                let json = &field.names.json;
                imports.ident(&field.names.host).map(|name| quote!(.member(#json, &self.#name)))
            });
            let members = members.collect::<Result<Vec<_>, _>>()?;
            (quote!(#object::open(json) #(#members)* .close();), None)
        }
        TypeKind::Enum(members) => (words(members, imports)?, None),
        TypeKind::Flags(_) => (quote!(::gg_engine::record_flags(*self, json);), None),
        TypeKind::Variant(cases) => match def.patch {
            Some(patch) => {
                let case = |at: usize| cases.get(at).map_or("", |case| &case.names.host);
                let [keep, empty, set] = [patch.keep, patch.empty, patch.set].map(|at| imports.ident(case(at)));
                let (keep, empty, set) = (keep?, empty?, set?);
                let recorded = tokens(&imports.item("gg_engine::Recorded"));
                let left_out = quote! {
                    fn is_left_out(&self) -> bool {
                        matches!(self, Self::#keep)
                    }
                };
                let body = quote! {
                    match self {
                        Self::#keep | Self::#empty => json.push_str("null"),
                        Self::#set(value) => #recorded::record(value, json),
                    }
                };
                (body, Some(left_out))
            }
            None => (variant(cases, imports)?, None),
        },
    };
    let recorded = tokens(&imports.item("gg_engine::Recorded"));
    let string = tokens(&imports.string());
    Ok(quote! {
        impl #recorded for #name {
            fn record(&self, json: &mut #string) {
                #body
            }
            #left_out
        }
    })
}

fn words(members: &[Member], imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let arms = members.iter().map(|member| {
        let word = format!("\"{}\"", member.names.json);
        imports.ident(&member.names.host).map(|name| quote!(Self::#name => #word))
    });
    let arms = arms.collect::<Result<Vec<_>, _>>()?;
    Ok(quote!(json.push_str(match self { #(#arms,)* });))
}

fn variant(cases: &[Case], imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let record_case = tokens(&imports.item("gg_engine::record_case"));
    let arms = cases.iter().map(|case| {
        let json = &case.names.json;
        let name = imports.ident(&case.names.host)?;
        Ok(match case.payload {
            Some(_) => quote!(Self::#name(value) => #record_case(#json, value, json)),
            None => quote!(Self::#name => #record_case(#json, &(), json)),
        })
    });
    let arms = arms.collect::<Result<Vec<_>, EmitError>>()?;
    Ok(quote!(match self { #(#arms,)* }))
}
