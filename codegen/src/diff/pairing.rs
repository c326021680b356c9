//! What of the old table is what of the new one: by id, and where an id is gone, by likeness.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    pairs::Pairs,
    shapes::{Shapes, Version},
};
use crate::surface::{Module, ModuleIndex, Operation, Surface, TypeDef, TypeIndex};

/// Two tables, paired.
pub(super) struct Pairing<'a> {
    pub(super) modules: Pairs,
    pub(super) types: Pairs,
    pub(super) operations: Pairs,
    /// Types of either side, to compare.
    pub(super) shapes: Shapes<'a>,
    renamed_modules: BTreeMap<usize, usize>,
}

impl<'a> Pairing<'a> {
    pub(super) fn new(old: &'a Surface, new: &'a Surface) -> Self {
        let modules = pair_modules(old, new);
        let renamed_modules: BTreeMap<usize, usize> = modules.same.iter().copied().collect();
        let mut shapes = Shapes::new(old, new);
        let types = pair_types(old, new, &renamed_modules, &shapes);
        shapes.name_types(&types);
        let operations = pair_operations(old, new, &renamed_modules, &shapes);
        Self { modules, types, operations, shapes, renamed_modules }
    }

    /// The module of the new table that an old one has become.
    pub(super) fn module(&self, old: ModuleIndex) -> Option<ModuleIndex> {
        self.renamed_modules.get(&position(old.0)).map(|at| ModuleIndex(index(*at)))
    }
}

/// The position an index stands for.
pub(super) fn position(index: u32) -> usize {
    index as usize
}

/// The index of a position; no table is so large that it could not be counted.
pub(super) fn index(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// By id; then a module that is gone is one that came when they share more than half of what they hold.
fn pair_modules(old: &Surface, new: &Surface) -> Pairs {
    fn ids(modules: &[Module]) -> impl Iterator<Item = &str> {
        modules.iter().map(|module| module.names.id.as_str())
    }
    let mut pairs = Pairs::by_key(ids(&old.modules), ids(&new.modules));
    let mut likeness: BTreeMap<usize, usize> = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for gone in &pairs.removed {
        let before = contents(old, &old.modules[*gone]);
        let alike = |at: &&usize| {
            let after = contents(new, &new.modules[**at]);
            before.intersection(&after).count() * 2 > before.len().max(after.len())
        };
        if let Some(came) = pairs.added.iter().filter(|at| !taken.contains(*at)).find(alike) {
            taken.insert(*came);
            likeness.insert(*gone, *came);
        }
    }
    let back: BTreeMap<usize, usize> = likeness.iter().map(|(gone, came)| (*came, *gone)).collect();
    pairs.by_likeness(|gone| likeness.contains_key(&gone).then_some(gone), |came| back.get(&came).copied());
    pairs
}

/// The keys and type names of a module.
fn contents<'a>(surface: &'a Surface, module: &Module) -> BTreeSet<(bool, &'a str)> {
    let operations = module.operations.iter().map(|at| (true, surface.operation(*at).names.id.as_str()));
    operations.chain(module.types.iter().map(|at| (false, surface.type_def(*at).names.id.as_str()))).collect()
}

/// By name, which is unique in a table; then by module and shape.
fn pair_types(old: &Surface, new: &Surface, modules: &BTreeMap<usize, usize>, shapes: &Shapes<'_>) -> Pairs {
    fn ids(types: &[TypeDef]) -> impl Iterator<Item = &str> {
        types.iter().map(|def| def.names.id.as_str())
    }
    let mut pairs = Pairs::by_key(ids(&old.types), ids(&new.types));
    pairs.by_likeness(
        |at| {
            let def = &old.types[at];
            let module = modules.get(&position(def.module.0))?;
            Some((*module, def.kind.word(), shapes.structure(Version::Old, TypeIndex(index(at)))))
        },
        |at| {
            let def = &new.types[at];
            let structure = shapes.structure(Version::New, TypeIndex(index(at)));
            Some((position(def.module.0), def.kind.word(), structure))
        },
    );
    pairs
}

/// By id; then by key and signature in another module, then by signature in the same module.
fn pair_operations(old: &Surface, new: &Surface, modules: &BTreeMap<usize, usize>, shapes: &Shapes<'_>) -> Pairs {
    let home = |operation: &Operation| modules.get(&position(operation.module.0)).copied();
    let before = old.operations.iter().map(|operation| (home(operation), operation.names.id.as_str()));
    let after = new.operations.iter();
    let after = after.map(|operation| (Some(position(operation.module.0)), operation.names.id.as_str()));
    let mut pairs = Pairs::by_key(before, after);
    let signature = |version, operation: &Operation| shapes.signature(version, operation);
    pairs.by_likeness(
        |at| Some((old.operations[at].names.id.as_str(), signature(Version::Old, &old.operations[at]))),
        |at| Some((new.operations[at].names.id.as_str(), signature(Version::New, &new.operations[at]))),
    );
    let says_something = |operation: &Operation| !operation.params.is_empty() || operation.returns.is_some();
    pairs.by_likeness(
        |at| {
            let operation = &old.operations[at];
            says_something(operation).then_some((home(operation)?, signature(Version::Old, operation)))
        },
        |at| {
            let operation = &new.operations[at];
            let module = position(operation.module.0);
            says_something(operation).then_some((module, signature(Version::New, operation)))
        },
    );
    pairs
}
