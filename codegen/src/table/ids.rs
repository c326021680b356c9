//! The ids of rows and of capabilities, and what they stand for.

use std::collections::BTreeMap;

use super::{fields::Reader, raw, shape, suggest, text::Text, toolchain};
use crate::{
    diagnostic::{Diagnostic, code},
    source::Span,
    surface::{CapabilityIndex, ModuleIndex, OperationIndex},
};

/// The ids of rows, and what they stand for.
#[derive(Debug)]
pub(super) struct Rows {
    /// Every id that is written, with its operation where the row can be one.
    pub(super) ids: BTreeMap<String, Option<OperationIndex>>,
    /// For each row, its id, module and key.
    pub(super) by_row: Vec<Option<Row>>,
    /// For each capability, its first position.
    pub(super) capabilities: BTreeMap<String, CapabilityIndex>,
    /// Whether an entry that declares a capability has no readable id.
    pub(super) nameless_capability: bool,
}

/// A row that can be an operation.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) module: ModuleIndex,
    pub(super) key: String,
    pub(super) index: OperationIndex,
    pub(super) span: Span,
}

impl Rows {
    /// Reads the ids of a table; `core` is the module without operations.
    pub(super) fn new(reader: &mut Reader<'_>, table: &raw::Table<'_>, core: ModuleIndex) -> Self {
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
    pub(super) fn resolve(&self, reader: &mut Reader<'_>, id: &Text) -> Option<OperationIndex> {
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
            reader.damage.add(&id.value);
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

/// The finding about the second entry of a name.
pub(super) fn duplicate(what: &str, id: &Text, first: Span) -> Diagnostic {
    Diagnostic::new(code::DUPLICATE, id.span, format!("two entries are the {what} `{}`", id.value))
        .label("declared again")
        .related(first, "declared here")
}
