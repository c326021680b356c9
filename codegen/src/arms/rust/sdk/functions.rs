//! Functions: one an operation, with the struct of its options; and methods, second spellings of them.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::spelling::{Parameters, Spelling};
use super::{docs::sentence, tokens};
use crate::{
    emit::rust::{STEP, WIDTH, push_doc},
    layout::{list, text},
    markdown::{Block, Inline, Markdown, Reference},
    surface::{Alias, Field, Operation, Param, Type, TypeIndex, TypeKind},
};

impl Spelling<'_> {
    /// The struct of an operation's options; none where it has none.
    pub(super) fn options(self, operation: &Operation) -> Option<String> {
        let Parameters { bag, .. } = self.parameters(operation);
        if bag.is_empty() {
            return None;
        }
        let reference = Inline::Code(self.name(&operation.names).to_owned());
        let about = [Inline::Text("What ".to_owned()), reference, Inline::Text(" may be given besides.".to_owned())];
        let mut out = String::new();
        push_doc(&self.doc_lines(None, &sentence(about), 0), 0, &mut out);
        let exact = if bag.iter().any(|param| self.has_float(&param.ty)) { "" } else { ", Eq, Hash" };
        let name = self.name(&operation.options);
        out.push_str(&format!("#[derive(Debug, Clone, Default, PartialEq{exact})]\npub struct {name} {{\n"));
        for param in bag {
            push_doc(&self.doc_lines(Some(operation), &param.doc, STEP), 1, &mut out);
            out.push_str(&format!("    pub {}: {},\n", self.name(&param.names), self.owned(&param.ty)));
        }
        out.push_str("}\n");
        Some(out)
    }

    /// An operation's function.
    pub(super) fn function(self, operation: &Operation) -> String {
        let parameters = self.parameters(operation);
        let module = self.name(&self.surface.module(operation.module).names);
        let name = self.name(&operation.names);
        let bag = self.bag_name(&parameters);
        let mut declared: Vec<_> = parameters.positional.iter().map(|param| text(self.declared(param))).collect();
        if !parameters.bag.is_empty() {
            declared.push(text(format!("{bag}: {}", self.name(&operation.options))));
        }
        let passed = operation.params.iter().map(|param| {
            let name = self.name(&param.names);
            if parameters.bag.iter().any(|other| std::ptr::eq(*other, param)) {
                return text(format!("{bag}.{name}"));
            }
            text(match self.range_parameter(param) {
                Some(range) if range.list => {
                    let ty = self.type_name(range.index);
                    format!("&{name}.iter().cloned().map(::core::convert::Into::into).collect::<Vec<{ty}>>()")
                }
                Some(_) => format!("{name}.into()"),
                None => name.to_owned(),
            })
        });
        let opening = text(format!(" -> {} {{", self.result(operation)));
        let function = list(format!("pub fn {name}("), declared, ",", ")").followed_by([opening]);
        let call = list(format!("crate::membrane::calls::{module}::{name}("), passed.collect(), ",", ")");
        let mut out = String::new();
        push_doc(&self.operation_doc(operation), 0, &mut out);
        let (function, call) = (function.render(WIDTH, STEP), call.render_at(WIDTH, STEP, 1));
        out.push_str(&format!("#[track_caller]\n{function}\n    {call}\n}}\n"));
        out
    }

    /// The methods of a type.
    pub(super) fn methods(self, index: TypeIndex) -> TokenStream {
        let methods: Vec<_> = self.surface.aliases_of(index).map(|alias| self.method(alias)).collect();
        if methods.is_empty() {
            return TokenStream::new();
        }
        let name = tokens(self.type_name(index));
        quote! {
            impl #name {
                #(#methods)*
            }
        }
    }

    fn method(self, alias: &Alias) -> TokenStream {
        let operation = self.surface.operation(alias.operation);
        let fields = match &self.surface.type_def(alias.ty).kind {
            TypeKind::Record(fields) => fields.as_slice(),
            _ => &[],
        };
        let filled = |param: &Param| {
            let at = operation.params.iter().position(|other| std::ptr::eq(other, param))?;
            fields.get((*alias.args.get(at)?)?)
        };
        let parameters = self.parameters(operation);
        let (given, taken): (Vec<&Param>, Vec<&Param>) =
            parameters.positional.iter().partition(|param| filled(param).is_none());
        let mut declared: Vec<_> = given.iter().map(|param| tokens(&self.declared(param))).collect();
        let mut passed: Vec<_> = parameters
            .positional
            .iter()
            .map(|param| match filled(param) {
                Some(field) => self.field_as(field, param),
                None => tokens(self.name(&param.names)),
            })
            .collect();
        let mut names: Vec<_> = taken.iter().map(|param| self.name(&param.names)).collect();
        if !parameters.bag.is_empty() {
            let bag = tokens(&self.bag_name(&parameters));
            let module = tokens(self.name(&self.surface.module(operation.module).names));
            let ty = tokens(self.name(&operation.options));
            let set: Vec<_> = parameters.bag.iter().filter_map(|param| Some((param, filled(param)?))).collect();
            names.extend(set.iter().map(|(param, _)| self.name(&param.names)));
            let fields = set.iter().map(|(param, field)| {
                let name = tokens(self.name(&param.names));
                let value = self.owned_field(field, param);
                quote! { #name: #value }
            });
            let rest = if set.len() == parameters.bag.len() {
                TokenStream::new()
            } else {
                declared.push(quote! { #bag: crate::#module::#ty });
                quote! { ..#bag }
            };
            passed.push(if set.is_empty() {
                quote! { #bag }
            } else {
                quote! { crate::#module::#ty { #(#fields,)* #rest } }
            });
        }
        let doc = self.doc_of(Some(operation), &method_doc(operation, &names), 4);
        let name = tokens(self.name(&alias.names));
        let result = tokens(&self.result(operation));
        let call = tokens(&self.spell(operation));
        quote! {
            #doc
            #[track_caller]
            pub fn #name(&self, #(#declared),*) -> #result {
                crate::#call(#(#passed),*)
            }
        }
    }

    /// A parameter that stands for itself.
    fn declared(self, param: &Param) -> String {
        let ty = self.parameter_by(param, "::core::convert::Into", "::core::clone::Clone");
        format!("{}: {ty}", self.name(&param.names))
    }

    /// A field of `self` as the argument of a parameter that stands for itself.
    fn field_as(self, field: &Field, param: &Param) -> TokenStream {
        let name = tokens(self.name(&field.names));
        let optional = matches!(self.surface.resolve(&field.ty), Type::Option(_));
        match self.borrowed(&param.ty).as_str() {
            "&str" => quote! { &self.#name },
            "&[&str]" => quote! { &self.#name.iter().map(String::as_str).collect::<Vec<_>>() },
            "Option<&str>" if optional => quote! { self.#name.as_deref() },
            "Option<&str>" => quote! { Some(&self.#name) },
            "Option<&[&str]>" if optional => quote! {
                self.#name.as_ref().map(|list| list.iter().map(String::as_str).collect::<Vec<_>>()).as_deref()
            },
            "Option<&[&str]>" => quote! { Some(&self.#name.iter().map(String::as_str).collect::<Vec<_>>()) },
            ty if ty.starts_with('&') => quote! { &self.#name },
            ty if ty.starts_with("Option<&") && optional => quote! { self.#name.as_deref() },
            ty if ty.starts_with("Option<&") => quote! { Some(&self.#name) },
            _ => self.owned_field(field, param),
        }
    }

    /// A field of `self` as a value of the parameter's type.
    fn owned_field(self, field: &Field, param: &Param) -> TokenStream {
        let name = tokens(self.name(&field.names));
        let value = if self.is_copy(&field.ty) {
            quote! { self.#name }
        } else {
            quote! { self.#name.clone() }
        };
        let optional = |ty: &Type| matches!(self.surface.resolve(ty), Type::Option(_));
        if optional(&param.ty) && !optional(&field.ty) {
            quote! { Some(#value) }
        } else {
            value
        }
    }
}

/// What there is to say about a method: what it stands for.
fn method_doc(operation: &Operation, filled: &[&str]) -> Markdown {
    let text = |text: &str| Inline::Text(text.to_owned());
    let mut about = vec![text("This is "), Inline::Reference(Reference::Operation(operation.id.clone()))];
    for (at, name) in filled.iter().enumerate() {
        about.extend([text(if at == 0 { " with this value's " } else { " and " }), Inline::Code((*name).to_owned())]);
    }
    about.push(text("."));
    let errors = vec![text("Those of that function.")];
    let mut whole = operation.summary.followed_by(&sentence(about));
    whole.blocks.push(Block::Heading(1, vec![text("Errors")]));
    whole.blocks.push(Block::Paragraph(errors));
    whole
}
