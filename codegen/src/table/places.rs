//! Where types may stand: options and patches, marks, and what a union holds.

use std::collections::BTreeMap;

use super::{
    fields::Reader,
    raw, suggest,
    types::Types,
    wit::{Expr, ExprKind, Item, Member},
};
use crate::{
    diagnostic::{Diagnostic, code},
    source::Span,
    surface::{Field, ModuleIndex, Type, TypeDef, TypeIndex, TypeKind},
};

/// Checks every declaration.
pub(super) fn check_types(reader: &mut Reader<'_>, types: &Types) {
    for (def, item) in types.defs.iter().zip(&types.items) {
        check_declaration(reader, types, def, item);
    }
    kinds_in_unions(reader, types);
}

fn check_declaration(reader: &mut Reader<'_>, types: &Types, def: &TypeDef, item: &Item) {
    let exprs = item.kind.members().iter().map(|Member { ty, .. }| ty.as_ref());
    match &def.kind {
        TypeKind::Record(fields) => {
            for (field, expr) in fields.iter().zip(exprs) {
                if let Some(expr) = expr {
                    check(reader, types, &field.ty, expr, true);
                }
            }
        }
        TypeKind::Variant(cases) => {
            for (case, expr) in cases.iter().zip(exprs) {
                let (Some(ty), Some(expr)) = (&case.payload, expr) else { continue };
                check(reader, types, ty, expr, false);
                if def.patch.is_some() && matches!(types.resolve(ty), Type::Option(_)) {
                    nested(reader, expr.span, "a patch sets a value that may be absent already");
                }
            }
        }
        TypeKind::Alias(ty) => {
            if let super::wit::ItemKind::Alias(expr) = &item.kind {
                check(reader, types, ty, expr, true);
            }
        }
        TypeKind::Enum(_) | TypeKind::Flags(_) => {}
    }
}

/// Checks a type where it is written; `patch` says whether it may be a patch.
pub(super) fn check(reader: &mut Reader<'_>, types: &Types, ty: &Type, expr: &Expr, patch: bool) {
    if !patch && types.is_patch(ty) {
        reader.report(
            Diagnostic::new(code::PATCH, expr.span, "a patch stands where nothing can be left out")
                .label("a patch: `keep`, an empty case, and `set`")
                .help("a patch is the type of a parameter or of a field of a record; elsewhere, use a variant of other cases"),
        );
    }
    match (ty, &expr.kind) {
        (Type::Option(inner), ExprKind::Option(written)) => {
            if types.has_absent(inner) {
                nested(reader, written.span, "may be absent already");
            } else {
                check(reader, types, inner, written, false);
            }
        }
        (Type::List(inner), ExprKind::List(written)) => check(reader, types, inner, written, false),
        (Type::Result { ok, err }, ExprKind::Result { ok: written_ok, err: written_err }) => {
            for (ty, expr) in [(ok, written_ok), (err, written_err)] {
                if let (Some(ty), Some(expr)) = (ty, expr) {
                    check(reader, types, ty, expr, false);
                }
            }
        }
        (Type::Tuple(items), ExprKind::Tuple(written)) => {
            for (ty, expr) in items.iter().zip(written) {
                check(reader, types, ty, expr, false);
            }
        }
        _ => {}
    }
}

fn nested(reader: &mut Reader<'_>, span: Span, label: &str) {
    reader.report(
        Diagnostic::new(code::NESTED_OPTION, span, "an option within an option")
            .label(label)
            .help("to tell \"leave it\" from \"clear it\", use a patch: `variant x-edit { keep, clear, set(T) }`"),
    );
}

/// Reports fields `kind` of records that a union carries: flat unions tell their cases apart by that word.
fn kinds_in_unions(reader: &mut Reader<'_>, types: &Types) {
    for def in &types.defs {
        let TypeKind::Variant(cases) = &def.kind else { continue };
        for case in cases {
            let Some(record) = case.payload.as_ref().and_then(|ty| types.declared(ty)) else { continue };
            let TypeKind::Record(fields) = &record.kind else { continue };
            for field in fields.iter().filter(|field| field.names.id == "kind") {
                let message = format!("a record in the variant `{}` has a field `kind`", def.names.id);
                reader.report(
                    Diagnostic::new(code::KIND_IN_UNION, field.span, message)
                        .label("the word that tells the cases apart stands here in flat unions")
                        .related(case.span, format!("`{}` is carried by this case", record.names.id))
                        .help("give the field another name"),
                );
            }
        }
    }
}

/// Applies the marks of every module: lists that may be left out, variants that are spread.
pub(super) fn apply_marks(reader: &mut Reader<'_>, types: &mut Types, modules: &[raw::Module]) {
    for (at, module) in (0..).map(ModuleIndex).zip(modules) {
        for mark in &module.left_out {
            let Some((def, field)) = find(reader, types, at, &mark.value, mark.span) else { continue };
            let ty = &fields(&types.get(def).kind)[field].ty;
            if types.is_poison(ty) {
                continue;
            }
            if !matches!(types.resolve(ty), Type::List(_)) {
                not_a_list(reader, mark.span, &mark.value);
                continue;
            }
            if let TypeKind::Record(fields) = &mut types.defs[def.0 as usize].kind {
                fields[field].left_out = true;
            }
        }
        for mark in &module.spread {
            let Some((def, field)) = find(reader, types, at, &mark.value, mark.span) else { continue };
            let ty = &fields(&types.get(def).kind)[field].ty;
            if types.is_poison(ty) {
                continue;
            }
            let ty = ty.clone();
            if spreadable(reader, types, &ty, &mark.value, mark.span).is_none() {
                continue;
            }
            if let TypeKind::Record(fields) = &mut types.defs[def.0 as usize].kind {
                fields[field].spread = true;
            }
        }
    }
}

/// Reports a mark of something that is no list.
pub(super) fn not_a_list(reader: &mut Reader<'_>, span: Span, what: &str) {
    reader.report(
        Diagnostic::new(code::MARK, span, format!("`{what}` is marked as left out, and is no list"))
            .label("not a list")
            .help("options and patches may be left out without a mark; anything else must be given"),
    );
}

fn fields(kind: &TypeKind) -> &[Field] {
    match kind {
        TypeKind::Record(fields) => fields,
        _ => &[],
    }
}

/// The field that a mark of a module names.
fn find(
    reader: &mut Reader<'_>,
    types: &Types,
    module: ModuleIndex,
    path: &str,
    span: Span,
) -> Option<(TypeIndex, usize)> {
    let (name, member) = path.split_once('.').unwrap_or((path, ""));
    if let Some(def) = types.find(name).filter(|def| def.module == module)
        && let TypeKind::Record(fields) = &def.kind
        && let Some(at) = fields.iter().position(|field| field.names.id == member)
    {
        return Some((def.index, at));
    }
    let torn =
        types.find(name).is_some_and(|def| types.items.get(def.index.0 as usize).is_some_and(|item| item.broken));
    if !torn && !reader.damage.may_declare(name) {
        let records = types.defs.iter().filter(|def| def.module == module);
        let paths: Vec<String> = records
            .flat_map(|def| fields(&def.kind).iter().map(|field| format!("{}.{}", def.names.id, field.names.id)))
            .collect();
        let mut finding = Diagnostic::new(code::MARK, span, format!("this module has no record field `{path}`"))
            .label("names nothing");
        finding.help = suggest::nearest(path, paths.iter().map(String::as_str))
            .map(|near| format!("did you mean `{near}`?"))
            .or_else(|| Some("a mark is `record.field`, of a record of its own module".to_owned()));
        reader.report(finding);
    }
    None
}

/// The variant behind a field that is marked as spread, if its cases can be told apart without a tag.
fn spreadable(reader: &mut Reader<'_>, types: &Types, ty: &Type, path: &str, span: Span) -> Option<TypeIndex> {
    let mut refuse = |label: &str| {
        reader.report(
            Diagnostic::new(code::MARK, span, format!("`{path}` cannot be spread"))
                .label(label)
                .help("what is spread is a variant of which every case carries a value; exactly one is given"),
        );
        None
    };
    let Type::Named(index) = ty else { return refuse("not a variant") };
    let def = types.get(*index);
    let TypeKind::Variant(cases) = &def.kind else { return refuse("not a variant") };
    for case in cases {
        match &case.payload {
            None => return refuse(&format!("the case `{}` carries nothing", case.names.id)),
            Some(ty) if types.has_absent(ty) => {
                return refuse(&format!("what the case `{}` carries may be absent", case.names.id));
            }
            Some(_) => {}
        }
    }
    Some(*index)
}

/// A variant that is spread has no other spelling, so nothing but the marked fields may use it. To be asked when all
/// uses are known.
pub(super) fn only_spread(reader: &mut Reader<'_>, types: &Types) {
    let mut spread: BTreeMap<TypeIndex, Span> = BTreeMap::new();
    for field in types.defs.iter().flat_map(|def| fields(&def.kind)).filter(|field| field.spread) {
        if let Type::Named(variant) = field.ty {
            spread.insert(variant, field.span);
        }
    }
    for mention in &types.mentions {
        let Some(field) = spread.get(&mention.target) else { continue };
        let fits = mention.by.is_some_and(|by| {
            let members = types.items[by.0 as usize].kind.members();
            let at = members.iter().position(|member| member.ty.as_ref().is_some_and(|ty| ty.span == mention.span));
            at.and_then(|at| fields(&types.get(by).kind).get(at)).is_some_and(|field| field.spread)
        });
        if !fits {
            let message =
                format!("the variant `{}` is spread, and used here as it is", types.get(mention.target).names.id);
            reader.report(
                Diagnostic::new(code::MARK, mention.span, message)
                    .label("nothing would tell its cases apart here")
                    .related(*field, "spread into this record")
                    .help("declare a second variant for this place, or spread neither"),
            );
        }
    }
}
