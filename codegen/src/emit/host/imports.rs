//! The names a module's file uses: short where nothing of the table has the name, qualified where something has.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{
    EmitError, MakeIdent,
    plan::{Plan, free},
};
use crate::surface::{ModuleIndex, Type, TypeDef};

/// What one module's file may name, and has named so far.
pub(super) struct Imports<'a> {
    pub(super) plan: &'a Plan<'a>,
    module: ModuleIndex,
    make: &'a MakeIdent<'a>,
    /// The names the table's types have in this file.
    taken: BTreeSet<&'a str>,
    /// What stands in `use` lines: names by the path they are taken from.
    used: RefCell<BTreeMap<String, BTreeSet<String>>>,
}

impl<'a> Imports<'a> {
    pub(super) fn new(plan: &'a Plan<'a>, module: ModuleIndex, make: &'a MakeIdent<'a>) -> Self {
        let types = plan.reached(module).iter();
        let taken = types.map(|ty| plan.surface.type_def(*ty).names.host.as_str()).collect();
        Self { plan, module, make, taken, used: RefCell::default() }
    }

    /// An identifier.
    pub(super) fn ident(&self, name: &str) -> Result<Ident, EmitError> {
        (self.make)(name)
    }

    /// An item of a crate or of the parent module, by its path.
    pub(super) fn item(&self, path: &str) -> TokenStream {
        let (parent, name) = path.rsplit_once("::").unwrap_or_default();
        let text = if self.taken.contains(name) {
            let root = if parent == "super" { "" } else { "::" };
            format!("{root}{path}")
        } else {
            self.import(parent, name);
            name.to_owned()
        };
        // A path of words: it parses.
        text.parse().unwrap_or_default()
    }

    /// An item of the prelude, by its name and its path in `std`.
    fn prelude(&self, name: &str, path: &str) -> TokenStream {
        let name = if self.taken.contains(name) { format!("::std::{path}") } else { name.to_owned() };
        // A path of words: it parses.
        name.parse().unwrap_or_default()
    }

    /// `Result`.
    pub(super) fn result(&self) -> TokenStream {
        self.prelude("Result", "result::Result")
    }

    /// `Box`.
    pub(super) fn boxed(&self) -> TokenStream {
        self.prelude("Box", "boxed::Box")
    }

    /// `Send`.
    pub(super) fn send(&self) -> TokenStream {
        self.prelude("Send", "marker::Send")
    }

    /// `Future`.
    pub(super) fn future(&self) -> TokenStream {
        self.prelude("Future", "future::Future")
    }

    /// `String`.
    pub(super) fn string(&self) -> TokenStream {
        self.prelude("String", "string::String")
    }

    /// A name for something generated that no type of the table has.
    pub(super) fn free(&self, name: &str) -> Result<Ident, EmitError> {
        self.ident(&free(name, |name| self.taken.contains(name)))
    }

    /// The name of the module's trait.
    pub(super) fn operations(&self) -> Result<Ident, EmitError> {
        self.ident(self.plan.operations(self.module))
    }

    /// A type.
    pub(super) fn ty(&self, ty: &Type) -> Result<TokenStream, EmitError> {
        let optional = |ty: &Option<Box<Type>>| ty.as_ref().map_or_else(|| Ok(quote!(())), |ty| self.ty(ty));
        Ok(match ty {
            Type::Bool => quote!(bool),
            Type::U8 => quote!(u8),
            Type::U16 => quote!(u16),
            Type::U32 => quote!(u32),
            Type::U64 => quote!(u64),
            Type::S8 => quote!(i8),
            Type::S16 => quote!(i16),
            Type::S32 => quote!(i32),
            Type::S64 => quote!(i64),
            Type::F32 => quote!(f32),
            Type::F64 => quote!(f64),
            Type::Char => quote!(char),
            Type::String => self.string(),
            Type::List(item) => {
                let (list, item) = (self.prelude("Vec", "vec::Vec"), self.ty(item)?);
                quote!(#list<#item>)
            }
            Type::Option(inner) => {
                let (option, inner) = (self.prelude("Option", "option::Option"), self.ty(inner)?);
                quote!(#option<#inner>)
            }
            Type::Result { ok, err } => {
                let (result, ok, err) = (self.result(), optional(ok)?, optional(err)?);
                quote!(#result<#ok, #err>)
            }
            Type::Tuple(items) => {
                let items = items.iter().map(|item| self.ty(item)).collect::<Result<Vec<_>, _>>()?;
                quote!((#(#items,)*))
            }
            Type::Named(index) => self.named(self.plan.surface.type_def(*index))?,
        })
    }

    /// A type of the table by its name, imported if it is another module's.
    fn named(&self, def: &TypeDef) -> Result<TokenStream, EmitError> {
        let name = self.ident(&def.names.host)?;
        if def.module != self.module {
            let module = self.plan.surface.module(def.module);
            self.import(&format!("super::{}", module.names.host), &def.names.host);
        }
        // The component model's derives have a type parameter of this name.
        Ok(if name == "T" { quote!(self::#name) } else { quote!(#name) })
    }

    /// The `use` lines of everything named so far.
    pub(super) fn lines(&self) -> TokenStream {
        let used = self.used.borrow();
        let lines = used.iter().map(|(parent, names)| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            match names.as_slice() {
                [name] => format!("use {parent}::{name};"),
                names => format!("use {parent}::{{{}}};", names.join(", ")),
            }
        });
        // Paths of words and of the surface's identifiers: they parse.
        lines.collect::<String>().parse().unwrap_or_default()
    }

    fn import(&self, parent: &str, name: &str) {
        self.used.borrow_mut().entry(parent.to_owned()).or_default().insert(name.to_owned());
    }
}

/// A module's file without its extension: raw identifiers are written plain there.
pub(super) fn file_name(host: &str) -> &str {
    host.strip_prefix("r#").unwrap_or(host)
}
