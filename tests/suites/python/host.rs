//! A host that gives back what it is given, for any table, by the types of the component alone.

use serde_json::Value as Json;
use wasmtime::{
    Engine, Result, Store, bail,
    component::{Component, Linker, Type, Val, types::ComponentFunc, types::ComponentItem},
};

use super::{arguments, wasi};

/// What one program left with its host.
#[derive(Debug, Default)]
pub(crate) struct Left {
    /// What it printed, line by line.
    pub(crate) printed: Vec<String>,
    /// What its guards refused: operation and message.
    pub(crate) guarded: Vec<(String, String)>,
    /// The failure that ended it.
    pub(crate) failed: Option<String>,
    /// What arrived: the operation's function and its arguments.
    pub(crate) arrived: Vec<(String, Vec<Json>)>,
}

/// A component with its host.
pub(crate) struct Host {
    engine: Engine,
    component: Component,
    linker: Linker<Left>,
}

impl Host {
    /// Answers everything a component imports.
    pub(crate) fn new(engine: Engine, component: Component) -> Result<Self> {
        let mut linker = Linker::new(&engine);
        let ty = component.component_type();
        for (name, item) in ty.imports(&engine) {
            let ComponentItem::ComponentInstance(instance) = item.ty else { bail!("{name} is no interface") };
            let exports: Vec<(String, ComponentItem)> =
                instance.exports(&engine).map(|(name, item)| (name.to_owned(), item.ty)).collect();
            if name.starts_with("wasi:") {
                wasi::answer(&mut linker, name, exports)?;
            } else if name.ends_with("/feedback") {
                feedback(&mut linker, name, exports)?;
            } else {
                echo(&mut linker, name, exports)?;
            }
        }
        Ok(Self { engine, component, linker })
    }

    /// The interfaces the component imports.
    pub(crate) fn imports(&self) -> Vec<String> {
        self.component.component_type().imports(&self.engine).map(|(name, _)| name.to_owned()).collect()
    }

    /// Runs a program in a fresh instance.
    ///
    /// # Errors
    ///
    /// The instance is dead; what it left until then comes with it.
    pub(crate) fn run(&self, name: &str, program: &str) -> Result<Left, (Left, wasmtime::Error)> {
        let mut store = Store::new(&self.engine, Left::default());
        let run = |store: &mut Store<Left>| {
            let instance = self.linker.instantiate(&mut *store, &self.component)?;
            let Some(run) = instance.get_func(&mut *store, "run") else { bail!("there is no export `run`") };
            let arguments = [Val::String(name.to_owned()), Val::String(program.to_owned()), Val::List(Vec::new())];
            run.call(&mut *store, &arguments, &mut [])
        };
        match run(&mut store) {
            Ok(()) => Ok(store.into_data()),
            Err(error) => Err((store.into_data(), error)),
        }
    }
}

fn feedback(linker: &mut Linker<Left>, interface: &str, exports: Vec<(String, ComponentItem)>) -> Result<()> {
    let mut instance = linker.instance(interface)?;
    for (name, _) in exports.into_iter().filter(|(_, item)| matches!(item, ComponentItem::ComponentFunc(_))) {
        let function = name.clone();
        instance.func_new(&name, move |mut store, _, params, results| {
            let left = store.data_mut();
            match (function.as_str(), params, results) {
                ("log", [Val::String(line)], []) => left.printed.push(line.clone()),
                ("report-guard", [Val::String(id), Val::String(message)], []) => {
                    left.guarded.push((id.clone(), message.clone()));
                }
                ("report-error", [Val::Record(fields)], []) => left.failed = Some(format!("{fields:?}")),
                ("now" | "random", [], [result]) => *result = Val::U64(7),
                ("should-stop", [], [result]) => *result = Val::Bool(false),
                (_, _, []) => {}
                (function, params, _) => bail!("{function} is asked with {params:?}"),
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn echo(linker: &mut Linker<Left>, interface: &str, exports: Vec<(String, ComponentItem)>) -> Result<()> {
    let mut instance = linker.instance(interface)?;
    for (name, item) in exports {
        if !matches!(item, ComponentItem::ComponentFunc(_)) {
            continue;
        }
        let function = name.clone();
        instance.func_new(&name, move |mut store, ty, params, results| {
            let arrived = params.iter().map(arguments::of_val).collect();
            store.data_mut().arrived.push((function.clone(), arrived));
            let [result] = results else { bail!("{function} gives {} values", results.len()) };
            *result = Val::Result(given_back(&function, &ty, params)?);
            Ok(())
        })?;
    }
    Ok(())
}

/// What a call comes to: a value or a failure, either of which may be nothing.
type Outcome = Result<Option<Box<Val>>, Option<Box<Val>>>;

/// What a function gives back: its argument, a record of all of them, or the failure that it is asked for.
fn given_back(function: &str, ty: &ComponentFunc, params: &[Val]) -> Result<Outcome> {
    let Some(Type::Result(result)) = ty.results().next() else { bail!("{function} cannot fail") };
    let all = match result.ok() {
        Some(Type::Record(record)) if params.len() > 1 => {
            let fields = record.fields().map(|field| field.name.to_owned());
            Some(Val::Record(fields.zip(params.iter().cloned()).collect()))
        }
        _ => None,
    };
    Ok(match (params, all) {
        (_, Some(all)) => Ok(Some(Box::new(all))),
        ([], None) => Ok(None),
        ([value], None) => Ok(Some(Box::new(value.clone()))),
        ([code @ Val::Enum(_), message @ Val::String(_)], None) => {
            let text = |text: &str| Val::String(text.to_owned());
            let fields = [
                ("code", code.clone()),
                ("operation", text(function)),
                ("id", text(&format!("shapes.{function}"))),
                ("message", message.clone()),
            ];
            Err(Some(Box::new(Val::Record(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()))))
        }
        (params, None) => bail!("{function} is given {params:?}, which it cannot give back"),
    })
}
