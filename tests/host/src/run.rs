//! A program's run: a store with a recorder and a host, and a mirror that forwards calls to them.

use std::{
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use gg_codegen::surface::{Operation as Row, Surface};
use gg_engine::{
    Agent, Answers, Bracket, Call, Grants, Holding, Object, Operation, Outcome, Pending, StoreData, TableOperation,
    arm::{Arm, Arms},
    sandbox::{Cache, Program, Runtime, Sandbox},
};
use serde::Serialize;
use wasmtime::{
    Config, Engine, Store,
    component::{Component, Linker, Val},
};

use crate::{double::Double, mirror::mirror};

/// A bracket that keeps all it is told.
#[derive(Debug)]
pub struct Recorder {
    /// Whose program it is.
    pub agent: Arc<Agent>,
    /// Whether the run's time is spent.
    pub time_is_spent: bool,
    /// The compaction that is pending.
    pub pending: Option<Pending>,
    /// What was told, in order: `open ID REQUEST`, `fault ID TEXT`, `close ID OUTCOME`.
    pub told: Vec<String>,
    calls: u32,
}

impl Recorder {
    /// A recorder for an agent's program.
    pub fn new(agent: Arc<Agent>) -> Self {
        Self { agent, time_is_spent: false, pending: None, told: Vec::new(), calls: 0 }
    }
}

impl Bracket for Recorder {
    fn open(
        &mut self,
        operation: &'static Operation,
        request: impl for<'a> FnOnce(Object<'a>) -> Object<'a> + Send,
    ) -> Call {
        let mut json = String::new();
        request(Object::open(&mut json)).close();
        let call = Call::new(self.agent.clone(), operation, self.calls, json);
        self.calls += 1;
        self.told.push(format!("open {} {}", call.id(), call.request()));
        call
    }

    fn time_is_spent(&self) -> bool {
        self.time_is_spent
    }

    fn pending(&self) -> Option<&Pending> {
        self.pending.as_ref()
    }

    fn fault(&mut self, call: &Call, text: &str) {
        self.told.push(format!("fault {} {text}", call.id()));
    }

    fn close<T: Serialize>(&mut self, call: Call, outcome: &Outcome<'_, T>) {
        let outcome = match outcome {
            Outcome::Returned(value) => format!("returned {}", serde_json::to_string(value).unwrap_or_default()),
            Outcome::Failed(error) => format!("failed {error}"),
            Outcome::Refused(error) => format!("refused {error}"),
        };
        self.told.push(format!("close {} {outcome}", call.id()));
    }
}

/// What the store holds.
#[derive(Debug)]
pub struct Data<I> {
    /// The engine's side.
    pub recorder: Recorder,
    /// The host's side.
    pub host: Double<I>,
}

impl<I: TableOperation> StoreData for Data<I> {
    type Bracket = Recorder;
    type Host = Double<I>;

    fn parts(&mut self) -> (&mut Recorder, &mut Double<I>) {
        (&mut self.recorder, &mut self.host)
    }
}

/// Every operation of a table that is not an ending, and the endings of one role.
pub fn everything<I: TableOperation>(ending: Option<&str>) -> Grants {
    let capabilities: Vec<u32> = (0..).zip(I::TABLE.capabilities).map(|(at, _)| at).collect();
    let holding = Holding { capabilities: &capabilities, allowlist: None, ending, machine: true };
    Grants::resolve::<I>(&holding, |_| true)
}

/// An agent that writes in an arm, and holds every operation that is not an ending.
///
/// # Panics
///
/// There is no such arm.
pub fn agent<I: TableOperation>(arm: &str) -> Arc<Agent> {
    let arm = I::TABLE.arm(arm).unwrap_or_else(|| panic!("no arm {arm}"));
    Arc::new(Agent { table: I::TABLE, arm, grants: everything::<I>(None) })
}

/// A runtime of one arm for a table's hosts.
///
/// # Panics
///
/// It cannot be set up.
pub fn runtime<H: Answers + 'static>(
    add_to_linker: impl Fn(&mut Linker<Program<H>>) -> wasmtime::Result<()>,
    arm: impl Arm + 'static,
    cache: Option<Cache>,
) -> Runtime<H> {
    let sandbox = Sandbox::new().unwrap_or_else(|e| panic!("engine: {e:?}"));
    let arms = Arms::new(vec![Arc::new(arm)]);
    let runtime = Runtime::new(Arc::new(sandbox), add_to_linker, arms, cache, |_, _| {});
    runtime.unwrap_or_else(|e| panic!("runtime: {e:?}"))
}

/// A table whose calls can be made.
pub struct Run<I: 'static> {
    surface: Surface,
    engine: Engine,
    component: Component,
    linker: Linker<Data<I>>,
}

impl<I: TableOperation> Run<I> {
    /// Reads a table and builds its mirror.
    ///
    /// # Panics
    ///
    /// Something of it does not fit together, which is what the suites ask.
    pub fn new(source: &str, add_to_linker: fn(&mut Linker<Data<I>>) -> wasmtime::Result<()>) -> Self {
        let source = gg_codegen::source::Source::new("table.toml", source);
        let surface = gg_codegen::table::read(&source).surface.unwrap_or_else(|| panic!("the table is refused"));
        let engine = Engine::new(&Config::new()).unwrap_or_else(|e| panic!("engine: {e:?}"));
        let component = mirror(&surface).unwrap_or_else(|e| panic!("mirror: {e:?}"));
        let component = Component::new(&engine, component).unwrap_or_else(|e| panic!("component: {e:?}"));
        let mut linker = Linker::new(&engine);
        add_to_linker(&mut linker).unwrap_or_else(|e| panic!("linker: {e:?}"));
        Self { surface, engine, component, linker }
    }

    /// The table.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// A row of the table.
    ///
    /// # Panics
    ///
    /// There is no such row.
    pub fn row(&self, id: &str) -> &Row {
        self.surface.find_operation(id).unwrap_or_else(|| panic!("no row {id}"))
    }

    /// A store for an agent with these grants, writing in the arm.
    ///
    /// # Panics
    ///
    /// There is no such arm.
    pub fn store(&self, arm: &str, grants: Grants, host: Double<I>) -> Store<Data<I>> {
        let arm = I::TABLE.arm(arm).unwrap_or_else(|| panic!("no arm {arm}"));
        let agent = Arc::new(Agent { table: I::TABLE, arm, grants });
        Store::new(&self.engine, Data { recorder: Recorder::new(agent), host })
    }

    /// Makes a call through the membrane and back.
    ///
    /// # Errors
    ///
    /// The fields of the `api-error`, in order.
    ///
    /// # Panics
    ///
    /// The call traps.
    pub fn call(&self, store: &mut Store<Data<I>>, row: &Row, args: &[Val]) -> Result<Option<Val>, Vec<String>> {
        let module = self.surface.module(row.module);
        let package = &self.surface.package;
        let interface = format!("{}:{}/{}", package.namespace, package.name, module.interface);
        let mut results = [Val::Bool(false)];
        let called: wasmtime::Result<()> = block_on(async {
            let instance = self.linker.instantiate_async(&mut *store, &self.component).await?;
            let interface = instance.get_export_index(&mut *store, None, &interface);
            let function = instance.get_export_index(&mut *store, interface.as_ref(), &row.names.wit);
            let function = function.and_then(|index| instance.get_func(&mut *store, index));
            let function = function.ok_or_else(|| wasmtime::format_err!("no export for {}", row.id))?;
            function.call_async(&mut *store, args, &mut results).await
        });
        called.unwrap_or_else(|e| panic!("{}: {e:?}", row.id));
        let [result] = results;
        match result {
            Val::Result(Ok(value)) => Ok(value.map(|value| *value)),
            Val::Result(Err(Some(error))) => Err(fields(&error)),
            other => panic!("{}: {other:?}", row.id),
        }
    }
}

fn fields(error: &Val) -> Vec<String> {
    let Val::Record(fields) = error else { panic!("{error:?}") };
    let text = |value: &Val| match value {
        Val::Enum(text) | Val::String(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    fields.iter().map(|(_, value)| text(value)).collect()
}

/// Runs a future to its end on this thread.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}
