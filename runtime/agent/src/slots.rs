//! The slots of a run: so many agents work at a time, and the others wait their turn, first in first out. An agent that
//! goes on after a wait comes before one that has not started. spec: runtime, 14.1

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::oneshot;

/// The slots of a run.
#[derive(Debug, Clone)]
pub(crate) struct Slots(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    free: u32,
    resuming: VecDeque<oneshot::Sender<Slot>>,
    starting: VecDeque<oneshot::Sender<Slot>>,
}

/// A slot that an agent works in; the next has it once this is dropped.
#[derive(Debug)]
pub(crate) struct Slot(Slots);

impl Slots {
    /// So many.
    pub(crate) fn new(free: u32) -> Self {
        Self(Arc::new(Mutex::new(State { free, resuming: VecDeque::new(), starting: VecDeque::new() })))
    }

    /// A slot for an agent that starts.
    pub(crate) async fn start(&self) -> Slot {
        self.wait(|state| &mut state.starting).await
    }

    /// A slot for an agent that goes on.
    pub(crate) async fn resume(&self) -> Slot {
        self.wait(|state| &mut state.resuming).await
    }

    async fn wait(&self, queue: fn(&mut State) -> &mut VecDeque<oneshot::Sender<Slot>>) -> Slot {
        let waiting = {
            let mut state = self.state();
            if state.free > 0 {
                state.free -= 1;
                return Slot(self.clone());
            }
            let (sender, receiver) = oneshot::channel();
            queue(&mut state).push_back(sender);
            receiver
        };
        match waiting.await {
            Ok(slot) => slot,
            // A sender is dropped only with the slots themselves, which this holds.
            Err(_) => std::future::pending().await,
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let next = {
            let mut state = self.0.state();
            let next = state.resuming.pop_front().or_else(|| state.starting.pop_front());
            state.free += u32::from(next.is_none());
            next
        };
        if let Some(next) = next {
            // One that waits no longer drops it again, and so the one after it has it.
            let _ = next.send(Self(self.0.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        future::Future,
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
