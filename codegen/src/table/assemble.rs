//! Raw rows to the surface: everything that names something else is resolved here.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    aliases,
    docs::{Docs, Known, Scope},
    fields::Reader,
    graph,
    ids::{Rows, duplicate},
    operations, package, places, raw, scopes,
    spell::{self, Word},
    supports,
    text::Text,
    toolchain,
    types::{self, Types},
};
use crate::{
    diagnostic::{Diagnostic, code},
    names::{Case, Kind, convert},
    source::Span,
    surface::{Capability, Lookup, Module, ModuleIndex, Names, Operation, Package, Surface, Type, TypeIndex},
};

/// Resolves a table; the surface means something only if nothing was reported.
pub(super) fn assemble(reader: &mut Reader<'_>, mut table: raw::Table<'_>) -> Surface {
    let mut docs = Docs::default();
    let core = prepare_modules(reader, &mut table.modules);
    let root = table.surface.name.as_ref().map_or("", |name| name.value.as_str()).to_owned();
    let mut types = types::read(reader, &mut docs, &mut table.modules, core, &root);
    graph::bound(reader, &mut types);
    places::apply_marks(reader, &mut types, &table.modules);
    check_name_marks(reader, &types, &table.modules);

    let capabilities = capabilities(reader, &table.capabilities);
    let rows = Rows::new(reader, &table, core);
    let mut operations = Vec::new();
    for (at, raw) in table.operations.iter().enumerate() {
        let mut context = operations::Context { reader, docs: &mut docs, types: &mut types, rows: &rows };
        if let Some(operation) = context.operation(at, raw) {
            operations.push(operation);
        }
    }
    places::check_types(reader, &types);
    places::only_spread(reader, &types);
    let inputs: Vec<Type> = operations.iter().flat_map(|op| op.params.iter().map(|param| param.ty.clone())).collect();
    let outputs: Vec<Type> =
        operations.iter().filter_map(|op| op.returns.as_ref()).map(|returns| returns.ty.clone()).collect();
    graph::usage(reader, &mut types, &inputs, &outputs);
    graph::interface_cycles(reader, &types, &table.modules, core);
    supports::check(reader, &types.defs, &operations);
    let aliases = table.aliases.iter().filter_map(|alias| {
        let operation = rows.resolve(reader, alias.operation.as_ref()?)?;
        aliases::resolve(reader, &types, &operations[operation.0 as usize], alias)
    });
    let aliases = aliases.collect();
    check_capabilities_used(reader, &table);

    let (name, package) = identity(reader, &table.surface, &root);
    let summary = docs.field(reader, table.surface.summary.as_ref(), Scope::Elsewhere);
    let doc = docs.field(reader, table.surface.doc.as_ref(), Scope::Elsewhere);
    let modules = modules(reader, &mut docs, &table.modules, &types, &operations, core);
    if rows.by_row.iter().all(Option::is_some) {
        check_modules_used(reader, &table.modules, &modules, core);
    }
    let toolchain_type = |name: &str| types.find(name).map_or(TypeIndex(0), |def| def.index);
    let [error_code, api_error] = toolchain::TYPES.map(toolchain_type);
    let params = |at: usize| table.operations[at].params.iter().map(|param| param.name.value.as_str()).collect();
    let known = Known { operations: rows.ids.keys().map(String::as_str).collect(), types: &types, params: &params };
    docs.check(reader, &known);
    let mut surface = Surface {
        name,
        package,
        summary,
        doc,
        capabilities,
        modules,
        operations,
        types: Vec::new(),
        aliases,
        allows: table.allows,
        error_code,
        api_error,
        lookup: Lookup::default(),
        span: table.surface.span,
    };
    surface.types = types.defs;
    scopes::check(reader, &surface, name_span(&table.surface));
    // The last stands for what could not be resolved.
    surface.types.pop();
    surface.lookup = Lookup::default();
    if !reader.findings.has_errors() {
        package::check(reader, &surface);
    }
    surface
}

/// Adds the module of shared types where a table has none, and checks what modules are called. A second module of an
/// id loses it.
fn prepare_modules(reader: &mut Reader<'_>, modules: &mut Vec<raw::Module>) -> ModuleIndex {
    let mut first: BTreeMap<String, Span> = BTreeMap::new();
    for module in &mut *modules {
        let Some(id) = &module.id else { continue };
        if let Some(earlier) = first.get(&id.value) {
            reader.report(duplicate("module", id, *earlier));
            module.id = None;
            continue;
        }
        first.insert(id.value.clone(), id.span);
        let interface = module.interface.as_ref().map(|interface| (interface.value.as_str(), interface.span));
        check_interface(reader, id, interface);
    }
    let found = modules.iter().position(|module| module.id.as_ref().is_some_and(|id| id.value == toolchain::CORE));
    let at = found.unwrap_or_else(|| {
        modules.push(raw::Module {
            id: Some(Text::made(toolchain::CORE.to_owned())),
            interface: None,
            summary: Some(Text::made(toolchain::CORE_SUMMARY.to_owned())),
            doc: None,
            skill: None,
            types: Vec::new(),
            has_types: true,
            left_out: Vec::new(),
            spread: Vec::new(),
            names: Vec::new(),
            span: Span::default(),
        });
        modules.len() - 1
    });
    ModuleIndex(u32::try_from(at).unwrap_or(u32::MAX))
}

/// Reports an interface that the toolchain keeps, or that `core` may not have.
fn check_interface(reader: &mut Reader<'_>, id: &Text, interface: Option<(&str, Span)>) {
    let (name, span) = interface.unwrap_or((&id.value, id.span));
    let (core, types) = (toolchain::CORE, toolchain::CORE_INTERFACE);
    if id.value == core {
        if interface.is_some() && name != types {
            let message = format!("the interface of the module `{core}` is `{types}`, and no other");
            let finding = Diagnostic::new(code::RESERVED, span, message).label("another interface");
            reader.report(finding.help("leave `interface` out"));
        }
        return;
    }
    let whose = match name {
        _ if name == types => "the interface of shared types",
        toolchain::FEEDBACK => "the interface between the arms and their host",
        toolchain::WORLD => "the world of every package",
        _ => return,
    };
    reader.report(
        Diagnostic::new(code::RESERVED, span, format!("`{name}` is {whose}"))
            .label("taken by the toolchain")
            .help("name another: `interface = \"...\"`"),
    );
}

/// Reports spellings that modules give to what they do not hold.
fn check_name_marks(reader: &mut Reader<'_>, types: &Types, modules: &[raw::Module]) {
    for (at, module) in (0..).map(ModuleIndex).zip(modules) {
        for (of, _, _) in &module.names {
            let name = of.value.split('.').next().unwrap_or_default();
            let near = match types.lookup(&of.value) {
                Ok(()) if types.find(name).is_some_and(|def| def.module == at) => continue,
                Ok(()) => None,
                Err(near) => near,
            };
            if reader.damage.may_declare(name) {
                continue;
            }
            let message = format!("this module has no type or member `{}`", of.value);
            let mut finding = Diagnostic::new(code::OVERRIDE, of.span, message).label("names nothing");
            finding.help = near.map(|near| format!("did you mean `{near}`?")).or_else(|| {
                Some("a module spells its own types and members: `\"type\"` or `\"type.member\"`".to_owned())
            });
            reader.report(finding);
        }
    }
}

fn capabilities(reader: &mut Reader<'_>, raw: &[raw::Capability]) -> Vec<Capability> {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    let mut capabilities = Vec::with_capacity(raw.len());
    for raw in raw {
        let id = raw.id.as_ref();
        if let Some(id) = id
            && let Some(earlier) = first.insert(&id.value, id.span)
        {
            reader.report(duplicate("capability", id, earlier));
        }
        capabilities.push(Capability {
            id: id.map(|id| id.value.clone()).unwrap_or_default(),
            summary: raw.summary.as_ref().map(|summary| summary.value.clone()).unwrap_or_default(),
            switches: raw.switches.iter().map(|switch| switch.value.clone()).collect(),
            span: raw.span,
        });
    }
    capabilities
}

/// Reports capabilities that buy nothing.
fn check_capabilities_used(reader: &mut Reader<'_>, table: &raw::Table<'_>) {
    let used: BTreeSet<&str> = table
        .operations
        .iter()
        .filter_map(|operation| match &operation.binding {
            Some(raw::Binding::Capability(id)) => Some(id.value.as_str()),
            _ => None,
        })
        .collect();
    for id in table.capabilities.iter().filter_map(|capability| capability.id.as_ref()) {
        if !used.contains(id.value.as_str()) && !reader.damage.may_declare(&id.value) {
            reader.report(
                Diagnostic::new(
                    code::UNUSED_CAPABILITY,
                    id.span,
                    format!("the capability `{}` buys nothing", id.value),
                )
                .label("no operation names it")
                .help("remove it, or bind an operation to it: `capability = \"...\"`"),
            );
        }
    }
}

/// The name of the surface and of its package.
fn identity(reader: &mut Reader<'_>, raw: &raw::Surface, root: &str) -> (Names, Package) {
    let name = spell::names(reader, Word::new(Kind::Root, root, name_span(raw)), &[]);
    let (namespace, package) = raw.package.clone().unwrap_or_default();
    (name, Package { namespace, name: package })
}

fn name_span(raw: &raw::Surface) -> Span {
    raw.name.as_ref().map_or(raw.span, |name| name.span)
}

fn modules(
    reader: &mut Reader<'_>,
    docs: &mut Docs,
    raw: &[raw::Module],
    types: &Types,
    operations: &[Operation],
    core: ModuleIndex,
) -> Vec<Module> {
    let mut modules = Vec::with_capacity(raw.len());
    for (at, raw) in (0..).map(ModuleIndex).zip(raw) {
        let (id, span) = raw.id.as_ref().map_or(("", raw.span), |id| (id.value.as_str(), id.span));
        let interface = match &raw.interface {
            _ if at == core => toolchain::CORE_INTERFACE.to_owned(),
            Some(interface) => interface.value.clone(),
            None => convert(id, Case::Kebab),
        };
        modules.push(Module {
            names: spell::names(reader, Word::new(Kind::Module, id, span), &[]),
            interface,
            summary: docs.field(reader, raw.summary.as_ref(), Scope::Elsewhere),
            doc: docs.field(reader, raw.doc.as_ref(), Scope::Elsewhere),
            skill: raw.skill.as_ref().map(|skill| skill.value.clone()),
            operations: Vec::new(),
            types: Vec::new(),
            span,
        });
    }
    for operation in operations {
        modules[operation.module.0 as usize].operations.push(operation.index);
    }
    for def in &types.defs[..types.defs.len() - 1] {
        modules[def.module.0 as usize].types.push(def.index);
    }
    modules
}

/// Reports modules that hold nothing.
fn check_modules_used(reader: &mut Reader<'_>, raw: &[raw::Module], modules: &[Module], core: ModuleIndex) {
    for (at, (module, raw)) in (0..).map(ModuleIndex).zip(modules.iter().zip(raw)) {
        let id = &module.names.id;
        let empty = module.operations.is_empty() && !raw.has_types && at != core;
        if empty && !id.is_empty() && !reader.damage.may_declare(&format!("{id}.")) {
            reader.report(
                Diagnostic::new(code::EMPTY_MODULE, module.span, format!("the module `{id}` holds nothing"))
                    .label("no operation and no type")
                    .help(format!("remove it, or add an operation: `id = \"{id}.KEY\"`")),
            );
        }
    }
}
