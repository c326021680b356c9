//! The page of a type: its members, where it is used, and its declaration in every arm.

use serde::Serialize;

use super::{
    super::{
        entries::{collect_named, member_types, shape},
        index::TypeEntry,
    },
    InArm, MethodLine, Pages, PatchLines, alternatives, line,
    links::{self, Linker},
    lists::Lists,
    methods, text,
};
use crate::{
    arms::{self, ArmIndex},
    emit::EmitError,
    markdown::Inline,
    surface::{OperationIndex, Surface, Type, TypeDef, TypeIndex},
};

#[derive(Serialize)]
struct Page<'a> {
    id: &'a str,
    module: &'a str,
    module_url: String,
    shape: &'static str,
    summary: String,
    detail: String,
    members: String,
    taken: String,
    returned: String,
    within: String,
    /// Whether every failed call carries it.
    failure: bool,
    arms: Vec<Section<'a>>,
}

#[derive(Serialize)]
struct Section<'a> {
    #[serde(flatten)]
    arm: InArm<'a>,
    declaration: &'a str,
    /// How the language writes a patch.
    patch: Option<PatchLines<'a>>,
    /// Members of which exactly one is given.
    alternatives: Vec<Vec<&'a str>>,
    methods: Vec<MethodLine<'a>>,
}

/// Where a type is named: by parameters, by results, by members of other types.
#[derive(Debug, Clone, Default)]
pub(super) struct Uses {
    taken: Vec<OperationIndex>,
    returned: Vec<OperationIndex>,
    within: Vec<TypeIndex>,
}

/// The uses of every type, in the order of the types.
pub(super) fn uses(surface: &Surface) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); surface.types.len()];
    let mut note = |types: Vec<&Type>, write: &dyn Fn(&mut Uses)| {
        let mut named = Vec::new();
        for ty in types {
            collect_named(ty, &mut named);
        }
        for index in named {
            if let Some(found) = uses.get_mut(index.0 as usize) {
                write(found);
            }
        }
    };
    for operation in &surface.operations {
        let index = operation.index;
        note(operation.params.iter().map(|param| &param.ty).collect(), &|uses| uses.taken.push(index));
        note(operation.returns.iter().map(|returns| &returns.ty).collect(), &|uses| uses.returned.push(index));
    }
    for def in &surface.types {
        note(member_types(&def.kind), &|uses| uses.within.push(def.index));
    }
    uses
}

pub(super) fn page(pages: &Pages<'_>, def: &TypeDef, entry: &TypeEntry, uses: &Uses) -> Result<String, EmitError> {
    let surface = pages.surface;
    let linker = Linker::new(surface, &links::type_def(def));
    let members = Lists::new(linker, vec![def.index]).members(def.index);
    let operations = |indices: &[OperationIndex]| {
        let link = |index: &OperationIndex| linker.operation_name(surface.operation(*index));
        line(linker, separated(indices.iter().map(link).collect()))
    };
    let within = uses.within.iter().map(|index| linker.type_name(*index)).collect();
    let section = |arm: ArmIndex| {
        let text = entry.arms.get(arm.arm().profile().id)?;
        Some(Section {
            arm: InArm::new(arm, &text.key, &text.import),
            declaration: &text.declaration,
            patch: PatchLines::of(def, text),
            alternatives: alternatives(surface, def, arm),
            methods: methods(linker, text, ""),
        })
    };
    let page = Page {
        id: &def.names.id,
        module: &surface.module(def.module).names.id,
        module_url: linker.to(&links::module(surface, def.module)),
        shape: shape(&def.kind),
        summary: text(linker, &def.doc.brief()),
        detail: text(linker, &def.doc.detail()),
        members: text(linker, &members),
        taken: operations(&uses.taken),
        returned: operations(&uses.returned),
        within: line(linker, separated(within)),
        failure: [surface.api_error, surface.error_code].contains(&def.index),
        arms: arms::indices().filter_map(section).collect(),
    };
    pages.render("type.md", page)
}

/// Links with commas between them.
fn separated(links: Vec<Inline>) -> Vec<Inline> {
    let mut line = Vec::new();
    for (at, link) in links.into_iter().enumerate() {
        if at > 0 {
            line.push(Inline::Text(", ".to_owned()));
        }
        line.push(link);
    }
    line
}
