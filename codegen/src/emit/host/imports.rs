//! The names a module's file uses: short where nothing of the table has the name, qualified where something has.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use proc_macro2::{Ident, TokenStream};

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
    pub(super) fn item(&self, path: &str) -> String {
        let (parent, name) = path.rsplit_once("::").unwrap_or_default();
        if self.taken.contains(name) {
            let root = if parent == "super" { "" } else { "::" };
            format!("{root}{path}")
        } else {
            self.import(parent, name);
            name.to_owned()
        }
    }

    /// An item of the prelude, by its name and its path in `std`.
    fn prelude(&self, name: &str, path: &str) -> String {
        if self.taken.contains(name) { format!("::std::{path}") } else { name.to_owned() }
    }

    /// `Result`.
    pub(super) fn result(&self) -> String {
        self.prelude("Result", "result::Result")
    }

    /// `Box`.
    pub(super) fn boxed(&self) -> String {
        self.prelude("Box", "boxed::Box")
    }

    /// `Send`.
    pub(super) fn send(&self) -> String {
        self.prelude("Send", "marker::Send")
    }

    /// `Future`.
    pub(super) fn future(&self) -> String {
        self.prelude("Future", "future::Future")
    }

    /// `String`.
    pub(super) fn string(&self) -> String {
        self.prelude("String", "string::String")
    }

    /// A name for something generated that no type of the table has.
    pub(super) fn free(&self, name: &str) -> String {
        free(name, |name| self.taken.contains(name))
    }

    /// The name of the module's trait.
    pub(super) fn operations(&self) -> &'a str {
        self.plan.operations(self.module)
    }

    /// A type as tokens.
    pub(super) fn ty(&self, ty: &Type) -> Result<TokenStream, EmitError> {
        self.type_text(ty).map(|text| tokens(&text))
    }

    /// A type.
    pub(super) fn type_text(&self, ty: &Type) -> Result<String, EmitError> {
        let optional =
            |ty: &Option<Box<Type>>| ty.as_ref().map_or_else(|| Ok("()".to_owned()), |ty| self.type_text(ty));
        Ok(match ty {
            Type::Bool => "bool".to_owned(),
            Type::U8 => "u8".to_owned(),
            Type::U16 => "u16".to_owned(),
            Type::U32 => "u32".to_owned(),
            Type::U64 => "u64".to_owned(),
            Type::S8 => "i8".to_owned(),
            Type::S16 => "i16".to_owned(),
            Type::S32 => "i32".to_owned(),
            Type::S64 => "i64".to_owned(),
            Type::F32 => "f32".to_owned(),
            Type::F64 => "f64".to_owned(),
            Type::Char => "char".to_owned(),
            Type::String => self.string(),
            Type::List(item) => format!("{}<{}>", self.prelude("Vec", "vec::Vec"), self.type_text(item)?),
            Type::Option(inner) => format!("{}<{}>", self.prelude("Option", "option::Option"), self.type_text(inner)?),
            Type::Result { ok, err } => format!("{}<{}, {}>", self.result(), optional(ok)?, optional(err)?),
            Type::Tuple(items) => {
                let items = items.iter().map(|item| self.type_text(item)).collect::<Result<Vec<_>, _>>()?;
                tuple(&items)
            }
            Type::Named(index) => self.named(self.plan.surface.type_def(*index))?,
        })
    }

    /// A type of the table by its name, imported if it is another module's.
    fn named(&self, def: &TypeDef) -> Result<String, EmitError> {
        let name = &def.names.host;
        self.ident(name)?;
        if def.module != self.module {
            let module = self.plan.surface.module(def.module);
            self.import(&format!("super::{}", module.names.host), name);
        }
        // The component model's derives have a type parameter of this name.
        Ok(if name == "T" { format!("self::{name}") } else { name.clone() })
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
        tokens(&lines.collect::<String>())
    }

    fn import(&self, parent: &str, name: &str) {
        self.used.borrow_mut().entry(parent.to_owned()).or_default().insert(name.to_owned());
    }
}

/// Items as a tuple, one of which stays one.
pub(super) fn tuple(items: &[String]) -> String {
    match items {
        [item] => format!("({item},)"),
        items => format!("({})", items.join(", ")),
    }
}

/// A path or a type of the surface as tokens.
pub(super) fn tokens(text: &str) -> TokenStream {
    // Words of the surface's identifiers: they parse.
    text.parse().unwrap_or_default()
}

/// A module's file without its extension: raw identifiers are written plain there.
pub(super) fn file_name(host: &str) -> &str {
    host.strip_prefix("r#").unwrap_or(host)
}
