//! What every arm can express of every row.

use std::collections::BTreeSet;

use super::fields::Reader;
use crate::{
    arms::{self, ArmIndex, Supports},
    diagnostic::{Diagnostic, code},
    surface::{Operation, Type, TypeDef, TypeIndex, TypeKind},
};

/// A feature an arm may lack.
type Feature = (&'static str, fn(&Supports) -> bool);

const FLAGS: Feature = ("flags", |supports| supports.flags);
const TUPLES: Feature = ("tuples", |supports| supports.tuples);
const RESULTS: Feature = ("results within values", |supports| supports.nested_results);
const CHARS: Feature = ("characters", |supports| supports.chars);

/// Reports operations that need of an arm what it lacks; an arm the operation is exempt from needs nothing.
pub(super) fn check(reader: &mut Reader<'_>, types: &[TypeDef], operations: &[Operation]) {
    let all: Vec<_> = arms::indices().map(|arm| (arm, arm.arm().profile().supports)).collect();
    check_for(reader, types, operations, &all);
}

fn check_for(reader: &mut Reader<'_>, types: &[TypeDef], operations: &[Operation], arms: &[(ArmIndex, Supports)]) {
    for (arm, supports) in arms {
        let lacks: Vec<Feature> =
            [FLAGS, TUPLES, RESULTS, CHARS].into_iter().filter(|(_, has)| !has(supports)).collect();
        if lacks.is_empty() {
            continue;
        }
        let profile = arm.arm().profile();
        for operation in operations.iter().filter(|operation| operation.except.get(*arm).is_none()) {
            let roots = operation.params.iter().map(|param| &param.ty);
            let roots = roots.chain(operation.returns.iter().map(|returns| &returns.ty));
            let mut seen = BTreeSet::new();
            let mut needs = BTreeSet::new();
            roots.for_each(|ty| collect(types, ty, &mut seen, &mut needs));
            for (name, _) in lacks.iter().filter(|(name, _)| needs.contains(name)) {
                let message = format!("{} cannot express {name}", profile.label);
                reader.report(
                    Diagnostic::new(code::UNSUPPORTED, operation.span, message)
                        .label("needs it, for a parameter or its result")
                        .help(format!(
                            "use another type, or say why the arm goes without: `except.{} = \"...\"`",
                            profile.id
                        )),
                );
            }
        }
    }
}

/// Gathers the features a type needs.
fn collect(types: &[TypeDef], ty: &Type, seen: &mut BTreeSet<TypeIndex>, needs: &mut BTreeSet<&'static str>) {
    match ty {
        Type::Char => {
            needs.insert(CHARS.0);
        }
        Type::List(inner) | Type::Option(inner) => collect(types, inner, seen, needs),
        Type::Tuple(items) => {
            needs.insert(TUPLES.0);
            for ty in items {
                collect(types, ty, seen, needs);
            }
        }
        Type::Result { ok, err } => {
            needs.insert(RESULTS.0);
            ok.iter().chain(err).for_each(|ty| collect(types, ty, seen, needs));
        }
        Type::Named(index) if seen.insert(*index) => match &types[index.0 as usize].kind {
            TypeKind::Record(fields) => fields.iter().for_each(|field| collect(types, &field.ty, seen, needs)),
            TypeKind::Variant(cases) => {
                cases.iter().filter_map(|case| case.payload.as_ref()).for_each(|ty| collect(types, ty, seen, needs));
            }
            TypeKind::Flags(_) => {
                needs.insert(FLAGS.0);
            }
            TypeKind::Alias(target) => collect(types, target, seen, needs),
            TypeKind::Enum(_) => {}
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostic::Findings, source::Source};

    #[test]
    fn what_an_arm_lacks_is_reported_for_each_row_that_needs_it_and_is_not_exempt() {
        let source = Source::new("shop.toml", include_str!("../../../tests/tables/shop.toml"));
        let mut surface = super::super::read(&source).surface.unwrap();
        let arm = ArmIndex::find("python").unwrap();
        let lacking = Supports { tuples: false, chars: false, ..arm.arm().profile().supports };
        let needy = |surface: &crate::surface::Surface| {
            let damage = super::super::document::Damage::default();
            let mut reader = Reader::new(&source, damage, Findings::new());
            check_for(&mut reader, &surface.types, &surface.operations, &[(arm, lacking)]);
            let findings = reader.findings.into_sorted();
            assert!(findings.iter().all(|finding| finding.code == code::UNSUPPORTED));
            findings.into_iter().map(|f| (source.slice(f.primary.span).to_owned(), f.message)).collect::<Vec<_>>()
        };
        let tuples = ("\"stock.weigh\"".to_owned(), "Python cannot express tuples".to_owned());
        let chars = ("\"stock.find_article\"".to_owned(), "Python cannot express characters".to_owned());
        assert!(needy(&surface).contains(&tuples) && needy(&surface).contains(&chars));
        let weigh = surface.operations.iter().position(|operation| operation.id == "stock.weigh").unwrap();
        *surface.operations[weigh].except.get_mut(arm) = Some("It has none.".to_owned());
        assert!(!needy(&surface).contains(&tuples));
    }
}
