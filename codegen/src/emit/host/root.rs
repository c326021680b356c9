//! `mod.rs`: the modules, the host they make up, the ids of the operations and the table as the engine reads it.
//!
//! The names of the table's modules stand in this file's scope, so every path to a crate starts with `::`. It may be
//! included as well as be a module's file, so it has no inner attributes.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    EmitError, MakeIdent,
    documentation::Place,
    package,
    plan::Plan,
    rows::{per_arm, record_fields},
};
use crate::{
    arms::{self, Item},
    emit::{
        prompts::data::Sentences,
        rust::{STEP, WIDTH, string},
        wit,
    },
    layout::{Layout, list, spaced_list, text},
    surface::{Module, ModuleIndex, Surface},
};

/// The whole file.
pub(super) fn file(plan: &Plan<'_>, make: &MakeIdent<'_>) -> Result<TokenStream, EmitError> {
    let modules = modules(plan, make)?;
    let host = host(plan, make)?;
    let ids = ids(plan, make)?;
    let package = package::package(plan.surface);
    let linker = linker(plan, make)?;
    let capability = (!plan.surface.capabilities.is_empty()).then(|| quote!(Capability,));
    let member = (!plan.records.is_empty()).then(|| quote!(Member,));
    Ok(quote! {
        use ::gg_engine::{
            Answers, #capability JavaScript, #member Module, Operation, Package, Python, Rust, Sentences, StoreData,
            Table, TableOperation,
        };
        use ::wasmtime::component::Linker;
        #modules #host #linker #ids #package
    })
}

fn modules(plan: &Plan<'_>, make: &MakeIdent<'_>) -> Result<TokenStream, EmitError> {
    let modules = plan.surface.modules.iter().map(|module| make(&module.names.host));
    let modules = modules.collect::<Result<Vec<_>, _>>()?;
    Ok(quote!(#(pub mod #modules;)*))
}

/// Modules with a trait, and the trait.
fn traits(plan: &Plan<'_>, make: &MakeIdent<'_>) -> Result<Vec<TokenStream>, EmitError> {
    let traits = plan.callable().map(|(index, module)| {
        let operations = make(plan.operations(index))?;
        make(&module.names.host).map(|module| quote!(#module::#operations))
    });
    traits.collect()
}

fn host(plan: &Plan<'_>, make: &MakeIdent<'_>) -> Result<TokenStream, EmitError> {
    let traits = traits(plan, make)?;
    Ok(quote! {
        /// Everything a host implements: the operations of every module, and what the bracket asks of it.
        pub trait Host where Self: Answers<Operation = OperationId> #(+ #traits)* {}

        impl<T> Host for T where T: Answers<Operation = OperationId> #(+ #traits)* {}
    })
}

fn linker(plan: &Plan<'_>, make: &MakeIdent<'_>) -> Result<TokenStream, EmitError> {
    let modules = plan.callable().map(|(_, module)| make(&module.names.host));
    let modules = modules.collect::<Result<Vec<_>, _>>()?;
    Ok(quote! {
        /// Adds every call to a linker, each inside its bracket. What the world has besides (its private interface and
        /// its exports) is the sandbox's own.
        ///
        /// # Errors
        ///
        /// The linker has one of the interfaces already.
        pub fn add_to_linker<Data>(linker: &mut Linker<Data>) -> ::wasmtime::Result<()>
        where
            Data: StoreData,
            Data::Host: Host,
        {
            #(#modules::add_to_linker(linker)?;)*
            Ok(())
        }
    })
}

fn ids(plan: &Plan<'_>, make: &MakeIdent<'_>) -> Result<TokenStream, EmitError> {
    let doc = Place { plan, base: "", indent: 4 };
    let surface = plan.surface;
    let mut variants = Vec::new();
    let mut documented = Vec::new();
    for operation in &surface.operations {
        let name = make(plan.variant(operation.index))?;
        let summary = doc.outer(&operation.summary);
        documented.push(quote!(#summary #name));
        variants.push(name);
    }
    let count = Literal::usize_unsuffixed(variants.len());
    let rows = surface.operations.iter().map(|operation| {
        let module = &surface.module(operation.module).names.host;
        let at = Literal::usize_unsuffixed(plan.position(operation.index));
        make(module).map(|module| quote!(&#module::ROWS[#at]))
    });
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let [number, size, text] = ["u32", "usize", "str"].map(|name| primitive(surface, name));
    let (enumeration, index) = if variants.is_empty() {
        // An enum without variants is a type without values: everything below holds of it, vacuously.
        (
            quote!(
                pub enum OperationId {}
            ),
            quote!(match self {}),
        )
    } else {
        (quote!(#[repr(u32)] pub enum OperationId { #(#documented,)* }), quote!(self as #number))
    };
    Ok(quote! {
        /// An operation. Its number is its place in the table.
        #[allow(clippy::doc_markdown, clippy::enum_variant_names, reason = "names and prose are the table's")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #enumeration

        impl OperationId {
            /// Every operation, in table order.
            pub const ALL: [Self; #count] = [#(Self::#variants),*];

            /// Its place in the table.
            pub const fn index(self) -> #number {
                #index
            }

            /// Its row.
            pub fn row(self) -> &'static Operation {
                OPERATIONS[self as #size]
            }

            /// Its id, `module.key`.
            pub fn id(self) -> &'static #text {
                self.row().id
            }

            /// The operation with an id.
            pub fn from_id(id: &#text) -> Option<Self> {
                Self::ALL.into_iter().find(|operation| operation.id() == id)
            }
        }

        impl From<OperationId> for &'static Operation {
            fn from(operation: OperationId) -> Self {
                operation.row()
            }
        }

        impl TableOperation for OperationId {
            const TABLE: &'static Table = &TABLE;
            const ALL: &'static [Self] = &Self::ALL;
        }

        /// The rows, in table order.
        static OPERATIONS: [&Operation; #count] = [#(#rows),*];
    })
}

/// The table, as text.
pub(super) fn table(plan: &Plan<'_>, sentences: &Sentences, fingerprint: &str) -> String {
    let surface = plan.surface;
    let strings = |texts: &mut dyn Iterator<Item = &str>| texts.map(|it| text(string(it))).collect::<Vec<_>>();
    let arms = strings(&mut arms::ALL.iter().map(|arm| arm.profile().id));
    let capabilities = surface.capabilities.iter().map(|capability| {
        let switches = strings(&mut capability.switches.iter().map(String::as_str));
        let fields = vec![
            text(format!("id: {}", string(&capability.id))),
            text(format!("summary: {}", string(&capability.summary))),
            list("switches: &[", switches, ",", "]"),
        ];
        spaced_list("Capability {", fields, ",", "}")
    });
    let modules = (0..).zip(&surface.modules).map(|(at, module)| module_row(surface, ModuleIndex(at), module));
    let fields = vec![
        text(format!("name: {}", string(&surface.name.id))),
        text(format!("package: {}", string(&format!("{}:{}", surface.package.namespace, surface.package.name)))),
        list("arms: &[", arms, ",", "]"),
        list("capabilities: &[", capabilities.collect(), ",", "]"),
        list("modules: &[", modules.collect(), ",", "]"),
        text("operations: &OPERATIONS"),
        record_fields(plan),
        said(sentences),
        text(format!("wit: include_str!({})", string(&wit_name(surface)))),
        text(format!("fingerprint: {}", string(fingerprint))),
    ];
    let table = spaced_list("pub static TABLE: Table = Table {", fields, ",", "};").render(WIDTH, STEP);
    format!("/// The table, as the engine reads it.\n{table}\n")
}

/// The sentences of `prompts/sentences.json`, for the engine to say.
fn said(sentences: &Sentences) -> Layout {
    let Sentences {
        comment: _,
        version: _,
        unavailable,
        unavailable_instead,
        unavailable_ending,
        did_not_run,
        time_spent,
        pending,
        pending_wanted,
        succession,
        failed,
        discover,
        declared,
        comma,
        or,
    } = sentences;
    let fields = [
        ("unavailable", unavailable),
        ("unavailable_instead", unavailable_instead),
        ("unavailable_ending", unavailable_ending),
        ("did_not_run", did_not_run),
        ("time_spent", time_spent),
        ("pending", pending),
        ("pending_wanted", pending_wanted),
        ("succession", succession),
        ("failed", failed),
        ("discover", discover),
        ("declared", declared),
        ("comma", comma),
        ("or", or),
    ];
    let fields = fields.into_iter().map(|(name, sentence)| text(format!("{name}: {}", string(sentence))));
    spaced_list("sentences: &Sentences {", fields.collect(), ",", "}")
}

/// The name of the file with the bare package, which stands beside this one so that the folder is whole by itself.
pub(super) fn wit_name(surface: &Surface) -> String {
    format!("{}.wit", wit::bare_name(surface))
}

fn module_row(surface: &Surface, index: ModuleIndex, module: &Module) -> Layout {
    let skill = module.skill.as_ref().map_or("None".to_owned(), |skill| format!("Some({})", string(skill)));
    let fields = vec![
        text(format!("id: {}", string(&module.names.id))),
        text(format!("interface: {}", string(&module.interface))),
        text(format!("skill: {skill}")),
        per_arm("keys: ", |arm| arm.arm().key(surface, Item::Module(index))),
    ];
    spaced_list("Module {", fields, ",", "}")
}

/// A primitive type, by its long name where a module of the table has the short one.
fn primitive(surface: &Surface, name: &str) -> TokenStream {
    let taken = surface.modules.iter().any(|module| module.names.host == name);
    let path = if taken { format!("::std::primitive::{name}") } else { name.to_owned() };
    // A path of words: it parses.
    path.parse().unwrap_or_default()
}
