//! Types: structs, enums, bit sets, and what is implemented for them.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::spelling::Spelling;
use super::tokens;
use crate::surface::{Case, Field, Member, Type, TypeDef, TypeKind};

impl Spelling<'_> {
    /// A type and its implementations.
    pub(super) fn type_items(self, def: &TypeDef) -> TokenStream {
        let doc = self.doc(&def.doc, 0);
        let name = tokens(self.name(&def.names));
        let item = match &def.kind {
            TypeKind::Record(fields) => self.record(def, fields),
            TypeKind::Variant(cases) => self.variant(def, cases),
            TypeKind::Enum(members) => self.words(def, members),
            TypeKind::Flags(members) => self.flags(def, members),
            TypeKind::Alias(target) => {
                let target = self.owned_tokens(target);
                quote! { pub type #name = #target; }
            }
        };
        let failure = if def.index == self.surface.api_error { self.failure(def) } else { TokenStream::new() };
        quote! { #doc #item #failure }
    }

    pub(super) fn owned_tokens(self, ty: &Type) -> TokenStream {
        tokens(&self.owned(ty))
    }

    /// The traits of a type that holds values.
    fn derives(self, def: &TypeDef, is_copy: bool) -> TokenStream {
        let copy = if is_copy { quote!(Copy,) } else { TokenStream::new() };
        let default = if self.def_has_default(def) { quote!(Default,) } else { TokenStream::new() };
        let exact = if self.def_has_float(def) { TokenStream::new() } else { quote!(, Eq, Hash) };
        quote! { #[derive(Debug, Clone, #copy #default PartialEq #exact)] }
    }

    fn record(self, def: &TypeDef, fields: &[Field]) -> TokenStream {
        let derives = self.derives(def, false);
        let name = tokens(self.name(&def.names));
        let fields = fields.iter().map(|field| {
            let doc = self.doc(&field.doc, 4);
            let name = tokens(self.name(&field.names));
            let ty = self.owned_tokens(&field.ty);
            quote! { #doc pub #name: #ty }
        });
        let from_range = self.range(def.index).map(|bound| {
            let range = tokens(&format!("::core::ops::RangeInclusive<{}>", self.owned(bound)));
            quote! {
                impl ::core::convert::From<#range> for #name {
                    fn from(range: #range) -> Self {
                        let (start, end) = range.into_inner();
                        Self { start, end }
                    }
                }
            }
        });
        quote! {
            #derives
            pub struct #name {
                #(#fields,)*
            }

            #from_range
        }
    }

    fn variant(self, def: &TypeDef, cases: &[Case]) -> TokenStream {
        let derives = self.derives(def, false);
        let name = tokens(self.name(&def.names));
        let members = cases.iter().enumerate().map(|(at, case)| {
            let doc = self.doc(&case.doc, 4);
            let mark = def.patch.filter(|patch| patch.keep == at).map(|_| quote!(#[default]));
            let name = tokens(self.name(&case.names));
            let payload = case.payload.as_ref().map(|payload| self.owned_tokens(payload));
            let payload = payload.map(|payload| quote! { (#payload) });
            quote! { #doc #mark #name #payload }
        });
        let from = def.patch.and_then(|patch| cases.get(patch.set)).and_then(|case| {
            let payload = case.payload.as_ref()?;
            let case = tokens(self.name(&case.names));
            let ty = self.owned_tokens(payload);
            let from_text = matches!(self.surface.resolve(payload), Type::String).then(|| {
                quote! {
                    impl ::core::convert::From<&str> for #name {
                        fn from(value: &str) -> Self {
                            Self::#case(value.to_owned())
                        }
                    }
                }
            });
            Some(quote! {
                impl ::core::convert::From<#ty> for #name {
                    fn from(value: #ty) -> Self {
                        Self::#case(value)
                    }
                }

                #from_text
            })
        });
        quote! {
            #derives
            pub enum #name {
                #(#members,)*
            }

            #from
        }
    }

    fn words(self, def: &TypeDef, members: &[Member]) -> TokenStream {
        let name = tokens(self.name(&def.names));
        let docs = members.iter().map(|member| self.doc(&member.doc, 4));
        let cases: Vec<_> = members.iter().map(|member| tokens(self.name(&member.names))).collect();
        let words: Vec<_> = members.iter().map(|member| member.names.wit.as_str()).collect();
        quote! {
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            pub enum #name {
                #(#docs #cases,)*
            }

            impl #name {
                /// The word, as every language has it.
                pub fn as_str(self) -> &'static str {
                    match self {
                        #(Self::#cases => #words,)*
                    }
                }
            }

            impl ::core::fmt::Display for #name {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.pad(self.as_str())
                }
            }

            impl ::core::str::FromStr for #name {
                type Err = crate::program::UnknownWord;

                fn from_str(word: &str) -> Result<Self, Self::Err> {
                    match word {
                        #(#words => Ok(Self::#cases),)*
                        _ => Err(crate::program::UnknownWord { found: word.to_owned(), expected: &[#(#words),*] }),
                    }
                }
            }
        }
    }

    fn flags(self, def: &TypeDef, members: &[Member]) -> TokenStream {
        let name = tokens(self.name(&def.names));
        let consts = members.iter().zip(0_u32..).map(|(member, bit)| {
            let doc = self.doc(&member.doc, 4);
            let name = tokens(self.name(&member.names));
            let bit = proc_macro2::Literal::u32_unsuffixed(bit);
            quote! { #doc pub const #name: Self = Self { bits: 1 << #bit }; }
        });
        let all = u32::MAX.checked_shr(32_u32.saturating_sub(u32::try_from(members.len()).unwrap_or(32))).unwrap_or(0);
        quote! {
            #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
            pub struct #name {
                bits: u32,
            }

            impl #name {
                #(#consts)*

                /// None of them.
                pub const fn empty() -> Self {
                    Self { bits: 0 }
                }

                /// All of them.
                pub const fn all() -> Self {
                    Self { bits: #all }
                }

                /// Those whose bits are set, from the lowest on; bits that stand for none are dropped.
                pub const fn from_bits(bits: u32) -> Self {
                    Self { bits: bits & #all }
                }

                /// A bit for each, from the lowest on.
                pub const fn bits(self) -> u32 {
                    self.bits
                }

                /// Whether none is set.
                pub const fn is_empty(self) -> bool {
                    self.bits == 0
                }

                /// Whether all of the others are set here.
                pub const fn contains(self, others: Self) -> bool {
                    self.bits & others.bits == others.bits
                }

                /// Sets the others.
                pub const fn insert(&mut self, others: Self) {
                    self.bits |= others.bits;
                }

                /// Takes the others out.
                pub const fn remove(&mut self, others: Self) {
                    self.bits &= !others.bits;
                }
            }

            impl ::core::ops::BitOr for #name {
                type Output = Self;

                fn bitor(self, others: Self) -> Self {
                    Self { bits: self.bits | others.bits }
                }
            }

            impl ::core::ops::BitOrAssign for #name {
                fn bitor_assign(&mut self, others: Self) {
                    self.insert(others);
                }
            }

            impl ::core::iter::FromIterator<Self> for #name {
                fn from_iter<I: ::core::iter::IntoIterator<Item = Self>>(items: I) -> Self {
                    items.into_iter().fold(Self::empty(), |all, item| all | item)
                }
            }
        }
    }

    /// What makes the record of a failed call an error, and how it reads.
    fn failure(self, def: &TypeDef) -> TokenStream {
        let name = tokens(self.name(&def.names));
        let root = self.name(&self.surface.name);
        // Most names follow from the id; the others are those a reserved word or an override changed.
        let spelled = self.surface.operations.iter().filter_map(|operation| {
            let spelled = self.spell(operation);
            let id = operation.id.as_str();
            (spelled != id.replace('.', "::")).then(|| quote! { #id => #spelled, })
        });
        let spelled: Vec<_> = spelled.collect();
        let call = if spelled.is_empty() {
            quote! { self.id.replace('.', "::") }
        } else {
            quote! {
                match self.id.as_str() {
                    #(#spelled)*
                    id => &id.replace('.', "::"),
                }
            }
        };
        let text = format!("{root}::{{}} failed ({{}}): {{}}");
        quote! {
            impl ::core::fmt::Display for #name {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    let call = #call;
                    write!(f, #text, call, self.code, self.message)
                }
            }

            impl ::core::error::Error for #name {}
        }
    }
}
