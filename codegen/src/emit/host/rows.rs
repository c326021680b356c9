//! The rows of a module as static data.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{EmitError, imports::Imports, plan::Plan};
use crate::{
    arms::{self, ArmIndex},
    names::{Case, convert},
    surface::{Binding, Module, Names, Operation, Type},
};

/// The rows, in table order.
pub(super) fn rows(module: &Module, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let doc = format!(" The rows of the module `{}`.", module.names.id);
    let row_type = imports.item("gg_engine::Operation");
    let count = Literal::usize_unsuffixed(module.operations.len());
    let rows = module.operations.iter().map(|index| row(imports.plan.surface.operation(*index), imports));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        #[doc = #doc]
        pub(super) static ROWS: [#row_type; #count] = [#(#rows),*];
    })
}

fn row(operation: &Operation, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let plan = imports.plan;
    let engine = |name: &str| imports.item(&format!("gg_engine::{name}"));
    let row_type = engine("Operation");
    let id_type = imports.item("super::OperationId");
    let variant = |index| imports.ident(plan.variant(index));
    let (id, key) = (&operation.id, &operation.names.id);
    let module = Literal::u32_unsuffixed(operation.module.0);
    let own = variant(operation.index)?;
    let binding_type = engine("Binding");
    let binding = match &operation.binding {
        Binding::Capability(capability) => {
            let at = Literal::u32_unsuffixed(capability.0);
            quote!(#binding_type::Capability(#at))
        }
        Binding::Ending(role) => quote!(#binding_type::Ending(#role)),
        Binding::Machine => quote!(#binding_type::Machine),
        Binding::Always => quote!(#binding_type::Always),
    };
    let (mode_type, during_type) = (engine("Mode"), engine("DuringCompaction"));
    let mode = imports.ident(&convert(operation.mode.word(), Case::Pascal))?;
    let during = imports.ident(&convert(operation.during_compaction.word(), Case::Pascal))?;
    let deadline = operation.deadline;
    let instead = operation.instead.iter().map(|index| {
        let variant = variant(*index)?;
        Ok(quote!(#id_type::#variant.index()))
    });
    let instead = instead.collect::<Result<Vec<_>, EmitError>>()?;
    let condition = match &operation.condition {
        Some(condition) => quote!(Some(#condition)),
        None => quote!(None),
    };
    let effect = &operation.effect;
    let spellings = per_arm(|arm| arm.arm().spell(plan.surface, operation));
    let params = operation.params.iter().map(|param| member(plan, &engine("Member"), &param.names, &param.ty));
    Ok(quote! {
        #row_type {
            index: #id_type::#own.index(),
            id: #id,
            key: #key,
            module: #module,
            binding: #binding,
            mode: #mode_type::#mode,
            deadline: #deadline,
            during_compaction: #during_type::#during,
            instead: &[#(#instead),*],
            condition: #condition,
            effect: #effect,
            spellings: #spellings,
            params: &[#(#params),*],
        }
    })
}

/// A parameter or a field with its names.
fn member(plan: &Plan<'_>, member_type: &TokenStream, names: &Names, ty: &Type) -> TokenStream {
    let name = &names.id;
    let spellings = per_arm(|arm| names.of(arm).to_owned());
    let record = match plan.record_number(ty) {
        Some(at) => {
            let at = Literal::u32_unsuffixed(at);
            quote!(Some(#at))
        }
        None => quote!(None),
    };
    quote!(#member_type { name: #name, spellings: #spellings, record: #record })
}

/// The fields of every record a parameter can name, in the order of their numbers.
pub(super) fn record_fields(plan: &Plan<'_>, member_type: &TokenStream) -> Vec<TokenStream> {
    let fields = plan.records.keys().map(|index| {
        let fields = plan.fields(*index).iter();
        let fields = fields.map(|field| member(plan, member_type, &field.names, &field.ty));
        quote!(&[#(#fields),*])
    });
    fields.collect()
}

/// A text for each arm, in the order of the arms.
pub(super) fn per_arm(text: impl Fn(ArmIndex) -> String) -> TokenStream {
    let texts = arms::indices().map(text);
    quote!(&[#(#texts),*])
}
