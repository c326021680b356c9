//! Every operation of every table, called as its examples call it, through the real engine.

use gg_codegen::{arms::ArmIndex, emit::surface_json, source::Source};
use gg_engine::{Package, TableOperation};
use gg_tests_host::{Double, EngineData, ErrorKind, ScriptEngine, sample, to_json};
use wasmtime::component::Linker;

use super::engines::{Gg, gg};

fn check<I: TableOperation>(
    source: &str,
    package: &Package,
    add_to_linker: fn(&mut Linker<EngineData<I>>) -> wasmtime::Result<()>,
) {
    let surface = gg_codegen::table::read(&Source::new("table.toml", source)).surface;
    let surface = surface.unwrap_or_else(|| panic!("the table is refused"));
    let engine = ScriptEngine::<I>::new(package, add_to_linker);
    let arm = ArmIndex::find("javascript").unwrap_or_else(|| panic!("no arm")).arm();
    let (mut answered, mut inexact) = (0, 0);
    for row in &surface.operations {
        if matches!(&row.binding, gg_codegen::surface::Binding::Ending(role) if role != "standard") {
            continue;
        }
        for (seed, example) in row.examples.iter().enumerate() {
            let program = arm.program(&surface, &[(row, example)]);
            let returns = row.returns.as_ref().map(|returns| (&returns.ty, sample(&surface, &returns.ty, seed + 1)));
            let answer = returns.as_ref().map_or(serde_json::Value::Null, |(ty, value)| to_json(&surface, ty, value));
            let ran = engine.run(&program, Double::returning(answer));
            assert_eq!(ran.trap, None, "{program}");
            let request = ran.calls.first().and_then(|told| told.strip_prefix(&format!("open program:0:{} ", row.id)));
            let request = request.unwrap_or_else(|| panic!("{program}\n{:?} {:?}", ran.calls, ran.told));
            let request: serde_json::Value = serde_json::from_str(request).unwrap_or_else(|e| panic!("{request}: {e}"));
            assert_eq!(request, surface_json::request(&surface, row, example, Some(arm.index())), "{program}");
            match ran.told.error {
                None => answered += 1,
                // Made-up answers have integers of 64 bits.
                Some(error) => {
                    assert_eq!(error.kind, ErrorKind::ApiFailure, "{program}\n{error:?}");
                    assert!(error.message.contains("cannot carry exactly"), "{program}\n{error:?}");
                    inexact += 1;
                }
            }
        }
    }
    assert!(answered > inexact, "{answered} calls returned, {inexact} did not");
}

macro_rules! tables {
    ($($table:ident)*) => {
        $(#[test]
        fn $table() {
            use gg_tests_host::tables::$table::{SOURCE, host};
            check::<host::OperationId>(SOURCE, &host::PACKAGE, host::add_to_linker);
        })*
    };
}

gg_tests_host::each_table!(tables);

#[test]
fn it_is_bound_to_every_operation() {
    let ids: Vec<&str> = Gg::TABLE.operations.iter().map(|operation| operation.id).collect();
    assert_eq!(gg().bound_operations(Double::returning(serde_json::Value::Null)), ids);
}

#[test]
fn it_imports_the_membrane_and_nothing_else() {
    let package = Gg::TABLE.package;
    let module = |operation: &gg_engine::Operation| Gg::TABLE.modules[operation.module as usize].interface;
    let mut expected: Vec<String> = Gg::TABLE
        .operations
        .iter()
        .map(|operation| format!("{package}/{}#{}", module(operation), operation.key.replace('_', "-")))
        .collect();
    let private = [
        "log",
        "note-return",
        "now",
        "random",
        "report-deferred",
        "report-error",
        "report-guard",
        "report-module-error",
        "should-stop",
    ];
    expected.extend(private.map(|name| format!("{package}/feedback#{name}")));
    expected.sort();
    let mut imports = gg().imports();
    // Interfaces that have types alone say so without a function.
    imports.retain(|import| import.contains('#'));
    imports.sort();
    assert_eq!(imports, expected);
}
