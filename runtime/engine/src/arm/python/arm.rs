//! The Python arm: a program is run as it is, and of a module is read what it exports.

use super::{Environment, PythonGuest, reading, write::write};
use crate::{
    arm::{
        Arm, Case, Guest, Install, Missing, Module, ModuleSource, Naming, Need, Prepared, Rejection, Source, Work,
        Written,
    },
    package::Package,
};

/// What locations of a program say.
const PROGRAM: &str = "program.py";

/// Words of the language that are no names, and what loaded code is reached by.
const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "lib", "nonlocal", "not", "or", "pass",
    "raise", "return", "try", "while", "with", "yield",
];

/// The Python arm.
#[derive(Debug)]
pub struct Python {
    guest: PythonGuest,
}

impl Python {
    /// The arm for the programs of a table, whose engine is built by an environment.
    pub const fn new(package: &'static Package, environment: Environment) -> Self {
        Self { guest: PythonGuest::new(package, environment) }
    }
}

impl Arm for Python {
    fn id(&self) -> &'static str {
        "python"
    }

    fn program_name(&self) -> &'static str {
        PROGRAM
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        Box::pin(std::future::ready(Ok(Prepared::text(program.text))))
    }

    fn prepare_module<'a>(&'a self, module: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        Box::pin(async move {
            let (environment, name) = (self.guest.environment().clone(), format!("lib:{}", module.key));
            let text = module.text.to_owned();
            let read = tokio::task::spawn_blocking(move || reading::exports(&environment, &name, &text)).await;
            let exports =
                read.unwrap_or_else(|panic| Err(Rejection::Defect(format!("reading a module panicked: {panic}"))))?;
            Ok(Module {
                name: module.name.to_owned(),
                key: module.key.to_owned(),
                source: module.text.to_owned(),
                text: module.text.to_owned(),
                listed: module.text.to_owned(),
                origins: None,
                artifact: None,
                exports,
            })
        })
    }

    fn naming(&self) -> Naming {
        let package = self.guest.package();
        let arm = package.table.arm(self.id());
        let modules = package.table.modules.iter().filter_map(|module| Some(module.spelling(arm?)));
        let modules = modules.map(|key| key.rsplit('.').next().unwrap_or(key));
        let reserved = RESERVED.iter().copied().chain([package.python.root]).chain(modules);
        Naming { case: Case::Snake, reserved: reserved.collect(), separator: ".", import: |_| "import lib".to_owned() }
    }

    fn write(&self, calls: &[Written]) -> String {
        write(calls)
    }

    fn guest(&self) -> Guest<'_> {
        Guest::Shared(&self.guest)
    }

    fn needs(&self) -> Vec<Need> {
        let environment = self.guest.environment();
        let found = if environment.is_installed() {
            Ok(format!("{}, in {}", Environment::BUILDER, environment.folder().display()))
        } else {
            Err(Missing {
                required: false,
                without: "not installed; Python programs cannot be run".to_owned(),
                remedy: "gg arms install python".to_owned(),
            })
        };
        vec![Need { what: "environment", found }]
    }

    fn installation(&self) -> Option<&dyn Install> {
        Some(self.guest.environment())
    }

    fn is_unfinished(&self, text: &str) -> bool {
        reading::is_unfinished(self.guest.environment(), text)
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        let last = message.trim_end().rsplit('\n').next().unwrap_or_default();
        last == "MemoryError" || last.starts_with("MemoryError:")
    }
}
