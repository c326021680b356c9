//! The cases, in the language of every arm, run on gg-host through the sandbox.

use gg_engine::ErrorCode;
use gg_tests_conformance::{Case, Told, cases, check, omitted, runtime, served, surface, texts};

/// What of the record is the same however a language spells it.
fn unspelled(case: &Case, told: &[Told]) -> Vec<Told> {
    let arguments = case.before.iter().map(|before| &before.args).chain([&case.args]);
    let spelled = arguments.flat_map(|args| args.values()).any(|value| value.to_string().contains('<'));
    let request = |told: &Told| if spelled { serde_json::Value::Null } else { told.request.clone() };
    told.iter().map(|told| Told { request: request(told), ..told.clone() }).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_case_comes_out_as_the_data_says_on_every_arm() {
    let (runtime, surface, texts) = (runtime(), surface(), texts());
    let mut failures = Vec::new();
    let mut count = 0;
    for (file, case) in cases() {
        let mut first: Option<(&str, Vec<Told>)> = None;
        for arm in runtime.arms().iter().map(|arm| arm.id()) {
            count += 1;
            let checked = check(&runtime, &surface, &texts, arm, &case).await;
            failures.extend(checked.wrong.into_iter().map(|wrong| format!("{arm}: {file}: {}: {wrong}", case.name)));
            let told = unspelled(&case, &checked.told);
            match &first {
                None => first = Some((arm, told)),
                Some((other, others)) if *others != told => {
                    failures.push(format!("{file}: {}: {arm} records {told:?}\n{other} {others:?}", case.name));
                }
                Some(_) => {}
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} cases:\n{}", failures.len(), failures.join("\n"));
}

/// Every operation that some agent holds has a case that succeeds and one for each failure of its own.
#[test]
fn every_case_of_the_table_is_there_or_left_out_by_name() {
    let surface = surface();
    let (cases, omitted) = (cases(), omitted());
    let mut missing = Vec::new();
    for operation in surface.operations.iter().filter(|row| served(&row.id)) {
        let of: Vec<&Case> = cases.iter().map(|(_, case)| case).filter(|case| case.call == operation.id).collect();
        if of.iter().all(|case| case.fails.is_some()) {
            missing.push(format!("{}: a success", operation.id));
        }
        for error in &operation.errors {
            let code = ErrorCode::ALL[error.code].word();
            let provoked = of.iter().any(|case| case.fails.as_ref().is_some_and(|[fails, _]| fails == code));
            let left_out = omitted.iter().any(|omitted| omitted.call == operation.id && omitted.case == code);
            if !provoked && !left_out {
                missing.push(format!("{}: {code}", operation.id));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no case of tests/conformance/data has these; add a `[[case]]`, or an `[[omitted]]` with the reason:\n{}",
        missing.join("\n")
    );
    assert!(omitted.iter().all(|omitted| !omitted.reason.trim().is_empty()));
}
