//! The JavaScript engine of a table, with a double behind the membrane: runs programs, and keeps what each told.

use std::{
    collections::VecDeque,
    sync::{Arc, OnceLock},
};

use gg_engine::{
    Agent, Package, StoreData, TableOperation,
    arm::javascript::{self, ENGINE},
    sandbox::ProgramError,
};
use wasmtime::{
    Config, Engine, Store,
    component::{Component, ComponentType, Lift, Linker, Lower},
};

use crate::{
    double::Double,
    run::{Recorder, everything},
};

/// What a program tells by the private interface.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Told {
    /// Printed lines.
    pub logs: Vec<String>,
    /// Values that were returned.
    pub returned: usize,
    /// Calls after the end.
    pub deferred: Vec<String>,
    /// Refused arguments: id and message.
    pub guards: Vec<(String, String)>,
    /// The failure.
    pub error: Option<ProgramError>,
    /// Failed modules: key and message.
    pub modules: Vec<(String, String)>,
}

/// A loaded module.
#[derive(Debug, Clone, ComponentType, Lift, Lower)]
#[component(record)]
struct CodeModule {
    /// Its key.
    name: String,
    /// Its source.
    source: String,
}

/// What the store of a program holds.
pub struct EngineData<I> {
    /// The engine's side of calls.
    pub recorder: Recorder,
    /// The host's side.
    pub host: Double<I>,
    /// What the program told.
    pub told: Told,
    /// What the clock gives, in microseconds.
    pub now: u64,
    /// What the random source gives, one after the other.
    pub random: VecDeque<u64>,
    /// How often the program may ask whether it must stop before it must.
    pub patience: u64,
    limits: wasmtime::StoreLimits,
}

impl<I: TableOperation> StoreData for EngineData<I> {
    type Bracket = Recorder;
    type Host = Double<I>;

    fn parts(&mut self) -> (&mut Recorder, &mut Double<I>) {
        (&mut self.recorder, &mut self.host)
    }
}

/// A program's run, over.
pub struct Ran<I> {
    /// What it told.
    pub told: Told,
    /// What the bracket was told: `open ID REQUEST`, `close ID OUTCOME`.
    pub calls: Vec<String>,
    /// The host.
    pub host: Double<I>,
    /// The trap that ended it, which nothing should.
    pub trap: Option<String>,
}

/// The engine of a table.
pub struct ScriptEngine<I: 'static> {
    engine: Engine,
    component: Component,
    linker: Linker<EngineData<I>>,
}

/// The engine's module: the one that is kept, or another build of it that is to be tested.
pub fn engine_module() -> &'static [u8] {
    static MODULE: OnceLock<Vec<u8>> = OnceLock::new();
    MODULE.get_or_init(|| match std::env::var_os("GG_JAVASCRIPT_ENGINE") {
        Some(path) => std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
        None => ENGINE.to_vec(),
    })
}

impl<I: TableOperation> ScriptEngine<I> {
    /// Makes the component of a table's package.
    ///
    /// # Panics
    ///
    /// The parts do not fit, which is what the suites ask.
    pub fn new(package: &Package, add_to_linker: fn(&mut Linker<EngineData<I>>) -> wasmtime::Result<()>) -> Self {
        let mut config = Config::new();
        config.max_wasm_stack(4 << 20).async_stack_size(6 << 20);
        let engine = Engine::new(&config).unwrap_or_else(|e| panic!("engine: {e:?}"));
        let assembled = javascript::assemble_with(engine_module(), package).unwrap_or_else(|e| panic!("{e}"));
        let snapshot = crate::block_on(javascript::snapshot(&assembled, package)).unwrap_or_else(|e| panic!("{e}"));
        let component = Component::new(&engine, snapshot).unwrap_or_else(|e| panic!("component: {e:?}"));
        let mut linker = Linker::new(&engine);
        add_to_linker(&mut linker).unwrap_or_else(|e| panic!("linker: {e:?}"));
        let feedback = format!("{}/feedback", package.table.package);
        add_feedback(&mut linker, &feedback).unwrap_or_else(|e| panic!("feedback: {e:?}"));
        Self { engine, component, linker }
    }

    /// The component's imports: interface and function.
    pub fn imports(&self) -> Vec<String> {
        use wasmtime::component::types::ComponentItem;
        let ty = self.component.component_type();
        let mut names = Vec::new();
        for (interface, item) in ty.imports(&self.engine) {
            let ComponentItem::ComponentInstance(instance) = item.ty else {
                names.push(interface.to_owned());
                continue;
            };
            let functions =
                instance.exports(&self.engine).filter(|(_, item)| matches!(item.ty, ComponentItem::ComponentFunc(_)));
            names.extend(functions.map(|(name, _)| format!("{interface}#{name}")));
        }
        names
    }

    /// A store for a program of an agent that holds everything.
    ///
    /// # Panics
    ///
    /// The table has no such arm.
    pub fn store(&self, host: Double<I>) -> Store<EngineData<I>> {
        let arm = I::TABLE.arm("javascript").unwrap_or_else(|| panic!("no arm"));
        let agent = Arc::new(Agent { table: I::TABLE, arm, grants: everything::<I>(Some("standard")) });
        let data = EngineData {
            recorder: Recorder::new(agent),
            host,
            told: Told::default(),
            now: 1_700_000_000_000_000,
            random: VecDeque::from([0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210]),
            patience: 100_000,
            limits: wasmtime::StoreLimitsBuilder::new().memory_size(256 << 20).build(),
        };
        let mut store = Store::new(&self.engine, data);
        store.limiter(|data| &mut data.limits);
        store
    }

    /// Runs a program.
    pub fn run(&self, program: &str, host: Double<I>) -> Ran<I> {
        self.run_in(self.store(host), "program.js", program, &[])
    }

    /// Runs a program with loaded code, in a store.
    pub fn run_in(&self, mut store: Store<EngineData<I>>, name: &str, program: &str, lib: &[(&str, &str)]) -> Ran<I> {
        let lib: Vec<CodeModule> =
            lib.iter().map(|(name, source)| CodeModule { name: (*name).into(), source: (*source).into() }).collect();
        let ran: wasmtime::Result<()> = crate::block_on(async {
            let instance = self.linker.instantiate_async(&mut store, &self.component).await?;
            let run = instance.get_typed_func::<(&str, &str, &[CodeModule]), ()>(&mut store, "run")?;
            run.call_async(&mut store, (name, program, &lib)).await
        });
        let trap = ran.err().map(|e| format!("{e:?}"));
        let EngineData { recorder, host, told, .. } = store.into_data();
        Ran { told, calls: recorder.told, host, trap }
    }

    /// The operations the component is bound to.
    ///
    /// # Panics
    ///
    /// It traps.
    pub fn bound_operations(&self, host: Double<I>) -> Vec<String> {
        let mut store = self.store(host);
        let bound: wasmtime::Result<(Vec<String>,)> = crate::block_on(async {
            let instance = self.linker.instantiate_async(&mut store, &self.component).await?;
            let bound = instance.get_typed_func::<(), (Vec<String>,)>(&mut store, "bound-operations")?;
            bound.call_async(&mut store, ()).await
        });
        bound.unwrap_or_else(|e| panic!("bound-operations: {e:?}")).0
    }
}

fn add_feedback<I: TableOperation>(linker: &mut Linker<EngineData<I>>, name: &str) -> wasmtime::Result<()> {
    let mut feedback = linker.instance(name)?;
    feedback.func_wrap("log", |mut store, (line,): (String,)| {
        store.data_mut().told.logs.push(line);
        Ok(())
    })?;
    feedback.func_wrap("note-return", |mut store, (): ()| {
        store.data_mut().told.returned += 1;
        Ok(())
    })?;
    feedback.func_wrap("report-deferred", |mut store, (note,): (String,)| {
        store.data_mut().told.deferred.push(note);
        Ok(())
    })?;
    feedback.func_wrap("report-guard", |mut store, (id, message): (String, String)| {
        store.data_mut().told.guards.push((id, message));
        Ok(())
    })?;
    feedback.func_wrap("report-error", |mut store, (error,): (ProgramError,)| {
        store.data_mut().told.error.get_or_insert(error);
        Ok(())
    })?;
    feedback.func_wrap("report-module-error", |mut store, (name, message): (String, String)| {
        store.data_mut().told.modules.push((name, message));
        Ok(())
    })?;
    feedback.func_wrap("now", |store, (): ()| Ok((store.data().now,)))?;
    feedback.func_wrap("random", |mut store, (): ()| Ok((store.data_mut().random.pop_front().unwrap_or(7),)))?;
    feedback.func_wrap("should-stop", |mut store, (): ()| {
        let patience = &mut store.data_mut().patience;
        *patience = patience.saturating_sub(1);
        Ok((*patience == 0,))
    })
}
