//! JavaScript, as the agents of these tests write it: what it prepares is noted, and it does what a text asks of it.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use gg_engine::arm::{
    Arm, Guest, Module, ModuleSource, Naming, Prepared, Rejection, Source, Work, Written, javascript::JavaScript,
};
use gg_host::operations::PACKAGE;

/// A program with this in it takes a while to be prepared, and counts as compiled.
pub(crate) const SLOW: &str = "/* slow */";
/// How long.
pub(crate) const WHILE: Duration = Duration::from_millis(20);
/// A module with this in it makes the arm panic.
pub(crate) const PANIC: &str = "/* panic */";

/// The arm.
pub(crate) struct Watched {
    javascript: JavaScript,
    /// What was prepared, programs and modules.
    prepared: Mutex<Vec<String>>,
}

impl Watched {
    pub(crate) fn new() -> Self {
        Self { javascript: JavaScript::new(&PACKAGE), prepared: Mutex::default() }
    }

    /// How often a text was prepared that contains another.
    pub(crate) fn count(&self, text: &str) -> usize {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        prepared.iter().filter(|prepared| prepared.contains(text)).count()
    }

    fn note(&self, text: &str) {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }
}

impl Arm for Watched {
    fn id(&self) -> &'static str {
        self.javascript.id()
    }

    fn program_name(&self) -> &'static str {
        self.javascript.program_name()
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        Box::pin(async move {
            self.note(program.text);
            let is_slow = program.text.contains(SLOW);
            if is_slow {
                tokio::time::sleep(WHILE).await;
            }
            let prepared = self.javascript.prepare(program).await?;
            Ok(Prepared { compiled: is_slow, ..prepared })
        })
    }

    fn prepare_module<'a>(&'a self, module: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        assert!(!module.text.contains(PANIC), "the arm is broken");
        self.note(module.text);
        self.javascript.prepare_module(module)
    }

    fn naming(&self) -> Naming {
        self.javascript.naming()
    }

    fn write(&self, calls: &[Written]) -> String {
        self.javascript.write(calls)
    }

    fn guest(&self) -> Guest<'_> {
        self.javascript.guest()
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        self.javascript.says_out_of_memory(message)
    }
}
