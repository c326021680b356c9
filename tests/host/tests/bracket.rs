//! The life of a call, step by step, through a real linker and a real component: gg's own table.

use gg_engine::{CallError, ErrorCode, Grants, Holding, Pending, TableOperation};
use gg_tests_host::{
    Answer, Double, Run,
    tables::operations::{SOURCE, host::OperationId},
};
use serde_json::json;
use wasmtime::component::Val;

fn run() -> Run<OperationId> {
    Run::new(SOURCE, gg_tests_host::tables::operations::host::add_to_linker)
}

/// Grants of these capabilities.
fn holding(capabilities: &[&str], ending: Option<&str>) -> Grants {
    let position = |id: &&str| OperationId::TABLE.capability(id).unwrap_or_else(|| panic!("no capability {id}"));
    let capabilities: Vec<u32> = capabilities.iter().map(position).collect();
    Grants::resolve::<OperationId>(
        &Holding { capabilities: &capabilities, allowlist: None, ending, machine: false },
        |_| true,
    )
}

fn text(value: &str) -> Val {
    Val::String(value.to_owned())
}

fn write(
    run: &Run<OperationId>,
    store: &mut wasmtime::Store<gg_tests_host::Data<OperationId>>,
) -> Result<Option<Val>, Vec<String>> {
    run.call(store, run.row("files.write_file"), &[text("a.md"), text("b")])
}

const REQUEST: &str = r#"open program:0:files.write_file {"path":"a.md","contents":"b"}"#;

#[test]
fn a_granted_call_takes_every_step_in_order() {
    let run = run();
    let mut store = run.store("typescript", holding(&["write-file"], None), Double::returning(json!(7)));
    assert_eq!(write(&run, &mut store), Ok(Some(Val::U64(7))));
    let data = store.data();
    assert_eq!(data.recorder.told, [REQUEST, "close program:0:files.write_file returned 7"]);
    let steps = [
        "holder files.write_file",
        "hook files.write_file",
        "method files.write_file",
        "effect workspace",
        "performed files.write_file: it returned",
    ];
    assert_eq!(data.host.steps, steps);
}

#[test]
fn calls_of_a_turn_are_numbered() {
    let run = run();
    let mut store = run.store("typescript", holding(&["write-file"], None), Double::returning(json!(7)));
    for _ in 0..3 {
        write(&run, &mut store).unwrap_or_else(|error| panic!("{error:?}"));
    }
    assert_eq!(store.data().recorder.told[4], REQUEST.replace(":0:", ":2:"));
}

#[test]
fn a_failure_of_the_method_is_filled_in_from_the_row() {
    let run = run();
    let failure = CallError::new(ErrorCode::NotFound, "no such folder");
    let mut store = run.store("python", holding(&["write-file"], None), Double::answering(Answer::Failure(failure)));
    let error = write(&run, &mut store);
    assert_eq!(error, Err(["not-found", "write_file", "files.write_file", "no such folder"].map(str::to_owned).into()));
    let data = store.data();
    assert_eq!(data.recorder.told[1], "close program:0:files.write_file failed not-found: no such folder");
    let last = ["method files.write_file", "performed files.write_file: it failed"];
    assert_eq!(data.host.steps.last_chunk().expect("steps"), &last, "no effect of a failure");
}

#[test]
fn a_method_may_take_its_time() {
    let run = run();
    let mut store = run.store("rust", holding(&["write-file"], None), Double::answering(Answer::Later(json!(8))));
    assert_eq!(write(&run, &mut store), Ok(Some(Val::U64(8))));
}

#[test]
fn a_panic_of_the_method_stays_inside_its_call() {
    let run = run();
    let mut store =
        run.store("typescript", holding(&["write-file"], None), Double::answering(Answer::Panic("/a/path")));
    let message = "the call did not complete; this is a defect of gg, not of the program.";
    assert_eq!(
        write(&run, &mut store),
        Err(["io-error", "write_file", "files.write_file", message].map(str::to_owned).into())
    );
    assert_eq!(
        store.data().recorder.told,
        [
            REQUEST.to_owned(),
            "fault program:0:files.write_file /a/path".to_owned(),
            format!("close program:0:files.write_file failed io-error: {message}"),
        ]
    );
    store.data_mut().host.answer = Answer::Value(json!(1));
    assert_eq!(write(&run, &mut store), Ok(Some(Val::U64(1))), "the next call is served");
}

/// What a call that was refused told: the request, and the refusal. Nothing of the host was asked but `steps`.
fn refused(
    grants: Grants,
    arm: &str,
    change: impl FnOnce(&mut gg_tests_host::Data<OperationId>),
    steps: &[&str],
) -> (String, String) {
    let run = run();
    let mut store = run.store(arm, grants, Double::returning(json!(7)));
    change(store.data_mut());
    let error = write(&run, &mut store).expect_err("refused");
    let [code, operation, id, message] = error.try_into().expect("four fields");
    assert_eq!((operation.as_str(), id.as_str()), ("write_file", "files.write_file"));
    let data = store.data();
    assert_eq!(data.host.steps, steps);
    assert_eq!(
        data.recorder.told,
        [REQUEST.to_owned(), format!("close program:0:files.write_file refused {code}: {message}")]
    );
    (code, message)
}

fn is(code: &str, message: &str) -> (String, String) {
    (code.to_owned(), message.to_owned())
}

#[test]
fn a_call_that_is_not_held_is_unavailable() {
    let found = refused(holding(&["read-file"], None), "typescript", |_| (), &[]);
    assert_eq!(found, is("unavailable", "`files.writeFile` is not available."));
}

#[test]
fn the_calls_to_make_instead_are_named_if_they_are_held() {
    let found = refused(holding(&["edit-file"], None), "python", |_| (), &[]);
    assert_eq!(found, is("unavailable", "`gg.files.write_file` is not available. Use `gg.files.edit_file` instead."));
}

#[test]
fn a_spent_budget_refuses_before_anything_of_the_host_is_asked() {
    let found = refused(holding(&["write-file"], None), "rust", |data| data.recorder.time_is_spent = true, &[]);
    assert_eq!(found, is("limit-exceeded", "`files::write_file` did not run: the time for this run is used up."));
}

#[test]
fn a_pending_compaction_asks_for_the_call_that_delivers_it() {
    let pending = || Pending { by_memory: false, wanted: vec![OperationId::ContextCompact.row()] };
    let held = holding(&["write-file", "compaction"], None);
    let found = refused(held, "typescript", |data| data.recorder.pending = Some(pending()), &[]);
    let sentence = "`files.writeFile` did not run: a compaction is pending.";
    assert_eq!(found, is("refused", &format!("{sentence} Call `context.compact`.")));
    let found =
        refused(holding(&["write-file"], None), "typescript", |data| data.recorder.pending = Some(pending()), &[]);
    assert_eq!(found, is("refused", sentence));
}

#[test]
fn the_earlier_step_decides() {
    let spoil = |data: &mut gg_tests_host::Data<OperationId>| {
        data.recorder.time_is_spent = true;
        data.recorder.pending = Some(Pending { by_memory: false, wanted: Vec::new() });
        data.host.holder = Err(CallError::new(ErrorCode::Refused, "read only"));
        data.host.hook = Err(CallError::new(ErrorCode::Refused, "blocked"));
    };
    let (held, none) = (|| holding(&["write-file"], None), holding(&[], None));
    assert_eq!(refused(none, "rust", spoil, &[]).0, "unavailable");
    assert_eq!(refused(held(), "rust", spoil, &[]).0, "limit-exceeded");
    let in_time = |data: &mut gg_tests_host::Data<OperationId>| {
        spoil(data);
        data.recorder.time_is_spent = false;
    };
    assert_eq!(refused(held(), "rust", in_time, &[]).1, "`files::write_file` did not run: a compaction is pending.");
    let not_pending = |data: &mut gg_tests_host::Data<OperationId>| {
        in_time(data);
        data.recorder.pending = None;
    };
    let steps = ["holder files.write_file", "hook files.write_file"];
    assert_eq!(refused(held(), "rust", not_pending, &steps[..1]), is("refused", "read only"));
    let may_write = |data: &mut gg_tests_host::Data<OperationId>| {
        not_pending(data);
        data.host.holder = Ok(());
    };
    assert_eq!(refused(held(), "rust", may_write, &steps), is("refused", "blocked"));
}

#[test]
fn a_failed_effect_fails_the_call() {
    let run = run();
    let mut store = run.store("typescript", holding(&["write-file"], None), Double::returning(json!(7)));
    store.data_mut().host.effect = Err(CallError::new(ErrorCode::IoError, "not kept"));
    let error = write(&run, &mut store).expect_err("failed");
    assert_eq!(error[0], "io-error");
    assert_eq!(store.data().recorder.told[1], "close program:0:files.write_file failed io-error: not kept");
    assert_eq!(store.data().host.steps.last().map(String::as_str), Some("performed files.write_file: it failed"));
}

#[test]
fn rows_say_what_the_moment_admits() {
    let run = run();
    let everything = || gg_tests_host::everything::<OperationId>(Some("standard"));
    // An ending stands above the budget and a compaction; a change to memories is served when it delivers one.
    let finish = |store: &mut _| run.call(store, run.row("session.finish"), &[text("done")]);
    let delete = |store: &mut _| run.call(store, run.row("memories.delete_memory"), &[text("a")]);
    let usage = json!({ "count": 0, "total_chars": 0, "index_chars": 0 });
    let mut store = run.store("typescript", everything(), Double::returning(serde_json::Value::Null));
    store.data_mut().recorder.time_is_spent = true;
    store.data_mut().recorder.pending = Some(Pending { by_memory: false, wanted: Vec::new() });
    assert_eq!(finish(&mut store), Ok(None));
    store.data_mut().recorder.time_is_spent = false;
    assert_eq!(delete(&mut store).expect_err("refused")[0], "refused");
    store.data_mut().recorder.pending = Some(Pending { by_memory: true, wanted: Vec::new() });
    store.data_mut().host.answer = Answer::Value(usage);
    assert!(delete(&mut store).is_ok());
}

#[test]
fn an_ending_of_the_other_role_names_the_agents_own() {
    let run = run();
    let mut store = run.store("typescript", holding(&[], Some("review")), Double::returning(json!(null)));
    let error = run.call(&mut store, run.row("session.finish"), &[text("done")]).expect_err("refused");
    let message = "`session.finish` is not available. End with `session.approve` or `session.requestChanges`.";
    assert_eq!(error, ["unavailable", "finish", "session.finish", message]);
}

#[test]
fn a_method_spells_calls_and_parameters_as_the_program_does() {
    let run = run();
    for (arm, spelled) in [
        ("typescript", ["files.editFile", "path", "oldString", "newString"]),
        ("python", ["gg.files.edit_file", "path", "old_string", "new_string"]),
        ("rust", ["files::edit_file", "path", "old_string", "new_string"]),
    ] {
        let mut store = run.store(arm, holding(&["edit-file"], None), Double::returning(json!(null)));
        let args = [text("a"), text("b"), text("c")];
        assert_eq!(run.call(&mut store, run.row("files.edit_file"), &args), Ok(None));
        assert_eq!(store.data().host.spelled, spelled, "{arm}");
    }
}
