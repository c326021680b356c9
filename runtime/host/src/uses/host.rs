//! How a host puts code to use: prepared, bound, its documentation opened, its script queued.

use std::sync::Arc;

use gg_engine::{
    Agent, Call, CallError,
    arm::{Module, Rejection},
    docs::{LoadedModule, Page},
};

use super::{Code, Origin, Pin, PreparedCode, Script, words};
use crate::{
    failure::{invalid, io},
    host::Host,
};

impl Host {
    /// Prepares the code of a memory that is to be stored. Nothing is bound yet.
    ///
    /// # Errors
    ///
    /// `invalid-argument`: it does not compile. `io-error`: a compiler could not finish.
    pub(crate) async fn prepare_code(&mut self, call: &Call, code: Code<'_>) -> Result<PreparedCode, CallError> {
        self.uses.prepare(&code).await.map_err(|rejection| match rejection {
            Rejection::Diagnosed { diagnostics, .. } => {
                let findings = words::findings(&diagnostics);
                invalid(format!("`{}` does not compile:\n{findings}", call.param("memory.code")))
            }
            Rejection::Toolchain { .. } => {
                io(call.did_not_run("a compiler could not finish; the call may be tried again."))
            }
            Rejection::Defect(_) => call.defect(),
        })
    }

    /// Binds code that was prepared, once what brings it is stored: its documentation is opened and its script queued.
    pub(crate) fn bind(&mut self, call: &Call, prepared: PreparedCode) {
        let PreparedCode { origin, name, module, on_use } = prepared;
        match &module {
            Some(module) => {
                let views = self.load(call.agent(), origin, &name, module);
                views.iter().for_each(|view| self.open_page(view));
            }
            None => self.unload(call, origin, &name),
        }
        if let Some(text) = on_use {
            self.uses.scripts.push(Script { origin, name, text, module });
        }
    }

    /// Puts the code of a skill or memory to use that was read. Code that cannot be bound does not fail the read: what is
    /// to follow its text is given back.
    pub(crate) async fn put_to_use(&mut self, call: &Call, code: Code<'_>) -> Option<String> {
        let Code { origin, name, .. } = code;
        let (prepared, said) = match self.uses.prepare(&code).await {
            Ok(prepared) => (prepared, None),
            Err(rejection) => {
                // Its key is its own from the first use on, whatever came of it.
                self.uses.keep_key(origin, name);
                let without = self.uses.prepare(&Code { module: None, ..code }).await.ok()?;
                (without, Some(words::not_bound(origin, &rejection)))
            }
        };
        self.bind(call, prepared);
        said
    }

    /// What programs may import, in the order in which it was loaded.
    pub fn modules(&self) -> &Arc<Vec<Arc<Module>>> {
        &self.uses.modules
    }

    /// The on-use scripts queued since they were last taken, in order.
    pub fn take_scripts(&mut self) -> Vec<Script> {
        std::mem::take(&mut self.uses.scripts)
    }

    /// The prose pinned since it was last asked for, in order.
    pub fn take_pins(&mut self) -> Vec<Pin> {
        std::mem::take(&mut self.uses.pins)
    }

    /// Loads the module of a skill or memory without a use of it: it may be imported and is documented, but nothing is opened
    /// and no script queued. Says why it is not loaded.
    pub(crate) async fn load_stored(&mut self, agent: &Arc<Agent>, code: Code<'_>) -> Option<String> {
        let Code { origin, name, .. } = code;
        let prepared = self.uses.prepare(&Code { on_use: None, ..code }).await;
        match prepared {
            Ok(PreparedCode { module: Some(module), .. }) => {
                self.load(agent, origin, name, &module);
                None
            }
            Ok(_) => None,
            Err(rejection) => {
                self.uses.keep_key(origin, name);
                Some(words::not_bound(origin, &rejection).trim_start().to_owned())
            }
        }
    }

    /// Binds a module and documents it; the views of what it declares.
    fn load(&mut self, agent: &Arc<Agent>, origin: Origin, name: &str, module: &Arc<Module>) -> Arc<[Page]> {
        self.uses.keep_key(origin, name);
        if let Some(views) = self.uses.views(module) {
            return views;
        }
        let Some(naming) = self.uses.naming() else { return Arc::default() };
        let documented = LoadedModule::of(module, &naming, format!("Code of the {origin} `{name}`."));
        let key = documented.module.key.clone();
        let types = self.settings.doc_view_types;
        let documentation = self.documentation_of(agent);
        documentation.load(documented);
        // An index that cannot be read is told by whoever asks it for documentation.
        let views: Arc<[Page]> = documentation.callable(&key, types).unwrap_or_default().into();
        self.uses.load(module, views.clone());
        views
    }

    fn unload(&mut self, call: &Call, origin: Origin, name: &str) {
        if let Some(key) = self.uses.unload(origin, name) {
            self.documentation(call).unload(&key);
        }
    }
}
