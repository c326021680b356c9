//! A host that answers as it is told, and notes what the bracket asked of it.

use std::{future::poll_fn, marker::PhantomData, task::Poll};

use gg_engine::{Answers, Call, CallError, TableOperation};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// What a method gives.
#[derive(Debug, Clone)]
pub enum Answer {
    /// This value, as serde reads it.
    Value(Value),
    /// The same, but not at the first time of asking.
    Later(Value),
    /// The same, after so much time.
    After(std::time::Duration, Value),
    /// A failure.
    Failure(CallError),
    /// A panic with this text.
    Panic(&'static str),
}

/// The double of a table's host.
#[derive(Debug)]
pub struct Double<I> {
    /// What every method gives.
    pub answer: Answer,
    /// What the holder step says.
    pub holder: Result<(), CallError>,
    /// What the hook step says.
    pub hook: Result<(), CallError>,
    /// What the effect step says.
    pub effect: Result<(), CallError>,
    /// What was asked, in order: `holder ID`, `hook ID`, `method ID`, `effect WORD`,
    /// `performed ID: OUTCOME`.
    pub steps: Vec<String>,
    /// How the calls of a message are spelled, taken in a method: what `spell`, `held` and `param` said.
    pub spelled: Vec<String>,
    ids: PhantomData<I>,
}

impl<I> Double<I> {
    /// A host that returns this from every method and has no objections.
    pub fn returning(value: Value) -> Self {
        Self::answering(Answer::Value(value))
    }

    /// A host that answers so and has no objections.
    pub fn answering(answer: Answer) -> Self {
        Self {
            answer,
            holder: Ok(()),
            hook: Ok(()),
            effect: Ok(()),
            steps: Vec::new(),
            spelled: Vec::new(),
            ids: PhantomData,
        }
    }

    /// The answer of a method.
    ///
    /// # Errors
    ///
    /// As the answer says.
    ///
    /// # Panics
    ///
    /// As the answer says, and when its value is none of the method's type.
    pub async fn answer<T: DeserializeOwned>(&mut self, call: &Call) -> Result<T, CallError> {
        self.steps.push(format!("method {}", call.operation().id));
        self.spelled.push(call.spell(call.operation()).to_owned());
        for param in call.operation().params {
            self.spelled.push(call.param(param.name).into_owned());
        }
        match self.answer.clone() {
            Answer::Value(value) => Ok(read(&value)),
            Answer::Later(value) => {
                pause().await;
                Ok(read(&value))
            }
            Answer::After(time, value) => {
                tokio::time::sleep(time).await;
                Ok(read(&value))
            }
            Answer::Failure(error) => Err(error),
            Answer::Panic(text) => panic!("{text}"),
        }
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

/// Waits for one more poll.
async fn pause() {
    let mut polled = false;
    poll_fn(|context| {
        if polled {
            return Poll::Ready(());
        }
        polled = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

impl<I: TableOperation> Answers for Double<I> {
    type Operation = I;

    fn holds(&self, _: I) -> bool {
        true
    }

    fn holder(&mut self, operation: I, _: &Call) -> Result<(), CallError> {
        self.steps.push(format!("holder {}", operation.into().id));
        self.holder.clone()
    }

    async fn hook(&mut self, operation: I, _: &Call) -> Result<(), CallError> {
        self.steps.push(format!("hook {}", operation.into().id));
        self.hook.clone()
    }

    async fn performed<T: Serialize + Sync>(&mut self, operation: I, _: &Call, result: Result<&T, &CallError>) {
        let outcome = if result.is_ok() { "returned" } else { "failed" };
        self.steps.push(format!("performed {}: it {outcome}", operation.into().id));
    }

    async fn effect(&mut self, operation: I, _: &Call) -> Result<(), CallError> {
        self.steps.push(format!("effect {}", operation.into().effect));
        self.effect.clone()
    }
}
