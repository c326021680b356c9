//! The component as the arms share it: built from the engine and a table's package, and named by everything in it.

use super::{assemble, assemble::CHECKSUM, snapshot};
use crate::{
    arm::{Inputs, Progress, Rejection, SharedGuest, Stage, Work},
    package::Package,
};

/// What programs of the JavaScript and TypeScript arms run in.
#[derive(Debug, Clone, Copy)]
pub struct ScriptGuest {
    package: &'static Package,
}

impl ScriptGuest {
    /// The engine with a table's SDK.
    pub const fn new(package: &'static Package) -> Self {
        Self { package }
    }

    /// What it was made of.
    pub(crate) const fn package(self) -> &'static Package {
        self.package
    }
}

impl SharedGuest for ScriptGuest {
    fn name(&self) -> &'static str {
        "javascript"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        let javascript = &self.package.javascript;
        inputs.add("engine", CHECKSUM);
        inputs.add("wit", self.package.wit);
        inputs.add("adapter", javascript.adapter);
        inputs.add("descriptors", javascript.descriptors);
        for (path, text) in javascript.sdk {
            inputs.add(path, text);
        }
    }

    fn build<'a>(&'a self, progress: Progress<'a>) -> Work<'a, Result<Vec<u8>, Rejection>> {
        Box::pin(async move {
            progress(Stage::Building("joining the engine to the membrane"));
            let assembled = assemble(self.package).map_err(|error| Rejection::Defect(error.to_string()))?;
            progress(Stage::Building("evaluating the SDK"));
            snapshot(&assembled, self.package).await.map_err(|error| Rejection::Defect(error.to_string()))
        })
    }
}
