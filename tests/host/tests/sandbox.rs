//! Programs in the sandbox, through a real component: what becomes of each thing a guest may do, and that the next program
//! finds nothing of it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use gg_engine::{
    CallError, ErrorCode, Pending, TurnError,
    arm::Module,
    record::{Closed, Journal, Turn},
    sandbox::{Failure, Limits, Outcome, Ran, Runtime, Sources, Submission},
};
use gg_tests_host::{
    Answer, Double, agent,
    automaton::Automaton,
    tables::least::host::{OperationId, add_to_linker},
};
use serde_json::{Value, json};

type Host = Double<OperationId>;

fn runtime() -> Runtime<Host> {
    gg_tests_host::runtime(add_to_linker, Automaton::default(), None)
}

fn turn() -> Turn {
    Turn::new(agent::<OperationId>("javascript"))
}

fn host() -> Host {
    Double::returning(Value::Null)
}

/// Short of time and of memory, so that a ceiling is met soon.
fn short() -> Limits {
    Limits { time: Duration::from_millis(150), memory: 32 << 20 }
}

async fn run(runtime: &Runtime<Host>, program: &str) -> Ran<Host> {
    let submission = Submission { limits: short(), ..Submission::new(program) };
    runtime.run(turn(), host(), submission).await
}

fn failure(ran: &Ran<Host>) -> &Failure {
    match &ran.report.outcome {
        Outcome::Failed(failure) => failure,
        other => panic!("{other:?}"),
    }
}

/// The next program finds the sandbox as if there had been none before it.
async fn runs(runtime: &Runtime<Host>) {
    let ran = run(runtime, "lc").await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert_eq!(ran.report.logs.lines, ["lc"]);
    assert_eq!(ran.report.counters.performed_calls, 1);
}

#[tokio::test]
async fn a_program_runs_and_its_calls_are_on_record() {
    let ran = run(&runtime(), "lclc").await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert!(ran.report.declarations_stand() && ran.report.bands().is_empty());
    assert_eq!(ran.report.logs.lines, ["lclc", "lclc"]);
    assert_eq!((ran.report.counters.api_calls, ran.report.counters.performed_calls), (2, 2));
    assert_eq!(ran.host.steps.iter().filter(|step| *step == "method bell.ring").count(), 2);
    let calls: Vec<String> = ran.turn.rosters.calls.kept.iter().map(gg_engine::record::CallEntry::id).collect();
    assert_eq!(calls, ["program:0:bell.ring", "program:1:bell.ring"]);
    assert!(ran.report.memory >= 2 << 20 && ran.report.timings.total >= ran.report.timings.guest);
}

#[tokio::test]
async fn a_failure_is_classified_by_its_code_and_then_by_its_kind() {
    let runtime = runtime();
    for (program, kind, code) in [
        ("e", TurnError::ProgramThrow, None),
        ("a", TurnError::ProgramApiError, Some(ErrorCode::NotFound)),
        ("n", TurnError::ProgramUnknownName, None),
        ("U", TurnError::ProgramUnknownName, Some(ErrorCode::Unavailable)),
    ] {
        // Only the first failure counts, and it is told although the guest died afterwards.
        for program in [program.to_owned(), format!("{program}e"), format!("{program}u")] {
            let ran = run(&runtime, &program).await;
            let failure = failure(&ran);
            assert_eq!((failure.kind, failure.code), (kind, code), "{program}");
            assert_eq!((failure.text.as_str(), failure.location.as_deref()), (program.as_str(), Some("program:1:1")));
            assert!(!ran.report.declarations_stand());
        }
    }
    let ran = run(&runtime, "n").await;
    assert_eq!(ran.report.bands()[0].text(), "n\n    program:1:1\nModules: least.bell");
    let modules = [Arc::new(Module {
        name: "tools".to_owned(),
        key: "tools".to_owned(),
        source: String::new(),
        text: String::new(),
        listed: String::new(),
        origins: None,
        artifact: None,
        exports: Vec::new(),
    })];
    let ran = runtime.run(turn(), host(), Submission { modules: &modules, ..Submission::new("n") }).await;
    assert_eq!(failure(&ran).modules, ["least.bell", "lib"]);
}

#[tokio::test]
async fn a_program_out_of_time_is_stopped() {
    let runtime = runtime();
    // The engine says where it was, if it asks.
    for (program, location) in [("i", None), ("s", Some("program:1:1"))] {
        let ran = run(&runtime, program).await;
        let failure = failure(&ran);
        assert_eq!((failure.kind, failure.location.as_deref()), (TurnError::SandboxTimeout, location));
        assert_eq!(failure.text, "The program was stopped: its 0.15 s of running time are used up.");
        assert!(ran.report.timings.guest >= short().time);
        runs(&runtime).await;
    }
}

#[tokio::test]
async fn host_calls_are_not_the_programs_time() {
    let runtime = runtime();
    let slow = Double::answering(Answer::After(short().time * 2, Value::Null));
    let submission = Submission { limits: short(), ..Submission::new("ccl") };
    let ran = runtime.run(turn(), slow, submission).await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    assert!(ran.report.timings.calls >= short().time * 4 && ran.report.timings.guest < short().time);
}

#[tokio::test]
async fn a_program_out_of_memory_is_told_so() {
    let runtime = runtime();
    for program in ["m", "M"] {
        let ran = run(&runtime, program).await;
        let failure = failure(&ran);
        assert_eq!(failure.kind, TurnError::SandboxOutOfMemory, "{program}: {failure:?}");
        assert_eq!(failure.text, "The program was stopped: it asked for 34 MiB of memory, and has 32 MiB.");
        assert!(ran.report.memory > 16 << 20 && ran.report.memory <= 32 << 20);
        runs(&runtime).await;
    }
    let nothing = Limits { memory: 1 << 20, ..short() };
    let ran = runtime.run(turn(), host(), Submission { limits: nothing, ..Submission::new("l") }).await;
    assert_eq!(failure(&ran).kind, TurnError::SandboxTrap);
}

#[tokio::test]
async fn a_trap_is_told_in_words() {
    let runtime = runtime();
    for (program, text) in [
        ("u", "The program died: it aborted."),
        ("z", "The program died: integer divide by zero."),
        ("r", "The program died: its stack of 4 MiB is used up."),
        ("b", "The program died: it did something its sandbox does not allow."),
    ] {
        let ran = run(&runtime, program).await;
        assert_eq!((failure(&ran).kind, failure(&ran).text.as_str()), (TurnError::SandboxTrap, text));
        runs(&runtime).await;
    }
}

#[tokio::test]
async fn what_is_printed_is_bounded_and_what_went_is_counted() {
    let ran = run(&runtime(), "Ll").await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    let logs = &ran.report.logs;
    assert_eq!((logs.lines.len(), logs.suppressed, logs.cut, logs.printed), (8, 93, 100, (100 << 20) + 2));
    assert!(logs.lines[0].ends_with(" bytes more; at most 2048 are kept]"));
    assert_eq!(logs.lines[7], "Ll");
}

#[tokio::test]
async fn what_a_guest_tells_is_in_the_report() {
    let ran = run(&runtime(), "vdgw").await;
    let report = &ran.report;
    assert_eq!(report.outcome, Outcome::Completed);
    assert!(report.returned);
    assert_eq!(report.deferred.as_deref(), Some("bell.ring"));
    assert_eq!((report.counters.guard_failures, report.counters.api_calls), (1, 0));
    assert_eq!(report.counters.guard_failures_by_operation.get("bell.ring"), Some(&1));
    assert_eq!(ran.turn.rosters.guards.kept.len(), 1);
    assert_eq!(report.bands()[0].text(), "Code modules that failed to load:\n- bell: vdgw");
    let written = serde_json::to_value(report).expect("a report is plain data");
    assert_eq!(written["outcome"], json!({"is": "completed"}));
    assert_eq!(written["counters"]["guardFailuresByOperation"], json!({"bell.ring": 1}));
}

#[tokio::test]
async fn calls_beyond_a_roster_are_counted() {
    let runtime = runtime();
    let ran = run(&runtime, "C").await;
    assert_eq!(ran.report.outcome, Outcome::Completed);
    let calls = &ran.turn.rosters.calls;
    assert_eq!((calls.kept.len(), calls.dropped, ran.report.counters.performed_calls), (500, 9_500, 10_000));
    // The numbers go on within a turn, and its rosters are shared.
    let ran = runtime.run(ran.turn, host(), Submission::new("c")).await;
    assert_eq!((ran.turn.calls(), ran.turn.rosters.calls.dropped), (10_001, 9_501));
    assert_eq!(ran.report.counters.performed_calls, 1);
    // A refusal is on the other roster.
    let mut turn = turn();
    turn.pending = Some(Pending { by_memory: false, wanted: Vec::new() });
    let ran = runtime.run(turn, host(), Submission::new("C")).await;
    let refusals = &ran.turn.rosters.refusals;
    assert_eq!((refusals.kept.len(), refusals.dropped, ran.turn.rosters.calls.kept.len()), (100, 9_900, 0));
    assert_eq!((ran.report.counters.refusals, ran.report.counters.performed_calls), (10_000, 0));
    let first = serde_json::to_value(&refusals.kept[0]).expect("plain data");
    assert_eq!(
        (&first["call"], &first["ok"], &first["code"]),
        (&json!("program:0:bell.ring"), &json!(false), &json!("refused"))
    );
}

#[tokio::test]
async fn a_long_error_is_cut_on_the_roster_alone() {
    let long = "é".repeat(400);
    let failing = Double::answering(Answer::Failure(CallError::new(ErrorCode::Other, long)));
    let ran = runtime().run(turn(), failing, Submission::new("c")).await;
    let (code, text) = ran.turn.rosters.calls.kept[0].error.clone().expect("a failed call");
    assert_eq!(code, ErrorCode::Other);
    assert!(text.len() <= 512 && text.ends_with("at most 512 are kept]"), "{text}");
}

#[tokio::test]
async fn documentation_of_a_call_counts_if_it_stood_when_the_turn_began() {
    let runtime = runtime();
    let documented = OperationId::ALL.iter().map(|id| (*id).into()).collect();
    for (documented, count) in [(None, None), (Some(documented), Some(0)), (Some([].into_iter().collect()), Some(2))] {
        let mut turn = turn();
        turn.documented = documented;
        let ran = runtime.run(turn, host(), Submission::new("cc")).await;
        assert_eq!(ran.report.counters.undocumented_calls, count);
    }
}

#[tokio::test]
async fn a_panic_of_the_host_is_a_failed_call_and_a_fault() {
    let runtime = runtime();
    let panics = || Double::answering(Answer::Panic("/home/operator/secret.rs"));
    let ran = runtime.run(turn(), panics(), Submission::new("cl")).await;
    assert_eq!(ran.report.outcome, Outcome::Completed, "the program may go on");
    assert_eq!(ran.report.faults.len(), 1);
    assert_eq!(ran.report.faults[0].call.as_deref(), Some("program:0:bell.ring"));
    let (code, text) = ran.turn.rosters.calls.kept[0].error.clone().expect("a failed call");
    assert_eq!(code, ErrorCode::IoError);
    assert!(!text.contains("secret") && !text.contains('/'), "{text}");
    // If it does not, the failure is the host's.
    let ran = runtime.run(turn(), panics(), Submission::new("ce")).await;
    assert!(matches!(ran.report.outcome, Outcome::Fatal(_)) && ran.report.bands().is_empty());
    runs(&runtime).await;
}

#[tokio::test]
async fn a_program_that_does_not_run_says_why() {
    let runtime = runtime();
    let ran = run(&runtime, "?123456789").await;
    assert_eq!((failure(&ran).kind, failure(&ran).diagnostics.len()), (TurnError::TranspileCompile, 10));
    let bands = ran.report.bands();
    assert_eq!(bands[0].heading(), "Compiler error");
    assert_eq!(bands[0].text().lines().filter(|line| *line == "program:1:2: no such letter").count(), 8);
    assert_eq!(bands[0].text().lines().last(), Some("Modules: least.bell"));

    let ran = run(&runtime, "!").await;
    assert_eq!(failure(&ran).kind, TurnError::ToolchainMissing);
    assert_eq!(ran.report.bands()[0].heading(), "Notice");
    let told = "A compiler could not finish. The program did not run, through no fault of its own.";
    assert_eq!(ran.report.bands()[0].text(), told, "where the compiler stands is for the operator alone");
    assert!(failure(&ran).detail.is_some());

    for program in ["#", "%"] {
        let ran = run(&runtime, program).await;
        assert!(matches!(ran.report.outcome, Outcome::Fatal(_)) && ran.report.bands().is_empty());
    }
    runs(&runtime).await;
}

/// Numbers that count up.
#[derive(Default)]
struct Counting(AtomicU64);

impl Sources for Counting {
    fn now(&self) -> u64 {
        0x0101_0101_0101_0101 * (1 + self.0.fetch_add(1, Ordering::Relaxed))
    }

    fn random(&self) -> u64 {
        0x1010_1010_1010_1010 * (1 + self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[tokio::test]
async fn time_and_randomness_are_what_the_host_hands_out() {
    let submission = Submission { sources: Arc::new(Counting::default()), ..Submission::new("tt") };
    let ran = runtime().run(turn(), host(), submission).await;
    let printed: Vec<Vec<u8>> = ran.report.logs.lines.iter().map(|line| line.clone().into_bytes()).collect();
    assert_eq!(printed, [[[1; 8], [0x20; 8]].concat(), [[3; 8], [0x40; 8]].concat()]);
}

#[tokio::test]
async fn the_component_imports_the_membrane_and_nothing_else() {
    let mut imports = runtime().imports(&Automaton::default()).await.expect("a guest");
    imports.sort();
    assert_eq!(imports, ["tests:least/bell", "tests:least/feedback", "tests:least/types"]);
}

#[tokio::test]
async fn a_program_that_does_not_end_leaves_room_for_others() {
    let runtime = runtime();
    let endless = runtime.run(
        turn(),
        host(),
        Submission { limits: Limits { time: Duration::from_secs(20), ..short() }, ..Submission::new("i") },
    );
    tokio::select! {
        biased;
        ran = endless => panic!("it ended: {:?}", ran.report.outcome),
        () = async { for _ in 0..10 { runs(&runtime).await } } => {}
    }
    // Its future was dropped in the middle of the program.
    runs(&runtime).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_programs_than_there_is_room_for_wait() {
    let runtime = Arc::new(runtime());
    let programs: Vec<_> = (0..200)
        .map(|_| {
            let runtime = runtime.clone();
            tokio::spawn(async move { runtime.run(turn(), host(), Submission::new("lcc")).await.report.outcome })
        })
        .collect();
    for program in programs {
        assert_eq!(program.await.expect("no panic"), Outcome::Completed);
    }
}

#[derive(Default, Clone)]
struct Kept(Arc<std::sync::Mutex<Vec<String>>>);

impl Journal for Kept {
    fn opened(&mut self, call: &gg_engine::Call) {
        self.0.lock().expect("no panic").push(format!("open {} {}", call.id(), call.request()));
    }

    fn closed(&mut self, call: &gg_engine::Call, closed: &Closed<'_>) {
        let line = format!("close {} {} {:?}", call.id(), closed.performed, closed.result);
        self.0.lock().expect("no panic").push(line);
    }
}

#[tokio::test]
async fn a_journal_is_told_of_every_call() {
    let runtime = runtime();
    let kept = Kept::default();
    let mut first = turn();
    first.journal = Some(Box::new(kept.clone()));
    let ran = runtime.run(first, host(), Submission::new("c")).await;
    // The budget of the run is spent; the row asks for it.
    let mut turn = ran.turn;
    turn.deadline = Some(Instant::now());
    let _ = runtime.run(turn, host(), Submission::new("c")).await;
    let kept = kept.0.lock().expect("no panic").clone();
    assert_eq!(
        kept[..3],
        ["open program:0:bell.ring {}", "close program:0:bell.ring true Ok(\"null\")", "open program:1:bell.ring {}"]
    );
    assert!(kept[3].starts_with("close program:1:bell.ring false Err(CallError { code: LimitExceeded"), "{}", kept[3]);
}
