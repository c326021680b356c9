//! A host that does nothing, for measuring what stands around it.

use std::marker::PhantomData;

use gg_engine::{Answers, Call, CallError, TableOperation};

/// A host that permits everything and answers nothing.
#[derive(Debug)]
pub struct Quiet<I>(PhantomData<I>);

impl<I> Default for Quiet<I> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<I: TableOperation> Answers for Quiet<I> {
    type Operation = I;

    fn holds(&self, _: I) -> bool {
        true
    }

    fn holder(&mut self, _: I, _: &Call) -> Result<(), CallError> {
        Ok(())
    }

    async fn hook(&mut self, _: I, _: &Call) -> Result<(), CallError> {
        Ok(())
    }

    async fn effect(&mut self, _: I, _: &Call) -> Result<(), CallError> {
        Ok(())
    }
}

impl crate::tables::least::host::bell::Operations for Quiet<crate::tables::least::host::OperationId> {
    async fn ring(&mut self, _: &Call) -> Result<(), CallError> {
        Ok(())
    }
}

impl crate::tables::letter::host::post::Operations for Quiet<crate::tables::letter::host::OperationId> {
    async fn send(&mut self, _: &Call, text: String) -> Result<String, CallError> {
        Ok(text)
    }
}
