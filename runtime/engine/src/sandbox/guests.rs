//! The components programs run in, linked and ready: those that arms share, each loaded once, and those of single programs.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;
use wasmtime::{
    Engine,
    component::{Component, ComponentExportIndex, InstancePre, Linker},
};

use super::{cache::Cache, feedback, program::Program};
use crate::{
    arm::{Inputs, Rejection, SharedGuest, Stage, hexadecimal},
    bracket::Answers,
    table::Table,
};

/// Is told how far the guest with a name is.
pub(super) type Watch = Arc<dyn Fn(&'static str, Stage) + Send + Sync>;

/// A component that can be instantiated, and where its `run` is.
pub(super) struct Ready<H: 'static> {
    pub(super) instance: InstancePre<Program<H>>,
    pub(super) run: ComponentExportIndex,
}

/// Every component of a runtime.
pub(super) struct Guests<H: 'static> {
    engine: Engine,
    table: &'static Table,
    cache: Option<Cache>,
    watch: Watch,
    membrane: Linker<Program<H>>,
    /// The membrane with WASI, once a component has come that imports it.
    with_wasi: OnceLock<Linker<Program<H>>>,
    shared: Mutex<HashMap<&'static str, Once<H>>>,
    /// Components of programs that ran lately, by their hash.
    own: Mutex<HashMap<String, Arc<Ready<H>>>>,
}

/// How many components of programs are held.
const MOST_OWN: usize = 64;
/// What a component of a program is called in the cache.
const OWN: &str = "program";

/// A shared component, once somebody has asked for it.
type Once<H> = Arc<OnceCell<Arc<Ready<H>>>>;

impl<H: Answers + 'static> Guests<H> {
    /// No component yet; `add_to_linker` is that of the table's host code.
    pub(super) fn new(
        engine: &Engine,
        table: &'static Table,
        add_to_linker: impl Fn(&mut Linker<Program<H>>) -> wasmtime::Result<()>,
        cache: Option<Cache>,
        watch: Watch,
    ) -> wasmtime::Result<Self> {
        let mut membrane = Linker::new(engine);
        add_to_linker(&mut membrane)?;
        feedback::add_to_linker(&mut membrane, table)?;
        let (with_wasi, shared, own) = (OnceLock::new(), Mutex::default(), Mutex::default());
        Ok(Self { engine: engine.clone(), table, cache, watch, membrane, with_wasi, shared, own })
    }

    /// The component an arm's programs share: built at the first use in this process, and only if no process has built it
    /// before. Whoever asks meanwhile waits; after a failure the next to ask tries again.
    pub(super) async fn shared(&self, guest: &dyn SharedGuest) -> Result<Arc<Ready<H>>, Rejection> {
        let cell = self.shared.lock().unwrap_or_else(PoisonError::into_inner).entry(guest.name()).or_default().clone();
        cell.get_or_try_init(async || self.load(guest).await.map(Arc::new)).await.cloned()
    }

    /// Whether a shared component is in the cache.
    pub(super) fn is_kept(&self, guest: &dyn SharedGuest) -> bool {
        self.cache.as_ref().is_some_and(|cache| cache.has(&self.engine, guest.name(), &self.key(guest)))
    }

    /// The component a program became: held if it ran lately, from the cache if it ever did.
    pub(super) async fn own(&self, component: &[u8]) -> Result<Arc<Ready<H>>, Rejection> {
        let key = hexadecimal(&Sha256::digest(component));
        if let Some(ready) = self.own.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(ready.clone());
        }
        let build = self.compile(component.to_owned());
        let component = match &self.cache {
            None => build.await?,
            Some(cache) => cache.obtain(&self.engine, OWN, &key, || {}, build).await?,
        };
        let ready = self.link(&component).map_err(|error| defect("a program's component", &error))?;
        let ready = Arc::new(ready);
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        // Which goes does not matter: what is missed is in the cache.
        if own.len() >= MOST_OWN {
            own.clear();
        }
        own.insert(key, ready.clone());
        Ok(ready)
    }

    /// The names a shared component imports.
    pub(super) async fn imports(&self, guest: &dyn SharedGuest) -> Result<Vec<String>, Rejection> {
        let ready = self.shared(guest).await?;
        let ty = ready.instance.component().component_type();
        Ok(ty.imports(&self.engine).map(|(name, _)| name.to_owned()).collect())
    }

    async fn load(&self, guest: &dyn SharedGuest) -> Result<Ready<H>, Rejection> {
        let (name, watch) = (guest.name(), &self.watch);
        let progress = |stage| watch(name, stage);
        let build = async {
            let bytes = guest.build(&progress).await?;
            progress(Stage::Compiling);
            self.compile(bytes).await
        };
        let component = match &self.cache {
            None => build.await?,
            Some(cache) => {
                let waiting = || watch(name, Stage::Waiting);
                cache.obtain(&self.engine, name, &self.key(guest), waiting, build).await?
            }
        };
        let ready = self.link(&component).map_err(|error| defect(name, &error))?;
        progress(Stage::Ready);
        Ok(ready)
    }

    /// Everything a guest depends on besides the engine.
    fn key(&self, guest: &dyn SharedGuest) -> String {
        let mut inputs = Inputs::default();
        inputs.add("guest", guest.name());
        inputs.add("wit", self.table.fingerprint);
        guest.inputs(&mut inputs);
        inputs.hash()
    }

    async fn compile(&self, bytes: Vec<u8>) -> Result<Component, Rejection> {
        let engine = self.engine.clone();
        let compiled = tokio::task::spawn_blocking(move || Component::from_binary(&engine, &bytes)).await;
        match compiled {
            Ok(Ok(component)) => Ok(component),
            Ok(Err(error)) => Err(defect("a component", &error)),
            Err(panic) => Err(Rejection::Defect(format!("compiling a component: {panic}"))),
        }
    }

    fn link(&self, component: &Component) -> wasmtime::Result<Ready<H>> {
        let wasi = component.component_type().imports(&self.engine).any(|(name, _)| name.starts_with("wasi:"));
        let linker = if wasi { self.with_wasi()? } else { &self.membrane };
        let instance = linker.instantiate_pre(component)?;
        let run = component.get_export_index(None, "run");
        let run = run.ok_or_else(|| wasmtime::Error::msg("the component has no `run`"))?;
        Ok(Ready { instance, run })
    }

    fn with_wasi(&self) -> wasmtime::Result<&Linker<Program<H>>> {
        if let Some(linker) = self.with_wasi.get() {
            return Ok(linker);
        }
        let mut linker = self.membrane.clone();
        wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
        Ok(self.with_wasi.get_or_init(|| linker))
    }
}

fn defect(what: &str, error: &wasmtime::Error) -> Rejection {
    Rejection::Defect(format!("{what} cannot be used: {error:#}"))
}
