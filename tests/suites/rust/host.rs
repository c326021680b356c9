//! A host of any table: it takes every call of a component by its types, keeps what arrived, and answers with a value it
//! makes up, or with a failure.

use gg_codegen::{
    arms::ArmIndex,
    surface::{Operation, Patch, Surface, Type, TypeKind},
};
use serde_json::{Map, Value as Json, json};
use wasmtime::{
    Engine, Store,
    component::{Component, Linker, Val, types::ComponentItem},
};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};

/// What reached the host, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event {
    /// A call: the operation, and the request as it is recorded.
    Call(String, Json),
    /// A printed line.
    Line(String),
    /// The failure handed up: kind, code, message, place.
    Failure(String, Option<String>, String, Option<String>),
}

/// What came of a program.
#[derive(Debug)]
pub(crate) struct Run {
    /// What reached the host.
    pub events: Vec<Event>,
    /// The trap it ended with.
    pub trap: Option<String>,
    /// The operations it says it binds.
    pub bound: Vec<String>,
    /// The interfaces it imports.
    pub imports: Vec<String>,
}

/// The component of a core module.
pub(crate) fn component(surface: &Surface, module: Vec<u8>) -> Vec<u8> {
    let mut module = module;
    let (resolve, package) = gg_codegen::emit::wit::parse(surface).expect("the membrane parses");
    let world = resolve.select_world(&[package], Some("sandbox")).expect("it has its world");
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).expect("the module takes its types");
    let mut encoder = ComponentEncoder::default().validate(true).module(&module).expect("the module fits the world");
    encoder.encode().expect("the module is a component")
}

/// Runs a program; calls whose operation is `fails` fail.
pub(crate) fn run(engine: &Engine, surface: &Surface, component: &[u8], fails: Option<&str>) -> Run {
    let component = Component::new(engine, component).expect("the component compiles");
    let mut linker = Linker::<Vec<Event>>::new(engine);
    let mut imports = Vec::new();
    for (interface, item) in component.component_type().imports(engine) {
        let ComponentItem::ComponentInstance(instance) = item.ty else { panic!("{interface} is no interface") };
        imports.push(interface.to_owned());
        let mut into = linker.instance(interface).expect("the interface is new");
        for (function, item) in instance.exports(engine) {
            let ComponentItem::ComponentFunc(_) = item.ty else { continue };
            let found = surface.operations.iter().find(|operation| {
                let module = surface.module(operation.module);
                operation.names.wit == function && interface.ends_with(&format!("/{}", module.interface))
            });
            let operation = found.cloned();
            let (surface, name) = (surface.clone(), function.to_owned());
            let fails = operation.as_ref().is_some_and(|operation| Some(operation.id.as_str()) == fails);
            let define = into.func_new(function, move |mut store, _, given, answers| {
                let events = store.data_mut();
                match &operation {
                    Some(operation) => {
                        events.push(Event::Call(operation.id.clone(), request(&surface, operation, given)));
                        answers[0] = answer(&surface, operation, fails);
                    }
                    None => feedback(&name, given, answers, events),
                }
                Ok(())
            });
            define.expect("the function is new");
        }
    }
    let mut store = Store::new(engine, Vec::new());
    let instance = linker.instantiate(&mut store, &component).expect("all it imports is there");
    let bound = instance.get_func(&mut store, "bound-operations").expect("it is exported");
    let mut names = [Val::Bool(false)];
    bound.call(&mut store, &[], &mut names).expect("it answers");
    let bound = match &names[0] {
        Val::List(names) => names.iter().map(text).collect(),
        other => panic!("{other:?} is no list"),
    };
    let instance = linker.instantiate(&mut store, &component).expect("all it imports is there");
    let run = instance.get_func(&mut store, "run").expect("it is exported");
    let arguments = [Val::String("program.rs".into()), Val::String(String::new()), Val::List(Vec::new())];
    let trap = run.call(&mut store, &arguments, &mut []).err().map(|trap| format!("{trap:#}"));
    Run { events: store.into_data(), trap, bound, imports }
}

fn text(value: &Val) -> String {
    match value {
        Val::String(text) | Val::Enum(text) => text.clone(),
        other => panic!("{other:?} is no text"),
    }
}

fn optional_text(value: &Val) -> Option<String> {
    match value {
        Val::Option(value) => value.as_ref().map(|value| text(value)),
        other => panic!("{other:?} is no option"),
    }
}

fn feedback(name: &str, given: &[Val], answers: &mut [Val], events: &mut Vec<Event>) {
    match (name, given) {
        ("log", [line]) => events.push(Event::Line(text(line))),
        ("report-error", [Val::Record(fields)]) => {
            let [(_, kind), (_, code), (_, message), (_, location)] = fields.as_slice() else { panic!("{fields:?}") };
            events.push(Event::Failure(text(kind), optional_text(code), text(message), optional_text(location)));
        }
        ("now", []) => answers[0] = Val::U64(1_000_000),
        ("random", []) => answers[0] = Val::U64(u64::MAX),
        _ => panic!("{name} is not expected"),
    }
}

/// The recorded request of what arrived.
fn request(surface: &Surface, operation: &Operation, given: &[Val]) -> Json {
    let params = operation.params.iter().zip(given);
    object(surface, params.map(|(param, value)| (param.names.json.as_str(), &param.ty, value)))
}

fn object<'a>(surface: &Surface, members: impl Iterator<Item = (&'a str, &'a Type, &'a Val)>) -> Json {
    let members = members.filter_map(|(name, ty, value)| Some((name.to_owned(), json(surface, ty, value)?)));
    Json::Object(members.collect::<Map<_, _>>())
}

/// A value by the rule of the recorded request; none where it is left out.
fn json(surface: &Surface, ty: &Type, value: &Val) -> Option<Json> {
    let whole = |ty: &Type, value: &Val| json(surface, ty, value).unwrap_or(Json::Null);
    let payload = |ty: Option<&Type>, value: &Option<Box<Val>>| match (ty, value) {
        (Some(ty), Some(value)) => whole(ty, value),
        _ => Json::Null,
    };
    Some(match (surface.resolve(ty), value) {
        (_, Val::Bool(value)) => json!(value),
        (_, Val::U8(value)) => json!(value),
        (_, Val::U16(value)) => json!(value),
        (_, Val::U32(value)) => json!(value),
        (_, Val::U64(value)) => json!(value),
        (_, Val::S8(value)) => json!(value),
        (_, Val::S16(value)) => json!(value),
        (_, Val::S32(value)) => json!(value),
        (_, Val::S64(value)) => json!(value),
        // By its shortest digits, as the table writes it.
        (_, Val::Float32(value)) => json!(value.to_string().parse::<f64>().expect("it is a number")),
        (_, Val::Float64(value)) => json!(value),
        (_, Val::Char(value)) => json!(value),
        (_, Val::String(value)) => json!(value),
        (Type::List(item), Val::List(items)) => items.iter().map(|value| whole(item, value)).collect(),
        (Type::Tuple(types), Val::Tuple(items)) => {
            types.iter().zip(items).map(|(ty, value)| whole(ty, value)).collect()
        }
        (Type::Option(inner), Val::Option(value)) => return value.as_ref().map(|value| whole(inner, value)),
        (Type::Result { ok, .. }, Val::Result(Ok(value))) => json!({ "ok": payload(ok.as_deref(), value) }),
        (Type::Result { err, .. }, Val::Result(Err(value))) => json!({ "err": payload(err.as_deref(), value) }),
        (Type::Named(index), value) => {
            let def = surface.type_def(*index);
            match (&def.kind, value) {
                (TypeKind::Record(fields), Val::Record(values)) => {
                    let members = fields.iter().zip(values);
                    object(
                        surface,
                        members.map(|(field, (name, value))| {
                            assert_eq!(&field.names.wit, name);
                            (field.names.json.as_str(), &field.ty, value)
                        }),
                    )
                }
                (TypeKind::Variant(cases), Val::Variant(name, value)) => {
                    let at =
                        cases.iter().position(|case| case.names.wit == *name).expect("the case is one of the type's");
                    let value = payload(cases[at].payload.as_ref(), value);
                    match def.patch {
                        Some(Patch { keep, .. }) if keep == at => return None,
                        Some(Patch { empty, .. }) if empty == at => Json::Null,
                        Some(_) => value,
                        None => json!({ cases[at].names.json.clone(): value }),
                    }
                }
                (TypeKind::Enum(members), Val::Enum(word)) => {
                    let member = members.iter().find(|member| member.names.wit == *word).expect("the word is one");
                    json!(member.names.json)
                }
                (TypeKind::Flags(members), Val::Flags(set)) => {
                    let set = members.iter().filter(|member| set.contains(&member.names.wit));
                    set.map(|member| json!(member.names.json)).collect()
                }
                (_, other) => panic!("{other:?} is no {}", def.names.id),
            }
        }
        (ty, value) => panic!("{value:?} is no {ty:?}"),
    })
}

/// What an operation is answered.
fn answer(surface: &Surface, operation: &Operation, fails: bool) -> Val {
    if fails {
        let fields = [
            ("code", Val::Enum("not-found".into())),
            ("operation", Val::String(operation.names.id.clone())),
            ("id", Val::String(operation.id.clone())),
            ("message", Val::String("as told".into())),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value));
        return Val::Result(Err(Some(Box::new(Val::Record(fields.into())))));
    }
    let value = operation.returns.as_ref().map(|returns| Box::new(made_up(surface, &returns.ty, &mut 0)));
    Val::Result(Ok(value))
}

/// A value of a type, each part unlike the others.
fn made_up(surface: &Surface, ty: &Type, next: &mut u8) -> Val {
    *next = next.wrapping_add(1);
    let n = *next;
    match surface.resolve(ty) {
        Type::Bool => Val::Bool(n % 2 == 1),
        Type::U8 => Val::U8(n),
        Type::U16 => Val::U16(0x100 + u16::from(n)),
        Type::U32 => Val::U32(0xffff_ff00 + u32::from(n)),
        Type::U64 => Val::U64(u64::MAX - u64::from(n)),
        Type::S8 => Val::S8(-(n.cast_signed() & 0x7f)),
        Type::S16 => Val::S16(-i16::from(n)),
        Type::S32 => Val::S32(-i32::from(n)),
        Type::S64 => Val::S64(i64::MIN + i64::from(n)),
        Type::F32 => Val::Float32(f32::from(n) + 0.5),
        Type::F64 => Val::Float64(f64::from(n) + 0.1),
        Type::Char => Val::Char(char::from_u32(0x1f300 + u32::from(n)).unwrap_or('?')),
        Type::String => Val::String(if n.is_multiple_of(4) { String::new() } else { format!("é \"{n}\"\n") }),
        Type::List(item) => Val::List((0..n % 3).map(|_| made_up(surface, item, next)).collect()),
        Type::Option(inner) => Val::Option((!n.is_multiple_of(3)).then(|| Box::new(made_up(surface, inner, next)))),
        Type::Result { ok, err } => {
            let one =
                |ty: &Option<Box<Type>>, next: &mut u8| ty.as_ref().map(|ty| Box::new(made_up(surface, ty, next)));
            Val::Result(if n.is_multiple_of(2) { Ok(one(ok, next)) } else { Err(one(err, next)) })
        }
        Type::Tuple(items) => Val::Tuple(items.iter().map(|item| made_up(surface, item, next)).collect()),
        Type::Named(index) => match &surface.type_def(*index).kind {
            TypeKind::Record(fields) => {
                let field = |field: &gg_codegen::surface::Field, next: &mut u8| {
                    (field.names.wit.clone(), made_up(surface, &field.ty, next))
                };
                Val::Record(fields.iter().map(|one| field(one, next)).collect())
            }
            TypeKind::Variant(cases) => {
                let case = &cases[usize::from(n) % cases.len()];
                let payload = case.payload.as_ref().map(|ty| Box::new(made_up(surface, ty, next)));
                Val::Variant(case.names.wit.clone(), payload)
            }
            TypeKind::Enum(members) => Val::Enum(members[usize::from(n) % members.len()].names.wit.clone()),
            TypeKind::Flags(members) => {
                let set = members.iter().enumerate().filter(|(at, _)| (at + usize::from(n)) % 2 == 0);
                Val::Flags(set.map(|(_, member)| member.names.wit.clone()).collect())
            }
            TypeKind::Alias(target) => made_up(surface, target, next),
        },
    }
}

/// How an operation's made-up answer prints with `{:?}` in a program.
pub(crate) fn printed(surface: &Surface, rust: ArmIndex, operation: &Operation) -> String {
    match (&operation.returns, answer(surface, operation, false)) {
        (Some(returns), Val::Result(Ok(Some(value)))) => debug(surface, rust, &returns.ty, &value),
        _ => "()".to_owned(),
    }
}

fn debug(surface: &Surface, rust: ArmIndex, ty: &Type, value: &Val) -> String {
    let one = |ty: &Type, value: &Val| debug(surface, rust, ty, value);
    let payload = |ty: Option<&Type>, value: &Option<Box<Val>>| match (ty, value) {
        (Some(ty), Some(value)) => one(ty, value),
        _ => "()".to_owned(),
    };
    match (surface.resolve(ty), value) {
        (_, Val::Bool(value)) => format!("{value:?}"),
        (_, Val::U8(value)) => format!("{value:?}"),
        (_, Val::U16(value)) => format!("{value:?}"),
        (_, Val::U32(value)) => format!("{value:?}"),
        (_, Val::U64(value)) => format!("{value:?}"),
        (_, Val::S8(value)) => format!("{value:?}"),
        (_, Val::S16(value)) => format!("{value:?}"),
        (_, Val::S32(value)) => format!("{value:?}"),
        (_, Val::S64(value)) => format!("{value:?}"),
        (_, Val::Float32(value)) => format!("{value:?}"),
        (_, Val::Float64(value)) => format!("{value:?}"),
        (_, Val::Char(value)) => format!("{value:?}"),
        (_, Val::String(value)) => format!("{value:?}"),
        (Type::List(item), Val::List(items)) => {
            format!("[{}]", items.iter().map(|value| one(item, value)).collect::<Vec<_>>().join(", "))
        }
        (Type::Option(inner), Val::Option(value)) => {
            value.as_ref().map_or("None".to_owned(), |value| format!("Some({})", one(inner, value)))
        }
        (Type::Result { ok, .. }, Val::Result(Ok(value))) => format!("Ok({})", payload(ok.as_deref(), value)),
        (Type::Result { err, .. }, Val::Result(Err(value))) => format!("Err({})", payload(err.as_deref(), value)),
        (Type::Tuple(types), Val::Tuple(items)) => {
            let items: Vec<_> = types.iter().zip(items).map(|(ty, value)| one(ty, value)).collect();
            if items.len() == 1 { format!("({},)", items[0]) } else { format!("({})", items.join(", ")) }
        }
        (Type::Named(index), value) => {
            let def = surface.type_def(*index);
            let name = def.names.of(rust);
            match (&def.kind, value) {
                (TypeKind::Record(fields), Val::Record(values)) => {
                    let fields = fields.iter().zip(values);
                    let fields = fields
                        .map(|(field, (_, value))| format!("{}: {}", field.names.of(rust), one(&field.ty, value)));
                    format!("{name} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
                }
                (TypeKind::Variant(cases), Val::Variant(word, value)) => {
                    let case = cases.iter().find(|case| case.names.wit == *word).expect("the case is one");
                    match (&case.payload, value) {
                        (Some(ty), Some(value)) => format!("{}({})", case.names.of(rust), one(ty, value)),
                        _ => case.names.of(rust).to_owned(),
                    }
                }
                (TypeKind::Enum(members), Val::Enum(word)) => {
                    let member = members.iter().find(|member| member.names.wit == *word).expect("the word is one");
                    member.names.of(rust).to_owned()
                }
                (TypeKind::Flags(members), Val::Flags(set)) => {
                    let bits = members.iter().enumerate().filter(|(_, member)| set.contains(&member.names.wit));
                    format!("{name} {{ bits: {} }}", bits.map(|(bit, _)| 1_u32 << bit).sum::<u32>())
                }
                (_, other) => panic!("{other:?} is no {}", def.names.id),
            }
        }
        (ty, value) => panic!("{value:?} is no {ty:?}"),
    }
}
