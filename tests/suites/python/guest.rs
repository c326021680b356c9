//! The SDK in a component that componentize-py makes, run by wasmtime against a host that gives back what it is given.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

use gg_tests::tools::{run, tools};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use wasmtime::{Engine, component::Component};

use super::{
    arguments,
    emitted::{self, Emitted, python, script, write},
    host::{Host, Left},
};

/// The component of the table that gives back everything.
fn guest() -> &'static (Emitted, Host) {
    static GUEST: OnceLock<(Emitted, Host)> = OnceLock::new();
    GUEST.get_or_init(|| {
        let emitted = Emitted::table("echo", "guest");
        let component = component(&emitted);
        let engine = Engine::default();
        let compiled = compiled(&engine, &component);
        (emitted, Host::new(engine, compiled).expect("a host"))
    })
}

/// Runs a program; an instance that dies fails the test.
fn ran(program: &str) -> Left {
    match guest().1.run("program.py", program) {
        Ok(left) => left,
        Err((left, error)) => panic!("the guest died: {error:?}\nafter {:#?}", left.printed),
    }
}

/// Builds the component, or takes the one that was built from the same files. Tests that want the same one wait for whoever
/// builds it.
pub(crate) fn component(emitted: &Emitted) -> PathBuf {
    static BUILDING: Mutex<()> = Mutex::new(());
    let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let app = script("app.py");
    let guest = gg_tests::root().join("runtime/arms/python/gg_guest");
    let guest = ["__init__.py", "membrane.py"].map(|name| guest.join(name));
    let mut files = emitted::files(&emitted.sdk());
    files.extend(emitted::files(&emitted.wit()));
    files.extend([app.clone(), gg_tests::root().join("tests/tools/requirements.txt")]);
    files.extend(guest.clone());
    let mut hash = Sha256::new();
    for file in &files {
        hash.update(file.file_name().expect("a file").as_encoded_bytes());
        hash.update(fs::read(file).expect("a file"));
    }
    let name = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let built = gg_tests::target().join("python/components").join(format!("{name}.wasm"));
    if built.exists() {
        return built;
    }
    let folder = emitted.folder.join("app");
    write(&folder.join("app.py"), fs::read(&app).expect("the app"));
    for file in guest {
        let name = file.file_name().expect("a file");
        write(&folder.join("gg_guest").join(name), fs::read(&file).expect("a file"));
    }
    write(&folder.join("gg_guest/table.py"), format!("ROOT = \"{}\"\n", emitted.surface.name.of(python())));
    let unfinished = unfinished(&built);
    fs::create_dir_all(built.parent().expect("a folder")).expect("a folder");
    let mut command = Command::new(tools().python_tool("componentize-py"));
    command.arg("-d").arg(emitted.wit()).args(["-w", "sandbox", "componentize", "app", "-p"]);
    command.arg(folder).arg("-p").arg(emitted.sdk()).arg("-o").arg(&unfinished);
    run(&mut command).unwrap_or_else(|error| panic!("{error}"));
    fs::rename(&unfinished, &built).expect("a component");
    built
}

/// What a file is called until it is whole: another process may be making the same.
fn unfinished(file: &Path) -> PathBuf {
    file.with_extension(format!("{}.unfinished", std::process::id()))
}

/// Compiles a component, or takes what was compiled before.
fn compiled(engine: &Engine, path: &Path) -> Component {
    let cached = path.with_extension("cwasm");
    #[expect(unsafe_code, reason = "the file is this suite's own; another version's or configuration's is refused")]
    let found = unsafe { Component::deserialize_file(engine, &cached) };
    if let Ok(component) = found {
        return component;
    }
    let component = Component::from_file(engine, path).expect("a component");
    let unfinished = unfinished(&cached);
    fs::write(&unfinished, component.serialize().expect("code")).expect("a file");
    fs::rename(&unfinished, &cached).expect("a file");
    component
}

#[test]
fn every_example_crosses_and_comes_back() {
    let (emitted, _) = guest();
    let surface = &emitted.surface;
    let mut program = String::from("import echo\n");
    let mut wanted: Vec<(String, Vec<Json>)> = Vec::new();
    for operation in surface.operations.iter().filter(|operation| operation.names.id != "fail") {
        for example in &operation.examples {
            let call = python().arm().call(surface, operation, example);
            let arguments = arguments::of_example(surface, operation, example);
            let arguments = arguments.as_array().expect("a list").clone();
            let spelled = python().arm().spell(surface, operation);
            program.push_str(&format!("value = {call}\n"));
            wanted.push((operation.names.wit.clone(), arguments.clone()));
            // What came back can be handed over again, and is the same.
            if let [param] = operation.params.as_slice() {
                let name =
                    if param.is_optional(surface) { format!("{}=", param.names.of(python())) } else { String::new() };
                program.push_str(&format!("assert {spelled}({name}value) == value\n"));
                wanted.push((operation.names.wit.clone(), arguments));
            }
        }
    }
    let left = ran(&program);
    assert_eq!(left.failed, None);
    for (arrived, wanted) in left.arrived.iter().zip(&wanted) {
        assert_eq!(arrived, wanted);
    }
    assert_eq!(left.arrived.len(), wanted.len());
    assert!(left.guarded.is_empty(), "{:?}", left.guarded);
}

#[test]
fn every_value_crosses_or_is_refused() {
    let program = fs::read_to_string(script("conformance.py")).expect("the rows");
    let left = ran(&program);
    assert_eq!(left.failed, None);
    let (last, wrong) = left.printed.split_last().expect("the rows print how many there are");
    assert!(wrong.is_empty(), "{wrong:#?}");
    let refused: usize = last.rsplit(' ').next().and_then(|count| count.parse().ok()).expect("a number");
    assert!(refused > 60, "{last}");
    assert_eq!(left.guarded.len(), refused, "every refusal is counted");
    assert!(left.guarded.iter().all(|(id, message)| id.contains('.') && !message.is_empty()), "{:?}", left.guarded);
}

#[test]
fn a_failure_is_told_with_its_place() {
    let left = ran("import echo\n\ndef call():\n    echo.shapes.fail('not-found', 'no such thing')\n\ncall()\n");
    let failed = left.failed.expect("a failure");
    assert!(failed.contains("echo.shapes.fail failed (not-found): no such thing"), "{failed}");
    assert!(
        failed.contains(r#"File \\\"program.py\\\", line 4, in call"#)
            || failed.contains(r#"File \"program.py\", line 4, in call"#),
        "{failed}"
    );
}

#[test]
fn runaway_recursion_is_a_failure_like_others() {
    let left = ran(
        "def call(n):\n    return call(n + 1)\n\ntry:\n    call(0)\nexcept RecursionError as error:\n    print('caught', error)\n",
    );
    assert!(left.printed.iter().any(|line| line.starts_with("caught")), "{left:?}");
}

#[test]
fn the_component_imports_the_membrane_and_wasi_alone() {
    let (emitted, host) = guest();
    let membrane = format!("{}:{}/", emitted.surface.package.namespace, emitted.surface.package.name);
    let imports = host.imports();
    assert!(imports.iter().all(|name| name.starts_with(&membrane) || name.starts_with("wasi:")), "{imports:?}");
    for module in &emitted.surface.modules {
        let interface = format!("{membrane}{}", module.interface);
        assert!(imports.contains(&interface), "{interface} of {imports:?}");
    }
}

#[test]
fn every_operation_is_bound() {
    let (emitted, _) = guest();
    let left = ran("import app\n\nprint(*app.WitWorld().bound_operations())\n");
    let bound: Vec<&str> = left.printed.iter().flat_map(|line| line.split(' ')).collect();
    let wanted: Vec<&str> = emitted.surface.operations.iter().map(|operation| operation.id.as_str()).collect();
    assert_eq!(
        {
            let mut bound = bound;
            bound.sort_unstable();
            bound
        },
        {
            let mut wanted = wanted;
            wanted.sort_unstable();
            wanted
        }
    );
}

/// There is no other function between it and the program, which is most of what a call costs that can be saved.
#[test]
fn a_function_calls_the_membrane_itself() {
    let left = ran("import echo\nfor f in (echo.scalars.string, echo.scalars.u32, echo.shapes.nothing):\n    \
                    print('call' in f.__code__.co_names)\n");
    assert_eq!((left.failed, left.printed), (None, vec!["True".to_owned(); 3]));
}

/// How long this thread has been running, others' work on the machine not counted.
fn on_processor() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or_default())
}

/// What a call costs above its binding, and the binding above nothing: `cargo test … -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, which asserts nothing"]
fn what_a_call_costs() {
    let microseconds = |setup: &str, call: &str| {
        let timed = |count: u32| {
            let program = format!(
                "import echo\nfrom echo import _raw\n{setup}\ndef main():\n    for _ in range({count}):\n        {call}\nmain()\n"
            );
            let runs = (0..7).map(|_| {
                let start = on_processor();
                assert_eq!(ran(&program).failed, None);
                on_processor().saturating_sub(start)
            });
            runs.min().unwrap_or_default()
        };
        (timed(50_000).saturating_sub(timed(0))).as_secs_f64() * 1e6 / 50_000.0
    };
    for (setup, binding, call) in [
        ("", "_raw.scalars.u32(7)", "echo.scalars.u32(7)"),
        ("", "_raw.scalars.string('src/main.rs')", "echo.scalars.string('src/main.rs')"),
        ("", "_raw.shapes.give_maybe(7)", "echo.shapes.give_maybe(value=7)"),
        (
            "a = _raw.shapes.Parcel('x', 1.5, _raw.shapes.Colour.RED, True)\nb = echo.shapes.Parcel('x', 1.5, echo.shapes.Colour.RED, True)",
            "_raw.shapes.give_parcel(a)",
            "echo.shapes.give_parcel(b)",
        ),
        (
            "a = [_raw.shapes.Span(1, 2)] * 10\nb = [echo.shapes.Span(1, 2)] * 10",
            "_raw.shapes.give_spans(a)",
            "echo.shapes.give_spans(b)",
        ),
    ] {
        let (bare, whole) = (microseconds(setup, binding), microseconds(setup, call));
        println!("{call}: {whole:.2} µs, of which the binding and the host take {bare:.2}");
    }
}
