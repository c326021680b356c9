//! The recorded request: the calls of the specification's table, through the membrane.

use gg_codegen::surface::{Surface, Type, TypeKind};
use gg_engine::{CallError, ErrorCode};
use gg_tests_host::{
    Answer, Double, Run,
    tables::operations::{SOURCE, host::OperationId},
    to_val,
};
use wasmtime::component::Val;

/// A parameter and what is given for it.
type Argument<'a> = (&'a str, Val);

fn text(value: &str) -> Val {
    Val::String(value.to_owned())
}

fn some(value: Val) -> Val {
    Val::Option(Some(Box::new(value)))
}

/// A record, or the part of one that is given.
fn record<const N: usize>(fields: [(&str, Val); N]) -> Val {
    Val::Record(fields.map(|(name, value)| (name.to_owned(), value)).into())
}

fn case(name: &str, payload: Option<Val>) -> Val {
    Val::Variant(name.to_owned(), payload.map(Box::new))
}

#[test]
fn the_calls_of_the_specification() {
    let run: Run<OperationId> = Run::new(SOURCE, gg_tests_host::tables::operations::host::add_to_linker);
    let memory = record([
        ("name", text("csv")),
        ("description", text("…")),
        ("body", text("…")),
        ("code", some(text("let a = \"b\";\n"))),
    ]);
    let task = record([("description", case("clear", None)), ("status", some(Val::Enum("done".to_owned())))]);
    let progress = record([("status", some(Val::Enum("in-progress".to_owned())))]);
    let range = record([("start", Val::U32(3)), ("end", Val::U32(5))]);
    let spawn = record([("agent", text("tester")), ("task", case("issue", Some(text("AUTH-2"))))]);
    let calls: [(&str, &[Argument<'_>], &str); 10] = [
        (
            "files.read_file",
            &[("path", text("a.md")), ("limit", some(Val::U32(200)))],
            r#"{"path":"a.md","limit":200}"#,
        ),
        ("shell.shell", &[("command", text("make"))], r#"{"command":"make"}"#),
        (
            "memories.write_memory",
            &[("memory", memory)],
            r#"{"memory":{"name":"csv","description":"…","body":"…","code":"let a = \"b\";\n"}}"#,
        ),
        (
            "tasks.update_task",
            &[("id", text("t1")), ("patch", task)],
            r#"{"id":"t1","patch":{"description":null,"status":"done"}}"#,
        ),
        (
            "board.update_issue",
            &[("id", text("AUTH-2")), ("patch", record([("epic", case("ungroup", None))]))],
            r#"{"id":"AUTH-2","patch":{"epic":null}}"#,
        ),
        (
            "board.update_issue",
            &[("id", text("AUTH-2")), ("patch", progress)],
            r#"{"id":"AUTH-2","patch":{"status":"in_progress"}}"#,
        ),
        ("context.archive_thread", &[("ranges", Val::List(vec![range]))], r#"{"ranges":[{"start":3,"end":5}]}"#),
        (
            "delegation.spawn_subagent",
            &[("request", spawn)],
            r#"{"request":{"agent":"tester","task":{"issue":"AUTH-2"}}}"#,
        ),
        ("docs.search", &[("modules", Val::List(vec![text("files")]))], r#"{"modules":["files"]}"#),
        ("session.approve", &[], "{}"),
    ];
    for (id, given, request) in calls {
        let row = run.row(id);
        let given = |name: &str| given.iter().find(|(given, _)| *given == name).map(|(_, value)| value.clone());
        let args = row.params.iter().map(|param| filled(run.surface(), &param.ty, given(&param.names.id)));
        let args: Vec<Val> = args.collect();
        let failure = Answer::Failure(CallError::new(ErrorCode::Other, ""));
        let grants = gg_tests_host::everything::<OperationId>(Some("review"));
        let mut store = run.store("typescript", grants, Double::answering(failure));
        run.call(&mut store, row, &args).expect_err("the double fails");
        assert_eq!(store.data().recorder.told[0], format!("open program:0:{id} {request}"));
    }
}

/// A value whose records have all their fields, what is not given left out.
fn filled(surface: &Surface, ty: &Type, given: Option<Val>) -> Val {
    let (Some(Val::Record(mut given)), Type::Named(index)) = (given.clone(), surface.resolve(ty)) else {
        return given.unwrap_or_else(|| to_val(surface, ty, None));
    };
    let TypeKind::Record(fields) = &surface.type_def(*index).kind else { panic!("{ty:?} is no record") };
    let fields = fields.iter().map(|field| {
        let at = given.iter().position(|(name, _)| *name == field.names.wit);
        let value = at.map(|at| given.swap_remove(at).1);
        (field.names.wit.clone(), filled(surface, &field.ty, value))
    });
    let filled = Val::Record(fields.collect());
    assert!(given.is_empty(), "no such fields: {given:?}");
    filled
}
