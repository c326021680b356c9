//! What types and modules reach: recursion, size, use, and interfaces that would need each other.

use std::collections::{BTreeMap, BTreeSet};

use super::{fields::Reader, raw, suggest, toolchain, types::Types};
use crate::{
    diagnostic::{Diagnostic, code},
    surface::{ModuleIndex, Origin, Type, TypeIndex, TypeKind},
};

/// How deep types nest through their names at most.
const DEPTH: u32 = 64;
/// How many values a type holds at most, spelled out; the component model's own bound is a million.
const SIZE: u64 = 100_000;

/// Reports recursion and cuts it, so that whoever follows types arrives; then reports what is too deep or too large.
pub(super) fn bound(reader: &mut Reader<'_>, types: &mut Types) {
    let order = cut_recursion(reader, types);
    let mut extent: Vec<(u32, u64)> = vec![(0, 1); types.defs.len()];
    for index in order {
        let at = index.0 as usize;
        let mut depth = 0;
        let mut size = 1_u64;
        for ty in kind_types(&types.defs[at].kind) {
            let (inner_depth, inner_size) = extent_of(ty, &extent);
            depth = depth.max(inner_depth);
            size = size.saturating_add(inner_size);
        }
        let too_much = if depth + 1 > DEPTH {
            Some(format!("types nest more than {DEPTH} deep in it"))
        } else if size > SIZE {
            Some(format!("it holds more than {SIZE} values, spelled out"))
        } else {
            None
        };
        extent[at] = match &too_much {
            // Reported once, and not again for every type around it.
            Some(_) => (0, 1),
            None => (depth + 1, size),
        };
        if let Some(label) = too_much {
            let def = &types.defs[at];
            let message = format!("the type `{}` is too large", def.names.id);
            reader.report(
                Diagnostic::new(code::TOO_LARGE_TYPE, def.span, message)
                    .label(label)
                    .help("pass a part by its id, and an operation that returns it"),
            );
        }
    }
}

fn extent_of(ty: &Type, known: &[(u32, u64)]) -> (u32, u64) {
    match ty {
        Type::Named(index) => known[index.0 as usize],
        Type::List(inner) | Type::Option(inner) => {
            let (depth, size) = extent_of(inner, known);
            (depth, size.saturating_add(1))
        }
        Type::Result { ok, err } => ok
            .iter()
            .chain(err)
            .map(|ty| extent_of(ty, known))
            .fold((0, 1), |(depth, size), (d, s)| (depth.max(d), size.saturating_add(s))),
        Type::Tuple(items) => items
            .iter()
            .map(|ty| extent_of(ty, known))
            .fold((0, 1), |(depth, size), (d, s)| (depth.max(d), size.saturating_add(s))),
        _ => (0, 1),
    }
}

/// Cuts every cycle at the use that closes it; gives the types in an order in which each follows what it uses.
fn cut_recursion(reader: &mut Reader<'_>, types: &mut Types) -> Vec<TypeIndex> {
    let uses = uses_by_type(types);
    let mut order = Vec::with_capacity(uses.len());
    let mut cuts: BTreeSet<(TypeIndex, TypeIndex)> = BTreeSet::new();
    walk(
        &uses,
        |node| order.push(node),
        |path, from, mention| {
            let target = types.mentions[mention].target;
            if !cuts.insert((from, target)) {
                return;
            }
            let name = |index: TypeIndex| &types.get(index).names.id;
            let ring: Vec<TypeIndex> = path.iter().copied().skip_while(|index| *index != target).collect();
            let mut finding = Diagnostic::new(
            code::RECURSION,
            types.mentions[mention].span,
            format!("the type `{}` contains itself", name(target)),
        )
        .label(if ring.len() > 1 { format!("`{}` again", name(target)) } else { "itself".to_owned() })
        .help(format!(
            "a value would never end; make it a list of records in which `parent: option<u32>` names a place in the \
             list, or refer to `{}` by an id",
            name(target)
        ));
            for pair in ring.windows(2) {
                let step = uses[pair[0].0 as usize].iter().find(|(to, _)| *to == pair[1]);
                if let Some((_, step)) = step {
                    let text = format!("`{}` contains `{}`", name(pair[0]), name(pair[1]));
                    finding = finding.related(types.mentions[*step].span, text);
                }
            }
            reader.report(finding);
        },
    );
    let poison = types.index.poison();
    for (from, target) in cuts {
        for ty in kind_types_mut(&mut types.defs[from.0 as usize].kind) {
            replace(ty, target, &poison);
        }
    }
    order
}

/// For each type, the types it uses and the mention that says so.
fn uses_by_type(types: &Types) -> Vec<Vec<(TypeIndex, usize)>> {
    let mut uses = vec![Vec::new(); types.defs.len()];
    for (at, mention) in types.mentions.iter().enumerate() {
        if let Some(by) = mention.by {
            uses[by.0 as usize].push((mention.target, at));
        }
    }
    uses
}

/// Walks a graph depth first without recursion: `done` in the order of completion, `back` for every edge that leads
/// back into the path from the root.
fn walk(
    edges: &[Vec<(TypeIndex, usize)>],
    mut done: impl FnMut(TypeIndex),
    mut back: impl FnMut(&[TypeIndex], TypeIndex, usize),
) {
    let mut state = vec![State::New; edges.len()];
    for root in 0..edges.len() {
        if state[root] != State::New {
            continue;
        }
        let mut path = vec![index(root)];
        let mut next = vec![0];
        state[root] = State::Open;
        while let (Some(&node), Some(at)) = (path.last(), next.last_mut()) {
            let Some(&(target, label)) = edges[node.0 as usize].get(*at) else {
                state[node.0 as usize] = State::Done;
                done(node);
                path.pop();
                next.pop();
                continue;
            };
            *at += 1;
            match state[target.0 as usize] {
                State::New => {
                    state[target.0 as usize] = State::Open;
                    path.push(target);
                    next.push(0);
                }
                State::Open => back(&path, node, label),
                State::Done => {}
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

fn index(at: usize) -> TypeIndex {
    TypeIndex(u32::try_from(at).unwrap_or(u32::MAX))
}

/// Marks where types are reached from, and reports types that no operation reaches.
pub(super) fn usage(reader: &mut Reader<'_>, types: &mut Types, inputs: &[Type], outputs: &[Type]) {
    let uses = uses_by_type(types);
    for (roots, output) in [(inputs, false), (outputs, true)] {
        let mut open: Vec<TypeIndex> = roots.iter().flat_map(named).collect();
        while let Some(next) = open.pop() {
            let usage = &mut types.defs[next.0 as usize].usage;
            let seen = if output { &mut usage.output } else { &mut usage.input };
            if !std::mem::replace(seen, true) {
                open.extend(uses[next.0 as usize].iter().map(|(target, _)| *target));
            }
        }
    }
    let mentioned: BTreeSet<TypeIndex> = types
        .mentions
        .iter()
        .filter(|mention| mention.by != Some(mention.target))
        .map(|mention| mention.target)
        .collect();
    let last = types.defs.len() - 1;
    for def in types.defs[..last].iter().filter(|def| def.origin == Origin::Table && !mentioned.contains(&def.index)) {
        if reader.damage.may_declare(&def.names.id) {
            continue;
        }
        reader.report(
            Diagnostic::new(code::UNUSED_TYPE, def.span, format!("nothing uses the type `{}`", def.names.id))
                .label("never used")
                .help("remove it, or use it in an operation"),
        );
    }
}

/// Reports modules whose interfaces would need each other.
pub(super) fn interface_cycles(reader: &mut Reader<'_>, types: &Types, modules: &[raw::Module], core: ModuleIndex) {
    let with_operations: BTreeSet<ModuleIndex> =
        types.mentions.iter().filter(|mention| mention.by.is_none()).filter_map(|mention| mention.module).collect();
    let mut edges: BTreeMap<(ModuleIndex, ModuleIndex), usize> = BTreeMap::new();
    for (at, mention) in types.mentions.iter().enumerate() {
        let target = types.get(mention.target).module;
        if let Some(module) = mention.module.filter(|module| *module != target) {
            edges.entry((module, target)).or_insert(at);
        }
    }
    let mut needs = vec![Vec::new(); modules.len()];
    for ((from, to), at) in &edges {
        needs[from.0 as usize].push((TypeIndex(to.0), *at));
    }
    for module in with_operations {
        // Every operation fails with the failure type.
        if module != core && !edges.contains_key(&(module, core)) {
            needs[module.0 as usize].push((TypeIndex(core.0), usize::MAX));
        }
    }
    let name = |index: TypeIndex| {
        modules[index.0 as usize].id.as_ref().map_or(toolchain::CORE, |id| id.value.as_str()).to_owned()
    };
    walk(
        &needs,
        |_| {},
        |path, from, closing| {
            let Some(target) = needs[from.0 as usize].iter().find(|(_, at)| *at == closing).map(|(to, _)| *to) else {
                return;
            };
            let mut ring: Vec<TypeIndex> = path.iter().copied().skip_while(|index| *index != target).collect();
            ring.push(target);
            let mut places = Vec::new();
            for pair in ring.windows(2) {
                let at =
                    needs[pair[0].0 as usize].iter().find(|(to, _)| *to == pair[1]).map_or(usize::MAX, |(_, at)| *at);
                if let Some(mention) = types.mentions.get(at) {
                    let used = &types.get(mention.target).names.id;
                    places.push((mention.span, format!("`{}` uses `{used}` of `{}`", name(pair[0]), name(pair[1]))));
                }
            }
            let names: Vec<String> = ring[1..].iter().map(|index| name(*index)).collect();
            let Some((span, text)) = places.pop() else { return };
            let mut finding = Diagnostic::new(
                code::INTERFACE_CYCLE,
                span,
                format!("the modules {} need each other's types", suggest::list(&names)),
            )
            .label(text)
            .help(format!(
                "WIT interfaces cannot use each other in a circle; move the shared types into the module `{}`",
                toolchain::CORE
            ));
            for (span, text) in places {
                finding = finding.related(span, text);
            }
            reader.report(finding);
        },
    );
}

/// The named types a type mentions.
fn named(ty: &Type) -> Vec<TypeIndex> {
    match ty {
        Type::Named(index) => vec![*index],
        Type::List(inner) | Type::Option(inner) => named(inner),
        Type::Result { ok, err } => ok.iter().chain(err).flat_map(|ty| named(ty)).collect(),
        Type::Tuple(items) => items.iter().flat_map(named).collect(),
        _ => Vec::new(),
    }
}

/// The types that stand in a declaration.
fn kind_types(kind: &TypeKind) -> Vec<&Type> {
    match kind {
        TypeKind::Record(fields) => fields.iter().map(|field| &field.ty).collect(),
        TypeKind::Variant(cases) => cases.iter().filter_map(|case| case.payload.as_ref()).collect(),
        TypeKind::Alias(target) => vec![target],
        TypeKind::Enum(_) | TypeKind::Flags(_) => Vec::new(),
    }
}

fn kind_types_mut(kind: &mut TypeKind) -> Vec<&mut Type> {
    match kind {
        TypeKind::Record(fields) => fields.iter_mut().map(|field| &mut field.ty).collect(),
        TypeKind::Variant(cases) => cases.iter_mut().filter_map(|case| case.payload.as_mut()).collect(),
        TypeKind::Alias(target) => vec![target],
        TypeKind::Enum(_) | TypeKind::Flags(_) => Vec::new(),
    }
}

/// Puts another type in the place of a named one.
fn replace(ty: &mut Type, target: TypeIndex, with: &Type) {
    match ty {
        Type::Named(index) if *index == target => *ty = with.clone(),
        Type::List(inner) | Type::Option(inner) => replace(inner, target, with),
        Type::Result { ok, err } => ok.iter_mut().chain(err).for_each(|ty| replace(ty, target, with)),
        Type::Tuple(items) => items.iter_mut().for_each(|ty| replace(ty, target, with)),
        _ => {}
    }
}
