//! A program's own clock: it runs while the program does, and stands still while a host call does its work or another
//! program has the thread.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use tokio::time::{Sleep, sleep_until};

/// Who has the program's time.
const NOBODY: u8 = 0;
const GUEST: u8 = 1;
const HOST: u8 = 2;

/// The clock of one program. It is read and set by whatever thread runs the program, one at a time; the atomics are there
/// so that it can be shared between the program's store and the future that drives it.
#[derive(Debug)]
pub(crate) struct GuestClock {
    origin: Instant,
    spent: AtomicU64,
    since: AtomicU64,
    holder: AtomicU8,
    is_used_up: AtomicBool,
}

impl GuestClock {
    /// A clock that has not started.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            origin: Instant::now(),
            spent: AtomicU64::new(0),
            since: AtomicU64::new(0),
            holder: AtomicU8::new(NOBODY),
            is_used_up: AtomicBool::new(false),
        })
    }

    /// The program has the thread: the clock runs unless a host call is open.
    fn resume(&self) {
        if self.holder.load(Relaxed) == NOBODY {
            self.start(Instant::now(), GUEST);
        }
    }

    /// The program gives up the thread for a while.
    pub(crate) fn pause(&self) {
        self.stop(Instant::now(), NOBODY);
    }

    /// A host call begins; the moment it does.
    pub(crate) fn enter_call(&self) -> Instant {
        let now = Instant::now();
        self.stop(now, HOST);
        now
    }

    /// The host call is over; the moment it is.
    pub(crate) fn leave_call(&self) -> Instant {
        let now = Instant::now();
        self.start(now, GUEST);
        now
    }

    /// How much time the program has had.
    pub(crate) fn spent(&self) -> Duration {
        let spent = self.spent.load(Relaxed);
        let running = match self.holder.load(Relaxed) {
            GUEST => self.nanos(Instant::now()).saturating_sub(self.since.load(Relaxed)),
            _ => 0,
        };
        Duration::from_nanos(spent + running)
    }

    /// Gives the program no more time, whatever it has had.
    pub(crate) fn use_up(&self) {
        self.is_used_up.store(true, Relaxed);
    }

    /// How much is left of the time the program may have.
    pub(crate) fn left_of(&self, limit: Duration) -> Duration {
        if self.is_used_up.load(Relaxed) { Duration::ZERO } else { limit.saturating_sub(self.spent()) }
    }

    /// Whether the program is what time passes for.
    fn runs(&self) -> bool {
        self.holder.load(Relaxed) == GUEST
    }

    fn start(&self, now: Instant, holder: u8) {
        self.since.store(self.nanos(now), Relaxed);
        self.holder.store(holder, Relaxed);
    }

    fn stop(&self, now: Instant, holder: u8) {
        if self.runs() {
            let running = self.nanos(now).saturating_sub(self.since.load(Relaxed));
            self.spent.store(self.spent.load(Relaxed) + running, Relaxed);
        }
        self.holder.store(holder, Relaxed);
    }

    /// Nanoseconds since the clock was made, which fit for five centuries.
    fn nanos(&self, now: Instant) -> u64 {
        u64::try_from(now.saturating_duration_since(self.origin).as_nanos()).unwrap_or(u64::MAX)
    }
}

/// Drives a program's future by its clock.
///
/// A program that waits although no host call is open waits on the clock itself (through WASI), which is its own time: it
/// is woken when the time is up.
pub(crate) struct Metered<F> {
    clock: Arc<GuestClock>,
    limit: Duration,
    program: Pin<Box<F>>,
    alarm: Option<Pin<Box<Sleep>>>,
}

/// A program's time is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TimeIsUp;

impl std::fmt::Display for TimeIsUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the program's time is up")
    }
}

impl std::error::Error for TimeIsUp {}

impl<F> Metered<F> {
    /// A program that may have so much time.
    pub(crate) fn new(clock: Arc<GuestClock>, limit: Duration, program: F) -> Self {
        Self { clock, limit, program: Box::pin(program), alarm: None }
    }
}

impl<F: Future> Future for Metered<F> {
    type Output = Result<F::Output, TimeIsUp>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.clock.resume();
        if let Poll::Ready(value) = self.program.as_mut().poll(context) {
            self.clock.pause();
            return Poll::Ready(Ok(value));
        }
        if !self.clock.runs() {
            return Poll::Pending;
        }
        let left = self.clock.left_of(self.limit);
        // A timer set for this very moment is still to come, however often it is set.
        if left.is_zero() {
            return Poll::Ready(Err(TimeIsUp));
        }
        let end = tokio::time::Instant::now() + left;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(end)));
        alarm.as_mut().reset(end);
        match alarm.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(TimeIsUp)),
            Poll::Pending => Poll::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock whose time can be told without waiting: moments are made from its origin.
    fn at(clock: &GuestClock, millis: u64) -> Instant {
        clock.origin + Duration::from_millis(millis)
    }

    #[test]
    fn host_calls_and_pauses_are_not_the_programs_time() {
        let clock = GuestClock::new();
        assert_eq!(clock.spent(), Duration::ZERO);
        clock.start(at(&clock, 10), GUEST);
        clock.stop(at(&clock, 15), HOST);
        assert_eq!(clock.spent(), Duration::from_millis(5));
        clock.resume();
        assert!(!clock.runs(), "a call is still open");
        clock.start(at(&clock, 1000), GUEST);
        clock.stop(at(&clock, 1002), NOBODY);
        clock.stop(at(&clock, 5000), NOBODY);
        assert_eq!(clock.spent(), Duration::from_millis(7));
        clock.resume();
        assert!(clock.runs());
    }

    #[tokio::test]
    async fn a_program_that_waits_on_the_clock_is_woken_when_its_time_is_up() {
        let clock = GuestClock::new();
        let waits = Metered::new(clock, Duration::from_millis(50), std::future::pending::<()>());
        assert_eq!(waits.await, Err(TimeIsUp));
    }

    #[tokio::test]
    async fn a_program_whose_time_is_used_up_ends_where_it_waits() {
        let clock = GuestClock::new();
        let inside = clock.clone();
        let waits = async move {
            inside.use_up();
            std::future::pending::<()>().await;
        };
        assert_eq!(Metered::new(clock.clone(), Duration::MAX, waits).await, Err(TimeIsUp));
        assert!(clock.spent() < Duration::MAX, "what it had is still told");
    }

    #[tokio::test]
    async fn a_host_call_may_take_longer() {
        let clock = GuestClock::new();
        let inside = clock.clone();
        let call = async move {
            inside.enter_call();
            tokio::time::sleep(Duration::from_millis(40)).await;
            inside.leave_call();
        };
        assert_eq!(Metered::new(clock, Duration::from_millis(20), call).await, Ok(()));
    }
}
