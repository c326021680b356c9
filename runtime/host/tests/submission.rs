//! Submissions whole, run through the sandbox: what a program hands over to, and what a failure takes back.

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use gg_engine::{
    Agent,
    arm::{Arms, javascript::JavaScript},
    docs::Index,
    record::Turn,
    sandbox::{Band, Limits, Outcome, Runtime, Sandbox, System},
};
use gg_host::{
    Ending, Host, Profile,
    operations::{self, PACKAGE, TABLE},
    submission::{Budget, NotHandedOver, Submitted, submit},
};

const PROFILE: &str = "language = \"javascript\"\n[capability.program-library]\n[capability.read-file]\n";
const HEAD: &str = "import { programs, session, views } from \"gg\";\n";

static RUNTIME: LazyLock<Runtime<Host>> = LazyLock::new(|| {
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let arms = Arms::new(vec![Arc::new(JavaScript::new(&PACKAGE))]);
    Runtime::new(sandbox, operations::add_to_linker, arms, None, |_, _| {}).expect("a runtime")
});

async fn run(text: &str) -> Submitted {
    let profile = Profile::read("profile.toml", PROFILE).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let folder = tempfile::tempdir().expect("a folder");
    let workspace = profile.workspace(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let host = Host::new(workspace, Arc::new(Index::new(PACKAGE.index)), profile.settings(None));
    let grants = profile.grants("standard", |_| true);
    let turn = Turn::new(Arc::new(Agent { table: &TABLE, arm: profile.arm, grants }));
    let budget = Budget { limits: Limits::default(), sources: Arc::new(System) };
    submit(&RUNTIME, turn, host, &format!("{HEAD}{text}"), &budget).await
}

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

fn json(text: &str) -> String {
    format!("{text:?}")
}

fn notices(ran: &Submitted) -> Vec<String> {
    let bands = ran.outcome.bands();
    bands.iter().filter(|band| matches!(band, Band::Notice(_))).map(|band| band.text().to_owned()).collect()
}

#[tokio::test]
async fn a_program_hands_over_and_what_they_do_adds_up() {
    let ran = run(&chain(3)).await;
    assert_eq!(ran.outcome.report.outcome, Outcome::Completed);
    assert_eq!((ran.outcome.programs, &ran.outcome.not_handed_over), (3, &None));
    assert_eq!(ran.outcome.report.logs.lines, ["1", "2", "3"]);
    assert_eq!(ran.outcome.report.counters.performed_calls, 5);
    assert_eq!(ran.turn.rosters.calls.kept.iter().map(|call| call.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(ran.host.views().current().count(), 3);
    assert!(ran.outcome.source.contains("console.log(3)") && !ran.outcome.source.contains("rerun("));
    assert_eq!(notices(&ran), [""; 0]);
}

#[tokio::test]
async fn four_programs_are_a_chain() {
    let ran = run(&chain(6)).await;
    assert_eq!(ran.outcome.report.outcome, Outcome::Completed);
    assert_eq!((ran.outcome.programs, ran.outcome.not_handed_over), (4, Some(NotHandedOver::TooMany)));
    assert_eq!(ran.outcome.report.logs.lines, ["1", "2", "3", "4"]);
    let expected =
        "The program that was handed over to did not run: 4 programs have run, which is the most there can be.";
    assert_eq!(notices(&ran), [expected]);
}

#[tokio::test]
async fn the_outcome_is_that_of_the_last_program() {
    let ran = run("programs.rerun('nothing.here;');").await;
    let Outcome::Failed(failure) = &ran.outcome.report.outcome else { panic!("{:?}", ran.outcome) };
    assert_eq!(failure.kind.word(), "program_unknown_name");
    assert_eq!((ran.outcome.programs, ran.outcome.source.as_str()), (2, "nothing.here;"));
    assert_eq!(notices(&ran), [""; 0]);
}

#[tokio::test]
async fn a_failure_takes_back_ending_and_hand_over_and_nothing_else() {
    let ran = run("views.openText('a', ''); programs.rerun('1'); session.finish('done'); throw new Error('no');").await;
    assert!(matches!(ran.outcome.report.outcome, Outcome::Failed(_)));
    assert_eq!((ran.outcome.programs, ran.outcome.not_handed_over), (1, Some(NotHandedOver::Failed)));
    assert_eq!(ran.host.declarations().ending(), None);
    assert_eq!(ran.host.views().current().count(), 1, "a call that landed has landed");
    let texts: Vec<String> = ran.outcome.bands().iter().map(|band| band.text().to_owned()).collect();
    assert_eq!(texts[0], "The program that was handed over to did not run: the one that handed over failed.");
    assert!(texts[1].starts_with("Error: no\n"), "{texts:?}");
}

#[tokio::test]
async fn a_ceiling_takes_back_as_a_failure_does() {
    let ran = run("session.finish('done'); const a = []; for (;;) a.push(new Uint8Array(1 << 20));").await;
    let Outcome::Failed(failure) = &ran.outcome.report.outcome else { panic!("{:?}", ran.outcome) };
    assert_eq!(failure.kind.word(), "sandbox_out_of_memory");
    assert_eq!(ran.host.declarations().ending(), None);
}

#[tokio::test]
async fn an_ending_cancels_the_hand_over_of_its_program() {
    for text in ["programs.rerun('1'); session.finish('done');", "session.finish('done'); programs.rerun('1');"] {
        let ran = run(text).await;
        assert_eq!((ran.outcome.programs, ran.outcome.not_handed_over), (1, Some(NotHandedOver::Ended)));
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
    assert_eq!(ran.outcome.report.logs.lines, [refused, "two", "three"]);
    assert_eq!(ran.outcome.programs, 3);
}

#[tokio::test]
async fn each_program_of_a_chain_has_its_own_budget() {
    let busy = "const end = Date.now() + 700; while (Date.now() < end);";
    let profile_limits = Limits { time: std::time::Duration::from_secs(1), ..Limits::default() };
    let profile = Profile::read("profile.toml", PROFILE).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let workspace = profile.workspace(Path::new(".")).unwrap_or_else(|error| panic!("{error}"));
    let host = Host::new(workspace, Arc::new(Index::new(PACKAGE.index)), profile.settings(None));
    let grants = profile.grants("standard", |_| true);
    let turn = Turn::new(Arc::new(Agent { table: &TABLE, arm: profile.arm, grants }));
    let budget = Budget { limits: profile_limits, sources: Arc::new(System) };
    let text = format!("{HEAD}{busy} programs.rerun({});", json(busy));
    let ran = submit(&RUNTIME, turn, host, &text, &budget).await;
    assert_eq!((&ran.outcome.report.outcome, ran.outcome.programs), (&Outcome::Completed, 2));
    let guest = ran.outcome.report.timings.guest;
    assert!(guest > budget.limits.time, "the time of both is more than one may have: {guest:?}");
}
