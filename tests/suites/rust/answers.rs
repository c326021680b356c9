//! A program outside of a component, with a test in the host's place. It panics where something is not as it should be.

use gg::{
    Failure, board, context,
    core::{ApiError, ErrorCode, TextEdit},
    delegation, files,
    membrane::{Answer, Request, answer, value},
    memories, programs, tasks, views,
};

/// Runs a program whose one call must be as said, and is answered as said.
fn call<T>(id: &'static str, json: &'static str, given: fn() -> Answer, program: impl FnOnce() -> T) -> T {
    let handler = move |request: &Request| {
        assert_eq!((request.id, request.json.as_str()), (id, json));
        given()
    };
    answer(handler, program)
}

fn refuse() -> Answer {
    Err(ApiError {
        code: ErrorCode::NotFound,
        operation: "read_file".into(),
        id: "files.read_file".into(),
        message: "there is no such file".into(),
    })
}

fn values_come_back() {
    fn text() -> files::TextRead {
        files::TextRead { contents: "fn main() {}".into(), first_line: 1, ..Default::default() }
    }
    let json = r#"{"path":"a.md","limit":200}"#;
    let read = call("files.read_file", json, || value(files::FileRead::Text(text())), || {
        files::read_file("a.md", files::ReadFileOptions { limit: Some(200), ..Default::default() })
    });
    assert!(matches!(read, Ok(files::FileRead::Text(read)) if read == text()));
    let ended = call("files.edit_file", r#"{"path":"a","old_string":"b","new_string":""}"#, || value(()), || {
        files::edit_file("a", "b", "")
    });
    assert_eq!(ended, Ok(()));
}

fn failures_keep_their_code_and_place() {
    fn read() -> Result<files::FileRead, ApiError> {
        let path = String::from("a");
        files::read_file(&path, Default::default())
    }
    fn program() -> Result<(), Failure> {
        read()?;
        Ok(())
    }
    let failure = call("files.read_file", r#"{"path":"a"}"#, refuse, program).expect_err("the call fails");
    assert_eq!(failure.code(), Some(ErrorCode::NotFound));
    assert_eq!(failure.to_string(), "gg::files::read_file failed (not-found): there is no such file");
    assert_eq!((failure.location().line(), failure.location().column()), (47, 9));
    assert!(failure.location().file().ends_with("main.rs"), "{failure:?}");

    let words = || -> Result<(), Failure> { Err(gg::program::message("no files")) };
    let plain = || -> Result<(), Failure> { Err("no files".into()) };
    let parse = || -> Result<u32, Failure> { Ok("x".parse::<u32>()?) };
    let boxed = || -> Result<(), Failure> { Err(Box::<dyn std::error::Error>::from("no files"))? };
    let again = || -> Result<(), Failure> { Ok(plain()?) };
    for failure in [words(), plain(), boxed(), again()].map(|result| result.expect_err("it fails")) {
        assert_eq!((failure.code(), failure.to_string().as_str()), (None, "no files"));
    }
    assert_eq!(parse().expect_err("it fails").to_string(), "invalid digit found in string");
}

fn options_patches_ranges_and_lists() {
    let json = r#"{"id":"t1","patch":{"description":null,"status":"done"}}"#;
    let patch = tasks::TaskPatch {
        description: TextEdit::Clear,
        status: Some(tasks::TaskStatus::Done),
        ..Default::default()
    };
    let updated = call("tasks.update_task", json, || value(()), || tasks::update_task("t1", patch));
    assert_eq!(updated, Ok(()));
    let patch = board::IssuePatch { description: "new".into(), epic: board::EpicAssignment::Ungroup, ..Default::default() };
    let json = r#"{"id":"A-2","patch":{"description":"new","epic":null}}"#;
    assert_eq!(call("board.update_issue", json, || value(()), || board::update_issue("A-2", patch)), Ok(()));

    let json = r#"{"ranges":[{"start":3,"end":5},{"start":9,"end":9}]}"#;
    let report = || value(context::ReclaimReport { paths: vec!["a".into()], ..Default::default() });
    let archived = call("context.archive_thread", json, report, || context::archive_thread(&[3..=5, 9..=9]));
    assert_eq!(archived.map(|report| report.paths), Ok(vec!["a".to_owned()]));

    let json = r#"{"request":{"agent":"tester","task":{"issue":"AUTH-2"}}}"#;
    let request = delegation::SpawnRequest {
        agent: "tester".into(),
        task: delegation::SubagentBrief::Issue("AUTH-2".into()),
    };
    let handle = || value(delegation::SubagentHandle { id: "s1".into(), ..Default::default() });
    let spawned = call("delegation.spawn_subagent", json, handle, || delegation::spawn_subagent(request));
    let handle = spawned.expect("it is answered");

    let json = r#"{"agent_id":"s1","message":"go on"}"#;
    assert_eq!(call("delegation.send_message", json, || value(()), || handle.send_message("go on")), Ok(()));
}

fn methods_are_second_spellings() {
    let summary = programs::ProgramSummary { id: "7".into(), ..Default::default() };
    let source = call("programs.get", r#"{"id":"7"}"#, || value("fn main() {}".to_owned()), || summary.get());
    assert_eq!(source.as_deref(), Ok("fn main() {}"));
    let hit = memories::MemoryHit { name: "csv".into(), ..Default::default() };
    let body = call("memories.read_memory", r#"{"name":"csv"}"#, || value("text".to_owned()), || hit.read_memory());
    assert_eq!(body.as_deref(), Ok("text"));
}

fn words_read_and_print() {
    let kind: views::ViewKind = "docs".parse().expect("it is a word");
    assert_eq!((kind, kind.as_str(), kind.to_string().as_str()), (views::ViewKind::Docs, "docs", "docs"));
    let error = "doc".parse::<views::ViewKind>().expect_err("it is none");
    assert_eq!(error.to_string(), "`doc` is none of `file`, `text`, `docs`, `search`");
    assert_eq!(ErrorCode::IoError.as_str(), "io-error");
}

fn handlers_nest() {
    let outer = |_: &Request| value("outer".to_owned());
    let read = answer(outer, || {
        let inner = answer(|_: &Request| value("inner".to_owned()), || files::read_text_file("a", Default::default()));
        (inner, files::read_text_file("a", Default::default()))
    });
    assert_eq!(read, (Ok("inner".to_owned()), Ok("outer".to_owned())));
    let unanswered = std::panic::catch_unwind(|| files::read_text_file("a", Default::default()));
    let panic = unanswered.expect_err("no one answers");
    let text = panic.downcast_ref::<String>().expect("it is text");
    assert!(text.starts_with("no one answers files.read_text_file: "), "{text}");
}

fn main() {
    values_come_back();
    failures_keep_their_code_and_place();
    options_patches_ranges_and_lists();
    methods_are_second_spellings();
    words_read_and_print();
    handlers_nest();
    gg::log("a line\nand another");
    assert!(gg::program::now().as_secs() > 1_700_000_000);
    assert_ne!(gg::program::random(), gg::program::random());
}
