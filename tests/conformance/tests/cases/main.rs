//! The cases, in the language of every arm, run on gg-host through the sandbox.

mod matrix;
mod refusals;
mod typed;

use gg_codegen::{
    arms::{Arm, ArmIndex},
    surface::Surface,
};
use gg_tests_conformance::{Case, Spelling, Told, cases, check, runtime, surface, texts};

/// What of the record is the same however a language spells it.
fn unspelled(case: &Case, told: &[Told]) -> Vec<Told> {
    let arguments = case.before.iter().map(|before| &before.args).chain([&case.args]);
    let spelled = arguments.flat_map(|args| args.values()).any(|value| value.to_string().contains('<'));
    let request = |told: &Told| if spelled { serde_json::Value::Null } else { told.request.clone() };
    told.iter().map(|told| Told { request: request(told), ..told.clone() }).collect()
}

/// How an arm spells, and a case as it spells it.
fn spelled(surface: &Surface, arm: &str, case: &Case) -> (&'static dyn Arm, Case) {
    let arm = ArmIndex::find(arm).unwrap_or_else(|| panic!("no arm {arm}")).arm();
    (arm, Spelling { surface, arm, texts: &texts() }.case(case))
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
