//! The types of a module.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    EmitError,
    documentation::{Place, item},
    imports::{Imports, tokens},
    recorded,
};
use crate::{
    markdown::{Block, Markdown},
    surface::{Case, Field, Member, Module, Names, Origin, Surface, Type, TypeDef, TypeKind},
};

/// The declarations of a module's types, with what makes them stand in requests.
pub(super) fn declarations(module: &Module, imports: &Imports<'_>) -> Result<TokenStream, EmitError> {
    let surface = imports.plan.surface;
    let types = Types { surface, imports };
    let mut items = TokenStream::new();
    let mut flags = TokenStream::new();
    for def in module.types.iter().map(|index| surface.type_def(*index)) {
        items.extend(types.declaration(def)?);
        if let (TypeKind::Flags(bits), Origin::Table) = (&def.kind, def.origin) {
            flags.extend(types.flags_type(def, bits)?);
        }
    }
    if !flags.is_empty() {
        items.extend(quote! {
            /// The flags types as the component model has them.
            mod bits {
                #flags
            }
        });
    }
    Ok(items)
}

struct Types<'a> {
    surface: &'a Surface,
    imports: &'a Imports<'a>,
}

impl Types<'_> {
    fn place(&self, indent: usize) -> Place<'_> {
        Place { plan: self.imports.plan, base: "super::", indent }
    }

    fn declaration(&self, def: &TypeDef) -> Result<TokenStream, EmitError> {
        let name = self.imports.ident(&def.names.host)?;
        let doc = self.place(0).outer(&def.doc);
        if def.origin == Origin::Toolchain {
            // The same for every table, so it is the engine's; its documentation stands there.
            let engine = if def.index == self.surface.error_code { quote!(ErrorCode) } else { quote!(ApiError) };
            return Ok(quote!(pub use ::gg_engine::#engine as #name;));
        }
        let declaration = match &def.kind {
            TypeKind::Record(fields) => {
                let derives = self.derives(def);
                let fields = fields.iter().map(|field| self.field(field)).collect::<Result<Vec<_>, _>>()?;
                quote! {
                    #doc
                    #derives
                    #[component(record)]
                    pub struct #name { #(#fields,)* }
                }
            }
            TypeKind::Variant(cases) => {
                let derives = self.derives(def);
                let rename = rename_all(cases.iter().map(|case| &case.names));
                let cases = cases.iter().map(|case| self.case(case)).collect::<Result<Vec<_>, _>>()?;
                quote! {
                    #doc
                    #derives
                    #rename
                    #[component(variant)]
                    pub enum #name { #(#cases,)* }
                }
            }
            TypeKind::Enum(members) => {
                let derives = self.derives(def);
                let repr = if members.len() > 256 { quote!(u16) } else { quote!(u8) };
                let rename = rename_all(members.iter().map(|member| &member.names));
                let members = members.iter().map(|member| self.member(member)).collect::<Result<Vec<_>, _>>()?;
                quote! {
                    #doc
                    #derives
                    #rename
                    #[component(enum)]
                    #[repr(#repr)]
                    pub enum #name { #(#members,)* }
                }
            }
            TypeKind::Flags(bits) => {
                let doc = self.place(0).outer(&with_bits(&def.doc, bits));
                let words = self.flags_words(def, bits)?;
                quote! {
                    #doc
                    pub use bits::#name;
                    #words
                }
            }
            TypeKind::Alias(target) => {
                let target = self.imports.ty(target)?;
                quote! {
                    #doc
                    pub type #name = #target;
                }
            }
        };
        let recorded = recorded::implementation(def, self.imports)?;
        Ok(quote!(#declaration #recorded))
    }

    fn derives(&self, def: &TypeDef) -> TokenStream {
        let is_word = matches!(def.kind, TypeKind::Enum(_));
        let copy = is_word.then(|| quote!(Copy,));
        let eq = self.has_eq(&Type::Named(def.index)).then(|| quote!(Eq,));
        let hash = is_word.then(|| quote!(Hash,));
        let [serialize, deserialize] =
            ["Serialize", "Deserialize"].map(|name| tokens(&self.imports.item(&format!("serde::{name}"))));
        let [component, lift, lower] = ["ComponentType", "Lift", "Lower"]
            .map(|name| tokens(&self.imports.item(&format!("wasmtime::component::{name}"))));
        quote! {
            #[derive(Clone, #copy Debug, PartialEq, #eq #hash)]
            #[derive(#serialize, #deserialize, #component, #lift, #lower)]
        }
    }

    /// Whether equality of the type is total: it holds no float.
    fn has_eq(&self, ty: &Type) -> bool {
        match ty {
            Type::F32 | Type::F64 => false,
            Type::List(inner) | Type::Option(inner) => self.has_eq(inner),
            Type::Result { ok, err } => ok.iter().chain(err).all(|ty| self.has_eq(ty)),
            Type::Tuple(items) => items.iter().all(|ty| self.has_eq(ty)),
            Type::Named(index) => match &self.surface.type_def(*index).kind {
                TypeKind::Record(fields) => fields.iter().all(|field| self.has_eq(&field.ty)),
                TypeKind::Variant(cases) => cases.iter().flat_map(|case| &case.payload).all(|ty| self.has_eq(ty)),
                TypeKind::Alias(target) => self.has_eq(target),
                TypeKind::Enum(_) | TypeKind::Flags(_) => true,
            },
            _ => true,
        }
    }

    fn field(&self, field: &Field) -> Result<TokenStream, EmitError> {
        let name = self.imports.ident(&field.names.host)?;
        let ty = self.imports.ty(&field.ty)?;
        let doc = self.place(4).outer(&field.doc);
        let wire = wire_name(&field.names);
        let rename = (field.names.host != field.names.json).then(|| rename(&field.names));
        Ok(quote!(#doc #wire #rename pub #name: #ty))
    }

    fn case(&self, case: &Case) -> Result<TokenStream, EmitError> {
        let name = self.imports.ident(&case.names.host)?;
        let payload = case.payload.as_ref().map(|ty| self.imports.ty(ty)).transpose()?.map(|ty| quote!((#ty)));
        let doc = self.place(4).outer(&case.doc);
        let wire = wire_name(&case.names);
        let rename = needs_rename(&case.names).then(|| rename(&case.names));
        Ok(quote!(#doc #wire #rename #name #payload))
    }

    fn member(&self, member: &Member) -> Result<TokenStream, EmitError> {
        let name = self.imports.ident(&member.names.host)?;
        let doc = self.place(4).outer(&member.doc);
        let wire = wire_name(&member.names);
        let rename = needs_rename(&member.names).then(|| rename(&member.names));
        Ok(quote!(#doc #wire #rename #name))
    }

    /// The type itself, as wasmtime's own macro makes it; that macro takes no documentation.
    fn flags_type(&self, def: &TypeDef, bits: &[Member]) -> Result<TokenStream, EmitError> {
        let name = self.imports.ident(&def.names.host)?;
        let bits = bits.iter().map(|bit| {
            let wire = wire_name(&bit.names);
            self.imports.ident(&bit.names.host).map(|name| quote!(#wire const #name;))
        });
        let bits = bits.collect::<Result<Vec<_>, _>>()?;
        Ok(quote!(::wasmtime::component::flags! { #name { #(#bits)* } }))
    }

    /// What a flags type needs to be read and written as its words.
    fn flags_words(&self, def: &TypeDef, bits: &[Member]) -> Result<TokenStream, EmitError> {
        let name = self.imports.ident(&def.names.host)?;
        let result = tokens(&self.imports.result());
        let bits = bits.iter().map(|bit| {
            let word = &bit.names.json;
            self.imports.ident(&bit.names.host).map(|name| quote!((Self::#name, #word)))
        });
        let bits = bits.collect::<Result<Vec<_>, _>>()?;
        Ok(quote! {
            impl ::gg_engine::Flags for #name {
                const BITS: &'static [(Self, &'static str)] = &[#(#bits),*];
                fn has(self, bits: Self) -> bool {
                    self.contains(bits)
                }
            }
            impl ::serde::Serialize for #name {
                fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> #result<S::Ok, S::Error> {
                    ::gg_engine::serialize_flags(*self, serializer)
                }
            }
            impl<'de> ::serde::Deserialize<'de> for #name {
                fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> #result<Self, D::Error> {
                    ::gg_engine::deserialize_flags(deserializer)
                }
            }
        })
    }
}

/// The name the component model knows a member by.
fn wire_name(names: &Names) -> Option<TokenStream> {
    let wire = &names.wit;
    (names.host != names.wit).then(|| quote!(#[component(name = #wire)]))
}

fn rename(names: &Names) -> TokenStream {
    let json = &names.json;
    quote!(#[serde(rename = #json)])
}

/// The rule for all cases; one whose word it does not give says its own.
fn rename_all<'a>(mut names: impl Iterator<Item = &'a Names>) -> Option<TokenStream> {
    names.any(|names| names.host != names.json).then(|| quote!(#[serde(rename_all = "snake_case")]))
}

/// Whether serde's own rule gives another word than the table's.
fn needs_rename(names: &Names) -> bool {
    let mut word = String::new();
    for (at, c) in names.host.chars().enumerate() {
        if at > 0 && c.is_uppercase() {
            word.push('_');
        }
        word.push(c.to_ascii_lowercase());
    }
    word != names.json
}

/// The documentation of a flags type, its bits included.
fn with_bits(doc: &Markdown, bits: &[Member]) -> Markdown {
    let mut doc = doc.clone();
    let items = bits.iter().map(|bit| item(&bit.names.host, &bit.doc));
    doc.blocks.push(Block::List { start: None, items: items.collect() });
    doc
}
