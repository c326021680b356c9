//! Raw rows to the surface: everything that names something else is resolved here.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    aliases,
    docs::{Docs, Known, Scope},
    examples::{self, Slot},
    fields::Reader,
    graph, package, places, raw, scopes, shape,
    spell::{self, Word},
    suggest, supports,
    text::Text,
    toolchain,
    types::{self, Types},
};
use crate::{
    diagnostic::{Diagnostic, code},
    markdown::Markdown,
    names::{Case, Kind, convert},
    source::Span,
    surface::{
        Binding, Capability, CapabilityIndex, ErrorCase, Example, Mode, Module, ModuleIndex, Operation, OperationIndex,
        Package, Param, PerArm, Returns, Surface, Type, TypeIndex, TypeKind,
    },
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
        let mut context = Context { reader, docs: &mut docs, types: &mut types, rows: &rows, table: &table };
        if let Some(operation) = context.operation(at, raw) {
            operations.push(operation);
        }
    }
    places::check_types(reader, &types);
    let inputs: Vec<Type> = operations.iter().flat_map(|op| op.params.iter().map(|param| param.ty.clone())).collect();
    let outputs: Vec<Type> =
        operations.iter().filter_map(|op| op.returns.as_ref()).map(|returns| returns.ty.clone()).collect();
    graph::usage(reader, &mut types, &inputs, &outputs);
    graph::interface_cycles(reader, &types, &table.modules, core);
    supports::check(reader, &types, &operations);
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
    };
    let last = types.defs.len() - 1;
    scopes::check(reader, &surface, &types.defs[..last]);
    if !reader.findings.has_errors() {
        package::check(reader, &surface, &types);
    }
    types.defs.truncate(last);
    surface.types = types.defs;
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
        let is_core = id.value == toolchain::CORE;
        let interface = module.interface.as_ref().map(|interface| (interface.value.as_str(), interface.span));
        let (name, span) = interface.unwrap_or((&id.value, id.span));
        if is_core != (name == toolchain::CORE_INTERFACE) && (!is_core || interface.is_some()) {
            let (core, interface) = (toolchain::CORE, toolchain::CORE_INTERFACE);
            let message = format!("the interface `{interface}` is that of the module `{core}`, and of no other");
            reader.report(
                Diagnostic::new(code::RESERVED, span, message)
                    .label("taken by the toolchain")
                    .help(format!("name another interface: `interface = \"...\"`; shared types go into `{core}`")),
            );
        }
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

fn duplicate(what: &str, id: &Text, first: Span) -> Diagnostic {
    Diagnostic::new(code::DUPLICATE, id.span, format!("two entries are the {what} `{}`", id.value))
        .label("declared again")
        .related(first, "declared here")
}

/// The name of the surface and of its package.
fn identity(reader: &mut Reader<'_>, raw: &raw::Surface, root: &str) -> (crate::surface::Names, Package) {
    let span = raw.name.as_ref().map_or(raw.span, |name| name.span);
    let name = spell::names(reader, Word::new(Kind::Root, root, span), &[]);
    let (namespace, package) = raw.package.clone().unwrap_or_default();
    (name, Package { namespace, name: package })
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
    modules
}

/// The ids of rows, and what they stand for.
struct Rows {
    /// Every id that is written, with its operation where the row can be one.
    ids: BTreeMap<String, Option<OperationIndex>>,
    /// For each row, its id, module and key.
    by_row: Vec<Option<Row>>,
    /// For each capability, its first position.
    capabilities: BTreeMap<String, CapabilityIndex>,
    /// Whether an entry that declares a capability has no readable id.
    nameless_capability: bool,
}

#[derive(Clone)]
struct Row {
    id: String,
    module: ModuleIndex,
    key: String,
    index: OperationIndex,
    span: Span,
}

impl Rows {
    fn new(reader: &mut Reader<'_>, table: &raw::Table<'_>, core: ModuleIndex) -> Self {
        let mut modules = BTreeMap::new();
        for (at, module) in (0..).map(ModuleIndex).zip(&table.modules) {
            if let Some(id) = &module.id {
                modules.insert(id.value.as_str(), at);
            }
        }
        let nameless_module = table.modules.iter().any(|module| module.id.is_none());
        let mut capabilities = BTreeMap::new();
        for (at, capability) in (0..).map(CapabilityIndex).zip(&table.capabilities) {
            if let Some(id) = &capability.id {
                capabilities.entry(id.value.clone()).or_insert(at);
            }
        }
        let nameless_capability = table.capabilities.iter().any(|capability| capability.id.is_none());
        let mut first: BTreeMap<String, Span> = BTreeMap::new();
        let mut ids = BTreeMap::new();
        let mut by_row = Vec::with_capacity(table.operations.len());
        let mut next = 0;
        for operation in &table.operations {
            let row = operation.id.as_ref().and_then(|text| {
                let (module, key) = split(reader, text)?;
                let id = format!("{module}.{key}");
                if let Some(earlier) = first.get(&id) {
                    reader.report(duplicate("operation", text, *earlier));
                    return None;
                }
                first.insert(id.clone(), text.span);
                ids.insert(id.clone(), None);
                let place = text.place(0..text.value.find('.').unwrap_or(text.value.len()));
                let Some(&at) = modules.get(module.as_str()) else {
                    if !nameless_module && !reader.damage.may_declare(&module) {
                        let message = format!("there is no module `{module}`");
                        let mut finding = Diagnostic::new(code::UNKNOWN_MODULE, place, message).label("unknown module");
                        finding.help = suggest::help(&module, modules.keys().copied());
                        reader.report(finding);
                    }
                    return None;
                };
                if at == core {
                    let message = format!("the module `{}` holds shared types and no operations", toolchain::CORE);
                    reader.report(
                        Diagnostic::new(code::RESERVED, place, message)
                            .label("no place for an operation")
                            .help("put it into a module of its own"),
                    );
                    return None;
                }
                let index = OperationIndex(next);
                next += 1;
                ids.insert(id.clone(), Some(index));
                Some(Row { id, module: at, key, index, span: text.span })
            });
            by_row.push(row);
        }
        Self { ids, by_row, capabilities, nameless_capability }
    }

    /// The operation of an id; an id that names none is reported.
    fn resolve(&self, reader: &mut Reader<'_>, id: &Text) -> Option<OperationIndex> {
        if let Some(found) = self.ids.get(&id.value) {
            return *found;
        }
        if !reader.damage.may_declare(&id.value) {
            let mut finding =
                Diagnostic::new(code::UNKNOWN_OPERATION, id.span, format!("there is no operation `{}`", id.value))
                    .label("names no row");
            let near = suggest::nearest(&id.value, self.ids.keys().map(String::as_str));
            finding.help = Some(near.map_or_else(
                || "an operation is named by its id, `module.key`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            ));
            reader.report(finding);
        }
        None
    }
}

/// The module and the key of an id.
fn split(reader: &mut Reader<'_>, id: &Text) -> Option<(String, String)> {
    match id.value.split_once('.') {
        Some((module, key)) if shape::is_snake(module) && shape::is_snake(key) => {
            Some((module.to_owned(), key.to_owned()))
        }
        Some((module, key)) => {
            let (module, key) = (shape::mend(module, '_'), shape::mend(key, '_'));
            let mended = !module.is_empty() && !key.is_empty();
            let help = if mended {
                format!("write `{module}.{key}`")
            } else {
                "an id is `module.key`, both snake_case".to_owned()
            };
            let message = format!("`{}` cannot be the id of an operation", id.value);
            reader.report(Diagnostic::new(code::NAME_SHAPE, id.span, message).label("not snake_case").help(help));
            mended.then_some((module, key))
        }
        None => {
            let message = format!("`{}` cannot be the id of an operation", id.value);
            reader.report(
                Diagnostic::new(code::NAME_SHAPE, id.span, message)
                    .label("no module")
                    .help("an id is `module.key`, both snake_case"),
            );
            None
        }
    }
}

/// What resolving one row needs.
struct Context<'a, 's, 't> {
    reader: &'a mut Reader<'s>,
    docs: &'a mut Docs,
    types: &'a mut Types,
    rows: &'a Rows,
    table: &'a raw::Table<'t>,
}

impl Context<'_, '_, '_> {
    /// Checks all of a row; gives its operation where its id can be one.
    fn operation(&mut self, at: usize, raw: &raw::Operation<'_>) -> Option<Operation> {
        let scope = Scope::Operation(at);
        let row = self.rows.by_row[at].clone();
        let module = row.as_ref().map_or(ModuleIndex(0), |row| row.module);
        let params: Vec<Param> = raw.params.iter().map(|param| self.param(param, module, scope)).collect();
        let returns = raw.returns.as_ref().map(|returns| self.returns(returns, module, scope));
        let binding = raw.binding.as_ref().and_then(|binding| self.binding(binding));
        let errors = self.errors(&raw.errors, scope);
        let instead = self.instead(&raw.instead, row.as_ref());
        let examples = raw.examples.iter().map(|example| self.example(example, &params, scope)).collect();
        if raw.mode == Mode::Deferred {
            self.check_deferred(raw, returns.as_ref());
        }
        let summary = self.docs.field(self.reader, raw.summary.as_ref(), scope);
        let doc = self.docs.field(self.reader, raw.doc.as_ref(), scope);
        let Row { id, module, key, index, span } = row?;
        let names = spell::names(self.reader, Word::new(Kind::Operation, &key, span), &raw.names);
        let options = spell::names(self.reader, Word::new(Kind::Options, &format!("{key}_options"), span), &[]);
        let except =
            PerArm::from_fn(|arm| raw.except.iter().find(|(of, _)| *of == arm).map(|(_, reason)| reason.value.clone()));
        Some(Operation {
            index,
            id,
            module,
            names,
            options,
            binding: binding.unwrap_or(Binding::Always),
            summary,
            doc,
            params,
            returns,
            errors,
            mode: raw.mode,
            deadline: raw.deadline,
            during_compaction: raw.during_compaction,
            instead,
            condition: raw.condition.as_ref().map(|condition| condition.value.clone()),
            effect: raw.effect.as_ref().map_or_else(|| "none".to_owned(), |effect| effect.value.clone()),
            except,
            examples,
            span,
        })
    }

    fn param(&mut self, raw: &raw::Param, module: ModuleIndex, scope: Scope) -> Param {
        let ty = match &raw.ty {
            Some(expr) => {
                let ty = self.types.lower(self.reader, expr, module);
                places::check(self.reader, self.types, &ty, expr, true);
                ty
            }
            None => self.types.index.poison(),
        };
        if let Some(mark) = raw.left_out
            && !self.types.is_poison(&ty)
            && !matches!(self.types.resolve(&ty), Type::List(_))
        {
            places::not_a_list(self.reader, mark, &raw.name.value);
        }
        let word = Word::new(Kind::Param, &raw.name.value, raw.name.span);
        Param {
            names: spell::names(self.reader, word, &raw.names),
            ty,
            doc: self.docs.field(self.reader, raw.doc.as_ref(), scope),
            left_out: raw.left_out.is_some(),
            span: raw.name.span,
        }
    }

    fn returns(&mut self, raw: &raw::Returns, module: ModuleIndex, scope: Scope) -> Returns {
        let ty = match &raw.ty {
            Some(expr) => {
                let ty = self.types.lower(self.reader, expr, module);
                places::check(self.reader, self.types, &ty, expr, false);
                ty
            }
            None => self.types.index.poison(),
        };
        Returns { ty, doc: self.docs.field(self.reader, raw.doc.as_ref(), scope) }
    }

    fn binding(&mut self, raw: &raw::Binding) -> Option<Binding> {
        Some(match raw {
            raw::Binding::Ending(role) => Binding::Ending(role.value.clone()),
            raw::Binding::Machine => Binding::Machine,
            raw::Binding::Always => Binding::Always,
            raw::Binding::Capability(id) => {
                let found = self.rows.capabilities.get(&id.value);
                if found.is_none() && !self.rows.nameless_capability && !self.reader.damage.may_declare(&id.value) {
                    let message = format!("there is no capability `{}`", id.value);
                    let mut finding = Diagnostic::new(code::UNKNOWN_CAPABILITY, id.span, message).label("not declared");
                    finding.help = suggest::help(&id.value, self.rows.capabilities.keys().map(String::as_str))
                        .or_else(|| Some("declare it: `[[capability]]` with `id` and `summary`".to_owned()));
                    self.reader.report(finding);
                }
                Binding::Capability(*found?)
            }
        })
    }

    fn errors(&mut self, raw: &[(Text, Text)], scope: Scope) -> Vec<ErrorCase> {
        let codes: Vec<String> = match self.types.find(toolchain::TYPES[0]).map(|def| &def.kind) {
            Some(TypeKind::Enum(members)) => members.iter().map(|member| member.names.id.clone()).collect(),
            _ => Vec::new(),
        };
        let mut errors = Vec::new();
        for (code, when) in raw {
            let when = self.docs.field(self.reader, Some(when), scope);
            match codes.iter().position(|known| *known == code.value) {
                Some(code) => errors.push(ErrorCase { code, when }),
                None => {
                    let message = format!("there is no error code `{}`", code.value);
                    let mut finding = Diagnostic::new(code::UNKNOWN_ERROR, code.span, message).label("unknown code");
                    finding.help = suggest::help(&code.value, codes.iter().map(String::as_str));
                    self.reader.report(finding);
                }
            }
        }
        errors
    }

    fn instead(&mut self, raw: &[Text], row: Option<&Row>) -> Vec<OperationIndex> {
        let mut instead = Vec::new();
        for id in raw {
            if row.is_some_and(|row| row.id == id.value) {
                self.reader.report(
                    Diagnostic::new(
                        code::INSTEAD_OF_ITSELF,
                        id.span,
                        format!("`{}` is suggested instead of itself", id.value),
                    )
                    .label("the row's own id")
                    .help("name another call, or leave it out"),
                );
                continue;
            }
            instead.extend(self.rows.resolve(self.reader, id));
        }
        instead
    }

    fn example(&mut self, raw: &raw::Example<'_>, params: &[Param], scope: Scope) -> Example {
        let summary: Markdown = self.docs.field(self.reader, raw.summary.as_ref(), scope);
        let slots: Vec<Slot<'_>> = params
            .iter()
            .map(|param| Slot { name: &param.names.id, ty: &param.ty, left_out: param.left_out })
            .collect();
        let args = raw.args.as_ref().map_or_else(Vec::new, |given| {
            examples::members(self.reader, self.types, "the operation", raw.span, &slots, given)
        });
        Example { summary, args, span: raw.span }
    }

    /// What a deferred call returns is made before its effect has happened: a text, or a record of texts.
    fn check_deferred(&mut self, raw: &raw::Operation<'_>, returns: Option<&Returns>) {
        let Some(returns) = returns else { return };
        let types = &*self.types;
        let is_text = |ty: &Type| *types.resolve(ty) == Type::String;
        let known = match types.declared(&returns.ty).map(|def| &def.kind) {
            _ if types.is_poison(&returns.ty) => true,
            Some(TypeKind::Record(fields)) => {
                fields.iter().all(|field| is_text(&field.ty) || types.is_poison(&field.ty))
            }
            _ => is_text(&returns.ty),
        };
        let place = raw.returns.as_ref().and_then(|returns| returns.ty.as_ref()).map(|expr| expr.span);
        if let Some(span) = place.filter(|_| !known) {
            let message = "a deferred operation returns what it cannot know yet";
            self.reader.report(
                Diagnostic::new(code::DEFERRED, span, message)
                    .label(format!("{} would tell of an effect that has not happened", examples::spelled(types, &returns.ty)))
                    .help("return nothing, a `string` that acknowledges the call, or a record of strings that names what will be"),
            );
        }
    }
}
