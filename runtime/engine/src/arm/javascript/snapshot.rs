//! A component that starts where its engine is ready: `init` is called once, and what the memory then holds becomes what
//! it holds at the start.

use wasmtime::{
    Config, Engine, Store,
    component::{Component, Instance, Lift, Linker, WasmList},
};
use wasmtime_wizer::{ComponentInstanceState, Wizer};

use super::ComponentError;
use crate::package::Package;

/// The export that makes the engine ready.
const INIT: &str = "init";

/// The snapshot of an assembled component, with the SDK of the package evaluated. The same inputs give the same bytes.
///
/// # Errors
///
/// The component cannot be compiled, or the engine cannot be made ready.
pub async fn snapshot(component: &[u8], package: &Package) -> Result<Vec<u8>, ComponentError> {
    let mut wizer = Wizer::new();
    // A component keeps its exports, so `init` stays one.
    wizer.init_func(INIT).keep_init_func(true);
    let (context, instrumented) =
        wizer.instrument_component(component).map_err(ComponentError::at("instrumenting the component"))?;
    let engine = Engine::new(&settings()).map_err(ComponentError::at("setting up the compiler"))?;
    let instrumented = Component::new(&engine, &instrumented).map_err(ComponentError::at("compiling the component"))?;
    let mut linker = Linker::<()>::new(&engine);
    // Nothing is asked of a host that is not there yet.
    linker
        .define_unknown_imports_as_traps(&instrumented)
        .map_err(ComponentError::at("closing the component's imports"))?;
    let mut store = Store::new(&engine, ());
    let instance = linker
        .instantiate_async(&mut store, &instrumented)
        .await
        .map_err(ComponentError::at("instantiating the component"))?;
    let javascript = &package.javascript;
    let init = instance
        .get_typed_func::<(&[u8], &[(&str, &str)]), ()>(&mut store, INIT)
        .map_err(ComponentError::at("finding the engine's start"))?;
    init.call_async(&mut store, (javascript.descriptors, javascript.sdk))
        .await
        .map_err(ComponentError::at("making the engine ready"))?;
    let mut state = State { store, instance, failure: None };
    let snapshot =
        wizer.snapshot_component(&context, &mut state).await.map_err(ComponentError::at("taking the snapshot"))?;
    match state.failure {
        None => Ok(snapshot),
        Some(cause) => Err(ComponentError { step: "reading the engine's state", cause }),
    }
}

/// Address space is asked for as it is needed: a process may have little of it.
fn settings() -> Config {
    let mut config = Config::new();
    config.memory_reservation(32 << 20).memory_reservation_for_growth(32 << 20).memory_guard_size(64 << 10);
    config
}

/// The instance whose state is read. What cannot be read is noted, since the reader has no way to say so.
struct State {
    store: Store<()>,
    instance: Instance,
    failure: Option<String>,
}

impl State {
    async fn call<T: Lift + Send + 'static>(&mut self, instance: &str, function: &str) -> Option<T> {
        match self.try_call(instance, function).await {
            Ok(value) => Some(value),
            Err(error) => {
                self.failure.get_or_insert(format!("{function}: {error:?}"));
                None
            }
        }
    }

    async fn try_call<T: Lift + Send + 'static>(&mut self, instance: &str, function: &str) -> wasmtime::Result<T> {
        let missing = || wasmtime::format_err!("there is no such export");
        let (_, within) = self.instance.get_export(&mut self.store, None, instance).ok_or_else(missing)?;
        let (_, export) = self.instance.get_export(&mut self.store, Some(&within), function).ok_or_else(missing)?;
        let function = self.instance.get_typed_func::<(), (T,)>(&mut self.store, export)?;
        let (value,) = function.call_async(&mut self.store, ()).await?;
        Ok(value)
    }
}

impl ComponentInstanceState for State {
    async fn call_func_ret_list_u8(&mut self, instance: &str, function: &str, contents: impl FnOnce(&[u8]) + Send) {
        match self.call::<WasmList<u8>>(instance, function).await {
            Some(list) => contents(list.as_le_slice(&self.store)),
            None => contents(&[]),
        }
    }

    async fn call_func_ret_s32(&mut self, instance: &str, function: &str) -> i32 {
        self.call(instance, function).await.unwrap_or_default()
    }

    async fn call_func_ret_s64(&mut self, instance: &str, function: &str) -> i64 {
        self.call(instance, function).await.unwrap_or_default()
    }

    async fn call_func_ret_f32(&mut self, instance: &str, function: &str) -> u32 {
        self.call::<f32>(instance, function).await.unwrap_or_default().to_bits()
    }

    async fn call_func_ret_f64(&mut self, instance: &str, function: &str) -> u64 {
        self.call::<f64>(instance, function).await.unwrap_or_default().to_bits()
    }
}
