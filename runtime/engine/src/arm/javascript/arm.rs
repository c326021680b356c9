//! The JavaScript arm: a program is run as it is, and what is wrong with its syntax the engine says itself.

use super::{ScriptGuest, write};
use crate::{
    arm::{
        Arm, Case, Guest, Module, ModuleSource, Naming, Prepared, Rejection, Source, Work, Written,
        typescript::{Dialect, exports, is_unfinished},
    },
    package::Package,
};

/// What locations of a program say.
const PROGRAM: &str = "program.js";

/// The JavaScript arm.
#[derive(Debug)]
pub struct JavaScript {
    guest: ScriptGuest,
}

impl JavaScript {
    /// The arm for the programs of a table.
    pub const fn new(package: &'static Package) -> Self {
        Self { guest: ScriptGuest::new(package) }
    }
}

impl Arm for JavaScript {
    fn id(&self) -> &'static str {
        "javascript"
    }

    fn program_name(&self) -> &'static str {
        PROGRAM
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        Box::pin(std::future::ready(Ok(Prepared::text(program.text))))
    }

    fn prepare_module<'a>(&'a self, module: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        Box::pin(async move {
            let exports = exports(&format!("lib:{}", module.key), module.text, Dialect::JavaScript)?;
            Ok(Module {
                name: module.name.to_owned(),
                key: module.key.to_owned(),
                source: module.text.to_owned(),
                text: format!("{}{}", module.text, exports.list),
                listed: module.text.to_owned(),
                origins: None,
                artifact: None,
                exports: exports.declarations,
            })
        })
    }

    fn naming(&self) -> Naming {
        naming(self.guest.package())
    }

    fn write(&self, calls: &[Written]) -> String {
        write(calls)
    }

    fn guest(&self) -> Guest<'_> {
        Guest::Shared(&self.guest)
    }

    fn is_unfinished(&self, text: &str) -> bool {
        is_unfinished(text, Dialect::JavaScript)
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        says_out_of_memory(message)
    }
}

/// How keys are made on both arms of the engine.
pub(crate) fn naming(package: &Package) -> Naming {
    let arm = package.table.arm("javascript");
    let modules = package.table.modules.iter().filter_map(|module| Some(module.spelling(arm?)));
    let names = modules.map(|key| key.rsplit('.').next().unwrap_or(key));
    let reserved = gg_descriptors::RESERVED.iter().copied().chain(GLOBALS).chain([package.root]).chain(names);
    Naming {
        case: Case::Camel,
        reserved: reserved.collect(),
        separator: ".",
        import: |key| format!("import * as {key} from \"lib:{key}\";"),
    }
}

/// Globals of the engine that a key could be.
const GLOBALS: [&str; 5] = ["atob", "btoa", "console", "queueMicrotask", "structuredClone"];

/// Whether a failure is the engine's own out of memory.
pub(crate) fn says_out_of_memory(message: &str) -> bool {
    message.contains("out of memory")
}
