//! What all files of the host share, worked out once.

use std::collections::{BTreeMap, BTreeSet};

use crate::surface::{Field, Module, ModuleIndex, OperationIndex, Surface, Type, TypeIndex, TypeKind};

/// The generated names that no row decides, and the numbers of records.
pub(super) struct Plan<'a> {
    pub(super) surface: &'a Surface,
    /// By operation: its position in its module.
    positions: Vec<usize>,
    /// By module: what its file names of the table's types.
    reached: Vec<BTreeSet<TypeIndex>>,
    /// By module: the name of its trait.
    traits: Vec<String>,
    /// The records that parameters reach, directly or through records, each with its number.
    pub(super) records: BTreeMap<TypeIndex, u32>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(surface: &'a Surface) -> Self {
        let reached: Vec<_> = surface.modules.iter().map(|module| reached(surface, module)).collect();
        let named =
            |types: &BTreeSet<TypeIndex>, name: &str| types.iter().any(|ty| surface.type_def(*ty).names.host == name);
        let traits = reached.iter().map(|types| free("Operations", |name| named(types, name))).collect();
        let mut positions = vec![0; surface.operations.len()];
        for module in &surface.modules {
            for (at, operation) in module.operations.iter().enumerate() {
                positions[operation.0 as usize] = at;
            }
        }
        Self { surface, positions, reached, traits, records: records(surface) }
    }

    /// The operation's variant of `OperationId`.
    pub(super) fn variant(&self, operation: OperationIndex) -> &'a str {
        &self.surface.operation(operation).variant
    }

    /// The operation's position in its module.
    pub(super) fn position(&self, operation: OperationIndex) -> usize {
        self.positions[operation.0 as usize]
    }

    /// The table's types that a module's file names.
    pub(super) fn reached(&self, module: ModuleIndex) -> &BTreeSet<TypeIndex> {
        &self.reached[module.0 as usize]
    }

    /// The name of a module's trait: the same for every module, unless one of its types has it.
    pub(super) fn operations(&self, module: ModuleIndex) -> &str {
        &self.traits[module.0 as usize]
    }

    /// The modules that have operations.
    pub(super) fn callable(&self) -> impl Iterator<Item = (ModuleIndex, &'a Module)> {
        let modules = (0..).map(ModuleIndex).zip(&self.surface.modules);
        modules.filter(|(_, module)| !module.operations.is_empty())
    }

    /// The fields of a record; none for any other type.
    pub(super) fn fields(&self, index: TypeIndex) -> &'a [Field] {
        fields(self.surface, index)
    }

    /// The number of the record behind a type, be it optional, in a list or under another name.
    pub(super) fn record_number(&self, ty: &Type) -> Option<u32> {
        held_record(self.surface, ty).and_then(|index| self.records.get(&index)).copied()
    }
}

/// The name, or the name with the first number that makes it free.
pub(super) fn free(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2u32..).map(|number| format!("{name}{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_else(|| name.to_owned())
}

/// The types a module's file names: its own, and those of its signatures and members.
fn reached(surface: &Surface, module: &Module) -> BTreeSet<TypeIndex> {
    let mut found: BTreeSet<TypeIndex> = module.types.iter().copied().collect();
    for def in module.types.iter().map(|ty| surface.type_def(*ty)) {
        match &def.kind {
            TypeKind::Record(fields) => fields.iter().for_each(|field| collect(&field.ty, &mut found)),
            TypeKind::Variant(cases) => {
                cases.iter().flat_map(|case| &case.payload).for_each(|ty| collect(ty, &mut found));
            }
            TypeKind::Alias(ty) => collect(ty, &mut found),
            TypeKind::Enum(_) | TypeKind::Flags(_) => {}
        }
    }
    for operation in module.operations.iter().map(|operation| surface.operation(*operation)) {
        operation.params.iter().for_each(|param| collect(&param.ty, &mut found));
        operation.returns.iter().for_each(|returns| collect(&returns.ty, &mut found));
    }
    found
}

fn collect(ty: &Type, found: &mut BTreeSet<TypeIndex>) {
    match ty {
        Type::List(inner) | Type::Option(inner) => collect(inner, found),
        Type::Result { ok, err } => ok.iter().chain(err).for_each(|ty| collect(ty, found)),
        Type::Tuple(items) => items.iter().for_each(|ty| collect(ty, found)),
        Type::Named(index) => {
            found.insert(*index);
        }
        _ => {}
    }
}

fn records(surface: &Surface) -> BTreeMap<TypeIndex, u32> {
    let mut found = BTreeSet::new();
    let params = surface.operations.iter().flat_map(|operation| &operation.params);
    let mut open: Vec<TypeIndex> = params.filter_map(|param| held_record(surface, &param.ty)).collect();
    while let Some(index) = open.pop() {
        if found.insert(index) {
            open.extend(fields(surface, index).iter().filter_map(|field| held_record(surface, &field.ty)));
        }
    }
    found.into_iter().zip(0..).collect()
}

fn fields(surface: &Surface, index: TypeIndex) -> &[Field] {
    match &surface.type_def(index).kind {
        TypeKind::Record(fields) => fields,
        _ => &[],
    }
}

fn held_record(surface: &Surface, ty: &Type) -> Option<TypeIndex> {
    match surface.resolve(ty) {
        Type::Option(inner) | Type::List(inner) => held_record(surface, inner),
        Type::Named(index) if matches!(surface.type_def(*index).kind, TypeKind::Record(_)) => Some(*index),
        _ => None,
    }
}
