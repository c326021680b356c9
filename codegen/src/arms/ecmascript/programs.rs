//! Whole programs, and what the system prompt says about their shape.

use super::{STEP, WIDTH, literals::string, sdk::import, types::Spelling};
use crate::{
    layout::{concat, text},
    surface::{Example, ModuleIndex, Operation},
};

impl Spelling<'_> {
    /// The line by which a program reaches some modules.
    pub(super) fn import_line(&self, modules: &[ModuleIndex]) -> String {
        let names = modules.iter().map(|module| self.surface.module(*module).names.of(self.arm).to_owned());
        import("import", names, self.surface.name.of(self.arm))
    }

    /// A whole program: an import line, then the calls.
    pub(super) fn program(&self, calls: &[(&Operation, &Example)]) -> String {
        let mut modules: Vec<_> = calls.iter().map(|(operation, _)| operation.module).collect();
        modules.sort_unstable();
        modules.dedup();
        let mut program = self.import_line(&modules);
        if !program.is_empty() {
            program.push_str("\n\n");
        }
        for (operation, example) in calls {
            let statement = concat([self.call(operation, example), text(";")]);
            program.push_str(&statement.render(WIDTH, STEP));
            program.push('\n');
        }
        program
    }

    /// The shape of a whole program.
    pub(super) fn segment(&self) -> String {
        let profile = self.arm.arm().profile();
        let label = profile.label;
        let root = self.surface.name.of(self.arm);
        let failure = self.surface.type_def(self.surface.api_error);
        let core = self.surface.module(failure.module).names.of(self.arm);
        let failure = failure.names.of(self.arm);
        let from = string(root);
        format!(
            "A program is one ES module in {label}. It imports the modules it calls, `import {{ <module>, <module> }} \
             from {from};` (also `import * as {root} from {from};`, or a module's own names `from \
             \"{root}:<module>\"`), and code loaded earlier, `import * as <key> from \"lib:<key>\";`. Nothing else can be \
             imported. Calls are synchronous and return their value, so there is nothing to `await`; there are no timers, \
             no network and no files but by calls. What `console.log` prints goes to the operator, not to you.\n\
             \n\
             Arguments that must be given come first, in order; what may be left out stands in one object after them. A \
             union is told apart by its `kind`. A call that fails throws `{failure}` (of module `{core}`), with a `code` to \
             branch on and a `message` that says what was wrong; not caught, it ends the program."
        )
    }
}
