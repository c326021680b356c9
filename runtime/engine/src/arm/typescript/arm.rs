//! The TypeScript arm: programs are erased and, where a checker is installed, checked first.

use std::sync::Arc;

use super::{Checker, Dialect, Erased, checker::Question, erase, exports, is_unfinished};
use crate::{
    arm::{
        Arm, Guest, Missing, Module, ModuleSource, Naming, Need, Prepared, Rejection, Source, Work, Written,
        javascript::{ScriptGuest, naming, says_out_of_memory, write},
    },
    package::Package,
};

/// What locations of a program say.
const PROGRAM: &str = "program.ts";

/// What the arm needs is called.
pub const CHECKER: &str = "type checker";

/// The TypeScript arm.
#[derive(Debug)]
pub struct TypeScript {
    guest: ScriptGuest,
    checker: Option<Arc<Checker>>,
}

impl TypeScript {
    /// The arm for the programs of a table. Without a checker they run unchecked.
    pub fn new(package: &'static Package, checker: Option<Arc<Checker>>) -> Self {
        Self { guest: ScriptGuest::new(package), checker }
    }

    /// The checker it asks.
    pub fn checker(&self) -> Option<&Arc<Checker>> {
        self.checker.as_ref()
    }

    async fn check(&self, name: &str, text: &str, modules: &[Arc<Module>]) -> Result<(), Rejection> {
        let Some(checker) = &self.checker else { return Ok(()) };
        // A compiler counts the mark some editors begin a file with as a letter.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        checker.check(&Question { name, text, modules }).await
    }
}

impl Arm for TypeScript {
    fn id(&self) -> &'static str {
        "typescript"
    }

    fn program_name(&self) -> &'static str {
        PROGRAM
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        Box::pin(async move {
            let Erased { text, origins } = erase(PROGRAM, program.text)?;
            self.check(PROGRAM, program.text, program.modules).await?;
            Ok(Prepared { compiled: true, origins, ..Prepared::text(text) })
        })
    }

    fn prepare_module<'a>(&'a self, module: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        Box::pin(async move {
            let name = format!("lib:{}", module.key);
            let Erased { mut text, origins } = erase(&name, module.text)?;
            let exports = exports(&name, module.text, Dialect::TypeScript)?;
            let listed = format!("{}{}", module.text, exports.list);
            let others = module.modules.iter().filter(|other| other.key != module.key);
            // Modules that import one another see what this one exports, so the list is part of what is checked.
            self.check(&name, &listed, &others.cloned().collect::<Vec<_>>()).await?;
            text.push_str(&exports.list);
            Ok(Module {
                name: module.name.to_owned(),
                key: module.key.to_owned(),
                source: module.text.to_owned(),
                text,
                listed,
                artifact: None,
                exports: exports.declarations,
                origins,
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

    fn needs(&self) -> Vec<Need> {
        let missing = || Missing {
            required: false,
            without: "programs run without being type-checked".to_owned(),
            remedy: "npm install --global typescript".to_owned(),
        };
        let found = self.checker.as_ref().map(|checker| checker.compiler().to_string()).ok_or_else(missing);
        vec![Need { what: CHECKER, found }]
    }

    fn is_unfinished(&self, text: &str) -> bool {
        is_unfinished(text, Dialect::TypeScript)
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        says_out_of_memory(message)
    }
}
