//! What every arm can express of every row.

use std::collections::BTreeSet;

use super::{fields::Reader, types::Types};
use crate::{
    arms::{self, ArmIndex, Supports},
    diagnostic::{Diagnostic, code},
    surface::{Operation, Type, TypeIndex, TypeKind},
};

/// A feature an arm may lack.
type Feature = (&'static str, fn(&Supports) -> bool);

const FLAGS: Feature = ("flags", |supports| supports.flags);
const TUPLES: Feature = ("tuples", |supports| supports.tuples);
const RESULTS: Feature = ("results within values", |supports| supports.nested_results);
const CHARS: Feature = ("characters", |supports| supports.chars);

/// Reports operations that need of an arm what it lacks; an arm the operation is exempt from needs nothing.
pub(super) fn check(reader: &mut Reader<'_>, types: &Types, operations: &[Operation]) {
    let all: Vec<_> = arms::indices().map(|arm| (arm, arm.arm().profile().supports)).collect();
    check_for(reader, types, operations, &all);
}

fn check_for(reader: &mut Reader<'_>, types: &Types, operations: &[Operation], arms: &[(ArmIndex, Supports)]) {
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
fn collect(types: &Types, ty: &Type, seen: &mut BTreeSet<TypeIndex>, needs: &mut BTreeSet<&'static str>) {
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
        Type::Named(index) if seen.insert(*index) => match &types.get(*index).kind {
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
