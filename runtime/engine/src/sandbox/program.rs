//! What the store of a running program holds.

use std::{sync::Arc, time::Duration};

use wasmtime::{Store, UpdateDeadline};

use super::{
    clock::{GuestClock, TimeIsUp},
    engine::{Sandbox, TICK},
    feedback::Feedback,
    limits::{Limiter, Limits},
    sources::{Sources, System},
    wasi::Closed,
};
use crate::{
    bracket::{Answers, StoreData},
    record::{Recorder, Turn},
};

/// How many ticks longer than its time a program has that asks whether it must stop, so that it can say where it was.
const GRACE: u32 = 10;

/// A running program: the host it calls, the record of its calls, and what it has told of itself.
pub struct Program<H> {
    pub(super) recorder: Recorder,
    pub(super) host: H,
    pub(super) feedback: Feedback,
    pub(super) limiter: Limiter,
    pub(super) limits: Limits,
    pub(super) clock: Arc<GuestClock>,
    pub(super) sources: Arc<dyn Sources>,
    /// Made when the program's language runtime asks for WASI.
    pub(super) wasi: Option<Box<Closed>>,
    /// What is kept of its standard error, once it has ended.
    pub(super) stderr: String,
}

impl<H: Answers + 'static> StoreData for Program<H> {
    type Bracket = Recorder;
    type Host = H;

    fn parts(&mut self) -> (&mut Recorder, &mut H) {
        (&mut self.recorder, &mut self.host)
    }
}

impl<H> Program<H> {
    fn new(turn: Turn, host: H, limits: Limits, sources: Arc<dyn Sources>) -> Self {
        let clock = GuestClock::new();
        Self {
            recorder: Recorder::new(turn, clock.clone()),
            host,
            feedback: Feedback::default(),
            limiter: Limiter::new(limits.memory),
            limits,
            clock,
            sources,
            wasi: None,
            stderr: String::new(),
        }
    }

    /// A program that did not come to be run.
    pub(super) fn unstarted(turn: Turn, host: H) -> Self {
        Self::new(turn, host, Limits::default(), Arc::new(System))
    }

    /// Takes over what the program wrote to its standard streams.
    pub(super) fn take_streams(&mut self) {
        if let Some(wasi) = &self.wasi {
            let (printed, errors) = wasi.streams.take();
            self.feedback.logs.append(printed);
            self.stderr = errors;
        }
    }
}

impl<H: Answers + 'static> Program<H> {
    /// A store for the next program of a turn, with its limits set.
    pub(super) fn store(
        sandbox: &Sandbox,
        turn: Turn,
        host: H,
        limits: Limits,
        sources: Arc<dyn Sources>,
    ) -> Store<Self> {
        let mut store = Store::new(sandbox.engine(), Self::new(turn, host, limits, sources));
        store.limiter(|program| &mut program.limiter);
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(|mut store| store.data_mut().tick());
        // What a program has in memory it may hand over in one call.
        store.set_hostcall_fuel(limits.memory);
        store
    }

    /// Its clock and its randomness, unless a record has it stopped where it is.
    pub(super) fn sources(&self) -> wasmtime::Result<&dyn Sources> {
        if self.is_over() { Err(TimeIsUp.into()) } else { Ok(&*self.sources) }
    }

    fn is_over(&self) -> bool {
        let is_over = self.host.is_over();
        if is_over {
            self.clock.use_up();
        }
        is_over
    }

    /// Another tick of the engine has passed while the program ran: it goes on after others had the thread, or its time is
    /// up.
    fn tick(&mut self) -> wasmtime::Result<UpdateDeadline> {
        let grace = if self.feedback.asks { TICK * GRACE } else { Duration::ZERO };
        if self.is_over() || self.clock.left_of(self.limits.time.saturating_add(grace)).is_zero() {
            return Err(TimeIsUp.into());
        }
        self.clock.pause();
        Ok(UpdateDeadline::Yield(1))
    }
}
