//! What of the documentation one agent can find: the functions it may call, the types they reach, their modules, and
//! everything of loaded code. spec: runtime, 17.1

use std::collections::HashSet;

use super::{
    index::{Argument, Contents, FunctionText, ModuleText, TypeText},
    loaded::LoadedModule,
};
use crate::{call::Agent, table::Operation};

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A module.
    Module,
    /// A function.
    Function,
    /// A type.
    Type,
}

impl Kind {
    /// Every kind, in the order in which a list groups them.
    pub const ALL: [Self; 3] = [Self::Module, Self::Function, Self::Type];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Function => "function",
            Self::Type => "type",
        }
    }

    /// The kind with a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// Something that documentation can be opened of.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// Its text.
    pub(super) subject: Subject<'a>,
    /// The module it belongs to; a module belongs to itself.
    pub(super) module: &'a ModuleText,
    /// The id of that module in the table; the key, for loaded code.
    pub(super) module_id: &'a str,
    /// The ids of the types that a function takes and gives.
    pub(super) mentions: Mentions<'a>,
}

/// The text of an entry.
#[derive(Debug, Clone, Copy)]
pub(super) enum Subject<'a> {
    Module(&'a ModuleText),
    /// A function, and the operation it calls; none for loaded code.
    Function(&'a FunctionText, Option<&'static Operation>),
    Type(&'a TypeText, &'a str),
}

/// The types a function names.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mentions<'a> {
    pub(super) parameters: &'a [String],
    pub(super) returns: &'a [String],
}

impl<'a> Mentions<'a> {
    /// All of them.
    pub(super) fn all(self) -> impl Iterator<Item = &'a String> {
        self.parameters.iter().chain(self.returns)
    }
}

impl<'a> Subject<'a> {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Module(_) => Kind::Module,
            Self::Function(..) => Kind::Function,
            Self::Type(..) => Kind::Type,
        }
    }

    pub(super) fn key(&self) -> &'a str {
        match self {
            Self::Module(text) => &text.key,
            Self::Function(text, _) => &text.key,
            Self::Type(text, _) => &text.key,
        }
    }

    pub(super) fn name(&self) -> &'a str {
        match self {
            Self::Module(text) => &text.name,
            Self::Function(text, _) => &text.name,
            Self::Type(text, _) => &text.name,
        }
    }

    pub(super) fn fold(&self) -> &'a str {
        match self {
            Self::Module(text) => &text.fold,
            Self::Function(text, _) => &text.fold,
            Self::Type(text, _) => &text.fold,
        }
    }

    pub(super) fn brief(&self) -> &'a str {
        match self {
            Self::Module(text) => &text.brief,
            Self::Function(text, _) => &text.brief,
            Self::Type(text, _) => &text.brief,
        }
    }

    /// What a search looks through as the signature: the declaration and the names of the arguments.
    pub(super) fn signature(&self) -> Vec<&'a str> {
        match self {
            Self::Module(_) => Vec::new(),
            Self::Function(text, _) => {
                let names = text.arguments.iter().map(|argument| &*argument.name);
                std::iter::once(&*text.signature).chain(names).collect()
            }
            Self::Type(text, _) => vec![&text.declaration],
        }
    }

    /// What a search looks through as the detail: the rest of the description, with that of arguments and members.
    pub(super) fn detail(&self) -> Vec<&'a str> {
        match self {
            Self::Module(text) => vec![&text.detail],
            Self::Function(text, _) => {
                let arguments = text.arguments.iter().map(|argument| &*argument.doc);
                let result = text.result.iter().map(|result| &*result.doc);
                std::iter::once(&*text.detail).chain(arguments).chain(result).collect()
            }
            Self::Type(text, _) => {
                std::iter::once(&*text.detail).chain(text.members.iter().map(|member| &*member.doc)).collect()
            }
        }
    }
}

/// Every entry of an agent. What is not among them does not exist for it.
pub(super) fn entries<'a>(contents: &'a Contents, agent: &Agent, loaded: &'a [LoadedModule]) -> Vec<Entry<'a>> {
    let arm = agent.table.arm_id(agent.arm);
    let mut entries = Vec::with_capacity(contents.functions.len() + contents.types.len() + contents.modules.len());
    let module = |id: &str| {
        let module = contents.modules.iter().find(|module| module.id == id)?;
        Some((module.arms.of(arm)?, &*module.id))
    };
    let mut wanted = Vec::new();
    for function in &contents.functions {
        let operation = agent.holds(&function.id);
        if let (Some(operation), Some(text), Some((module, module_id))) =
            (operation, function.arms.of(arm), module(&function.module))
        {
            let mentions = Mentions { parameters: &function.parameter_types, returns: &function.return_types };
            wanted.extend(mentions.all());
            entries.push(Entry { subject: Subject::Function(text, Some(operation)), module, module_id, mentions });
        }
    }
    let reached = reached(contents, wanted);
    for ty in contents.types.iter().filter(|ty| reached.contains(&*ty.id)) {
        if let (Some(text), Some((module, module_id))) = (ty.arms.of(arm), module(&ty.module)) {
            let mentions = Mentions::default();
            entries.push(Entry { subject: Subject::Type(text, &ty.id), module, module_id, mentions });
        }
    }
    let held: HashSet<&str> = entries.iter().map(|entry| entry.module_id).collect();
    for module in contents.modules.iter().filter(|module| held.contains(&*module.id)) {
        if let Some(text) = module.arms.of(arm) {
            let subject = Subject::Module(text);
            entries.push(Entry { subject, module: text, module_id: &module.id, mentions: Mentions::default() });
        }
    }
    entries.extend(loaded.iter().flat_map(of_loaded));
    entries
}

/// The entries of a loaded module: all it declares.
fn of_loaded(loaded: &LoadedModule) -> impl Iterator<Item = Entry<'_>> {
    let entry = |subject, mentions| Entry { subject, module: &loaded.module, module_id: &loaded.module.key, mentions };
    let functions = loaded.functions.iter().map(move |function| {
        let mentions = Mentions { parameters: &function.parameter_types, returns: &function.return_types };
        entry(Subject::Function(&function.text, None), mentions)
    });
    let types = loaded.types.iter().map(|text| Subject::Type(text, &text.key));
    let others = std::iter::once(Subject::Module(&loaded.module)).chain(types);
    others.map(move |subject| entry(subject, Mentions::default())).chain(functions)
}

/// The types of every failed call. They are no entries, for every call has them, but a documentation view can be opened
/// of them, which is what `docViewTypes` asks for.
pub(super) fn failure_types<'a>(contents: &'a Contents, agent: &Agent) -> Vec<Entry<'a>> {
    let arm = agent.table.arm_id(agent.arm);
    let types = contents.failure.iter().filter_map(|id| contents.types.iter().find(|ty| ty.id == *id));
    let entry = |ty: &'a super::index::TypeEntry| {
        let module = contents.modules.iter().find(|module| module.id == ty.module)?;
        let subject = Subject::Type(ty.arms.of(arm)?, &ty.id);
        Some(Entry { subject, module: module.arms.of(arm)?, module_id: &module.id, mentions: Mentions::default() })
    };
    types.filter_map(entry).collect()
}

/// The ids of the types that some are made of, themselves included, without the failure types.
fn reached<'a>(contents: &'a Contents, mut wanted: Vec<&'a String>) -> HashSet<&'a str> {
    let mut reached: HashSet<&str> = HashSet::new();
    while let Some(id) = wanted.pop() {
        if contents.failure.contains(id) || !reached.insert(id) {
            continue;
        }
        if let Some(ty) = contents.types.iter().find(|ty| ty.id == *id) {
            wanted.extend(&ty.types);
        }
    }
    reached
}

/// The names of arguments that a call passes, in order, the ones that may be left out marked.
pub(super) fn argument_names(arguments: &[Argument]) -> String {
    let name = |argument: &Argument| format!("{}{}", argument.name, if argument.required { "" } else { "?" });
    arguments.iter().map(name).collect::<Vec<_>>().join(", ")
}
