//! The documentation runtime: what an agent can find of its operations and of loaded code, and what it is shown.
//!
//! Everything here asks [`crate::Grants::permits`], so what can be found and what is served are one set.
//! spec: runtime, 17

mod entries;
mod index;
mod loaded;
mod near;
mod page;
mod search;

use std::{fmt, sync::Arc};

pub use entries::Kind;
pub use index::{
    Argument, Failure, FunctionText, Index, IndexError, MemberText, Method, ModuleText, Outcome, Sample, TypeText,
};
pub use loaded::{LoadedFunction, LoadedModule};
pub use near::near;
pub use search::{Found, Hit, Query};

use crate::{
    arm::{Literal, Passed, Written},
    call::Agent,
    table::Operation,
};
use entries::{Entry, Mentions, Subject, entries, failure_types};
use index::Contents;
use page::Writer;

/// The documentation of one agent. The index is read when something is first asked of it.
#[derive(Debug, Clone)]
pub struct Documentation {
    index: Arc<Index>,
    agent: Arc<Agent>,
    loaded: Vec<LoadedModule>,
}

/// Which types are opened beside a function (`docViewTypes`). All of them, unless a profile says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocViewTypes {
    /// Those its result names.
    pub returns: bool,
    /// Those its parameters name.
    pub parameters: bool,
    /// Those of its failure.
    pub errors: bool,
}

impl DocViewTypes {
    /// Every type, or none.
    pub const fn all(wanted: bool) -> Self {
        Self { returns: wanted, parameters: wanted, errors: wanted }
    }
}

impl Default for DocViewTypes {
    fn default() -> Self {
        Self::all(true)
    }
}

/// A documentation view.
#[derive(Debug, Clone)]
pub struct Page {
    /// The fully qualified name, by which it is closed and derived again.
    pub key: String,
    /// The operation it documents, if it is a function of the table.
    pub operation: Option<&'static Operation>,
    /// What it shows, in Markdown.
    pub body: String,
}

/// Why nothing was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missed {
    /// It cannot be a name: it is blank, or has letters that no name has.
    NotAName,
    /// Nothing this agent can find has the name. Near names, best first, at most three.
    Unknown(Vec<String>),
    /// The bare name is that of several things: their keys.
    Several(Vec<String>),
    /// The index is broken.
    Index(IndexError),
}

impl fmt::Display for Missed {
    /// The words for a program, with the names to try on an indented second line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tried = |f: &mut fmt::Formatter<'_>, names: &[String]| match names {
            [] => Ok(()),
            names => write!(f, "\n  {}", names.join(", ")),
        };
        match self {
            Self::NotAName => {
                f.write_str("a name consists of letters, digits and `_`, its parts joined as in a program")
            }
            Self::Unknown(near) => {
                f.write_str("nothing that can be called or opened has this name")?;
                tried(f, near)
            }
            Self::Several(keys) => {
                f.write_str("several things have this name; give one of their keys")?;
                tried(f, keys)
            }
            Self::Index(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Missed {}

impl From<IndexError> for Missed {
    fn from(error: IndexError) -> Self {
        Self::Index(error)
    }
}

impl Documentation {
    /// The documentation of an agent. Nothing is read yet.
    pub fn new(index: Arc<Index>, agent: Arc<Agent>) -> Self {
        Self { index, agent, loaded: Vec::new() }
    }

    /// The same for the agent that asks now, whose grants may be narrower for a while. What is loaded stays.
    pub fn asked_by(&mut self, agent: &Arc<Agent>) {
        if !Arc::ptr_eq(&self.agent, agent) {
            self.agent = agent.clone();
        }
    }

    /// Adds what a loaded module declares, in place of an earlier one with its key.
    pub fn load(&mut self, module: LoadedModule) {
        match self.loaded.iter_mut().find(|loaded| loaded.module.key == module.module.key) {
            Some(loaded) => *loaded = module,
            None => self.loaded.push(module),
        }
    }

    /// Takes out the module that is loaded under a key.
    pub fn unload(&mut self, key: &str) {
        self.loaded.retain(|loaded| loaded.module.name != key);
    }

    /// The views of everything in a loaded module that can be called, in the order of its text, each with those of the
    /// module's types beside it; of one in which nothing can be called, its own. `key` is that of its documentation.
    ///
    /// # Errors
    ///
    /// The index is broken.
    pub fn callable(&self, key: &str, types: DocViewTypes) -> Result<Vec<Page>, IndexError> {
        let contents = self.index.contents()?;
        let entries = entries(contents, &self.agent, &self.loaded);
        let of_it = || entries.iter().filter(|entry| entry.module.key == key);
        let functions = of_it().filter(|entry| matches!(entry.subject, Subject::Function(..)));
        let shown = functions.flat_map(|entry| std::iter::once(entry).chain(beside(entry, &entries, types)));
        let pages = self.pages(contents, &entries, shown);
        if !pages.is_empty() {
            return Ok(pages);
        }
        Ok(self.pages(contents, &entries, of_it().filter(|entry| matches!(entry.subject, Subject::Module(_)))))
    }

    /// The views of entries, each once.
    fn pages<'a>(
        &self,
        contents: &Contents,
        entries: &[Entry<'_>],
        shown: impl IntoIterator<Item = &'a Entry<'a>>,
    ) -> Vec<Page> {
        let Some(writer) = self.writer(contents, entries) else { return Vec::new() };
        let mut pages: Vec<Page> = Vec::new();
        for entry in shown {
            if pages.iter().all(|page| page.key != entry.subject.key()) {
                pages.push(writer.view(entry));
            }
        }
        pages
    }

    fn writer<'a>(&'a self, contents: &'a Contents, entries: &'a [Entry<'a>]) -> Option<Writer<'a>> {
        let arm = self.agent.table.arm_id(self.agent.arm);
        let arm = contents.arms.iter().find(|known| known.id == arm)?;
        Some(Writer { arm, agent: &self.agent, entries })
    }

    /// What a query selects.
    ///
    /// # Errors
    ///
    /// The index is broken.
    pub fn search(&self, query: &Query) -> Result<Found, IndexError> {
        let entries = entries(self.index.contents()?, &self.agent, &self.loaded);
        Ok(search::search(&entries, query))
    }

    /// The views to open for a name, bare or qualified: that of what it names, then those of the types beside it.
    ///
    /// # Errors
    ///
    /// It names nothing, or several things.
    pub fn open(&self, name: &str, types: DocViewTypes) -> Result<Vec<Page>, Missed> {
        let contents = self.index.contents()?;
        let entries = entries(contents, &self.agent, &self.loaded);
        let failures = failure_types(contents, &self.agent);
        let entry = find(name, &entries, &failures)?;
        let mut shown = vec![entry];
        if let Subject::Function(_, operation) = entry.subject {
            shown.extend(beside(entry, &entries, types));
            shown.extend(failures.iter().filter(|_| operation.is_some() && types.errors));
        }
        Ok(self.pages(contents, &entries, shown))
    }

    /// The text of a module of the table, in the agent's arm.
    ///
    /// # Errors
    ///
    /// The index is broken.
    pub fn module(&self, id: &str) -> Result<Option<&ModuleText>, IndexError> {
        let arm = self.agent.table.arm_id(self.agent.arm);
        let module = self.index.contents()?.modules.iter().find(|module| module.id == id);
        Ok(module.and_then(|module| module.arms.of(arm)))
    }

    /// A call for an arm to write ([`crate::arm::Arm::write`]): parameters, by their names in the table, with their values.
    /// None where the arm has no such call, or not with these parameters.
    ///
    /// # Errors
    ///
    /// The index is broken.
    pub fn written(
        &self,
        operation: &'static Operation,
        arguments: &[(&str, Literal)],
    ) -> Result<Option<Written>, IndexError> {
        let Agent { table, arm, .. } = *self.agent;
        let function = self.index.contents()?.functions.iter().find(|function| function.id == operation.id);
        let Some(text) = function.and_then(|function| function.arms.of(table.arm_id(arm))) else { return Ok(None) };
        let spelled =
            |name: &str| operation.params.iter().find(|member| member.name == name).map(|it| it.spelling(arm));
        let passed = text.arguments.iter().filter_map(|argument| {
            let (_, value) = arguments.iter().find(|(name, _)| spelled(name) == Some(&argument.name))?;
            let Argument { name, by_name, required, .. } = argument;
            Some(Passed { name: name.clone(), by_name: *by_name, required: *required, value: value.clone() })
        });
        let passed: Vec<Passed> = passed.collect();
        let all = passed.len() == arguments.len();
        Ok(all.then(|| Written { import: text.import.clone(), call: operation.spelling(arm), arguments: passed }))
    }

    /// The view with a key, derived again; none if it does not resolve any more.
    pub fn page(&self, key: &str) -> Option<Page> {
        let page = self.open(key, DocViewTypes::all(false)).ok()?.into_iter().next();
        page.filter(|page| page.key == key)
    }
}

/// The types that a function names, as far as they are wanted: those of its result, then those of its parameters.
fn beside<'a>(
    function: &'a Entry<'a>,
    entries: &'a [Entry<'a>],
    types: DocViewTypes,
) -> impl Iterator<Item = &'a Entry<'a>> {
    let named = move |ids: &'a [String], wanted: bool| {
        entries.iter().filter(move |entry| match entry.subject {
            Subject::Type(_, id) => wanted && ids.iter().any(|named| *named == *id),
            _ => false,
        })
    };
    let Mentions { parameters, returns } = function.mentions;
    named(returns, types.returns).chain(named(parameters, types.parameters))
}

/// The entry with a name: that with this key, else the one whose key ends in it, a module before what is in it.
fn find<'a>(name: &str, entries: &'a [Entry<'a>], failures: &'a [Entry<'a>]) -> Result<&'a Entry<'a>, Missed> {
    let name = name.trim();
    if !is_name(name) {
        return Err(Missed::NotAName);
    }
    let named = entries.iter().chain(failures).filter(|entry| near::names(entry.subject.key(), name));
    let parts = |entry: &Entry<'_>| near::parts(entry.subject.key());
    let named: Vec<&Entry<'_>> = named.collect();
    let fewest = named.iter().map(|entry| parts(entry)).min();
    let mut best = named.iter().filter(|entry| Some(parts(entry)) == fewest);
    match (best.next(), best.next()) {
        (Some(entry), None) => Ok(entry),
        (Some(_), Some(_)) => Err(Missed::Several(named.iter().map(|entry| entry.subject.key().to_owned()).collect())),
        (None, _) => {
            let keys = entries.iter().map(|entry| entry.subject.key());
            Err(Missed::Unknown(near(name, keys).into_iter().map(str::to_owned).collect()))
        }
    }
}

/// Whether a text can be a name in any arm: parts joined by dots or colons.
fn is_name(name: &str) -> bool {
    let part = |part: &str| part.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$'));
    let mut parts = name.split("::").flat_map(|part| part.split('.')).peekable();
    parts.peek().is_some() && parts.all(|text| !text.is_empty() && part(text))
}
