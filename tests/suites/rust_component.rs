//! The Rust SDK in a component: programs compiled as the runtime does, run in wasmtime against a host that knows no types
//! of Rust.

#[path = "rust/host.rs"]
mod host;

use gg_codegen::{arms::ArmIndex, emit::surface_json::request};
use gg_tests::rust::{self, Sdk};
use host::{Event, component, printed, run};
use wasmtime::Engine;

/// Every example of every table in one program a table: what arrives is the recorded request, and what the program prints
/// is what the host answered.
#[test]
fn every_call_crosses_and_so_does_its_answer() {
    let engine = Engine::default();
    let index = ArmIndex::find("rust").expect("there is a Rust arm");
    for sdk in Sdk::all() {
        let (surface, arm, root) = (&sdk.surface, rust::arm(), sdk.root());
        let calls = surface.operations.iter().flat_map(|op| op.examples.iter().map(move |example| (op, example)));
        let calls: Vec<_> = calls.collect();
        let all = arm.program(surface, &calls);
        let imports = all.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        let lines: Vec<String> = calls
            .iter()
            .map(|(operation, example)| {
                format!("    {root}::log(format!(\"{{:?}}\", {}));\n", arm.call(surface, operation, example))
            })
            .collect();
        let body = lines.concat();
        let program = format!("{imports}\n\nfn main() -> Result<(), {root}::Failure> {{\n{body}    Ok(())\n}}\n");
        let program = sdk.program(&sdk.compile(), "examples", &program);
        let ran = run(&engine, surface, &component(surface, program), None);
        let expected = calls.iter().flat_map(|(operation, example)| {
            let call = Event::Call(operation.id.clone(), request(surface, operation, example, Some(arm.index())));
            // A line of the operator's log is a line.
            let printed = printed(surface, index, operation);
            [call, Event::Line(printed)]
        });
        assert_eq!(ran.trap, None, "{}", sdk.name);
        for (found, expected) in ran.events.iter().zip(expected.clone()) {
            assert_eq!(*found, expected, "{}", sdk.name);
        }
        assert_eq!(ran.events.len(), expected.count(), "{}", sdk.name);
        let ids: Vec<_> = surface.operations.iter().map(|operation| operation.id.clone()).collect();
        assert_eq!(ran.bound, ids);
        let package = format!("{}:{}/", surface.package.namespace, surface.package.name);
        assert!(ran.imports.iter().all(|interface| interface.starts_with(&package)), "{:?}", ran.imports);
    }
}

/// Ends of programs: what is handed up, and where it points.
#[test]
fn failures_are_handed_up_with_their_place() {
    let tables = gg_tests::tables().expect("the tables can be listed");
    let sdk = Sdk::of(tables.iter().find(|table| table.name == "gg").expect("gg has a table"));
    let library = sdk.compile();
    let engine = Engine::default();
    let run = |name: &str, source: &str| {
        let module = sdk.program(&library, name, source);
        let size = module.len();
        (run(&engine, &sdk.surface, &component(&sdk.surface, module), Some("files.read_text_file")), size)
    };
    let failure = |code: Option<&str>, message: &str, place: Option<&str>| {
        let kind = if code.is_some() { "api-failure" } else { "other" };
        Event::Failure(kind.into(), code.map(Into::into), message.into(), place.map(Into::into))
    };

    let (ran, size) = run("nothing", "fn main() {}\n");
    assert_eq!((ran.events, ran.trap), (vec![], None));
    assert!(size < 48 * 1024, "a program that does nothing has {size} bytes");

    let call = "files::read_text_file(\"a\", files::TextReadOptions::default())?;";
    let call = call.replace("TextReadOptions", "ReadTextFileOptions");
    let (ran, size) = run(
        "call",
        &format!("use gg::files;\n\nfn main() -> Result<(), gg::Failure> {{\n    {call}\n    Ok(())\n}}\n"),
    );
    let message = "gg::files::read_text_file failed (not-found): as told";
    assert_eq!(ran.events[1..], [failure(Some("not-found"), message, Some("program.rs:4:5"))]);
    assert_eq!(ran.trap, None);
    assert!(size < 56 * 1024, "a program of one call has {size} bytes");

    let caught = "use gg::{core::ErrorCode, files};

fn main() -> Result<(), gg::Failure> {
    match files::read_text_file(\"a\", Default::default()) {
        Err(error) if error.code == ErrorCode::NotFound => gg::log(error.message),
        other => gg::log(format!(\"{other:?}\")),
    }
    gg::log(\"two\\nlines\");
    gg::log(format!(\"{:?} {}\", gg::program::now(), gg::program::random()));
    let earlier: gg::Failure = gg::program::message(\"only looked at\");
    gg::log(format!(\"{earlier:?}\"));
    Err(gg::program::message(\"not today\"))
}
";
    let (ran, _) = run("words", caught);
    let lines = ["as told", "two", "lines", "1s 18446744073709551615", "only looked at (program.rs:10:32)"];
    let lines = lines.map(|line| Event::Line(line.into()));
    assert_eq!(ran.events[1..6], lines);
    assert_eq!(ran.events[6..], [failure(None, "not today", Some("program.rs:12:9"))]);

    let (ran, _) =
        run("panic", "fn main() {\n    let none: Vec<u8> = Vec::new();\n    println!(\"{}\", none[3]);\n}\n");
    let message = "index out of bounds: the len is 0 but the index is 3";
    assert_eq!(ran.events, [failure(None, message, Some("program.rs:3:24"))]);
    assert!(ran.trap.is_some());

    let (ran, _) = run("clock", "fn main() {\n    println!(\"{:?}\", std::time::Instant::now());\n}\n");
    let [Event::Failure(_, _, message, _)] = ran.events.as_slice() else { panic!("{:?}", ran.events) };
    assert_eq!(message, "time not implemented on this platform; gg::program::now() gives the time");

    let (ran, _) = run("foreign", "fn main() -> Result<(), String> {\n    Err(\"words\".into())\n}\n");
    assert_eq!(ran.events, [failure(None, "`main` returned an error that is not a gg::program::Failure", None)]);
}
