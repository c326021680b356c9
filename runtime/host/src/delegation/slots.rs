//! The slots of a run: so many agents work at a time, and the others wait their turn, first in first out. An agent that
//! goes on after a wait comes before one that has not started. spec: runtime, 14.1

use std::{
    collections::VecDeque,
    fmt,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

/// The slots of a run.
#[derive(Debug, Clone)]
pub struct Slots(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    free: u32,
    resuming: VecDeque<Waiting>,
    starting: VecDeque<Waiting>,
}

/// An agent that waits for a slot.
struct Waiting {
    sender: oneshot::Sender<Slot>,
    /// Whether it would go on with one.
    is_ready: Box<dyn Fn() -> bool + Send>,
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Waiting").field(&(self.is_ready)()).finish()
    }
}

/// A slot that an agent works in; the next has it once this is dropped.
#[derive(Debug)]
pub struct Slot(Slots);

impl Slots {
    /// So many.
    pub fn new(free: u32) -> Self {
        Self(Arc::new(Mutex::new(State { free, resuming: VecDeque::new(), starting: VecDeque::new() })))
    }

    /// A slot for an agent that starts.
    pub async fn start(&self) -> Slot {
        received(self.queue(|state| &mut state.starting, || true)).await
    }

    /// A slot for an agent that goes on.
    pub async fn resume(&self) -> Slot {
        received(self.queue(|state| &mut state.resuming, || true)).await
    }

    /// A slot for an agent that goes on once something is so, which is when `until` ends. The slot of who makes it so is its
    /// own before it is anybody's who starts, though it has not heard of it.
    pub async fn resume_when(
        &self,
        is_ready: impl Fn() -> bool + Send + 'static,
        until: impl Future<Output = ()>,
    ) -> Slot {
        let mut slot = std::pin::pin!(received(self.queue(|state| &mut state.resuming, is_ready)));
        tokio::select! {
            biased;
            slot = &mut slot => return slot,
            () = until => {}
        }
        self.hand_out();
        slot.await
    }

    fn queue(
        &self,
        queue: fn(&mut State) -> &mut VecDeque<Waiting>,
        is_ready: impl Fn() -> bool + Send + 'static,
    ) -> oneshot::Receiver<Slot> {
        let (sender, receiver) = oneshot::channel();
        queue(&mut self.state()).push_back(Waiting { sender, is_ready: Box::new(is_ready) });
        self.hand_out();
        receiver
    }

    /// Gives what is free to those who wait for it.
    fn hand_out(&self) {
        loop {
            let next = {
                let mut state = self.state();
                let next = if state.free > 0 { state.next() } else { None };
                state.free -= u32::from(next.is_some());
                next
            };
            let Some(next) = next else { return };
            // One that waits no longer drops it again, and so the one after it has it.
            let _ = next.sender.send(Slot(self.clone()));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    /// Gives it up, to wait; hands back those it is one of, in which its agent goes on.
    pub fn give_up(self) -> Slots {
        self.0.clone()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.state().free += 1;
        self.0.hand_out();
    }
}

impl State {
    /// Who has a slot next.
    fn next(&mut self) -> Option<Waiting> {
        let ready = self.resuming.iter().position(|waiting| (waiting.is_ready)());
        ready.and_then(|at| self.resuming.remove(at)).or_else(|| self.starting.pop_front())
    }
}

/// A slot, once it is handed out.
async fn received(receiver: oneshot::Receiver<Slot>) -> Slot {
    match receiver.await {
        Ok(slot) => slot,
        // A sender is dropped only with the slots themselves, which who waits here holds.
        Err(_) => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use super::*;

    fn now<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Option<T> {
        match future.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    #[test]
    fn one_that_goes_on_comes_before_those_that_start_and_those_come_in_order() {
        let slots = Slots::new(1);
        let held = now(pin!(slots.start())).expect("it is free");
        let (mut first, mut second, mut again) = (pin!(slots.start()), pin!(slots.start()), pin!(slots.resume()));
        assert!(now(first.as_mut()).is_none() && now(second.as_mut()).is_none() && now(again.as_mut()).is_none());
        drop(held);
        assert!(now(first.as_mut()).is_none());
        let held = now(again.as_mut()).expect("it goes on first");
        drop(held);
        assert!(now(second.as_mut()).is_none());
        assert!(now(first.as_mut()).is_some());
        assert!(now(second.as_mut()).is_some());
    }

    #[test]
    fn one_that_waits_no_longer_is_passed_over() {
        let slots = Slots::new(1);
        let held = now(pin!(slots.start())).expect("it is free");
        let mut next = pin!(slots.start());
        {
            let mut gone = pin!(slots.resume());
            assert!(now(gone.as_mut()).is_none());
        }
        assert!(now(next.as_mut()).is_none());
        drop(held);
        assert!(now(next.as_mut()).is_some());
        assert!(now(pin!(slots.start())).is_some(), "it is free again");
    }
}
