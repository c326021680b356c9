//! Whether the data leaves anything of the table out. spec: operations, 9

use std::collections::BTreeSet;

use gg_codegen::surface::{Operation, Surface, Value};
use gg_engine::ErrorCode;
use gg_tests_conformance::{Case, cases, omitted, surface};

/// A cell of the matrix: an operation, and the code of a failure that the table lists for it.
type Cell = (String, String);

fn cells(surface: &Surface) -> BTreeSet<Cell> {
    let of = |row: &Operation| {
        row.errors
            .iter()
            .map(|error| (row.id.clone(), ErrorCode::ALL[error.code].word().to_owned()))
            .collect::<Vec<_>>()
    };
    surface.operations.iter().flat_map(of).collect()
}

fn shown<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> String {
    cells.into_iter().map(|(operation, code)| format!("{operation}: {code}")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_failure_of_the_table_is_provoked_or_left_out_by_name() {
    let (surface, cases, omitted) = (surface(), cases(), omitted());
    let known = cells(&surface);
    let provoked: BTreeSet<Cell> = cases
        .iter()
        .filter_map(|(_, case)| case.fails.as_ref().map(|[code, _]| (case.call.clone(), code.clone())))
        .collect();
    let left_out: BTreeSet<Cell> = omitted.iter().map(|omitted| (omitted.call.clone(), omitted.case.clone())).collect();
    let missing: Vec<&Cell> =
        known.iter().filter(|cell| !provoked.contains(*cell) && !left_out.contains(*cell)).collect();
    assert!(
        missing.is_empty(),
        "no case of tests/conformance/data has these; add a `[[case]]`, or an `[[omitted]]` with the reason:\n{}",
        shown(missing)
    );
    let stale: Vec<&Cell> = left_out.iter().filter(|cell| provoked.contains(*cell) || !known.contains(*cell)).collect();
    assert!(stale.is_empty(), "left out, but provoked, or no failure of the table:\n{}", shown(stale));
    assert_eq!(left_out.len(), omitted.len(), "a failure is left out twice");
    assert!(omitted.iter().all(|omitted| !omitted.reason.trim().is_empty()), "{omitted:?}");
}

/// What a method fails with, the table lists. What is refused before it runs is the bracket's, which every row has.
#[test]
fn no_method_fails_with_what_the_table_does_not_list() {
    let known = cells(&surface());
    let own = |case: &&Case| !case.refused;
    let cases = cases();
    let failing = cases.iter().map(|(_, case)| case).filter(own).filter_map(|case| Some((case, case.fails.as_ref()?)));
    let unlisted: Vec<Cell> = failing
        .map(|(case, [code, _])| (case.call.clone(), code.clone()))
        .filter(|cell| !known.contains(cell))
        .collect();
    assert!(unlisted.is_empty(), "{}", shown(&unlisted));
}

/// Of every operation there is a success, a call with all arguments and one with only the required ones. Examples of the
/// table count among the calls: examples.rs runs them.
#[test]
fn every_operation_succeeds_and_is_called_with_few_and_with_all_arguments() {
    let (surface, cases, omitted) = (surface(), cases(), omitted());
    let mut missing = String::new();
    for row in &surface.operations {
        let of: Vec<&Case> = cases.iter().map(|(_, case)| case).filter(|case| case.call == row.id).collect();
        if of.iter().all(|case| case.fails.is_some()) && !omitted.iter().any(|omitted| omitted.call == row.id) {
            missing.push_str(&format!("{}: a success\n", row.id));
        }
        let given = |case: &&Case| row.params.iter().map(|param| case.args.contains_key(&param.names.id)).collect();
        let shown = |example: &gg_codegen::surface::Example| example.args.iter().map(Option::is_some).collect();
        let calls: Vec<Vec<bool>> = of.iter().map(given).chain(row.examples.iter().map(shown)).collect();
        let required: Vec<bool> = row.params.iter().map(|param| !param.is_optional(&surface)).collect();
        for (what, wanted) in [("all arguments", &vec![true; row.params.len()]), ("only the required ones", &required)]
        {
            if !calls.contains(wanted) {
                missing.push_str(&format!("{}: a call with {what}\n", row.id));
            }
        }
    }
    assert!(missing.is_empty(), "no case of tests/conformance/data has these:\n{missing}");
}

/// Whether a value is given, and whole: no field of a record is left out.
fn is_whole(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Option(None)) => false,
        Some(Value::Option(Some(value))) => is_whole(Some(value)),
        Some(Value::Record(fields)) => fields.iter().all(|field| is_whole(field.as_ref())),
        Some(_) => true,
    }
}

/// Documentation shows all that can be given to an operation, in its records too. spec: arms, 10
#[test]
fn an_example_of_every_operation_gives_all_there_is() {
    let surface = surface();
    let lacks = |row: &&Operation| {
        let given = |example: &gg_codegen::surface::Example| example.args.iter().all(|value| is_whole(value.as_ref()));
        !row.examples.iter().any(given)
    };
    let lacking: Vec<&str> = surface.operations.iter().filter(lacks).map(|row| row.id.as_str()).collect();
    assert!(lacking.is_empty(), "no example gives all arguments of {lacking:?}");
}
