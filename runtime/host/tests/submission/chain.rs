//! Chains: what a program hands over to, what adds up, and what a failure takes back.

use gg_engine::sandbox::{Band, Limits, Outcome};
use gg_host::{
    Ending,
    submission::{Budget, NotHandedOver, submit, submit_all},
};

use crate::agent::{HEAD, RUNTIME, begun, budget, json, notices, run};

/// A program that prints its number, makes a call, and hands over to the next until there have been so many.
fn chain(programs: u32) -> String {
    let mut text = String::new();
    for number in (1..=programs).rev() {
        let next = if text.is_empty() {
            String::new()
        } else {
            format!("programs.rerun({});", json(&format!("{HEAD}{text}")))
        };
        text = format!("console.log({number}); views.openText(\"{number}\", \"\"); {next}");
    }
    text
}

#[tokio::test]
async fn a_program_hands_over_and_what_they_do_adds_up() {
    let ran = run(&chain(3)).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed);
    assert_eq!((ran.report.programs, &ran.report.not_handed_over), (3, &None));
    assert_eq!(ran.report.total.logs.lines, ["1", "2", "3"]);
    assert_eq!(ran.report.total.counters.performed_calls, 5);
    assert_eq!(ran.turn.rosters.calls.kept.iter().map(|call| call.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(ran.host.views().current().count(), 3);
    assert!(ran.report.source.contains("console.log(3)") && !ran.report.source.contains("rerun("));
    assert_eq!(notices(&ran), [""; 0]);
}

#[tokio::test]
async fn four_programs_are_a_chain() {
    let ran = run(&chain(6)).await;
    assert_eq!(ran.report.total.outcome, Outcome::Completed);
    assert_eq!((ran.report.programs, ran.report.not_handed_over), (4, Some(NotHandedOver::TooMany)));
    assert_eq!(ran.report.total.logs.lines, ["1", "2", "3", "4"]);
    let expected =
        "The program that was handed over to did not run: 4 programs have run, which is the most there can be.";
    assert_eq!(notices(&ran), [expected]);
}

#[tokio::test]
async fn the_outcome_is_that_of_the_last_program() {
    let ran = run("programs.rerun('nothing.here;');").await;
    let Outcome::Failed(failure) = &ran.report.total.outcome else { panic!("{:?}", ran.report) };
    assert_eq!(failure.kind.word(), "program_unknown_name");
    assert_eq!((ran.report.programs, ran.report.source.as_str()), (2, "nothing.here;"));
    assert_eq!(notices(&ran), [""; 0]);
}

#[tokio::test]
async fn a_failure_takes_back_ending_and_hand_over_and_nothing_else() {
    let ran = run("views.openText('a', ''); programs.rerun('1'); session.finish('done'); throw new Error('no');").await;
    assert!(matches!(ran.report.total.outcome, Outcome::Failed(_)));
    assert_eq!((ran.report.programs, ran.report.not_handed_over), (1, Some(NotHandedOver::Failed)));
    assert_eq!(ran.host.declarations().ending(), None);
    assert_eq!(ran.host.views().current().count(), 1, "a call that landed has landed");
    let texts: Vec<String> = ran.report.bands().iter().map(|band| band.text().to_owned()).collect();
    assert_eq!(texts[0], "The program that was handed over to did not run: the one that handed over failed.");
    assert!(texts[1].starts_with("Error: no\n"), "{texts:?}");
}

#[tokio::test]
async fn a_ceiling_takes_back_as_a_failure_does() {
    let ran = run("session.finish('done'); const a = []; for (;;) a.push(new Uint8Array(1 << 20));").await;
    let Outcome::Failed(failure) = &ran.report.total.outcome else { panic!("{:?}", ran.report) };
    assert_eq!(failure.kind.word(), "sandbox_out_of_memory");
    assert_eq!(ran.host.declarations().ending(), None);
}

#[tokio::test]
async fn module_errors_add_up_without_repeats() {
    let write = |name: &str, code: &str| {
        let code = json(code);
        format!("memories.writeMemory({{ name: '{name}', description: 'd', body: 'b', code: {code} }});")
    };
    let bad = [write("one", "throw new Error('1');"), write("two", "throw new Error('2');")].concat();
    let unused = write("unused", "console.log('evaluated');");
    let third = "import * as one from 'lib:one'; import * as two from 'lib:two';";
    let second = format!("{HEAD}import * as one from 'lib:one'; programs.rerun({});", json(third));
    let ran = run(&format!("{bad}{unused} programs.rerun({});", json(&second))).await;
    assert_eq!((&ran.report.total.outcome, ran.report.programs), (&Outcome::Completed, 3));
    let errors: Vec<_> = ran.report.total.module_errors.kept.iter().map(|error| error.name.as_str()).collect();
    assert_eq!(errors, ["one", "two"]);
    assert_eq!(ran.report.total.logs.lines, [""; 0], "what no program imports does not run");
}

#[tokio::test]
async fn arguments_that_were_refused_add_up() {
    let wrong = |call: &str| format!("try {{ {call}; }} catch (error) {{ console.log(error.code); }}");
    let second = format!("{HEAD}{} {}", wrong("views.openText(1, '')"), wrong("session.finish()"));
    let ran =
        run(&format!("{} {} programs.rerun({});", wrong("views.openText('a')"), wrong("views.close()"), json(&second)))
            .await;
    assert_eq!((&ran.report.total.outcome, ran.report.programs), (&Outcome::Completed, 2));
    assert_eq!(ran.report.total.logs.lines, ["invalid-argument"; 4]);
    let counters = &ran.report.total.counters;
    assert_eq!((counters.guard_failures, counters.performed_calls, counters.refusals), (4, 1, 0));
    let each: Vec<_> = counters.guard_failures_by_operation.iter().map(|(id, count)| (*id, *count)).collect();
    assert_eq!(each, [("session.finish", 1), ("views.close", 1), ("views.open_text", 2)]);
    let kept: Vec<_> = ran.turn.rosters.guards.kept.iter().map(|guard| guard.operation).collect();
    assert_eq!(kept, ["views.open_text", "views.close", "views.open_text", "session.finish"]);
}

#[tokio::test]
async fn an_ending_cancels_the_hand_over_of_its_program() {
    for text in ["programs.rerun('1'); session.finish('done');", "session.finish('done'); programs.rerun('1');"] {
        let ran = run(text).await;
        assert_eq!((ran.report.programs, ran.report.not_handed_over), (1, Some(NotHandedOver::Ended)));
        assert_eq!(ran.host.declarations().ending().map(Ending::text).as_deref(), Some("done"));
        let expected =
            "The program that was handed over to did not run: the one that handed over also ended the session.";
        assert_eq!(notices(&ran), [expected]);
    }
}

#[tokio::test]
async fn a_program_hands_over_once_and_the_next_for_itself() {
    let next = format!("{HEAD}console.log('two'); programs.rerun('console.log(\"three\")');");
    let ran = run(&format!(
        "programs.rerun({}); try {{ programs.rerun('0'); }} catch (error) {{ console.log(`${{error}}`); }}",
        json(&next)
    ))
    .await;
    let refused =
        "programs.rerun failed (refused): `programs.rerun` did not run: this program has already handed over.";
    assert_eq!(ran.report.total.logs.lines, [refused, "two", "three"]);
    assert_eq!(ran.report.programs, 3);
}

#[tokio::test]
async fn each_program_of_a_chain_has_its_own_budget() {
    let busy = "const end = Date.now() + 700; while (Date.now() < end);";
    let limits = Limits { time: std::time::Duration::from_secs(1), ..Limits::default() };
    let (turn, host, _folder) = begun();
    let budget = Budget { limits, ..budget() };
    let text = format!("{HEAD}{busy} programs.rerun({});", json(busy));
    let ran = submit(&RUNTIME, turn, host, &text, &budget).await;
    assert_eq!((&ran.report.total.outcome, ran.report.programs), (&Outcome::Completed, 2));
    let guest = ran.report.total.timings.guest;
    assert!(guest > budget.limits.time, "the time of both is more than one may have: {guest:?}");
}

#[tokio::test]
async fn submissions_run_in_order_even_after_one_failed() {
    let (turn, host, _folder) = begun();
    let texts = ["console.log(1);", "throw new Error('first');", "nothing.here;", "console.log(4);"];
    let ran = submit_all(&RUNTIME, turn, host, &texts, &budget()).await;
    assert_eq!(ran.reports.len(), 4);
    assert_eq!(ran.reports[3].total.logs.lines, ["4"]);
    let failure = ran.failure().expect("a failure");
    assert_eq!(failure.kind.word(), "program_throw", "the first is the one that counts");
    let bands = ran.bands();
    assert_eq!(
        bands[0].text(),
        "The reply held several programs. 4 of them ran, one after the other, in the order they were submitted."
    );
    assert_eq!(bands.iter().map(Band::heading).collect::<Vec<_>>(), ["Notice", "Runtime error", "Runtime error"]);
}

#[tokio::test]
async fn an_ending_that_stands_stops_the_submissions_after_it() {
    let (turn, host, _folder) = begun();
    let failing = format!("{HEAD}session.finish('taken back'); throw 1;");
    let ending = format!("{HEAD}session.finish('done');");
    let ran = submit_all(&RUNTIME, turn, host, &[&failing, &ending, "console.log(3);"], &budget()).await;
    assert_eq!(ran.reports.len(), 2, "an ending that was taken back stops nothing");
    assert_eq!(ran.host.declarations().ending().map(Ending::text).as_deref(), Some("done"));
}

#[tokio::test]
async fn a_submission_is_kept_as_what_ran_last_and_how_it_ended() {
    let (turn, mut host, _folder) = begun();
    host.resume().await.expect("no store yet");
    host.begin_turn();
    let second = format!("{HEAD}console.log(programs.history().length);");
    let ran = submit(&RUNTIME, turn, host, &format!("{HEAD}programs.rerun({});", json(&second)), &budget()).await;
    let id = ran.report.id.expect("an id");
    assert_eq!(id.len(), 8);
    let mut host = ran.host;
    host.begin_turn();
    let failing = "throw new Error('no');";
    let failed = submit(&RUNTIME, begun().0, host, failing, &budget()).await;
    let mut host = failed.host;
    host.begin_turn();
    let text = format!(
        "{HEAD}for (const one of programs.history()) console.log(one.turn, one.ok, one.error ?? '-', one.get());"
    );
    let read = submit(&RUNTIME, begun().0, host, &text, &budget()).await;
    assert_eq!(read.report.total.outcome, Outcome::Completed);
    let printed = Vec::from(read.report.total.logs.lines).join("\n");
    assert_eq!(printed, format!("1 true - {second}\n2 false Error: no {failing}"));
}

#[tokio::test]
async fn what_does_not_compile_is_kept_as_well() {
    let (turn, host, _folder) = begun();
    let ran = submit(&RUNTIME, turn, host, "const a = ;", &budget()).await;
    assert!(matches!(ran.report.total.outcome, Outcome::Failed(_)));
    let text = format!("{HEAD}for (const one of programs.history()) console.log(one.ok, one.get());");
    let read = submit(&RUNTIME, begun().0, ran.host, &text, &budget()).await;
    assert_eq!(read.report.total.logs.lines, ["false const a = ;"]);
}
