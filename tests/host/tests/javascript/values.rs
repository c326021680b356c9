//! Generated values of every type: what arrives is what was given, and what comes back, given again, is the same.

use gg_codegen::{
    arms::ArmIndex,
    emit::surface_json,
    markdown::Markdown,
    source::Source,
    surface::{Example, Operation, Surface, Type, TypeKind, Value},
};
use gg_tests_host::{Double, tables, to_json};
use proptest::{
    collection::vec,
    option,
    prelude::*,
    strategy::Union,
    test_runner::{Config, TestRunner},
};

use super::engines::echo;

/// The integers of 53 bits.
const MOST: i128 = (1 << 53) - 1;

/// Values of a type that JavaScript can carry.
fn values(surface: &Surface, ty: &Type) -> BoxedStrategy<Value> {
    let integers = |low: i128, high: i128| prop_oneof![Just(low), Just(high), low..=high].prop_map(Value::Int).boxed();
    let boxed = |ty: &Option<Box<Type>>| match ty {
        Some(ty) => values(surface, ty).prop_map(|value| Some(Box::new(value))).boxed(),
        None => Just(None).boxed(),
    };
    match surface.resolve(ty) {
        Type::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Type::U8 => integers(0, u8::MAX.into()),
        Type::U16 => integers(0, u16::MAX.into()),
        Type::U32 => integers(0, u32::MAX.into()),
        Type::U64 => integers(0, MOST),
        Type::S8 => integers(i8::MIN.into(), i8::MAX.into()),
        Type::S16 => integers(i16::MIN.into(), i16::MAX.into()),
        Type::S32 => integers(i32::MIN.into(), i32::MAX.into()),
        Type::S64 => integers(-MOST, MOST),
        // What 32 bits and the text of a request both hold exactly.
        Type::F32 => any::<i16>().prop_map(|number| Value::Float(f64::from(number) / 8.0)).boxed(),
        Type::F64 => proptest::num::f64::NORMAL.prop_map(Value::Float).boxed(),
        Type::Char => any::<char>().prop_map(Value::Char).boxed(),
        Type::String => prop_oneof![".*", "[a-z]{0,9}", vec(any::<char>(), 0..9).prop_map(|c| c.into_iter().collect())]
            .prop_map(Value::String)
            .boxed(),
        Type::List(item) => vec(values(surface, item), 0..5).prop_map(Value::List).boxed(),
        Type::Option(item) => {
            option::of(values(surface, item)).prop_map(|value| Value::Option(value.map(Box::new))).boxed()
        }
        Type::Result { ok, err } => {
            prop_oneof![boxed(ok).prop_map(Ok), boxed(err).prop_map(Err)].prop_map(Value::Result).boxed()
        }
        Type::Tuple(items) => {
            let items: Vec<_> = items.iter().map(|item| values(surface, item)).collect();
            items.prop_map(Value::Tuple).boxed()
        }
        Type::Named(index) => match &surface.type_def(*index).kind {
            TypeKind::Record(fields) => {
                let fields: Vec<_> = fields.iter().map(|field| values(surface, &field.ty).prop_map(Some)).collect();
                fields.prop_map(Value::Record).boxed()
            }
            TypeKind::Variant(cases) => {
                let cases = cases.iter().enumerate().map(|(at, case)| {
                    let payload = case.payload.clone().map(Box::new);
                    boxed(&payload).prop_map(move |payload| Value::Variant(at, payload)).boxed()
                });
                Union::new(cases).boxed()
            }
            TypeKind::Enum(words) => (0..words.len()).prop_map(Value::Enum).boxed(),
            TypeKind::Flags(bits) => {
                let bits = bits.len();
                vec(any::<bool>(), bits)
                    .prop_map(|set| Value::Flags((0..).zip(set).filter(|(_, set)| *set).map(|(at, _)| at).collect()))
                    .boxed()
            }
            TypeKind::Alias(_) => unreachable!("aliases are resolved"),
        },
    }
}

fn check(surface: &Surface, operation: &Operation, value: &Value) -> Result<(), TestCaseError> {
    let arm = ArmIndex::find("javascript").unwrap_or_else(|| panic!("no arm")).arm();
    let ty = &operation.params[0].ty;
    let call = arm.spell(surface, operation);
    let program =
        format!("import {{ scalars, shapes }} from \"echo\";\n{call}({call}({}));\n", arm.value(surface, ty, value));
    let ran = echo().run(&program, Double::returning(to_json(surface, ty, value)));
    prop_assert_eq!((ran.trap, ran.told.error), (None, None), "{}", program);
    let example = Example { summary: Markdown::default(), args: vec![Some(value.clone())], span: operation.span };
    let expected = surface_json::request(surface, operation, &example, None);
    let requests = ran.calls.iter().filter(|call| call.starts_with("open "));
    let requests = requests.map(|call| call.splitn(3, ' ').nth(2).unwrap_or_default());
    let requests: Vec<serde_json::Value> =
        requests.map(|json| serde_json::from_str(json).unwrap_or_default()).collect();
    prop_assert_eq!(requests.len(), 2, "{}", program);
    for request in requests {
        prop_assert_eq!(&request, &expected, "{}", program);
    }
    Ok(())
}

#[test]
fn values_of_every_type_go_there_and_back() {
    let surface = gg_codegen::table::read(&Source::new("echo.toml", tables::echo::SOURCE)).surface;
    let surface = surface.unwrap_or_else(|| panic!("the table is refused"));
    let mut count = 0;
    for operation in &surface.operations {
        let same = operation.returns.as_ref().zip(operation.params.first());
        let Some((returns, param)) = same.filter(|_| operation.params.len() == 1) else { continue };
        assert_eq!(returns.ty, param.ty, "{}", operation.id);
        let config = Config { cases: 24, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(
            config,
            proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
        );
        let outcome = runner.run(&values(&surface, &param.ty), |value| check(&surface, operation, &value));
        outcome.unwrap_or_else(|error| panic!("{}: {error}", operation.id));
        count += 1;
    }
    assert!(count > 30, "{count} types");
}
