//! Every operation of every table, with every example and with made-up answers, to the host and back.

use gg_codegen::emit::surface_json;
use gg_engine::TableOperation;
use gg_tests_host::{Data, Double, Run, everything, sample, tables, to_json, to_val};
use wasmtime::component::{Linker, Val};

/// Seeds of made-up answers: enough for every case of a variant and every length of a list here.
const SEEDS: std::ops::Range<usize> = 0..6;

fn check<I: TableOperation>(source: &str, add_to_linker: fn(&mut Linker<Data<I>>) -> wasmtime::Result<()>) {
    let run = Run::<I>::new(source, add_to_linker);
    let surface = run.surface();
    let roles = surface.operations.iter().filter_map(|operation| match &operation.binding {
        gg_codegen::surface::Binding::Ending(role) => Some(role.as_str()),
        _ => None,
    });
    let roles: Vec<&str> = roles.collect();
    for row in &surface.operations {
        let role = match &row.binding {
            gg_codegen::surface::Binding::Ending(role) => Some(role.as_str()),
            _ => roles.first().copied(),
        };
        for seed in SEEDS {
            let Some(example) = row.examples.get(seed % row.examples.len()) else { continue };
            let args = row.params.iter().zip(&example.args);
            let args: Vec<Val> = args.map(|(param, arg)| to_val(surface, &param.ty, arg.as_ref())).collect();
            let returns = row.returns.as_ref().map(|returns| (&returns.ty, sample(surface, &returns.ty, seed)));
            let answer = returns.as_ref().map_or(serde_json::Value::Null, |(ty, value)| to_json(surface, ty, value));
            let expected = returns.as_ref().map(|(ty, value)| to_val(surface, ty, Some(value)));
            let mut store = run.store("typescript", everything::<I>(role), Double::returning(answer.clone()));
            let result = run.call(&mut store, row, &args);
            assert_eq!(result, Ok(expected), "{}", row.id);
            let told = &store.data().recorder.told;
            let request = told[0].strip_prefix(&format!("open program:0:{} ", row.id)).unwrap_or_default();
            let request: serde_json::Value = serde_json::from_str(request).unwrap_or_else(|e| panic!("{request}: {e}"));
            assert_eq!(request, surface_json::request(surface, row, example, None), "{}", row.id);
            let close = told[1].strip_prefix(&format!("close program:0:{} returned ", row.id)).unwrap_or_default();
            let close: serde_json::Value = serde_json::from_str(close).unwrap_or_else(|e| panic!("{close}: {e}"));
            assert_eq!(close, answer, "{}", row.id);
        }
    }
}

/// The static rows say what the table says.
fn rows<I: TableOperation>(source: &str) {
    let source = gg_codegen::source::Source::new("table.toml", source);
    let surface = gg_codegen::table::read(&source).surface.unwrap_or_else(|| panic!("the table is refused"));
    let table = I::TABLE;
    assert_eq!(table.name, surface.name.id);
    assert_eq!(table.fingerprint, gg_codegen::emit::wit::fingerprint(&surface));
    assert_eq!(table.wit, gg_codegen::emit::wit::bare(&surface));
    assert_eq!(table.operations.len(), surface.operations.len());
    assert_eq!(table.capabilities.len(), surface.capabilities.len());
    assert_eq!(table.modules.len(), surface.modules.len());
    for (row, operation) in table.operations.iter().zip(&surface.operations) {
        assert_eq!((row.index, row.id), (operation.index.0, operation.id.as_str()));
        assert_eq!(row.id, format!("{}.{}", table.modules[row.module as usize].id, row.key));
        assert_eq!(row.deadline, operation.deadline);
        assert_eq!(row.effect, operation.effect);
        assert_eq!(row.condition, operation.condition.as_deref());
        assert_eq!(format!("{:?}", row.mode), format!("{:?}", operation.mode));
        assert_eq!(format!("{:?}", row.during_compaction), format!("{:?}", operation.during_compaction));
        let instead: Vec<u32> = operation.instead.iter().map(|index| index.0).collect();
        assert_eq!(row.instead, instead);
        for (at, arm) in gg_codegen::arms::ALL.iter().enumerate() {
            assert_eq!(row.spellings[at], arm.spell(&surface, operation));
        }
        let params: Vec<&str> = operation.params.iter().map(|param| param.names.id.as_str()).collect();
        assert_eq!(row.params.iter().map(|param| param.name).collect::<Vec<_>>(), params);
    }
    for (at, id) in I::ALL.iter().enumerate() {
        let row: &'static gg_engine::Operation = (*id).into();
        assert_eq!(row.index as usize, at);
    }
}

macro_rules! tables {
    ($($table:ident)*) => {
        $(mod $table {
            use super::tables::$table::{SOURCE, host};

            #[test]
            fn calls_cross_the_membrane_and_come_back() {
                super::check::<host::OperationId>(SOURCE, host::add_to_linker);
            }

            #[test]
            fn rows_say_what_the_table_says() {
                super::rows::<host::OperationId>(SOURCE);
            }
        })*
    };
}

gg_tests_host::each_table!(tables);
