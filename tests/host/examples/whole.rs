//! A host that is whole, unless it is compiled with `--cfg left_out="..."`: then it must not compile
//! (`tests/left_out.rs`).

use gg_engine::{Answers, Call, CallError, StoreData};
use gg_tests_host::{
    Recorder,
    tables::least::host::{OperationId, add_to_linker},
};
use wasmtime::{Engine, component::Linker};

struct Bell;

#[cfg(not(left_out = "module"))]
impl gg_tests_host::tables::least::host::bell::Operations for Bell {
    #[cfg(not(left_out = "method"))]
    async fn ring(&mut self, _: &Call) -> Result<(), CallError> {
        Ok(())
    }
}

impl Answers for Bell {
    type Operation = OperationId;

    fn holds(&self, _: OperationId) -> bool {
        true
    }

    fn holder(&mut self, _: OperationId, _: &Call) -> Result<(), CallError> {
        Ok(())
    }

    async fn hook(&mut self, _: OperationId, _: &Call) -> Result<(), CallError> {
        Ok(())
    }

    async fn effect(&mut self, _: OperationId, _: &Call) -> Result<(), CallError> {
        Ok(())
    }
}

struct Tower {
    recorder: Recorder,
    bell: Bell,
}

impl StoreData for Tower {
    type Bracket = Recorder;
    type Host = Bell;

    fn parts(&mut self) -> (&mut Recorder, &mut Bell) {
        (&mut self.recorder, &mut self.bell)
    }
}

fn main() -> wasmtime::Result<()> {
    add_to_linker::<Tower>(&mut Linker::new(&Engine::default()))
}
