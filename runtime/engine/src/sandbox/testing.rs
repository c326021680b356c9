//! An arm for tests of what the sandbox makes of a program's end.

use crate::arm::{Arm, Case, Guest, Module, ModuleSource, Naming, Prepared, Rejection, Source, Work, Written};

/// An arm that prepares nothing and runs nothing.
pub(crate) struct Interpreter;

impl Interpreter {
    /// Its words for memory that ran out.
    pub(crate) const OUT_OF_MEMORY: &str = "InternalError: out of memory";
}

impl Arm for Interpreter {
    fn id(&self) -> &'static str {
        "javascript"
    }

    fn program_name(&self) -> &'static str {
        "program.js"
    }

    fn prepare<'a>(&'a self, _: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        Box::pin(std::future::ready(Ok(Prepared::text(""))))
    }

    fn prepare_module<'a>(&'a self, _: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        Box::pin(std::future::ready(Err(Rejection::Defect("no modules".to_owned()))))
    }

    fn naming(&self) -> Naming {
        Naming { case: Case::Camel, reserved: Vec::new(), separator: ".", import: str::to_owned }
    }

    fn write(&self, _: &[Written]) -> String {
        String::new()
    }

    fn guest(&self) -> Guest<'_> {
        Guest::PerProgram
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        message == Self::OUT_OF_MEMORY
    }
}
