//! What an agent has put to use of its skills and memories: modules, prepared once and bound for every later program,
//! scripts to run after the program, and prose pinned in the window. spec: runtime, 11 and 18

mod host;
mod words;

use std::{collections::BTreeSet, fmt, sync::Arc};

use gg_engine::{
    arm::{Arm, Module, ModuleSource, Naming, Prepared, Rejection, Toolchain},
    docs::Page,
};
use serde::Serialize;

use crate::text::is_blank;

/// What brought a piece of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A skill.
    Skill,
    /// A memory.
    Memory,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Skill => "skill",
            Self::Memory => "memory",
        })
    }
}

/// The code of a skill or a memory, in the language of the agent. A half that is blank counts as absent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Code<'a> {
    /// What brings it.
    pub(crate) origin: Origin,
    /// The name of the skill or memory.
    pub(crate) name: &'a str,
    /// Its module.
    pub(crate) module: Option<&'a str>,
    /// What runs on every use, after the program.
    pub(crate) on_use: Option<&'a str>,
}

/// Code that was prepared and is not bound yet.
#[derive(Debug)]
pub(crate) struct PreparedCode {
    origin: Origin,
    name: String,
    module: Option<Arc<Module>>,
    on_use: Option<String>,
}

/// An on-use script that waits to be run after the turn's program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// What brought it.
    pub origin: Origin,
    /// The name of the skill or memory.
    pub name: String,
    /// The script, as its author wrote it.
    pub text: String,
    /// The one module it sees.
    pub module: Option<Arc<Module>>,
}

/// Prose that stays in the window for the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pin {
    /// The skill it is of.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Whose module a key is.
#[derive(Debug)]
struct Keyed {
    origin: Origin,
    name: String,
    key: String,
    /// The module while it is loaded, with the views of what it declares.
    loaded: Option<(Arc<Module>, Arc<[Page]>)>,
}

/// The code and the prose an agent has put to use.
#[derive(Default)]
pub(crate) struct Uses {
    arm: Option<Arc<dyn Arm>>,
    /// Every key that was ever given: what is used again keeps its own.
    keys: Vec<Keyed>,
    /// What programs may import, in the order in which it was loaded.
    modules: Arc<Vec<Arc<Module>>>,
    scripts: Vec<Script>,
    /// Scripts that have run, prepared.
    prepared: Vec<(Script, Arc<Prepared>)>,
    pinned: BTreeSet<String>,
    pins: Vec<Pin>,
}

impl fmt::Debug for Uses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arm = self.arm.as_ref().map(|arm| arm.id());
        f.debug_struct("Uses").field("arm", &arm).field("keys", &self.keys).finish_non_exhaustive()
    }
}

impl Uses {
    /// Nothing yet, of an agent that writes in an arm.
    pub(crate) fn of(arm: Arc<dyn Arm>) -> Self {
        Self { arm: Some(arm), ..Self::default() }
    }

    /// The arm the agent writes in.
    pub(crate) fn arm(&self) -> Option<&Arc<dyn Arm>> {
        self.arm.as_ref()
    }

    /// How the agent's arm makes keys.
    fn naming(&self) -> Option<Naming> {
        self.arm.as_ref().map(|arm| arm.naming())
    }

    /// Prepares code, unless it is loaded as it stands. Nothing is bound.
    async fn prepare(&self, code: &Code<'_>) -> Result<PreparedCode, Rejection> {
        let Code { origin, name, module, on_use } = *code;
        let module = match module.filter(|text| !is_blank(text)) {
            None => None,
            Some(text) => Some(self.module(origin, name, text).await?),
        };
        let on_use = on_use.filter(|text| !is_blank(text)).map(str::to_owned);
        Ok(PreparedCode { origin, name: name.to_owned(), module, on_use })
    }

    async fn module(&self, origin: Origin, name: &str, text: &str) -> Result<Arc<Module>, Rejection> {
        let Some(arm) = &self.arm else {
            let detail = "the host was given no arm".to_owned();
            return Err(Rejection::Toolchain { how: Toolchain::Missing, detail });
        };
        let key = self.key(&arm.naming(), origin, name);
        match self.modules.iter().find(|module| module.key == key && module.source == text) {
            Some(loaded) => Ok(loaded.clone()),
            None => {
                let source = ModuleSource { name, key: &key, text, modules: &self.modules };
                arm.prepare_module(source).await.map(Arc::new)
            }
        }
    }

    /// The key of a skill's or memory's module: the one it has, or else the one it would get.
    fn key(&self, naming: &Naming, origin: Origin, name: &str) -> String {
        let known = self.keys.iter().find(|known| known.origin == origin && known.name == name);
        let taken = |key: &str| self.keys.iter().any(|known| known.key == key);
        known.map_or_else(|| naming.key(name, taken), |known| known.key.clone())
    }

    /// Keeps the key of a skill or memory whose module was used, and says it.
    fn keep_key(&mut self, origin: Origin, name: &str) -> Option<String> {
        let key = self.key(&self.naming()?, origin, name);
        if !self.keys.iter().any(|known| known.key == key) {
            self.keys.push(Keyed { origin, name: name.to_owned(), key: key.clone(), loaded: None });
        }
        Some(key)
    }

    /// The views of a module that is loaded as it stands.
    fn views(&self, module: &Arc<Module>) -> Option<Arc<[Page]>> {
        let known = self.keys.iter().find(|known| known.key == module.key)?;
        let (loaded, views) = known.loaded.as_ref()?;
        Arc::ptr_eq(loaded, module).then(|| views.clone())
    }

    /// Binds a module under its key, in place of an earlier one, and keeps its views.
    fn load(&mut self, module: &Arc<Module>, views: Arc<[Page]>) {
        let modules = Arc::make_mut(&mut self.modules);
        match modules.iter_mut().find(|loaded| loaded.key == module.key) {
            Some(loaded) => *loaded = module.clone(),
            None => modules.push(module.clone()),
        }
        if let Some(known) = self.keys.iter_mut().find(|known| known.key == module.key) {
            known.loaded = Some((module.clone(), views));
        }
    }

    /// Takes out the module of a skill or memory that has none any more, or one that cannot be prepared. Says its key.
    fn unload(&mut self, origin: Origin, name: &str) -> Option<String> {
        let known = self.keys.iter_mut().find(|known| known.origin == origin && known.name == name)?;
        known.loaded = None;
        Arc::make_mut(&mut self.modules).retain(|loaded| loaded.key != known.key);
        Some(known.key.clone())
    }

    /// A script as it was prepared when it first ran.
    pub(crate) fn prepared(&self, script: &Script) -> Option<Arc<Prepared>> {
        self.prepared.iter().find(|(known, _)| known == script).map(|(_, prepared)| prepared.clone())
    }

    /// Keeps what a script was prepared to, in place of what an earlier text of it was.
    pub(crate) fn keep_prepared(&mut self, script: &Script, prepared: Arc<Prepared>) {
        if self.prepared(script).is_some() {
            return;
        }
        self.prepared.retain(|(known, _)| known.origin != script.origin || known.name != script.name);
        self.prepared.push((script.clone(), prepared));
    }

    /// The same skills have been read as of another agent, whose prose stands in the window. No code is loaded.
    pub(crate) fn take_over(&mut self, from: &Self) {
        self.pinned.clone_from(&from.pinned);
        self.pins.clone_from(&from.pins);
    }

    /// Pins the prose of a skill, unless it was pinned before or says nothing.
    pub(crate) fn pin(&mut self, name: &str, text: &str) {
        if !is_blank(text) && self.pinned.insert(name.to_owned()) {
            self.pins.push(Pin { name: name.to_owned(), text: text.to_owned() });
        }
    }
}
