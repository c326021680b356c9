//! An arm of which no compiler finishes with a module.

use std::sync::Arc;

use gg_engine::arm::{Arm, Guest, Module, ModuleSource, Naming, Prepared, Rejection, Source, Toolchain, Work, Written};

/// The arm, but for its compiler.
pub(crate) struct Unfinished(pub(crate) Arc<dyn Arm>);

impl Arm for Unfinished {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn program_name(&self) -> &'static str {
        self.0.program_name()
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        self.0.prepare(program)
    }

    fn prepare_module<'a>(&'a self, _: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        Box::pin(async { Err(Rejection::Toolchain { how: Toolchain::Crash, detail: "it crashed".to_owned() }) })
    }

    fn naming(&self) -> Naming {
        self.0.naming()
    }

    fn write(&self, calls: &[Written]) -> String {
        self.0.write(calls)
    }

    fn guest(&self) -> Guest<'_> {
        self.0.guest()
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        self.0.says_out_of_memory(message)
    }
}
