//! Turns, with programs run through the sandbox and a model that replies from a script.

mod common;

use common::{Bench, HEAD};
use gg_agent::Status;

#[tokio::test]
async fn a_session_goes_from_task_to_ending() {
    let bench = Bench::new("", &[("a.txt", "alpha\n")]);
    let script = format!(
        "[[reply]]\nsees = [\"Documentation: gg.docs.search\"]\ntext = '''{HEAD}views.openFile(\"a.txt\");'''\n\
         [[reply]]\nsees = [\"File: a.txt:1-1 of 1 lines\", \"alpha\"]\ntext = '''{HEAD}session.finish(\"It says alpha.\");'''\n"
    );
    let ran = bench.run(&script).await;
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, "It says alpha."));
    assert_eq!((ran.ended.summary.turns, ran.ended.summary.errors), (2, 0));
    assert_eq!(ran.asked[0].first(), Some(&gg_models::Message::text("Do it.")), "the task opens the window");
    let names = ran.names();
    assert_eq!(names.first().map(String::as_str), Some("agent_surface"));
    assert_eq!(names.last().map(String::as_str), Some("agent_end"));
    assert_eq!(ran.of("turn_outcome").last().map(|event| event["outcome"].clone()), Some("finished".into()));
}

#[tokio::test]
async fn an_error_arrives_last_and_a_program_that_shows_nothing_is_told() {
    let bench = Bench::new("", &[]);
    let script = format!(
        "[[reply]]\ntext = '''{HEAD}session.finish(\"x\"); throw new Error(\"boom\");'''\n\
         [[reply]]\nsees = [\"Runtime error\\n---\\n\", \"boom\"]\ntext = \"const a = 1;\"\n\
         [[reply]]\nsees = [\"Notice\\n---\\nNothing was shown.\"]\ntext = '''{HEAD}session.finish(\"y\");'''\n"
    );
    let ran = bench.run(&script).await;
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, "y"), "{:?}", ran.ended);
    assert_eq!(ran.ended.summary.by_type.get("program_throw"), Some(&1));
}

#[tokio::test]
async fn a_wrapped_reply_is_acknowledged_call_by_call() {
    let bench = Bench::new("[capability.program-library]\n[model]\nform = \"wrapped\"\n", &[]);
    let script = format!(
        "[[reply]]\nsubmissions = ['''{HEAD}views.openText(\"a\", \"1\");''', '''{HEAD}views.openText(\"b\", \"2\");''']\n\
         [[reply.call]]\ntool = \"other\"\narguments = \"{{}}\"\n\
         [[reply]]\nsees = [\"View: a\", \"View: b\", \"There is no tool `other`\", \"2 of them ran\"]\ntext = \"no call\"\n\
         [[reply]]\nsees = [\"The reply submitted no program.\"]\nsubmissions = ['''{HEAD}session.finish(\"z\");''']\n"
    );
    let ran = bench.run(&script).await;
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, "z"), "{:?}", ran.ended);
    assert_eq!(ran.ended.summary.by_type.get("missing_completion_no_call"), Some(&1));
}

#[tokio::test]
async fn what_a_model_is_sent_only_grows() {
    let bench = Bench::new("", &[("a.txt", "alpha\n")]);
    let script = format!(
        "[[reply]]\ntext = '''{HEAD}views.openFile(\"a.txt\");'''\n\
         [[reply]]\ntext = '''{HEAD}views.openText(\"b\", \"1\");'''\n\
         [[reply]]\ntext = '''{HEAD}views.openText(\"b\", \"2\");'''\n\
         [[reply]]\ntext = '''{HEAD}session.finish(\"done\");'''\n"
    );
    let ran = bench.run(&script).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
    assert_eq!(ran.asked.len(), 4);
    for (before, after) in ran.asked.iter().zip(&ran.asked[1..]) {
        assert!(after.starts_with(before), "a view that is opened anew is history, and stays");
        assert!(after.len() > before.len());
    }
}

#[tokio::test]
async fn ceilings_end_a_session_at_the_boundary_of_a_turn() {
    let fails = "[[reply]]\ntext = \"throw new Error('x');\"\n".repeat(3);
    let ran = Bench::new("maxConsecutiveErrors = 2\n", &[]).run(&fails).await;
    assert_eq!((ran.ended.status, ran.ended.summary.turns), (Status::LimitExceeded, 2));
    let shows = format!("[[reply]]\ntext = '''{HEAD}views.openText(\"a\", \"1\");'''\n").repeat(3);
    let ran = Bench::new("maxTurns = 2\n", &[]).run(&shows).await;
    assert_eq!((ran.ended.status, ran.ended.summary.turns), (Status::Exhausted, 2));
    assert_eq!(ran.ended.status.exit_code(), 3);
}

#[tokio::test]
async fn a_model_that_cannot_be_asked_ends_the_session_and_one_that_was_cut_does_not() {
    let ran = Bench::new("", &[]).run("[[reply]]\nfailure = \"model_auth\"\n").await;
    assert_eq!((ran.ended.status, ran.ended.status.exit_code()), (Status::AuthError, 1));
    let ran = Bench::new("", &[]).run("[[reply]]\nfailure = \"model_timeout\"\n").await;
    assert_eq!(ran.ended.status, Status::ModelError);
    let script = format!(
        "[[reply]]\nfailure = \"model_length_capped\"\n[[reply]]\nsees = [\"was cut\"]\ntext = '''{HEAD}session.finish(\"a\");'''\n"
    );
    let ran = Bench::new("", &[]).run(&script).await;
    assert_eq!((ran.ended.status, ran.ended.summary.errors), (Status::Completed, 1), "{:?}", ran.ended);
}

#[tokio::test]
async fn a_hook_sends_an_agent_back_to_work() {
    let hook = "[[hook]]\nevent = \"agent-stop\"\ncommand = \"test -e done || { touch done; echo Run the tests first.; exit 2; }\"\n";
    let script = format!(
        "[[reply]]\ntext = '''{HEAD}session.finish(\"a\");'''\n\
         [[reply]]\nsees = [\"The session goes on: Run the tests first.\"]\ntext = '''{HEAD}session.finish(\"b\");'''\n"
    );
    let ran = Bench::new(hook, &[]).run(&script).await;
    assert_eq!((ran.ended.status, ran.ended.text.as_str()), (Status::Completed, "b"), "{:?}", ran.ended);
    let broken = "[[hook]]\nevent = \"agent-stop\"\ncommand = \"exit 1\"\n";
    let ran = Bench::new(broken, &[]).run(&script).await;
    assert_eq!(ran.ended.status, Status::HookError);
}

#[tokio::test]
async fn an_operator_ends_a_run_by_a_file() {
    let bench = Bench::new("[capability.shell]\n", &[]);
    let script =
        "[[reply]]\ntext = '''import { shell } from \"gg\"; shell.shell(\"mkdir -p .gg && touch .gg/cancel\");'''\n";
    let ran = bench.run(script).await;
    assert_eq!((ran.ended.status, ran.ended.status.exit_code()), (Status::Canceled, 0), "{:?}", ran.ended);
    // What is left of it ends the next run before its first turn, which says by what.
    let ran = bench.run(script).await;
    assert_eq!((ran.ended.status, ran.asked.len()), (Status::Canceled, 0), "{:?}", ran.ended);
    let text = "The run was ended by its operator, by the file .gg/cancel in the workspace. As long as it is there it ends every \
                run: remove it before the next.";
    assert_eq!(ran.ended.text, text);
}

#[tokio::test]
async fn what_an_agent_keeps_stands_in_its_window_as_it_is() {
    let bench = Bench::new("[capability.tasks]\n", &[]);
    let script = format!(
        "[[reply]]\ntext = '''{HEAD}import {{ tasks }} from \"gg\"; tasks.addTask({{ id: \"a\", title: \"First\", blockedBy: [] }});'''\n\
         [[reply]]\nsees = [\"Tasks\\n---\\nReady\\n- a: First\"]\ntext = '''{HEAD}session.finish(\"done\");'''\n"
    );
    let ran = bench.run(&script).await;
    assert_eq!(ran.ended.status, Status::Completed, "{:?}", ran.ended);
}
